"""Lays out a chart on a sheet: axes, marks, and names where they cover nothing.

Sizes are in units of the small type size (em) unless noted, so that charts have the same proportions on paper and in the window.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import hypot, inf

import numpy as np
from numpy.typing import NDArray

from gpuscope.analysis.series import Values
from gpuscope.reports.pictures.drawing import (
    BASE,
    SAMPLE,
    Area,
    Box,
    Drawing,
    Metrics,
    Part,
    Path,
    Place,
    Rectangle,
    Shape,
    Spot,
    Symbol,
    Text,
    apart,
    curve_sample,
    free_rectangle,
    whisker,
)
from gpuscope.reports.pictures.picture import Axis, Band, Chart, Dash, Instant, Legend, Point, Polyline, Stretch, Style, Weight, Whisker
from gpuscope.reports.pictures.scale import Scale

_GAP = 0.67
"""Space between an axis and its tick labels."""
_BELOW = 3.4
"""Room below the axes: a line of tick labels and a line for the title."""
_BESIDE = 14.9
"""Room for names to the right of the axes."""
_LINE = 1.3
"""Line spacing, in units of the type size."""
_ALONG = (0.5, 0.3, 0.7, 0.1, 0.9)
"""Shares of the last part of a line that belongs to no group at which its name may be written, the usual one first."""
_ATTEMPTS = 4
"""Maximum number of orders in which the names of points are placed; each attempt takes as long as the first."""
_NAMES = (18.0, 10.0)
"""Maximum width of names beside points: the first value if there is room, else the second."""
_MOST_LEGEND = 8
"""Most entries of a legend: more would cover the curves."""
_LEGEND_NAME = 11.5
"""Maximum width of a name in the legend: "matrix multiplication"."""
_FEW_POINTS = 500
"""Up to this many points of a curve are all drawn; thousands would take ten times as long as the rest of a picture."""
_PARTS = 24
"""Number of parts of a reference line that names must not cover."""
_BAND_TINT = 0.15
"""Opacity of the area between two curves: the grid shows through, and the curve stands out."""
_STRETCH_TINT = 0.16
"""Opacity of a tinted part of the axis, as in the window."""
_INSTANT_NAME, _INSTANT_GAP = 12.0, 0.7
"""Maximum width of the name of an instant, and its distance from the line, which a marker may stand on; in ems."""
_REACH = 12.0
"""Distance within which the pointer hits a point, in units of the sheet."""


def chart_drawing(chart: Chart, width: float, height: float, metrics: Metrics, *, least_left: float = 0.0) -> Drawing:
    """Return a chart as a drawing, with at least ``least_left`` left of the axes, so that the left edges of stacked charts align."""
    return _Layout(chart, width, height, metrics, least_left).drawing()


class _Layout:
    """The layout of one chart on one sheet."""

    def __init__(self, chart: Chart, width: float, height: float, metrics: Metrics, least_left: float) -> None:
        self.chart, self.metrics, self.width, self.height = chart, metrics, width, height
        em = metrics.small
        self._y_labels = chart.y.scale.labels()
        widest = max((metrics.width(label, em, False) for _, label in self._y_labels), default=0.0)
        left = max(least_left, widest + _GAP * em)
        last = max((metrics.width(label, em, False) / 2 for _, label in chart.x.scale.labels()[-1:]), default=0.0)
        right = width - (_BESIDE * em if chart.legend is Legend.BESIDE else max(em, last))
        above = self._rows_above(width - em / 3) if chart.legend is Legend.ABOVE else []
        top = (2.0 * em if chart.y.name or above else 0.7 * em) + max(0, len(above) - 1) * _LINE * em
        self.area: Rectangle = (left, top, max(left + 1, right), max(top + 1, height - _BELOW * em))

    def drawing(self) -> Drawing:
        chart, metrics = self.chart, self.metrics
        em, (left, _, right, bottom) = metrics.small, self.area
        shapes: list[Shape] = [
            Part(self._ticks(), {"part": "ticks"}),
            Path([[(left, bottom), (right, bottom)]], "muted", metrics.hair),
            Text(((left + right) / 2, bottom + 2.8 * em), _title(chart.x), "muted", em, "middle"),
        ]
        if chart.y.name:
            shapes.append(Text((0, 0.95 * em), _title(chart.y), "muted", em))
        shapes.append(Part(self._marks(), {"part": "plot"}))
        if chart.legend is Legend.BESIDE:
            shapes += self._names_beside()
        elif chart.legend is Legend.ABOVE:
            shapes += self._names_above()
        elif chart.legend is not Legend.NONE:
            shapes += self._legend()
        return Drawing(self.width, self.height, shapes, self._facts(), self.area, self._spots())

    def at(self, x: float, y: float) -> Place:
        """Return the position of a point on the sheet, clamped to the axes."""
        left, top, right, bottom = self.area
        across, up = (min(1.0, max(0.0, scale.share(value))) for scale, value in ((self.chart.x.scale, x), (self.chart.y.scale, y)))
        return left + across * (right - left), bottom - up * (bottom - top)

    def _facts(self) -> dict[str, str]:
        """Return the data that an HTML page needs to zoom the chart; {} if an axis is logarithmic."""
        chart, (left, top, right, bottom) = self.chart, self.area
        if chart.x.scale.is_log or chart.y.scale.is_log:
            return {}
        axes = {"x": _axis_facts(chart.x.scale, left, right), "y": _axis_facts(chart.y.scale, bottom, top), "x_title": chart.x.name}
        return axes | ({"y_title": chart.y.name, "both": "1"} if chart.is_plane else {})

    def _ticks(self) -> list[Shape]:
        metrics, em, (left, _, right, bottom) = self.metrics, self.metrics.small, self.area
        shapes: list[Shape] = []
        for value, label in self._y_labels:
            y = self.at(self.chart.x.scale.low, value)[1]
            shapes.append(Path([[(left, y), (right, y)]], "grid", metrics.hair))
            if label:
                shapes.append(Text((left - _GAP * em, y + BASE * em), label, "muted", em, "end"))
        labels = self.chart.x.scale.labels()
        widest = max((metrics.width(label, em, False) for _, label in labels), default=0.0)
        free = -inf
        for value, label in labels:
            x = self.at(value, self.chart.y.scale.low)[0]
            shapes.append(Path([[(x, bottom), (x, bottom + em / 3)]], "muted", metrics.hair))
            if x >= free:  # label as many ticks as fit: every second, third … of evenly spaced ones
                shapes.append(Text((x, bottom + 1.4 * em), label, "muted", em, "middle"))
                free = x + widest + _GAP * em
        return shapes

    def _marks(self) -> list[Shape]:
        shapes: list[Shape] = []
        taken = [_around(self.at(point.x, point.y), self.metrics.marker * 1.3) for point in self.chart.points()]
        named: list[tuple[Style, Place, Sequence[str], bool]] = []
        for mark in self.chart.marks:
            if isinstance(mark, Polyline):
                shapes.append(self._polyline(mark))
                if not mark.is_group and mark.pieces:
                    places = [place for piece in self._places(mark) for place in piece]
                    taken += [box for start, end in pairwise(places) for box in _along(start, end)]
                    if mark.name:
                        named.append((mark.style, self._away_from_points(places[-2:]), (mark.name,), False))
            elif isinstance(mark, Whisker):
                path = self._whisker(mark)
                taken += [_hull(piece) for piece in path.pieces]
                shapes.append(path)
            elif isinstance(mark, Point):
                place, style = self.at(mark.x, mark.y), mark.style
                symbol = Symbol(place, style.marker, style.role, self.metrics.marker)
                shapes.append(Part([symbol], {"at": _at(place), "name": mark.name}))
            elif isinstance(mark, Band):
                shapes.append(self._band(mark))
            elif isinstance(mark, Stretch):
                shapes += self._stretch(mark)
            elif isinstance(mark, Instant):
                shapes += self._instant(mark)
            else:
                choices = [mark.text, *([mark.short] if mark.short else [])]
                named.insert(_labels(named), (mark.style, self.at(mark.x, mark.y), choices, True))
        return shapes + self._names(named, taken)

    def _away_from_points(self, ends: Sequence[Place]) -> Place:
        """Return where to name a line: farthest from the points, for whose name it could be taken; in its middle without any."""
        (x0, y0), (x1, y1) = ends[0], ends[-1]
        along = [(x0 + share * (x1 - x0), y0 + share * (y1 - y0)) for share in _ALONG]
        points = [self.at(point.x, point.y) for point in self.chart.points()]
        return max(along, key=lambda place: min((hypot(place[0] - x, place[1] - y) for x, y in points), default=0.0))

    def _names(self, named: Sequence[tuple[Style, Place, Sequence[str], bool]], taken: list[Rectangle]) -> list[Shape]:
        """Write names beside their places where they cover nothing, those of groups first.

        A name that gets no room, or only for its short form, is placed before the others in a next attempt: another one may have more.
        """
        order, best, fewest = list(range(len(named))), dict[int, Shape](), len(named) + 1
        for _ in range(_ATTEMPTS):
            written, without_room = self._written(named, order, list(taken))
            if len(without_room) < fewest:
                best, fewest = written, len(without_room)
            if not without_room:
                break
            order.sort(key=lambda place: (not named[place][3], place not in without_room))
        return [best[place] for place in sorted(best)]

    def _written(
        self, named: Sequence[tuple[Style, Place, Sequence[str], bool]], order: Sequence[int], taken: list[Rectangle]
    ) -> tuple[dict[int, Shape], set[int]]:
        """Return the written names by their index, placed in some order, and the indices of those without room for their longest form."""
        shapes: dict[int, Shape] = {}
        without_room = set()
        metrics, em = self.metrics, self.metrics.small
        inside = (self.area[0], self.area[1] - em / 2, self.width, self.area[3])
        for index in order:
            style, place, choices, is_bold = named[index]
            size = metrics.strong if is_bold else em
            forms = dict.fromkeys(metrics.fitted(choice, longest * em, size, is_bold) for choice in choices for longest in _NAMES)
            for name in forms:
                room = (metrics.width(name, size, is_bold) + 2, 1.15 * size)
                box = free_rectangle(room, place, metrics.marker * 2.2, inside, taken)
                if box is not None:
                    taken.append(box)
                    text = Text((box[0], box[3] - 0.28 * size), name, style.role, size, is_bold=is_bold, is_name=True)
                    shapes[index] = Part([text], {"at": _at(place)})
                    break
            if index not in shapes or name != next(iter(forms)):
                without_room.add(index)
        return shapes, without_room

    def _polyline(self, mark: Polyline) -> Part:
        pieces = self._places(mark)
        role, width = mark.style.role, self.metrics.stroke * mark.weight.value
        shapes: list[Shape] = [Path(pieces, role, width, mark.style.dash, is_curve=mark.weight is not Weight.REFERENCE)]
        places = [self.at(*place) for place in mark.marked] + _spread(pieces, self.area, mark.markers, self._shift(mark))
        if mark.style.has_marker:
            shapes += [Part([Symbol(place, mark.style.marker, role, self.metrics.marker * 0.8)], {"at": _at(place)}) for place in places]
        return Part(shapes, {"name": mark.name} if mark.is_group else {})

    def _shift(self, mark: Polyline) -> float:
        """Return the offset of a group's markers, as a share of their spacing, so that those of two curves do not coincide."""
        styles = list(dict.fromkeys(line.style for line in self.chart.lines()))
        return styles.index(mark.style) / len(styles) if mark.style in styles else 0.0

    def _places(self, mark: Polyline) -> list[list[Place]]:
        left, top, right, bottom = self.area
        pieces = []
        for piece in mark.pieces:
            across = left + _shares(self.chart.x.scale, piece.x) * (right - left)
            down = bottom - _shares(self.chart.y.scale, piece.y) * (bottom - top)
            seen = _seen(across, down, self.metrics.hair / 2)
            pieces.append(list(zip(across[seen].tolist(), down[seen].tolist(), strict=True)))
        return pieces

    def _band(self, mark: Band) -> Area:
        there, back = ([self.at(x, y) for x, y in zip(mark.x.tolist(), side.tolist(), strict=True)] for side in (mark.low, mark.high))
        return Area([*there, *reversed(back)], mark.style.role, _BAND_TINT)

    def _stretch(self, mark: Stretch) -> list[Shape]:
        """Cover a blank stretch with the grid's colour, or tint it; its name goes at the bottom if there is room."""
        (_, top, _, bottom), em = self.area, self.metrics.small
        left, right = (self.at(x, self.chart.y.scale.low)[0] for x in (mark.low, mark.high))
        role, tint = ("grid", 1.0) if mark.is_blank else ("power", _STRETCH_TINT)
        shapes: list[Shape] = [Area([(left, top), (right, top), (right, bottom), (left, bottom)], role, tint)]
        if mark.text and self.metrics.width(mark.text, em, False) <= right - left:
            shapes.append(Text(((left + right) / 2, bottom - 0.4 * em), mark.text, "muted", em, "middle"))
        return shapes

    def _instant(self, mark: Instant) -> list[Shape]:
        (_, top, right, bottom), em = self.area, self.metrics.small
        x = self.at(mark.x, self.chart.y.scale.low)[0]
        line = Path([[(x, top), (x, bottom)]], "faint", self.metrics.hair, Dash.DOTTED)
        room = self.metrics.fitted(mark.text, _INSTANT_NAME * em, em, False)
        is_left = x + _INSTANT_GAP * em + self.metrics.width(room, em, False) <= right
        return [
            line,
            Text((x + (_INSTANT_GAP if is_left else -_INSTANT_GAP) * em, top + 0.9 * em), room, "muted", em, "start" if is_left else "end"),
        ]

    def _whisker(self, mark: Whisker) -> Path:
        ends = ((mark.low, mark.y), (mark.high, mark.y)) if mark.is_level else ((mark.x, mark.low), (mark.x, mark.high))
        start, end = (self.at(*end) for end in ends)
        return whisker(start, end, mark.style.role, self.metrics, goes_on=mark.goes_on)

    def _groups(self) -> dict[Style, str]:
        return {line.style: line.name for line in self.chart.lines()} | {point.style: point.name for point in self.chart.points()}

    def _entries(self) -> list[tuple[str, Style]]:
        em = self.metrics.small
        named = list(self._groups().items())[:_MOST_LEGEND]
        return [(self.metrics.fitted(name, _LEGEND_NAME * em, em, False), style) for style, name in named]

    def _rows_above(self, width: float) -> list[list[tuple[float, str, Style]]]:
        """Return rows of (left end, name, style), the first beside the title of the y axis, the others below it."""
        metrics, em = self.metrics, self.metrics.small
        sample = (SAMPLE + 0.5) * em
        rows: list[list[tuple[float, str, Style]]] = [[]]
        first = metrics.width(_title(self.chart.y), em, False) + 2 * em
        at = first
        for name, style in self._entries():
            needed = sample + metrics.width(name, em, False)
            if at + needed > width and rows[-1]:
                rows.append([])
                at = first
            rows[-1].append((at, name, style))
            at += needed + em
        return rows

    def _names_above(self) -> list[Shape]:
        em = self.metrics.small
        shapes: list[Shape] = []
        for row, entries in enumerate(self._rows_above(self.width - em / 3)):
            middle = 0.95 * em - BASE * em + row * _LINE * em
            for left, name, style in entries:
                shapes += curve_sample((left, middle), style, self.metrics)
                shapes.append(Text((left + (SAMPLE + 0.5) * em, middle + BASE * em), name, "text", em))
        return shapes

    def _legend(self) -> list[Shape]:
        metrics, em, (_, top, right, bottom) = self.metrics, self.metrics.small, self.area
        entries = self._entries()
        width = max((metrics.width(name, em, False) for name, _ in entries), default=0.0) + (SAMPLE + 0.5) * em
        height = _LINE * em
        left = right - width - em / 3
        first = top + em / 4 if self.chart.legend is Legend.UPPER else bottom - len(entries) * height - em / 3
        shapes: list[Shape] = [Box((left - em / 2, first), width + em / 2, len(entries) * height, "ground")] if entries else []
        for row, (name, style) in enumerate(entries):
            middle = first + (row + 0.5) * height
            shapes += curve_sample((left, middle), style, metrics)
            shapes.append(Text((left + (SAMPLE + 0.5) * em, middle + BASE * em), name, "text", em, is_name=True))
        return shapes

    def _names_beside(self) -> list[Shape]:
        """Return the names of the groups to the right, each near the end of its last curve, without overlap."""
        em, (_, top, right, bottom) = self.metrics.small, self.area
        ends: dict[Style, tuple[float, str]] = {}
        for line in self.chart.lines():
            if line.pieces:
                ends[line.style] = (self.at(self.chart.x.scale.low, float(line.pieces[-1].y[-1]))[1], line.name)
        ordered = sorted(ends.items(), key=lambda item: item[1][0])
        places = apart([place for _, (place, _) in ordered], _LINE * em, top + 0.4 * em, bottom - 0.3 * em)
        left = right + 1.3 * em
        text_left = left + (SAMPLE + 0.5) * em
        shapes: list[Shape] = []
        for place, (style, (_, name)) in zip(places, ordered, strict=True):
            shapes += curve_sample((left, place), style, self.metrics)
            shown = self.metrics.fitted(name, self.width - text_left, em, False)
            shapes.append(Text((text_left, place + BASE * em), shown, "text", em, is_name=True))
        return shapes

    def _spots(self) -> list[Spot]:
        return [Spot(self.at(point.x, point.y), (_REACH, _REACH), self.chart.reading(point)) for point in self.chart.points()]


def reading(chart: Chart, drawing: Drawing, place: Place) -> str:
    """Return the tooltip at a position of a drawing: the point there, or else the values of all curves at its x; "" outside."""
    if text := drawing.spot_at(place):
        return text
    lines, share = [line for line in chart.lines() if line.pieces], drawing.share_across(place)
    if not lines or chart.is_plane or share is None:
        return ""
    x = chart.x.scale.value(share)
    rows = [f"{line.name}: {chart.y.figure(_value_at(line, x))}" for line in lines]
    return "\n".join([f"{chart.x.title} {chart.x.figure(x)}", *rows])


def _title(axis: Axis) -> str:
    return f"{axis.name} {axis.hint}".rstrip()


def _value_at(line: Polyline, x: float) -> float:
    across, up = (np.concatenate([getattr(piece, axis) for piece in line.pieces]) for axis in ("x", "y"))
    return float(np.interp(x, across, up))


def _axis_facts(scale: Scale, begin: float, end: float) -> str:
    return f"{scale.low:.9g} {scale.high:.9g} {begin:g} {end:g} {scale.wanted:.9g}"


def _at(place: Place) -> str:
    return f"{round(place[0], 2):g} {round(place[1], 2):g}"


def _shares(scale: Scale, values: np.typing.NDArray[np.float64]) -> np.typing.NDArray[np.float64]:
    """Return the positions of many values, like :meth:`Scale.share` for one, clamped to 0 to 1."""
    low, high = scale.low, scale.high
    if scale.is_log:
        low, high, values = np.log10(low), np.log10(high), np.log10(values)
    shares: np.typing.NDArray[np.float64] = ((values - low) / (high - low)).clip(0.0, 1.0)
    return shares


def _seen(across: Values, down: Values, near: float) -> NDArray[np.bool_]:
    """Return the points of a curve that differ visibly from the one before (by about ``near``); its last point always counts."""
    if across.size <= _FEW_POINTS:
        return np.ones(across.size, np.bool_)
    moved = (np.diff(np.round(across / near)) != 0) | (np.diff(np.round(down / near)) != 0)
    seen = np.concatenate(([True], moved))
    seen[-1] = True
    return seen


def _spread(pieces: Sequence[Sequence[Place]], area: Rectangle, count: int, shift: float) -> list[Place]:
    """Return the points of a curve that carry a marker: evenly spaced, and shifted against those of other curves."""
    places = [place for piece in pieces for place in piece]
    if not places or not count:
        return []
    across = np.array([x for x, _ in places])
    width = (area[2] - area[0]) / count
    wanted = [area[0] + (number + 0.25 + 0.75 * shift) * width for number in range(count)]
    nearest = [int(np.abs(across - x).argmin()) for x in wanted]
    chosen = {index for index, x in zip(nearest, wanted, strict=True) if abs(across[index] - x) < width / 2}
    return [places[index] for index in sorted(chosen)] or [places[len(places) // 2]]


def _labels(named: Sequence[tuple[Style, Place, Sequence[str], bool]]) -> int:
    """Return the number of group names, which precede the names of lines."""
    return sum(1 for *_, is_bold in named if is_bold)


def _around(place: Place, reach: float) -> Rectangle:
    return place[0] - reach, place[1] - reach, place[0] + reach, place[1] + reach


def _hull(places: Sequence[Place]) -> Rectangle:
    xs, ys = zip(*places, strict=True)
    return min(xs) - 1, min(ys) - 1, max(xs) + 1, max(ys) + 1


def _along(start: Place, end: Place) -> list[Rectangle]:
    steps = ((start[0] + (end[0] - start[0]) * part / _PARTS, start[1] + (end[1] - start[1]) * part / _PARTS) for part in range(_PARTS + 1))
    return [_around(place, 1.0) for place in steps]
