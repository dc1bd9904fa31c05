"""A few seconds of fuzzing; ``python -m tests.bundles.fuzz --minutes 5`` goes on for longer."""

import json
from pathlib import Path

import pytest

from tests.bundles.fuzz import Fuzzer


def test_nothing_ends_badly_within_seconds(tmp_path: Path) -> None:
    found = Fuzzer(tmp_path, seed=20261121).run(5.0)
    assert found.failures == []
    assert found.corpus > 8
    assert found.taken >= 4


def test_a_fault_in_a_reader_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The fuzzer is worth something: a check that is taken out is missed."""
    monkeypatch.setattr("gpuscope.bundles.json_fields.parse", lambda data, what: json.loads(data))
    fuzzer = Fuzzer(tmp_path, seed=5)
    fuzzer.corpus = [one for one in fuzzer.corpus if "bundle.json" in one]
    for _ in range(20):
        if fuzzer.run(0.5).failures:
            return
    pytest.fail("nothing was found")
