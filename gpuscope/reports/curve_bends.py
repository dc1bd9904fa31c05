"""A curve as few straight lines: a long stretch that is nearly straight needs no points, and each point is bytes of every report."""

import math
from collections.abc import Sequence

from gpuscope.reports.svg_canvas import Point

OFF = 0.05
"""Points of the paper by which a curve may be off: half of what its numbers are rounded to."""


def bends(points: Sequence[Point]) -> list[Point]:
    """Return points, x never descending, without those that a line between two others passes as near as that.

    A line from a point that is kept goes on as long as there is a slope by which it passes all that it leaves out (the cone of
    Sklansky and Gonzalez, 1980).
    """
    anchor = last = points[0]
    kept, low, high = [anchor], -math.inf, math.inf
    for point in points[1:]:
        if last is not anchor and not low <= _slope(anchor, point, 0.0) <= high:
            anchor, low, high = last, -math.inf, math.inf
            kept.append(anchor)
        low, high = max(low, _slope(anchor, point, -OFF)), min(high, _slope(anchor, point, OFF))
        last = point
    return kept if last is anchor else [*kept, last]


def _slope(start: Point, end: Point, more: float) -> float:
    """Return how steep a line is that ends higher by so much; without end straight up, from where no line goes on."""
    run = end[0] - start[0]
    return (end[1] + more - start[1]) / run if run > 0 else math.copysign(math.inf, -more)
