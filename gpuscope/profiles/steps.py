"""The steps of a capture, where the profiler or the program marked them."""

import re
from dataclasses import dataclass

import numpy as np

from gpuscope.profiles.timeline import DeviceTime
from gpuscope.profiles.trace import Category

_S = 1e-9
STEP_NAME = re.compile(r"(?:ProfilerStep#|gpuscope step )(\d+)$")
"""Of a marked range that is a step."""


@dataclass(frozen=True, slots=True)
class StepRow:
    """A step; seconds.

    Attributes:
        number: As the profiler counts.
        start_s: From the trace's first event.
        duration_s: On the host, from its begin to its end.
        device_busy_s: Of the device while the step lasted; None where no device did anything.
    """

    number: int
    start_s: float
    duration_s: float
    device_busy_s: float | None


def step_rows(device_time: DeviceTime) -> tuple[StepRow, ...]:
    """Return the steps in order of time."""
    trace = device_time.tree.trace
    steps = []
    for index in trace.slices.of(Category.ANNOTATION).tolist():
        if match := STEP_NAME.match(trace.name_of(index)):
            start_ns, end_ns = int(trace.slices.start_ns[index]), int(trace.slices.end_ns[index])
            busy = device_time.busy.within(start_ns, end_ns) * _S if trace.has_device_work else None
            steps.append(StepRow(int(match.group(1)), start_ns * _S, (end_ns - start_ns) * _S, busy))
    return tuple(steps)


def median_step_s(steps: tuple[StepRow, ...]) -> float | None:
    """Return the median duration of the steps; None without any."""
    return float(np.median([step.duration_s for step in steps])) if steps else None
