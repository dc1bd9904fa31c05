"""Draws one curve of a strip: its line, with breaks where values are missing, lone points, markers, a band."""

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from gpuscope.core.figures import round_step
from gpuscope.gui.charts.painter_canvas import draw_marker, group_of
from gpuscope.gui.charts.series import FEW, Floats, Span, runs_of
from gpuscope.gui.charts.strip import Curve, SensorWindow
from gpuscope.gui.charts.strip_picture import WINDOW_SPACE, sampled_spans
from gpuscope.reports.pictures.picture import Dash, Marker
from gpuscope.reports.pictures.scale import ticks

CURVE_WIDTH = 1.3
"""Logical pixels on high-density screens; one device pixel elsewhere."""
_DENSE = 1.5
"""Device pixel ratio from which a screen counts as high-density."""
_DOT = 4.0
"""Size of a lone point in pixels: it has no line to make it visible."""
_MARKER_SPACE = 90.0
"""Pixels between the markers of a curve: close enough to identify it, far enough apart not to cover it."""
_SHIFT = 0.382
"""Offset of the next group's markers, as a share of the marker spacing: overlapping curves stay distinguishable."""
_EDGE = 6.0
"""Least distance of markers from the left and right edges, in pixels."""
_WINDOW_WIDTH = 2.0
"""Width in pixels of the line over a sampled span: it stands out from the faint line between two spans."""
_BETWEEN = 0.35
"""Opacity of the line between two sampled spans, where nothing was measured."""
_BEYOND = 4.0
"""Pixels outside the strip to which curves are clipped."""
_LINE_OUTREACH, _MARKER_OUTREACH = 2.0, 8.0
"""Pixels beside a point within which lines and dots drawn for it stay, and markers."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Mapping of axis positions and values to a strip's pixels.

    Attributes:
        area: The part of the strip for curves, in logical pixels.
        start: Axis position at the left edge.
        end: Axis position at the right edge.
        span: Values at the lower and upper edge, in the displayed unit.
        factor: Converts SI values to the displayed unit.
        ratio: Device pixels per logical pixel.
    """

    area: QRectF
    start: float
    end: float
    span: Span
    factor: float
    ratio: float

    @property
    def scale(self) -> float:
        """Logical pixels per unit of the axis."""
        return self.area.width() / (self.end - self.start)

    def x_of(self, place: float) -> float:
        """Return the x coordinate of an axis position, in logical pixels."""
        return self.area.left() + (place - self.start) / (self.end - self.start) * self.area.width()

    def place_of(self, x: float) -> float:
        """Return the axis position of an x coordinate."""
        return self.start + (x - self.area.left()) / self.scale

    def y_of(self, shown: float) -> float:
        """Return the y coordinate of a displayed value, clipped close to the strip."""
        y = self.area.bottom() - (shown - self.span.low) / self.span.length * self.area.height()
        return min(max(y, self.area.top() - _BEYOND), self.area.bottom() + _BEYOND)


def outreach(curve: Curve) -> float:
    """Return the pixels beside a point of a curve within which everything that is drawn for it stays."""
    return _LINE_OUTREACH if curve.marker is None else _MARKER_OUTREACH


def drawn_length(part: tuple[Floats, Floats], frame: Frame) -> float:
    """Estimate the length of the line through a part of a series, in device pixels: the sum of its width, rises and falls."""
    x, y, known = _pixels(*part, frame)
    y = y[known]
    return frame.ratio * float(np.abs(y[1:] - y[:-1]).sum() + (x[-1] - x[0] if len(x) else 0.0))


class CurvePainter:
    """Draws curves; all but short ones through one reused polygon."""

    def __init__(self) -> None:
        self._polygon: QPolygonF = pg.functions.create_qpolygonf(0)
        self._dashed_to: dict[str, tuple[float, float]] = {}
        """By curve key: position of a point, and the line's length up to it, from which dashes continue when only the end is drawn."""

    def draw(self, painter: QPainter, curve: Curve, line: QPen, part: tuple[Floats, Floats], frame: Frame, left: float = 0.0) -> None:
        """Draw the line through a part of a series.

        Args:
            painter: Draws; its pen is changed.
            curve: Its style.
            line: Pen of the line.
            part: Axis positions and SI values.
            frame: Mapping to pixels.
            left: Only what is drawn right of this x coordinate is needed.
        """
        painter.setPen(line)
        if curve.window is not None and has_windows(curve, frame):
            self._draw_windows(painter, curve.window, part[0], _pixels(*part, frame), frame)
            return
        needed = 0 if left <= 0 else max(0, int(part[0].searchsorted(frame.place_of(left - outreach(curve)))) - 1)
        is_dashed = curve.dash is not Dash.SOLID
        begin, length = self._dashes_begin(curve, part[0], needed) if is_dashed else (needed, 0.0)
        places, values = part[0][begin:], part[1][begin:]
        points = _FewPoints(places, values, frame) if len(places) <= FEW else _Points(places, values, frame, self._polygon)
        strokes = round(CURVE_WIDTH * frame.ratio) if line.widthF() <= 1 and frame.ratio >= _DENSE else 1
        for first, last in points.runs():
            start = max(first, needed - begin)
            if last <= start:
                continue
            if is_dashed and start > first:
                length = points.length(first, start) + (length if first == 0 else 0.0)
                self._dashed_to[curve.key] = float(places[start]), length
                painter.setPen(_continued(line, length * frame.ratio))
            _draw_run(painter, points.polygon(start, last), strokes, frame.ratio)
            painter.setPen(line)
        if curve.marker is not None:
            shift = group_of(curve.colour) * _SHIFT % 1.0
            _draw_markers(painter, (curve.marker, line.color(), shift), _pixels(places, values, frame), frame)

    def _dashes_begin(self, curve: Curve, places: Floats, needed: int) -> tuple[int, float]:
        """Return the index of a point at which the phase of the dashes is known, and the length of the line up to it."""
        if needed == 0:
            self._dashed_to.pop(curve.key, None)
        place, length = self._dashed_to.get(curve.key, (-math.inf, 0.0))
        index = int(places.searchsorted(place))
        return (index, length) if index <= needed else (0, 0.0)

    def draw_band(self, painter: QPainter, colour: QColor, band: tuple[Floats, Floats, Floats], frame: Frame) -> None:
        """Fill the area of a band (axis positions, lower and upper values), changing the painter's pen and brush."""
        x, low, known_low = _pixels(band[0], band[1], frame)
        _, high, known_high = _pixels(band[0], band[2], frame)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        for first, last in runs_of(known_low & known_high):
            there, back = x[first:last], x[first:last][::-1]
            edge = np.concatenate((low[first:last], high[first:last][::-1]))
            painter.drawPolygon(_fill(self._polygon, np.concatenate((there, back)), edge))
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _draw_windows(
        self, painter: QPainter, window: SensorWindow, places: Floats, points: tuple[Floats, Floats, NDArray[np.bool_]], frame: Frame
    ) -> None:
        """Draw sampled spans as short level lines, joined by faint ones; a reading is on average half an update period old."""
        x, y, known = points
        shifts = [(span - places) * frame.scale for span in sampled_spans(places, window)]
        begins, ends = x + shifts[0], x + shifts[1]
        line = painter.pen()
        painter.setOpacity(_BETWEEN)
        for first, last in runs_of(known):
            corners = np.column_stack((begins[first:last], ends[first:last])).reshape(-1)
            painter.drawPolyline(_fill(self._polygon, corners, np.repeat(y[first:last], 2)))
        painter.setOpacity(1.0)
        painter.setPen(QPen(line.color(), _WINDOW_WIDTH))
        painter.drawLines([QLineF(begins[at], y[at], ends[at], y[at]) for at in np.flatnonzero(known)])


class _Points:
    """Points of a curve in logical pixels."""

    def __init__(self, places: Floats, values: Floats, frame: Frame, polygon: QPolygonF) -> None:
        self._x, self._y, self._known = _pixels(places, values, frame)
        self._polygon = polygon

    def runs(self) -> list[tuple[int, int]]:
        """Return the (first, last) index ranges of known values."""
        return runs_of(self._known)

    def length(self, first: int, last: int) -> float:
        """Return the length of the line from one point to another by which Qt advances dashes: the sum of the longer sides."""
        x, y = (axis[first : last + 1] for axis in (self._x, self._y))
        return float(np.maximum(np.abs(x[1:] - x[:-1]), np.abs(y[1:] - y[:-1])).sum())

    def polygon(self, first: int, last: int) -> QPolygonF:
        """Return the points from the first to the one before the last."""
        return _fill(self._polygon, self._x[first:last], self._y[first:last])


class _FewPoints:
    """As :class:`_Points`, but without numpy, whose calls take longer than the arithmetic on a few points, such as new readings."""

    def __init__(self, places: Floats, values: Floats, frame: Frame) -> None:
        area, span = frame.area, frame.span
        left, scale = area.left(), area.width() / (frame.end - frame.start)
        below, slope = area.bottom() + span.low * (area.height() / span.length), -frame.factor * area.height() / span.length
        top, bottom = area.top() - _BEYOND, area.bottom() + _BEYOND
        self._points: list[QPointF | None] = []
        for place, value in zip(places.tolist(), values.tolist(), strict=True):
            y = value * slope + below
            if not top <= y <= bottom:  # NaN is neither
                y = min(max(y, top), bottom)
            self._points.append(QPointF((place - frame.start) * scale + left, y) if math.isfinite(value) else None)

    def runs(self) -> list[tuple[int, int]]:
        """Return the (first, last) index ranges of known values."""
        ends = [at for at, point in enumerate(self._points) if point is None]
        return [(first + 1, last) for first, last in pairwise((-1, *ends, len(self._points))) if first + 1 < last]

    def length(self, first: int, last: int) -> float:
        """Return the length of the line from one point to another, as :meth:`_Points.length` does."""
        points = [point.toTuple() for point in self._points[first : last + 1] if point is not None]
        return sum((max(abs(x1 - x0), abs(y1 - y0)) for (x0, y0), (x1, y1) in pairwise(points)), 0.0)

    def polygon(self, first: int, last: int) -> QPolygonF:
        """Return the points from the first to the one before the last."""
        return QPolygonF([point for point in self._points[first:last] if point is not None])


def _draw_run(painter: QPainter, polygon: QPolygonF, strokes: int, ratio: float) -> None:
    if polygon.size() == 1:
        point = polygon.at(0)
        painter.fillRect(QRectF(point.x() - _DOT / 2, point.y() - _DOT / 2, _DOT, _DOT), painter.pen().color())
        return
    painter.drawPolyline(polygon)
    for offset in range(1, strokes):  # several one-pixel lines are faster than one wide line
        for shift in (QPointF(offset / ratio, 0), QPointF(0, offset / ratio)):
            painter.translate(shift)
            painter.drawPolyline(polygon)
            painter.translate(-shift)


def _fill(polygon: QPolygonF, x: Floats, y: Floats) -> QPolygonF:
    """Set the points of a polygon, which is made only once."""
    polygon.resize(len(x))
    points = pg.functions.ndarray_from_qpolygonf(polygon)
    points[:, 0], points[:, 1] = x, y
    return polygon


def has_windows(curve: Curve, frame: Frame) -> bool:
    """Return whether there is room to draw a curve's sampled spans separately."""
    return curve.window is not None and curve.window.period * frame.scale >= WINDOW_SPACE


def _continued(line: QPen, length: float) -> QPen:
    """Return a pen that continues the dashes of a line of this length, in device pixels."""
    pen = QPen(line)
    pen.setDashOffset(length % sum(line.dashPattern()))
    return pen


def _pixels(places: Floats, values: Floats, frame: Frame) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """Return coordinates in logical pixels and a mask of finite ones; values far outside are clipped to fit Qt's integers."""
    area, span = frame.area, frame.span
    x = (places - frame.start) * (area.width() / (frame.end - frame.start))
    x += area.left()
    known = np.isfinite(values)
    with np.errstate(all="ignore"):  # huge values overflow to infinity, which is clipped
        y = values * (-frame.factor * area.height() / span.length)
        y += area.bottom() + span.low * (area.height() / span.length)
    np.maximum(y, area.top() - _BEYOND, out=y)
    np.minimum(y, area.bottom() + _BEYOND, out=y)
    return x, y, known


def _draw_markers(
    painter: QPainter, style: tuple[Marker, QColor, float], points: tuple[Floats, Floats, NDArray[np.bool_]], frame: Frame
) -> None:
    x, y, known = points
    marker, colour, shift = style
    step = round_step((frame.end - frame.start) * _MARKER_SPACE / max(1.0, frame.area.width()))
    for place in ticks(frame.start - shift * step, frame.end - shift * step, step):
        index = int(x.searchsorted(frame.x_of(place + shift * step)))
        if index < len(x) and known[index] and frame.area.left() + _EDGE <= x[index] <= frame.area.right() - _EDGE:
            draw_marker(painter, QPointF(x[index], y[index]), marker, colour)
