"""What is asked when the window closes while a run is live: it may go on without the window."""

from collections.abc import Sequence
from enum import Enum

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from gpuscope.gui.fonts import legible


class CloseAnswer(Enum):
    """What shall become of the live runs."""

    KEEP = "keep"
    STOP = "stop"
    CANCEL = "cancel"


class CloseQuestion(QMessageBox):
    """Asks; :meth:`answer` tells what was said. Escape and the box's own close button leave the window open.

    Args:
        names: Of the live runs.
        parent: The widget that it belongs to.
    """

    def __init__(self, names: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)

        self.setWindowTitle("gpuscope")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self._keep = self.addButton("", QMessageBox.ButtonRole.AcceptRole)
        self._stop = self.addButton("", QMessageBox.ButtonRole.DestructiveRole)
        self._stop.setProperty("look", "destructive")
        cancel = self.addButton(self.tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
        self.setDefaultButton(self._keep)
        self._keep.setProperty("look", "main")
        self.setEscapeButton(cancel)
        self.show_runs(names)

    def show_runs(self, names: Sequence[str]) -> None:
        """Ask about these runs from now on; once none is live, whether to close all the same."""
        one = len(names) == 1
        if not names:
            self.setText(self.tr("No run is live any more."))
        elif one:
            self.setText(self.tr("{0} is still running.").format(legible(names[0] if len(names[0]) <= 60 else f"{names[0][:59]}…")))
        else:
            self.setText(self.tr("{0} runs are still going on.").format(len(names)))
        self.setInformativeText(self.tr("A run goes on without the window, and the next window shows it from its start.") if names else "")
        self._keep.setText(self.tr("Keep running") if names else self.tr("Close"))
        self._stop.setText(self.tr("Stop the run") if one else self.tr("Stop the runs"))
        self._stop.setVisible(bool(names))

    def answer(self) -> CloseAnswer:
        """Return what was said, once the box is closed."""
        clicked = self.clickedButton()
        if clicked is self._keep:
            return CloseAnswer.KEEP
        return CloseAnswer.STOP if clicked is self._stop else CloseAnswer.CANCEL
