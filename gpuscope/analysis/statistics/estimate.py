"""Ratio and difference of two sets of repeats, with their intervals (B. L. Welch, Biometrika 34, 1947).

The ratio is that of the geometric means, with Welch's interval on logarithms: so a ratio and its inverse agree, and the
result does not depend on the unit. The difference is that of the arithmetic means.
"""

import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

CONFIDENCE = 0.95
"""Confidence level of all intervals (S19), including every interval shown to users."""

_LEAST_FREEDOM = 2.0
"""Degrees of freedom from which :func:`repeats_error` assumes nothing."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Difference of two means and its significance.

    Attributes:
        value: The first mean minus the second.
        low: Lower end of the 95 % interval.
        high: Upper end of the 95 % interval.
        p_value: Two-sided p-value of the difference.
        effect_size: The difference divided by the pooled standard deviation, corrected for few repeats (L. V. Hedges, 1981); infinite
            if repeats differ without scatter.
    """

    value: float
    low: float
    high: float
    p_value: float
    effect_size: float


@dataclass(frozen=True, slots=True)
class Estimate:
    """Estimated difference and ratio of two sets of repeats.

    Attributes:
        difference: Difference of the means, in the values' unit.
        ratio: Ratio of the geometric means, with the ends of its 95 % interval; None if a value is not positive, or if not requested.
        spread: Basis of p-value and effect size: the difference of logarithms if there is a ratio, else ``difference``.
    """

    difference: Spread
    ratio: tuple[float, float, float] | None
    spread: Spread


def estimate(values: Sequence[float], reference: Sequence[float], *, as_difference: bool = False) -> Estimate:
    """Compare two sets of at least two finite values, one per run.

    Args:
        values: Values of one side.
        reference: Values of the other side.
        as_difference: Whether to report the difference only, and base p-value and effect size on it.

    Raises:
        ValueError: A side has fewer than two values, or a value is not finite.
    """
    if min(len(values), len(reference)) < 2 or not all(map(math.isfinite, (*values, *reference))):
        raise ValueError("at least two finite values per side")
    difference = _spread(values, reference)
    if as_difference or min(*values, *reference) <= 0:
        return Estimate(difference, None, difference)
    logarithms = _spread([math.log(value) for value in values], [math.log(value) for value in reference])
    ratio = _exp(logarithms.value), _exp(logarithms.low), _exp(logarithms.high)
    return Estimate(difference, ratio, logarithms)


def _exp(value: float) -> float:
    """Return the exponential; infinity on overflow."""
    try:
        return math.exp(value)
    except OverflowError:
        return math.inf


def mean(values: Sequence[float]) -> float:
    """Return the mean of repeats: geometric if all are positive, as in an estimate's ratio, else arithmetic."""
    return statistics.geometric_mean(values) if min(values) > 0 else average(values)


def average(values: Sequence[float]) -> float:
    """Return the arithmetic mean, even if the sum of the values would overflow."""
    return math.fsum(value / len(values) for value in values)


def mean_half_width(values: Sequence[float]) -> float:
    """Return the half width of the 95 % interval of the arithmetic mean of repeats, by Student's t; 0 for a single value."""
    if len(values) < 2:
        return 0.0
    from scipy.special import stdtrit  # lazy: needed only with repeats

    middle = average(values)
    error = math.hypot(*(value - middle for value in values)) / math.sqrt((len(values) - 1) * len(values))
    return float(stdtrit(len(values) - 1, 0.5 + CONFIDENCE / 2)) * error


def repeats_error(repeats: Iterable[Sequence[float]], usual: float) -> float:
    """Return the half width of the 95 % interval of the difference of two single runs, from the pooled scatter of repeats of any kind.

    All kinds are assumed to scatter alike, so that their degrees of freedom add up. Below two, an assumed scatter makes up for the rest:
    with one, Student's t is so large (12.7) that the interval would say nothing.

    Args:
        repeats: Values of the runs of each kind; a kind with a single run adds nothing.
        usual: Assumed standard deviation between runs of one kind.
    """
    from scipy.special import stdtrit  # lazy: as above

    squares = freedom = 0.0
    for values in repeats:
        squares += _variance(values) * (len(values) - 1) if len(values) > 1 else 0.0
        freedom += len(values) - 1
    assumed = max(0.0, _LEAST_FREEDOM - freedom)
    variance = (squares + assumed * usual**2) / (freedom + assumed)
    return float(stdtrit(freedom + assumed, 0.5 + CONFIDENCE / 2)) * math.sqrt(2.0 * variance)


def _spread(values: Sequence[float], reference: Sequence[float]) -> Spread:
    """Compare the means, scaled so that no square overflows."""
    scale = max(map(abs, (*values, *reference))) or 1.0
    spread = _scaled_spread([value / scale for value in values], [value / scale for value in reference])
    return replace(spread, value=spread.value * scale, low=spread.low * scale, high=spread.high * scale)


def _scaled_spread(values: Sequence[float], reference: Sequence[float]) -> Spread:
    from scipy.special import stdtr, stdtrit  # lazy: needed only for comparisons

    sizes, variances = (len(values), len(reference)), (_variance(values), _variance(reference))
    value = statistics.fmean(values) - statistics.fmean(reference)
    shares = [variance / size for variance, size in zip(variances, sizes, strict=True)]
    error = math.sqrt(sum(shares))
    if error == 0.0:
        # Rounded readings may coincide by chance: bound the p-value by that of one side rounding up and the other down, with the chance
        # of rounding up at which this is most likely.
        p_value = 1.0 if value == 0.0 else 2.0 * math.prod((size / sum(sizes)) ** size for size in sizes)
        return Spread(value, value, value, p_value, 0.0 if value == 0.0 else math.copysign(math.inf, value))
    # Welch and Satterthwaite: the two sides may scatter differently. Two repeats that happen to agree would give all weight to the other
    # side, so that equal groups would differ far too often: the freedom is at most that of two sides of the smaller size.
    satterthwaite = 1.0 / sum((share / sum(shares)) ** 2 / (size - 1) for share, size in zip(shares, sizes, strict=True))
    freedom = min(satterthwaite, 2.0 * (min(sizes) - 1))
    half = float(stdtrit(freedom, 0.5 + CONFIDENCE / 2)) * error
    p_value = 2.0 * float(stdtr(freedom, -abs(value) / error))
    return Spread(value, value - half, value + half, p_value, _effect_size(value, sizes, variances))


def _variance(values: Sequence[float]) -> float:
    """Return the sample variance; exactly 0 for equal values, without rounding error."""
    if min(values) == max(values):
        return 0.0
    middle = average(values)
    return math.fsum((value - middle) ** 2 for value in values) / (len(values) - 1)


def _effect_size(value: float, sizes: tuple[int, int], variances: tuple[float, float]) -> float:
    freedom = sum(sizes) - 2
    # Hedges' g: Cohen's d with the pooled variance, times the correction for the bias of few repeats.
    pooled = sum((size - 1) * variance for size, variance in zip(sizes, variances, strict=True)) / freedom
    return value / math.sqrt(pooled) * (1.0 - 3.0 / (4.0 * freedom - 1.0))
