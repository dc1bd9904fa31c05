"""The cursor over all strips: a line, and a card with every value at its position."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache, partial

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from gpuscope.core.figures import MISSING
from gpuscope.gui import fonts
from gpuscope.gui.charts.hover_card import beside, draw_frame
from gpuscope.gui.charts.painter_canvas import colour_of
from gpuscope.gui.charts.strip import Curve, value_with_unit
from gpuscope.gui.charts.strip_data import StripData, Surroundings
from gpuscope.gui.faults import contained
from gpuscope.gui.fonts import AT_LEFT, AT_RIGHT, fitted, write
from gpuscope.gui.pixmap import painted
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import SMALL_PX, STRONG, Palette, Theme
from gpuscope.reports.pictures.scale import clock, number
from gpuscope.system.language import translated

_SIDE, _TOP, _ASIDE, _BETWEEN = 10.0, 7.0, 8.0, 16.0
"""Pixels: padding at the sides and at top and bottom, distance from the line, least space between label and value."""
_LEAST_WIDTH = grown(130)
"""Minimum width in pixels: a card of short values keeps its width while they change."""
_MOST_LABEL, _MOST_VALUE, _MOST_REMARK = grown(190), grown(150), grown(250)
"""Pixels beyond which a text is elided: the card must not hide the curves that it explains."""
_MOST_LINES = 8
"""Maximum rows and remarks below the position: with more, the card would cover four strips."""
_REMEMBERED = 512
"""Entries of the text width cache: shaping a text takes as long as drawing it, and the card's texts change little."""


@dataclass(frozen=True, slots=True)
class CardRow:
    """One line of the card: a label, a value, and the value's colour."""

    label: str
    value: str
    colour: QColor


@dataclass(frozen=True, slots=True)
class Card:
    """Content of the card: position and note in the first line, then one row per curve, then remarks in muted lines."""

    place: str
    note: str
    rows: tuple[CardRow, ...]
    remarks: tuple[str, ...] = ()


class CursorItem(pg.GraphicsObject):  # type: ignore[misc]  # pyqtgraph has no types
    """Draws the line and the card, and the view's focus frame."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._area = QRectF()
        self._shown = QRectF()
        self._x: float | None = None
        self._card: Card | None = None
        self._card_area = QRectF()
        self._image = QPixmap()
        self._image_of: tuple[Card, QSize, Palette, float] | None = None
        self._has_focus = False
        self._font = fonts.font(SMALL_PX)
        self._strong = fonts.font(SMALL_PX, STRONG)
        self._metrics = QFontMetricsF(self._font)
        self._advance = lru_cache(_REMEMBERED)(self._metrics.horizontalAdvance)
        self._fitted = lru_cache(_REMEMBERED)(partial(fitted, self._metrics))
        self._strong_metrics = QFontMetricsF(self._strong)
        self.setZValue(10)

    def set_area(self, area: QRectF, shown: QRectF) -> None:
        """Cover the view; the card stays within ``shown``, the part that is not scrolled away."""
        self.prepareGeometryChange()
        self._area, self._shown = area, shown
        self.update()

    def set_focus(self, shown: bool) -> None:
        """Show or hide the keyboard focus."""
        if shown != self._has_focus:
            self._has_focus = shown
            self.update()

    def move_to(self, x: float | None, card: Card | None) -> None:
        """Move the line to a horizontal position, or hide it; repaint the old and new areas."""
        if (x, card) == (self._x, self._card):
            return
        self._update_covered()
        self._x, self._card = x, card
        self._card_area = self._placed(card, x) if card is not None and x is not None else QRectF()
        self._update_covered()

    def boundingRect(self) -> QRectF:
        """Return the whole view."""
        return self._area

    @contained
    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002
        """Draw focus, line and card."""
        palette = self._theme.palette
        if self._has_focus:
            painter.setPen(QPen(QColor(palette.accent), 1))
            painter.drawRect(self._shown.adjusted(0.5, 0.5, -1.5, -1.5))
        if self._x is None:
            return
        painter.setPen(QPen(QColor(palette.muted), 0))
        painter.drawLine(QPointF(round(self._x), self._area.top()), QPointF(round(self._x), self._area.bottom()))
        if self._card is not None:
            image = self._drawn(self._card, self._card_area.size().toSize(), painter.device().devicePixelRatio())
            painter.drawPixmap(self._card_area.topLeft(), image)

    def _update_covered(self) -> None:
        if self._x is not None:
            self.update(QRectF(round(self._x) - 2, self._area.top(), 4, self._area.height()))
            self.update(self._card_area.adjusted(-2, -2, 2, 2))

    def _placed(self, card: Card, x: float) -> QRectF:
        """Return the card's rectangle: right of the line, or left of it if there is no room."""
        line = self._metrics.height() + 1
        advance, strong = self._advance, self._strong_metrics.horizontalAdvance
        labels = max((min(_MOST_LABEL, advance(row.label)) for row in card.rows), default=0.0)
        values = max((min(_MOST_VALUE, advance(row.value)) for row in card.rows), default=0.0)
        head = strong(card.place) + min(_MOST_LABEL, advance(card.note))
        remarks = max((min(_MOST_REMARK, advance(text)) for text in card.remarks), default=0.0)
        inside = max(_LEAST_WIDTH, labels + _BETWEEN + values, head + _BETWEEN, remarks)
        width = round(min(inside + 2 * _SIDE, self._area.width() - 4))
        height = round((1 + len(self._fitting(card)) + len(card.remarks)) * line + 2 * _TOP)
        return QRectF(round(beside(x, width, _ASIDE, self._area)), round(self._shown.top() + 6), width, height)

    def _fitting(self, card: Card) -> list[CardRow]:
        """Return the rows that fit; the last one gives the number of omitted rows."""
        line = self._metrics.height() + 1
        most = min(_MOST_LINES, int((self._shown.height() - 12 - 2 * _TOP) / line) - 1)
        room = max(1, most - len(card.remarks))
        if len(card.rows) <= room:
            return list(card.rows)
        left_out = len(card.rows) - room + 1
        return [*card.rows[: room - 1], CardRow(f"+ {left_out}", "", QColor(self._theme.palette.muted))]

    def _drawn(self, card: Card, size: QSize, ratio: float) -> QPixmap:
        """Return the card's image from a cache: while the view is dragged, the position under the pointer does not change."""
        wanted = card, size, self._theme.palette, ratio
        if wanted != self._image_of:
            self._image_of = wanted
            with painted(size.width(), size.height(), ratio, Qt.GlobalColor.transparent) as (self._image, painter):
                self._draw_card(painter, card, QRectF(QPointF(), size))
        return self._image

    def _draw_card(self, painter: QPainter, card: Card, area: QRectF) -> None:
        palette = self._theme.palette
        draw_frame(painter, area, palette)
        line = self._metrics.height() + 1
        box = QRectF(area.left() + _SIDE, area.top() + _TOP, area.width() - 2 * _SIDE, line)
        painter.setFont(self._strong)
        write(painter, box, card.place, AT_LEFT, QColor(palette.text))
        painter.setFont(self._font)
        write(painter, box, self._fitted(card.note, _MOST_LABEL), AT_RIGHT, QColor(palette.muted))
        muted = QColor(palette.muted)
        for row in self._fitting(card):
            box.translate(0, line)
            value = self._fitted(row.value, min(_MOST_VALUE, box.width() * 0.6))
            room = box.width() - self._advance(value) - 8
            write(painter, box, self._fitted(row.label, room), AT_LEFT, muted)
            write(painter, box, value, AT_RIGHT, row.colour)
        for text in card.remarks:
            box.translate(0, line)
            write(painter, box, self._fitted(text, box.width()), AT_LEFT, muted)


_MOST_REMARKS = 3
"""Maximum number of remarks on a card: values take precedence."""
_MARK_REACH = 4
"""Distance in pixels within which the card names a mark."""


def card_at(place: float, note: str, strips: Iterable[StripData], around: Surroundings, palette: Palette, columns: int) -> Card:
    """Return the card for a position.

    Args:
        place: Position on the axis.
        note: Shown beside the position.
        strips: Strips whose visible curves get a row each.
        around: State shared by the strips.
        palette: Source of the colours.
        columns: Width of the visible range in pixels.
    """
    resolution = around.view.length / max(1, columns)
    rows = tuple(
        CardRow(_label(strip, curve.label), MISSING if is_blank else _value(strip, curve, place), colour_of(curve.colour, palette))
        for strip, is_blank in ((strip, around.is_blank(place, strip.strip.key)) for strip in strips)
        for curve in strip.shown_curves()
    )
    near = [mark.text for mark in around.marks if abs(mark.x - place) <= _MARK_REACH * resolution]
    shades = [shade for shade in around.shades_at(place) if shade.label]
    remarks = [translated(": ").join(filter(None, (shade.label, shade.detail))) for shade in shades]
    notes = tuple(dict.fromkeys(near + remarks))[:_MOST_REMARKS]
    return Card(place_text(place, around.axis, resolution, is_count=around.is_count), note, rows, notes)


def place_text(place: float, axis: str, resolution: float, *, is_count: bool = True) -> str:
    """Format a position in the axis's unit, no finer than one pixel: ``0:38.2``, ``1 765``."""
    finest = 10.0 ** math.floor(math.log10(max(resolution, 1e-9)) + 0.5)
    if axis != "time":
        return number(place, 1.0 if is_count else finest)
    return clock(place, min(1.0, max(0.001, finest)))


def _label(strip: StripData, curve: str) -> str:
    return f"{strip.strip.title} · {curve}" if len(strip.strip.curves) > 1 else strip.strip.title


def _value(strip: StripData, curve: Curve, place: float) -> str:
    value = strip.value_at(curve.key, place)
    if value is None or not (curve.is_logged or math.isfinite(value)):
        return MISSING
    return value_with_unit(value, strip.strip, strip.greatest)
