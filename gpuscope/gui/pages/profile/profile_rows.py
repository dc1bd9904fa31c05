"""The rows of a profile table: sortable by column, filtered by words, with single selection and a choice of columns."""

from PySide6.QtCore import QItemSelectionModel, QPoint, Qt
from PySide6.QtGui import QResizeEvent

from gpuscope.gui.engine_texts import engine_text
from gpuscope.gui.pages.profile.profile_columns import LEAST_NAME, ProfileRow, filler, first_order, matches, profile_columns
from gpuscope.gui.tables.column_layout import ColumnLayout
from gpuscope.gui.tables.row_table import RowTable
from gpuscope.gui.tables.row_table_model import RowTableModel
from gpuscope.gui.theme import Theme
from gpuscope.reports.profile_table import ProfileTable


class ProfileRows(RowTable[ProfileRow]):
    """The rows of a table; the name column, or bars of durations, take the width that the figures leave.

    Args:
        least_name: Minimum width of the name column in pixels.

    Attributes:
        rows: The model of the visible rows and their order.
        columns: The choice of visible columns; its menu opens on the headings.
    """

    def __init__(self, theme: Theme, table: ProfileTable, least_name: int = LEAST_NAME) -> None:
        self._table = table
        self._every = [ProfileRow(place, values) for place, values in enumerate(table.rows)]
        columns = profile_columns(table, least_name)
        self.rows: RowTableModel[ProfileRow] = RowTableModel(columns, lambda row: row.place, first_order(columns))
        self.rows.show_rows(self._every)
        super().__init__(theme, self.rows)
        self.rows.setParent(self)
        self.setAccessibleName(engine_text(table.title))
        self.setSelectionMode(RowTable.SelectionMode.SingleSelection)
        header = self.horizontalHeader()
        if self.rows.order is None:
            header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.make_sortable()
        self.columns = ColumnLayout(self, columns, columns[0].key, filler(columns))
        header.setSectionsMovable(True)
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header.customContextMenuRequested.connect(self._open_columns)

    @property
    def count(self) -> int:
        """Number of rows, including filtered ones."""
        return len(self._every)

    def filter_by(self, text: str) -> None:
        """Show only the rows whose texts contain all words of a text."""
        words = text.casefold().split()
        self.rows.show_rows([row for row in self._every if matches(self._table, row, words)])

    def shown_table(self) -> ProfileTable:
        """Return the visible rows, in display order."""
        shown = tuple(row.values for row in self.rows.shown)
        return ProfileTable(self._table.key, self._table.title, self._table.columns, shown)

    def choose(self, place: int) -> None:
        """Select a row by its index in the table and scroll to it; clear the selection if the filter hides the row."""
        shown = next((number for number, row in enumerate(self.rows.shown) if row.place == place), None)
        if shown is None:
            self.clearSelection()
            return
        index = self.rows.index(shown, 0)
        self.selectionModel().setCurrentIndex(
            index, QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        )
        self.scrollTo(index, RowTable.ScrollHint.EnsureVisible)

    def chosen_place(self) -> int | None:
        """Return the selected row's index in the table; None without a selection."""
        selected = self.selected_rows()
        return selected[0].place if selected else None

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the columns."""
        super().resizeEvent(event)
        self.columns.fit()

    def _open_columns(self, place: QPoint) -> None:
        self.columns.open_menu(self.horizontalHeader().mapToGlobal(place))
