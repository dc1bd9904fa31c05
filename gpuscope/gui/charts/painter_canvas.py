"""The canvas of the window: a drawing painted by Qt, in a theme's colours; PNG files are painted by it too."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPolygonF

from gpuscope.gui import fonts
from gpuscope.gui.charts.line_style import colour_of, draw_marker, mixed
from gpuscope.gui.charts.text_line import fitted
from gpuscope.gui.theme import BODY_PX, REGULAR, SMALL_PX, STRONG, Palette
from gpuscope.reports.pictures.drawing import Box, Drawing, Metrics, Part, Path, Place, Shape, Symbol, Words

_RIM = 2.0
"""By how much the rim of the ground's colour widens a line."""


@lru_cache(maxsize=8)
def _font(size: float, bold: bool) -> QFont:
    return fonts.font(size, STRONG if bold else REGULAR)


@lru_cache(maxsize=8)
def _font_metrics(size: float, bold: bool) -> QFontMetricsF:
    return QFontMetricsF(_font(size, bold))


def _width(text: str, size: float, bold: bool) -> float:
    return _font_metrics(size, bold).horizontalAdvance(text)


def _fitted(text: str, width: float, size: float, bold: bool) -> str:
    return fitted(_font_metrics(size, bold), text, width)


WINDOW = Metrics(SMALL_PX, BODY_PX, 1.5, 1.0, 4.0, _width, _fitted)
"""What the window writes and draws with, in logical pixels."""


def paint(painter: QPainter, drawing: Drawing, palette: Palette) -> None:
    """Paint a drawing with its upper left corner at the painter's origin."""
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
                case Words():
                    self._words(shape)
                case Symbol():
                    hue, rim = self._colour(shape.role), self._colour("ground")
                    draw_marker(self._painter, QPointF(*shape.centre), shape.kind, hue, 2 * shape.radius, rim)

    def _colour(self, role: str) -> QColor:
        return colour_of(role, self._palette)

    def _path(self, path: Path) -> None:
        if path.has_rim:
            self._stroke(path.pieces, QPen(self._colour("ground"), path.width + _RIM))
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
            elif _is_straight(piece):
                self._crisp_line(piece, pen)
            else:
                self._painter.drawPolyline(QPolygonF([QPointF(*place) for place in piece]))

    def _crisp_line(self, piece: Sequence[Place], pen: QPen) -> None:
        """Draw a level or upright line of one pixel on the pixels, not between two rows of them."""
        (x0, y0), (x1, y1) = piece
        if pen.widthF() == 1.0 and y0 == y1:
            y0 = y1 = round(y0 - 0.5) + 0.5
        elif pen.widthF() == 1.0 and x0 == x1:
            x0 = x1 = round(x0 - 0.5) + 0.5
        self._painter.drawLine(QPointF(x0, y0), QPointF(x1, y1))

    def _box(self, box: Box) -> None:
        colour = self._colour(box.role)
        if box.tint < 1:
            colour = mixed(self._colour("ground").name(), colour.name(), box.tint)
        self._painter.fillRect(QRectF(*box.corner, box.width, box.height), colour)

    def _words(self, entry: Words) -> None:
        x, y = entry.place
        share = {"start": 0.0, "middle": 0.5, "end": 1.0}[entry.anchor]
        if share:
            x -= share * _width(entry.text, entry.size, entry.is_bold)
        self._painter.setFont(_font(entry.size, entry.is_bold))
        self._painter.setPen(self._colour(entry.role))
        self._painter.drawText(QPointF(x, y), entry.text)


def _is_straight(piece: Sequence[Place]) -> bool:
    return len(piece) == 2
