"""The foot of the form: a quiet line of words, and the button that starts."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gpuscope.gui.stylesheet import set_look
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.labels import label, plain_tooltip


class StartFoot(QWidget):
    """Says why there can be no start, else what explains the present field; Start is disabled while there can be none.

    Signals:
        start_wanted: The button was pressed.
    """

    start_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = label("", "faint", wraps=True)
        self._start = Button(theme, self.tr("Start"), "main", "start")
        self._start.clicked.connect(self.start_wanted)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 8, 16, 14)
        column.setSpacing(8)
        column.addWidget(self._words)
        column.addWidget(self._start)

    @property
    def button(self) -> Button:
        """The button, for the order of the Tab key."""
        return self._start

    def show_state(self, reason: str, help: str, *, is_mistake: bool, is_busy: bool) -> None:
        """Show how things stand.

        Args:
            reason: Why there can be no start; "" when there can.
            help: What to say when there is no reason.
            is_mistake: Whether the reason is a mistake rather than something that is still to be done.
            is_busy: Whether a start is under way.
        """
        set_look(self._words, "bad" if reason and is_mistake else "faint")
        self._words.setText(reason or help)
        self._words.setVisible(bool(reason or help))
        self._start.setText(self.tr("Starting …") if is_busy else self.tr("Start"))
        self._start.setEnabled(not reason)  # while busy it keeps the focus, and is deaf
        set_look(self._start, "" if is_busy else "main")
        self._start.setToolTip(plain_tooltip(reason) or self.tr("Ctrl+Enter"))
        self._start.setAccessibleDescription(reason)
