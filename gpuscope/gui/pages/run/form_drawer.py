"""The form of the Run page, which a narrow window folds into a strip."""

from PySide6.QtWidgets import QWidget

from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.layouts import STRETCH, fill, framed, horizontal, vertical

STRIP_WIDTH = 44
"""Pixels of the folded form: its button and padding."""


class FormDrawer(QWidget):
    """Shows the form, or a strip whose button opens and closes it."""

    def __init__(self, theme: Theme, form: QWidget) -> None:
        super().__init__()
        self._form = form
        self._strip = framed("side")
        self._strip.setFixedWidth(STRIP_WIDTH)
        self._button = Button(theme, "", "flat", "open", self.tr("Show the form"), is_checkable=True)
        self._button.setFixedSize(32, 32)
        self._button.toggled.connect(self._open)
        fill(vertical(self._strip, (5, 10, 5, 10)), self._button, STRETCH)
        fill(horizontal(self, (0, 0, 0, 0), spacing=0), self._strip, form)
        self.set_narrow(False)

    @property
    def is_narrow(self) -> bool:
        """Whether the strip is shown, which hides the form unless opened."""
        return not self._strip.isHidden()

    def set_narrow(self, narrow: bool) -> None:
        """Fold the form into the strip, or show it in full."""
        self._strip.setVisible(narrow)
        self._open(self._button.isChecked())

    def open(self) -> None:
        """Show the form."""
        self._button.setChecked(True)

    def close_form(self) -> None:
        """Hide the form if the page is narrow."""
        self._button.setChecked(False)

    def _open(self, opened: bool) -> None:
        text = self.tr("Hide the form") if opened else self.tr("Show the form")
        self._button.setAccessibleName(text)
        self._button.setToolTip(text)
        self._form.setVisible(opened or not self.is_narrow)
