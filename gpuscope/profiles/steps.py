"""The steps of a capture, as marked by the profiler or the program."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gpuscope.profiles.intervals import union_by_group_ns
from gpuscope.profiles.timeline import DeviceTime
from gpuscope.profiles.trace import S_PER_NS, STEP_NAME, UNKNOWN, Category, Integers, Trace


@dataclass(frozen=True, slots=True)
class StepRow:
    """A step; times in seconds.

    Attributes:
        number: Its number in the mark.
        start_s: Start since the trace's first event.
        duration_s: Duration on the host.
        device_busy_s: Device time of the work it launched, including work after its end; None if there is no device work.
    """

    number: int
    start_s: float
    duration_s: float
    device_busy_s: float | None


@dataclass(frozen=True)
class MarkedSteps:
    """The steps of a capture, in order of time, and what belongs to them."""

    device_time: DeviceTime

    @cached_property
    def rows(self) -> tuple[StepRow, ...]:
        """The steps as rows of a table."""
        trace = self.device_time.tree.trace
        starts, durations = trace.slices.start_ns[self.marks], trace.slices.duration_ns[self.marks]
        times = (column.tolist() for column in (starts * S_PER_NS, durations * S_PER_NS, self._busy_ns * S_PER_NS))
        return tuple(
            StepRow(number, start, duration, own if trace.has_device_work else None)
            for number, start, duration, own in zip(self._numbers, *times, strict=True)
        )

    @cached_property
    def of_work(self) -> Integers:
        """The step that launched each piece of device work, as an index into `rows`; -1 for none.

        Work without a recorded launch belongs to the step in which it started, unless several processes have steps of their own.
        """
        tree = self.device_time.tree
        slices, by = tree.trace.slices, tree.launching_call
        launching = tree.calls[by] if tree.calls.size else tree.trace.device_work.slice
        processes = np.where(by >= 0, self._processes[slices.track[launching]], UNKNOWN)
        launched_ns = np.where(by >= 0, slices.start_ns[launching], slices.start_ns[tree.trace.device_work.slice])
        return np.where(self.device_time.is_counted, self._at(processes, launched_ns), UNKNOWN)

    @cached_property
    def of_calls(self) -> Integers:
        """The step in which each of `CallTree.calls` started, as an index into `rows`; -1 for none."""
        slices, calls = self.device_time.tree.trace.slices, self.device_time.tree.calls
        return self._at(self._processes[slices.track[calls]], slices.start_ns[calls])

    @cached_property
    def marks(self) -> Integers:
        """The steps as indices into the slices, ascending."""
        return step_marks(self.device_time.tree.trace)

    @property
    def _numbers(self) -> list[int]:
        trace = self.device_time.tree.trace
        return [int(match.group(1)) for index in self.marks.tolist() if (match := STEP_NAME.match(trace.name_of(index)))]

    @cached_property
    def _processes(self) -> Integers:
        return _process_of_tracks(self.device_time.tree.trace)

    def _at(self, processes: Integers, times_ns: Integers) -> Integers:
        """Return the step of each process at a time, the last begun; -1 for none.

        Of several processes in one file, each has steps of its own.
        """
        slices, marks = self.device_time.tree.trace.slices, self.marks
        steps = np.full(times_ns.size, UNKNOWN, np.int64)
        marked = self._processes[slices.track[marks]]
        for process in (every := np.unique(marked)):
            own = np.flatnonzero(marked == process)
            starts_ns, ends_ns = slices.start_ns[marks[own]], slices.end_ns[marks[own]]
            last = np.searchsorted(starts_ns, times_ns, "right") - 1
            is_own = (last >= 0) & (times_ns < ends_ns[last]) & ((every.size == 1) | (processes == process))
            steps[is_own] = own[last[is_own]]
        return steps

    @property
    def _busy_ns(self) -> Integers:
        """Device time of the work launched in each step."""
        slices, work = self.device_time.tree.trace.slices, self.device_time.tree.trace.device_work.slice
        rows = np.flatnonzero(self.of_work >= 0)
        starts, ends = slices.start_ns[work[rows]], slices.end_ns[work[rows]]
        return union_by_group_ns(self.of_work[rows], starts, ends, self.marks.size)


def step_marks(trace: Trace) -> Integers:
    """Return the indices of the slices that are steps, ascending: a marked range within a step of its process is a part of that step.

    Steps that overlap without one containing the other are both steps. A step in which the program was interrupted is none.
    """
    rows = trace.rows_named(STEP_NAME, Category.ANNOTATION)
    processes, ends_ns = _process_of_tracks(trace)[trace.slices.track[rows]].tolist(), trace.slices.end_ns[rows].tolist()
    marks, latest_ns = [], dict.fromkeys(processes, UNKNOWN)
    for row, process, end_ns in zip(rows.tolist(), processes, ends_ns, strict=True):
        if end_ns > latest_ns[process]:
            latest_ns[process] = end_ns
            marks.append(row)
    return np.array(marks[: trace.ended_steps], np.int64)


def _process_of_tracks(trace: Trace) -> Integers:
    """Return the process of each track, by number."""
    numbers: dict[object, int] = {}
    return np.array([numbers.setdefault(track.process, len(numbers)) for track in trace.tracks], np.int64)


def mean_step_s(steps: Sequence[StepRow]) -> float | None:
    """Return the mean duration of the steps in seconds; None without any."""
    return float(np.mean([step.duration_s for step in steps])) if steps else None


def median_step_s(steps: Sequence[StepRow]) -> float | None:
    """Return the median duration of the steps in seconds; None without any."""
    return float(np.median([step.duration_s for step in steps])) if steps else None
