"""Runs to pick from, one branch a spec, with a check mark each; newest specs first."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QCoreApplication, QModelIndex, QPersistentModelIndex, Qt

from gpuscope.core import figures
from gpuscope.core.run import RunRecord, RunState
from gpuscope.core.runspec import RunSpec
from gpuscope.gui.engine_words import engine_words
from gpuscope.gui.fonts import font, legible
from gpuscope.gui.theme import BODY_PX, MEDIUM
from gpuscope.gui.widgets.labels import plain_tooltip
from gpuscope.gui.widgets.state_badge import state_word

AnyIndex = QModelIndex | QPersistentModelIndex
NAME, THROUGHPUT, ENERGY, RUN_ID = 0, 3, 4, 5
_NOWHERE = QModelIndex()
_LONGEST = 200
_FLAGS = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
_CHECKED_FLAGS = _FLAGS | Qt.ItemFlag.ItemIsUserCheckable
_DISPLAY, _CHECK = Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.CheckStateRole


@dataclass(frozen=True, slots=True)
class _Entry:
    record: RunRecord
    identity: str
    words: str
    searched: str


@dataclass(frozen=True, slots=True)
class _Section:
    entries: tuple[_Entry, ...]
    has_seeds: bool
    """Whether its runs differ in their seeds."""


def spec_words(spec: RunSpec) -> str:
    """Return a spec in a line: what runs where, in which numbers, and how long; not its seed, which repeats may change."""
    if spec.is_command:
        return " ".join(spec.command)[:_LONGEST]
    words = [spec.workload, *([engine_words(spec.task)] if spec.task != "training" else []), spec.device, spec.precision]
    words += [QCoreApplication.translate("RunPickerModel", "batch {0}").format(spec.batch_size)] if spec.batch_size else []
    words += [_threads(spec.threads)] if spec.threads else []
    words += spec.changes
    words += [f"{key} {value}" for key, value in spec.options.items()]
    several = QCoreApplication.translate("RunPickerModel", "{0} steps")
    words += [QCoreApplication.translate("RunPickerModel", "1 step") if spec.steps == 1 else several.format(figures.setting(spec.steps))]
    return " · ".join(words)


def _seed_words(spec: RunSpec) -> str:
    return "" if spec.is_command else QCoreApplication.translate("RunPickerModel", "seed {0}").format(spec.seed)


def _threads(count: int) -> str:
    words = (
        QCoreApplication.translate("RunPickerModel", "{0} thread")
        if count == 1
        else QCoreApplication.translate("RunPickerModel", "{0} threads")
    )
    return words.format(count)


class RunPickerModel(QAbstractItemModel):
    """The runs that a filter leaves, below their specs; a spec's check mark stands for all of its runs."""

    def __init__(self) -> None:
        super().__init__()
        self._entries: list[_Entry] = []
        self._sections: list[_Section] = []
        self._checked: dict[str, None] = {}
        self._compared: frozenset[str] = frozenset()
        self._filter: tuple[str, ...] = ()
        self._shown: object = None

    def set_runs(self, records: Iterable[RunRecord], compared: Iterable[str]) -> None:
        """Take the runs as they are now; check marks of those that are still there stay.

        Args:
            records: In the order in which they are shown.
            compared: Ids of those that are compared already.
        """
        records = list(records)
        shown = ([_shown(record) for record in records], frozenset(compared))
        if shown == self._shown:
            return  # a live run has only gone on
        known = {entry.record.run_id: entry for entry in self._entries}
        self._shown = shown
        self.beginResetModel()
        self._entries = [_entry(record, known.get(record.run_id)) for record in records]
        self._compared = shown[1]
        there = {entry.record.run_id for entry in self._entries}
        self._checked = {run_id: None for run_id in self._checked if run_id in there}
        self._sections = self._filtered()
        self.endResetModel()

    def set_filter(self, text: str) -> None:
        """Show only runs in whose name, spec, state, tags or id all words of a text are found."""
        words = tuple(text.lower().split())
        if words != self._filter:
            self.beginResetModel()
            self._filter = words
            self._sections = self._filtered()
            self.endResetModel()

    @property
    def checked(self) -> list[str]:
        """Ids of the checked runs, in the order of the list, those included that the filter hides."""
        return [entry.record.run_id for entry in self._entries if entry.record.run_id in self._checked]

    @property
    def is_empty(self) -> bool:
        """Whether there is no run at all, filter or not."""
        return not self._entries

    def toggle(self, indexes: Sequence[QModelIndex]) -> None:
        """Check all of some rows, or unchecks them when all are checked."""
        run_ids = [run_id for index in indexes for run_id in self._run_ids(index)]
        self._check(run_ids, any(run_id not in self._checked for run_id in run_ids))

    def key(self, index: AnyIndex) -> tuple[str, str] | None:
        """Return what a row is of, whatever its place: (its spec's identity, its run's id or "" for the spec); None for no row."""
        if not index.isValid():
            return None
        first = self._section(index).entries[0].identity
        return first, self._section(index).entries[index.row()].record.run_id if index.internalId() else ""

    def place(self, key: tuple[str, str]) -> QModelIndex:
        """Return the row of a key; an invalid index where there is none any more."""
        identity, run_id = key
        for row, section in enumerate(self._sections):
            if section.entries[0].identity == identity:
                ids = [entry.record.run_id for entry in section.entries]
                parent = self.index(row, NAME)
                return self.index(ids.index(run_id), NAME, parent) if run_id in ids else QModelIndex() if run_id else parent
        return QModelIndex()

    def _filtered(self) -> list[_Section]:
        found: dict[str, list[_Entry]] = {}
        for entry in self._entries:
            if all(word in entry.searched for word in self._filter):
                found.setdefault(entry.identity, []).append(entry)
        return [_Section(tuple(some), len({one.record.spec.seed for one in some}) > 1) for some in found.values()]

    def _check(self, run_ids: Iterable[str], on: bool) -> None:
        for run_id in run_ids:
            if on:
                self._checked[run_id] = None
            else:
                self._checked.pop(run_id, None)
        for row in range(len(self._sections)):
            parent = self.index(row, 0)
            self.dataChanged.emit(parent, parent, [_CHECK])
            self.dataChanged.emit(self.index(0, 0, parent), self.index(self.rowCount(parent) - 1, 0, parent), [_CHECK])

    def _run_ids(self, index: AnyIndex) -> list[str]:
        if not index.isValid():
            return []
        section = self._section(index)
        return [entry.record.run_id for entry in ([section.entries[index.row()]] if index.internalId() else section.entries)]

    def _section(self, index: AnyIndex) -> _Section:
        return self._sections[index.internalId() - 1 if index.internalId() else index.row()]

    # What Qt asks

    def index(self, row: int, column: int, parent: AnyIndex = _NOWHERE) -> QModelIndex:
        """Return the place of a spec, or of a run below one."""
        if not (0 <= row < self.rowCount(parent) and 0 <= column <= RUN_ID):  # hasIndex is slow: a tree of many runs asks for all of them
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else 0)

    def parent(self, index: AnyIndex = _NOWHERE) -> QModelIndex:  # type: ignore[override]
        """Return the spec that a run is below."""
        if not index.isValid() or not index.internalId():
            return QModelIndex()
        return self.createIndex(index.internalId() - 1, 0, 0)

    def rowCount(self, parent: AnyIndex = _NOWHERE) -> int:  # noqa: N802 - Qt's name
        """Return how many specs there are, or runs below one."""
        if not parent.isValid():
            return len(self._sections)
        return 0 if parent.internalId() or parent.column() else len(self._sections[parent.row()].entries)

    def columnCount(self, parent: AnyIndex = _NOWHERE) -> int:  # noqa: N802, ARG002 - Qt's name
        """Return how many columns there are."""
        return RUN_ID + 1

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY) -> Any:  # noqa: N802 - Qt's name
        """Return the titles."""
        if orientation is Qt.Orientation.Horizontal and role == _DISPLAY:
            titles = (self.tr("Run"), self.tr("State"), self.tr("Started"), self.tr("Throughput"), self.tr("Energy"), self.tr("Id"))
            return titles[section]
        if role == Qt.ItemDataRole.TextAlignmentRole and section in (THROUGHPUT, ENERGY):
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        """Return that a row can be selected, and checked at its first column."""
        return _CHECKED_FLAGS if index.column() == NAME else _FLAGS

    def data(self, index: AnyIndex, role: int = _DISPLAY) -> Any:
        """Return what is shown."""
        if not index.isValid():
            return None
        if role == _CHECK and index.column() == NAME:
            return self._check_state(self._run_ids(index))
        section = self._section(index)
        record = section.entries[index.row()].record if index.internalId() else None
        if role == _DISPLAY:
            return self._section_text(section, index.column()) if record is None else self._text(record, index.column(), section.has_seeds)
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() in (THROUGHPUT, ENERGY):
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.FontRole and record is None:
            return font(BODY_PX, MEDIUM)
        if role == Qt.ItemDataRole.ToolTipRole and index.column() == NAME:
            return plain_tooltip(section.entries[0].words if record is None else record.name)
        return None

    def setData(self, index: AnyIndex, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:  # noqa: N802 - Qt's name
        """Take a check mark."""
        if role != _CHECK or not index.isValid():
            return False
        self._check(self._run_ids(index), Qt.CheckState(value) is Qt.CheckState.Checked)
        return True

    def _check_state(self, run_ids: Sequence[str]) -> Qt.CheckState:
        checked = sum(run_id in self._checked for run_id in run_ids)
        if checked == 0:
            return Qt.CheckState.Unchecked
        return Qt.CheckState.Checked if checked == len(run_ids) else Qt.CheckState.PartiallyChecked

    def _section_text(self, section: _Section, column: int) -> str:
        count = len(section.entries)
        runs = self.tr("1 run") if count == 1 else self.tr("{0} runs").format(count)
        return f"{section.entries[0].words}  ({runs})" if column == NAME else ""

    def _text(self, record: RunRecord, column: int, has_seeds: bool) -> str:
        match column:
            case 0:
                seed = f" · {_seed_words(record.spec)}" if has_seeds else ""
                compared = self.tr("  (compared)") if record.run_id in self._compared else ""
                return f"{legible(' '.join(record.name.split())[:_LONGEST])}{seed}{compared}"
            case 1:
                return state_word(record.state)
            case 2:
                return record.started_at.astimezone().strftime("%Y-%m-%d %H:%M:%S")
            case 3 | 4:
                return _figure(record, "throughput" if column == THROUGHPUT else "energy")
            case _:
                return record.run_id[:8]


def _shown(record: RunRecord) -> tuple[object, ...]:
    """Return what of a run is seen here and may change."""
    return record.run_id, record.name, record.state, record.wall_s, record.tags


def _entry(record: RunRecord, known: _Entry | None) -> _Entry:
    if known is not None and _shown(known.record) == _shown(record):
        return replace(known, record=record)
    words = spec_words(record.spec)
    searched = (record.name[:_LONGEST], record.run_id, record.state.value, *record.tags, words, _seed_words(record.spec))
    return _Entry(record, record.spec.identity(), words, " ".join(searched).lower())


def _figure(record: RunRecord, key: str) -> str:
    quantity = record.metrics.get(key)
    if quantity is None:
        return "" if record.state is RunState.RUNNING else "–"
    return figures.shown(quantity)
