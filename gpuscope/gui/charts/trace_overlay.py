"""Overlays of a timeline: the time at the pointer, gaps, and arrows from launches to the work they launched."""

from collections.abc import Iterable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPolygonF

from gpuscope.gui import fonts
from gpuscope.gui.charts.strip_data import TimeView
from gpuscope.gui.charts.trace_painter import RULER, Geometry, clock_labels
from gpuscope.gui.fonts import IN_MIDDLE, write
from gpuscope.gui.theme import SMALL_PX, Palette

_HEAD_WIDTH, _HEAD = 3.5, 6.0
"""Pixels: half the width and the length of an arrow's head."""
_TICK = RULER - 7
"""Height in pixels above the ticks of the time axis."""
_MEASURED = 0.18
"""Opacity of a measured range: the slices below keep their colours."""
_INSET = 6
"""Padding in pixels left and right of the time at the pointer."""


def draw_instant(painter: QPainter, x: float, text: str, view: TimeView, room: Geometry, palette: Palette) -> None:
    """Draw the time at the pointer on the time axis, in place of the labels that it would partly cover."""
    font = fonts.font(SMALL_PX)
    painter.setFont(font)
    width = painter.fontMetrics().horizontalAdvance(text) + 2 * _INSET
    box = QRectF(min(max(x - width / 2, room.gutter), room.width - width), 3, width, _TICK)
    for label, _ in clock_labels(view, room, QFontMetricsF(font)):
        if label.intersects(box):
            painter.fillRect(QRectF(label.left(), 0, label.width(), _TICK), QColor(palette.panel))
    painter.fillRect(box, QColor(palette.raised))
    write(painter, box, text, IN_MIDDLE, QColor(palette.text))


def draw_range(painter: QPainter, ends: tuple[float, float], text: str, view: TimeView, room: Geometry, palette: Palette) -> None:
    """Shade a measured range between two x coordinates, with its length on the time axis."""
    left, right = max(ends[0], float(room.gutter)), min(ends[1], float(room.width))
    if left > right:
        return
    colour = QColor(palette.accent)
    painter.setPen(colour)
    for x in ends:
        if left <= x <= right:
            painter.drawLine(QPointF(x, RULER), QPointF(x, room.lanes_bottom))
    colour.setAlphaF(_MEASURED)
    painter.fillRect(QRectF(left, RULER, right - left, room.lanes_bottom - RULER), colour)
    draw_instant(painter, (left + right) / 2, text, view, room, palette)


def draw_gap(painter: QPainter, area: QRectF, palette: Palette) -> None:
    """Mark a gap with a line between its ends, at half the height of its row."""
    painter.setPen(QColor(palette.warn))
    middle = round(area.center().y())
    painter.drawLine(QPointF(area.left(), middle), QPointF(area.right() - 1, middle))
    for x in (area.left(), area.right() - 1):
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom() - 1))


def draw_arrows(painter: QPainter, links: Iterable[tuple[QRectF | None, QRectF | None]], colour: QColor) -> None:
    """Draw an arrow from the start of each launch to the start of the launched work, unless either is folded away."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour, 1))
    painter.setBrush(colour)
    for launch, launched in links:
        if launch is None or launched is None:
            continue
        is_up = launched.top() < launch.top()
        begin = QPointF(launch.left(), launch.top() if is_up else launch.bottom())
        tip = QPointF(launched.left(), launched.bottom() if is_up else launched.top())
        back = _HEAD if is_up else -_HEAD
        painter.drawLine(begin, tip)
        painter.drawPolygon(QPolygonF([tip, tip + QPointF(-_HEAD_WIDTH, back), tip + QPointF(_HEAD_WIDTH, back)]))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
