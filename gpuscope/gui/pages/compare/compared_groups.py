"""What is compared, and what the store gives of it: keeps the choice, asks off the event loop, and drops answers that came too late."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from gpuscope.analysis.comparison import Comparison
from gpuscope.core.errors import GpuscopeError, UsageError
from gpuscope.core.run import RunRecord
from gpuscope.gui.pages.compare.group_choice import ChosenGroup, GroupChoice
from gpuscope.gui.pages.compare.metric_chooser import AT_FIRST
from gpuscope.gui.pages.compare.run_curves import RunCurves
from gpuscope.gui.pages.compare.run_lookup import FoundRuns, find_runs, read_curves
from gpuscope.gui.services.history import History
from gpuscope.gui.services.worker import Failed
from gpuscope.reports.group_names import short_names

T = TypeVar("T")


class ComparedGroups(QObject):
    """The groups, their comparison and their curves.

    Signals:
        choice_changed: Other groups are chosen, or the same under other names.
        compared: The comparison has changed; None when there are fewer than two groups.
        curves_changed: Curves were read, or could not be.
        gone: Names of runs that are no longer in the store and were left out.
        missing: How many runs of the groups that were to be shown are not in the store.
        failed: A GpuscopeError.

    Args:
        history: Reads the store.
        parent: Qt's.

    Attributes:
        choice: The groups.
        comparison: Of the groups by their short names; None before there is one.
        curves: By a run's id, as far as they are read.
        unread: Why a run's readings could not be read, by its id; they are asked for again with the next look at the store.
    """

    choice_changed = Signal()
    compared = Signal(object)
    curves_changed = Signal()
    gone = Signal(list)
    missing = Signal(int)
    failed = Signal(object)

    def __init__(self, history: History, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._history = history
        self.choice = GroupChoice()
        self.comparison: Comparison | None = None
        self.curves: dict[str, RunCurves] = {}
        self.unread: dict[str, GpuscopeError] = {}
        self._records: dict[str, RunRecord] = {}
        self._wanted_curves: set[str] = set()
        self._kinds: frozenset[str] = AT_FIRST
        self._look_ups, self._comparisons = _Newest(), _Newest()

    @property
    def is_busy(self) -> bool:
        """Whether an answer of the store is awaited that will change what is seen."""
        return self._look_ups.is_open or self._comparisons.is_open or bool(self._wanted_curves)

    @property
    def records(self) -> Mapping[str, RunRecord]:
        """The compared runs as last read, by id."""
        return self._records

    def names(self) -> tuple[str, list[str]]:
        """Return (the words that all groups share, the groups' names without them)."""
        return short_names([group.name for group in self.choice.groups])

    def show_runs(self, run_ids: Iterable[str]) -> None:
        """Compare these runs and no others; those of one spec are one group."""
        self._look_up(run_ids, lambda found: self._take(GroupChoice().with_runs(found.records, {}), found.records))

    def add_runs(self, run_ids: Sequence[str], group: str = "") -> None:
        """Add runs: each to the group of its spec, or all to a group of that name."""
        self._look_up(run_ids, lambda found: self._add(found.records, group))

    def show_groups(self, groups: Mapping[str, Sequence[str]], baseline: str = "") -> None:
        """Compare these groups of runs (ids by name) and no others."""
        self.restore(GroupChoice(tuple(ChosenGroup(name, tuple(ids), True) for name, ids in groups.items() if ids), baseline))

    def restore(self, choice: GroupChoice) -> None:
        """Compare the groups of a choice, as far as their runs are in the store."""
        self._look_up(choice.run_ids, lambda found: self._restored(choice, found))

    def _restored(self, choice: GroupChoice, found: FoundRuns) -> None:
        self._take(self._resolved(choice, found), found.records)
        if found.gone:
            self.missing.emit(len(found.gone))

    def change(self, choice: GroupChoice) -> None:
        """Compare another choice of the runs that are known."""
        self._take(choice, self._records.values())

    def is_outdated(self, runs: Iterable[RunRecord]) -> bool:
        """Return whether, by a list of all runs, one of the compared ones has gone, or stands otherwise than it was read."""
        there = {record.run_id: record for record in runs}
        return any(run_id not in there or _standing(there[run_id]) != _standing(one) for run_id, one in self._records.items())

    def want(self, kinds: Iterable[str]) -> None:
        """Read curves of these kinds too, by their keys, where that was not done."""
        self._kinds = self._kinds.union(kinds)
        for run_id in self.curves:
            self._read_curves(run_id)

    def refresh(self) -> None:
        """Look whether the runs are as they were; those that have gone are left out, those that have changed are read anew."""
        choice = self.choice
        if choice.groups:
            work = partial(find_runs, choice.run_ids)
            self._history.ask(work, lambda found: self._refreshed(choice, found), self.failed.emit, self)

    def _add(self, records: Sequence[RunRecord], group: str) -> None:
        known = self._records | {record.run_id: record for record in records}
        try:
            choice = (
                self.choice.with_group(group, [one.run_id for one in records]) if group else self.choice.with_runs(records, self._records)
            )
        except UsageError as error:
            self.failed.emit(error)
        else:
            self._take(choice, known.values())

    def _resolved(self, choice: GroupChoice, found: FoundRuns) -> GroupChoice:
        """Return a choice with whole ids, which may have been named by their beginnings."""
        ids = {asked: one.run_id for asked in choice.run_ids for one in found.records if one.run_id.startswith(asked)}
        groups = (replace(group, run_ids=tuple(dict.fromkeys(ids[one] for one in group.run_ids if one in ids))) for group in choice.groups)
        return replace(choice, groups=tuple(group for group in groups if group.run_ids))

    def _refreshed(self, choice: GroupChoice, found: FoundRuns) -> None:
        if choice is not self.choice:
            return  # other runs are compared by now
        lost = [self._records[run_id].name for run_id in found.gone if run_id in self._records]
        changed = [one.run_id for one in found.records if _standing(one) != _standing(self._records.get(one.run_id))]
        if not found.gone and not changed:
            for run_id in tuple(self.unread):
                self._read_curves(run_id)
            return
        for run_id in (*found.gone, *changed):
            self.curves.pop(run_id, None)
        self._take(self.choice.without_runs(found.gone), found.records)
        if lost:
            self.gone.emit(lost)

    def _take(self, choice: GroupChoice, records: Iterable[RunRecord]) -> None:
        kept = set(choice.run_ids)
        self.choice = choice
        self._records = {one.run_id: one for one in records if one.run_id in kept}
        self.curves = {run_id: one for run_id, one in self.curves.items() if run_id in kept}
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
        self._history.compare(groups, baseline, then, failed, self)

    def _show(self, comparison: Comparison | None) -> None:
        self.comparison = comparison
        self.compared.emit(comparison)

    def _look_up(self, run_ids: Iterable[str], then: Callable[[FoundRuns], None]) -> None:
        take, failed = self._look_ups.ask(then, self.failed.emit)
        self._history.ask(partial(find_runs, list(dict.fromkeys(run_ids))), take, failed, self)

    def _read_curves(self, run_id: str) -> None:
        known = self.curves.get(run_id)
        if run_id in self._wanted_curves or (known is not None and known.unread.isdisjoint(self._kinds)):
            return
        self._wanted_curves.add(run_id)
        take, fail = partial(self._take_curves, run_id), partial(self._keep_why, run_id)
        self._history.ask(partial(read_curves, run_id, self._kinds, known), take, fail, self)

    def _take_curves(self, run_id: str, curves: RunCurves) -> None:
        self._wanted_curves.discard(run_id)
        self.unread.pop(run_id, None)
        if run_id in self._records:
            self.curves[run_id] = curves
        self.curves_changed.emit()

    def _keep_why(self, run_id: str, error: GpuscopeError) -> None:
        self._wanted_curves.discard(run_id)
        if run_id in self._records:
            self.unread[run_id] = error
            self.failed.emit(error)
        self.curves_changed.emit()


class _Newest:
    """Questions of one kind, of which only the newest one's answer is of use."""

    def __init__(self) -> None:
        self._asked = 0
        self.is_open = False

    def ask(self, then: Callable[[T], None], failed: Failed) -> tuple[Callable[[T], None], Failed]:
        """Return what to call with the answer, or with an error; both do nothing once another question was asked."""
        self._asked += 1
        self.is_open = True
        return self._guarded(then), self._guarded(failed)

    def drop(self) -> None:
        """Want no answer any more."""
        self._asked += 1
        self.is_open = False

    def _guarded(self, call: Callable[[T], None]) -> Callable[[T], None]:
        mine = self._asked

        def take(result: T) -> None:
            if mine == self._asked:
                self.is_open = False
                call(result)

        return take


def _standing(record: RunRecord | None) -> tuple[object, ...]:
    """Return what of a run decides its figures; a list of runs tells it too."""
    return () if record is None else (record.state, record.duration_s, record.wall_s)
