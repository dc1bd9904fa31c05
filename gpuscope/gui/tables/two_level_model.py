"""A two-level model of rows below sections: the runs of a spec, the metrics of a device."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, Qt

from gpuscope.gui.tables.column import Column, Row

Section = TypeVar("Section")
Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_TOP = 0
"""Internal id of a section's index; a row's index has its section's index plus one."""


@dataclass(frozen=True, slots=True)
class Branch(Generic[Section, Row]):
    """A section and the rows below it.

    Attributes:
        key: Stable identity of the section.
        section: Data of the section's own line.
        rows: Rows by key, from the top.
    """

    key: str
    section: Section
    rows: dict[str, Row]


class TwoLevelModel(QAbstractItemModel, Generic[Section, Row]):
    """Sections with their rows; a section's line has one column that spans all others.

    Attributes:
        columns: All columns of rows, hidden ones included.
        branches: The sections with their rows, from the top.
    """

    def __init__(self, columns: Sequence[Column[Row]], heading: Column[Section]) -> None:
        super().__init__()
        self.columns, self._heading = columns, heading
        self.branches: Sequence[Branch[Section, Row]] = ()
        self._keys: Sequence[tuple[str, ...]] = ()
        self._row_keys: Sequence[Sequence[str]] = ()

    def show_branches(self, branches: Sequence[Branch[Section, Row]]) -> None:
        """Update the sections; reset the model only if sections or rows were added, removed or moved."""
        keys = [(branch.key, *branch.rows) for branch in branches]
        if keys != self._keys:
            self.beginResetModel()
            self.branches, self._keys = branches, keys
            self._row_keys = [list(branch.rows) for branch in branches]
            self.endResetModel()
        elif branches != self.branches:
            self.branches = branches
            self.emit_changed()

    def emit_changed(self, roles: Sequence[int] = ()) -> None:
        """Repaint all cells; given roles, only the first column."""
        last = 0 if roles else len(self.columns) - 1
        for place, branch in enumerate(self.branches):
            top = self.index(place, 0)
            self.dataChanged.emit(top, top, roles)
            if branch.rows:
                self.dataChanged.emit(self.index(0, 0, top), self.index(len(branch.rows) - 1, last, top), roles)

    def branch(self, index: Index) -> Branch[Section, Row]:
        """Return the section of an index, which may be that of a row."""
        return self.branches[index.row() if index.internalId() == _TOP else index.internalId() - 1]

    def row_key(self, index: Index) -> str | None:
        """Return the key of a row; None for the line of a section."""
        return None if index.internalId() == _TOP else self._row_keys[index.internalId() - 1][index.row()]

    def key(self, index: Index) -> tuple[str, str] | None:
        """Return the stable (section key, row key or "" for the section itself); None for an invalid index."""
        return (self.branch(index).key, self.row_key(index) or "") if index.isValid() else None

    def place(self, key: tuple[str, str]) -> QModelIndex:
        """Return the index of a key; an invalid index if it is gone."""
        section_key, row_key = key
        for place, branch in enumerate(self.branches):
            if branch.key == section_key:
                top = self.index(place, 0)
                if not row_key:
                    return top
                return self.index(self._row_keys[place].index(row_key), 0, top) if row_key in branch.rows else QModelIndex()
        return QModelIndex()

    def cell(self, index: Index) -> tuple[Column[Any], Any] | None:
        """Return the column and the data of a cell; None beyond the first column of a section."""
        if not index.isValid():
            return None
        branch, row_key = self.branch(index), self.row_key(index)
        if row_key is None:
            return (self._heading, branch.section) if index.column() == 0 else None
        return self.columns[index.column()], branch.rows[row_key]

    # QAbstractItemModel

    def index(self, row: int, column: int, parent: Index = _NOWHERE) -> QModelIndex:
        """Return the index of a section, or of a row below one."""
        if not (0 <= row < self.rowCount(parent) and 0 <= column < len(self.columns)):  # hasIndex() is slow in a tree of many rows
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else _TOP)

    def parent(self, index: Index = _NOWHERE) -> QModelIndex:  # type: ignore[override]  # the other one is QObject's
        """Return the index of a row's section."""
        if not index.isValid() or index.internalId() == _TOP:
            return QModelIndex()
        return self.createIndex(index.internalId() - 1, 0, _TOP)

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """Return the number of sections, or of rows below one."""
        if not parent.isValid():
            return len(self.branches)
        return len(self.branches[parent.row()].rows) if parent.internalId() == _TOP and parent.column() == 0 else 0

    def columnCount(self, parent: Index = _NOWHERE) -> int:  # noqa: ARG002 - Qt's signature
        """Return the number of columns, hidden ones included."""
        return len(self.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a cell's data; the delegate draws it."""
        cell = self.cell(index)
        if cell is None:
            return "" if index.isValid() and role == Qt.ItemDataRole.DisplayRole else None
        return cell[0].answer(cell[1], role)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the heading of a column."""
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(self.columns):
            return None
        return self.columns[section].heading_answer(role)
