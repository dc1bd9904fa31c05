"""The table of runs: rows are chosen, sorted, opened and renamed in it."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget

from gpuscope.gui.pages.runs.run_columns import COLUMNS, PLACES
from gpuscope.gui.pages.runs.run_row import RunRow
from gpuscope.gui.pages.runs.run_table_model import RunTableModel
from gpuscope.gui.tables.column_layout import ColumnLayout
from gpuscope.gui.tables.row_table import RowTable
from gpuscope.gui.theme import Theme


class RunTable(RowTable[RunRow]):
    """The list of runs.

    Attributes:
        columns: Which of them are seen.
    """

    def __init__(self, theme: Theme, model: RunTableModel, parent: QWidget | None = None) -> None:
        super().__init__(theme, model, parent)
        self._runs = model
        self.setAccessibleName(self.tr("Runs"))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        header = self.horizontalHeader()
        header.setSectionsMovable(True)
        header.setMinimumSectionSize(40)
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.columns = ColumnLayout(self, COLUMNS, "name")
        header.customContextMenuRequested.connect(lambda place: self.columns.open_menu(header.mapToGlobal(place)))
        self.make_sortable()

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

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Lay the columns out anew."""
        super().resizeEvent(event)
        self.columns.fit()

    def memory(self) -> dict[str, object]:
        """Return order and columns, as JSON values."""
        order = self._runs.order
        sort = [] if order is None else [COLUMNS[order.column].key, order.descending]
        return {"sort": sort, "columns": self.columns.memory()}

    def recall(self, memory: dict[str, object]) -> None:
        """Take up what :meth:`memory` returned; what does not fit is left alone."""
        self.columns.recall(memory.get("columns"))
        match memory.get("sort"):
            case [str(key), bool(descending)] if key in PLACES:
                self.sortByColumn(PLACES[key], Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder)
