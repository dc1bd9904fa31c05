"""Bars: one figure a group, its runs as marks upon it."""

from collections.abc import Sequence
from dataclasses import dataclass

from gpuscope.reports.chart_colours import GRID, PAPER, TEXT
from gpuscope.reports.group_look import GroupLook
from gpuscope.reports.svg_axis import axis
from gpuscope.reports.svg_canvas import SvgCanvas, fitted, text_width
from gpuscope.reports.svg_chart import WIDTH
from gpuscope.reports.svg_whisker import draw_whisker

_NAMES, _FIGURES = 150.0, 92.0
_WIDEST = 2.0
"""How many times the longest bar a whisker may be long."""
_ROW, _THICK, _TOP, _BOTTOM = 17.0, 8.0, 4.0, 26.0


@dataclass(frozen=True, slots=True)
class Bar:
    """A group's figure.

    Attributes:
        look: Of the group.
        value: In the unit of the axis; None when it is missing.
        words: The figure, and its ratio, as they stand behind the bar.
        runs: The figures of its runs.
        interval: Between which it lies, in the unit of the axis; None where that is not known.
    """

    look: GroupLook
    value: float | None
    words: str
    runs: Sequence[float]
    interval: tuple[float, float] | None = None


def bar_chart(bars: Sequence[Bar], x_title: str) -> str:
    """Return the chart as SVG; bars begin at zero."""
    height = _TOP + _ROW * len(bars) + _BOTTOM
    canvas = SvgCanvas(WIDTH, height)
    names = min(_NAMES, 12 + max(text_width(bar.look.short, 8.5) for bar in bars))
    greatest = max((value for bar in bars for value in (bar.value or 0.0, *bar.runs, *_shown(bar, bars))), default=0.0)
    x = axis(0.0, greatest or 1.0, names, WIDTH - _FIGURES, wanted=5)
    bottom = height - _BOTTOM
    for place, words in x.labels():
        canvas.line((place, _TOP), (place, bottom), GRID)
        canvas.text((place, bottom + 10.5), words, anchor="middle")
    canvas.text(((x.begin + x.end) / 2, bottom + 21), x_title, anchor="middle")
    for number, bar in enumerate(bars):
        middle = _TOP + _ROW * (number + 0.5)
        canvas.text((0, middle + 3), fitted(bar.look.short, names - 6, 8.5), colour=TEXT, size=8.5)
        if bar.value is not None:
            canvas.box((x.begin, middle - _THICK / 2), max(0.5, x.place(bar.value) - x.begin), _THICK, bar.look.colour)
        if len(bar.runs) > 1:
            for value in bar.runs:
                canvas.line((x.place(value), middle - _THICK / 2 - 2), (x.place(value), middle + _THICK / 2 + 2), PAPER, 2.2)
                canvas.line((x.place(value), middle - _THICK / 2 - 2), (x.place(value), middle + _THICK / 2 + 2), TEXT, 0.7)
        if shown := _shown(bar, bars):
            draw_whisker(canvas, (x.place(shown[0]), middle), (x.place(shown[1]), middle), TEXT, goes_on=shown != bar.interval)
        end = max([x.begin, *(x.place(value) for value in (bar.value or 0.0, *bar.runs, *shown))])
        canvas.text((end + 6, middle + 3), bar.words, colour=TEXT, size=8.5)
    return canvas.render()


def _shown(bar: Bar, bars: Sequence[Bar]) -> tuple[float, ...]:
    """Return the ends of a bar's interval, none beyond what leaves the bars themselves to be seen."""
    widest = _WIDEST * max((one.value or 0.0 for one in bars), default=0.0)
    return () if bar.interval is None else tuple(min(end, widest) for end in bar.interval)
