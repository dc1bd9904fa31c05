"""The table of what differs: a row a setting, a column a group."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from gpuscope.gui.engine_words import engine_words
from gpuscope.gui.widgets.labels import plain_tooltip
from gpuscope.reports.comparison_settings import SettingRow

AnyIndex = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_DISPLAY = Qt.ItemDataRole.DisplayRole
_LONGEST = 300


class SettingTableModel(QAbstractTableModel):
    """The settings that are seen."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: Sequence[SettingRow] = ()
        self._names: Sequence[str] = ()

    def show_rows(self, rows: Sequence[SettingRow], names: Sequence[str]) -> None:
        """Take what is to be seen."""
        self.beginResetModel()
        self._rows, self._names = rows, names
        self.endResetModel()

    def row(self, index: AnyIndex) -> SettingRow:
        """Return the setting of a row."""
        return self._rows[index.row()]

    def rowCount(self, parent: AnyIndex = _NOWHERE) -> int:  # noqa: N802 - Qt's name
        """Return how many settings are seen."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: AnyIndex = _NOWHERE) -> int:  # noqa: N802 - Qt's name
        """Return how many groups there are, and one."""
        return 0 if parent.isValid() else len(self._names) + 1

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY) -> Any:  # noqa: N802 - Qt's name
        """Return the names of the groups."""
        if orientation is not Qt.Orientation.Horizontal or section > len(self._names):
            return None
        if role == _DISPLAY:
            return self._names[section - 1] if section else self.tr("Setting")
        if role == Qt.ItemDataRole.ToolTipRole and section:
            return plain_tooltip(self._names[section - 1])
        return None

    def data(self, index: AnyIndex, role: int = _DISPLAY) -> Any:
        """Return a setting's label, or its value in a group."""
        if not index.isValid():
            return None
        row = self.row(index)
        words = engine_words(row.values[index.column() - 1] if index.column() else row.label)
        if role == _DISPLAY:
            return words[:_LONGEST]
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tooltip(row.whole[index.column() - 1] if index.column() else f"{row.label}\n{row.key}")
        return None
