"""The list of runs: filter bar, table and size of the store; for an empty list, the reason and what to do."""

from PySide6.QtCore import QPoint, Qt, Signal, SignalInstance
from PySide6.QtGui import QAction, QDragEnterEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QWidget

from gpuscope.core import figures
from gpuscope.gui.pages.runs import run_actions
from gpuscope.gui.pages.runs.filter_bar import FilterBar
from gpuscope.gui.pages.runs.run_actions import RunActions
from gpuscope.gui.pages.runs.run_files import importable
from gpuscope.gui.pages.runs.run_row import RunFilter, RunRow
from gpuscope.gui.pages.runs.run_table import RunTable, RunTableModel
from gpuscope.gui.text_size import grown, is_large
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.empty_state import EmptyState
from gpuscope.gui.widgets.first_choices import FirstChoices
from gpuscope.gui.widgets.labels import ElidedLabel, set_tooltip
from gpuscope.gui.widgets.layouts import STRETCH, fill, framed, horizontal, vertical
from gpuscope.gui.widgets.menus import open_menu
from gpuscope.gui.widgets.page_stack import PageStack

_WORTH_TELLING = 2**20
"""Minimum number of bytes for which freeing them is offered."""


class StoreBar(QFrame):
    """Bar below the list, with the selection and the size of the store.

    Attributes:
        thin_out_wanted: The user wants to thin out the history.
        restore_wanted: The user wants to restore all deleted runs.
        purge_wanted: The user wants to remove deleted runs permanently.
    """

    thin_out_wanted = Signal()
    restore_wanted = Signal()
    purge_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("look", "below")
        self.setFixedHeight(grown(40))
        self.hide()
        self._selection, self._store = ElidedLabel("", "small"), ElidedLabel("", "small")
        self._bring_back = self._link(theme, "", self.restore_wanted)
        self._purge = self._link(theme, "", self.purge_wanted)
        self._thin_out = self._link(theme, self.tr("Thin out…"), self.thin_out_wanted)
        row = horizontal(self, (20, 0, 20, 0), spacing=12)
        fill(row, self._selection, STRETCH, self._store, self._bring_back, self._purge, self._thin_out)

    def _link(self, theme: Theme, text: str, wanted: SignalInstance) -> Button:
        link = Button(theme, text, "link", clicked=wanted)
        link.hide()
        return link

    def show_selection(self, text: str) -> None:
        """Show a text on the selection."""
        self._selection.set_text(text)

    def show_store(self, runs: int, file_bytes: int, reusable_bytes: int, deleted: int) -> None:
        """Show the size of the store.

        Args:
            runs: Number of runs, without deleted ones.
            file_bytes: Size of its files in bytes.
            reusable_bytes: Bytes of these that could be freed.
            deleted: Number of deleted runs that can be restored.
        """
        parts = [self.tr("{0} on disk").format(figures.figure(file_bytes, "B"))]
        if deleted:
            parts.append(self.tr("{0} deleted").format(figures.figure(deleted, "1")))
        if reusable_bytes >= _WORTH_TELLING or (deleted and reusable_bytes):
            parts.append(self.tr("{0} can be freed").format(figures.figure(reusable_bytes, "B")))
        self._store.set_text(" · ".join(parts))
        self.setVisible(bool(runs or deleted))
        self._bring_back.setVisible(bool(deleted))
        self._bring_back.setText(self.tr("Bring it back") if deleted == 1 else self.tr("Bring them back"))
        self._purge.setVisible(bool(deleted) or reusable_bytes >= _WORTH_TELLING)
        self._purge.setText(self.tr("Remove for good…") if deleted else self.tr("Free the space"))
        self._thin_out.setVisible(runs > 0)

    @property
    def text(self) -> str:
        """The displayed text on the store."""
        return self._store.whole_text


_BUTTONS = (run_actions.AGAIN, run_actions.RENAME, run_actions.TAGS, run_actions.NOTE, run_actions.NUMBERS, run_actions.DELETE)
_TEXT_FROM = grown(1500)
"""Width in pixels from which the buttons have text."""
_IMPORT_TEXT_FROM = grown(1000)
"""Width in pixels from which the Import button has text: its icon is less familiar."""


class ActionButton(Button):
    """A button that triggers an action and is enabled with it."""

    def __init__(self, theme: Theme, action: QAction, icon: str, look: str = "flat") -> None:
        super().__init__(theme, "", look, icon)
        self._action = action
        self.clicked.connect(action.trigger)
        action.changed.connect(self._follow)
        self.show_text(False)

    def show_text(self, on: bool) -> None:
        """Show icon and text, or the icon alone."""
        self.setText(self._action.text() if on else "")
        self._follow()

    def _follow(self) -> None:
        self.setEnabled(self._action.isEnabled())
        self.setToolTip(self._action.toolTip())
        self.setAccessibleName(self._action.text())


class RunList(QWidget):
    """The list side of the page.

    Attributes:
        first_chosen: The user made one of the choices offered for an empty store.
        import_wanted: The user wants to import runs and has yet to choose the files.
        dropped: The user dropped files and folders to import; carries their paths.
        retry_wanted: The user wants to read the runs again.
    """

    first_chosen = Signal(str)
    import_wanted = Signal()
    dropped = Signal(list)
    retry_wanted = Signal()

    def __init__(self, theme: Theme, model: RunTableModel) -> None:
        super().__init__()
        self._theme, self._model = theme, model
        self.table = RunTable(theme, model)
        self.actions_ = RunActions(theme, self.table)
        self.filter_bar = FilterBar(theme)
        self.store_bar = StoreBar(theme)
        plans = run_actions.action_plans()
        self._buttons = [ActionButton(theme, self.actions_.action(key), plans[key].icon) for key in _BUTTONS]
        self._columns = Button(theme, "", "flat", "columns", self.tr("Columns"), clicked=self._open_columns)
        self.import_button = Button(theme, "", "flat", "import", self.tr("Import runs from files … (Ctrl+I)"), clicked=self.import_wanted)
        self.setAcceptDrops(True)
        self._loading, self._trouble = QWidget(), self._trouble_state()
        self._empty, self._no_hit = self._empty_state(), self._no_hit_state()
        self._stack = PageStack()
        self._framed = self._frame()
        for view in (self._loading, self._framed, self._empty, self._no_hit, self._trouble):
            self._stack.addWidget(view)
        self._bar = self._top()
        fill(vertical(self, (0, 0, 0, 0), spacing=0), self._bar, (self._stack, 1), self.store_bar)
        self._connect()
        self._bar.hide()

    def _frame(self) -> QFrame:
        """Return the table in a frame of the same colour, indented so that its text aligns with the title."""
        frame = framed("panel")
        fill(horizontal(frame, (12, 0, 12, 0)), self.table)
        return frame

    def _top(self) -> QFrame:
        bar = framed("panel")
        lines = QBoxLayout(QBoxLayout.Direction.TopToBottom if is_large() else QBoxLayout.Direction.LeftToRight, bar)
        lines.setContentsMargins(20, 6, 12, 6)
        lines.setSpacing(10)
        row = fill(horizontal(spacing=2), *self._buttons, self.import_button, self._columns)
        if is_large():
            row.addStretch(1)
        fill(lines, (self.filter_bar, 1), row)
        return bar

    def _empty_state(self) -> FirstChoices:
        hint = self.tr(
            "All runs are listed here: from this window, the command line and other windows on the same store. Drop files here to "
            "import them: run bundles of other machines, logs of nvidia-smi and CodeCarbon, an MLflow folder."
        )
        choices = FirstChoices(self._theme, hint)
        choices.chosen.connect(self.first_chosen)
        link = Button(self._theme, self.tr("Import runs from files…"), "link", clicked=self.import_wanted)
        choices.add_below(link, Qt.AlignmentFlag.AlignHCenter)
        return choices

    def _no_hit_state(self) -> EmptyState:
        state = EmptyState(self._theme, self.tr("No run matches the filter."), self.tr("Clear the filter"))
        state.wanted.connect(self.filter_bar.clear)
        return state

    def _trouble_state(self) -> EmptyState:
        state = EmptyState(self._theme, self.tr("The runs cannot be read."), self.tr("Try again"))
        state.wanted.connect(self.retry_wanted)
        return state

    def _connect(self) -> None:
        self.filter_bar.changed.connect(self._filter)
        self.table.columns.fitted.connect(self._tell_hidden_columns)
        self.filter_bar.left.connect(self._enter_table)
        self.table.chosen.connect(self._announce_selection)
        self._model.modelReset.connect(self._announce_selection)
        self._model.dataChanged.connect(self._announce_selection)
        self._model.layoutChanged.connect(self._announce_selection)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.customContextMenuRequested.connect(self._open_menu)

    # Display

    def show_runs(self) -> None:
        """Update everything except the table from the model."""
        counts, devices = self._model.tallies()
        self.filter_bar.offer(counts, devices)
        has_runs = counts.total() > 0
        self._bar.setVisible(has_runs)
        if not has_runs:
            self._stack.setCurrentWidget(self._empty)
        else:
            self._stack.setCurrentWidget(self._framed if self._model.shown else self._no_hit)
        self._announce_selection()

    def show_trouble(self) -> None:
        """Show that the runs cannot be read, unless a list is already shown."""
        if not self._model.rows:
            self._stack.setCurrentWidget(self._trouble)

    def _filter(self, wanted: RunFilter) -> None:
        self._model.set_filter(wanted)
        self.show_runs()

    @property
    def rows(self) -> list[RunRow]:
        """The selected runs."""
        return self.table.selected_rows()

    def _announce_selection(self) -> None:
        rows = self.rows if self._model.shown else []
        self.actions_.offer(rows)
        shown = figures.figure(len(self._model.shown), "1")
        text = self.tr("{0} of {1} selected").format(figures.figure(len(rows), "1"), shown) if rows else ""
        self.store_bar.show_selection(text)

    # Keys and menus

    def focus_filter(self) -> None:
        """Focus the filter and select its text."""
        self.filter_bar.line.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filter_bar.line.selectAll()

    def _enter_table(self) -> None:
        if not self.table.isVisible():
            return
        self.table.setFocus(Qt.FocusReason.TabFocusReason)
        if not self.rows:
            self.table.choose_place(0)

    def _open_menu(self, place: QPoint) -> None:
        if self.rows:  # otherwise none of its actions would be enabled
            open_menu(self.actions_.menu(self.table), self.table.viewport().mapToGlobal(place))

    def _open_columns(self) -> None:
        self.table.columns.open_menu(self._columns)

    def _tell_hidden_columns(self) -> None:
        """Show on the button how many columns with values do not fit."""
        hidden = len(self.table.columns.without_room)
        text = self.tr("Columns: {0} more do not fit") if hidden > 1 else self.tr("Columns: 1 more does not fit")
        self._columns.setText(f"+ {hidden}" if hidden else "")
        set_tooltip(self._columns, text.format(hidden) if hidden else self.tr("Columns"))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept a drag of files that may be recordings."""
        if importable(event.mimeData()):
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()

    def dropEvent(self, event: QDropEvent) -> None:
        """Import the dropped files and folders."""
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        self.dropped.emit(importable(event.mimeData()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the texts of the buttons if there is room."""
        super().resizeEvent(event)
        for button in self._buttons:
            button.show_text(self.width() >= _TEXT_FROM)
        self.import_button.setText(self.tr("Import") if self.width() >= _IMPORT_TEXT_FROM else "")
