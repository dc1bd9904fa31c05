"""The steps of a capture, as marked by the profiler or the program."""

from dataclasses import dataclass

import numpy as np

from gpuscope.profiles.intervals import union_by_group_ns
from gpuscope.profiles.timeline import DeviceTime
from gpuscope.profiles.trace import S_PER_NS, STEP_NAME, Category, Integers


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


def step_rows(device_time: DeviceTime) -> tuple[StepRow, ...]:
    """Return the steps in order of time."""
    trace = device_time.tree.trace
    marked = [(index, match) for index in trace.slices.of(Category.ANNOTATION).tolist() if (match := STEP_NAME.match(trace.name_of(index)))]
    if not marked:
        return ()
    places = np.array([index for index, _ in marked])
    starts, ends = trace.slices.start_ns[places], trace.slices.end_ns[places]
    busy = _busy_ns(device_time, places)
    return tuple(
        StepRow(int(match.group(1)), start, duration, own if trace.has_device_work else None)
        for (_, match), start, duration, own in zip(
            marked, *((times * S_PER_NS).tolist() for times in (starts, ends - starts, busy)), strict=True
        )
    )


def _busy_ns(device_time: DeviceTime, places: Integers) -> Integers:
    """Return the device time of the work launched in each step; of several processes in one file, each has steps of its own."""
    tree = device_time.tree
    slices, work = tree.trace.slices, tree.trace.device_work.slice
    numbers: dict[object, int] = {}
    processes = np.array([numbers.setdefault(track.process, len(numbers)) for track in tree.trace.tracks])
    by = tree.launching_call
    calls = tree.calls[by] if tree.calls.size else work
    launched_ns = np.where(by >= 0, slices.start_ns[calls], slices.start_ns[work])
    busy = np.zeros(places.size, np.int64)
    marked, launching = processes[slices.track[places]], processes[slices.track[calls]]
    for process in (every := np.unique(marked)):
        steps = np.flatnonzero(marked == process)
        starts, ends = slices.start_ns[places[steps]], slices.end_ns[places[steps]]
        step = np.searchsorted(starts, launched_ns, "right") - 1
        is_own = (step >= 0) & (launched_ns < ends[step]) & device_time.is_counted
        is_own &= (every.size == 1) | ((by >= 0) & (launching == process))
        step, rows = step[is_own], work[is_own]
        busy[steps] = union_by_group_ns(step, slices.start_ns[rows], slices.end_ns[rows], steps.size)
    return busy


def median_step_s(steps: tuple[StepRow, ...]) -> float | None:
    """Return the median duration of the steps in seconds; None without any."""
    return float(np.median([step.duration_s for step in steps])) if steps else None
