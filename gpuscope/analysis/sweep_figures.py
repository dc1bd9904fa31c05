"""Figures derived from a sweep: the knee of a curve, and the Pareto front."""

import math
from collections.abc import Sequence
from statistics import NormalDist

import numpy as np

_SCATTER = 0.02
"""Relative standard deviation between windows of 2 s of one spec: 1 to 3 % on two cores."""
_LEAST_BEND = 0.05
"""Distance to the chord, as a share of the curve's range, below which short runs cannot distinguish it from a straight line."""


def is_flat(values: Sequence[float]) -> bool:
    """Return whether single runs of one spec would differ as much as these values in one of twenty sweeps or more.

    Values on a grid of many cells are farther apart by chance than two are, so each pair of them counts (Bonferroni).
    """
    pairs = max(1, len(values) * (len(values) - 1) // 2)
    apart = NormalDist().inv_cdf(1.0 - 0.025 / pairs) * math.sqrt(2.0) * _SCATTER
    return max(values) - min(values) <= -math.expm1(-apart) * max(map(abs, values))


def knee_index(x: Sequence[float], y: Sequence[float], *, is_log: bool) -> int | None:
    """Return the knee of a curve: the point farthest above the chord from its first to its last point.

    The method is Kneedle's (Satopää, Albrecht, Irwin, Raghavan: Finding a "Kneedle" in a Haystack, ICDCSW 2011) for a whole curve at once.

    Args:
        x: Ascending values; above 0 for a logarithmic scale.
        y: Value for each x; more is better.
        is_log: Whether the x scale is logarithmic.

    Returns:
        The index of the knee; None with fewer than three points, or if the curve is flat or never bends downwards.
    """
    if len(x) < 3 or len(x) != len(y) or not all(map(math.isfinite, (*x, *y))):
        return None
    across, up = np.array([math.log(value) for value in x] if is_log else x, float), np.array(y, float)
    if is_flat(y):
        return None
    shares = (across - across[0]) / (across[-1] - across[0])
    above = (up - (up[0] + shares * (up[-1] - up[0]))) / (up.max() - up.min())
    place = int(above.argmax())
    return place if above[place] >= _LEAST_BEND else None


def front_indices(points: Sequence[Sequence[float]], *, more_is_better: Sequence[bool]) -> list[int]:
    """Return the Pareto front: the points that no other beats in one value without losing in another.

    Args:
        points: Finite values of each point.
        more_is_better: For each value, whether more is better, else less.

    Returns:
        Ascending indices; of equal points either all or none are included.
    """
    if not points:
        return []
    values = np.array(points, float) * np.where(more_is_better, 1.0, -1.0)
    beaten = [bool(((values >= own).all(axis=1) & (values > own).any(axis=1)).any()) for own in values]
    return [place for place, is_beaten in enumerate(beaten) if not is_beaten]
