"""A chart of curves that lie over each other, each told by its colour, dash and marker and named at its right end."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gpuscope.analysis.series import Values
from gpuscope.reports.chart_colours import GRID, MUTED, TEXT
from gpuscope.reports.chart_curve import Piece
from gpuscope.reports.curve_bends import bends
from gpuscope.reports.group_look import GroupLook
from gpuscope.reports.svg_axis import Axis, axis, span
from gpuscope.reports.svg_canvas import Point, SvgCanvas, at, draw_sample, fitted

WIDTH, HEIGHT = 481.0, 106.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 40.0, 112.0, 5.0, 26.0
_EDGE = 8.0
"""Right of a chart without names."""
_STROKE = 0.9
_LABEL_HEIGHT = 10.0
_SAMPLE = 23.0
"""From a sample's left end to the name behind it."""
_ROOM = 0.05
"""Above and below the curves, as a share of their height."""
_MARKERS = 6
"""Markers on a curve: enough to know it by, few enough to see it."""


@dataclass(frozen=True, slots=True)
class Curve:
    """One run's curve.

    Attributes:
        look: Of its group; a group's name stands beside the last of its curves.
        pieces: Without gaps, x and y in the units of the axes.
    """

    look: GroupLook
    pieces: Sequence[Piece]


@dataclass(frozen=True, slots=True)
class Frame:
    """What a chart's axes show.

    Attributes:
        x_title: With its unit.
        x_end: The greatest x; 0 is the least unless ``x_begin`` says more.
        low: The least y.
        high: The greatest.
        x_begin: The least x.
    """

    x_title: str
    x_end: float
    low: float
    high: float
    x_begin: float = 0.0


def frame(curves: Sequence[Curve], x_title: str, *, from_zero: bool, low: float | None = None, high: float | None = None) -> Frame:
    """Return the frame into which all curves fit; ``low`` and ``high`` widen it."""
    pieces = [piece for curve in curves for piece in curve.pieces]
    ends = [float(edge) for piece in pieces for edge in (piece.y.min(), piece.y.max())]
    least, greatest = span([*ends, *(edge for edge in (low, high) if edge is not None)], from_zero=from_zero)
    room = (greatest - least) * _ROOM
    return Frame(x_title, max((float(piece.x[-1]) for piece in pieces), default=1.0), least if from_zero else least - room, greatest + room)


def single_chart(curve: Curve, within: Frame, width: float, height: float) -> str:
    """Return a small chart of one run as SVG, of a size in points; what surrounds it says whose it is."""
    canvas = SvgCanvas(width, height)
    x = axis(within.x_begin, within.x_end, _LEFT, width - _EDGE, wanted=4, rounded=False)
    y = axis(within.low, within.high, height - _BOTTOM, _TOP, wanted=4, rounded=False)
    draw_axes(canvas, x, y, within.x_title)
    with canvas.part(part="plot"), canvas.part(name=curve.look.short):
        canvas.path(map(bends, _drawn(x, y, curve)), curve.look.colour, _STROKE)
    return canvas.render()


def curve_chart(curves: Sequence[Curve], within: Frame) -> str:
    """Return the chart as SVG."""
    canvas = SvgCanvas(WIDTH, HEIGHT)
    x = axis(within.x_begin, within.x_end, _LEFT, WIDTH - _RIGHT, wanted=6, rounded=False)
    y = axis(within.low, within.high, HEIGHT - _BOTTOM, _TOP, wanted=4, rounded=False)
    draw_axes(canvas, x, y, within.x_title)
    numbers = list(dict.fromkeys(curve.look.number for curve in curves))
    drawn: set[int] = set()
    with canvas.part(part="plot"):
        for curve in curves:
            shift = None if curve.look.number in drawn else numbers.index(curve.look.number) / len(numbers)
            with canvas.part(name=curve.look.short):
                _draw_curve(canvas, x, y, curve, shift)
            drawn.add(curve.look.number)
    _draw_names(canvas, y, curves)
    return canvas.render()


def draw_axes(canvas: SvgCanvas, x: Axis, y: Axis, x_title: str) -> None:
    """Draw grid, ticks and the title of the axis below."""
    canvas.tell(x=x.words(), y=y.words(), x_title=x_title)
    with canvas.part(part="ticks"):
        for place, words in y.labels():
            canvas.line((x.begin, place), (x.end, place), GRID)
            canvas.text((x.begin - 5, place + 2.6), words, anchor="end")
        for place, words in x.labels():
            canvas.line((place, y.begin), (place, y.begin + 2.5), MUTED, 0.5)
            canvas.text((place, y.begin + 10.5), words, anchor="middle")
    canvas.line((x.begin, y.begin), (x.end, y.begin), MUTED, 0.5)
    canvas.text(((x.begin + x.end) / 2, y.begin + 21), x_title, anchor="middle")


def _draw_curve(canvas: SvgCanvas, x: Axis, y: Axis, curve: Curve, shift: float | None) -> None:
    """Draw a curve; its markers moved by a share of their distance, or without markers and thinner where its group has some."""
    pieces = _drawn(x, y, curve)
    canvas.path(map(bends, pieces), curve.look.colour, 0.5 if shift is None else _STROKE, curve.look.dash)
    for point in [] if shift is None else _marked(pieces, x, shift):
        with canvas.part(at=at(point)):
            canvas.marker(curve.look.marker, point, curve.look.colour, 2.0)


def _drawn(x: Axis, y: Axis, curve: Curve) -> list[list[Point]]:
    return [list(zip(_places(x, piece.x), _places(y, piece.y), strict=True)) for piece in curve.pieces]


def _places(axis: Axis, values: Values) -> list[float]:
    """Return where many values lie, as :meth:`Axis.place` does for one."""
    shares = (values - axis.low) / (axis.high - axis.low)
    found: list[float] = (axis.begin + shares.clip(0.0, 1.0) * (axis.end - axis.begin)).tolist()
    return found


def _marked(pieces: Sequence[Sequence[Point]], x: Axis, shift: float) -> list[Point]:
    """Return the points of a curve that carry a marker: evenly spread, and not where another curve has its own."""
    points = [point for piece in pieces for point in piece]
    if not points:
        return []
    places = np.array([place for place, _ in points])
    width = (x.end - x.begin) / _MARKERS
    wanted = [x.begin + (number + 0.25 + 0.75 * shift) * width for number in range(_MARKERS)]
    nearest = [int(np.abs(places - place).argmin()) for place in wanted]
    chosen = {index for index, place in zip(nearest, wanted, strict=True) if abs(places[index] - place) < width / 2}
    return [points[index] for index in sorted(chosen)] or [points[len(points) // 2]]


def _draw_names(canvas: SvgCanvas, y: Axis, curves: Sequence[Curve]) -> None:
    """Name the groups at the right, each near the end of its last curve, none over another."""
    ends: dict[int, tuple[float, GroupLook]] = {}
    for curve in curves:
        if curve.pieces:
            ends[curve.look.number] = (y.place(float(curve.pieces[-1].y[-1])), curve.look)
    ordered = sorted(ends.values(), key=lambda item: item[0])
    places = apart([place for place, _ in ordered], _LABEL_HEIGHT, y.end + 3, y.begin - 2)
    left = canvas.width - _RIGHT + 10
    for place, (_, look) in zip(places, ordered, strict=True):
        draw_sample(canvas, (left, place), look.colour, look.dash, look.marker)
        canvas.text((left + _SAMPLE, place + 2.6), fitted(look.short, canvas.width - left - _SAMPLE), colour=TEXT)


def apart(places: Sequence[float], distance: float, least: float, greatest: float) -> list[float]:
    """Return places, given in order, moved as little as it takes to lie a distance apart and within bounds where they fit."""
    found: list[float] = []
    for place in places:
        found.append(max(place, least, found[-1] + distance if found else least))
    for index in range(len(found) - 1, -1, -1):
        limit = greatest if index == len(found) - 1 else found[index + 1] - distance
        found[index] = min(found[index], limit)
    return found
