"""The table of runs: rows are chosen, sorted, opened and renamed in it."""

from __future__ import annotations

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, QRect, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from gpuscope.gui.pages.runs.cell_painter import ROW_HEIGHT, CellPainter
from gpuscope.gui.pages.runs.column_layout import ColumnLayout
from gpuscope.gui.pages.runs.name_delegate import NameDelegate
from gpuscope.gui.pages.runs.run_columns import COLUMNS, PLACES
from gpuscope.gui.pages.runs.run_row import RunRow
from gpuscope.gui.pages.runs.run_table_model import RunTableModel
from gpuscope.gui.theme import Theme


class RunTable(QTableView):
    """The list of runs.

    Attributes:
        opened: A run was opened, by Enter or a double click: its row.
        chosen: Other runs are selected.
        columns: Which of them are seen.
    """

    opened = Signal(object)
    chosen = Signal()

    def __init__(self, theme: Theme, model: RunTableModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._runs = model
        self.setModel(model)
        self._painter = CellPainter(theme)
        self.setItemDelegate(NameDelegate(self))
        self.setAccessibleName(self.tr("Runs"))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setProperty("look", "rows")  # the current row shows the focus
        self._dress_headers()
        self.columns = ColumnLayout(self)
        self.doubleClicked.connect(self._open)
        theme.changed.connect(self.viewport().update)

    def _dress_headers(self) -> None:
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(rows.ResizeMode.Fixed)
        rows.setDefaultSectionSize(ROW_HEIGHT)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        # A heading asks whether all of its cells are selected, one by one; with a selection of its own it has nothing to ask.
        header.setSelectionModel(QItemSelectionModel(self._runs, self))
        header.setSectionsMovable(True)
        header.setMinimumSectionSize(40)
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header.customContextMenuRequested.connect(lambda place: self.columns.open_menu(header.mapToGlobal(place)))
        order = self._runs.order
        header.setSortIndicator(order.column, Qt.SortOrder.DescendingOrder if order.descending else Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)

    def selected_rows(self) -> list[RunRow]:
        """Return the selected runs, from the top."""
        selection = self.selectionModel().selection()
        ranges = [selection.at(number) for number in range(selection.count())]
        places = sorted({place for one in ranges for place in range(one.top(), one.bottom() + 1)})
        shown = self._runs.shown
        return [shown[place] for place in places if place < len(shown)]

    def choose_run(self, run_id: str) -> bool:
        """Select one run and bring it into view; return whether it is shown."""
        place = self._runs.place_of(run_id)
        if place is None:
            return False
        self._select_alone(place)
        self.scrollTo(self._runs.index(place, PLACES["name"]))
        return True

    def choose_place(self, place: int) -> None:
        """Select what stands at a place now, or the last run when it is beyond."""
        if self._runs.shown:
            self._select_alone(min(place, len(self._runs.shown) - 1))

    def _select_alone(self, place: int) -> None:
        """Select a row and nothing else; selectRow() would add it to what is selected while Ctrl or Shift is down."""
        flag = QItemSelectionModel.SelectionFlag
        self.selectionModel().setCurrentIndex(self._runs.index(place, PLACES["name"]), flag.ClearAndSelect | flag.Rows)

    def rename(self) -> None:
        """Open the editor of the current run's name."""
        place = self.currentIndex().row()
        if 0 <= place < len(self._runs.shown):
            index = self._runs.index(place, PLACES["name"])
            self.scrollTo(index)
            self.setCurrentIndex(index)
            self.edit(index)

    def live_are_seen(self) -> bool:
        """Return whether a live run is among the rows in view."""
        top = self.rowAt(0)
        return 0 <= top < len(self._runs.shown) and self._runs.shown[top].is_live

    def _open(self, index: QModelIndex) -> None:
        row = index.data(Qt.ItemDataRole.UserRole)
        if isinstance(row, RunRow):
            self.opened.emit(row)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw all cells in one go: Qt asks its delegates cell by cell, and each time another thread may be first to go on."""
        painter = QPainter(self.viewport())
        header, exposed = self.horizontalHeader(), event.rect()
        columns = [
            (COLUMNS[place], header.sectionViewportPosition(place), header.sectionSize(place))
            for place in range(len(COLUMNS))
            if not header.isSectionHidden(place)
        ]
        width = sum(size for _, _, size in columns)
        selection = self.selectionModel().selection()
        ranges = [selection.at(number) for number in range(selection.count())]
        current = self.currentIndex().row() if self.hasFocus() else -1
        first = max(0, self.rowAt(exposed.top()))
        for place, row in enumerate(self._runs.shown[first:], first):
            top = self.rowViewportPosition(place)
            if top > exposed.bottom():
                break
            is_selected = any(one.top() <= place <= one.bottom() for one in ranges)
            line = QRect(-header.offset(), top, width, ROW_HEIGHT)
            self._painter.draw_ground(painter, line, is_selected=is_selected, has_focus=place == current)
            for column, left, size in columns:
                self._painter.draw_cell(painter, QRect(left, top, size, ROW_HEIGHT), row, column)
        painter.end()

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:  # noqa: N802 - Qt's name
        """Tell of it."""
        super().selectionChanged(selected, deselected)
        self.chosen.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Enter opens; Tab leaves the table."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.state() != QAbstractItemView.State.EditingState:
            self._open(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """Make sure that a row shows the focus."""
        super().focusInEvent(event)
        if not self.currentIndex().isValid() and self._runs.shown:
            self.selectionModel().setCurrentIndex(self._runs.index(0, PLACES["name"]), QItemSelectionModel.SelectionFlag.NoUpdate)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Lay the columns out anew."""
        super().resizeEvent(event)
        self.columns.fit()

    def memory(self) -> dict[str, object]:
        """Return order and columns, as JSON values."""
        order = self._runs.order
        return {"sort": [COLUMNS[order.column].key, order.descending], "columns": self.columns.memory()}

    def recall(self, memory: dict[str, object]) -> None:
        """Take up what :meth:`memory` returned; what does not fit is left alone."""
        self.columns.recall(memory.get("columns"))
        match memory.get("sort"):
            case [str(key), bool(descending)] if key in PLACES:
                self.sortByColumn(PLACES[key], Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder)
