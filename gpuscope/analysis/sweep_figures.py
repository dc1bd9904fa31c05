"""What follows from the numbers of a sweep alone: the knee of a curve, and the front of what nothing else beats."""

import math
from collections.abc import Sequence

import numpy as np

FLAT = 0.05
"""Share of the largest value below which a curve counts as flat: two windows of 2 s of one spec differ by 1 to 3 % on two cores."""
_LEAST_BEND = 0.05
"""Distance to the chord, as a share of the curve's range, below which it is straight for all that short runs can tell."""


def knee_index(x: Sequence[float], y: Sequence[float], *, is_log: bool) -> int | None:
    """Return where a curve stops to rise as it did: the point farthest above the chord from its first to its last point.

    The method is Kneedle's (Satopää, Albrecht, Irwin, Raghavan: Finding a "Kneedle" in a Haystack, ICDCSW 2011) for a whole curve at once.

    Args:
        x: Ascending; above 0 where the scale is logarithmic.
        y: Of each x, more is better.
        is_log: Whether distances along x are ratios.

    Returns:
        The place of the knee; None with fewer than three points, where the curve is flat, or where it bends nowhere downwards.
    """
    if len(x) < 3 or len(x) != len(y) or not all(map(math.isfinite, (*x, *y))):
        return None
    across, up = np.array([math.log(value) for value in x] if is_log else x, float), np.array(y, float)
    rise = up.max() - up.min()
    if rise <= FLAT * np.abs(up).max():
        return None
    shares = (across - across[0]) / (across[-1] - across[0])
    above = (up - (up[0] + shares * (up[-1] - up[0]))) / rise
    place = int(above.argmax())
    return place if above[place] >= _LEAST_BEND else None


def front_indices(points: Sequence[Sequence[float]], *, more_is_better: Sequence[bool]) -> list[int]:
    """Return the Pareto front: the points that no other beats in one value without losing in another.

    Args:
        points: Of each its values, all of them finite.
        more_is_better: For each value, whether more of it is better; else less is.

    Returns:
        Their places, ascending; of points that are equal in everything all are in it, or none.
    """
    if not points:
        return []
    values = np.array(points, float) * np.where(more_is_better, 1.0, -1.0)
    beaten = [bool(((values >= own).all(axis=1) & (values > own).any(axis=1)).any()) for own in values]
    return [place for place, is_beaten in enumerate(beaten) if not is_beaten]
