"""Tests of when a run's events are sent, and where."""

import time
from collections.abc import Sequence

import pytest

from gpuscope.core.event import Event, Log, Sample, Table
from gpuscope.recording.alerts import Alerts
from gpuscope.recording.event_batches import BEHIND_NS, WATCHED_NS, EventBatches
from gpuscope.recording.progress import Progress
from gpuscope.sensors.schedule import HOLD_NS


class Outlets:
    """Journal, socket and observer in one; keeps the events that it gets."""

    def __init__(self) -> None:
        self.is_live = self.is_watched = False
        self.kept: list[tuple[int, list[Event], bool]] = []
        self.published: list[tuple[int, Sequence[Event]]] = []
        self.notices: list[str] = []

    def put(self, seq: int, events: list[Event], *, at_once: bool) -> None:
        self.kept.append((seq, events, at_once))

    def publish(self, seq: int, events: Sequence[Event]) -> None:
        self.published.append((seq, events))

    def notice(self, text: str) -> None:
        self.notices.append(text)


def made() -> tuple[EventBatches, Outlets]:
    outlets = Outlets()
    batches = EventBatches(outlets, Progress(), Alerts((), (), outlets.notice))  # type: ignore[arg-type]
    batches.connect(outlets, outlets)  # type: ignore[arg-type]
    return batches, outlets


def test_what_nobody_watches_goes_out_seldom_and_is_committed_at_once() -> None:
    batches, outlets = made()
    batches.add(Sample("host", 1, 2, (0.5,)))
    before = time.monotonic_ns()
    batches.flush()
    after = time.monotonic_ns()
    assert before < batches.due_ns <= after + HOLD_NS
    assert batches.due_ns % HOLD_NS == BEHIND_NS  # the sensor helper has sent the events that it held back
    assert [at_once for _, _, at_once in outlets.kept] == [True]


def test_readings_that_a_busy_machine_delays_are_waited_for_ever_more_seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    batches, _ = made()
    expected_ns = 10 * HOLD_NS + BEHIND_NS
    now_ns = expected_ns
    monkeypatch.setattr(time, "monotonic_ns", lambda: now_ns)
    tries = []
    for _ in range(5):
        batches.flush()
        now_ns = batches.due_ns
        tries.append((now_ns - expected_ns) // BEHIND_NS)
    assert tries == [1, 2, 4, 8, 16]
    batches.flush()
    now_ns = batches.due_ns
    batches.add(Sample("host", 1, 2, (0.5,)))
    batches.flush()
    assert batches.due_ns == 11 * HOLD_NS + HOLD_NS + BEHIND_NS


def test_whoever_begins_to_watch_waits_for_no_long_interval() -> None:
    batches, outlets = made()
    outlets.is_watched = True
    before = time.monotonic_ns()
    batches.flush()
    soon = batches.due_ns
    assert before + WATCHED_NS <= soon <= time.monotonic_ns() + WATCHED_NS
    outlets.is_watched = False
    assert batches.due_ns != soon
    outlets.is_live = True
    assert batches.due_ns == soon
    batches.add(Log(1))
    batches.flush()
    assert [at_once for _, _, at_once in outlets.kept] == [False]


def test_batches_are_numbered_alike_everywhere_and_tables_are_not_kept() -> None:
    batches, outlets = made()
    table, log = Table("gpu:0", "processes", 1, ()), Log(2)
    batches.add_all([table, log])
    batches.flush()
    batches.flush()  # without events there is no batch
    batches.warn("odd")
    batches.flush()
    assert [(seq, len(events)) for seq, events in outlets.published] == [(0, 2), (1, 1)]
    assert [(seq, len(events)) for seq, events, _ in outlets.kept] == [(0, 1), (1, 1)]
    assert outlets.notices == ["odd"]
