"""Variants started from a run, and the run that each is compared with once it ends."""

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
    """Waits for variants to end, both started and queued ones.

    Signals:
        ended: A variant has finished; carries the id of the original run and the variant's record.
        failed: A variant's record cannot be read; carries a GpuscopeError.

    Args:
        live_runs: Reports the ends of runs.
        plans: Reports which run a queued item has become.
        history: Reads runs that ended before they were seen live.
    """

    ended = Signal(str, object)
    failed = Signal(object)

    def __init__(self, live_runs: LiveRuns, plans: Plans, history: History, parent: QObject) -> None:
        super().__init__(parent)
        self._live_runs, self._plans, self._history = live_runs, plans, history
        self._bases: dict[str, str] = {}  # ids of the original runs, by the variants' ids
        self._queued: list[tuple[str, TriedChange]] = []  # (plan id, change)
        live_runs.ended.connect(self._on_run_ended)
        plans.changed.connect(self._find_queued)
        plans.ended.connect(self._on_plan_ended)

    def follow_run(self, run_id: str, change: TriedChange) -> None:
        """Wait for the end of a started variant, which may have ended already."""
        self._bases[run_id] = change.base_id
        if self._live_runs.find(run_id) is None:
            self._history.open_run(run_id, self._on_read, self.failed.emit, self)

    def follow_plan(self, plan_id: str, change: TriedChange) -> None:
        """Wait for the run of a queued variant."""
        self._queued.append((plan_id, change))
        self._find_queued()

    def _find_queued(self) -> None:
        for plan in self._plans.live:
            self._find_in(plan)

    def _find_in(self, plan: Plan) -> None:
        """Follow the runs that queued variants of a plan have become."""
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
    """Return the newest item of a plan that runs a variant; None if there is none."""
    identity = change.spec.identity()
    return next((item for item in reversed(plan.items) if item.spec.identity() == identity), None)
