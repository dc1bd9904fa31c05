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
        least, layout = shown.minimumSizeHint(), shown.layout()
        width = max(self.width(), least.width())
        # a widget's own answer is its preferred height, with which a page would scroll beside a table that scrolls
        least_height = shown.heightForWidth(width) if layout is None else layout.minimumHeightForWidth(width)
        return least.expandedTo(QSize(0, least_height))

    def hasHeightForWidth(self) -> bool:
        """Return False: Qt would take the greatest height of all pages."""
        return False

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Notify the parent's layout that the minimum height depends on the width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()
