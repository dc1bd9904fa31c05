"""The content of a tab: one table, or a choice of several."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from gpuscope.gui.pages.profile.profile_table import ProfileTablePane
from gpuscope.gui.pages.profile.searched_pane import chips
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import ChoiceGroup
from gpuscope.gui.widgets.layouts import fill, horizontal, vertical
from gpuscope.reports.profile_table import ProfileTable


class PartPane(QWidget):
    """Tables, one at a time.

    Args:
        tables: At least one table, each with rows.
        titles: Title of each table.
        columns: The user's column settings by table key; applied when a table is created, and kept up to date.

    Attributes:
        located: The user wants to see a row in the timeline; carries the name of its kernel or operator.
        export_wanted: The user wants to save a table; carries a ProfileTable with the visible rows.
    """

    located = Signal(str)
    export_wanted = Signal(object)

    def __init__(self, theme: Theme, tables: Sequence[ProfileTable], titles: Sequence[str], columns: dict[str, object]) -> None:
        super().__init__()
        self._theme, self._tables, self._columns = theme, list(tables), columns
        self._panes: dict[int, ProfileTablePane] = {}
        self._stack = QStackedWidget()
        self.chips = QWidget()
        row = horizontal(self.chips, (0, 0, 0, 0), spacing=6)
        self._group = ChoiceGroup(self)
        fill(row, *chips(theme, self._group, titles))
        fill(vertical(self, (0, 0, 0, 0)), self._stack)
        self._group.idClicked.connect(self.show_table)
        self.show_table(0)

    @property
    def pane(self) -> ProfileTablePane:
        """The table in front."""
        pane = self._stack.currentWidget()
        assert isinstance(pane, ProfileTablePane)
        return pane

    def show_table(self, place: int) -> None:
        """Bring a table to the front."""
        if place not in self._panes:
            table = self._tables[place]
            pane = self._panes[place] = ProfileTablePane(self._theme, table)
            pane.export_wanted.connect(self.export_wanted)
            pane.located.connect(self.located)
            pane.view.columns.recall(self._columns.get(table.key))
            pane.view.columns.changed.connect(lambda key=table.key, chosen=pane.view.columns: self._columns.update({key: chosen.memory()}))
            self._stack.addWidget(pane)
        self._group.button(place).setChecked(True)
        if len(self._tables) > 1:
            self._panes[place].place_choice(self.chips)
        self._stack.setCurrentWidget(self._panes[place])

    def shown_table(self) -> ProfileTable:
        """Return the visible rows of the table in front."""
        return self.pane.view.shown_table()

    def focus_filter(self) -> None:
        """Focus the filter."""
        self.pane.focus_filter()

    def leave_filter(self) -> None:
        """Clear the filter; if it is empty, leave it."""
        self.pane.leave_filter()
