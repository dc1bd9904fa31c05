"""A layout that wraps widgets like words."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget

_SPACING = 8
"""Pixels between two widgets, and between two lines."""


class FlowLayout(QLayout):
    """Lays out widgets at their preferred sizes, line by line.

    Args:
        parent: Widget whose content it lays out.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(_SPACING)

    def addItem(self, item: QLayoutItem) -> None:
        """Append an item."""
        self._items.append(item)

    def count(self) -> int:
        """Return the number of items."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Return an item; None beyond the last."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Remove and return an item."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """Return none: the rest of a line stays empty."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Return True: the height depends on the width."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of all lines at a width."""
        return self._arrange(QRect(0, 0, width, 0), moves=False)

    def setGeometry(self, rectangle: QRect) -> None:
        """Place the widgets."""
        super().setGeometry(rectangle)
        self._arrange(rectangle, moves=True)

    def sizeHint(self) -> QSize:
        """Return the size of a single line."""
        sizes = [item.sizeHint() for item in self._shown()]
        width = sum(size.width() for size in sizes) + self.spacing() * max(0, len(sizes) - 1)
        return QSize(width, max((size.height() for size in sizes), default=0))

    def minimumSize(self) -> QSize:
        """Return the size of the widest widget."""
        size = QSize()
        for item in self._shown():
            size = size.expandedTo(item.minimumSize())
        return size

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _arrange(self, rectangle: QRect, *, moves: bool) -> int:
        x, y, line_height = rectangle.x(), rectangle.y(), 0
        for item in self._shown():
            size = item.sizeHint()
            width = min(size.width(), max(item.minimumSize().width(), rectangle.width()))
            if x + width > rectangle.right() + 1 and line_height:
                x, y, line_height = rectangle.x(), y + line_height + self.spacing(), 0
            if moves:
                item.setGeometry(QRect(QPoint(x, y), QSize(width, size.height())))
            x, line_height = x + width + self.spacing(), max(line_height, size.height())
        return y + line_height - rectangle.y()
