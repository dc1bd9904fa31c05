"""The card beside the pointer: a name, rows of label and value, remarks."""

import math
from dataclasses import dataclass
from itertools import starmap

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from gpuscope.gui import fonts
from gpuscope.gui.fonts import AT_LEFT, AT_RIGHT, fitted, write
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import SMALL_PX, STRONG, Palette
from gpuscope.system.language import labelled

_SIDE, _TOP, _ASIDE, _BETWEEN, _RADIUS = 10.0, 7.0, 14.0, 18.0, 8.0
"""Pixels: padding at the sides and at top and bottom, distance from the pointer, least space between label and value, corner radius."""
_LEAST, _MOST = grown(150), grown(400)
"""Least and greatest width of a card in pixels: a wider one would hide what it explains."""
_MOST_NAME_LINES = 3
"""Maximum lines of a name or remark: names of templated kernels can fill pages."""


@dataclass(frozen=True, slots=True)
class HoverCard:
    """Content of a card.

    Attributes:
        title: A name; wrapped if it is long.
        rows: Labels and values.
        remarks: Sentences, in muted text.
    """

    title: str
    rows: tuple[tuple[str, str], ...] = ()
    remarks: tuple[str, ...] = ()

    def spoken_text(self) -> str:
        """Return the content as one text, for screen readers."""
        return "\n".join((self.title, *starmap(labelled, self.rows), *self.remarks))


def draw_card(painter: QPainter, card: HoverCard, at: QPointF, inside: QRectF, palette: Palette) -> None:
    """Draw a card beside a point, within a rectangle."""
    font, strong = fonts.font(SMALL_PX), fonts.font(SMALL_PX, STRONG)
    metrics, strong_metrics = QFontMetricsF(font), QFontMetricsF(strong)
    line = metrics.height() + 1
    values = [(label, fitted(metrics, value, _MOST * 0.72)) for label, value in card.rows]
    wanted = [metrics.horizontalAdvance(label) + metrics.horizontalAdvance(value) + _BETWEEN for label, value in values]
    wanted += [strong_metrics.horizontalAdvance(card.title), *(metrics.horizontalAdvance(text) for text in card.remarks), _LEAST]
    width = math.ceil(min(max(wanted), _MOST, inside.width() - 2 * _SIDE - 4))
    title = _lines(strong_metrics, card.title, width)
    remarks = [part for text in card.remarks for part in _lines(metrics, text, width)]
    height = round((len(title) + len(values) + len(remarks)) * line + 2 * _TOP)
    area = _placed(at, width + 2 * _SIDE, height, inside)
    draw_frame(painter, area, palette)
    box = QRectF(area.left() + _SIDE, area.top() + _TOP, width, line)
    text, muted = QColor(palette.text), QColor(palette.muted)
    painter.setFont(strong)
    for part in title:
        write(painter, box, part, AT_LEFT, text)
        box.translate(0, line)
    painter.setFont(font)
    for label, value in values:
        write(painter, box, label, AT_LEFT, muted)
        write(painter, box, value, AT_RIGHT, text)
        box.translate(0, line)
    for part in remarks:
        write(painter, box, part, AT_LEFT, muted)
        box.translate(0, line)


def draw_frame(painter: QPainter, area: QRectF, palette: Palette) -> None:
    """Draw an empty card: a raised ground with round corners."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(palette.line), 1))
    painter.setBrush(QColor(palette.raised))
    painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS, _RADIUS)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setBrush(Qt.BrushStyle.NoBrush)  # otherwise the next outline would be filled


def beside(x: float, width: float, aside: float, inside: QRectF) -> float:
    """Return the left end of a card: to the right of a position, to its left if there is no room, and within a rectangle in any case."""
    left = x + aside if x + aside + width <= inside.right() - 2 else x - aside - width
    return min(max(left, inside.left() + 2), max(inside.left() + 2, inside.right() - width - 2))


def _placed(at: QPointF, width: float, height: float, inside: QRectF) -> QRectF:
    """Return the card's rectangle: to the lower right of the point, or on the opposite side if there is no room."""
    top = at.y() + _ASIDE if at.y() + _ASIDE + height <= inside.bottom() - 2 else at.y() - _ASIDE - height
    top = min(max(top, inside.top() + 2), max(inside.top() + 2, inside.bottom() - height - 2))
    return QRectF(round(beside(at.x(), width, _ASIDE, inside)), round(top), width, height)


def _lines(metrics: QFontMetricsF, text: str, width: float) -> list[str]:
    """Wrap a text to a width; the last line is elided."""
    text = " ".join(text[:1000].split())
    lines: list[str] = []
    while text and len(lines) < _MOST_NAME_LINES - 1 and metrics.horizontalAdvance(text) > width:
        count = max(1, int(len(text) * width / metrics.horizontalAdvance(text)))
        while count > 1 and metrics.horizontalAdvance(text[:count]) > width:
            count -= 1
        cut = max((text.rfind(sign, count // 2, count) + 1 for sign in " ,<:_"), default=0) or count
        lines.append(text[:cut].rstrip())
        text = text[cut:].lstrip()
    return [*lines, fitted(metrics, text, width)] if text else lines or [""]
