"""A table of a report as Qt's views want it."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from gpuscope.core import figures
from gpuscope.core.quantity import Quantity
from gpuscope.gui.widgets.labels import plain_tooltip
from gpuscope.reports.model import Cell, Column, Table

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_LONGEST = 5_000


class ReportTableModel(QAbstractTableModel):
    """Shows a table as it is."""

    def __init__(self, table: Table, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._table = table

    @property
    def table(self) -> Table:
        """What is shown."""
        return self._table

    def text(self, row: int, column: int) -> str:
        """Return what a cell says."""
        return _shown(self._table.rows[row][column], self._table.columns[column])

    def rowCount(self, parent: Index = _NOWHERE) -> int:  # noqa: N802 - Qt's name
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self._table.rows)

    def columnCount(self, parent: Index = _NOWHERE) -> int:  # noqa: N802 - Qt's name
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self._table.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what a cell says, and on which side."""
        if not index.isValid():
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self.text(index.row(), index.column())
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tooltip(self.text(index.row(), index.column()))
            case Qt.ItemDataRole.TextAlignmentRole:
                return _alignment(self._table.columns[index.column()])
        return None

    def headerData(  # noqa: N802 - Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return the heading of a column, in sentence case."""
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(self._table.columns):
            return None
        column = self._table.columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.header[:1].upper() + column.header[1:]
        return _alignment(column) if role == Qt.ItemDataRole.TextAlignmentRole else None


def _shown(cell: Cell, column: Column) -> str:
    match cell:
        case None:
            return "–"
        case Quantity():
            return figures.shown(cell, share=column.share)
        case float():
            return figures.significant(cell, 4)
        case int():
            return figures.figure(cell, "1")
        case str():
            return cell[:_LONGEST]


def _alignment(column: Column) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column.numeric else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignTop
