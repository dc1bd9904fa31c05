"""The steps of a capture, as marked by the profiler or the program."""

from dataclasses import dataclass

import numpy as np

from gpuscope.profiles.intervals import union_by_group_ns
from gpuscope.profiles.timeline import DeviceTime
from gpuscope.profiles.trace import STEP_NAME, Category, Integers

_S = 1e-9


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
    busy = _busy_ns(device_time, starts, ends)
    return tuple(
        StepRow(int(match.group(1)), int(start) * _S, int(end - start) * _S, int(own) * _S if trace.has_device_work else None)
        for (_, match), start, end, own in zip(marked, starts, ends, busy, strict=True)
    )


def _busy_ns(device_time: DeviceTime, starts: Integers, ends: Integers) -> Integers:
    """Return the device time of the work launched in each of some consecutive intervals."""
    tree = device_time.tree
    slices, work = tree.trace.slices, tree.trace.device_work.slice
    by = np.where(tree.launch >= 0, tree.launch, tree.launcher)
    launched_ns = np.where(by >= 0, slices.start_ns[tree.calls[by]] if tree.calls.size else 0, slices.start_ns[work])
    step = np.searchsorted(starts, launched_ns, "right") - 1
    own = (step >= 0) & (launched_ns < ends[step]) & device_time.is_counted
    return union_by_group_ns(step[own], slices.start_ns[work[own]], slices.end_ns[work[own]], starts.size)


def median_step_s(steps: tuple[StepRow, ...]) -> float | None:
    """Return the median duration of the steps in seconds; None without any."""
    return float(np.median([step.duration_s for step in steps])) if steps else None
