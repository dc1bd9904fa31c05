"""Many metrics at once: p-values corrected so that of the differences told at most a twentieth is none, on average.

The metrics that a comparison is made for (core's ``PRIMARY_KEYS``) are one family, all others another. In one family the some 35 numbers
that nobody asked for (network bytes, page faults) would multiply the p-value of the throughput.
"""

from collections.abc import Mapping, Sequence

RATE = 0.05
"""A twentieth, as is usual: what is told at this rate is wrong once in twenty times."""
PRIMARY, OTHER = "primary", "other"
FAMILY_SHARES: Mapping[str, float] = {PRIMARY: 0.8, OTHER: 0.2}
"""How much of the rate each family may use. Two families with all of it each would let one in ten comparisons of the same tell a
difference (S19 allows one in twenty); most of it goes to the metrics that are asked for."""


def adjusted(p_values: Sequence[float]) -> list[float]:
    """Return each p-value as Benjamini and Hochberg (J. R. Stat. Soc. B 57, 1995) correct it: what is at most the rate is told."""
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
