"""The frame that each part of the page stands in: a heading, what is to be known beside it, controls at the right, a body."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from gpuscope.gui.widgets.labels import ElidedLabel, label

_MARGIN = 14


class Card(QFrame):
    """A card with a row at its top.

    Args:
        parent: The widget that it belongs to.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("look", "card")
        self._title = label("", "heading")
        self._detail = ElidedLabel("", "muted")
        self._top = QHBoxLayout()
        self._top.setContentsMargins(_MARGIN, 8, 8, 6)
        self._top.setSpacing(8)
        self._top.addWidget(self._title, 0, Qt.AlignmentFlag.AlignVCenter)
        self._top.addWidget(self._detail, 1, Qt.AlignmentFlag.AlignVCenter)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(1, 1, 1, 1)
        self.column.setSpacing(0)
        self.column.addLayout(self._top)

    def set_heading(self, title: str, detail: str = "") -> None:
        """Say what is shown, and beside it in a muted line what is to be known of it."""
        self._title.setText(title)
        self._detail.set_text(detail)
        self.setAccessibleName(title)

    def add_control(self, widget: QWidget) -> None:
        """Add a control at the right of the heading."""
        self._top.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)
