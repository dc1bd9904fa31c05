"""The table of runs: filtered and sorted over plain lists, live runs on top; rows are selected, opened, renamed and dragged in it."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from operator import attrgetter

from PySide6.QtCore import QItemSelectionModel, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QDrag, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView

from gpuscope.core import figures
from gpuscope.core.figures import MISSING
from gpuscope.core.natural_order import natural_key
from gpuscope.core.run import RunRecord, RunState
from gpuscope.gui.engine_texts import record_name
from gpuscope.gui.pages.runs.run_columns import COLUMNS, NUMBERED, PLACES, RunColumn, one_line
from gpuscope.gui.pages.runs.run_row import LiveStanding, Numbers, RunFilter, RunRow
from gpuscope.gui.tables.column_layout import ColumnLayout
from gpuscope.gui.tables.row_table import RowTable
from gpuscope.gui.tables.row_table_model import Index, Order, RowTableModel
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.run_drag import drag_picture, runs_mime
from gpuscope.system.settings import JOULE

_LOOKED_AT = 100
"""Newest runs in which a column without a value counts as empty; reading the metrics of thousands would be noticed."""
_HOT_SPOT = QPoint(-12, -8)
"""Pixels; the chip hangs below the pointer and does not cover the target."""


def oldest_first(rows: Iterable[RunRow]) -> list[str]:
    """Return the ids of runs in the order of a comparison: the oldest run is the baseline."""
    return [row.run_id for row in sorted(rows, key=lambda row: row.record.started_at)]


class RunTableModel(RowTableModel[RunRow]):
    """Model with a row per run and a column for each of :data:`COLUMNS`; initially sorted by start, newest first.

    Attributes:
        renamed: The user renamed a run; carries its id and the new name, which is already displayed.
        counted: The number of visible runs, or of all runs, has changed.
        filled: The columns with values may have changed; carries the keys of those without any.
    """

    renamed = Signal(str, str)
    counted = Signal()
    filled = Signal(frozenset)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(COLUMNS, attrgetter("run_id"), Order(PLACES["started"], descending=True), parent)
        self._rows: dict[str, RunRow] = {}
        self._outdated: set[str] = set()
        self._filter = RunFilter()
        self._counts = (0, 0)
        self._new_names: dict[str, str] = {}
        self._tallies: tuple[Counter[RunState], list[str]] | None = None
        self._energy_unit = JOULE

    # Queries

    @property
    def rows(self) -> Collection[RunRow]:
        """All runs, including filtered ones."""
        return self._rows.values()

    def find(self, run_id: str) -> RunRow | None:
        """Return the row of a run; None if there is no such run."""
        return self._rows.get(run_id)

    def place_of(self, run_id: str) -> int | None:
        """Return the index of a visible run; None if the filter hides it."""
        return next((place for place, row in enumerate(self._shown) if row.run_id == run_id), None)

    def tallies(self) -> tuple[Counter[RunState], list[str]]:
        """Return the number of runs in each state, and the sorted devices of all runs."""
        if self._tallies is None:
            states = Counter([row.record.state for row in self._rows.values()])
            self._tallies = states, sorted({row.device for row in self._rows.values()} - {""})
        return self._tallies

    def tags(self) -> list[str]:
        """Return all tags of all runs, sorted."""
        return sorted({tag for row in self._rows.values() for tag in row.record.tags}, key=natural_key)

    # Updates

    def set_runs(self, records: Iterable[RunRecord]) -> None:
        """Update the runs; rows of unchanged runs are kept."""
        before, changed = self._rows, list[RunRow]()
        self._rows = {}
        for record in self._with_new_names(records) if self._new_names else records:
            row = before.get(record.run_id)
            if row is None or not row.holds(record):
                row = self._changed_row(row, record)
                changed.append(row)
            self._rows[record.run_id] = row
        if len(before) == len(self._rows) and all(row.is_live and row.run_id in before and before[row.run_id].is_live for row in changed):
            self._replace_live()  # the usual update of live runs, once a second
        else:
            self._tallies = None
            self._arrange()

    def _with_new_names(self, records: Iterable[RunRecord]) -> Iterator[RunRecord]:
        for record in records:
            name = self._new_names.get(record.run_id)
            yield record if name is None else replace(record, name=name)

    def _changed_row(self, known: RunRow | None, record: RunRecord) -> RunRow:
        row = RunRow(record, None if known is None else known.numbers)  # its place until they are read again
        self._outdated.add(row.run_id)
        row.energy_unit = self._energy_unit
        if known is not None and row.is_live:
            row.standing = known.standing
        return row

    def _replace_live(self) -> None:
        for place, row in enumerate(self._shown):
            if not row.is_live:
                break
            self._shown[place] = self._rows[row.run_id]
            self.emit_changed(place)

    def without_numbers(self) -> list[RunRow]:
        """Return the rows whose numbers are not read yet, or come from a former record."""
        return [row for row in self._rows.values() if row.numbers is None or row.run_id in self._outdated]

    def set_numbers(self, numbers: Mapping[str, Numbers]) -> None:
        """Set the numbers for sorting, by run id."""
        for run_id, values in numbers.items():
            if (row := self._rows.get(run_id)) is not None:
                row.numbers = values
        self._outdated.difference_update(numbers)
        if self._order is not None and COLUMNS[self._order.column].key in NUMBERED:
            self._arrange()

    def set_standings(self, standings: Mapping[str, LiveStanding]) -> None:
        """Update the progress of the live runs."""
        for place, row in enumerate(self._shown):
            if not row.is_live:
                break
            row.standing = standings.get(row.run_id)
            self.emit_changed(place)

    def set_energy_unit(self, unit: str) -> None:
        """Show energies in joules (``J``) or watt hours (``Wh``)."""
        if unit == self._energy_unit:
            return
        self._energy_unit = unit
        for row in self._rows.values():
            row.energy_unit = unit
        self.dataChanged.emit(self.index(0, 0), self.index(len(self._shown) - 1, len(COLUMNS) - 1))

    def set_filter(self, wanted: RunFilter) -> None:
        """Show only the runs that pass a filter."""
        if wanted != self._filter:
            self._filter = wanted
            self._arrange()

    def settle_name(self, run_id: str, name: str | None = None) -> None:
        """Forget the pending name of a run; if the store refused it, restore the former ``name``."""
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
            self.emit_changed(place)

    def drop(self, run_ids: Collection[str]) -> None:
        """Remove runs from the list before the store has removed them."""
        self._rows = {run_id: row for run_id, row in self._rows.items() if run_id not in run_ids}
        self._tallies = None
        self._arrange()

    def _arrange(self) -> None:
        """Filter and sort; the selection and the current row stay on their runs."""
        self.show_rows(self._filter.passed(list(self._rows.values())))
        self.filled.emit(self.empty_columns())
        counts = (len(self.shown), len(self._rows))
        if counts != self._counts:
            self._counts = counts
            self.counted.emit()

    def empty_columns(self) -> frozenset[str]:
        """Return the keys of the columns without a value in the newest runs, whether the filter shows them or not."""
        newest = list(islice(self._rows.values(), _LOOKED_AT))
        return frozenset(column.key for column in COLUMNS if newest and all(column.spoken_text(row) in ("", MISSING) for row in newest))

    def _arranged(self, rows: list[RunRow]) -> list[RunRow]:
        """Return live runs first, newest on top, then the others in the current order, ties newest first."""
        newest_first = sorted(rows, key=attrgetter("started_at"), reverse=True)
        return [*(row for row in newest_first if row.is_live), *super()._arranged([row for row in newest_first if not row.is_live])]

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return the flags, with rows draggable."""
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsDragEnabled if index.isValid() else flags

    def apply_edit(self, row: RunRow, column: RunColumn, text: str) -> bool:  # noqa: ARG002 - only names are edited
        """Show a new name until :meth:`settle_name` is called, and emit :attr:`renamed`."""
        self._new_names[row.run_id] = text
        self._show_name(row.run_id, text)
        self.renamed.emit(row.run_id, text)
        return True


class RunTable(RowTable[RunRow]):
    """The list of runs.

    Attributes:
        columns: The choice of visible columns.
        drag_cancelled: A drag of runs ended without a drop.
    """

    drag_cancelled = Signal()

    def __init__(self, theme: Theme, model: RunTableModel) -> None:
        super().__init__(theme, model)
        self._runs, self._theme = model, theme
        self.setDragEnabled(True)
        self.setAccessibleName(self.tr("Runs"))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        header = self.horizontalHeader()
        header.setSectionsMovable(True)
        header.setMinimumSectionSize(40)
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.columns = ColumnLayout(self, COLUMNS, "name")
        model.filled.connect(self.columns.set_empty)
        self.columns.set_empty(model.empty_columns())
        header.customContextMenuRequested.connect(lambda place: self.columns.open_menu(header.mapToGlobal(place)))
        self.make_sortable()

    def choose_run(self, run_id: str) -> None:
        """Select a run and scroll to it, unless the filter hides it."""
        place = self._runs.place_of(run_id)
        if place is not None:
            self._select_alone(place)
            self.scrollTo(self._runs.index(place, PLACES["name"]))

    def choose_place(self, place: int) -> None:
        """Select the run at an index, or the last run if the index is too large."""
        if self._runs.shown:
            self._select_alone(min(place, len(self._runs.shown) - 1))

    def _select_alone(self, place: int) -> None:
        """Select only this row; selectRow() would extend the selection while Ctrl or Shift is pressed."""
        flag = QItemSelectionModel.SelectionFlag
        self.selectionModel().setCurrentIndex(self._runs.index(place, PLACES["name"]), flag.ClearAndSelect | flag.Rows)

    def rename(self) -> None:
        """Edit the current run's name in place."""
        place = self.currentIndex().row()
        if 0 <= place < len(self._runs.shown):
            index = self._runs.index(place, PLACES["name"])
            self.scrollTo(index)
            self.setCurrentIndex(index)
            self.edit(index)

    def startDrag(self, _actions: Qt.DropAction) -> None:
        """Drag the selected runs; Escape cancels the drag."""
        rows = self.selected_rows()
        if not rows:
            return
        drag = QDrag(self)
        drag.setMimeData(runs_mime(oldest_first(rows)))
        text = one_line(record_name(rows[0].record)) if len(rows) == 1 else self.tr("{0} runs").format(figures.figure(len(rows), "1"))
        drag.setPixmap(drag_picture(text, self._theme, self.devicePixelRatioF()))
        drag.setHotSpot(_HOT_SPOT)
        if drag.exec(Qt.DropAction.CopyAction) is Qt.DropAction.IgnoreAction:
            self.drag_cancelled.emit()

    def live_are_seen(self) -> bool:
        """Return whether a live run is in view."""
        top = self.rowAt(0)
        return 0 <= top < len(self._runs.shown) and self._runs.shown[top].is_live

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the columns to the new width."""
        super().resizeEvent(event)
        self.columns.fit()

    def memory(self) -> dict[str, object]:
        """Return sort order and columns, as JSON values."""
        order = self._runs.order
        sort = [] if order is None else [COLUMNS[order.column].key, order.descending]
        return {"sort": sort, "columns": self.columns.memory()}

    def recall(self, memory: dict[str, object]) -> None:
        """Restore what :meth:`memory` returned; unsuitable values are ignored."""
        self.columns.recall(memory.get("columns"))
        match memory.get("sort"):
            case [str(key), bool(descending)] if key in PLACES:
                self.sortByColumn(PLACES[key], Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder)
