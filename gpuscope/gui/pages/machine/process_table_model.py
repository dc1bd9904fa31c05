"""The processes on the GPUs as rows of a table."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QCoreApplication, QModelIndex, QPersistentModelIndex, Qt

from gpuscope.core import figures
from gpuscope.gui.engine_words import engine_words
from gpuscope.gui.widgets.labels import plain_tooltip
from gpuscope.reports.printable import printable

AnyIndex = QModelIndex | QPersistentModelIndex
Row = Mapping[str, str | float | int | None]
MISSING = "–"
MEMORY = 4
_NOWHERE = QModelIndex()
_LONGEST = 200


@dataclass(frozen=True, slots=True)
class Process:
    """A process on a device.

    Attributes:
        device: The device's key.
        row: What is told of it.
    """

    device: str
    row: Row

    @property
    def identity(self) -> tuple[str, object]:
        """Tell it from the others."""
        return self.device, self.row.get("pid")


@dataclass(frozen=True, slots=True)
class _Column:
    header: str
    words: Callable[[Process], str]
    rank: Callable[[Process], Any]
    numeric: bool = False


def _columns() -> tuple[_Column, ...]:
    return (
        _Column(QCoreApplication.translate("ProcessTable", "Process"), lambda one: _text(one, "name"), lambda one: _name_rank(one, "name")),
        _Column(QCoreApplication.translate("ProcessTable", "PID"), lambda one: _text(one, "pid"), lambda one: _number(one, "pid"), True),
        _Column(QCoreApplication.translate("ProcessTable", "User"), lambda one: _text(one, "user"), lambda one: _name_rank(one, "user")),
        _Column(QCoreApplication.translate("ProcessTable", "Device"), lambda one: one.device, lambda one: (len(one.device), one.device)),
        _Column(QCoreApplication.translate("ProcessTable", "Memory"), _memory, lambda one: _number(one, "memory_bytes"), True),
        _Column(QCoreApplication.translate("ProcessTable", "CPU"), _cpu, lambda one: _number(one, "cpu"), True),
        _Column(QCoreApplication.translate("ProcessTable", "Kind"), _kind, _kind),
    )


class ProcessTableModel(QAbstractTableModel):
    """The processes, sorted; what is selected stays selected while the figures change."""

    def __init__(self) -> None:
        super().__init__()
        self._columns = _columns()
        self._processes: list[Process] = []
        self._order = MEMORY, Qt.SortOrder.DescendingOrder

    @property
    def processes(self) -> list[Process]:
        """The processes, from the top."""
        return self._processes

    @property
    def order(self) -> tuple[int, Qt.SortOrder]:
        """(column, direction) of the sorting."""
        return self._order

    def show_processes(self, processes: Sequence[Process]) -> None:
        """Show what there is now."""
        fresh = self._sorted(processes)
        if fresh == self._processes:
            return
        if [one.identity for one in fresh] == [one.identity for one in self._processes]:
            self._processes = fresh
            self.dataChanged.emit(self.index(0, 0), self.index(len(fresh) - 1, len(self._columns) - 1))
            return
        self._replace(fresh)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; what is not known comes last in any order."""
        if 0 <= column < len(self._columns):
            self._order = column, order
            self._replace(self._sorted(self._processes))

    def _replace(self, fresh: list[Process]) -> None:
        """Take other rows, or the same in another order; persistent indexes follow their processes."""
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        places = {one.identity: place for place, one in enumerate(fresh)}
        after = [self._moved(index, places) for index in before]
        self._processes = fresh
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()

    def _moved(self, index: QModelIndex, places: Mapping[tuple[str, object], int]) -> QModelIndex:
        place = places.get(self._processes[index.row()].identity)
        return QModelIndex() if place is None else self.createIndex(place, index.column())

    def _sorted(self, processes: Sequence[Process]) -> list[Process]:
        column, direction = self._order
        rank = self._columns[column].rank
        known = sorted((one for one in processes if rank(one) is not None), key=rank, reverse=direction is Qt.SortOrder.DescendingOrder)
        return known + [one for one in processes if rank(one) is None]

    def rowCount(self, parent: AnyIndex = _NOWHERE) -> int:  # noqa: N802 - Qt's name
        """Return how many processes there are."""
        return 0 if parent.isValid() else len(self._processes)

    def columnCount(self, parent: AnyIndex = _NOWHERE) -> int:  # noqa: N802 - Qt's name
        """Return how many columns there are."""
        return 0 if parent.isValid() else len(self._columns)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return words, their place, or the whole of them."""
        if not index.isValid():
            return None
        column = self._columns[index.column()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return column.words(self._processes[index.row()])
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tooltip(column.words(self._processes[index.row()]))
            case Qt.ItemDataRole.TextAlignmentRole:
                return _alignment(column)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: N802
        """Return a column's heading."""
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(self._columns):
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(self._columns[section])
        return self._columns[section].header if role == Qt.ItemDataRole.DisplayRole else None


def _alignment(column: _Column) -> Qt.AlignmentFlag:
    return Qt.AlignmentFlag.AlignVCenter | (Qt.AlignmentFlag.AlignRight if column.numeric else Qt.AlignmentFlag.AlignLeft)


def _text(process: Process, key: str) -> str:
    value = process.row.get(key)
    return MISSING if value is None else printable(str(value), _LONGEST)


def _name_rank(process: Process, key: str) -> str | None:
    value = process.row.get(key)
    return None if value is None else str(value).casefold()


def _number(process: Process, key: str) -> float | None:
    value = process.row.get(key)
    return float(value) if isinstance(value, int | float) else None


def _memory(process: Process) -> str:
    taken = _number(process, "memory_bytes")
    return MISSING if taken is None else figures.figure(taken, "B")


def _cpu(process: Process) -> str:
    cores = _number(process, "cpu")
    return MISSING if cores is None else f"{round(100 * cores)} %"


def _kind(process: Process) -> str:
    kind = process.row.get("kind")
    return MISSING if kind is None else engine_words(str(kind))
