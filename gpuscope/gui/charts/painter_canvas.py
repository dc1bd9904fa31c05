"""The window's canvas: pens, markers and colours of curves, and drawings painted with Qt, both in windows and for PNG files."""

import threading
from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np
from pyqtgraph.functions import arrayToQPolygonF
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPolygonF

from gpuscope.gui import fonts
from gpuscope.gui.charts.series import Floats
from gpuscope.gui.charts.strip import Curve
from gpuscope.gui.fonts import fitted
from gpuscope.gui.theme import BODY_PX, REGULAR, SMALL_PX, STRONG, Palette
from gpuscope.reports.pictures.colours import group_index, heat_colour
from gpuscope.reports.pictures.drawing import Area, Box, Drawing, Metrics, Part, Path, Place, Shape, Symbol, Text
from gpuscope.reports.pictures.picture import Dash, Marker

MARKER_SIZE = 7.0
"""Size of curve markers, in logical pixels."""
_MARKER_RIM = 0.8
"""Width of a marker's rim: enough to separate two markers of one colour without looking like a line."""


def colour_of(role: str, palette: Palette) -> QColor:
    """Return a role's colour: a metric family's, a group's ("group:2"), or the text colour for an unknown role."""
    if (heat := heat_colour(role, dark=palette.is_dark)) is not None:
        return QColor(heat)
    place = group_index(role)
    known = palette.of_group(place) if place is not None else getattr(palette, "panel" if role == "ground" else role, palette.text)
    return QColor(known if isinstance(known, str) else palette.text)


def group_of(role: str) -> int:
    """Return the index of a role's compared group; 0 for other roles."""
    return group_index(role) or 0


def mixed(ground: str, colour: str, share: float) -> QColor:
    """Mix a tint into a ground by its share; the result is opaque, so that painting needs no blending."""
    below, above = QColor(ground), QColor(colour)
    parts = ((getattr(below, part)(), getattr(above, part)()) for part in ("red", "green", "blue"))
    return QColor(*(round(low + (high - low) * share) for low, high in parts))


def pen(colour: QColor, dash: Dash = Dash.SOLID, width: float = 1.0, ratio: float = 1.0) -> QPen:
    """Return a pen for curves.

    Args:
        colour: Colour of the line.
        dash: Dash pattern.
        width: In device pixels; 1 is by far the fastest to draw.
        ratio: Device pixels per logical pixel; dashes keep their logical length.
    """
    stroke = QPen(colour, width)
    stroke.setCosmetic(True)
    stroke.setCapStyle(Qt.PenCapStyle.FlatCap)
    if dash.value:
        stroke.setDashPattern([length * ratio / width for length in dash.value])
    return stroke


def draw_swatch(painter: QPainter, area: QRectF, curve: Curve, colour: QColor, ratio: float = 1.0) -> None:
    """Draw a legend's sample of a curve: its line and marker."""
    painter.setPen(pen(colour, curve.dash, 2 * ratio, ratio))
    middle = round(area.center().y())
    painter.drawLine(QPointF(area.left(), middle), QPointF(area.right(), middle))
    if curve.marker is not None:
        draw_marker(painter, QPointF(area.center().x(), middle), curve.marker, colour)


def draw_marker(
    painter: QPainter, at: QPointF, marker: Marker, colour: QColor, size: float = MARKER_SIZE, rim: QColor | None = None
) -> None:
    """Draw one marker around a point, with an optional thin rim that separates it from those below."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(at)
    is_filled = marker not in (Marker.CROSS, Marker.RING)
    if is_filled:
        painter.setPen(Qt.PenStyle.NoPen if rim is None else QPen(rim, _MARKER_RIM))
        painter.setBrush(colour)
    else:
        painter.setPen(QPen(colour, 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush if rim is None else rim)
    half = size / 2
    if marker in (Marker.CIRCLE, Marker.RING):
        painter.drawEllipse(QPointF(0, 0), half, half)
    elif marker is Marker.CROSS:
        painter.drawLine(QPointF(-half, -half), QPointF(half, half))
        painter.drawLine(QPointF(-half, half), QPointF(half, -half))
    else:
        painter.drawPolygon(_outline(marker, half))
    painter.restore()


def _outline(marker: Marker, half: float) -> QPolygonF:
    corners = {
        Marker.SQUARE: ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
        Marker.DIAMOND: ((0.0, -1.25), (1.25, 0.0), (0.0, 1.25), (-1.25, 0.0)),
        Marker.TRIANGLE: ((0.0, -1.15), (1.1, 0.9), (-1.1, 0.9)),
    }[marker]
    return QPolygonF([QPointF(x * half, y * half) for x, y in corners])


_LINE_RIM = 2.0
"""Extra width of the halo in the ground's colour around a line."""


_PART = 4
"""Segments of a curve that are stroked at once: Qt's time for a wide noisy curve grows with the square of its length. Of 1 to 64 segments,
four took the least time, a tenth of that of the whole curve."""


def _font(size: float, bold: bool) -> QFont:
    return _font_of(size, bold, threading.get_ident())


def _font_metrics(size: float, bold: bool) -> QFontMetricsF:
    return _font_metrics_of(size, bold, threading.get_ident())


@lru_cache(maxsize=16)
def _font_of(size: float, bold: bool, _thread: int) -> QFont:
    """Return a font of one thread: a QFont looks its engine up when first used, and must not do so on two threads at once."""
    return fonts.font(size, STRONG if bold else REGULAR)


@lru_cache(maxsize=16)
def _font_metrics_of(size: float, bold: bool, thread: int) -> QFontMetricsF:
    return QFontMetricsF(_font_of(size, bold, thread))


def _width(text: str, size: float, bold: bool) -> float:
    return _font_metrics(size, bold).horizontalAdvance(text)


def _fitted(text: str, width: float, size: float, bold: bool) -> str:
    return fitted(_font_metrics(size, bold), text, width)


def window_metrics(scale: float = 1.0) -> Metrics:
    """Return the window's fonts and text metrics, in logical pixels; a scale above 1 is for a projector."""
    return Metrics(SMALL_PX * scale, BODY_PX * scale, 1.5 * scale, 1.0, 4.0 * scale, _width, _fitted)


WINDOW = window_metrics()
"""Metrics at 100 %."""


def paint(painter: QPainter, drawing: Drawing, palette: Palette) -> None:
    """Paint a drawing at the painter's origin."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _Painting(painter, palette).draw(drawing.shapes)


class _Painting:
    """Paints shapes in a theme's colours."""

    def __init__(self, painter: QPainter, palette: Palette) -> None:
        self._painter, self._palette = painter, palette

    def draw(self, shapes: Iterable[Shape]) -> None:
        for shape in shapes:
            match shape:
                case Part():
                    self.draw(shape.shapes)
                case Path():
                    self._path(shape)
                case Box():
                    self._box(shape)
                case Area():
                    self._area(shape)
                case Text():
                    self._text(shape)
                case Symbol():
                    hue, rim = self._colour(shape.role), self._colour("ground")
                    draw_marker(self._painter, QPointF(*shape.centre), shape.kind, hue, 2 * shape.radius, rim)

    def _colour(self, role: str) -> QColor:
        return colour_of(role, self._palette)

    def _path(self, path: Path) -> None:
        if path.has_rim:
            self._stroke(path.pieces, QPen(self._colour("ground"), path.width + _LINE_RIM))
        pen = QPen(self._colour(path.role), path.width)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        if path.dash.value:
            pen.setDashPattern(list(path.dash.value))
        self._stroke(path.pieces, pen)

    def _stroke(self, pieces: Iterable[Sequence[Place]], pen: QPen) -> None:
        self._painter.setPen(pen)
        for piece in pieces:
            if len(piece) == 1:
                self._painter.drawPoint(QPointF(*piece[0]))
            elif len(piece) == 2:
                self._crisp_line(piece, pen)
            else:
                self._curve(np.array(piece), pen)

    def _curve(self, places: Floats, pen: QPen) -> None:
        """Draw a curve, shape (places, 2), part by part; dashes go on across the parts."""
        lengths = np.concatenate(([0.0], np.cumsum(np.hypot(*np.diff(places, axis=0).T)))) if pen.dashPattern() else None
        for start in range(0, len(places) - 1, _PART):
            if lengths is not None:
                pen.setDashOffset(float(lengths[start]) / pen.widthF())
                self._painter.setPen(pen)
            self._painter.drawPolyline(arrayToQPolygonF(*places[start : start + _PART + 1].T))
        if lengths is not None:
            pen.setDashOffset(0.0)
            self._painter.setPen(pen)

    def _crisp_line(self, piece: Sequence[Place], pen: QPen) -> None:
        """Draw a horizontal or vertical one-pixel line aligned to the pixel grid."""
        (x0, y0), (x1, y1) = piece
        if pen.widthF() == 1.0 and y0 == y1:
            y0 = y1 = round(y0 - 0.5) + 0.5
        elif pen.widthF() == 1.0 and x0 == x1:
            x0 = x1 = round(x0 - 0.5) + 0.5
        self._painter.drawLine(QPointF(x0, y0), QPointF(x1, y1))

    def _area(self, area: Area) -> None:
        colour = self._colour(area.role)
        colour.setAlphaF(area.tint)
        self._painter.setPen(Qt.PenStyle.NoPen)
        self._painter.setBrush(colour)
        self._painter.drawPolygon(QPolygonF([QPointF(*place) for place in area.outline]))
        self._painter.setBrush(Qt.BrushStyle.NoBrush)

    def _box(self, box: Box) -> None:
        colour = self._colour(box.role)
        if box.tint < 1:
            colour = mixed(self._colour("ground").name(), colour.name(), box.tint)
        self._painter.fillRect(QRectF(*box.corner, box.width, box.height), colour)

    def _text(self, entry: Text) -> None:
        x, y = entry.place
        share = {"start": 0.0, "middle": 0.5, "end": 1.0}[entry.anchor]
        if share:
            x -= share * _width(entry.text, entry.size, entry.is_bold)
        self._painter.setFont(_font(entry.size, entry.is_bold))
        self._painter.setPen(self._colour(entry.role))
        self._painter.drawText(QPointF(x, y), entry.text)
