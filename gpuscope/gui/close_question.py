"""What is asked when the window closes while a run is live: it may go on without the window."""

from collections.abc import Sequence
from enum import Enum

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget


class CloseAnswer(Enum):
    """What shall become of the live runs."""

    KEEP = "keep"
    STOP = "stop"
    CANCEL = "cancel"


class CloseQuestion(QMessageBox):
    """Asks; :meth:`answer` tells what was said. Escape and the box's own close button leave the window open."""

    def __init__(self, names: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)

        one = len(names) == 1
        self.setWindowTitle("gpuscope")
        self.setTextFormat(Qt.TextFormat.PlainText)
        short = names[0] if len(names[0]) <= 60 else f"{names[0][:59]}…"
        self.setText(self.tr("{0} is still running.").format(short) if one else self.tr("{0} runs are still going on.").format(len(names)))
        self.setInformativeText(self.tr("A run goes on without the window, and the next window shows it from its start."))
        self._keep = self.addButton(self.tr("Keep running"), QMessageBox.ButtonRole.AcceptRole)
        self._stop = self.addButton(self.tr("Stop the run") if one else self.tr("Stop the runs"), QMessageBox.ButtonRole.DestructiveRole)
        self._stop.setProperty("look", "destructive")
        cancel = self.addButton(self.tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
        self.setDefaultButton(self._keep)
        self._keep.setProperty("look", "main")
        self.setEscapeButton(cancel)

    def answer(self) -> CloseAnswer:
        """Returns what was said, once the box is closed."""
        clicked = self.clickedButton()
        if clicked is self._keep:
            return CloseAnswer.KEEP
        return CloseAnswer.STOP if clicked is self._stop else CloseAnswer.CANCEL
