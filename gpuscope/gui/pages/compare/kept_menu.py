"""Saved comparisons: the button that saves and opens them, and the list on the empty page."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMenu, QWidget

from gpuscope.gui.pages.compare.group_choice import GroupChoice
from gpuscope.gui.services.history import History
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button, MenuButton, menu_text
from gpuscope.gui.widgets.labels import label, set_tooltip
from gpuscope.gui.widgets.layouts import clear, vertical
from gpuscope.gui.widgets.question_dialog import NameDialog
from gpuscope.gui.widgets.undo_stack import Change, UndoStack
from gpuscope.recording.run_history import RunHistory
from gpuscope.storage.kept_comparisons import KeptComparison, KeptComparisons

_MOST_LISTED = 8
"""Maximum number of comparisons on the empty page, to avoid scrolling."""
T = TypeVar("T")


class KeptMenu(QObject):
    """Saves, lists, opens and removes comparisons; accesses their file off the event loop.

    Signals:
        opened: The user opened a comparison: its name and :class:`GroupChoice`.
        reported: A message on the result.
        failed: A GpuscopeError.

    Args:
        history: Its thread accesses the file; provides the store's URL.
        changes: Receives the undoable changes.
        page: Parent of dialog and menu.

    Attributes:
        button: The button, placed in the header.
        listed: The list, placed on the empty page; hidden if there are no saved comparisons.
    """

    opened = Signal(str, object)
    reported = Signal(str)
    failed = Signal(object)

    def __init__(self, theme: Theme, history: History, changes: UndoStack, page: QWidget) -> None:
        super().__init__(page)
        self._theme, self._history, self._changes, self._page = theme, history, changes, page
        self._choice, self._suggested = GroupChoice(), ""
        self.kept: Sequence[KeptComparison] = ()
        self.button = MenuButton(theme, "")
        self.shorten(False)
        self.button.setAccessibleName(self.tr("Keep this comparison, or open a kept one"))
        self.button.clicked.connect(self.open_menu)
        self.listed = QWidget()
        self._column = vertical(self.listed, (0, 18, 0, 0), spacing=2)
        self._show([])

    def shorten(self, is_short: bool) -> None:
        """Leave out the second word of the button, which gives the groups room."""
        self.button.setText(self.tr("Kept") if is_short else self.tr("Kept comparisons"))

    def set_choice(self, choice: GroupChoice, suggested: str) -> None:
        """Set the choice to save, and a suggested name."""
        self._choice, self._suggested = choice, suggested
        self._enable()

    def _enable(self) -> None:
        self.button.setEnabled(len(self._choice.groups) > 1 or bool(self.kept))
        set_tooltip(self.button, "" if self.button.isEnabled() else self.tr("No comparison is kept, and there is none to keep."))

    def refresh(self) -> None:
        """Load the saved comparisons."""
        self._ask(lambda _kept: None, lambda _: None)

    def open_menu(self) -> None:
        """Open the menu below the button."""
        self.button.popup(self.menu())

    def menu(self) -> QMenu:
        """Return a new menu for the current state."""
        menu = self.button.new_menu()
        keep = menu.addAction(self.tr("Keep this comparison…"))
        keep.setEnabled(len(self._choice.groups) > 1)
        keep.triggered.connect(self._ask_name)
        if self.kept:
            menu.addSeparator()
        for entry in self.kept:
            menu.addAction(menu_text(entry.name)).triggered.connect(partial(self.open_kept, entry))
        if self.kept:
            menu.addSeparator()
            forget = menu.addMenu(self.tr("Forget"))
            for entry in self.kept:
                forget.addAction(menu_text(entry.name)).triggered.connect(partial(self.forget, entry))
        return menu

    def open_kept(self, entry: KeptComparison, _checked: bool = False) -> None:
        """Open a saved comparison."""
        self.opened.emit(entry.name, GroupChoice.from_json(entry.choice))

    def keep(self, name: str) -> None:
        """Save the current comparison under a name."""
        choice = self._choice.to_json()
        self._ask(lambda kept: kept.keep(name, choice), lambda name: self.reported.emit(self.tr("Kept as {0}.").format(name)))

    def forget(self, entry: KeptComparison, _checked: bool = False) -> None:
        """Remove a saved comparison; its runs stay."""
        name = entry.name

        def undo() -> None:
            self._ask(lambda kept: kept.restore(entry), lambda _: self.reported.emit(self.tr("{0} is kept again.").format(name)))

        def forgotten(_: None) -> None:
            self._changes.push(Change("", undo))
            self.reported.emit(self.tr("{0} is forgotten; its runs stay.").format(name))

        self._ask(lambda kept: kept.remove(name), forgotten)

    def _ask(self, work: Callable[[KeptComparisons], T], then: Callable[[T], None]) -> None:
        url = self._history.store_url

        def do(_store: RunHistory) -> tuple[T, list[KeptComparison]]:
            kept = KeptComparisons(url)
            return work(kept), kept.all()

        def show_answer(answer: tuple[T, list[KeptComparison]]) -> None:
            self._show(answer[1])
            then(answer[0])

        self._history.ask(do, show_answer, self.failed.emit, self)

    def _ask_name(self) -> None:
        hint = self.tr("A kept comparison of the same name is replaced.")
        dialog = NameDialog(self._theme, self.tr("Keep this comparison"), self.tr("Keep"), self._suggested, hint, self._page)
        dialog.ask(self.keep)

    def _show(self, kept: Sequence[KeptComparison]) -> None:
        self.kept = kept
        clear(self._column)
        if kept:
            self._column.addWidget(label(self.tr("Kept comparisons"), "muted"), 0, Qt.AlignmentFlag.AlignHCenter)
        for entry in kept[:_MOST_LISTED]:
            button = Button(self._theme, menu_text(entry.name), "flat", clicked=partial(self.open_kept, entry))
            self._column.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        self.listed.setVisible(bool(kept))
        self._enable()
