"""One thread per back end, on absolute deadlines of the monotonic clock: no drift, missed ticks are skipped and counted."""

import threading
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from gpuscope.core.event import Event, Log, Sample, Samples
from gpuscope.sensors.backend import Backend, Call, Glance, GlancingBackend, Reading
from gpuscope.sensors.declaration import Declaration

_LAST_UPDATE_S = 0.7
"""How long to wait at the end for one more update of an energy counter; the slowest known ones take 0.5 s."""
HOLD_NS = 800_000_000
"""While no user is watching, readings are converted and written together at whole multiples of this on the monotonic clock, which halves
the CPU time. The recorder reads them soon after, so that a kill loses less than one second."""
COUNTER, POWER, AVERAGE = "energy", "power", "power_average"


@dataclass(slots=True)
class _Timer:
    """The calls of one period, and when they are next due."""

    period_ns: int
    calls: Sequence[Call]
    deadline_ns: int


_Taken = tuple[Call, Sequence[Event], Reading | Glance | None]
"""A performed call, the back end's events at that time, and the call's reading or glance."""


class _Batch:
    """Events that are reported together. Successive complete readings of a call are merged into one event; the order is otherwise kept."""

    def __init__(self) -> None:
        self._events: list[Event] = []
        self._whole: dict[str, list[Reading]] = {}

    def add(self, events: Sequence[Event]) -> None:
        if events:
            self._close()
            self._events += events

    def add_reading(self, call: str, reading: Reading) -> None:
        if reading.codes:
            self._close()
            self._events.append(_sample(call, reading))
        else:
            self._whole.setdefault(call, []).append(reading)

    def _close(self) -> None:
        self._events += [
            _sample(call, readings[0]) if len(readings) == 1 else _samples(call, readings) for call, readings in self._whole.items()
        ]
        self._whole.clear()

    def events(self) -> list[Event]:
        self._close()
        return self._events


def _sample(call: str, reading: Reading) -> Sample:
    return Sample(call, reading.before_ns, reading.after_ns, tuple(reading.values), reading.codes)


def _samples(call: str, readings: Sequence[Reading]) -> Samples:
    before_ns, after_ns = tuple([reading.before_ns for reading in readings]), tuple([reading.after_ns for reading in readings])
    return Samples(call, before_ns, after_ns, tuple([tuple(reading.values) for reading in readings]))


class Schedule(threading.Thread):
    """Performs the calls of one back end when they are due.

    Args:
        backend: The back end; opened, read and closed only in this thread.
        origin_ns: Origin of the grid of its deadlines.
        declare: Called when devices or calls have changed, before the first sample that depends on it.
    """

    def __init__(self, backend: Backend, origin_ns: int, write: Callable[[Sequence[Event]], None], declare: Callable[[], None]) -> None:
        super().__init__(name=f"sensors-{backend.name}", daemon=True)
        self.backend_name = backend.name
        self.declaration: Declaration | None = None
        """The back end's declaration; None until it is open."""
        self.in_flight: tuple[str, int] | None = None
        """The vendor call in progress, and its start in monotonic nanoseconds; None if there is none."""
        self.skipped = 0
        """Readings that were skipped, because a call took too long or the machine was busy."""
        self.is_live = True
        """Whether a user is watching, so that each reading is reported at once. May be set from another thread."""
        self.ended = threading.Event()
        self._backend = backend
        self._origin_ns = origin_ns
        self._write = write
        self._declare = declare
        self._glance = backend.glance if isinstance(backend, GlancingBackend) else None
        self._taken: list[_Taken] = []
        self._hold_until_ns = 0
        self._timers: list[_Timer] = []
        self._revision = -1
        self._sleep = threading.Lock()
        """Held until the end is requested. Waiting for a lock takes half the CPU time of waiting for an event."""
        self._sleep.acquire()
        self._is_last_round = False
        self._last_values: dict[tuple[str, str], float | int | None] = {}

    def finish(self) -> None:
        """Request one last round of all calls, one more update of the energy counters, and then the end."""
        if not self._is_last_round:
            self._is_last_round = True
            self._sleep.release()

    def run(self) -> None:
        """Open the back end and perform its calls until the end is requested."""
        try:
            self.in_flight = (f"{self.backend_name}.open", time.monotonic_ns())
            self._backend.open()
            self.in_flight = None
            if events := self._backend.events():
                self._write(events)
            self._declare_changes()
            self._loop()
            self._last_round()
            self._backend.close()
        except Exception as error:  # noqa: BLE001  A bug in one back end is reported and must not take the others with it.
            text = f"the {self.backend_name} sensors stopped: {type(error).__name__}: {error}"
            self._write([Log(time.monotonic_ns(), "error", text)])
            self.declaration = self.declaration or Declaration()
            self._declare()
        finally:
            self.in_flight = None
            self.ended.set()

    def _declare_changes(self) -> None:
        if self._backend.revision == self._revision:
            return
        self._revision = self._backend.revision
        backend = self._backend
        calls = {call.name: call for call in backend.calls() if call.series}
        self.declaration = Declaration(
            {device.key: device for device in backend.devices()},
            {name: call.series for name, call in calls.items()},
            {name: call.period_ns * 1e-9 for name, call in calls.items()},
            backend.quality(),
        )
        self._set_timers()
        self._declare()

    def _set_timers(self) -> None:
        # Maintenance calls come after the readings, and do not determine their grid, however short their period is.
        together: dict[tuple[bool, int], list[Call]] = {}
        for call in self._backend.calls():
            together.setdefault((not call.series, call.period_ns), []).append(call)
        before = {(not timer.calls[0].series, timer.period_ns): timer.deadline_ns for timer in self._timers}
        if together:
            grid = min(together)[1]
            first = self._origin_ns + ((time.monotonic_ns() - self._origin_ns) // grid + 1) * grid
            self._timers = [_Timer(key[1], calls, before.get(key, first)) for key, calls in sorted(together.items())]

    def _loop(self) -> None:
        while not self._is_last_round:
            if not self._timers:  # nor will there ever be: only calls can change the set of calls
                self._sleep.acquire()
                return
            wait_ns = min([timer.deadline_ns for timer in self._timers]) - time.monotonic_ns()
            if wait_ns > 0 and self._sleep.acquire(timeout=wait_ns * 1e-9):
                return
            self._tick(time.monotonic_ns())

    def _tick(self, now_ns: int) -> None:
        is_held = not self.is_live and not self._is_last_round
        if is_held and now_ns >= self._hold_until_ns:  # before the calls, because some of them take long
            self._hold_until_ns = (now_ns // HOLD_NS + 1) * HOLD_NS
            self._deliver()
        for timer in self._timers:
            if timer.deadline_ns <= now_ns:
                for call in timer.calls:
                    self._read(call)
                timer.deadline_ns += timer.period_ns
                late = time.monotonic_ns() - timer.deadline_ns
                if late >= 0:
                    missed = late // timer.period_ns + 1
                    timer.deadline_ns += missed * timer.period_ns
                    self.skipped += missed * sum(bool(call.series) for call in timer.calls)
        if not is_held or self._backend.revision != self._revision:
            self._deliver()
            self._declare_changes()

    def _read(self, call: Call) -> None:
        if not call.series:
            self._deliver()  # the call may change state that earlier glances need for their conversion
        self.in_flight = (call.name, time.monotonic_ns())
        if self._glance is not None and call.series:
            self._taken.append((call, (), self._glance(call.name)))
        else:
            reading = self._backend.read(call.name)
            self._taken.append((call, self._backend.events(), reading))
        self.in_flight = None

    def _deliver(self) -> None:
        """Convert the readings taken so far, and write them."""
        batch = _Batch()
        if self._taken:
            self.in_flight = (self._taken[0][0].name, time.monotonic_ns())
        for call, events, reading in self._taken:
            batch.add(events)
            if callable(reading):
                reading = reading()
                batch.add(self._backend.events())
            if reading is not None:
                batch.add_reading(call.name, reading)
                if self._is_last_round:
                    self._last_values.update(zip(call.series, reading.values, strict=True))
        self._taken.clear()
        self.in_flight = None
        if events := batch.events():
            self._write(events)

    def _last_round(self) -> None:
        """Perform every call once more, then continue until the sensors cover the time up to now, at most for the slowest counter's period.

        An energy counter covers it once its value changes; averaged power once half its window has passed (its integral is shifted by
        that much).
        """
        for timer in self._timers:
            for call in timer.calls:
                if call.series:
                    self._read(call)
        self._deliver()
        self._declare_changes()
        first = {series: value for series, value in self._last_values.items() if series[1] == COUNTER and value is not None}
        begin_ns = time.monotonic_ns()
        end_ns, half_window_end_ns = (
            begin_ns + round(_LAST_UPDATE_S * 1e9),
            begin_ns + self._half_window_ns({device for device, _ in first}),
        )
        while time.monotonic_ns() < half_window_end_ns or any(self._last_values[series] == value for series, value in first.items()):
            deadline = min(timer.deadline_ns for timer in self._timers)
            if deadline > end_ns:
                return
            time.sleep(max(0, deadline - time.monotonic_ns()) * 1e-9)
            self._tick(time.monotonic_ns())

    def _half_window_ns(self, counted: Collection[str]) -> int:
        """Return half the longest averaging window of power on devices without an energy counter, plus one reading interval; 0 if none."""
        windows_s = [0.0]
        for device in self._backend.devices():
            power_keys = [key for key in (POWER, AVERAGE) if self._last_values.get((device.key, key)) is not None]
            if power_keys and device.key not in counted:
                windows_s.append(device.capabilities[power_keys[0]].window_s or 0.0)
        reading_ns = min((timer.period_ns for timer in self._timers if timer.calls[0].series), default=0)
        return round(max(windows_s) / 2 * 1e9) + reading_ns if any(windows_s) else 0
