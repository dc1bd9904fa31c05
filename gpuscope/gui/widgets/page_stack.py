"""Pages of which one is visible."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QStackedWidget


class PageStack(QStackedWidget):
    """The pages; the minimum size is that of the visible page, regardless of the others."""

    def __init__(self) -> None:
        super().__init__()
        self.currentChanged.connect(self.updateGeometry)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the minimum size of the visible page."""
        shown = self.currentWidget()
        return QSize() if shown is None else shown.minimumSizeHint()
