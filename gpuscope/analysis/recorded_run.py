"""Everything recorded for a run, as values: the input to its metrics and to the curves in reports."""

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
class ReportedValues:
    """The values that a workload reported under one key (a loss) while it ran.

    Attributes:
        stamps_ns: Time of each report, int64, from the run's start; shape (n,).
        steps: Step of each value, from 1, float64, warm-up included; NaN if none was reported.
        values: The values, float64; NaN or infinite if so reported.
    """

    stamps_ns: Stamps
    steps: Values
    values: Values


@dataclass(frozen=True, slots=True)
class Profiled:
    """A part of a run that a profiler recorded and slowed down.

    Attributes:
        begin_ns: Start of the part, from the run's start.
        end_ns: Time at which the profile was written; None if the program ended before that.
        steps: Number of steps that ended in the part.
    """

    begin_ns: int
    end_ns: int | None
    steps: int


@dataclass(frozen=True, slots=True)
class RecordedRun:
    """A run and its recorded curves.

    Attributes:
        series: Readings by device and metric.
        steps_ns: Ends of all steps in order, warm-up included, int64, from the run's start; shape (n,).
        reported: Values that the workload reported, by key.
        marks: (seconds from the run's start, text) of each mark set during the run.
        profiled: Parts in which a profiler ran.
    """

    record: RunRecord
    series: tuple[DeviceSeries, ...] = ()
    steps_ns: Stamps = field(default_factory=_no_stamps)
    reported: Mapping[str, ReportedValues] = field(default_factory=dict)
    marks: tuple[tuple[float, str], ...] = ()
    profiled: tuple[Profiled, ...] = ()

    def find(self, device: str, metric: str) -> DeviceSeries | None:
        """Return the readings of a device's metric; None if there are none."""
        return next((series for series in self.series if (series.device, series.metric) == (device, metric) and series.values.size), None)


@dataclass(frozen=True)
class SummaryInput:
    """Everything recorded for a run. All stamps are nanoseconds from the run's start.

    Attributes:
        devices: All recorded devices, used or not.
        placement: The devices whose energy is the run's.
        window: Start and end; an end of None means the last step, else the last reading; None if the window never opened.
        series: Readings by device and metric.
        gaps: Intervals without readings; device "" means every device.
        steps_ns: Ends of all steps in order, warm-up included, int64, shape (n,).
        warmup_steps: Number of warm-up steps among them.
        planned_steps: Planned number of measured steps; None for a command.
        counted_steps: Measured steps counted by the workload at the window's end; None if it did not get there.
        samples_per_step: Samples per measured step, a mean if they differ; None if not reported.
        reported_samples: (samples of all steps, of the first, number of steps with samples) counted by the program; None if it did not.
        samples_per_epoch: Samples per pass over the data; None if not reported.
        micro_batches: Forward and backward passes per step of a built-in workload.
        phase_times: Reported seconds by phase, by step number from 1, warm-up included.
        has_phase_means: Whether these are means, by observation, over all steps since the previous entry.
        timed_every: One step in ``timed_every`` was timed by an event on its device; None if the host's clock stamped all steps.
        tested_every: Number of measured steps after each of which the model was tested; None if it was not.
        measured_numbers: Numbers of the measured steps, from 0, if profiled ones were left out; None for all.
        lost_steps: Steps whose ends were overwritten before they were read.
        flops_per_step: Floating-point operations that the algorithm needs per step; None if unknown.
        asked_ns: When the command was given; None if unknown.
        result: Metrics that the workload reported, by metric key.
        no_steps_reason: Why there are no steps, by design or because of a fault; None otherwise.
        baselines: Recorded idle power by device and kind.
        profiled: Parts in which a profiler ran; they are excluded from the metrics.
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
    samples_per_step: float | None = None
    reported_samples: tuple[int, int, int] | None = None
    samples_per_epoch: int | None = None
    micro_batches: int = 1
    phase_times: Mapping[int, Mapping[str, float]] = field(default_factory=dict)
    has_phase_means: bool = False
    timed_every: int | None = None
    tested_every: int | None = None
    measured_numbers: Stamps | None = None
    lost_steps: int = 0
    flops_per_step: float | None = None
    asked_ns: int | None = None
    result: Mapping[str, Quantity] = field(default_factory=dict)
    no_steps_reason: str | None = None
    baselines: Mapping[str, Mapping[str, IdleBaseline]] = field(default_factory=dict)
    profiled: tuple[Profiled, ...] = ()

    @property
    def is_command(self) -> bool:
        """Whether it is a command's run, not that of a built-in workload."""
        return self.planned_steps is None

    def series_of(self, device: str, metric: str) -> DeviceSeries | None:
        """Return the readings of a device's metric; None if there are none."""
        return next((series for series in self.series if series.device == device and series.metric == metric and series.values.size), None)

    def no_window_reason(self) -> str:
        """Return why the run has no window."""
        if self.is_command:
            return "the run ended before the first readings"
        return self.no_steps_reason or "the run ended before the first measured step"
