"""A flat model sorted over plain lists: Qt's sorting proxy would call Python for each comparison."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, Generic

from PySide6.QtCore import QAbstractItemModel, QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from gpuscope.gui.tables.column import Column, Row

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_WITH_HINT = "QList<QPersistentModelIndex>,QAbstractItemModel::LayoutChangeHint"
"""PySide 6.10 finds overloaded signals only by their signature."""
_BY_ROWS = QAbstractItemModel.LayoutChangeHint.VerticalSortHint
"""Makes Qt preserve a selection of thousands of rows by row instead of by cell."""


@dataclass(frozen=True, slots=True)
class Order:
    """Sort order of the rows."""

    column: int
    descending: bool = False


class RowTableModel(QAbstractTableModel, Generic[Row]):
    """A table model with one line per row and the given columns.

    Selection, current row and an open editor stay with their rows when order or rows change.

    Args:
        identity: Returns a stable identity of a row; by default its index.
        order: Initial order; None leaves rows unsorted.

    Attributes:
        columns: All columns, hidden ones included.
    """

    def __init__(
        self,
        columns: Sequence[Column[Row]] = (),
        identity: Callable[[Row], Hashable] | None = None,
        order: Order | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.columns = columns
        self._identity = identity
        self._order = order
        self._shown: list[Row] = []

    @property
    def shown(self) -> Sequence[Row]:
        """The rows, from the top."""
        return self._shown

    @property
    def order(self) -> Order | None:
        """The current order; None if unsorted."""
        return self._order

    def row(self, index: Index) -> Row:
        """Return the row of a cell."""
        return self._shown[index.row()]

    def cell(self, index: Index) -> tuple[Column[Row], Row] | None:
        """Return the column and the row of a cell; None without one."""
        if not index.isValid() or index.row() >= len(self._shown):
            return None
        return self.columns[index.column()], self._shown[index.row()]

    # Changes

    def show_table(self, columns: Sequence[Column[Row]], rows: Iterable[Row]) -> None:
        """Replace columns and rows; clear the selection."""
        self.beginResetModel()
        self.columns = columns
        self._shown = self._arranged(list(rows))
        self.endResetModel()

    def show_rows(self, rows: Iterable[Row]) -> None:
        """Replace the rows, in the current order."""
        self._replace(self._arranged(list(rows)))

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; rows without a value come last in either direction."""
        if 0 <= column < len(self.columns) and self.columns[column].sort_key is not None:
            self._order = Order(column, order == Qt.SortOrder.DescendingOrder)
            self._replace(self._arranged(self._shown))

    def _arranged(self, rows: list[Row]) -> list[Row]:
        """Return the rows in the current order (stable sort); fast enough for 10,000 rows."""
        sort_key = None if self._order is None else self.columns[self._order.column].sort_key
        if self._order is None or sort_key is None:
            return rows
        keyed = [(sort_key(row), row) for row in rows]
        present = [pair for pair in keyed if pair[0] is not None]
        present.sort(key=itemgetter(0), reverse=self._order.descending)
        return [*(row for _, row in present), *(row for key, row in keyed if key is None)]

    def _replace(self, fresh: list[Row]) -> None:
        """Replace or reorder the rows; persistent indexes follow their rows."""
        before = self._shown
        identity = self._identity
        if identity is None:
            after_ids: Sequence[Hashable] = range(len(fresh))
            before_ids: Sequence[Hashable] = range(len(before))
        else:
            after_ids, before_ids = [identity(row) for row in fresh], [identity(row) for row in before]
        if after_ids == before_ids:
            self._shown = fresh
            if fresh != before:
                self.dataChanged.emit(self.index(0, 0), self.index(len(fresh) - 1, len(self.columns) - 1))
            return
        self.layoutAboutToBeChanged[_WITH_HINT].emit([], _BY_ROWS)  # type: ignore[index]
        held = self.persistentIndexList()
        self._shown = fresh
        places = {row_id: place for place, row_id in enumerate(after_ids)} if held else {}
        moved = [self._moved(index, places.get(before_ids[index.row()])) for index in held]
        self.changePersistentIndexList(held, moved)
        self.layoutChanged[_WITH_HINT].emit([], _BY_ROWS)  # type: ignore[index]

    def _moved(self, index: QModelIndex, place: int | None) -> QModelIndex:
        return QModelIndex() if place is None else self.index(place, index.column())

    def emit_changed(self, place: int) -> None:
        """Repaint one changed row."""
        self.dataChanged.emit(self.index(place, 0), self.index(place, len(self.columns) - 1))

    def apply_edit(self, row: Row, column: Column[Row], text: str) -> bool:  # noqa: ARG002 - for those that can be edited
        """Apply a trimmed text typed into a cell; return whether it was accepted."""
        return False

    # QAbstractItemModel

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self._shown)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        """Return the number of columns, hidden ones included."""
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a cell's data; the delegate draws it."""
        cell = self.cell(index)
        if cell is None:
            return None
        return cell[1] if role == Qt.ItemDataRole.UserRole else cell[0].answer(cell[1], role)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the heading of a column."""
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(self.columns):
            return None
        answer = self.columns[section].heading_answer(role)
        is_sorted_by = self.order is not None and self.order.column == section and role == Qt.ItemDataRole.DisplayRole
        return f"{answer} {'↓' if self.order.descending else '↑'}" if is_sorted_by and self.order else answer  # beside the heading's text

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return a cell's flags, including whether it can be edited."""
        flags, cell = super().flags(index), self.cell(index)
        return flags if cell is None or cell[0].edit is None else flags | Qt.ItemFlag.ItemIsEditable

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Apply a typed text; refuse an empty or unchanged one."""
        cell = self.cell(index)
        if role != Qt.ItemDataRole.EditRole or cell is None or cell[0].edit is None:
            return False
        text = str(value).strip()
        return bool(text) and text != cell[0].edit.text(cell[1]) and self.apply_edit(cell[1], cell[0], text)
