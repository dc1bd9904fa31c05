"""A few inputs of the fuzzing; ``python -m tests.bundles.fuzz --minutes 5`` runs for longer, the gate for two minutes."""

import json
from pathlib import Path

import pytest

from tests.bundles.fuzz import Fuzzer


def test_nothing_ends_badly_within_some_inputs(tmp_path: Path) -> None:
    fuzzer = Fuzzer(tmp_path, seed=20261121)
    found = fuzzer.run(lambda: fuzzer.findings.tried >= 40)
    assert found.failures == []
    assert found.corpus > 8
    assert found.taken >= 4


def test_a_fault_in_a_reader_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Shows that the fuzzer is effective: it detects that a check has been removed."""
    monkeypatch.setattr("gpuscope.bundles.untrusted_input.parse", lambda data, what: json.loads(data))
    fuzzer = Fuzzer(tmp_path, seed=5)
    fuzzer.seeds = [one for one in fuzzer.seeds if "bundle.json" in one]
    assert fuzzer.run(lambda: bool(fuzzer.findings.failures) or fuzzer.findings.tried >= 200).failures
