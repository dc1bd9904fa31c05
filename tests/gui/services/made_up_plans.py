"""Plans that start and end when a test tells them to."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from PySide6.QtCore import QObject, Signal

from gpuscope.core.errors import GpuscopeError
from gpuscope.core.plan import ItemState, Plan, PlanItem, PlanKind, PlanState, counts_of
from gpuscope.gui.services.plans import still_unfinished


class MadeUpPlans(QObject):
    """Logs which plans are started and stopped; records nothing."""

    changed = Signal()
    ended = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.live: tuple[Plan, ...] = ()
        self.unfinished: tuple[Plan, ...] = ()
        self.begun: list[Plan] = []
        self.stopped: list[str] = []
        self.resumed: list[str] = []
        self._stopping: set[str] = set()
        self.refuses: GpuscopeError | None = None

    def begin(
        self,
        kind: PlanKind,
        name: str,
        items: Sequence[PlanItem],
        options: Mapping[str, Any],
        then: Callable[[str], None],
        failed: Callable[[GpuscopeError], None],
        owner: QObject,
    ) -> None:
        if self.refuses is not None:
            failed(self.refuses)
            return
        plan_id = f"p{len(self.begun)}"
        plan = Plan(plan_id, kind, name, datetime.now(UTC), dict(options), tuple(items), PlanState.RUNNING, counts=counts_of(tuple(items)))
        self.begun.append(plan)
        self.show(plan)
        then(plan_id)

    def show(self, plan: Plan) -> None:
        """Add or update a live plan."""
        self.live = (plan, *(other for other in self.live if other.plan_id != plan.plan_id))
        self.unfinished = still_unfinished(self.unfinished, self.live, [])
        self.changed.emit()

    def record(self, plan: Plan, *run_ids: str) -> Plan:
        """Mark the next items of a plan as recorded by these runs; extra runs repeat the first item."""
        for run_id in run_ids:
            number = sum(item.state is ItemState.DONE for item in plan.items)
            item = plan.items[number] if number < len(plan.items) else replace(plan.items[0], number=number)
            plan = plan.with_item(replace(item, state=ItemState.DONE, run_id=run_id))
        self.show(plan)
        return plan

    def end(self, plan: Plan, state: PlanState = PlanState.FINISHED, reason: str | None = None) -> None:
        """End a plan."""
        ended = replace(plan, state=state, reason=reason)
        self.live = tuple(other for other in self.live if other.plan_id != plan.plan_id)
        self.unfinished = still_unfinished(self.unfinished, self.live, [ended])
        self._stopping.discard(plan.plan_id)
        self.changed.emit()
        self.ended.emit(ended)

    def stop(self, plan_id: str, failed: Callable[[GpuscopeError], None] | None = None) -> None:
        self.stopped.append(plan_id)
        if self.refuses is not None and failed is not None:
            failed(self.refuses)
            return
        self._stopping.add(plan_id)
        self.changed.emit()

    def is_stopping(self, plan_id: str) -> bool:
        return plan_id in self._stopping

    def dismiss(self, plan_id: str) -> None:
        rest = tuple(plan for plan in self.unfinished if plan.plan_id != plan_id)
        if rest != self.unfinished:
            self.unfinished = rest
            self.changed.emit()

    def resume(
        self,
        plan_id: str,
        again: Sequence[int],
        then: Callable[[str], None],
        failed: Callable[[GpuscopeError], None],
        owner: QObject,
    ) -> None:
        if self.refuses is not None:
            failed(self.refuses)
            return
        self.resumed.append(plan_id)
        self.show(replace(next(plan for plan in self.unfinished if plan.plan_id == plan_id), state=PlanState.RUNNING, reason=None))
        then(plan_id)

    def read(self, plan_id: str, then: Callable[[Plan], None], failed: object, owner: QObject) -> None:
        then(next((plan for plan in self.live if plan.plan_id == plan_id), self.begun[int(plan_id[1:])]))
