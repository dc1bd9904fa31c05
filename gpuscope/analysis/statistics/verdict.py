"""Whether a metric is better, worse or not measurably different, and why (measurement.md, S19)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gpuscope.analysis.statistics.estimate import Estimate
from gpuscope.core.metric import Better

RATE = 0.05
"""False discovery rate, the customary 5 %: at most one in twenty reported differences is expected to be false."""
PRIMARY, OTHER = "primary", "other"
FAMILY_SHARES: Mapping[str, float] = {PRIMARY: 0.9, OTHER: 0.1}
"""Share of the rate for each family. Two families with the full rate each would report a difference in one of ten comparisons of equal
groups (S19 allows one in twenty); most of it goes to the primary metrics."""


def adjusted(p_values: Sequence[float]) -> list[float]:
    """Return p-values corrected by Benjamini and Hochberg (J. R. Stat. Soc. B 57, 1995), for comparison with the rate."""
    count, least = len(p_values), 1.0
    corrected = [1.0] * count
    for rank, index in reversed(list(enumerate(sorted(range(count), key=p_values.__getitem__), start=1))):
        least = min(least, p_values[index] * count / rank)
        corrected[index] = least
    return corrected


def adjusted_by_family(p_values: Sequence[float], families: Sequence[str]) -> list[float]:
    """Return p-values corrected within their families and for each family's share of the rate.

    Args:
        p_values: One per metric and group.
        families: The family of each, a key of :data:`FAMILY_SHARES`. A single family gets the full rate.
    """
    whole = sum(FAMILY_SHARES[family] for family in set(families))
    corrected = [1.0] * len(p_values)
    for family in set(families):
        places = [place for place, name in enumerate(families) if name == family]
        for place, value in zip(places, adjusted([p_values[place] for place in places]), strict=True):
            corrected[place] = min(1.0, value * whole / FAMILY_SHARES[family])
    return corrected


BETTER, WORSE, NO_DIFFERENCE, NOT_COMPARABLE = "better", "worse", "no-difference", "not-comparable"
CLAIM_REPEATS = 5
"""Repeats per side required for a claim (S18): with five, Student's t is 2.3 standard errors wide, near the 2.0 of infinitely
many; with two it is 4.3."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """One of the four verdicts, with its reason."""

    key: str
    reason: str


NO_DIFFERENCE_TEXT = "no measurable difference"
"""Name of the verdict NO_DIFFERENCE in sentences and legends."""
_CHANCE = "among {0}, chance alone can give such a difference"
CORRECTED = " (corrected p = "
"""Start of the p-value in a reason: it differs from metric to metric, the rest does not. Not used to write it: catalogues have literals."""
_FAMILY_NAMES = {True: "the main metrics", False: "the other metrics"}


def verdict(
    estimate: Estimate, better: Better, band: float | None, corrected_p: float, repeats: int, unit: str = "", family: str = PRIMARY
) -> Verdict:
    """Judge an estimate by its ratio if there is one, else by its difference.

    Args:
        estimate: Estimate of a group's repeats against the baseline's.
        better: Which direction of the metric is an improvement.
        band: Half width (k = 2) of the judged value from sensor error: of the ratio, or of the difference in the values' unit; None if
            no sensor is involved.
        corrected_p: The p-value, corrected for all metrics of its family.
        repeats: Number of repeats on the side with fewer.
        unit: Unit of the values.
        family: Family of the metric, a key of :data:`FAMILY_SHARES`.
    """
    judged = _judged(estimate, better, band, corrected_p, unit, family)
    return Verdict(judged.key, "; ".join(part for part in (judged.reason, few_repeats(repeats)) if part))


def few_repeats(repeats: int) -> str:
    """Return a clause on why so many repeats per side are no claim; "" if they are enough."""
    return f"{repeats} repeats per side, a claim needs {CLAIM_REPEATS}" if repeats < CLAIM_REPEATS else ""


def _judged(estimate: Estimate, better: Better, band: float | None, corrected_p: float, unit: str, family: str) -> Verdict:
    none, (value, low, high) = (1.0, estimate.ratio) if estimate.ratio else (0.0, _ends(estimate))
    # Check scatter before sensor error: more repeats narrow the interval, but not the band.
    if low <= none <= high:
        return Verdict(NO_DIFFERENCE, f"the 95 % interval {'' if estimate.ratio else 'of the difference '}includes {none:g}")
    if corrected_p > RATE:
        return Verdict(NO_DIFFERENCE, f"{_CHANCE.format(_FAMILY_NAMES[family == PRIMARY])} (corrected p = {corrected_p:.2g})")
    if band is not None and abs(value - none) <= band:
        off = f"{band * 100:.2g} %" if estimate.ratio else f"{band:.2g} {unit}".rstrip()
        return Verdict(NO_DIFFERENCE, f"the sensors alone may be off by ±{off}")
    if better is Better.NEITHER:
        return Verdict(NOT_COMPARABLE, "they differ, and neither direction is an improvement")
    return Verdict(BETTER if (value > none) == (better is Better.HIGHER) else WORSE, "")


def _ends(estimate: Estimate) -> tuple[float, float, float]:
    return estimate.difference.value, estimate.difference.low, estimate.difference.high
