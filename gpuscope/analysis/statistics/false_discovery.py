"""Many metrics at once: p-values corrected so that of the differences told at most a twentieth is none, on average."""

from collections.abc import Sequence

RATE = 0.05


def adjusted(p_values: Sequence[float]) -> list[float]:
    """Return each p-value as Benjamini and Hochberg (J. R. Stat. Soc. B 57, 1995) correct it: what is at most the rate is told."""
    count, least = len(p_values), 1.0
    corrected = [1.0] * count
    for rank, index in reversed(list(enumerate(sorted(range(count), key=p_values.__getitem__), start=1))):
        least = min(least, p_values[index] * count / rank)
        corrected[index] = least
    return corrected
