"""Tests of the deadlines of a back end's thread, most of them on a clock that stands still unless somebody waits."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

import pytest

from gpuscope.core.device import Capability, Device, DeviceKind
from gpuscope.core.event import Event, Gap, Log, Sample, Samples
from gpuscope.sensors import schedule as schedule_module
from gpuscope.sensors.backend import Call, Glance, Reading
from gpuscope.sensors.schedule import HOLD_NS, Schedule

PERIOD_NS = 10_000_000
FAST, SLOW = "fake.fast", "fake.slow"


class HasTime(Protocol):
    """What a back end asks for the time: ``time``, or a clock of its test."""

    def monotonic_ns(self) -> int: ...


class Clock:
    """Stands in for ``time`` in a schedule, and for the lock on which it waits for its end: each wait is over at once.

    Attributes:
        now_ns: The time.
        asked_ns: When the end was requested.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now_ns = 1000 * HOLD_NS + HOLD_NS // 3
        self.asked_ns = 0
        self._patch = monkeypatch
        monkeypatch.setattr(schedule_module, "time", self)

    def monotonic_ns(self) -> int:
        return self.now_ns

    def sleep(self, seconds: float) -> None:
        self.now_ns += round(seconds * 1e9)

    def run(self, schedule: Schedule, is_over: Callable[[], bool]) -> None:
        """Run a schedule, and request its end when it waits and ``is_over`` is true."""
        self._schedule, self._is_over = schedule, is_over
        self._patch.setattr(schedule, "_sleep", self)
        schedule.run()

    def acquire(self, timeout: float) -> bool:
        if self._is_over():
            self.asked_ns = self.now_ns
            self._schedule.finish()
            return True
        self.sleep(timeout)
        return False

    def release(self) -> None:
        """Do nothing: the schedule does not wait when its end is requested."""


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


class FakeBackend:
    """A back end with a fast call (an energy counter) and a call ten times slower.

    Args:
        take: Makes the fast call; returns the counter's value.
        clock: What it asks for the time.
    """

    name = "fake"

    def __init__(self, take: Callable[[int], float], clock: HasTime = time) -> None:
        self.revision = 0
        self.reads = 0
        self.is_closed = False
        self._take = take
        self._clock = clock

    def open(self) -> None:
        self.revision += 1

    def devices(self) -> Sequence[Device]:
        return [Device("gpu:0", DeviceKind.GPU, "fake")]

    def calls(self) -> Sequence[Call]:
        return [Call(SLOW, 10 * PERIOD_NS, (("gpu:0", "clock"),)), Call(FAST, PERIOD_NS, (("gpu:0", "energy"),))]

    def quality(self) -> Mapping[str, tuple[str, str]]:
        return {}

    def read(self, call: str) -> Reading | None:
        now = self._clock.monotonic_ns()
        if call == SLOW:
            return Reading(now, now, (1.0,))
        self.reads += 1
        return Reading(now, now, (self._take(self.reads),))

    def events(self) -> Sequence[Gap | Log]:
        return ()

    def close(self) -> None:
        self.is_closed = True


def run(clock: Clock, backend: FakeBackend, reads: int) -> tuple[Schedule, list[Event]]:
    """Run a schedule until the back end has been read that often, and let it finish."""
    events: list[Event] = []
    schedule = Schedule(backend, clock.now_ns, events.extend, lambda: None)
    clock.run(schedule, lambda: backend.reads >= reads)
    assert schedule.declaration is not None
    return schedule, events


def samples(events: Sequence[Event], call: str) -> list[Sample]:
    told = [[event] if isinstance(event, Sample) else list(event.each()) for event in events if isinstance(event, Sample | Samples)]
    return [sample for each in told for sample in each if sample.call == call]


def stamps(events: Sequence[Event], call: str) -> list[int]:
    return [sample.before_ns for sample in samples(events, call)]


def test_deadlines_are_absolute_so_that_lateness_does_not_add_up(clock: Clock) -> None:
    def late(index: int) -> float:
        clock.sleep(0.004)
        return float(index)

    schedule, events = run(clock, FakeBackend(late, clock), 30)
    found = stamps(events, FAST)[:30]
    assert found == [found[0] + index * PERIOD_NS for index in range(30)]
    assert schedule.skipped == 0
    assert stamps(events, SLOW)[:3] == [found[0] + 4_000_000 + index * PERIOD_NS for index in (0, 10, 20)]
    assert schedule.ended.is_set()


def test_a_call_that_takes_too_long_skips_ticks_and_counts_them(clock: Clock) -> None:
    def stuck_once(index: int) -> float:
        if index == 3:
            clock.sleep(0.055)
        return float(index)

    schedule, events = run(clock, FakeBackend(stuck_once, clock), 8)
    found = stamps(events, FAST)
    assert schedule.skipped == 5
    assert [(stamp - found[0]) / PERIOD_NS for stamp in found[:8]] == [0, 1, 2, 8, 9, 10, 11, 12]  # no burst afterwards to catch up


def test_the_end_takes_every_call_once_more_and_waits_for_one_update_of_the_counter(clock: Clock) -> None:
    backend = FakeBackend(lambda index: 0.0 if index < 12 else 1.0, clock)
    _, events = run(clock, backend, 5)
    values = [event.values[0] for event in events if isinstance(event, Sample) and event.call == FAST]
    assert values[-1] == 1.0
    assert values.count(1.0) == 1
    assert backend.is_closed


def test_the_end_does_not_wait_for_a_counter_that_stands_still(clock: Clock) -> None:
    backend = FakeBackend(lambda index: 0.0, clock)
    run(clock, backend, 2)
    assert 0.6e9 < clock.now_ns - clock.asked_ns <= 0.7e9
    assert backend.is_closed


class AveragingBackend(FakeBackend):
    """A back end with the counter, which may return nothing, and the mean power over the last 0.3 s."""

    def devices(self) -> Sequence[Device]:
        return [Device("gpu:0", DeviceKind.GPU, "fake", capabilities={"power": Capability(True, "an average", window_s=0.3)})]

    def calls(self) -> Sequence[Call]:
        return [Call(FAST, PERIOD_NS, (("gpu:0", "energy"), ("gpu:0", "power")))]

    def read(self, call: str) -> Reading | None:
        reading = super().read(call)
        return None if reading is None else Reading(reading.before_ns, reading.after_ns, (*(one or None for one in reading.values), 100.0))


@pytest.mark.parametrize(("take", "least_s", "most_s"), [(lambda index: 0.0, 0.15, 0.6), (float, 0.0, 0.1)])
def test_the_end_waits_for_what_an_averaged_power_tells_of_it_where_no_counter_does(
    take: Callable[[int], float], least_s: float, most_s: float, clock: Clock
) -> None:
    _, events = run(clock, AveragingBackend(take, clock), 3)
    assert least_s <= (stamps(events, FAST)[-1] - clock.asked_ns) * 1e-9 < most_s


def test_a_bug_in_a_back_end_is_told_and_the_thread_ends() -> None:
    def broken(index: int) -> float:
        raise KeyError("no such thing")

    events: list[Event] = []
    schedule = Schedule(FakeBackend(broken), time.monotonic_ns(), events.extend, lambda: None)
    schedule.start()
    schedule.join()
    logs = [event for event in events if isinstance(event, Log)]
    assert [log.level for log in logs] == ["error"]
    assert "the fake sensors stopped: KeyError" in logs[0].text
    assert schedule.in_flight is None


class BusyHouse(FakeBackend):
    """A back end with a slow housekeeping call, much more frequent than its readings."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(float, clock)
        self.order: list[str] = []
        self._take_time = clock.sleep

    def calls(self) -> Sequence[Call]:
        return [Call("fake.house", PERIOD_NS // 10, ()), *super().calls()]

    def read(self, call: str) -> Reading | None:
        self.order.append(call)
        if call == "fake.house":
            self._take_time(0.002)
            return None
        return super().read(call)


def test_what_keeps_house_comes_after_the_readings_and_neither_sets_their_grid_nor_counts_as_skipped(clock: Clock) -> None:
    backend = BusyHouse(clock)
    events: list[Event] = []
    origin = clock.now_ns + 3 * PERIOD_NS // 2
    schedule = Schedule(backend, origin, events.extend, lambda: None)
    clock.run(schedule, lambda: backend.reads >= 10)
    assert backend.order[:3] == [FAST, SLOW, "fake.house"]
    assert backend.order.count("fake.house") >= 10
    assert max((stamp - origin) % PERIOD_NS for stamp in stamps(events, FAST)[:10]) < PERIOD_NS // 2
    assert schedule.skipped == 0  # missed housekeeping calls, several per period, are not counted


class Glancing(FakeBackend):
    """A back end whose readings are computed later; records when each was computed."""

    def __init__(self, clock: HasTime = time) -> None:
        super().__init__(float, clock)
        self.worked_out_ns: list[int] = []

    def glance(self, call: str) -> Glance:
        reading = self.read(call)

        def work_out() -> Reading | None:
            if call == FAST:
                self.worked_out_ns.append(self._clock.monotonic_ns())
            return reading

        return work_out


def held(clock: Clock, backend: FakeBackend, seconds: float) -> list[list[Event]]:
    """Run a schedule without observers for a while; return what it wrote at once, each time."""
    written: list[list[Event]] = []
    schedule = Schedule(backend, clock.now_ns, lambda events: written.append(list(events)), lambda: None)
    schedule.is_live = False
    end_ns = clock.now_ns + seconds * 1e9
    clock.run(schedule, lambda: clock.now_ns >= end_ns)
    return written


@pytest.mark.parametrize("make", [Glancing, lambda clock: FakeBackend(float, clock)])
def test_while_nobody_looks_on_readings_are_told_together_with_the_stamps_of_their_taking(
    make: Callable[[Clock], FakeBackend], clock: Clock
) -> None:
    written = held(clock, make(clock), 2.2 * HOLD_NS * 1e-9)
    batches = [stamps(batch, FAST) for batch in written if stamps(batch, FAST)]
    assert len(batches) <= 7  # two or three holds, and the end; sent one at a time they would be about 170
    values = [sample.values[0] for batch in written for sample in samples(batch, FAST)]
    assert values == [float(one) for one in range(1, len(values) + 1)]
    whole = max(batches, key=len)
    assert whole == list(range(whole[0], whole[0] + HOLD_NS, PERIOD_NS))


def test_readings_that_are_held_back_are_told_by_the_next_whole_hold(clock: Clock) -> None:
    backend = Glancing(clock)
    held(clock, backend, 2.3 * HOLD_NS * 1e-9)
    told_ns = sorted({stamp for stamp in backend.worked_out_ns if stamp < clock.asked_ns})
    assert [stamp // HOLD_NS for stamp in told_ns] == [1001, 1002]
    assert max(stamp % HOLD_NS for stamp in told_ns) < PERIOD_NS


def test_what_was_held_back_is_told_before_the_next_readings_are_taken_which_may_take_long(clock: Clock) -> None:
    class Slow(Glancing):
        def read(self, call: str) -> Reading | None:
            if clock.now_ns % HOLD_NS < 5 * PERIOD_NS:  # the first reading after a complete hold
                clock.sleep(0.25)
            return super().read(call)

    backend = Slow(clock)
    held(clock, backend, 2.4 * HOLD_NS * 1e-9)
    told_ns = sorted({stamp for stamp in backend.worked_out_ns if stamp < clock.asked_ns})
    assert [stamp // HOLD_NS for stamp in told_ns] == [1001, 1002]
    assert max(stamp % HOLD_NS for stamp in told_ns) < PERIOD_NS


def test_who_looks_on_again_is_told_what_was_held_back_at_the_next_reading(clock: Clock) -> None:
    backend = Glancing(clock)
    told: list[tuple[int, int]] = []
    schedule = Schedule(backend, clock.now_ns, lambda _: None, lambda: None)
    schedule.is_live = False

    def is_over() -> bool:
        told.append((backend.reads, len(backend.worked_out_ns)))
        schedule.is_live |= backend.reads == 4
        return backend.reads == 6

    clock.run(schedule, is_over)
    assert told == [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 5), (6, 6)]


def test_what_keeps_house_finds_the_readings_before_it_worked_out(clock: Clock) -> None:
    class House(Glancing):
        behind: int | None = None

        def calls(self) -> Sequence[Call]:
            return [*super().calls(), Call("fake.house", 10 * PERIOD_NS, ())]

        def read(self, call: str) -> Reading | None:
            if call == "fake.house":
                self.behind = max(self.behind or 0, self.reads - len(self.worked_out_ns))
                return None
            return super().read(call)

    backend = House(clock)
    held(clock, backend, 0.4)
    assert backend.behind == 0


def test_a_change_is_declared_at_once_and_after_the_readings_before_it() -> None:
    told: list[str] = []

    class Changing(Glancing):
        def glance(self, call: str) -> Glance:
            if self.reads == 5:
                self.revision += 1
            return super().glance(call)

    backend = Changing()
    schedule = Schedule(
        backend,
        time.monotonic_ns(),
        lambda events: told.extend(["samples"] if stamps(events, FAST) else []),
        lambda: told.append(f"declared after {len(backend.worked_out_ns)}"),
    )
    schedule.is_live = False
    schedule.start()
    end = time.monotonic() + 5
    while told.count("samples") < 2 and time.monotonic() < end:
        time.sleep(0.002)
    schedule.finish()
    schedule.join()
    place = told.index("declared after 6")
    assert told[place - 1] == "samples"


def test_a_metric_that_is_switched_off_by_the_last_readings_ends_no_thread_early() -> None:
    class Shrinking(FakeBackend):
        width, is_ending = 2, False

        def calls(self) -> Sequence[Call]:
            return [Call(FAST, PERIOD_NS, (("gpu:0", "energy"), ("gpu:0", "power"))[: self.width])]

        def read(self, call: str) -> Reading | None:
            now = time.monotonic_ns()
            values = (0.0, 1.0)[: self.width]
            self.reads += 1
            if self.is_ending and self.width == 2:
                self.width, self.revision = 1, self.revision + 1
            return Reading(now, now, values)

    backend = Shrinking(float)
    events: list[Event] = []
    schedule = Schedule(backend, time.monotonic_ns(), events.extend, lambda: None)
    schedule.start()
    while backend.reads < 3:
        time.sleep(0.002)
    backend.is_ending = True
    schedule._is_last_round = True  # from the next reading on, as in the last round
    schedule._sleep.release()
    schedule.join(5)
    assert backend.is_closed
    assert [event for event in events if isinstance(event, Log)] == []
