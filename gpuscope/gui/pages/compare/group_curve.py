"""Curves of compared runs: thinned to be drawn, averaged over bins, and put together as the mean and range of a group."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from gpuscope.gui.charts.series import Series
from gpuscope.gui.data.reading_table import Floats
from gpuscope.gui.pages.compare.curve_axis import AxisPlaces


@dataclass(frozen=True, slots=True, eq=False)
class Bins:
    """Stretches from 0 on, as far as there are readings in them; a width is a power of two, so that bins of two runs fit together.

    Attributes:
        width: Of each, in units of the axis; 0 where each reading stands by itself.
        x: Their middles, float64 [n], ascending.
        mean: Of the finite readings in each; NaN where none is. All of one unit, float64 [n] each, as the following two.
        low: The least.
        high: The largest.
        count: How many finite ones there are, float64 [n].
    """

    width: float
    x: Floats
    mean: Floats
    low: Floats
    high: Floats
    count: Floats

    @classmethod
    def of_readings(cls, x: Floats, y: Floats) -> "Bins":
        """Return readings as they are, each by itself."""
        return cls(0.0, x, y, y, y, np.isfinite(y).astype(np.float64))

    def widened(self, width: float) -> "Bins":
        """Return wider bins; the same where they are as wide already."""
        if width <= self.width or not self.x.size:
            return self
        places = np.floor(self.x / width)
        begins = np.flatnonzero(np.diff(places, prepend=places[0] - 1))
        known = self.count > 0
        count = np.add.reduceat(self.count, begins)
        with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
            mean = np.add.reduceat(np.where(known, self.mean * self.count, 0.0), begins) / count
            low = np.fmin.reduceat(np.where(known, self.low, np.nan), begins)
            high = np.fmax.reduceat(np.where(known, self.high, np.nan), begins)
        return Bins(width, (places[begins] + 0.5) * width, mean, low, high, count)


_COLUMNS = 3000
"""Of a chart as wide as any screen; a curve keeps two points of each."""


@dataclass(frozen=True, slots=True, eq=False)
class RunCurve:
    """A curve.

    Attributes:
        x: Places, float64 [n], ascending.
        y: SI values; of a long series the extremes of blocks, so that no peak is lost. A mean must not be taken of these.
        bins: What a mean is taken of: each reading, or the bins of a long series.
    """

    x: Floats
    y: Floats
    bins: Bins

    @classmethod
    def of(cls, x: Floats, y: Floats) -> "RunCurve":
        """Return the curve of readings: places, ascending, and SI values."""
        bins = Bins.of_readings(x, y)
        if x.size <= 2 * _COLUMNS:
            return cls(x, y, bins)
        begin, end = float(x[0]), float(x[-1])
        series = Series()
        series.set(x, y)
        drawn_x, drawn_y = series.part(begin, end, _COLUMNS)
        return cls(np.array(drawn_x), np.array(drawn_y), bins.widened(_width(end - begin)))

    def over(self, axis: AxisPlaces) -> "RunCurve":
        """Return the same curve, which is one over time, over another axis."""
        x = axis.at(self.bins.x)
        bins = replace(self.bins, width=0.0, x=x)
        is_long = self.bins.width > 0 and x.size > 0
        return RunCurve(axis.at(self.x), self.y, bins.widened(_width(float(x[-1] - x[0]))) if is_long else bins)


def _width(span: float) -> float:
    """Return the least power of two of which a chart's columns are enough for a span."""
    return 2.0 ** math.ceil(math.log2(span / _COLUMNS)) if span > 0 else 1.0


@dataclass(frozen=True, slots=True, eq=False)
class GroupCurve:
    """One curve for a group.

    Attributes:
        x: Places, float64 [n], ascending.
        mean: Of the runs there, SI; NaN where one of them has no value.
        low: The least of the runs; None for a single run.
        high: The largest.
        runs: How many went in.
    """

    x: Floats
    mean: Floats
    low: Floats | None
    high: Floats | None
    runs: int


def group_curve(curves: Sequence[RunCurve]) -> GroupCurve | None:
    """Return the curve of a group, from those of its runs; None when no run has one, or they have no place in common.

    Several runs are averaged over bins as wide as the longest one's, then read at the places of the densest one, straight lines
    between, as far as all of them go.
    """
    curves = [curve for curve in curves if curve.x.size]
    if not curves:
        return None
    if len(curves) == 1:
        return GroupCurve(curves[0].x, curves[0].y, None, None, 1)
    width = max(curve.bins.width for curve in curves)
    runs = [curve.bins.widened(width) for curve in curves]
    begin, end = max(bins.x[0] for bins in runs), min(bins.x[-1] for bins in runs)
    densest = max((bins.x for bins in runs), key=lambda x: np.count_nonzero((x >= begin) & (x <= end)))
    x = densest[(densest >= begin) & (densest <= end)]
    if not x.size:
        return None
    with np.errstate(invalid="ignore"):
        mean = np.mean([np.interp(x, bins.x, bins.mean) for bins in runs], axis=0)
        low = np.min([np.interp(x, bins.x, bins.low) for bins in runs], axis=0)
        high = np.max([np.interp(x, bins.x, bins.high) for bins in runs], axis=0)
    return GroupCurve(x, mean, low, high, len(runs))
