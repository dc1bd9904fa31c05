"""Runs with their recorded data, for files."""

from collections.abc import Sequence
from typing import Any, cast

from gpuscope.core.event import Event, Log
from gpuscope.recording.run_file import recorded_runs
from gpuscope.recording.run_history import RunHistory
from gpuscope.recording.run_store import UNWRITTEN
from gpuscope.recording.steps_ring import LOST_STEPS
from tests.analysis.records import run_record


class _History:
    """A history of one run with these events alone."""

    def __init__(self, events: Sequence[Event]) -> None:
        self._events = events

    def events(self, *_: object) -> Sequence[Event]:
        return self._events

    def device_series(self, _: str) -> list[Any]:
        return []

    def steps(self, _: str) -> list[Any]:
        return []


def test_only_values_of_the_workload_are_curves_and_none_of_messages_on_the_recording() -> None:
    events = [
        Log(1, "info", "", {"loss": 0.5}, 1),
        Log(2, "warning", "the store cannot be written", {UNWRITTEN: 1.0}),
        Log(3, "over", "the store can be written again", {UNWRITTEN: 0.0}),
        Log(4, "warning", "3 steps lost", {LOST_STEPS: 3.0}),
        Log(5, "clocks", values={"realtime_s": 3.0}),
    ]
    [recorded] = recorded_runs(cast(RunHistory, _History(events)), [run_record("aa")])
    assert list(recorded.reported) == ["loss"]
