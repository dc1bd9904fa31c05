"""One table of a profile: rows that are filtered, sorted, selected and saved as CSV."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from gpuscope.gui import icons
from gpuscope.gui.engine_texts import composed_text
from gpuscope.gui.pages.profile.profile_columns import ProfileRow, counted_text, first_order, matches, profile_columns
from gpuscope.gui.tables.column_layout import ColumnLayout
from gpuscope.gui.tables.row_table import RowTable
from gpuscope.gui.tables.row_table_model import RowTableModel
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.labels import label
from gpuscope.reports.profile_view import ProfileTable

LOCATED = ("operators", "kernels")
"""Tables whose rows stand in the timeline."""
_NARROWEST, _WIDEST = 130, 260
"""Pixels of the filter: a word, and the name of an operator."""


class _FittedTable(RowTable[ProfileRow]):
    """A table whose name takes the room that the figures leave."""

    def __init__(self, theme: Theme, model: RowTableModel[ProfileRow], name: str) -> None:
        super().__init__(theme, model)
        self._columns = ColumnLayout(self, model.columns, name)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Fit the columns."""
        super().resizeEvent(event)
        self._columns.fit()


class ProfileTablePane(QWidget):
    """A table under its filter.

    Args:
        theme: Gives the colours.
        table: What it shows.
        parent: The widget that it belongs to.

    Attributes:
        located: The selected row is to be shown in the timeline: its place in the table.
        export_wanted: The table is to be saved: a ProfileTable with the rows that are shown, in their order.
    """

    located = Signal(int)
    export_wanted = Signal(object)

    def __init__(self, theme: Theme, table: ProfileTable, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._table = table
        self._rows = [ProfileRow(place, values) for place, values in enumerate(table.rows)]
        columns = profile_columns(table)
        self.model: RowTableModel[ProfileRow] = RowTableModel(columns, lambda row: row.place, first_order(columns), self)
        self.model.show_rows(self._rows)
        self.view = _FittedTable(theme, self.model, columns[0].key)
        self.view.setAccessibleName(table.title)
        self.view.setSelectionMode(RowTable.SelectionMode.SingleSelection)
        if self.model.order is None:
            self.view.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.view.make_sortable()
        self.filter = QLineEdit()
        self.export = Button(theme, self.tr("Save as CSV…"), "", "export")
        self.locate = Button(theme, self.tr("Show in the timeline"), "link")
        self.locate.setToolTip(self.tr("All its calls on their threads and streams (Enter)"))
        self.locate.hide()
        self._count = label("", "small")
        self._none = label(self.tr("Nothing matches the filter."), "muted")
        self._arrange(theme)
        self.filter.textChanged.connect(self._filter)
        self.export.clicked.connect(lambda: self.export_wanted.emit(self.shown_table()))
        self.view.chosen.connect(self._offer_timeline)
        self.view.opened.connect(self._locate)
        self.locate.clicked.connect(self._locate)
        self._show_count()

    def _arrange(self, theme: Theme) -> None:
        self.filter.setPlaceholderText(self.tr("Filter (Ctrl+F)"))
        self.filter.setAccessibleName(self.tr("Filter"))
        self.filter.setClearButtonEnabled(True)
        self.filter.setMinimumWidth(_NARROWEST)
        self.filter.setMaximumWidth(_WIDEST)
        self.filter.addAction(icons.icon("search", theme.palette.muted), QLineEdit.ActionPosition.LeadingPosition)
        self.export.setToolTip(self.tr("Save the rows that are shown as a CSV table (Ctrl+E)"))
        top = self._top = QHBoxLayout()
        top.setSpacing(12)
        top.addWidget(self.filter, 100)
        top.addWidget(self._count)
        top.addStretch(1)
        top.addWidget(self.locate)
        top.addWidget(self.export)
        card = QFrame()
        card.setProperty("look", "card")
        inside = QVBoxLayout(card)
        inside.setContentsMargins(1, 2, 1, 2)
        inside.addWidget(self.view)
        self._none.setAlignment(Qt.AlignmentFlag.AlignCenter)
        inside.addWidget(self._none, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 10, 0, 0)
        column.setSpacing(10)
        column.addLayout(top)
        column.addWidget(card, 1)
        for note in self._table.notes:
            column.addWidget(label(composed_text(note), "small", wraps=True))

    def place_choice(self, choice: QWidget) -> None:
        """Let the choice of the table stand in front of the filter."""
        self._top.insertWidget(0, choice)
        choice.show()

    def shown_table(self) -> ProfileTable:
        """Return the rows that are shown, in their order."""
        rows = tuple(row.values for row in self.model.shown)
        return ProfileTable(self._table.key, self._table.title, self._table.columns, rows)

    def choose(self, place: int) -> None:
        """Select a row by its place in the table, whatever the filter, and bring it into view."""
        self.filter.clear()
        shown = next((number for number, row in enumerate(self.model.shown) if row.place == place), None)
        if shown is not None:
            index = self.model.index(shown, 0)
            both = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
            self.view.selectionModel().setCurrentIndex(index, both)
            self.view.scrollTo(index, RowTable.ScrollHint.PositionAtCenter)

    def focus_filter(self) -> None:
        """Let the user type a filter."""
        self.filter.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filter.selectAll()

    def leave_filter(self) -> None:
        """Clear the filter; where it is empty, leave it."""
        if self.filter.text():
            self.filter.clear()
        else:
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _filter(self, text: str) -> None:
        words = text.casefold().split()
        self.model.show_rows([row for row in self._rows if matches(row, words)])
        self._show_count()

    def _show_count(self) -> None:
        shown = len(self.model.shown)
        self._count.setText(counted_text(shown, len(self._rows)))
        self._none.setVisible(not shown)
        self.view.setVisible(bool(shown))
        self.export.setEnabled(bool(shown))

    def _offer_timeline(self) -> None:
        self.locate.setVisible(self._table.key in LOCATED and bool(self.view.selected_rows()))

    def _locate(self) -> None:
        rows = self.view.selected_rows()
        if rows and self._table.key in LOCATED:
            self.located.emit(rows[0].place)
