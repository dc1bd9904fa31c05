"""Tests of the deadlines of a back end's thread."""

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

import pytest

from gpuscope.core.device import Capability, Device, DeviceKind
from gpuscope.core.event import Event, Gap, Log, Sample, Samples
from gpuscope.sensors.backend import Call, Glance, Reading
from gpuscope.sensors.schedule import HOLD_NS, Schedule

PERIOD_NS = 10_000_000
FAST, SLOW = "fake.fast", "fake.slow"


class FakeBackend:
    """A back end with a fast call (an energy counter) and a call ten times slower.

    Args:
        take: Makes the fast call; returns the counter's value.
    """

    name = "fake"

    def __init__(self, take: Callable[[int], float]) -> None:
        self.revision = 0
        self.reads = self.asked_ns = 0
        self.is_closed = False
        self._take = take

    def open(self) -> None:
        self.revision += 1

    def devices(self) -> Sequence[Device]:
        return [Device("gpu:0", DeviceKind.GPU, "fake")]

    def calls(self) -> Sequence[Call]:
        return [Call(SLOW, 10 * PERIOD_NS, (("gpu:0", "clock"),)), Call(FAST, PERIOD_NS, (("gpu:0", "energy"),))]

    def quality(self) -> Mapping[str, tuple[str, str]]:
        return {}

    def read(self, call: str) -> Reading | None:
        now = time.monotonic_ns()
        if call == SLOW:
            return Reading(now, now, (1.0,))
        self.reads += 1
        return Reading(now, now, (self._take(self.reads),))

    def events(self) -> Sequence[Gap | Log]:
        return ()

    def close(self) -> None:
        self.is_closed = True


def run(backend: FakeBackend, reads: int) -> tuple[Schedule, list[Event]]:
    """Run a schedule until the back end has been read that often, and let it finish."""
    events: list[Event] = []
    declared = threading.Event()
    schedule = Schedule(backend, time.monotonic_ns(), events.extend, declared.set)
    schedule.start()
    end = time.monotonic() + 5
    while backend.reads < reads and schedule.is_alive() and time.monotonic() < end:
        time.sleep(0.002)
    backend.asked_ns = time.monotonic_ns()
    schedule.finish()
    schedule.join(5)
    assert not schedule.is_alive()
    assert declared.is_set()
    return schedule, events


def samples(events: Sequence[Event], call: str) -> list[Sample]:
    told = [[event] if isinstance(event, Sample) else list(event.each()) for event in events if isinstance(event, Sample | Samples)]
    return [sample for each in told for sample in each if sample.call == call]


def stamps(events: Sequence[Event], call: str) -> list[int]:
    return [sample.before_ns for sample in samples(events, call)]


def test_deadlines_are_absolute_so_that_lateness_does_not_add_up() -> None:
    def late(index: int) -> float:
        time.sleep(0.004)
        return float(index)

    schedule, events = run(FakeBackend(late), 30)
    found = stamps(events, FAST)[:30]
    # Thirty readings that each take 4 ms: a schedule that slept for its period would be 120 ms behind at the end.
    assert (found[-1] - found[0]) / PERIOD_NS - schedule.skipped <= 29 + 4
    assert len(stamps(events, SLOW)) >= 3
    assert schedule.ended.is_set()


def test_a_call_that_takes_too_long_skips_ticks_and_counts_them() -> None:
    def stuck_once(index: int) -> float:
        if index == 3:
            time.sleep(0.055)
        return float(index)

    schedule, events = run(FakeBackend(stuck_once), 8)
    found = stamps(events, FAST)
    assert schedule.skipped >= 4
    grid = [round((stamp - found[0]) / PERIOD_NS) for stamp in found[:8]]
    assert grid[3] - grid[2] >= 5
    # No burst afterwards to catch up; on a busy machine a reading may be late.
    assert sum(after == before for before, after in pairwise(grid)) <= 1


def test_the_end_takes_every_call_once_more_and_waits_for_one_update_of_the_counter() -> None:
    backend = FakeBackend(lambda index: 0.0 if index < 12 else 1.0)
    _, events = run(backend, 5)
    values = [event.values[0] for event in events if isinstance(event, Sample) and event.call == FAST]
    assert values[-1] == 1.0
    assert values.count(1.0) == 1
    assert backend.is_closed


def test_the_end_does_not_wait_for_a_counter_that_stands_still() -> None:
    start = time.monotonic()
    backend = FakeBackend(lambda index: 0.0)
    run(backend, 2)
    assert 0.6 < time.monotonic() - start < 2
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
    take: Callable[[int], float], least_s: float, most_s: float
) -> None:
    backend = AveragingBackend(take)
    _, events = run(backend, 3)
    found = stamps(events, FAST)
    asked = backend.asked_ns
    assert least_s - 0.02 <= (found[-1] - asked) * 1e-9 < most_s


def test_a_bug_in_a_back_end_is_told_and_the_thread_ends() -> None:
    def broken(index: int) -> float:
        raise KeyError("no such thing")

    schedule, events = run(FakeBackend(broken), 1)
    logs = [event for event in events if isinstance(event, Log)]
    assert [log.level for log in logs] == ["error"]
    assert "the fake sensors stopped: KeyError" in logs[0].text
    assert schedule.in_flight is None


class BusyHouse(FakeBackend):
    """A back end with a slow housekeeping call, much more frequent than its readings."""

    def __init__(self) -> None:
        super().__init__(float)
        self.order: list[str] = []

    def calls(self) -> Sequence[Call]:
        return [Call("fake.house", PERIOD_NS // 10, ()), *super().calls()]

    def read(self, call: str) -> Reading | None:
        self.order.append(call)
        if call == "fake.house":
            time.sleep(0.002)
            return None
        return super().read(call)


def test_what_keeps_house_comes_after_the_readings_and_neither_sets_their_grid_nor_counts_as_skipped() -> None:
    backend = BusyHouse()
    events: list[Event] = []
    origin = time.monotonic_ns() + 3 * PERIOD_NS // 2
    schedule = Schedule(backend, origin, events.extend, lambda: None)
    schedule.start()
    end = time.monotonic() + 5
    while backend.reads < 10 and time.monotonic() < end:
        time.sleep(0.002)
    skipped = schedule.skipped
    schedule.finish()
    schedule.join(5)
    assert backend.order[:3] == [FAST, SLOW, "fake.house"]
    assert backend.order.count("fake.house") >= 10
    late = min((stamp - origin) % PERIOD_NS for stamp in stamps(events, FAST)[:10])
    assert late < PERIOD_NS // 2
    assert skipped <= 8  # missed housekeeping calls, several per period, are not counted


class Glancing(FakeBackend):
    """A back end whose readings are computed later; records when each was taken, and when it was computed."""

    def __init__(self) -> None:
        super().__init__(float)
        self.worked_out: list[tuple[int, float | int | None]] = []

    def glance(self, call: str) -> Glance:
        reading = self.read(call)

        def work_out() -> Reading | None:
            if call == FAST and reading is not None:
                self.worked_out.append((time.monotonic_ns(), reading.values[0]))
            return reading

        return work_out


def held(backend: FakeBackend, seconds: float) -> tuple[Schedule, list[list[Event]]]:
    """Start a schedule without observers, and let it write for a while."""
    written: list[list[Event]] = []
    schedule = Schedule(backend, time.monotonic_ns(), lambda events: written.append(list(events)), lambda: None)
    schedule.is_live = False
    schedule.start()
    time.sleep(seconds)
    return schedule, written


def finished(schedule: Schedule) -> None:
    schedule.finish()
    schedule.join(5)
    assert not schedule.is_alive()


@pytest.mark.parametrize("make", [Glancing, lambda: FakeBackend(float)])
def test_while_nobody_looks_on_readings_are_told_together_with_the_stamps_of_their_taking(make: Callable[[], FakeBackend]) -> None:
    schedule, written = held(make(), 2.2 * HOLD_NS * 1e-9)
    finished(schedule)
    batches = [stamps(batch, FAST) for batch in written if stamps(batch, FAST)]
    assert len(batches) <= 7  # two or three holds, and the end; sent one at a time they would be about 170
    values = [sample.values[0] for batch in written for sample in samples(batch, FAST)]
    assert values == [float(one) for one in range(1, len(values) + 1)]
    whole = max(batches, key=len)
    assert len(whole) > 30
    assert (whole[-1] - whole[0]) / len(whole) == pytest.approx(PERIOD_NS, rel=0.2)


def test_readings_that_are_held_back_are_told_by_the_next_whole_hold() -> None:
    backend = Glancing()
    schedule, _ = held(backend, 1.3 * HOLD_NS * 1e-9)
    told_ns = [stamp for stamp, _ in backend.worked_out]
    finished(schedule)
    assert told_ns
    assert max(abs((stamp + HOLD_NS // 2) % HOLD_NS - HOLD_NS // 2) for stamp in told_ns[1:]) < HOLD_NS // 8


def test_what_was_held_back_is_told_before_the_next_readings_are_taken_which_may_take_long() -> None:
    class Slow(Glancing):
        def read(self, call: str) -> Reading | None:
            if time.monotonic_ns() % HOLD_NS < 5 * PERIOD_NS:  # the first reading after a complete hold
                time.sleep(0.25)
            return super().read(call)

    backend = Slow()
    schedule, _ = held(backend, 2.4 * HOLD_NS * 1e-9)
    told_ns = [stamp for stamp, _ in backend.worked_out]
    finished(schedule)
    firsts = [after for before, after in pairwise(told_ns) if after - before > HOLD_NS // 2]
    assert firsts
    assert max(stamp % HOLD_NS for stamp in firsts) < 150_000_000


def test_who_looks_on_again_is_told_what_was_held_back_at_the_next_reading() -> None:
    backend = Glancing()
    schedule, _ = held(backend, 0.05)
    schedule.is_live = True
    end = time.monotonic() + 0.5 * HOLD_NS * 1e-9
    while len(backend.worked_out) < backend.reads - 1 and time.monotonic() < end:
        time.sleep(0.001)
    behind = backend.reads - len(backend.worked_out)
    finished(schedule)
    assert behind <= 1


def test_what_keeps_house_finds_the_readings_before_it_worked_out() -> None:
    class House(Glancing):
        behind: int | None = None

        def calls(self) -> Sequence[Call]:
            return [*super().calls(), Call("fake.house", 10 * PERIOD_NS, ())]

        def read(self, call: str) -> Reading | None:
            if call == "fake.house":
                self.behind = max(self.behind or 0, self.reads - len(self.worked_out))
                return None
            return super().read(call)

    backend = House()
    schedule, _ = held(backend, 0.4)
    finished(schedule)
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
        lambda: told.append(f"declared after {len(backend.worked_out)}"),
    )
    schedule.is_live = False
    schedule.start()
    end = time.monotonic() + 5
    while told.count("samples") < 2 and time.monotonic() < end:
        time.sleep(0.002)
    finished(schedule)
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
