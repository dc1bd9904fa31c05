"""What a number of repeats can show (J. Cohen, Statistical Power Analysis, 2nd edition, 2.4)."""

import math

from gpuscope.analysis.statistics.estimate import CONFIDENCE

POWER = 0.8
"""Share of such comparisons in which a difference this large is found."""


def detectable_ratio(scatter: float, repeats: int, metrics: float = 1.0) -> float:
    """Return the smallest ratio above 1 that repeats show in four of five comparisons.

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
