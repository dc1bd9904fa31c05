"""What a run's record tells of itself."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from gpuscope.core.run import RunRecord, RunState
from gpuscope.core.runspec import COMMAND, RunSpec

STARTED = datetime(2026, 5, 1, 12, tzinfo=UTC)
KILLED = RunRecord(
    "a" * 12,
    "a run",
    RunState.INTERRUPTED,
    None,
    RunSpec("mnist-mlp"),
    {},
    STARTED,
    0,
    "here",
    "boot",
    "",
    duration_s=30.0,
    window_start_s=5.0,
)


@pytest.mark.parametrize(("beat_s", "took_s"), [(38.0, 38.0), (35.0, 35.0), (-3565.0, 35.0), (None, 35.0)])
def test_a_killed_run_took_at_least_until_its_last_step_whatever_the_wall_clock_was_set_to(beat_s: float | None, took_s: float) -> None:
    heartbeat_at = None if beat_s is None else STARTED + timedelta(seconds=beat_s)
    assert replace(KILLED, heartbeat_at=heartbeat_at).took_s == took_s


def test_of_a_killed_run_without_a_window_only_the_wall_clock_tells() -> None:
    early = replace(KILLED, duration_s=None, window_start_s=None)
    assert early.took_s is None
    assert replace(early, heartbeat_at=STARTED + timedelta(seconds=4)).took_s == 4.0
    assert replace(early, heartbeat_at=STARTED - timedelta(hours=1)).took_s == 0.0


def test_a_killed_command_took_the_span_of_its_readings() -> None:
    command = replace(KILLED, spec=RunSpec(COMMAND, command=("true",)), heartbeat_at=STARTED + timedelta(hours=1))
    assert command.took_s == 30.0
