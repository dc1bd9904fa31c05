"""Everything recorded of a run, as values: what its numbers are made from, and what a report draws its curves from."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from gpuscope.analysis.idle_baseline import IdleBaseline
from gpuscope.analysis.placement import Placement
from gpuscope.analysis.series import DeviceSeries, Stamps, Values
from gpuscope.core.device import Device
from gpuscope.core.quantity import Quantity
from gpuscope.core.run import RunGap, RunRecord


def _no_stamps() -> Stamps:
    return np.zeros(0, np.int64)


@dataclass(frozen=True, slots=True)
class ToldValues:
    """The values that a workload reported under one key (a loss) while it ran.

    Attributes:
        stamps_ns: When, int64, from the run's start; shape (n,).
        steps: The step that each belongs to, from 1, float64, warm-up included; NaN where none was reported.
        values: float64; may be NaN or infinite when that was reported.
    """

    stamps_ns: Stamps
    steps: Values
    values: Values


@dataclass(frozen=True, slots=True)
class RecordedRun:
    """A run and its recorded curves.

    Attributes:
        record: The run.
        series: Readings by device and metric.
        steps_ns: Ends of all steps in order, warm-up included, int64, from the run's start; shape (n,).
        told: What the workload reported, by key.
        marks: (seconds from the run's start, text) of each that was set while it ran.
    """

    record: RunRecord
    series: tuple[DeviceSeries, ...] = ()
    steps_ns: Stamps = field(default_factory=_no_stamps)
    told: Mapping[str, ToldValues] = field(default_factory=dict)
    marks: tuple[tuple[float, str], ...] = ()

    def find(self, device: str, metric: str) -> DeviceSeries | None:
        """Return the readings of a metric of a device; None when there are none."""
        return next((series for series in self.series if (series.device, series.metric) == (device, metric) and series.values.size), None)


@dataclass(frozen=True, slots=True)
class Profiled:
    """A part of a run in which a profiler recorded it, and slowed it down.

    Attributes:
        begin_ns: Where it begins, from the run's start.
        end_ns: Where the profile was written; None when the program ended before.
        steps: How many steps ended in it.
    """

    begin_ns: int
    end_ns: int | None
    steps: int


@dataclass(frozen=True)
class SummaryInput:
    """Everything that was recorded of a run. All stamps are nanoseconds from the run's start.

    Attributes:
        devices: Everything that was recorded, used or not.
        placement: Whose energy is the run's.
        window: Start and end; an end of None is "the last step, else the last reading"; None when it never opened.
        series: Readings by device and metric.
        gaps: Intervals without readings; device "" is every device.
        steps_ns: Ends of all steps in order, warm-up included, int64, shape (n,).
        warmup_steps: How many of them are warm-up.
        planned_steps: Measured steps that were planned; None for a command.
        counted_steps: Measured steps as the workload counted them at the window's end; None when it did not get there.
        samples_per_step: Samples of a measured step; None when it was not reported.
        samples_told: (samples of all steps, of the first, how many steps told theirs) as the program counted them; None when it did not.
        samples_per_epoch: Samples of a pass over the data; None when it was not reported.
        phase_times: Seconds by phase that the workload reported for a step, by the step's number from 1, warm-up included.
        has_phase_means: Whether these are means of all steps since the ones before, as they were seen.
        timed_every: One step in so many was timed by an event on its device; None where the host's clock stamped them all.
        lost_steps: Steps whose ends were overwritten before they were read.
        flops_per_step: Operations that the algorithm needs for a step; None when unknown.
        asked_ns: When the command was given; None when unknown.
        result: What the workload reported, by metric key.
        no_steps_reason: Why there are no steps, where there are none by design or by trouble.
        baselines: Idle power by device and kind, where it was recorded.
        profiled: Parts in which a profiler ran: no number holds for them.
    """

    devices: tuple[Device, ...]
    placement: Placement
    window: tuple[int, int | None] | None
    series: tuple[DeviceSeries, ...] = ()
    gaps: tuple[RunGap, ...] = ()
    steps_ns: Stamps = field(default_factory=_no_stamps)
    warmup_steps: int = 0
    planned_steps: int | None = None
    counted_steps: int | None = None
    samples_per_step: int | None = None
    samples_told: tuple[int, int, int] | None = None
    samples_per_epoch: int | None = None
    phase_times: Mapping[int, Mapping[str, float]] = field(default_factory=dict)
    has_phase_means: bool = False
    timed_every: int | None = None
    lost_steps: int = 0
    flops_per_step: float | None = None
    asked_ns: int | None = None
    result: Mapping[str, Quantity] = field(default_factory=dict)
    no_steps_reason: str | None = None
    baselines: Mapping[str, Mapping[str, IdleBaseline]] = field(default_factory=dict)
    profiled: tuple[Profiled, ...] = ()

    @property
    def is_command(self) -> bool:
        """Whether it is a command's run, not that of a workload of ours."""
        return self.planned_steps is None

    def series_of(self, device: str, metric: str) -> DeviceSeries | None:
        """Return the readings of a metric of a device; None where there is not one."""
        return next((series for series in self.series if series.device == device and series.metric == metric and series.values.size), None)

    def no_window_reason(self) -> str:
        """Return why there is no window, where there is none."""
        if self.is_command:
            return "the run ended before the first readings"
        return self.no_steps_reason or "the run ended before the first measured step"
