"""The trend over time that sets of repeats have in common: analysis of covariance, with a mean of its own for each set."""

import math
from collections.abc import Sequence
from statistics import fmean


def common_slope(*sides: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return the slope of values over time within all sides, and its two-sided p-value; (0, 1) if there are too few to tell.

    Args:
        sides: (time, value) pairs of each side, at least one.
    """
    from scipy.special import stdtr  # lazy: needed only with repeats

    centred = [(t - fmean(time for time, _ in side), y - fmean(value for _, value in side)) for side in sides for t, y in side]
    freedom = len(centred) - len(sides) - 1
    of_times = math.fsum(t * t for t, _ in centred)
    if freedom < 1 or of_times == 0.0:
        return 0.0, 1.0
    slope = math.fsum(t * y for t, y in centred) / of_times
    error = math.sqrt(math.fsum((y - slope * t) ** 2 for t, y in centred) / freedom / of_times)
    if error == 0.0:
        return slope, 0.0 if slope else 1.0
    return slope, 2.0 * float(stdtr(freedom, -abs(slope) / error))
