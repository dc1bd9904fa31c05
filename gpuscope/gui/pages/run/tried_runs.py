"""Variants that were started from a run, and what each is compared with when it has ended."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from gpuscope.core.plan import Plan, PlanItem
from gpuscope.core.run import RunRecord, RunState
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.run_view.next_steps import TriedChange
from gpuscope.gui.services.history import History
from gpuscope.gui.services.live_run import LiveRun
from gpuscope.gui.services.live_runs import LiveRuns
from gpuscope.gui.services.plans import Plans


class TriedRuns(QObject):
    """Waits for the ends of variants, of those that were started at once and of those that wait in a queue.

    Signals:
        ended: A variant has finished: the id of the run that it was derived from, and its record.
        failed: Its record cannot be read: a GpuscopeError.

    Args:
        live_runs: Say when a run has ended.
        plans: Say which run an item of a queue has become.
        history: Reads runs that ended before they were seen live.
        parent: Parent object.
    """

    ended = Signal(str, object)
    failed = Signal(object)

    def __init__(self, live_runs: LiveRuns, plans: Plans, history: History, parent: QObject) -> None:
        super().__init__(parent)
        self._live_runs, self._plans, self._history = live_runs, plans, history
        self._bases: dict[str, str] = {}  # ids of the runs that they were derived from, by the ids of the variants
        self._queued: list[tuple[str, TriedChange]] = []  # with the ids of their plans
        live_runs.ended.connect(self._on_run_ended)
        plans.changed.connect(self._find_queued)
        plans.ended.connect(self._on_plan_ended)

    def follow_run(self, run_id: str, change: TriedChange) -> None:
        """Wait for the end of a variant that was started; it may have ended already."""
        self._bases[run_id] = change.base_id
        if self._live_runs.find(run_id) is None:
            self._history.open_run(run_id, self._on_read, self.failed.emit, self)

    def follow_plan(self, plan_id: str, change: TriedChange) -> None:
        """Wait until a variant that was put into a queue has been run."""
        self._queued.append((plan_id, change))
        self._find_queued()

    def _find_queued(self) -> None:
        for plan in self._plans.live:
            self._find_in(plan)

    def _find_in(self, plan: Plan) -> None:
        """Follow the runs that queued variants have become."""
        for queued in [entry for entry in self._queued if entry[0] == plan.plan_id]:
            item = _item_of(plan, queued[1])
            if item is not None and item.run_id is not None and (item.state.is_settled or self._live_runs.find(item.run_id) is not None):
                self._queued.remove(queued)
                self.follow_run(item.run_id, queued[1])

    def _on_plan_ended(self, plan: Plan) -> None:
        self._find_in(plan)
        self._queued = [entry for entry in self._queued if entry[0] != plan.plan_id]

    def _on_run_ended(self, live: LiveRun) -> None:
        self._conclude(live.record)

    def _on_read(self, data: ShownRun) -> None:
        if data.record is not None:
            self._conclude(data.record)

    def _conclude(self, record: RunRecord) -> None:
        base_id = self._bases.pop(record.run_id, None)
        if base_id is not None and record.state is RunState.FINISHED:
            self.ended.emit(base_id, record)


def _item_of(plan: Plan, change: TriedChange) -> PlanItem | None:
    """Return the newest item of a plan that runs a variant."""
    identity = change.spec.identity()
    return next((item for item in reversed(plan.items) if item.spec.identity() == identity), None)
