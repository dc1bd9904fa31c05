"""The sweeps of the store: forecast and begun here; one of them is followed, and worked out for the page off the event loop."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from gpuscope.core.plan import ItemState, Plan, PlanKind, PlanState
from gpuscope.core.runspec import RunSpec
from gpuscope.gui.services.plans import Plans
from gpuscope.gui.services.worker import Errands, Failed, Worker

if TYPE_CHECKING:
    from gpuscope.recording.plan_records import PlanRecords
    from gpuscope.reports.sweep_view import SweepView
    from gpuscope.storage.plans import PlanReader

_LISTED = 40
"""Plans that are looked through for sweeps to list: of each one row is read."""


@dataclass(frozen=True, slots=True)
class SweepRequest:
    """What a new sweep shall measure.

    Attributes:
        asked: Workload, task, device.
        axes: What an axis takes, as text, by the key of the knob: {"batch_size": "1..1024"}.
        budget_s: Wall time of the runs; None for any.
    """

    asked: RunSpec
    axes: Mapping[str, str]
    budget_s: float | None = None


@dataclass(frozen=True, slots=True)
class SweepForecast:
    """What a sweep is going to do.

    Attributes:
        sentence: In words.
        cells: How many there are.
        seconds: About how long it takes.
        is_long: Whether it is asked about before its start.
    """

    sentence: str
    cells: int
    seconds: float
    is_long: bool


@dataclass(frozen=True)
class SweepState:
    """A sweep as it was last read.

    Attributes:
        plan: Its plan with the true state.
        view: What is shown of it.
        is_live: Whether a conductor works on it.
    """

    plan: Plan
    view: SweepView
    is_live: bool

    @property
    def live_run(self) -> str:
        """Id of the run that is being recorded; "" for none."""
        return next((item.run_id or "" for item in self.plan.items if item.state is ItemState.RUNNING), "")

    @property
    def can_resume(self) -> bool:
        """Whether something of it is left to do and nobody does it."""
        return not self.is_live and self.plan.state not in (PlanState.FINISHED, PlanState.DAMAGED)

    @property
    def has_rest(self) -> bool:
        """Whether the budget left cells out, and nobody works on the sweep."""
        from gpuscope.recording.sweep import rest_of

        return not self.is_live and bool(rest_of(self.plan))


class Sweeps(QObject):
    """Sweeps of one store.

    Signals:
        changed: The :class:`SweepState` that is followed has changed; None while there is none.
        failed: A GpuscopeError: the plan cannot be read.

    Args:
        store_url: The store.
        plans: Starts their conductors.
        parent: Qt's.

    Attributes:
        state: The sweep that is followed, as last read; None before that, and without any.
        has_read: Whether the store was asked.
    """

    changed = Signal(object)
    failed = Signal(object)

    def __init__(self, store_url: str, plans: Plans, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.store_url = store_url
        self._plans = plans
        self.state: SweepState | None = None
        self.has_read = False
        self._plan_id = ""
        self._is_busy = False
        self._worker = Worker("sweeps", self)
        self._errands = Errands("start of a sweep", self)
        self._reading = _Reading(store_url)

    # Reading

    def follow(self, plan_id: str) -> None:
        """Show another sweep from now on; "" is the newest."""
        self._plan_id = plan_id
        self._is_busy = False
        self.poll()

    def poll(self) -> None:
        """Read the sweep anew, off the event loop; :attr:`changed` tells when it differs."""
        if not self._is_busy:
            self._is_busy = True
            wanted = self._plan_id
            self._worker.submit(partial(self._reading.read, wanted), partial(self._apply, wanted), partial(self._fail, wanted), self)

    def listed(self, then: Callable[[list[Plan]], None], owner: QObject) -> None:
        """Read the newest sweeps of the store, without their items."""
        self._worker.submit(self._reading.listed, then, lambda _: then([]), owner)

    def close(self) -> None:
        """Wait for the threads; sweeps go on."""
        self._worker.close()
        self._errands.close()
        self._reading.close()

    def _apply(self, wanted: str, state: SweepState | None) -> None:
        if wanted != self._plan_id:
            return  # another one is followed by now, and being read
        self._is_busy = False
        is_first, self.has_read = not self.has_read, True
        if state is not None:
            self._plan_id = state.plan.plan_id
        if state is not self.state or is_first:
            self.state = state
            self.changed.emit(state)

    def _fail(self, wanted: str, error: Exception) -> None:
        if wanted == self._plan_id:
            self._is_busy, self.has_read = False, True
            self.failed.emit(error)

    # Doing

    def forecast(self, request: SweepRequest, then: Callable[[SweepForecast], None], failed: Failed, owner: QObject) -> None:
        """Say what a sweep is going to do; fails with why there is none."""

        def work() -> SweepForecast:
            from gpuscope.recording.sweep import ASKED_FROM, axes_of, cell_count, forecast, forecast_s

            options = _options(request)
            cells = cell_count(axes_of(options))
            return SweepForecast(forecast(options), cells, forecast_s(options), cells > ASKED_FROM)

        self._worker.submit(work, then, failed, owner)

    def start(self, request: SweepRequest, then: Callable[[str], None], failed: Failed, owner: QObject) -> None:
        """Store a sweep, follow it, and start its conductor.

        Args:
            request: What it measures.
            then: Called with the plan's id when its conductor works on it.
            failed: Called with why there is no such sweep, or nothing can be stored or started.
            owner: Neither is called once this object has been deleted.
        """

        def created(plan_id: str) -> None:
            self.follow(plan_id)
            self._plans.resume(plan_id, (), then, failed, owner)

        self._errands.submit(partial(_create, self.store_url, request), created, failed, owner)

    def measure_rest(self, plan_id: str, then: Callable[[str], None], failed: Failed, owner: QObject) -> None:
        """Let a sweep go on with the cells that its budget left out; see :meth:`start`."""

        def work() -> str:
            from gpuscope.recording.sweep import lift_budget

            lift_budget(self.store_url, plan_id)
            return plan_id

        self._errands.submit(work, lambda _: self._plans.resume(plan_id, (), then, failed, owner), failed, owner)


def _options(request: SweepRequest) -> dict[str, object]:
    from gpuscope.recording.sweep import split_axes, sweep_options
    from gpuscope.workloads.capabilities import Capabilities

    fixed, axes = split_axes(request.asked.workload, request.axes)
    return sweep_options(request.asked.with_values(fixed), axes, Capabilities.load(), budget_s=request.budget_s)


def _create(store_url: str, request: SweepRequest) -> str:
    from gpuscope.recording.plan_start import create_plan
    from gpuscope.recording.sweep import plan_name, sweep_items

    options = _options(request)
    return create_plan(store_url, PlanKind.SWEEP, plan_name(options), sweep_items(options), options)


class _Reading:
    """The store's side, on the worker's thread; a state is worked out anew only when the plan has changed."""

    def __init__(self, store_url: str) -> None:
        self._store_url = store_url
        self._plans: PlanReader | None = None
        self._records: PlanRecords | None = None
        self._last: tuple[tuple[object, ...], SweepState] | None = None

    def listed(self) -> list[Plan]:
        from gpuscope.recording.plan_folder import derive_state

        plans = self._reader().plans(limit=_LISTED)
        return [derive_state(self._store_url, plan) for plan in plans if plan.kind is PlanKind.SWEEP]

    def read(self, plan_id: str) -> SweepState | None:
        if not plan_id:
            newest = self.listed()
            if not newest:
                return None
            plan_id = newest[0].plan_id
        from gpuscope.recording.plan_folder import derive_state, is_conducted
        from gpuscope.system.settings import read_settings

        plan = derive_state(self._store_url, self._reader().plan(plan_id))
        is_live = plan.state in (PlanState.RUNNING, PlanState.WAITING) and is_conducted(self._store_url, plan.plan_id)
        unit = read_settings().energy_unit
        key = (plan.plan_id, plan.state, plan.reason, is_live, unit, *((item.state, item.run_id) for item in plan.items))
        if self._last is None or self._last[0] != key:
            self._last = key, self._state(plan, is_live, unit)
        return self._last[1]

    def _state(self, plan: Plan, is_live: bool, unit: str) -> SweepState:
        from gpuscope.recording.plan_records import PlanRecords
        from gpuscope.recording.sweep import sweep_view

        if self._records is None or self._records.plan is None or self._records.plan.plan_id != plan.plan_id:
            if self._records is not None:
                self._records.close()
            self._records = PlanRecords(self._store_url)
        self._records.plan = plan
        view = sweep_view(plan, self._records, unit)
        _ = view.sentence, view.label, view.front, view.measures  # worked out here, not on the window's thread
        return SweepState(plan, view, is_live)

    def _reader(self) -> PlanReader:
        from gpuscope.storage.plans import PlanReader

        if self._plans is None:
            self._plans = PlanReader(self._store_url)
        return self._plans

    def close(self) -> None:
        for store in (self._plans, self._records):
            if store is not None:
                store.close()
