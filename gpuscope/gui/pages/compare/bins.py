"""Readings of a run by equal stretches of the axis: what a mean over runs is taken of, where there are too many to keep."""

from dataclasses import dataclass

import numpy as np

from gpuscope.gui.data.reading_table import Floats


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
