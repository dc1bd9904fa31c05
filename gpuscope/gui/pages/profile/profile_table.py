"""A profile table with its filter; its visible rows can be saved as CSV."""

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QWidget

from gpuscope.gui.engine_texts import composed_text
from gpuscope.gui.pages.profile.profile_rows import ProfileRows
from gpuscope.gui.pages.profile.searched_pane import SearchedPane
from gpuscope.gui.tables.column import counted_text
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.labels import label
from gpuscope.gui.widgets.layouts import STRETCH, fill
from gpuscope.reports.profile_table import ProfileTable

LOCATED = ("operators", "kernels")
"""Tables whose rows have slices in the timeline."""


class ProfileTablePane(SearchedPane):
    """A table with its filter.

    Attributes:
        located: The user wants to see the selected row in the timeline; carries the name of its kernel or operator.
        export_wanted: The user wants to save the table; carries a ProfileTable with the visible rows, in display order.
    """

    located = Signal(str)
    export_wanted = Signal(object)

    def __init__(self, theme: Theme, table: ProfileTable) -> None:
        super().__init__(theme, QCoreApplication.translate("ProfileTable", "Filter"))
        self._is_located = table.key in LOCATED
        self.view = ProfileRows(theme, table)
        self.model = self.view.rows
        self.columns = Button(theme, "", "flat", "columns", self.tr("Columns"), clicked=lambda: self.view.columns.open_menu(self.columns))
        self.export = Button(theme, self.tr("Save as CSV…"), "", "export", clicked=lambda: self.export_wanted.emit(self.view.shown_table()))
        self.export.setToolTip(self.tr("Save the rows that are shown as a CSV table (Ctrl+E)"))
        self.locate = Button(theme, self.tr("Show in the timeline"), "link", clicked=self._locate)
        self.locate.setToolTip(self.tr("All its calls on their threads and streams (Enter)"))
        self.locate.hide()
        self._count = label("", "small")
        self._none = label(self.tr("Nothing matches the filter."), "muted")
        self._arrange(table)
        self.filter.textChanged.connect(self._filter)
        self.view.chosen.connect(self._offer_timeline)
        self.view.opened.connect(self._locate)
        self._show_count()

    def _arrange(self, table: ProfileTable) -> None:
        self.top.setSpacing(12)
        fill(self.top, self._count, STRETCH, self.locate, self.columns, self.export)
        self._none.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.place(self.view, self._none)
        for note in table.notes:
            self.column.addWidget(label(composed_text(note), "small", wraps=True))

    def place_choice(self, choice: QWidget) -> None:
        """Place the choice of tables left of the filter."""
        self.top.insertWidget(0, choice)
        choice.show()

    def choose(self, place: int) -> None:
        """Clear the filter, select a row by its index in the table, scroll to it, and focus the table."""
        self.filter.clear()
        self.view.choose(place)
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _filter(self, text: str) -> None:
        self.view.filter_by(text)
        self._show_count()

    def _show_count(self) -> None:
        shown = len(self.model.shown)
        rows = self.tr("{0} row") if self.view.count == 1 else self.tr("{0} rows")
        self._count.setText(rows.format(counted_text(shown, self.view.count)))
        self._none.setVisible(not shown)
        self.view.setVisible(bool(shown))
        self.export.setEnabled(bool(shown))

    def _offer_timeline(self) -> None:
        self.locate.setVisible(self._is_located and self.view.chosen_place() is not None)

    def _locate(self) -> None:
        rows = self.view.selected_rows()
        if rows and self._is_located:
            self.located.emit(rows[0].values[0])
