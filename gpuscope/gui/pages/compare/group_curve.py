"""The curves of a group's runs as one: their mean, and what they range over."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gpuscope.gui.data.reading_table import Floats


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


def group_curve(curves: Sequence[tuple[Floats, Floats]]) -> GroupCurve | None:
    """Returns the curve of a group, from those of its runs; None when no run has one, or they have no place in common.

    Several runs are read at the places of the densest one, straight lines between their readings, as far as all of them go.
    """
    curves = [curve for curve in curves if curve[0].size]
    if not curves:
        return None
    if len(curves) == 1:
        return GroupCurve(*curves[0], None, None, 1)
    begin, end = max(x[0] for x, _ in curves), min(x[-1] for x, _ in curves)
    densest = max((x for x, _ in curves), key=lambda x: np.count_nonzero((x >= begin) & (x <= end)))
    x = densest[(densest >= begin) & (densest <= end)]
    if not x.size:
        return None
    values = np.array([np.interp(x, places, one) for places, one in curves])
    with np.errstate(invalid="ignore"):
        return GroupCurve(x, values.mean(axis=0), values.min(axis=0), values.max(axis=0), len(curves))
