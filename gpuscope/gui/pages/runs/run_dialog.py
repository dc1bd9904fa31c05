"""The small dialogs of the list of runs: what is asked, and what one of them looks like."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from gpuscope.core.errors import GpuscopeError
from gpuscope.gui.theme import Theme
from gpuscope.gui.trouble_words import trouble_words
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.labels import ElidedLabel, label

_WIDTH = 460


class RunDialog(QDialog):
    """A heading, a body, what went wrong, two buttons. It stays open until whoever made it closes it: nothing typed is lost.

    Args:
        theme: Gives the buttons their looks.
        heading: What it is about.
        action: Words of the button that does it.
        look: Of that button: "main" or "destructive".
        parent: The page.

    Attributes:
        agreed: The button was pressed.
    """

    agreed = Signal()

    def __init__(self, theme: Theme, heading: str, action: str, look: str = "main", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("gpuscope")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumWidth(_WIDTH)
        self._heading = ElidedLabel(heading, "title")
        self._trouble = label("", "bad", wraps=True)
        self._trouble.hide()
        self.do = Button(theme, action, look)
        self.do.setDefault(True)
        self.do.clicked.connect(self.agreed)
        cancel = Button(theme, self.tr("Cancel"))
        cancel.clicked.connect(self.reject)
        if look == "destructive":
            self.do.setDefault(False)
            cancel.setFocus()
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addStretch(1)
        buttons.addWidget(cancel)
        buttons.addWidget(self.do)
        self.body = QVBoxLayout()
        self.body.setSpacing(10)
        column = QVBoxLayout(self)
        column.setContentsMargins(22, 18, 22, 18)
        column.setSpacing(14)
        column.addWidget(self._heading)
        column.addLayout(self.body, 1)
        column.addWidget(self._trouble)
        column.addLayout(buttons)

    def show_trouble(self, error: GpuscopeError) -> None:
        """Say why it could not be done; what was typed stays."""
        self._trouble.setText(trouble_words(error))
        self._trouble.show()
        self.do.setEnabled(True)

    @property
    def trouble(self) -> str:
        """What it says of trouble; "" for nothing."""
        return "" if self._trouble.isHidden() else self._trouble.text()
