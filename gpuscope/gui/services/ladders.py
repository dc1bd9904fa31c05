"""The ladders of the store: forecast and begun here; one of them is followed, and worked out for the page off the event loop."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from gpuscope.core.plan import ItemState, Plan, PlanKind, PlanState
from gpuscope.core.runspec import RunSpec
from gpuscope.gui.services.plans import Plans
from gpuscope.gui.services.worker import Errands, Failed, Worker

if TYPE_CHECKING:
    from pathlib import Path

    from gpuscope.analysis.comparison import Comparison
    from gpuscope.recording.plan_records import PlanRecords
    from gpuscope.recording.run_history import RunHistory
    from gpuscope.reports.ladder_view import LadderView
    from gpuscope.reports.pictures.picture import Chart
    from gpuscope.storage.plans import PlanReader

_LISTED = 40
"""Plans that are looked through for ladders to list: of each one row is read."""


@dataclass(frozen=True, slots=True)
class LadderRequest:
    """What a new ladder shall climb.

    Attributes:
        asked: Workload, task, device, and what all rungs share.
        thorough: Whether rungs are repeated for an interval and a verdict.
        from_cpu: Whether a GPU's ladder begins on the CPU.
        repeats: Of each side of a thorough rung; None for the usual number.
    """

    asked: RunSpec
    thorough: bool = False
    from_cpu: bool = False
    repeats: int | None = None


@dataclass(frozen=True)
class LadderState:
    """A ladder as it was last read.

    Attributes:
        plan: Its plan with the true state.
        view: What is shown of it.
        comparison: Of its measured rungs; None with fewer than two.
        plane: Time and energy, or time and memory, of these; None where they lack the figures.
        is_live: Whether a conductor works on it.
    """

    plan: Plan
    view: LadderView
    comparison: Comparison | None
    plane: Chart | None
    is_live: bool

    @property
    def live_run(self) -> str:
        """Id of the run that is being recorded; "" for none."""
        return next((item.run_id or "" for item in self.plan.items if item.state is ItemState.RUNNING), "")

    @property
    def can_resume(self) -> bool:
        """Whether something of it is left to do and nobody does it."""
        return not self.is_live and self.plan.state not in (PlanState.FINISHED, PlanState.DAMAGED)

    def items_of(self, key: str) -> list[int]:
        """Return the numbers of the items to be run once more for a rung to be measured again; none where it was not reached yet."""
        from gpuscope.recording.ladder import rung_items

        return [item.number for item in rung_items(self.plan, key)]

    def groups(self) -> dict[str, list[str]]:
        """Return the ids of the runs by the title of their rung, the lowest first."""
        return {step.title: [run.run_id for run in step.runs] for step in self.view.steps if step.runs}


class Ladders(QObject):
    """Ladders of one store.

    Signals:
        changed: The :class:`LadderState` that is followed has changed.
        failed: A GpuscopeError: the plan cannot be read.

    Args:
        store_url: The store.
        plans: Starts their conductors.
        parent: Qt's.

    Attributes:
        state: The ladder that is followed, as last read; None before that, and without any.
        has_read: Whether the store was asked.
    """

    changed = Signal(object)
    failed = Signal(object)

    def __init__(self, store_url: str, plans: Plans, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.store_url = store_url
        self._plans = plans
        self.state: LadderState | None = None
        self.has_read = False
        self._plan_id = ""
        self._is_busy = False
        self._worker = Worker("ladders", self)
        self._errands = Errands("start of a ladder", self)
        self._reading = _Reading(store_url)

    # Reading

    def follow(self, plan_id: str) -> None:
        """Show another ladder from now on; "" is the newest."""
        self._plan_id = plan_id
        self._is_busy = False
        self.poll()

    def poll(self) -> None:
        """Read the ladder anew, off the event loop; :attr:`changed` tells when it differs."""
        if not self._is_busy:
            self._is_busy = True
            wanted = self._plan_id
            self._worker.submit(partial(self._reading.read, wanted), partial(self._apply, wanted), partial(self._fail, wanted), self)

    def listed(self, then: Callable[[list[Plan]], None], owner: QObject) -> None:
        """Read the newest ladders of the store, without their items."""
        self._worker.submit(self._reading.listed, then, lambda _: then([]), owner)

    def close(self) -> None:
        """Wait for the threads; ladders go on."""
        self._worker.close()
        self._errands.close()
        self._reading.close()

    def _apply(self, wanted: str, state: LadderState | None) -> None:
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

    def forecast(self, request: LadderRequest, then: Callable[[str], None], failed: Failed, owner: QObject) -> None:
        """Say in a sentence what a ladder is going to do, and how long it takes; fails with why there is none."""

        def work() -> str:
            from gpuscope.recording.ladder import forecast

            return forecast(_options(request))

        self._worker.submit(work, then, failed, owner)

    def start(
        self, request: LadderRequest, then: Callable[[str], None] | None = None, failed: Failed | None = None, owner: QObject | None = None
    ) -> None:
        """Store a ladder, follow it, and start its conductor.

        Args:
            request: What it climbs.
            then: Called with the plan's id when its conductor works on it.
            failed: Called with why there is no such ladder, or nothing can be stored or started.
            owner: Neither is called once this object has been deleted.
        """

        def created(plan_id: str) -> None:
            self.follow(plan_id)
            self._plans.resume(plan_id, (), then, failed, owner)

        self._errands.submit(lambda: self._create(request), created, failed, owner)

    def demo(self, steps: int | None, repeats: int, then: Callable[[LadderRequest], None], failed: Failed, owner: QObject) -> None:
        """Find out what the demonstration climbs on this machine.

        Args:
            steps: Measured steps of each run; None for a few seconds of them.
            repeats: Of each side of a rung; from two on the ladder is a thorough one.
            then: Called with what to start.
            failed: Called with why nothing can be.
            owner: Neither is called once this object has been deleted.
        """

        def work() -> LadderRequest:
            from gpuscope.recording.ladder_request import demo_request

            asked, from_cpu = demo_request(steps)
            return LadderRequest(asked, repeats > 1, from_cpu, repeats if repeats > 1 else None)

        self._errands.submit(work, then, failed, owner)

    # On other threads

    def _create(self, request: LadderRequest) -> str:
        from gpuscope.recording.ladder import plan_name
        from gpuscope.recording.plan_start import create_plan

        options = _options(request)
        return create_plan(self.store_url, PlanKind.LADDER, plan_name(options), options=options)


def _options(request: LadderRequest) -> dict[str, object]:
    from gpuscope.recording.ladder import REPEATS, ladder_options
    from gpuscope.workloads.capabilities import Capabilities

    return ladder_options(
        request.asked,
        Capabilities.load(),
        thorough=request.thorough,
        from_cpu=request.from_cpu,
        repeats=request.repeats or REPEATS,
    )


def write_ladder(state: LadderState, path: Path, history: RunHistory) -> Path:
    """Write a ladder's comparison, of which a report begins with the ladder; for the history's thread.

    Raises:
        UsageError: The path does not do.
        UnavailableError: It cannot be written, or PDFs cannot be made here.
    """
    from gpuscope.recording.comparison_file import write_comparison_file

    assert state.comparison is not None
    write_comparison_file(history, state.comparison, path, ladder=state.view)
    return path


class _Reading:
    """The store's side, on the worker's thread; a state is worked out anew only when the plan has changed."""

    def __init__(self, store_url: str) -> None:
        self._store_url = store_url
        self._plans: PlanReader | None = None
        self._records: PlanRecords | None = None
        self._last: tuple[tuple[object, ...], LadderState] | None = None

    def listed(self) -> list[Plan]:
        from gpuscope.recording.plan_folder import derive_state

        plans = self._reader().plans(limit=_LISTED)
        return [derive_state(self._store_url, plan) for plan in plans if plan.kind is PlanKind.LADDER]

    def read(self, plan_id: str) -> LadderState | None:
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
        key = (plan.plan_id, plan.state, plan.reason, is_live, unit, *((item.state, item.run_id, item.reason) for item in plan.items))
        if self._last is None or self._last[0] != key:
            self._last = key, self._state(plan, is_live, unit)
        return self._last[1]

    def _state(self, plan: Plan, is_live: bool, unit: str) -> LadderState:
        from gpuscope.gui.engine_texts import engine_text
        from gpuscope.recording.ladder import ladder_comparison, ladder_view
        from gpuscope.recording.plan_records import PlanRecords
        from gpuscope.reports.pictures.comparison_pictures import WITH_MEMORY, Wording, plane

        if self._records is None or self._records.plan is None or self._records.plan.plan_id != plan.plan_id:
            if self._records is not None:
                self._records.close()
            self._records = PlanRecords(self._store_url)
        self._records.plan = plan
        view = ladder_view(plan, self._records, unit)
        _ = view.cards, view.sentence, view.labels  # worked out here, not on the window's thread
        comparison = ladder_comparison(plan, self._records)
        wording = Wording(energy_unit=unit, say=engine_text, numbered=True)
        chart = None if comparison is None else plane(comparison, wording, WITH_MEMORY)
        return LadderState(plan, view, comparison, chart, is_live)

    def _reader(self) -> PlanReader:
        from gpuscope.storage.plans import PlanReader

        if self._plans is None:
            self._plans = PlanReader(self._store_url)
        return self._plans

    def close(self) -> None:
        for store in (self._plans, self._records):
            if store is not None:
                store.close()
