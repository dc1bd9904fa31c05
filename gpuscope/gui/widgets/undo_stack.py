"""What was done on a page and can be undone: Ctrl+Z undoes the newest change there."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

_DEEPEST = 100
"""Changes that are kept: more than anyone goes back by hand."""


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """One change that the user has made.

    Attributes:
        words: Shown when it was undone: "The note is as it was."; "" where undoing says so itself.
        undo: Starts undoing it, and reports failures itself. Called once at most.
        kind: Groups changes that become final together; "" for none.
    """

    words: str
    undo: Callable[[], None]
    kind: str = ""


class UndoStack(QObject):
    """The changes of one page, undone newest first by Ctrl+Z. A text field that has the focus undoes its own typing instead.

    Signals:
        undone: A change is being undone: its words.

    Args:
        page: Page in which Ctrl+Z counts.
    """

    undone = Signal(str)

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self._changes: list[Change] = []
        QShortcut(QKeySequence(QKeySequence.StandardKey.Undo), page, lambda: self.undo())  # of a hidden page it does not count

    def push(self, change: Change) -> None:
        """Add the newest change."""
        self._changes = [*self._changes[1 - _DEEPEST :], change]

    def undo(self, change: Change | None = None) -> None:
        """Undo a change, by default the newest; nothing where it was undone already, or there is none."""
        change = change or next(reversed(self._changes), None)
        if change is None or change not in self._changes:
            return
        self._changes.remove(change)
        change.undo()
        if change.words:
            self.undone.emit(change.words)

    def settle(self, kind: str) -> None:
        """Forget the changes of a kind: they cannot be undone any more."""
        self._changes = [change for change in self._changes if change.kind != kind]
