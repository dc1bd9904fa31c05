"""Model of checkable runs below their specs, newest specs first."""

import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from PySide6.QtCore import QCoreApplication, QModelIndex, QPersistentModelIndex, Qt

from gpuscope.core import figures
from gpuscope.core.figures import MISSING
from gpuscope.core.run import RunRecord, RunState
from gpuscope.core.runspec import RunSpec
from gpuscope.gui.engine_texts import engine_text, record_name
from gpuscope.gui.fonts import legible
from gpuscope.gui.pages.runs.run_columns import started_text
from gpuscope.gui.tables.column import Column
from gpuscope.gui.tables.decorations import Face
from gpuscope.gui.tables.two_level_model import Branch, TwoLevelModel
from gpuscope.gui.text_size import grown
from gpuscope.gui.widgets.state_badge import state_label
from gpuscope.reports.setting_labels import setting_label
from gpuscope.system.language import remarked
from gpuscope.workloads.workload_table import WORKLOADS

AnyIndex = QModelIndex | QPersistentModelIndex
NAME = 0
"""The column with the check box."""
_LONGEST = 200
"""Maximum length of a name or command in characters; more does not fit the dialog."""
_CHECK = Qt.ItemDataRole.CheckStateRole


@dataclass(frozen=True, slots=True)
class _Entry:
    """A run and its searchable text."""

    record: RunRecord
    identity: str
    title: str
    searched: str


@dataclass(frozen=True, slots=True)
class _Line:
    """A displayed run; with its seed if the seeds of its spec's runs differ, and whether it is already compared."""

    record: RunRecord
    has_seed: bool
    is_compared: bool


@dataclass(frozen=True, slots=True)
class _Heading:
    """A spec in one line, with the number of its visible runs."""

    title: str
    runs: int


def spec_text(spec: RunSpec) -> str:
    """Return a spec in one line: workload, device, precision, length …; without the seed, which may differ between repeats."""
    if spec.is_command:
        return shlex.join(spec.command)[:_LONGEST]
    parts = [spec.workload, *([engine_text(spec.task)] if spec.task != "training" else []), spec.device, spec.precision]
    parts += [QCoreApplication.translate("RunPickerModel", "batch {0}").format(spec.batch_size)] if spec.batch_size else []
    parts += [_threads(spec.threads)] if spec.threads else []
    parts += spec.changes
    known = WORKLOADS.get(spec.workload)
    labels = {} if known is None else {option.key: option.label for option in known.options}
    parts += [
        f"{figures.uncapitalized(engine_text(labels.get(key) or setting_label(f'options.{key}')))} {value}"
        for key, value in spec.options.items()
    ]
    return " · ".join([*parts, _length(spec)])


def _length(spec: RunSpec) -> str:
    """Return the requested length of the measured part: a duration or a number of steps."""
    if spec.duration_s is not None:
        return f"{figures.setting(spec.duration_s)} s"
    several = QCoreApplication.translate("RunPickerModel", "{0} steps")
    return QCoreApplication.translate("RunPickerModel", "1 step") if spec.steps == 1 else several.format(figures.setting(spec.steps))


def _seed_text(spec: RunSpec) -> str:
    return "" if spec.is_command else QCoreApplication.translate("RunPickerModel", "seed {0}").format(spec.seed)


def _threads(count: int) -> str:
    text = (
        QCoreApplication.translate("RunPickerModel", "{0} thread")
        if count == 1
        else QCoreApplication.translate("RunPickerModel", "{0} threads")
    )
    return text.format(count)


def picker_columns() -> tuple[Column[_Line], ...]:
    """Return the columns; the first holds the check marks."""
    return (
        Column(
            key="name",
            heading=lambda: QCoreApplication.translate("RunPickerModel", "Run"),
            text=_name,
            tooltip=lambda line: record_name(line.record),
            elides=Qt.TextElideMode.ElideMiddle,
            whole_width=grown(200),
        ),
        Column(
            key="state",
            heading=lambda: QCoreApplication.translate("RunPickerModel", "State"),
            text=lambda line: state_label(line.record.state),
            width=grown(92),
        ),
        Column(
            key="started",
            heading=lambda: QCoreApplication.translate("RunPickerModel", "Started"),
            text=lambda line: started_text(line.record.started_at, datetime.now().astimezone()),
            tooltip=lambda line: f"{line.record.started_at.astimezone():%Y-%m-%d %H:%M:%S}",
            width=grown(116),
        ),
        Column(
            key="throughput",
            heading=lambda: QCoreApplication.translate("RunPickerModel", "Throughput"),
            text=lambda line: _figure(line.record, "throughput"),
            is_numeric=True,
            has_unit=True,
            width=grown(136),
        ),
        Column(
            key="energy",
            heading=lambda: QCoreApplication.translate("RunPickerModel", "Energy"),
            text=lambda line: _figure(line.record, "energy"),
            is_numeric=True,
            has_unit=True,
            width=grown(84),
            rank=1,
        ),
        Column(
            key="run_id",
            heading=lambda: QCoreApplication.translate("RunPickerModel", "Id"),
            text=lambda line: line.record.run_id[:8],
            width=grown(92),
            rank=2,
        ),
    )


def _name(line: _Line) -> str:
    seed = f" · {_seed_text(line.record.spec)}" if line.has_seed else ""
    compared = QCoreApplication.translate("RunPickerModel", "  (compared)") if line.is_compared else ""
    return f"{legible(' '.join(record_name(line.record).split())[:_LONGEST])}{seed}{compared}"


def _figure(record: RunRecord, key: str) -> str:
    quantity = record.metrics.get(key)
    if quantity is None:
        return "" if record.state is RunState.RUNNING else MISSING
    return figures.shown(quantity)


def _heading_text(heading: _Heading) -> str:
    several = QCoreApplication.translate("RunPickerModel", "{0} runs").format(heading.runs)
    runs = QCoreApplication.translate("RunPickerModel", "1 run") if heading.runs == 1 else several
    return remarked(heading.title, runs, "  ")


class RunPickerModel(TwoLevelModel[_Heading, _Line]):
    """Filtered runs below their specs; checking a spec checks all of its visible runs.

    Runs that are already compared have a check mark that cannot be changed, unless they are picked for a group of their own.
    """

    def __init__(self) -> None:
        heading: Column[_Heading] = Column(
            key="spec",
            heading=lambda: "",
            text=_heading_text,
            tooltip=lambda heading: heading.title,
            face=Face.MEDIUM,
            elides=Qt.TextElideMode.ElideMiddle,
        )
        super().__init__(picker_columns(), heading)
        self._entries: list[_Entry] = []
        self._checked: dict[str, None] = {}
        self._compared: frozenset[str] = frozenset()
        self._regroups = False
        self._filter: tuple[str, ...] = ()
        self._known: object = None

    def set_runs(self, records: Iterable[RunRecord], compared: Iterable[str]) -> None:
        """Update the runs, in display order, and the ids of those already compared; the check marks of remaining runs are kept."""
        records = list(records)
        facts = ([_visible_facts(record) for record in records], frozenset(compared))
        if facts == self._known:
            return  # nothing displayed has changed, only a live run's progress
        known = {entry.record.run_id: entry for entry in self._entries}
        self._known = facts
        self._entries = [_entry(record, known.get(record.run_id)) for record in records]
        self._compared = facts[1]
        there = {entry.record.run_id for entry in self._entries}
        gone = self._checked.keys() - there
        self._checked = {run_id: None for run_id in self._checked if run_id in there and not self._is_fixed(run_id)}
        self.show_branches(self._filtered())
        if gone:
            self.emit_changed([_CHECK])

    def set_regrouping(self, on: bool) -> None:
        """Set whether runs that are already compared can be picked too, to move them to another group."""
        if on != self._regroups:
            self._regroups = on
            self._checked = {run_id: None for run_id in self._checked if not self._is_fixed(run_id)}
            self.emit_changed([_CHECK])

    def _is_fixed(self, run_id: str) -> bool:
        return run_id in self._compared and not self._regroups

    def set_filter(self, text: str) -> None:
        """Show only runs whose name, id, state, tags or spec contain every word of a text."""
        terms = tuple(text.lower().split())
        if terms != self._filter:
            self._filter = terms
            self.show_branches(self._filtered())

    @property
    def checked(self) -> list[str]:
        """Ids of the checked runs in the order of checking, including hidden ones; runs checked together are oldest first."""
        return list(self._checked)

    @property
    def is_empty(self) -> bool:
        """Whether there are no runs, regardless of the filter."""
        return not self._entries

    def toggle(self, indexes: Sequence[QModelIndex]) -> None:
        """Check the given rows, or uncheck them if all are checked."""
        run_ids = [run_id for index in indexes for run_id in self._run_ids(index) if not self._is_fixed(run_id)]
        self._check(run_ids, any(run_id not in self._checked for run_id in run_ids))

    def _filtered(self) -> list[Branch[_Heading, _Line]]:
        sections: dict[str, list[_Entry]] = {}
        for entry in self._entries:
            if all(word in entry.searched for word in self._filter):
                sections.setdefault(entry.identity, []).append(entry)
        return [self._branch(identity, entries) for identity, entries in sections.items()]

    def _branch(self, identity: str, entries: Sequence[_Entry]) -> Branch[_Heading, _Line]:
        has_seeds = len({entry.record.spec.seed for entry in entries}) > 1
        records = [entry.record for entry in entries]
        lines = {record.run_id: _Line(record, has_seeds, record.run_id in self._compared) for record in records}
        return Branch(identity, _Heading(entries[0].title, len(entries)), lines)

    def _check(self, run_ids: Iterable[str], on: bool) -> None:
        started = {entry.record.run_id: entry.record.started_at for entry in self._entries}
        for run_id in sorted((run_id for run_id in run_ids if not self._is_fixed(run_id)), key=started.__getitem__):
            if on:
                self._checked.setdefault(run_id, None)
            else:
                self._checked.pop(run_id, None)
        self.emit_changed([_CHECK])

    def _run_ids(self, index: AnyIndex) -> list[str]:
        if not index.isValid():
            return []
        run_id = self.row_key(index)
        return list(self.branch(index).rows) if run_id is None else [run_id]

    def _check_state(self, run_ids: Sequence[str]) -> Qt.CheckState:
        checked = sum(run_id in self._checked or self._is_fixed(run_id) for run_id in run_ids)
        if checked == 0:
            return Qt.CheckState.Unchecked
        return Qt.CheckState.Checked if checked == len(run_ids) else Qt.CheckState.PartiallyChecked

    # QAbstractItemModel

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        """Return the flags; rows are checkable in the first column."""
        flags = super().flags(index)
        is_free = index.isValid() and index.column() == NAME and not all(map(self._is_fixed, self._run_ids(index)))
        return flags | Qt.ItemFlag.ItemIsUserCheckable if is_free else flags

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a cell's data, including the check mark in the first column."""
        if role == _CHECK and index.isValid() and index.column() == NAME:
            return self._check_state(self._run_ids(index))
        return super().data(index, role)

    def setData(self, index: AnyIndex, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Set a check mark."""
        if role != _CHECK or not self.flags(index) & Qt.ItemFlag.ItemIsUserCheckable:
            return False
        self._check(self._run_ids(index), Qt.CheckState(value) is Qt.CheckState.Checked)
        return True


def _visible_facts(record: RunRecord) -> tuple[object, ...]:
    """Return the displayed properties of a run that may change."""
    return record.run_id, record.name, record.state, record.wall_s, record.tags


def _entry(record: RunRecord, known: _Entry | None) -> _Entry:
    if known is not None and _visible_facts(known.record) == _visible_facts(record):
        return replace(known, record=record)
    title = spec_text(record.spec)
    names = {record.name[:_LONGEST], record_name(record)[:_LONGEST]}
    searched = (*names, record.run_id, record.state.value, *record.tags, title, _seed_text(record.spec))
    return _Entry(record, record.spec.identity(), title, " ".join(searched).lower())
