"""The changes made on a page that can be undone: Ctrl+Z undoes the newest."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

_DEEPEST = 100
"""Maximum number of changes kept: more than anyone undoes by hand."""


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """One change made by the user.

    Attributes:
        message: Message shown when it is undone: "The note is as it was."; "" if ``undo`` shows its own.
        undo: Starts undoing it, and reports failures itself. Called at most once.
        kind: Groups changes that become final together; "" for none.
    """

    message: str
    undo: Callable[[], None]
    kind: str = ""


class UndoStack(QObject):
    """The changes of one page; Ctrl+Z undoes them, newest first. A text field with the focus undoes its own typing instead.

    Signals:
        undone: A change is being undone: its message.

    Args:
        page: Page on which Ctrl+Z applies.
    """

    undone = Signal(str)

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self._changes: list[Change] = []
        QShortcut(QKeySequence(QKeySequence.StandardKey.Undo), page, lambda: self.undo())  # inactive while the page is hidden

    def push(self, change: Change) -> None:
        """Add the newest change."""
        self._changes = [*self._changes[1 - _DEEPEST :], change]

    def undo(self, change: Change | None = None) -> None:
        """Undo a change, by default the newest; no effect if it has already been undone or there is none."""
        change = change or next(reversed(self._changes), None)
        if change is None or change not in self._changes:
            return
        self._changes.remove(change)
        change.undo()
        if change.message:
            self.undone.emit(change.message)

    def settle(self, kind: str) -> None:
        """Drop the changes of a kind, which can no longer be undone."""
        self._changes = [change for change in self._changes if change.kind != kind]
