"""A layout that wraps widgets like words."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget

_SPACING = 8
"""Pixels between two widgets, and between two lines."""


class FlowLayout(QLayout):
    """Lays out widgets at their preferred sizes, line by line."""

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

    def _lines(self, room: int) -> list[list[tuple[QLayoutItem, QSize]]]:
        """Return the items that stand beside each other in a width, with their sizes, line by line."""
        lines: list[list[tuple[QLayoutItem, QSize]]] = []
        x = 0
        for item in self._shown():
            size = item.sizeHint()
            size.setWidth(min(size.width(), max(item.minimumSize().width(), room)))
            if not lines or x + size.width() > room:
                lines.append([])
                x = 0
            lines[-1].append((item, size))
            x += size.width() + self.spacing()
        return lines

    def _arrange(self, rectangle: QRect, *, moves: bool) -> int:
        """Return the height of all lines, in each of which the items are centred: in Chinese, a button is higher than a field."""
        y = rectangle.y()
        for line in self._lines(rectangle.width()):
            x, height = rectangle.x(), max(size.height() for _, size in line)
            for item, size in line:
                if moves:
                    item.setGeometry(QRect(QPoint(x, y + (height - size.height()) // 2), size))
                x += size.width() + self.spacing()
            y += height + self.spacing()
        return max(0, y - self.spacing() - rectangle.y())
