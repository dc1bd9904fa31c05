"""The editor of a run's note, or of its name."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget

from gpuscope.gui.pages.runs.run_dialog import RunDialog
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.labels import label

MOST = 10_000
"""Characters of a name or a note, as on the command line."""


class NoteDialog(RunDialog):
    """Asks for a note, of several lines; Ctrl+Enter keeps it."""

    def __init__(self, theme: Theme, name: str, note: str, parent: QWidget | None = None) -> None:
        super().__init__(theme, name, "", parent=parent)
        self.do.setText(self.tr("Keep the note"))
        self._edit = QPlainTextEdit(note)
        self._edit.setAccessibleName(self.tr("Note"))
        self._edit.setTabChangesFocus(True)
        self._edit.setMinimumHeight(140)
        self._edit.textChanged.connect(self._check)
        self._count = label("", "small")
        self.body.addWidget(label(self.tr("Note"), "muted"))
        self.body.addWidget(self._edit, 1)
        self.body.addWidget(self._count)
        self._check()
        self._edit.setFocus()

    @property
    def text(self) -> str:
        """The note."""
        return self._edit.toPlainText().strip()

    def _check(self) -> None:
        length = len(self.text)
        self.do.setEnabled(length <= MOST)
        self._count.setText(self.tr("Ctrl+Enter keeps it") if length <= MOST else self.tr("{0} characters too many").format(length - MOST))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Ctrl+Enter keeps the note."""
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier and self.do.isEnabled():
            self.agreed.emit()
        else:
            super().keyPressEvent(event)


class NameDialog(RunDialog):
    """Asks for a name."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(theme, "", "", parent=parent)
        self._heading.set_text(self.tr("Rename the run"))
        self.do.setText(self.tr("Rename"))
        self._edit = QLineEdit(name)
        self._edit.setMaxLength(MOST)
        self._edit.setAccessibleName(self.tr("Name"))
        self._edit.selectAll()
        self._edit.textChanged.connect(lambda: self.do.setEnabled(bool(self.text)))
        self.body.addWidget(self._edit)
        self._edit.setFocus()

    @property
    def text(self) -> str:
        """The name."""
        return self._edit.text().strip()
