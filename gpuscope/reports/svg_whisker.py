"""The whisker of an interval."""

from gpuscope.reports.chart_colours import PAPER
from gpuscope.reports.svg_canvas import Point, SvgCanvas

_CAP = 2.2
"""Half the length of the line at either end."""


def draw_whisker(canvas: SvgCanvas, start: Point, end: Point, colour: str) -> None:
    """Draws an interval, level or upright, with a cap at either end and a rim that parts it from what lies under it."""
    level = start[1] == end[1]
    caps = [[(x, y - _CAP), (x, y + _CAP)] if level else [(x - _CAP, y), (x + _CAP, y)] for x, y in (start, end)]
    canvas.path([[start, end], *caps], PAPER, 2.4)
    canvas.path([[start, end], *caps], colour, 0.9)
