"""What tells curves apart: colour, dash, marker."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from gpuscope.gui.charts.strip import Curve
from gpuscope.gui.theme import Palette
from gpuscope.reports.pictures.colours import group_index
from gpuscope.reports.pictures.picture import Dash, Marker

MARKER_SIZE = 7.0
"""Of a curve's markers, in logical pixels."""
_RIM = 0.8
"""Width of a marker's rim: what parts two markers of one colour, and is not seen as a line."""


def colour_of(role: str, palette: Palette) -> QColor:
    """Return the colour of a role in a theme: of a metric's family, of a group ("group:2"), the text's for one that nobody knows."""
    place = group_index(role)
    known = palette.of_group(place) if place is not None else getattr(palette, "panel" if role == "ground" else role, palette.text)
    return QColor(known if isinstance(known, str) else palette.text)


def group_of(role: str) -> int:
    """Return the place of the compared group that a role stands for; 0 for other roles."""
    return group_index(role) or 0


def mixed(ground: str, colour: str, share: float) -> QColor:
    """Return the colour that a tint of that share makes of a ground; opaque, so that it costs no blending."""
    below, above = QColor(ground), QColor(colour)
    parts = ((getattr(below, part)(), getattr(above, part)()) for part in ("red", "green", "blue"))
    return QColor(*(round(low + (high - low) * share) for low, high in parts))


def pen(colour: QColor, dash: Dash = Dash.SOLID, width: float = 1.0, ratio: float = 1.0) -> QPen:
    """Return a pen for curves.

    Args:
        colour: Of the line.
        dash: How it is broken.
        width: In pixels of the device; 1 is by far the fastest to draw.
        ratio: Pixels of the device in a logical one: the dash keeps its length on a denser screen.
    """
    stroke = QPen(colour, width)
    stroke.setCosmetic(True)
    stroke.setCapStyle(Qt.PenCapStyle.FlatCap)
    if dash.value:
        stroke.setDashPattern([length * ratio / width for length in dash.value])
    return stroke


def draw_swatch(painter: QPainter, area: QRectF, curve: Curve, colour: QColor, ratio: float = 1.0) -> None:
    """Draw a curve's line with its marker, as legends show it."""
    painter.setPen(pen(colour, curve.dash, 2 * ratio, ratio))
    middle = round(area.center().y())
    painter.drawLine(QPointF(area.left(), middle), QPointF(area.right(), middle))
    if curve.marker is not None:
        draw_marker(painter, QPointF(area.center().x(), middle), curve.marker, colour)


def draw_marker(
    painter: QPainter, at: QPointF, marker: Marker, colour: QColor, size: float = MARKER_SIZE, rim: QColor | None = None
) -> None:
    """Draw one marker around a point, with a thin rim of another colour where it lies over others."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(at)
    is_filled = marker not in (Marker.CROSS, Marker.RING)
    if is_filled:
        painter.setPen(Qt.PenStyle.NoPen if rim is None else QPen(rim, _RIM))
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
