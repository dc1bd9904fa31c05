"""What a variant's recorder is told."""

import argparse
import subprocess
from typing import Any

import pytest

from gpuscope.cli import recorded_variant
from gpuscope.core.runspec import RunSpec
from gpuscope.recording.variants import Variant


class StartedError(Exception):
    """In the place of a start."""


@pytest.mark.parametrize(
    ("flags", "told"),
    [
        ({}, []),
        ({"sensor": None, "power_hz": 10}, ["--power-hz", "10"]),
        ({"sensor": ["simulated:2"], "power_hz": 20}, ["--sensor", "simulated:2", "--power-hz", "20"]),
    ],
    ids=str,
)
def test_sensors_and_their_rate_are_passed_on_where_the_verb_has_them(
    flags: dict[str, Any], told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    commands: list[list[str]] = []

    def started(command: list[str], **_options: object) -> None:
        commands.append(command)
        raise StartedError

    monkeypatch.setattr(subprocess, "Popen", started)
    with pytest.raises(StartedError):
        recorded_variant.record_variant(Variant("fp32", RunSpec("gemm")), "one", argparse.Namespace(store=None, **flags))
    (command,) = commands
    begin = command.index("--json") + 1
    assert command[begin : command.index("--store")] == told
