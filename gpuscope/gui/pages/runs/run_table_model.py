"""The list of runs as a table: filtered and sorted over plain lists, since Qt's proxy asks Python for each comparison."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from gpuscope.core.run import RunRecord, RunState
from gpuscope.gui.pages.runs.run_columns import COLUMNS, PLACES
from gpuscope.gui.pages.runs.run_filter import RunFilter
from gpuscope.gui.pages.runs.run_order import RunOrder
from gpuscope.gui.pages.runs.run_row import LiveStanding, Numbers, RunRow
from gpuscope.gui.widgets.labels import plain_tooltip
from gpuscope.system.settings import JOULE

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_NAME = PLACES["name"]
_WITH_HINT = "QList<QPersistentModelIndex>,QAbstractItemModel::LayoutChangeHint"
"""PySide 6.10 finds the signals with arguments under their signature alone."""
_BY_ROWS = QAbstractItemModel.LayoutChangeHint.VerticalSortHint
"""Lets a selection of thousands of runs be kept by rows and not by cells."""


class RunTableModel(QAbstractTableModel):
    """One row a run, one column each of :data:`COLUMNS`.

    Selection, current row and an open editor stay with their runs when the order changes.

    Attributes:
        renamed: The user gave a run another name: its id and the name. The name is shown already.
        counted: The number of runs shown, or of all, has changed.
    """

    renamed = Signal(str, str)
    counted = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: dict[str, RunRow] = {}
        self._shown: list[RunRow] = []
        self._filter = RunFilter()
        self._order = RunOrder()
        self._counts = (0, 0)
        self._new_names: dict[str, str] = {}
        self._tallies: tuple[Counter[RunState], list[str]] | None = None
        self._energy_unit = JOULE

    # What it holds

    @property
    def rows(self) -> Collection[RunRow]:
        """All runs, whether the filter lets them through or not."""
        return self._rows.values()

    @property
    def shown(self) -> Sequence[RunRow]:
        """The runs that are shown, in their order."""
        return self._shown

    @property
    def order(self) -> RunOrder:
        """The order in force."""
        return self._order

    def find(self, run_id: str) -> RunRow | None:
        """Return a run's row; None when there is no such run."""
        return self._rows.get(run_id)

    def place_of(self, run_id: str) -> int | None:
        """Return at which place a run is shown; None when it is not."""
        return next((place for place, row in enumerate(self._shown) if row.run_id == run_id), None)

    def tallies(self) -> tuple[Counter[RunState], list[str]]:
        """Return how many runs there are of each state, and where runs computed, sorted."""
        if self._tallies is None:
            states = Counter([row.record.state for row in self._rows.values()])
            self._tallies = states, sorted({row.device for row in self._rows.values()} - {""})
        return self._tallies

    def tags(self) -> list[str]:
        """Return all tags that runs have, sorted."""
        return sorted({tag for row in self._rows.values() for tag in row.record.tags})

    # What changes it

    def set_runs(self, records: Iterable[RunRecord]) -> None:
        """Take the runs as they are now; rows of runs that stayed the same stay."""
        before, changed = self._rows, list[RunRow]()
        self._rows = {}
        for record in self._with_new_names(records) if self._new_names else records:
            row = before.get(record.run_id)
            if row is None or not row.holds(record):
                row = self._changed_row(row, record)
                changed.append(row)
            self._rows[record.run_id] = row
        if len(before) == len(self._rows) and all(row.is_live and row.run_id in before and before[row.run_id].is_live for row in changed):
            self._replace_live()  # what a run that goes on brings every second
        else:
            self._tallies = None
            self._arrange()

    def _with_new_names(self, records: Iterable[RunRecord]) -> Iterator[RunRecord]:
        for record in records:
            name = self._new_names.get(record.run_id)
            yield record if name is None else replace(record, name=name)

    def _changed_row(self, known: RunRow | None, record: RunRecord) -> RunRow:
        row = RunRow(record)
        row.energy_unit = self._energy_unit
        if known is not None and row.is_live:
            row.standing = known.standing
        return row

    def _replace_live(self) -> None:
        for place, row in enumerate(self._shown):
            if not row.is_live:
                break
            self._shown[place] = self._rows[row.run_id]
            self._tell_changed(place)

    def without_numbers(self) -> list[RunRow]:
        """Return the rows whose numbers are still to be read."""
        return [row for row in self._rows.values() if row.numbers is None]

    def set_numbers(self, numbers: Mapping[str, Numbers]) -> None:
        """Take the numbers of runs, by id, for sorting."""
        for run_id, values in numbers.items():
            if (row := self._rows.get(run_id)) is not None:
                row.numbers = values
        if COLUMNS[self._order.column].metrics:
            self._arrange()

    def set_standings(self, standings: Mapping[str, LiveStanding]) -> None:
        """Take how the live runs stand."""
        for place, row in enumerate(self._shown):
            if not row.is_live:
                break
            row.standing = standings.get(row.run_id)
            self._tell_changed(place)

    def set_energy_unit(self, unit: str) -> None:
        """Tell energies in joules or watt hours."""
        if unit == self._energy_unit:
            return
        self._energy_unit = unit
        for row in self._rows.values():
            row.energy_unit = unit
        self.dataChanged.emit(self.index(0, 0), self.index(len(self._shown) - 1, len(COLUMNS) - 1))

    def set_filter(self, wanted: RunFilter) -> None:
        """Show the runs that pass alone."""
        if wanted != self._filter:
            self._filter = wanted
            self._arrange()

    def settle_name(self, run_id: str, name: str | None = None) -> None:
        """Take what became of a new name: the store knows it, or the run is called ``name`` again."""
        self._new_names.pop(run_id, None)
        if name is not None:
            self._show_name(run_id, name)

    def _show_name(self, run_id: str, name: str) -> None:
        row = self._rows.get(run_id)
        if row is None:
            return
        self._rows[run_id] = renamed = RunRow(replace(row.record, name=name), row.numbers)
        renamed.standing, renamed.energy_unit = row.standing, row.energy_unit
        place = self.place_of(run_id)
        if place is not None:
            self._shown[place] = renamed
            self._tell_changed(place)

    def drop(self, run_ids: Collection[str]) -> None:
        """Show some runs no more, ahead of the store."""
        self._rows = {run_id: row for run_id, row in self._rows.items() if run_id not in run_ids}
        self._tallies = None
        self._arrange()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column."""
        if 0 <= column < len(COLUMNS):
            self._order = RunOrder(column, order == Qt.SortOrder.DescendingOrder)
            self._arrange()

    def _arrange(self) -> None:
        """Bring what is shown up to date, and take along whoever holds on to a row."""
        before = self._shown
        shown = self._order.sorted(self._filter.passed(list(self._rows.values())))
        if [row.run_id for row in shown] == [row.run_id for row in before]:
            self._shown = shown
            if shown:
                self.dataChanged.emit(self.index(0, 0), self.index(len(shown) - 1, len(COLUMNS) - 1))
        else:
            self.layoutAboutToBeChanged[_WITH_HINT].emit([], _BY_ROWS)  # type: ignore[index]
            held = self.persistentIndexList()
            run_ids = [before[index.row()].run_id for index in held]
            self._shown = shown
            places = {row.run_id: place for place, row in enumerate(shown)} if held else {}
            moved = [self._moved(index, places.get(run_id)) for index, run_id in zip(held, run_ids, strict=True)]
            self.changePersistentIndexList(held, moved)
            self.layoutChanged[_WITH_HINT].emit([], _BY_ROWS)  # type: ignore[index]
        counts = (len(shown), len(self._rows))
        if counts != self._counts:
            self._counts = counts
            self.counted.emit()

    def _moved(self, index: QModelIndex, place: int | None) -> QModelIndex:
        return QModelIndex() if place is None else self.index(place, index.column())

    def _tell_changed(self, place: int) -> None:
        self.dataChanged.emit(self.index(place, 0), self.index(place, len(COLUMNS) - 1))

    # What the view asks

    def rowCount(self, parent: Index = _NOWHERE) -> int:  # noqa: N802 - Qt's name
        """Return the number of runs shown."""
        return 0 if parent.isValid() else len(self._shown)

    def columnCount(self, parent: Index = _NOWHERE) -> int:  # noqa: N802 - Qt's name
        """Return the number of columns, hidden ones included."""
        return 0 if parent.isValid() else len(COLUMNS)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what a cell says; delegates draw it."""
        if not index.isValid() or index.row() >= len(self._shown):
            return None
        row, column = self._shown[index.row()], COLUMNS[index.column()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return column.text(row)
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tooltip(column.full_text(row))
            case Qt.ItemDataRole.EditRole:
                return row.record.name if index.column() == _NAME else None
            case Qt.ItemDataRole.UserRole:
                return row
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{column.title}: {column.text(row)}"
        return None

    def headerData(  # noqa: N802 - Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return the heading of a column."""
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(COLUMNS):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return COLUMNS[section].title
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if COLUMNS[section].is_numeric else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return that a name can be edited."""
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsEditable if index.isValid() and index.column() == _NAME else flags

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:  # noqa: N802 - Qt's name
        """Take another name, show it until :meth:`settle_name` and tell of it; refuse an empty one."""
        if role != Qt.ItemDataRole.EditRole or not index.isValid() or index.column() != _NAME:
            return False
        row, name = self._shown[index.row()], str(value).strip()
        if not name or name == row.record.name:
            return False
        self._new_names[row.run_id] = name
        self._show_name(row.run_id, name)
        self.renamed.emit(row.run_id, name)
        return True
