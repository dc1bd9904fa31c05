"""How the cells of the list of runs are drawn: everything as plain text, none is a widget."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from gpuscope.core.run import RunState
from gpuscope.gui.fonts import font, legible
from gpuscope.gui.pages.runs.origin_words import short_origin_words
from gpuscope.gui.pages.runs.run_columns import COLUMNS, MISSING, Drawn, RunColumn, one_line
from gpuscope.gui.pages.runs.run_row import RunRow
from gpuscope.gui.theme import BODY_PX, MEDIUM, REGULAR, SMALL_PX, Palette, Theme
from gpuscope.gui.widgets.state_badge import state_colours, state_word

ROW_HEIGHT = 34
_PAD = 8
_LINE = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
_LEFT, _RIGHT = _LINE | Qt.AlignmentFlag.AlignLeft, _LINE | Qt.AlignmentFlag.AlignRight


def where_from(row: RunRow) -> str:
    """Return where a run came from, and that its energy is of no real hardware, in a word or two each; "" for most runs."""
    from gpuscope.gui.run_view.series_inventory import short_label

    origin = "" if row.record.origin is None else short_origin_words(row.record.origin)
    return " · ".join(part for part in (origin, short_label(row.not_real, is_dated=False) if row.not_real else "") if part)


class CellPainter:
    """Draws a cell by what its column says of itself."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._body, self._medium, self._small = font(BODY_PX), font(BODY_PX, MEDIUM), font(SMALL_PX, REGULAR)
        self._body_metrics, self._small_metrics = QFontMetricsF(self._body), QFontMetricsF(self._small)
        self._medium_metrics = QFontMetricsF(self._medium)
        self._units = {one.key: self._small_metrics.horizontalAdvance(one.widest_unit) for one in COLUMNS}

    def draw_ground(self, painter: QPainter, line: QRect, *, is_selected: bool, has_focus: bool) -> None:
        """Draw what lies below the cells of a row.

        Args:
            painter: On the table.
            line: All of the row.
            is_selected: Whether it is.
            has_focus: Whether it is the one that keys act on.
        """
        colours = self._theme.palette
        if is_selected:
            painter.fillRect(line, QColor(colours.accent_ground))
        painter.fillRect(line.x(), line.bottom(), line.width(), 1, QColor(colours.accent if has_focus else colours.grid))
        if has_focus:
            painter.fillRect(line.x(), line.y(), line.width(), 1, QColor(colours.accent))
            painter.fillRect(line.x(), line.y(), 3, line.height(), QColor(colours.accent))

    def draw_cell(self, painter: QPainter, cell: QRect, row: RunRow, column: RunColumn) -> None:
        """Draw one cell."""
        colours = self._theme.palette
        inside = cell.adjusted(_PAD, 0, -_PAD, 0)
        match column.drawn:
            case Drawn.STATE:
                self._draw_state(painter, inside, row, colours)
            case Drawn.NAME:
                self._draw_name(painter, inside, row, colours)
            case Drawn.FIGURE:
                self._draw_figure(painter, inside, column.text(row), self._units[column.key], colours)
            case Drawn.TAGS:
                self._draw_tags(painter, inside, row, colours)
            case Drawn.TEXT:
                self._draw_text(painter, inside, column.text(row), colours)

    def _draw_text(self, painter: QPainter, inside: QRect, text: str, colours: Palette) -> None:
        painter.setFont(self._body)
        painter.setPen(QColor(colours.faint if text == MISSING else colours.text))
        painter.drawText(inside, _LEFT, self._body_metrics.elidedText(text, Qt.TextElideMode.ElideRight, inside.width()))

    def _draw_state(self, painter: QPainter, inside: QRect, row: RunRow, colours: Palette) -> None:
        state = row.record.state
        colour = QColor(state_colours(colours, state)[0])
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawEllipse(QPointF(inside.x() + 4, inside.center().y() + 0.5), 3.5, 3.5)
        painter.setFont(self._body)
        painter.setPen(QColor(colours.muted) if state is RunState.FINISHED else colour)
        room = inside.adjusted(16, 0, 0, 0)
        painter.drawText(room, _LEFT, self._body_metrics.elidedText(state_word(state), Qt.TextElideMode.ElideRight, room.width()))

    def _draw_name(self, painter: QPainter, inside: QRect, row: RunRow, colours: Palette) -> None:
        name, room = one_line(row.record.name), inside
        if row.standing is not None:
            room = self._draw_standing(painter, inside, row, colours)
        elif words := where_from(row):
            room = self._draw_beside(painter, inside, words, colours)
        painter.setFont(self._medium)
        painter.setPen(QColor(colours.text))
        painter.drawText(room, _LEFT, self._medium_metrics.elidedText(name, Qt.TextElideMode.ElideRight, room.width()))

    def _draw_standing(self, painter: QPainter, inside: QRect, row: RunRow, colours: Palette) -> QRect:
        """Draw how a live run stands, and return what is left for its name."""
        assert row.standing is not None
        if row.standing.share is not None:
            line = QRect(inside.x(), inside.bottom() - 4, inside.width(), 3)
            painter.fillRect(line, QColor(colours.line))
            line.setWidth(round(line.width() * min(1.0, max(0.0, row.standing.share))))
            painter.fillRect(line, QColor(colours.accent))
        share = row.standing.share
        words = row.standing.words if share is None else f"{min(1.0, share) * 100:.0f} %"
        return self._draw_beside(painter, inside, words, colours)

    def _draw_beside(self, painter: QPainter, inside: QRect, words: str, colours: Palette) -> QRect:
        """Draw small words at the right end of a cell, and return what is left before them."""
        width = min(self._small_metrics.horizontalAdvance(words), inside.width() * 0.5)
        painter.setFont(self._small)
        painter.setPen(QColor(colours.muted))
        painter.drawText(inside, _RIGHT, self._small_metrics.elidedText(words, Qt.TextElideMode.ElideRight, width + 1))
        return inside.adjusted(0, 0, -round(width) - 8, 0)

    def _draw_figure(self, painter: QPainter, inside: QRect, text: str, slot: float, colours: Palette) -> None:
        """Draw a number and, behind it in a slot of that width, its unit."""
        number, _, unit = text.rpartition(" ") if slot else (text, "", "")
        if not number:
            number, unit = text, ""
        unit_width = max(slot, self._small_metrics.horizontalAdvance(unit)) + (4 if slot else 0)
        room = QRectF(inside).adjusted(0, 0, -unit_width, 0)
        painter.setFont(self._body)
        painter.setPen(QColor(colours.faint if number == MISSING else colours.text))
        painter.drawText(room, _RIGHT, self._body_metrics.elidedText(number, Qt.TextElideMode.ElideRight, room.width() + 1))
        if unit:
            painter.setFont(self._small)
            painter.setPen(QColor(colours.muted))
            painter.drawText(QRectF(room.right() + 4, inside.y() + 0.5, unit_width, inside.height()), _LEFT, unit)

    def _draw_tags(self, painter: QPainter, inside: QRect, row: RunRow, colours: Palette) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._small)
        left, tags = float(inside.x()), row.record.tags
        for place, tag in enumerate(tags):
            rest = f"+{len(tags) - place}"
            words = self._small_metrics.elidedText(legible(tag[:100]), Qt.TextElideMode.ElideRight, 110)
            width = self._small_metrics.horizontalAdvance(words) + 14
            needed = width + (self._small_metrics.horizontalAdvance(rest) + 6 if place + 1 < len(tags) else 0)
            if left + needed > inside.right() and not (place == 0 and left + width <= inside.right()):
                painter.setPen(QColor(colours.muted))
                painter.drawText(QRectF(left, inside.y(), inside.right() - left, inside.height()), _LEFT, rest)
                return
            chip = QRectF(left, inside.center().y() - 8.5, width, 19)
            painter.setPen(QColor(colours.line))
            painter.setBrush(QColor(colours.raised))
            painter.drawRoundedRect(chip, 5, 5)
            painter.setPen(QColor(colours.muted))
            painter.drawText(chip, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine, words)
            left += width + 5
