"""How two sets of repeats differ: ratio and difference with their intervals (B. L. Welch, Biometrika 34, 1947).

The ratio is that of geometric means, its interval Welch's on logarithms: so a ratio and its inverse agree, and a
quantity may be reported in any unit. The difference is that of the arithmetic means.
"""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, replace

CONFIDENCE = 0.95
"""Of all intervals here (S19), and so of every interval that is shown: one convention throughout."""


@dataclass(frozen=True, slots=True)
class Spread:
    """What differs between two means, and how sure that is.

    Attributes:
        value: The first mean less the second.
        low: Lower end of the 95 % interval.
        high: Its upper end.
        p_value: Probability of a difference this large where there is none, two-sided.
        effect_size: The difference by the pooled standard deviation, corrected for few repeats (L. V. Hedges, 1981); infinite when
            repeats do not scatter and yet differ.
    """

    value: float
    low: float
    high: float
    p_value: float
    effect_size: float


@dataclass(frozen=True, slots=True)
class Estimate:
    """How two sets of repeats differ.

    Attributes:
        difference: Of the means, in the values' unit.
        ratio: Of the geometric means, with the ends of its 95 % interval; None where a value is not positive, or none was requested.
        spread: What the p-value and the effect size are of: logarithms where there is a ratio, else the values.
    """

    difference: Spread
    ratio: tuple[float, float, float] | None
    spread: Spread


def estimate(values: Sequence[float], reference: Sequence[float], *, as_difference: bool = False) -> Estimate:
    """Compare two sets of at least two finite values, one a run.

    Args:
        values: Of one side.
        reference: Of the other.
        as_difference: Whether the difference is what is reported, and so the p-value's and the effect size's.

    Raises:
        ValueError: Fewer than two values on a side, or one that is not finite.
    """
    if min(len(values), len(reference)) < 2 or not all(map(math.isfinite, (*values, *reference))):
        raise ValueError("at least two finite values a side")
    difference = _spread(values, reference)
    if as_difference or min(*values, *reference) <= 0:
        return Estimate(difference, None, difference)
    logarithms = _spread([math.log(value) for value in values], [math.log(value) for value in reference])
    ratio = _exp(logarithms.value), _exp(logarithms.low), _exp(logarithms.high)
    return Estimate(difference, ratio, logarithms)


def _exp(value: float) -> float:
    """Return the exponential; infinity where it is beyond every number."""
    try:
        return math.exp(value)
    except OverflowError:
        return math.inf


def mean(values: Sequence[float]) -> float:
    """Return what stands for repeats: the geometric mean where all are positive, as an estimate's ratio has it, else the arithmetic."""
    return statistics.geometric_mean(values) if min(values) > 0 else average(values)


def average(values: Sequence[float]) -> float:
    """Return the arithmetic mean, also of numbers whose sum would be beyond every number."""
    return math.fsum(value / len(values) for value in values)


def _spread(values: Sequence[float], reference: Sequence[float]) -> Spread:
    """Compare the means, in a unit in which no square is beyond every number."""
    scale = max(map(abs, (*values, *reference))) or 1.0
    spread = _scaled_spread([value / scale for value in values], [value / scale for value in reference])
    return replace(spread, value=spread.value * scale, low=spread.low * scale, high=spread.high * scale)


def _scaled_spread(values: Sequence[float], reference: Sequence[float]) -> Spread:
    from scipy.special import stdtr, stdtrit  # not needed before something is compared

    sizes, variances = (len(values), len(reference)), (_variance(values), _variance(reference))
    value = statistics.fmean(values) - statistics.fmean(reference)
    shares = [variance / size for variance, size in zip(variances, sizes, strict=True)]
    error = math.sqrt(sum(shares))
    if error == 0.0:
        # Readings that are rounded may fall alike by chance: no surer than the rarest order of so many runs (a permutation test).
        p_value = 1.0 if value == 0.0 else min(1.0, 2.0 / math.comb(sum(sizes), sizes[0]))
        return Spread(value, value, value, p_value, 0.0 if value == 0.0 else math.copysign(math.inf, value))
    # Welch and Satterthwaite: the two sides may scatter differently.
    freedom = 1.0 / sum((share / sum(shares)) ** 2 / (size - 1) for share, size in zip(shares, sizes, strict=True))
    half = float(stdtrit(freedom, 0.5 + CONFIDENCE / 2)) * error
    p_value = 2.0 * float(stdtr(freedom, -abs(value) / error))
    return Spread(value, value - half, value + half, p_value, _effect_size(value, sizes, variances))


def _variance(values: Sequence[float]) -> float:
    """Return the sample variance; what rounding leaves of equal values is none."""
    if min(values) == max(values):
        return 0.0
    middle = average(values)
    return math.fsum((value - middle) ** 2 for value in values) / (len(values) - 1)


def _effect_size(value: float, sizes: tuple[int, int], variances: tuple[float, float]) -> float:
    freedom = sum(sizes) - 2
    # Hedges' g: Cohen's d by the pooled variance, with its factor against the bias of few repeats.
    pooled = sum((size - 1) * variance for size, variance in zip(sizes, variances, strict=True)) / freedom
    return value / math.sqrt(pooled) * (1.0 - 3.0 / (4.0 * freedom - 1.0))
