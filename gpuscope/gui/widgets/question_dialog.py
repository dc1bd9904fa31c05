"""Confirmation and input dialogs, in the window's own style."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QDialog, QLineEdit, QWidget

from gpuscope.core.errors import GpuscopeError
from gpuscope.gui.engine_texts import composed_text, error_text, with_capital
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.labels import ElidedLabel, label
from gpuscope.gui.widgets.layouts import STRETCH, fill, horizontal, vertical

LONGEST_NAME = 10_000
"""Maximum characters of a name or a note, as on the command line."""
_WIDTH = grown(460)
"""Least width in pixels: a line of 70 characters."""
_HEADING = grown(640)
"""Greatest width in pixels of a heading, which may be a run's name, as long as a command."""


def wrapped_size(dialog: QDialog, hint: QSize) -> QSize:
    """Return a dialog's preferred size with the height that its wrapped texts need at its width; Qt's is for a narrower dialog."""
    layout, width = dialog.layout(), max(hint.width(), dialog.minimumWidth())
    return QSize(width, layout.totalHeightForWidth(width)) if layout is not None and layout.hasHeightForWidth() else hint


class QuestionDialog(QDialog):
    """A heading, a body, an error line and two buttons. It stays open until its owner closes it, so that no input is lost.

    Args:
        heading: Heading of the dialog.
        action: Text of the action button.
        look: Look of the action button: "main" or "destructive".

    Attributes:
        agreed: The action button was pressed.
    """

    agreed = Signal()

    def __init__(self, theme: Theme, heading: str, action: str, look: str = "main", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("gpuscope")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumWidth(_WIDTH)
        self._heading = ElidedLabel(heading, "title")
        self._heading.setMaximumWidth(_HEADING)
        self._trouble = label("", "bad", wraps=True)
        self._trouble.hide()
        self.do = Button(theme, action, look, clicked=self.agreed)
        self.do.setDefault(True)
        cancel = Button(theme, self.tr("Cancel"), clicked=self.reject)
        if look == "destructive":
            self.do.setDefault(False)
            cancel.setFocus()
        buttons = fill(horizontal(spacing=8), STRETCH, cancel, self.do)
        self.body = vertical(spacing=10)
        fill(vertical(self, (22, 18, 22, 18), spacing=14), self._heading, (self.body, 1), self._trouble, buttons)

    def sizeHint(self) -> QSize:
        """Return the size without blank lines."""
        return wrapped_size(self, super().sizeHint())

    def event(self, event: QEvent) -> bool:
        """Fit the minimum height to changed contents."""
        is_done = super().event(event)
        if event.type() is QEvent.Type.LayoutRequest:
            self._fit_height()
        return is_done

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the minimum height to the new width."""
        super().resizeEvent(event)
        self._fit_height()

    def _fit_height(self) -> None:
        """Require the height of the wrapped texts: Qt's minimum ignores it and, where the screen is low, makes the parts overlap."""
        self.setMinimumHeight(self.least_height())

    def least_height(self) -> int:
        """Return the height that the contents need at the present width; 0 before there are any."""
        layout = self.layout()
        if layout is None:
            return 0
        layout.activate()  # else it is that of the contents before
        wraps = layout.hasHeightForWidth()  # otherwise Qt gives -1 as the height for any width
        width = max(self.width(), self.minimumWidth())
        return layout.totalMinimumHeightForWidth(width) if wraps else layout.totalMinimumSize().height()

    def show_trouble(self, error: GpuscopeError) -> None:
        """Show why the action failed; the input is kept."""
        self._trouble.setText(error_text(error))
        self._trouble.show()
        self.do.setEnabled(True)

    @property
    def trouble(self) -> str:
        """The shown error; "" for none."""
        return "" if self._trouble.isHidden() else self._trouble.text()


class CaptureDialog(QuestionDialog):
    """Asks for confirmation before a potentially large profile is recorded.

    Args:
        question: Required and free space, as worded by the engine.
    """

    def __init__(self, theme: Theme, question: str, parent: QWidget | None = None) -> None:
        super().__init__(theme, self.tr("Record a large profile?"), self.tr("Record it"), parent=parent)
        self.question = f"{with_capital(composed_text(question))}."
        self.body.addWidget(label(self.question, wraps=True))
        self.body.addWidget(label(self.tr("It stops before either is full. Ten steps are usually enough."), "small", wraps=True))


class NameDialog(QuestionDialog):
    """Asks for a name."""

    def __init__(self, theme: Theme, heading: str, action: str, name: str, hint: str = "", parent: QWidget | None = None) -> None:
        super().__init__(theme, heading, action, parent=parent)
        self._edit = QLineEdit(name, maxLength=LONGEST_NAME)
        self._edit.setAccessibleName(self.tr("Name"))
        self._edit.selectAll()
        self._edit.textChanged.connect(lambda: self.do.setEnabled(bool(self.text)))
        self.body.addWidget(self._edit)
        if hint:
            self.body.addWidget(label(hint, "small", wraps=True))
        self.do.setEnabled(bool(self.text))
        self._edit.setFocus()

    @property
    def text(self) -> str:
        """The typed name, trimmed."""
        return self._edit.text().strip()

    def ask(self, then: Callable[[str], None]) -> None:
        """Open the dialog; once the user agrees, close it and call ``then`` with the name."""

        def agreed() -> None:
            self.accept()
            then(self.text)

        self.agreed.connect(agreed)
        self.open()
