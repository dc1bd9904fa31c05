"""A stack of pages, as small as the visible one."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedWidget


class PageStack(QStackedWidget):
    """The pages; the minimum size is that of the visible page at the current width, regardless of the others."""

    def __init__(self) -> None:
        super().__init__()
        self.currentChanged.connect(self.updateGeometry)

    def minimumSizeHint(self) -> QSize:
        """Return the minimum size of the visible page."""
        if self.count() == 0:
            return QSize()
        shown = self.currentWidget()
        least = shown.minimumSizeHint()
        return least.expandedTo(QSize(0, shown.heightForWidth(max(self.width(), least.width()))))

    def hasHeightForWidth(self) -> bool:
        """Return False: Qt would take the greatest height of all pages."""
        return False

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Notify the parent's layout that the minimum height depends on the width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()
