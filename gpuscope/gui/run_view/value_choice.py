"""Asks which of many logged values have a strip."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from gpuscope.core import figures
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.labels import label

_LONGEST = 80
_SIZE = (380, 460)


class ValueChoice(QDialog):
    """A list with check marks and a line that filters it.

    Args:
        theme: For the buttons.
        keys: The logged values.
        drawn: Those that have a strip now.
        most: So many can have one.
        parent: The widget that it belongs to.

    Attributes:
        chosen: The keys that are to have a strip, in the order of the list.
    """

    chosen = Signal(tuple)

    def __init__(self, theme: Theme, keys: Sequence[str], drawn: Sequence[str], most: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._most = most
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Choose values"))
        self.resize(*_SIZE)
        self._filter, self._list, self._words = QLineEdit(), QListWidget(), label("", "small", wraps=True)
        self._filter.setPlaceholderText(self.tr("Filter"))
        self._filter.setAccessibleName(self.tr("Filter of the values"))
        self._filter.textChanged.connect(self._show_fitting)
        self._list.setAccessibleName(self.tr("Logged values"))
        self._list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        for key in keys:
            item = QListWidgetItem(key if len(key) <= _LONGEST else f"{key[: _LONGEST // 2]}…{key[-_LONGEST // 2 :]}", self._list)
            item.setData(Qt.ItemDataRole.UserRole, key)
            item.setCheckState(Qt.CheckState.Checked if key in drawn else Qt.CheckState.Unchecked)
        self._list.itemChanged.connect(self._count)
        self._draw, cancel = Button(theme, self.tr("Draw"), "main"), Button(theme, self.tr("Cancel"))
        self._draw.clicked.connect(self._agree)
        cancel.clicked.connect(self.reject)
        self._lay_out(cancel)
        self._count()

    def _lay_out(self, cancel: Button) -> None:
        buttons = QHBoxLayout()
        buttons.addWidget(self._words, 1)
        buttons.addWidget(cancel)
        buttons.addWidget(self._draw)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(10)
        column.addWidget(self._filter)
        column.addWidget(self._list, 1)
        column.addLayout(buttons)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys that are checked, shown by the filter or not."""
        items = [self._list.item(row) for row in range(self._list.count())]
        return tuple(one.data(Qt.ItemDataRole.UserRole) for one in items if one.checkState() is Qt.CheckState.Checked)

    def _show_fitting(self, text: str) -> None:
        for row in range(self._list.count()):
            item = self._list.item(row)
            item.setHidden(text.strip().lower() not in item.data(Qt.ItemDataRole.UserRole).lower())

    def _count(self) -> None:
        count = len(self.keys)
        self._words.setText(self.tr("{0} chosen; {1} can be drawn").format(figures.figure(count, "1"), self._most))
        self._draw.setEnabled(0 < count <= self._most)

    def _agree(self) -> None:
        self.chosen.emit(self.keys)
        self.accept()
