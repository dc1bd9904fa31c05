"""The whisker of an interval."""

from gpuscope.reports.chart_colours import PAPER
from gpuscope.reports.svg_canvas import Point, SvgCanvas

_CAP = 2.2
"""Half the length of the line at either end."""


def draw_whisker(canvas: SvgCanvas, start: Point, end: Point, colour: str, *, goes_on: bool = False) -> None:
    """Draw an interval, level or upright, with a rim that parts it from what lies under it.

    Args:
        canvas: On which it is drawn.
        start: Its lower end, which has a cap.
        end: Its upper end, which has one too unless the interval goes on beyond it.
        colour: Of the line.
        goes_on: Whether it does.
    """
    level = start[1] == end[1]
    capped = [start] if goes_on else [start, end]
    caps = [[(x, y - _CAP), (x, y + _CAP)] if level else [(x - _CAP, y), (x + _CAP, y)] for x, y in capped]
    canvas.path([[start, end], *caps], PAPER, 2.4)
    canvas.path([[start, end], *caps], colour, 0.9)
