"""The view of a flat table: rows are selected, sorted, opened and edited in it."""

from collections.abc import Sequence
from typing import Generic

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView

from gpuscope.gui.focus_origin import shows_focus
from gpuscope.gui.tables.cell_delegate import PAD, CellDelegate, Index
from gpuscope.gui.tables.column import HEADER_HEIGHT, ROW_HEIGHT, Row
from gpuscope.gui.tables.row_table_model import RowTableModel
from gpuscope.gui.theme import Theme


class RowTable(QTableView, Generic[Row]):
    """A view of one :class:`RowTableModel` with selection by rows, which have equal heights unless :meth:`fit_rows` is called.

    Args:
        pad: Horizontal padding of a cell in pixels.
        focus_on_cell: Whether the keyboard moves by cells instead of rows.

    Attributes:
        opened: A row was opened, by Enter or a double click: the row.
        chosen: The selection has changed.
    """

    opened = Signal(object)
    chosen = Signal()

    def __init__(self, theme: Theme, model: RowTableModel[Row], pad: int = PAD, *, focus_on_cell: bool = False) -> None:
        super().__init__()
        self._rows, self._focus_on_cell = model, focus_on_cell
        self.setModel(model)
        self._delegate = CellDelegate(theme, self, pad, focus_on_cell=focus_on_cell)
        self.setItemDelegate(self._delegate)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setProperty("look", "rows")  # the current row shows the focus
        self._dress_headers()
        self.doubleClicked.connect(self._open)
        theme.changed.connect(self.viewport().update)

    def _dress_headers(self) -> None:
        lines, header = self.verticalHeader(), self.horizontalHeader()
        lines.hide()
        lines.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        lines.setMinimumSectionSize(ROW_HEIGHT)
        lines.setMaximumSectionSize(ROW_HEIGHT)
        lines.setDefaultSectionSize(ROW_HEIGHT)
        header.setHighlightSections(False)
        header.setFixedHeight(HEADER_HEIGHT)
        # A header checks cell by cell whether its column is selected; its own selection model avoids that.
        header.setSelectionModel(QItemSelectionModel(self._rows, self))

    def make_sortable(self) -> None:
        """Enable sorting by clicks on headings, starting with the current order."""
        order = self._rows.order
        if order is not None:
            direction = Qt.SortOrder.DescendingOrder if order.descending else Qt.SortOrder.AscendingOrder
            self.horizontalHeader().setSortIndicator(order.column, direction)
        self.setSortingEnabled(True)

    def selected_rows(self) -> list[Row]:
        """Return the selected rows, from the top."""
        shown = self._rows.shown
        places = sorted({place for top, bottom in self._selected_ranges() for place in range(top, bottom + 1)})
        return [shown[place] for place in places if place < len(shown)]

    def fit_rows(self, widths: Sequence[int]) -> None:
        """Fit the height of each row to the lines of its cells, for widths of the columns in logical pixels."""
        columns = list(zip(self._rows.columns, widths, strict=True))
        heights = [self._delegate.row_height(columns, row) for row in self._rows.shown]
        self.verticalHeader().setMaximumSectionSize(max(heights, default=ROW_HEIGHT))
        for place, height in enumerate(heights):
            self.setRowHeight(place, height)

    def whole_width(self, column: int) -> int:
        """Return the width at which every text of a column fits on one line, in logical pixels."""
        return self._delegate.whole_width(self._rows.columns[column], self._rows.shown)

    def _selected_ranges(self) -> list[tuple[int, int]]:
        selection = self.selectionModel().selection()
        ranges = [selection.at(number) for number in range(selection.count())]
        return [(each.top(), each.bottom()) for each in ranges]

    def _open(self, index: QModelIndex) -> None:
        cell = self._rows.cell(index)
        if cell is not None:
            self.opened.emit(cell[1])

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw all cells in one call: with Qt's call per cell, another thread could take the interpreter lock each time."""
        painter = QPainter(self.viewport())
        canvas, header, exposed = self._delegate.canvas(painter), self.horizontalHeader(), event.rect()
        columns = [
            (column, header.sectionViewportPosition(place), header.sectionSize(place))
            for place, column in enumerate(self._rows.columns)
            if not header.isSectionHidden(place)
        ]
        width = sum(size for _, _, size in columns)
        ranges, current = self._selected_ranges(), self.currentIndex() if shows_focus(self) else QModelIndex()
        first = max(0, self.rowAt(exposed.top()))
        for place, row in enumerate(self._rows.shown[first:], first):
            top = self.rowViewportPosition(place)
            if top > exposed.bottom():
                break
            height = self.rowHeight(place)
            line = QRectF(-header.offset(), top, width, height)
            is_selected = any(upper <= place <= lower for upper, lower in ranges)
            has_focus = place == current.row()
            self._delegate.draw_ground(canvas, line, is_selected=is_selected, has_focus=has_focus and not self._focus_on_cell)
            for column, left, size in columns:
                if left + size >= exposed.left() and left <= exposed.right():
                    self._delegate.draw_cell(canvas, QRectF(left, top, size, height), column, row)
            if has_focus and self._focus_on_cell and not header.isSectionHidden(current.column()):
                cell = QRectF(header.sectionViewportPosition(current.column()), top, header.sectionSize(current.column()), height)
                self._delegate.draw_ground(canvas, cell, is_selected=False, has_focus=True)
        painter.end()

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Repaint the frames of both rows; Qt repaints only their cells unless the selection changes too."""
        super().currentChanged(current, previous)
        for index in (current, previous):
            if index.isValid():
                row = self.visualRect(index)
                self.viewport().update(0, row.top() - 1, self.viewport().width(), row.height() + 2)

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        """Emit :attr:`chosen`."""
        super().selectionChanged(selected, deselected)
        self.chosen.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the current row on Enter; Tab leaves the table."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.state() != QAbstractItemView.State.EditingState:
            self._open(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Make sure that there is a current row to show the focus."""
        super().focusInEvent(event)
        header = self.horizontalHeader()
        if not self.currentIndex().isValid() and self._rows.shown:
            column = next((place for place in range(header.count()) if not header.isSectionHidden(place)), 0)
            self.selectionModel().setCurrentIndex(self._rows.index(0, column), QItemSelectionModel.SelectionFlag.NoUpdate)
