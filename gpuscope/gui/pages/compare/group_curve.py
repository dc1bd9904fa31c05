"""The curves of a group's runs as one: their mean, and what they range over."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gpuscope.gui.data.reading_table import Floats
from gpuscope.gui.pages.compare.run_curve import RunCurve


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
    begin, end = max(one.x[0] for one in runs), min(one.x[-1] for one in runs)
    densest = max((one.x for one in runs), key=lambda x: np.count_nonzero((x >= begin) & (x <= end)))
    x = densest[(densest >= begin) & (densest <= end)]
    if not x.size:
        return None
    with np.errstate(invalid="ignore"):
        mean = np.mean([np.interp(x, one.x, one.mean) for one in runs], axis=0)
        low = np.min([np.interp(x, one.x, one.low) for one in runs], axis=0)
        high = np.max([np.interp(x, one.x, one.high) for one in runs], axis=0)
    return GroupCurve(x, mean, low, high, len(runs))
