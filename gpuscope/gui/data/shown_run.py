"""A live or saved run in memory: the data that pages draw."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gpuscope.core.device import WORKLOAD, Device
from gpuscope.core.event import End, Event, Gap, Hello, Log, Phase, Result, Sample, Steps, Table
from gpuscope.core.run import RunGap, RunRecord, RunState
from gpuscope.gui.data.rare_events import LogLine, RareEvents
from gpuscope.gui.data.reading_table import Floats, StepEnds
from gpuscope.gui.data.sensor_readings import SensorReadings
from gpuscope.recording.machine_state import RECENT_S, MachineState, Series, is_of_counter
from gpuscope.recording.progress import Progress, placed_on
from gpuscope.recording.run_store import UNWRITTEN
from gpuscope.sensors.declaration import Declaration

if TYPE_CHECKING:
    from gpuscope.storage.run_snapshot import RunSnapshot
    from gpuscope.storage.store import StoreReader


class ShownRun:
    """All data of one run. One thread writes, the window's thread reads; returned arrays never change.

    All times are seconds from the run's start, all values SI units, NaN where there is none.

    Args:
        record: The run; None for the machine without a run.
        most: Maximum number of readings per sensor call (the newest are kept); None keeps all.

    Attributes:
        progress: The run's progress.
        machine: Live state of the run's machine.
        quality: Quality of the readings by (device, metric), as last declared ("measured", "estimated" …).
        version: Incremented with each change.
        loads: Incremented when everything is reloaded, after which earlier values may differ too.
        end_s: The newest time stamp of any event; 0 before the first.
        end: The recorder's End event; None while the run lasts, or if there was none.
        is_kept: Whether the store has the run; False for an ended run that never reached it.
        record: The run's record as last read; None for the machine without a run.
    """

    def __init__(self, record: RunRecord | None = None, *, most: int | None = None) -> None:
        self.version = self.loads = 0
        self.is_kept = True
        self.record = record
        self._most = most
        self._settled = record is not None and record.state is not RunState.RUNNING
        self._clear()

    def _clear(self) -> None:
        self.progress = Progress(placed_on="" if self.record is None else placed_on(self.record.spec))
        self.quality: Mapping[tuple[str, str], str] = {}
        self.machine = MachineState()
        self.end_s = 0.0
        self.end: End | None = None
        self._readings = SensorReadings(self._most)
        self._steps = StepEnds()
        self._rare = RareEvents()

    @classmethod
    def from_store(cls, reader: StoreReader, record: RunRecord) -> Self:
        """Read a whole run from the store.

        Raises:
            UsageError: The store does not have the run.
            UnavailableError: The store cannot be read, or is damaged.
        """
        data = cls(record)
        with reader.snapshot(record.run_id, skips_damage=True) as snapshot:
            data.load(snapshot)
            if snapshot.damage is not None and record.state is not RunState.RUNNING:
                data.record = record.with_gaps(snapshot.damage.gaps)
        return data

    # Called by the writing thread.

    def load(self, snapshot: RunSnapshot, choose: Callable[[ShownRun], Collection[tuple[str, str]] | None] | None = None) -> None:
        """Replace all data with the run as stored.

        Args:
            snapshot: The run.
            choose: Called before the readings are loaded; returns the (device, metric) pairs to load. None, or a result of None, loads all.
        """
        fresh = ShownRun(self.record, most=self._most)
        fresh._fill(snapshot, choose)
        self.progress, self.machine, self.quality = fresh.progress, fresh.machine, fresh.quality
        self.end_s, self.end = fresh.end_s, fresh.end
        self._readings, self._steps, self._rare = fresh._readings, fresh._steps, fresh._rare
        self.loads += 1
        self.version += 1

    def _fill(self, snapshot: RunSnapshot, choose: Callable[[ShownRun], Collection[tuple[str, str]] | None] | None) -> None:
        self.apply(snapshot.events(), snapshot.start_ns)
        for call, count in snapshot.lengths().items():
            self._readings.reserve(call, count)
        for part in snapshot.readings(series=None if choose is None else choose(self)):
            self._readings.extend(part.call, part.before_ns, part.after_ns, part.values, snapshot.start_ns)
            self._reach(int(part.after_ns[-1]) if part.after_ns.size else 0)
        for gap in () if snapshot.damage is None else snapshot.damage.gaps:
            self._rare.add_gap(gap)
        for pid, first, ends_ns in snapshot.steps():
            self._steps.add(pid, first, ends_ns)
            self._reach(int(ends_ns[-1]) if ends_ns.size else 0)
        self.progress.take_steps(self._steps.finished, self._steps.stepper)
        self._steps.count(self.progress.samples_per_step or 1)
        latest = {key: self._readings.last(key) for key in self._readings.keys}
        self.progress.latest.update({key: value for key, value in latest.items() if value is not None})
        for series in self._readings.keys:
            self._bring_up_to_now(series, snapshot.start_ns)
        if self.end is not None or self._settled:
            self._steps.settle()
            self.machine.end()

    def _bring_up_to_now(self, series: Series, start_ns: int) -> None:
        """Pass a stored series' newest readings to the machine's state, and for an energy counter the start of its unbroken part."""
        times, values = self._readings.series(series)
        newest = range(max(0, int(times.searchsorted(times[-1] - RECENT_S)) - 1), times.size) if times.size else range(0)
        places = list(newest)
        if series[1] == "energy" and (begin := self._counter_begin(series[0], times, values)) is not None:
            places = [begin, *(place for place in newest if place > begin)]
        for place in places:
            value = float(values[place])
            self.machine.add_reading(series, start_ns + round(times[place] * 1e9), value if np.isfinite(value) else None)

    def _counter_begin(self, device: str, times: Floats, values: Floats) -> int | None:
        """Return the index of the first reading since an energy counter last broke; None without a reading."""
        breaks_s = [gap.end_s for gap in self._rare.gaps if gap.device == device and gap.end_s is not None and is_of_counter(gap.metrics)]
        there = np.flatnonzero(np.isfinite(values) & (times >= max(breaks_s, default=-np.inf)))
        falls = np.flatnonzero(np.diff(values[there]) < 0)
        return int(there[falls[-1] + 1 if falls.size else 0]) if there.size else None

    def apply(self, events: Iterable[Event], start_ns: int) -> None:
        """Apply events in order of arrival; ``start_ns`` is the monotonic clock at the run's start."""
        events = tuple(events)
        self.progress.apply(events)
        self.machine.apply(events)
        self._steps.count(self.progress.samples_per_step or 1)
        for event in events:
            match event:
                case Sample():
                    self._readings.add(event, start_ns)
                    self._reach(event.after_ns - start_ns)
                case Steps() if event.stamps_ns:
                    self._steps.add(event.pid, event.first, np.array(event.stamps_ns, np.int64) - start_ns)
                    self._reach(event.stamps_ns[-1] - start_ns)
                case Hello() if event.role == "helper":
                    self._declare(event)
                case Log() | Phase() | Gap() | Result():
                    self._rare.add(event, start_ns)
                case End():
                    self.end = event
                    self._reach(event.t_ns - start_ns)
                    self._steps.settle()
                    self.machine.end()
                case _:
                    pass
        self.version += 1

    def end_gaps(self, t_s: float) -> None:
        """Close the open gaps: another process continues reading and reports its own."""
        self._rare.end_gaps(t_s)
        self.machine.end_gaps()
        self.version += 1

    def _declare(self, hello: Hello) -> None:
        try:
            declaration = Declaration.from_info(hello.info)
        except ValueError:
            return  # written by a later version
        qualities = {tuple(key.split("/", 1)): quality for key, (quality, _) in declaration.quality.items()}
        self.quality = {(key[0], key[-1]): quality for key, quality in qualities.items()}
        self._readings.declare(declaration)

    def _reach(self, after_start_ns: int) -> None:
        self.end_s = max(self.end_s, after_start_ns / 1e9)

    def settle(self, record: RunRecord) -> None:
        """Set the run's current record; no events follow the record of an ended run."""
        self.record = record
        if record.state is not RunState.RUNNING:
            self._steps.settle()
            self.machine.end()
            self._settled = True
        self.version += 1

    # Called by the pages.

    @property
    def store_warning(self) -> str:
        """Why readings cannot currently be stored, in the recorder's words; "" if they can."""
        if not self.progress.values.get(UNWRITTEN):
            return ""
        return next((line.text for line in reversed(self.log) if line.level == "warning"), "")

    @property
    def ended(self) -> bool:
        """Whether the run is complete: no more events follow."""
        return self._settled or self.end is not None

    def series_keys(self) -> tuple[tuple[str, str], ...]:
        """Return the (device, metric) of all series, in order of declaration."""
        return self._readings.keys

    def series(self, device: str, metric: str) -> tuple[Floats, Floats]:
        """Return (seconds, values), float64 [n]; NaN where a reading failed or in a gap; empty for an unknown series."""
        return self._readings.series((device, metric))

    def rate(self, device: str, metric: str) -> tuple[Floats, Floats]:
        """Return (seconds, increase per second) of a counter, float64 [n], over half a second or two readings (:class:`CounterRate`)."""
        return self._readings.rate((device, metric))

    @property
    def devices(self) -> tuple[Device, ...]:
        """The measured devices, as last declared."""
        return self.machine.devices

    @devices.setter
    def devices(self, devices: tuple[Device, ...]) -> None:
        self.machine.devices = devices

    @property
    def tables(self) -> Mapping[tuple[str, str], Table]:
        """The newest table by (device, name): processes, state of the sensor helper."""
        return self.machine.tables

    def latest(self, device: str, metric: str) -> float | None:
        """Return the newest value of a series in SI units; None without one or during a gap."""
        return self.machine.value(device, metric)

    def is_in_gap(self, device: str, metric: str) -> bool:
        """Return whether the series is in a gap now."""
        return self.machine.gap(device, metric) is not None

    def step_ends(self) -> Floats:
        """Return the ends of steps in seconds, warm-up included, float64 [n]: all of them, or fifty per second in a faster loop.

        :meth:`step_counts` returns the steps finished at each.
        """
        return self._steps.ends()[0]

    def step_counts(self, part: slice = slice(None)) -> Floats:
        """Return the measured steps finished at each of :meth:`step_ends`, that one included, float64 [n]; 0 and less in the warm-up.

        Args:
            part: Slice of the ends; calls at redraw rate must not become slower as the run grows.
        """
        return self._steps.ends()[1][part] - self.progress.warmup_steps

    def throughput(self) -> tuple[Floats, Floats]:
        """Return (seconds, rate in :attr:`throughput_unit`), float64 [n].

        Each rate is taken over the shortest run of whole steps that ends there and lasts a quarter of a second or more, without
        other smoothing. NaN if the job stood still or the machine slept within it.
        """
        begins, times, rates = self._steps.rates()
        for gap in self._rare.gaps:
            if gap.device in ("", WORKLOAD) and not gap.metrics and times.size:
                rates = np.where((times > gap.start_s) & (begins < (np.inf if gap.end_s is None else gap.end_s)), np.nan, rates)
        return times, rates

    @property
    def throughput_unit(self) -> str:
        """The unit of :meth:`throughput`: samples/s, or steps/s if the samples per step are unknown."""
        return "samples/s" if self.progress.samples_per_step else "steps/s"

    def step_at(self, t_s: float) -> int:
        """Return the number of measured steps finished by a time; 0 or negative in the warm-up."""
        return self._steps.at(t_s) - self.progress.warmup_steps

    def logged_keys(self) -> tuple[str, ...]:
        """Return the keys of the values that the workload logged (loss …)."""
        return self._rare.logged_keys()

    def logged(self, key: str) -> tuple[Floats, Floats, Floats]:
        """Return (seconds, measured step or NaN, value), float64 [n], of a logged value; steps of the warm-up are 0 or negative."""
        times, steps, values = self._rare.logged(key)
        return times, steps - self.progress.warmup_steps, values

    @property
    def gaps(self) -> tuple[RunGap, ...]:
        """Intervals without readings, the newest thousand."""
        return self._rare.gaps

    @property
    def marks(self) -> tuple[tuple[float, str], ...]:
        """(seconds, text) of the marks, the newest thousand."""
        return self._rare.marks

    @property
    def phases(self) -> tuple[tuple[float, str], ...]:
        """(seconds, name) of the phases, the newest thousand: load, warmup, measured, evaluate, done, and the user's own."""
        return self._rare.phases

    @property
    def log(self) -> tuple[LogLine, ...]:
        """The newest 2,000 lines of the log."""
        return self._rare.lines

    @property
    def log_count(self) -> int:
        """Log lines so far, including those that have been dropped."""
        return self._rare.line_count

    @property
    def facts(self) -> Mapping[str, Any]:
        """Facts that the workload reported about itself (threads, data set …)."""
        return self._rare.facts

    @property
    def window(self) -> tuple[float, float] | None:
        """(begin, end) of the measured window in seconds; None while unknown."""
        record = self.record
        if record is not None and record.window_start_s is not None and record.duration_s is not None:
            return record.window_start_s, record.window_start_s + record.duration_s
        begins = {name: t_s for t_s, name in self.phases}
        return (begins["measured"], begins["evaluate"]) if {"measured", "evaluate"} <= begins.keys() else None
