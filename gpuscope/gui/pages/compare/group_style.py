"""Colour, dash and marker of each compared group by its index, and its swatch."""

from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPixmap

from gpuscope.gui.charts.painter_canvas import colour_of, draw_swatch
from gpuscope.gui.charts.strip import Curve
from gpuscope.gui.palette import Palette
from gpuscope.gui.pixmap import painted
from gpuscope.reports.pictures import picture as pictures
from gpuscope.reports.pictures.picture import Dash, Marker

SWATCH_WIDTH, SWATCH_HEIGHT = 24, 12
"""Logical pixels; fits two dashes with the marker between them."""
_ICON_GAP = 5
"""Pixels between a swatch and the text of its button or menu entry, in addition to Qt's own spacing."""
ICON_SIZE = QSize(SWATCH_WIDTH + _ICON_GAP, SWATCH_HEIGHT)


@dataclass(frozen=True, slots=True)
class GroupStyle:
    """Style of one group.

    Attributes:
        colour: Role of the colour in the palette ("group:2").
        dash: Dash of the curves.
        marker: Marker of the curves and points.
    """

    colour: str
    dash: Dash
    marker: Marker

    def paint_colour(self, palette: Palette) -> QColor:
        """Return the colour in a theme."""
        return colour_of(self.colour, palette)


def group_style(index: int) -> GroupStyle:
    """Return the style of the group at an index."""
    style = pictures.group_style(index)
    return GroupStyle(style.role, style.dash, style.marker)


def swatch(index: int, palette: Palette, ratio: float, gap: int = 0) -> QPixmap:
    """Return a swatch of a group's line and marker, followed by a gap, for a device pixel ratio."""
    style = group_style(index)
    curve = Curve("", "", style.colour, style.dash, style.marker)
    with painted(SWATCH_WIDTH + gap, SWATCH_HEIGHT, ratio, Qt.GlobalColor.transparent) as (picture, painter):
        draw_swatch(painter, QRectF(0, 0, SWATCH_WIDTH, SWATCH_HEIGHT), curve, style.paint_colour(palette))
    return picture


def swatch_icon(index: int, palette: Palette) -> QIcon:
    """Return the swatch as an icon, sharp at 100, 200 and 300 %."""
    icon = QIcon()
    for ratio in (1, 2, 3):
        icon.addPixmap(swatch(index, palette, ratio, _ICON_GAP))
    return icon
