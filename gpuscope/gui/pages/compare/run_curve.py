"""One curve of one run: thinned to be drawn, and averaged over bins to be put together with other runs'."""

import math
from dataclasses import dataclass, replace

import numpy as np

from gpuscope.gui.charts.series import Series
from gpuscope.gui.data.reading_table import Floats
from gpuscope.gui.pages.compare.bins import Bins
from gpuscope.gui.pages.compare.curve_axis import AxisPlaces

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
