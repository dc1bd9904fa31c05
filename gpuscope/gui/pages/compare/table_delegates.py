"""How the cells of the comparison's table are drawn: a metric with its unit and better direction; a figure with its ratio as a bar."""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from gpuscope.core.metric import Better
from gpuscope.gui.charts.ratio_bar import RatioScale, draw_ratio_bar
from gpuscope.gui.fonts import font
from gpuscope.gui.pages.compare.comparison_table_model import ComparisonTableModel
from gpuscope.gui.pages.compare.group_style import group_style
from gpuscope.gui.pages.compare.verdict_mark import verdict_mark
from gpuscope.gui.theme import BODY_PX, MEDIUM, SMALL_PX, Theme
from gpuscope.reports.comparison_view import Cell

AnyIndex = QModelIndex | QPersistentModelIndex
ROW_HEIGHT = 31
VALUE_WIDTH, SPREAD_WIDTH = 66, 46
_RATIO_WIDTH, _INTERVAL_WIDTH, _GLYPH_WIDTH, _WORD_WIDTH = 56, 92, 18, 122
_INTERVAL_FROM, _WORD_FROM = 284, 420
"""Widths of a group's column, without its spread, from which there is room for the interval in figures, and for the verdict as a word."""
_PAD = 14
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_ARROWS = {Better.HIGHER: "↑", Better.LOWER: "↓"}


class RowDelegate(QStyledItemDelegate):
    """What all cells share: ground, the line below, and where the keyboard stands."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._body, self._small = font(BODY_PX), font(SMALL_PX)
        self._medium = font(BODY_PX, MEDIUM)

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:  # noqa: N802, ARG002 - Qt's name
        """Return the height of a row; widths are the table's business."""
        return QSize(0, ROW_HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Draw one cell."""
        palette, area = self._theme.palette, QRectF(option.rect)
        painter.save()
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.fillRect(area, QColor(palette.accent_ground if is_selected else palette.panel))
        painter.fillRect(QRectF(area.left(), area.bottom() - 1, area.width(), 1), QColor(palette.grid))
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(QColor(palette.accent), 1))
            painter.drawRect(area.adjusted(0.5, 0.5, -1, -1.5))
        self._draw(painter, area, index)
        painter.restore()

    def _draw(self, painter: QPainter, area: QRectF, index: AnyIndex) -> None:
        """Draw what the cell says."""

    def _write(self, painter: QPainter, area: QRectF, words: str, face: QFont, colour: str, align: Qt.AlignmentFlag = _LEFT) -> float:
        """Write one line, elided where it does not fit; return how wide it is."""
        metrics = QFontMetricsF(face)
        shown = metrics.elidedText(words, Qt.TextElideMode.ElideRight, max(0.0, area.width() + 1))
        painter.setFont(face)
        painter.setPen(QColor(colour))
        painter.drawText(area, align | Qt.TextFlag.TextSingleLine, shown)
        return metrics.horizontalAdvance(shown)


class MetricDelegate(RowDelegate):
    """The first column: the metric, its unit and device muted, and an arrow that points to the better end."""

    def _draw(self, painter: QPainter, area: QRectF, index: AnyIndex) -> None:
        model = index.model()
        assert isinstance(model, ComparisonTableModel)
        row, palette = model.row(index), self._theme.palette
        arrow = _ARROWS.get(row.better, "")
        inner = area.adjusted(_PAD, 0, -22, 0)
        if row.is_simulated_whole:
            words = _unreal(next(cell.simulated for cell in row.cells if cell.simulated))
            inner.adjust(0, 0, -self._write(painter, inner, words, self._small, palette.warn, _RIGHT) - 6, 0)
        small = QFontMetricsF(self._small)
        label = inner.adjusted(0, 0, -small.horizontalAdvance(row.unit) - 6, 0)
        room = inner.adjusted(self._write(painter, label, row.label, self._body, palette.text) + 6, 0, 0, 0)
        whole = " · ".join(part for part in (row.unit, row.device) if part)
        detail = whole if small.horizontalAdvance(whole) <= room.width() else row.unit
        self._write(painter, room, detail, self._small, palette.muted)
        box = QRectF(area.right() - 20, area.top(), 14, area.height())
        painter.setFont(self._body)
        painter.setPen(QColor(palette.faint))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, arrow)


class FigureDelegate(RowDelegate):
    """A group's column: its figure, and for every group but the baseline its ratio as a bar and in figures, and the verdict.

    What has no room, the interval in figures and the verdict as a word, is told by the tooltip; the whiskers and the glyph stay.

    Args:
        theme: Gives the colours.
        scale: Returns the scale of the bars.
        parent: The widget that it belongs to.
    """

    def __init__(self, theme: Theme, scale: Callable[[], RatioScale], parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._scale = scale

    def _draw(self, painter: QPainter, area: QRectF, index: AnyIndex) -> None:
        model = index.model()
        assert isinstance(model, ComparisonTableModel)
        cell, palette = model.cell(index), self._theme.palette
        marks = not model.row(index).is_simulated_whole
        beside = SPREAD_WIDTH if model.has_spreads else 0
        if index.column() == 1:
            value = area.adjusted(0, 0, -_PAD - beside, 0)
        else:
            value = QRectF(area.left(), area.top(), VALUE_WIDTH, area.height())
        self._draw_value(painter, value, cell, marks)
        self._write(painter, QRectF(value.right() + 5, area.top(), SPREAD_WIDTH, area.height()), cell.spread, self._small, palette.muted)
        if index.column() == 1:
            return
        rest = area.adjusted(VALUE_WIDTH + beside + 6, 0, -_PAD, 0)
        self._draw_verdict(painter, rest, cell, has_word=area.width() - beside >= _WORD_FROM)
        self._draw_ratio(painter, rest, cell, has_interval=area.width() - beside >= _INTERVAL_FROM)
        colour = group_style(model.group(index.column())).paint_colour(palette)
        draw_ratio_bar(painter, rest, cell.ratio, cell.interval, self._scale(), colour, palette)

    def _draw_verdict(self, painter: QPainter, rest: QRectF, cell: Cell, *, has_word: bool) -> None:
        """Draw the verdict at the right end of what is left of a cell, and take its room away."""
        mark, width = verdict_mark(cell.verdict), _WORD_WIDTH if has_word else _GLYPH_WIDTH
        box = QRectF(rest.right() - width + 8, rest.top(), width - 8, rest.height())
        rest.adjust(0, 0, -width, 0)
        if mark is not None:
            words = f"{mark.glyph} {mark.word}" if has_word else mark.glyph
            self._write(painter, box, words, self._medium, getattr(self._theme.palette, mark.token), _LEFT if has_word else _RIGHT)

    def _draw_ratio(self, painter: QPainter, rest: QRectF, cell: Cell, *, has_interval: bool) -> None:
        """Write the ratio, with its interval where there is room, and take its room away."""
        palette = self._theme.palette
        if has_interval:
            box = QRectF(rest.right() - _INTERVAL_WIDTH + 4, rest.top(), _INTERVAL_WIDTH - 4, rest.height())
            self._write(painter, box, f"({cell.interval_text})" if cell.interval_text else "", self._small, palette.muted)
            rest.adjust(0, 0, -_INTERVAL_WIDTH, 0)
        face, colour = (self._body, palette.faint) if cell.ratio is None else (self._medium, palette.text)
        box = QRectF(rest.right() - _RATIO_WIDTH, rest.top(), _RATIO_WIDTH, rest.height())
        self._write(painter, box, cell.ratio_text, face, colour, _RIGHT)
        rest.adjust(0, 0, -_RATIO_WIDTH, 0)

    def _draw_value(self, painter: QPainter, area: QRectF, cell: Cell, marks: bool) -> None:
        palette = self._theme.palette
        colour = palette.faint if cell.is_missing else palette.text
        self._write(painter, area, cell.value, self._body, colour, _RIGHT)
        if cell.simulated and marks:
            width = QFontMetricsF(self._body).horizontalAdvance(cell.value)
            mark = area.adjusted(0, 0, -width - 4, 0)
            self._write(painter, mark, _unreal(cell.simulated), self._small, palette.warn, _RIGHT)


def _unreal(label: str) -> str:
    if label.startswith("recorded"):
        return QCoreApplication.translate("ComparePage", "rec")
    return QCoreApplication.translate("ComparePage", "sim")
