"""A run with everything that was recorded of it, as values: what a report draws its curves from."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from gpuscope.analysis.series import DeviceSeries, Stamps, Values
from gpuscope.core.run import RunRecord


def _no_stamps() -> Stamps:
    return np.zeros(0, np.int64)


@dataclass(frozen=True, slots=True)
class ToldValues:
    """What a workload told of itself under one key (a loss) while it ran.

    Attributes:
        stamps_ns: When, int64, from the run's start; shape (n,).
        steps: The step that each belongs to, from 1, float64, warm-up included; NaN where none was told.
        values: float64; may be NaN or infinite when that was told.
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
        told: What the workload told of itself, by key.
        marks: (seconds from the run's start, text) of each that was set while it ran.
    """

    record: RunRecord
    series: tuple[DeviceSeries, ...] = ()
    steps_ns: Stamps = field(default_factory=_no_stamps)
    told: Mapping[str, ToldValues] = field(default_factory=dict)
    marks: tuple[tuple[float, str], ...] = ()

    def find(self, device: str, metric: str) -> DeviceSeries | None:
        """Return the readings of a metric of a device; None when there are none."""
        return next((one for one in self.series if (one.device, one.metric) == (device, metric) and one.values.size), None)
