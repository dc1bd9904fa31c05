"""Draws one curve of a strip: its line, with breaks where values are missing, lone points, markers, a band."""

import math
from dataclasses import dataclass

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from gpuscope.core.figures import round_step
from gpuscope.gui.charts.painter_canvas import draw_marker, group_of
from gpuscope.gui.charts.series import Floats, Span
from gpuscope.gui.charts.strip import Curve, SensorWindow
from gpuscope.gui.charts.strip_picture import WINDOW_SPACE, sampled_spans
from gpuscope.reports.pictures.picture import Marker
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
OUTREACH = 8.0
"""Pixels beside a point within which markers, dots and lines drawn for it stay."""


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


class CurvePainter:
    """Draws curves through one reused polygon."""

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
        needed = 0 if left <= 0 else max(0, int(part[0].searchsorted(frame.place_of(left - OUTREACH))) - 1)
        begin, length = self._dashes_begin(curve, part[0], needed)
        x, y, known = _pixels(part[0][begin:], part[1][begin:], frame)
        strokes = round(CURVE_WIDTH * frame.ratio) if line.widthF() <= 1 and frame.ratio >= _DENSE else 1
        for first, last in _runs(known):
            start = max(first, needed - begin)
            if last <= start:
                continue
            if curve.dash.value and start > first:
                length = _length(x[first : start + 1], y[first : start + 1]) + (length if first == 0 else 0.0)
                self._dashed_to[curve.key] = float(part[0][begin + start]), length
                painter.setPen(_continued(line, length * frame.ratio))
            self._draw_run(painter, x[start:last], y[start:last], strokes, frame.ratio)
            painter.setPen(line)
        if curve.marker is not None:
            shift = group_of(curve.colour) * _SHIFT % 1.0
            _draw_markers(painter, (curve.marker, line.color(), shift), (x, y, known), frame)

    def _dashes_begin(self, curve: Curve, places: Floats, needed: int) -> tuple[int, float]:
        """Return the index of a point at which the phase of the dashes is known, and the length of the line up to it."""
        if needed == 0:
            self._dashed_to.pop(curve.key, None)
        if not curve.dash.value:
            return needed, 0.0
        place, length = self._dashed_to.get(curve.key, (-math.inf, 0.0))
        index = int(places.searchsorted(place))
        return (index, length) if index <= needed else (0, 0.0)

    def draw_band(self, painter: QPainter, colour: QColor, band: tuple[Floats, Floats, Floats], frame: Frame) -> None:
        """Fill the area between two series.

        Args:
            painter: Draws; its pen and brush are changed.
            colour: Fill colour with alpha.
            band: Axis positions, lower and upper values.
            frame: Mapping to pixels.
        """
        x, low, known_low = _pixels(band[0], band[1], frame)
        _, high, known_high = _pixels(band[0], band[2], frame)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        for first, last in _runs(known_low & known_high):
            there, back = x[first:last], x[first:last][::-1]
            painter.drawPolygon(self._filled(np.concatenate((there, back)), np.concatenate((low[first:last], high[first:last][::-1]))))
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
        for first, last in _runs(known):
            corners = np.column_stack((begins[first:last], ends[first:last])).reshape(-1)
            painter.drawPolyline(self._filled(corners, np.repeat(y[first:last], 2)))
        painter.setOpacity(1.0)
        painter.setPen(QPen(line.color(), _WINDOW_WIDTH))
        painter.drawLines([QLineF(begins[at], y[at], ends[at], y[at]) for at in np.flatnonzero(known)])

    def _draw_run(self, painter: QPainter, x: Floats, y: Floats, strokes: int, ratio: float) -> None:
        if len(x) == 1:
            painter.fillRect(QRectF(x[0] - _DOT / 2, y[0] - _DOT / 2, _DOT, _DOT), painter.pen().color())
            return
        polygon = self._filled(x, y)
        painter.drawPolyline(polygon)
        for offset in range(1, strokes):  # several one-pixel lines are faster than one wide line
            for shift in (QPointF(offset / ratio, 0), QPointF(0, offset / ratio)):
                painter.translate(shift)
                painter.drawPolyline(polygon)
                painter.translate(-shift)

    def _filled(self, x: Floats, y: Floats) -> QPolygonF:
        self._polygon.resize(len(x))
        points = pg.functions.ndarray_from_qpolygonf(self._polygon)
        points[:, 0], points[:, 1] = x, y
        return self._polygon


def has_windows(curve: Curve, frame: Frame) -> bool:
    """Return whether there is room to draw a curve's sampled spans separately."""
    return curve.window is not None and curve.window.period * frame.scale >= WINDOW_SPACE


def _length(x: Floats, y: Floats) -> float:
    """Return the length of a line as Qt counts dashes along it, but for rounding: by the longer side of each segment."""
    return float(np.maximum(np.abs(x[1:] - x[:-1]), np.abs(y[1:] - y[:-1])).sum())


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
    y = values * (-frame.factor * area.height() / span.length)
    y += area.bottom() + span.low * (area.height() / span.length)
    np.maximum(y, area.top() - _BEYOND, out=y)
    np.minimum(y, area.bottom() + _BEYOND, out=y)
    return x, y, known


def _runs(known: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Return the (first, last) index ranges of known values."""
    if known.all():
        return [(0, len(known))] if len(known) else []
    edges = np.flatnonzero(np.diff(np.concatenate(([False], known, [False])).view(np.int8)))
    return [(int(first), int(last)) for first, last in edges.reshape(-1, 2)]


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
