"""A table of a report on a card: as tall as its rows, to be copied from."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRectF, Qt
from PySide6.QtGui import QAction, QColor, QGuiApplication, QKeySequence, QPainter, QResizeEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from gpuscope.gui.fonts import font
from gpuscope.gui.pages.runs.report_table_model import ReportTableModel
from gpuscope.gui.theme import BODY_PX, Theme
from gpuscope.gui.widgets.labels import label
from gpuscope.reports.model import Table

Index = QModelIndex | QPersistentModelIndex
_SIDE, _ABOVE = 8, 7
_QUIET_FROM = 3
"""Columns from here on say what the ones before are worth."""


class ReportDelegate(QStyledItemDelegate):
    """Draws plain text in as many lines as it takes, and a line below each row."""

    def __init__(self, theme: Theme, view: QTableView) -> None:
        super().__init__(view)
        self._theme, self._view = theme, view
        self._font = font(BODY_PX)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one cell."""
        colours = self._theme.palette
        cell = option.rect
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(cell, QColor(colours.accent_ground))
        if index.row():
            painter.fillRect(cell.x(), cell.y(), cell.width(), 1, QColor(colours.grid))
        painter.setFont(self._font)
        is_key = index.column() == 0 and index.model().columnCount() == 2
        painter.setPen(QColor(colours.muted if is_key or index.column() >= _QUIET_FROM else colours.text))
        room = QRectF(cell).adjusted(_SIDE, _ABOVE, -_SIDE, 0)
        painter.drawText(room, str(index.data()), _wrapping(index.data(Qt.ItemDataRole.TextAlignmentRole)))
        painter.restore()

    def height_of(self, index: Index) -> int:
        """Return the height of the lines that a cell takes in its column."""
        width = self._view.columnWidth(index.column())
        layout = QTextLayout(str(index.data()).replace("\n", "\u2028"), self._font)
        layout.setTextOption(_wrapping(Qt.AlignmentFlag.AlignLeft))
        layout.beginLayout()
        height = 0.0
        while (line := layout.createLine()).isValid():
            line.setLineWidth(max(20, width - 2 * _SIDE))
            height += line.height()
        layout.endLayout()
        return math.ceil(height) + 2 * _ABOVE


def _wrapping(alignment: Qt.AlignmentFlag) -> QTextOption:
    option = QTextOption(alignment)
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    return option


class ReportView(QTableView):
    """A table without a scroll bar of its own: the page scrolls. Its last column takes what is left.

    Args:
        theme: Gives the colours.
        table: What to show; of two columns, the first is a key and needs no heading.
        widths: Of the columns but the last, in logical pixels.
        parent: The card.
    """

    def __init__(self, theme: Theme, table: Table, widths: Sequence[int], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = ReportTableModel(table, self)
        self.setModel(self._model)
        self._delegate = ReportDelegate(theme, self)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName(table.title)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        for policy in (self.setVerticalScrollBarPolicy, self.setHorizontalScrollBarPolicy):
            policy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._lay_columns_out(widths)
        self._add_copying()
        theme.changed.connect(self.viewport().update)

    def _lay_columns_out(self, widths: Sequence[int]) -> None:
        rows, header = self.verticalHeader(), self.horizontalHeader()
        rows.hide()
        rows.setMinimumSectionSize(20)
        header.setHighlightSections(False)
        header.setSectionsClickable(False)
        header.setVisible(self._model.columnCount() > 2)
        for place, width in enumerate(widths):
            header.resizeSection(place, width)
        header.setSectionResizeMode(self._model.columnCount() - 1, QHeaderView.ResizeMode.Stretch)

    def _add_copying(self) -> None:
        copy = QAction(self.tr("Copy"), self)
        copy.setShortcut(QKeySequence(QKeySequence.StandardKey.Copy))
        copy.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        copy.triggered.connect(self.copy)
        self.addAction(copy)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def copy(self) -> None:
        """Copy the selected rows, or all, as lines with tabs."""
        rows = sorted({index.row() for index in self.selectionModel().selectedRows()}) or range(self._model.rowCount())
        columns = range(self._model.columnCount())
        lines = ["\t".join(" ".join(self._model.text(row, column).split()) for column in columns) for row in rows]
        QGuiApplication.clipboard().setText("\n".join(lines))

    def _fit(self) -> None:
        """Wrap anew, and grow with it."""
        header, columns = self.horizontalHeader(), range(self._model.columnCount())
        for row in range(self._model.rowCount()):
            self.setRowHeight(row, max(self._delegate.height_of(self._model.index(row, column)) for column in columns))
        self.setFixedHeight(self.verticalHeader().length() + (0 if header.isHidden() else header.sizeHint().height()) + 2)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Wrap anew in another width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Wrap anew in another size of type."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()


class ReportCard(QFrame):
    """A heading, a table, the sentences below it."""

    def __init__(self, theme: Theme, title: str, table: Table, widths: Sequence[int], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("look", "card")
        self.view = ReportView(theme, table, widths)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 12, 10, 10)
        column.setSpacing(6)
        heading = label(title, "heading")
        heading.setContentsMargins(_SIDE, 0, 0, 0)
        column.addWidget(heading)
        if table.rows:
            column.addWidget(self.view)
        for note in table.notes:
            words = label(note, "small", wraps=True)
            words.setContentsMargins(_SIDE, 0, _SIDE, 0)
            column.addWidget(words)
