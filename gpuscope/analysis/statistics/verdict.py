"""Whether a metric is better, worse or not measurably different, and why (measurement.md, S19)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gpuscope.analysis.statistics.estimate import Estimate
from gpuscope.core.metric import Better

RATE = 0.05
"""False discovery rate, the customary 5 %: of the differences reported, one in twenty is expected to be false."""
PRIMARY, OTHER = "primary", "other"
FAMILY_SHARES: Mapping[str, float] = {PRIMARY: 0.9, OTHER: 0.1}
"""How much of the rate each family may use. Two families with all of it each would let one in ten comparisons of the same report a
difference (S19 allows one in twenty); most of it goes to the primary metrics."""


def adjusted(p_values: Sequence[float]) -> list[float]:
    """Return the p-values corrected after Benjamini and Hochberg (J. R. Stat. Soc. B 57, 1995), to be compared with the rate."""
    count, least = len(p_values), 1.0
    corrected = [1.0] * count
    for rank, index in reversed(list(enumerate(sorted(range(count), key=p_values.__getitem__), start=1))):
        least = min(least, p_values[index] * count / rank)
        corrected[index] = least
    return corrected


def adjusted_by_family(p_values: Sequence[float], families: Sequence[str]) -> list[float]:
    """Return each p-value corrected within its family, and for the family's share of the rate.

    Args:
        p_values: One a metric and group.
        families: The family of each, a key of :data:`FAMILY_SHARES`. A family that is alone has all of the rate.
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
"""Repeats a side that a claim asks for (S18): with five, Student's t is 2.3 standard errors wide, near the 2.0 of endlessly
many; with two it is 4.3."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """One of the four words, and in words why."""

    word: str
    reason: str


NO_DIFFERENCE_WORDS = "no measurable difference"
"""What the verdict NO_DIFFERENCE is called in sentences and legends."""
_CHANCE = "among {0}, chance alone gives such a difference"
_FAMILY_WORDS = {True: "the metrics that comparisons are made for", False: "the metrics beside those that comparisons are made for"}


def verdict(
    estimate: Estimate, better: Better, band: float | None, corrected_p: float, repeats: int, unit: str = "", family: str = PRIMARY
) -> Verdict:
    """Judge an estimate: its ratio where there is one, else its difference.

    Args:
        estimate: Of the repeats of one group against the baseline's.
        better: Which direction of the metric is an improvement.
        band: Half width (k = 2) that the sensors give what is judged: the ratio, or the difference in the values' unit; None where
            no sensor is involved.
        corrected_p: The p-value, corrected for all metrics of its family.
        repeats: Of the side that has fewer.
        unit: Of the values.
        family: Of the metric, as :mod:`~gpuscope.analysis.statistics.verdict` corrects it.
    """
    judged = _judged(estimate, better, band, corrected_p, unit, family)
    few = f"{repeats} repeats a side, a claim asks for {CLAIM_REPEATS}" if repeats < CLAIM_REPEATS else ""
    return Verdict(judged.word, "; ".join(part for part in (judged.reason, few) if part))


def _judged(estimate: Estimate, better: Better, band: float | None, corrected_p: float, unit: str, family: str) -> Verdict:
    none, (value, low, high) = (1.0, estimate.ratio) if estimate.ratio else (0.0, _ends(estimate))
    # Scatter before the sensors' band: more repeats narrow the interval, but not the band.
    if low <= none <= high:
        return Verdict(NO_DIFFERENCE, f"the 95 % interval {'' if estimate.ratio else 'of the difference '}includes {none:g}")
    if corrected_p > RATE:
        return Verdict(NO_DIFFERENCE, f"{_CHANCE.format(_FAMILY_WORDS[family == PRIMARY])} (corrected p = {corrected_p:.2g})")
    if band is not None and abs(value - none) <= band:
        off = f"{band * 100:.2g} %" if estimate.ratio else f"{band:.2g} {unit}".rstrip()
        return Verdict(NO_DIFFERENCE, f"the sensors alone may be off by ±{off}")
    if better is Better.NEITHER:
        return Verdict(NOT_COMPARABLE, "they differ, and neither direction is an improvement")
    return Verdict(BETTER if (value > none) == (better is Better.HIGHER) else WORSE, "")


def _ends(estimate: Estimate) -> tuple[float, float, float]:
    return estimate.difference.value, estimate.difference.low, estimate.difference.high
