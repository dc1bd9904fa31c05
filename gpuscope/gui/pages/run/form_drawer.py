"""The form at the left of the Run page; where there is little room it gives way to a strip with a button."""

from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button

STRIP_WIDTH = 44


class FormDrawer(QWidget):
    """Shows the form, or a strip whose button opens and closes it.

    Args:
        theme: Gives the icon its colour.
        form: What it holds.
        parent: The widget that it belongs to.
    """

    def __init__(self, theme: Theme, form: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._form = form
        self._strip = QFrame()
        self._strip.setProperty("look", "side")
        self._strip.setFixedWidth(STRIP_WIDTH)
        self._button = Button(theme, "", "flat", "open", self.tr("Show the form"))
        self._button.setFixedSize(32, 32)
        self._button.setCheckable(True)
        self._button.toggled.connect(self._open)
        inside = QVBoxLayout(self._strip)
        inside.setContentsMargins(5, 10, 5, 10)
        inside.addWidget(self._button)
        inside.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._strip)
        row.addWidget(form)
        self.set_narrow(False)

    @property
    def is_narrow(self) -> bool:
        """Whether the form gives way to the strip."""
        return not self._strip.isHidden()

    def set_narrow(self, narrow: bool) -> None:
        """Give room to something else, or take it back."""
        self._strip.setVisible(narrow)
        self._open(self._button.isChecked())

    def open(self) -> None:
        """Show the form, wherever it is."""
        self._button.setChecked(True)

    def close_form(self) -> None:
        """Fold the form away where there is little room."""
        self._button.setChecked(False)

    def _open(self, opened: bool) -> None:
        words = self.tr("Hide the form") if opened else self.tr("Show the form")
        self._button.setAccessibleName(words)
        self._button.setToolTip(words)
        self._form.setVisible(opened or not self.is_narrow)
