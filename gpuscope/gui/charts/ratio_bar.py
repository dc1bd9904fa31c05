"""A ratio as a bar on a log scale around 1, with whiskers for its interval, for a cell of a table."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from gpuscope.gui.palette import Palette

_LEAST = math.log(1.1)
_MOST = math.log(100.0)
BAR_MARGIN = 4
"""Pixels of room for the arrow at either end."""
_CAP, _ARROW = 5.0, 4.0
"""Pixels: half the height of a whisker's cap, length of the arrow."""
_THICKNESS = 7.0
"""Odd, so that the bar's edges fall on whole pixels around its centre line; lower than a cap, which so stands out from it."""
_LEAST_WHISKER = 4.0
"""Pixels of an interval below which its two caps would merge into a block: one stroke is drawn in its middle."""


@dataclass(frozen=True, slots=True)
class RatioScale:
    """The scale shared by all bars of a table, so that their lengths are comparable.

    Attributes:
        reach: Natural logarithm of the ratio at the right end; the left end is its inverse.
    """

    reach: float = _LEAST

    @classmethod
    def of(cls, ratios: Iterable[float | None]) -> "RatioScale":
        """Return the scale that fits these ratios, within reason; None, infinity and values not above 0 are ignored."""
        sizes = [abs(math.log(ratio)) for ratio in ratios if ratio is not None and 0 < ratio < math.inf]
        return cls(min(_MOST, max([_LEAST, *sizes])))

    def position(self, ratio: float) -> float:
        """Return a ratio's position: -1 at the left end, 0 for a ratio of 1, 1 at the right end; beyond these if it does not fit."""
        return math.log(ratio) / self.reach if 0 < ratio < math.inf else 0.0


def draw_ratio_bar(
    painter: QPainter,
    area: QRectF,
    ratio: float | None,
    interval: tuple[float, float] | None,
    scale: RatioScale,
    colour: QColor,
    palette: Palette,
) -> None:
    """Draw a bar from 1 to a ratio.

    Args:
        painter: Draws; its state is restored.
        area: The cell.
        ratio: Positive; None draws only the line at 1.
        interval: Lower and upper bound of the ratio; None if unknown.
        scale: Scale of the table.
        colour: Colour of the bar.
        palette: Source of the other colours.
    """
    half = area.width() / 2 - BAR_MARGIN
    if half <= 0:
        return
    centre = QPointF(math.floor(area.center().x()) + 0.5, math.floor(area.center().y()) + 0.5)
    painter.save()
    painter.setClipRect(area)
    painter.setPen(QPen(QColor(palette.line), 1))
    painter.drawLine(QPointF(centre.x(), area.top() + 5), QPointF(centre.x(), area.bottom() - 5))
    if ratio is not None and 0 < ratio < math.inf:
        place = scale.position(ratio)
        end = centre.x() + half * min(1.0, max(-1.0, place))
        painter.fillRect(
            QRectF(QPointF(centre.x(), centre.y() - _THICKNESS / 2), QPointF(end, centre.y() + _THICKNESS / 2)).normalized(), colour
        )
        if abs(place) > 1.0 + 1e-9:
            _draw_arrow(painter, QPointF(end, centre.y()), math.copysign(1.0, place), colour)
        if interval is not None and 0 < interval[0] <= interval[1] < math.inf:
            ends = [centre.x() + half * min(1.0, max(-1.0, scale.position(value))) for value in interval]
            _draw_whiskers(painter, ends[0], ends[1], centre.y(), QColor(palette.text))
    painter.restore()


def _draw_arrow(painter: QPainter, end: QPointF, direction: float, colour: QColor) -> None:
    """Draw an arrow where a bar extends beyond the scale."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    corners = ((0.0, -_THICKNESS), (direction * _ARROW, 0.0), (0.0, _THICKNESS))
    painter.drawPolygon(QPolygonF([QPointF(end.x() + x, end.y() + y) for x, y in corners]))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def _draw_whiskers(painter: QPainter, left: float, right: float, y: float, colour: QColor) -> None:
    painter.setPen(QPen(colour, 1))
    if right - left < _LEAST_WHISKER:
        left = right = (left + right) / 2
    left, right = math.floor(left) + 0.5, math.floor(right) + 0.5
    painter.drawLine(QPointF(left, y), QPointF(right, y))
    for x in (left, right):
        painter.drawLine(QPointF(x, y - _CAP), QPointF(x, y + _CAP))
