"""What a number of repeats can show, and how many it takes (J. Cohen, Statistical Power Analysis, 2nd edition, 2.4)."""

import math

from gpuscope.analysis.statistics.estimate import CONFIDENCE

POWER = 0.8
"""Share of such comparisons in which a difference this large is found."""
MOST_REPEATS = 1000


def detectable_ratio(scatter: float, repeats: int, metrics: int = 1) -> float:
    """Returns the smallest ratio above 1 that repeats show in four of five comparisons.

    Args:
        scatter: Standard deviation of the logarithm of a run's value; about its coefficient of variation.
        repeats: Of each side, at least 2.
        metrics: How many are told of; the one that differs is found among so many by the strictest of corrections.
    """
    from scipy.special import nctdtr, stdtrit

    freedom = 2.0 * (repeats - 1)
    bound = float(stdtrit(freedom, 1.0 - (1.0 - CONFIDENCE) / 2 / metrics))
    low, high = 0.0, 10.0 * bound
    while high - low > 1e-6:  # power grows with how far apart the means are, in standard errors
        middle = (low + high) / 2.0
        low, high = (middle, high) if 1.0 - float(nctdtr(freedom, middle, bound)) < POWER else (low, middle)
    return math.exp(high * scatter * math.sqrt(2.0 / repeats))


def repeats_for(scatter: float, width: float) -> int:
    """Returns how many repeats a side make the 95 % interval of a ratio no wider, from end to end, than a share of it.

    Args:
        scatter: Standard deviation of the logarithm of a run's value.
        width: 0.02 for an interval such as 0.99 to 1.01.
    """
    from scipy.special import stdtrit

    def widths(repeats: int) -> float:
        half = float(stdtrit(2.0 * (repeats - 1), 0.5 + CONFIDENCE / 2)) * scatter * math.sqrt(2.0 / repeats)
        return 2.0 * math.sinh(half)

    return next((repeats for repeats in range(2, MOST_REPEATS) if widths(repeats) <= width), MOST_REPEATS)
