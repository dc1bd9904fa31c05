"""The compared groups and their data: holds the choice, queries the store off the event loop, and discards outdated answers."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from gpuscope.core.errors import GpuscopeError, UsageError
from gpuscope.core.run import RunRecord
from gpuscope.gui.pages.compare.curve_controls import AT_FIRST
from gpuscope.gui.pages.compare.group_choice import ChosenGroup, GroupChoice
from gpuscope.gui.pages.compare.run_curves import RunCurves, read_curves
from gpuscope.gui.services.history import History
from gpuscope.gui.services.worker import Failed
from gpuscope.recording.run_history import RunHistory
from gpuscope.reports.comparison_view import ComparisonView
from gpuscope.reports.group_names import short_names
from gpuscope.system.settings import JOULE

T = TypeVar("T")

_TOGETHER_MS = 250
"""Longest wait of curves for those of the other runs: they are drawn together, since each drawing makes all strips anew."""


@dataclass(frozen=True, slots=True)
class RunSearchResult:
    """Result of a lookup.

    Attributes:
        records: The runs, each once, in the requested order.
        gone: Ids that match no run, or several.
    """

    records: tuple[RunRecord, ...]
    gone: tuple[str, ...]


def find_runs(run_ids: Iterable[str], store: RunHistory) -> RunSearchResult:
    """Return the runs matching ids or prefixes."""
    records: dict[str, RunRecord] = {}
    gone = []
    for run_id in run_ids:
        try:
            record = store.find(run_id)
        except UsageError:
            gone.append(run_id)
        else:
            records[record.run_id] = record
    return RunSearchResult(tuple(records.values()), tuple(gone))


class ComparedGroups(QObject):
    """The groups, their comparison and their curves.

    Signals:
        choice_changed: The groups or their names have changed.
        awaited: A query for the runs to compare is pending.
        compared: The comparison has changed: a ComparisonView, or None with fewer than two groups.
        curves_changed: Curves were read, or reading them failed.
        gone: Names of runs dropped because they are no longer in the store.
        missing: Number of requested runs that are not in the store.
        failed: A GpuscopeError.

    Attributes:
        choice: The chosen groups.
        view: Comparison of the groups by their short names; None if there is none.
        curves: Curves read so far, by run id.
        unread: Errors of reading runs, by run id; :meth:`refresh` retries.
        records: The compared runs as last read, by id.
    """

    choice_changed = Signal()
    awaited = Signal()
    compared = Signal(object)
    curves_changed = Signal()
    gone = Signal(list)
    missing = Signal(int)
    failed = Signal(object)

    def __init__(self, history: History, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._history = history
        self.choice = GroupChoice()
        self.view: ComparisonView | None = None
        self._energy_unit = JOULE
        self.curves: dict[str, RunCurves] = {}
        self.unread: dict[str, GpuscopeError] = {}
        self.records: dict[str, RunRecord] = {}
        self._wanted_curves: set[str] = set()
        self._kinds: frozenset[str] = AT_FIRST
        self._searches, self._comparisons = _Newest(), _Newest()
        self._waiting: list[Callable[[], None]] = []  # additions waiting for a lookup
        self._together = QTimer(self, singleShot=True, interval=_TOGETHER_MS)
        self._together.timeout.connect(self.curves_changed)

    @property
    def is_busy(self) -> bool:
        """Whether an answer that will change the page is pending."""
        return self.is_awaited or bool(self._wanted_curves)

    @property
    def is_awaited(self) -> bool:
        """Whether an answer that will change the compared groups is pending."""
        return self._searches.is_open or self._comparisons.is_open

    def names(self) -> tuple[str, list[str]]:
        """Return (words shared by all group names, the names without them)."""
        return short_names([group.name for group in self.choice.groups])

    def show_runs(self, run_ids: Iterable[str]) -> None:
        """Compare exactly these runs, grouped by spec."""
        self._waiting.clear()
        self._find(run_ids, lambda runs: self._apply_found(GroupChoice().with_runs(runs.records, {}), runs.records))

    def add_runs(self, run_ids: Sequence[str], group: str = "") -> None:
        """Add runs, each to the group of its spec, or all to a named group; waits for a pending lookup."""
        if self._searches.is_open:
            self._waiting.append(partial(self.add_runs, run_ids, group))
            return
        self._find(run_ids, lambda runs: self._add(runs.records, group))

    def extend(self, groups: Mapping[str, Sequence[str]]) -> None:
        """Add runs (ids by group name) to existing groups; runs already compared stay where they are."""
        known = set(self.choice.run_ids)
        wanted = [run_id for group in self.choice.groups for run_id in groups.get(group.name, ()) if run_id not in known]
        if wanted:
            self._find(wanted, lambda runs: self._extended(groups, runs.records))

    def _extended(self, groups: Mapping[str, Sequence[str]], records: Sequence[RunRecord]) -> None:
        there = {record.run_id for record in records} - set(self.choice.run_ids)
        more = {name: tuple(run_id for run_id in ids if run_id in there) for name, ids in groups.items()}
        extended = (replace(group, run_ids=(*group.run_ids, *more.get(group.name, ()))) for group in self.choice.groups)
        self._apply_found(replace(self.choice, groups=tuple(extended)), (*self.records.values(), *records))

    def show_groups(self, groups: Mapping[str, Sequence[str]]) -> None:
        """Compare exactly these groups (run ids by name)."""
        self.restore(GroupChoice(tuple(ChosenGroup(name, tuple(ids), True) for name, ids in groups.items() if ids)))

    def restore(self, choice: GroupChoice) -> None:
        """Compare the groups of a choice, leaving out runs that are missing from the store."""
        self._waiting.clear()
        self._find(choice.run_ids, lambda runs: self._restored(choice, runs))

    def _restored(self, choice: GroupChoice, runs: RunSearchResult) -> None:
        self._apply_found(self._resolved(choice, runs), runs.records)
        if runs.gone:
            self.missing.emit(len(runs.gone))

    def change(self, choice: GroupChoice) -> None:
        """Compare another choice of known runs."""
        self._apply_found(choice, self.records.values())

    def is_outdated(self, runs: Iterable[RunRecord]) -> bool:
        """Return whether, according to a list of all runs, a compared run is gone or has changed."""
        there = {record.run_id: record for record in runs}
        return any(run_id not in there or _standing(there[run_id]) != _standing(record) for run_id, record in self.records.items())

    def set_energy_unit(self, unit: str) -> None:
        """Set the unit of energies: "J" or "Wh"."""
        if unit != self._energy_unit:
            self._energy_unit = unit
            self._show(self.view)

    def want(self, kinds: Iterable[str]) -> None:
        """Also read curves of these kinds, given by key."""
        self._kinds = self._kinds.union(kinds)
        for run_id in self.curves:
            self._read_curves(run_id)

    def refresh(self) -> None:
        """Update from the store: drop missing runs and reload changed ones."""
        choice = self.choice
        if choice.groups:
            work = partial(find_runs, choice.run_ids)
            self._history.ask(work, lambda runs: self._refreshed(choice, runs), self.failed.emit, self)

    def _add(self, records: Sequence[RunRecord], group: str) -> None:
        known = self.records | {record.run_id: record for record in records}
        try:
            choice = (
                self.choice.with_group(group, [record.run_id for record in records])
                if group
                else self.choice.with_runs(records, self.records)
            )
        except UsageError as error:
            self.failed.emit(error)
        else:
            self._apply_found(choice, known.values())

    def _resolved(self, choice: GroupChoice, runs: RunSearchResult) -> GroupChoice:
        """Return a choice with prefixes of ids completed, and without missing runs."""
        ids = {asked: record.run_id for asked in choice.run_ids for record in runs.records if record.run_id.startswith(asked)}
        groups = (
            replace(group, run_ids=tuple(dict.fromkeys(ids[run_id] for run_id in group.run_ids if run_id in ids)))
            for group in choice.groups
        )
        return replace(choice, groups=tuple(group for group in groups if group.run_ids))

    def _refreshed(self, choice: GroupChoice, runs: RunSearchResult) -> None:
        if choice is not self.choice:
            return  # the choice has changed in the meantime
        lost = [self.records[run_id].name for run_id in runs.gone if run_id in self.records]
        changed = [record.run_id for record in runs.records if _standing(record) != _standing(self.records.get(record.run_id))]
        if not runs.gone and not changed:
            for run_id in tuple(self.unread):
                self._read_curves(run_id)
            return
        for run_id in (*runs.gone, *changed):
            self.curves.pop(run_id, None)
        self._apply_found(self.choice.without_runs(runs.gone), runs.records)
        if lost:
            self.gone.emit(lost)

    def _apply_found(self, choice: GroupChoice, records: Iterable[RunRecord]) -> None:
        kept = set(choice.run_ids)
        self.choice = choice
        self.records = {record.run_id: record for record in records if record.run_id in kept}
        self.curves = {run_id: curves for run_id, curves in self.curves.items() if run_id in kept}
        self.unread = {run_id: why for run_id, why in self.unread.items() if run_id in kept}
        self.choice_changed.emit()
        self._compare()
        for run_id in choice.run_ids:
            self._read_curves(run_id)

    def _compare(self) -> None:
        if len(self.choice.groups) < 2:
            self._comparisons.drop()
            self._show(None)
            return
        _, names = self.names()
        groups = [(name, group.run_ids) for name, group in zip(names, self.choice.groups, strict=True)]
        baseline = names[[group.name for group in self.choice.groups].index(self.choice.baseline_name)]
        then, failed = self._comparisons.ask(self._show, self.failed.emit)
        self._history.compare(groups, baseline, self._energy_unit, then, failed, self)

    def _show(self, view: ComparisonView | None) -> None:
        if view is not None and view.energy_unit != self._energy_unit:
            view = replace(view, energy_unit=self._energy_unit)
        self.view = view
        self.compared.emit(view)

    def _find(self, run_ids: Iterable[str], then: Callable[[RunSearchResult], None]) -> None:
        def answered(runs: RunSearchResult) -> None:
            then(runs)
            self._add_waiting()

        def refused(error: GpuscopeError) -> None:
            self.failed.emit(error)
            self._add_waiting()

        deliver, failed = self._searches.ask(answered, refused)
        self._history.ask(partial(find_runs, list(dict.fromkeys(run_ids))), deliver, failed, self)
        self.awaited.emit()

    def _add_waiting(self) -> None:
        if self._waiting:
            self._waiting.pop(0)()

    def _read_curves(self, run_id: str) -> None:
        known = self.curves.get(run_id)
        if run_id in self._wanted_curves or (known is not None and known.unread.isdisjoint(self._kinds)):
            return
        self._wanted_curves.add(run_id)
        keep, fail = partial(self._keep_curves, run_id), partial(self._keep_reason, run_id)
        self._history.ask(partial(read_curves, run_id, self._kinds, known), keep, fail, self)

    def _keep_curves(self, run_id: str, curves: RunCurves) -> None:
        self.unread.pop(run_id, None)
        if run_id in self.records:
            self.curves[run_id] = curves
        self._end_reading(run_id)

    def _keep_reason(self, run_id: str, error: GpuscopeError) -> None:
        if run_id in self.records:
            self.unread[run_id] = error
            self.failed.emit(error)
        self._end_reading(run_id)

    def _end_reading(self, run_id: str) -> None:
        self._wanted_curves.discard(run_id)
        if not self._wanted_curves:
            self._together.stop()
            self.curves_changed.emit()
        elif not self._together.isActive():
            self._together.start()


class _Newest:
    """Queries of one kind: only the answer to the newest is delivered."""

    def __init__(self) -> None:
        self._asked = 0
        self.is_open = False

    def ask(self, then: Callable[[T], None], failed: Failed) -> tuple[Callable[[T], None], Failed]:
        """Return callbacks for answer and error; both become no-ops after the next query."""
        self._asked += 1
        self.is_open = True
        return self._guarded(then), self._guarded(failed)

    def drop(self) -> None:
        """Ignore pending answers."""
        self._asked += 1
        self.is_open = False

    def _guarded(self, call: Callable[[T], None]) -> Callable[[T], None]:
        mine = self._asked

        def deliver(result: T) -> None:
            if mine == self._asked:
                self.is_open = False
                call(result)

        return deliver


def _standing(record: RunRecord | None) -> tuple[object, ...]:
    """Return the properties of a run that change along with its figures and that a list of runs contains as well."""
    return () if record is None else (record.state, record.duration_s, record.wall_s)
