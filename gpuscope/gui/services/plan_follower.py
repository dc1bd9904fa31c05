"""Plans of one kind: list and start them, and follow one of them, whose page state is computed off the event loop."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Generic, Self, TypeVar

from PySide6.QtCore import QObject, Signal

from gpuscope.core.plan import ItemState, Plan, PlanKind, PlanState
from gpuscope.gui.services.plans import Plans
from gpuscope.gui.services.worker import Errands, Failed, Worker

if TYPE_CHECKING:
    from gpuscope.recording.plan_records import PlanRecords
    from gpuscope.storage.plans import PlanReader

_LISTED = 40
"""Maximum number of plans to choose from; one row is read for each."""
_SETTLED = frozenset({ItemState.DONE.value, ItemState.FAILED.value, ItemState.SKIPPED.value})

_OVER = frozenset({PlanState.FINISHED, PlanState.DAMAGED})
"""States in which a plan is not continued."""


@dataclass(frozen=True)
class FollowedPlan:
    """A plan as last read; each kind adds the content of its page.

    Attributes:
        plan: The plan with its true state.
        is_live: Whether a conductor is working on it.
    """

    plan: Plan
    is_live: bool

    @property
    def subject(self) -> str:
        """Short description of the measured workload."""
        raise NotImplementedError

    @property
    def part_states(self) -> list[str]:
        """State of each part that the page shows, such as a ladder's rungs: the values of ``ItemState``."""
        raise NotImplementedError

    @property
    def live_run(self) -> str:
        """Id of the run that is being recorded; "" for none."""
        return next((item.run_id or "" for item in self.plan.items if item.state is ItemState.RUNNING), "")

    @property
    def can_resume(self) -> bool:
        """Whether work is left and no conductor is doing it."""
        return not self.is_live and self.plan.state not in (PlanState.FINISHED, PlanState.DAMAGED)

    def begun(self) -> Self:
        """Return the state that a start or resume is about to bring: live, and no longer ended for a reason."""
        return replace(self, is_live=True, plan=replace(self.plan, state=PlanState.RUNNING, reason=None))

    @property
    def present_part(self) -> tuple[int, int]:
        """Number of the part being measured, from 1, and number of parts."""
        count = len(self.part_states)
        return min(self._settled + 1, count), count

    def share_done(self, of_present: float | None) -> float:
        """Return the share of the parts that is done, including the given share of the current part."""
        return min(1.0, (self._settled + (of_present or 0.0)) / max(1, len(self.part_states)))

    @property
    def _settled(self) -> int:
        return sum(state in _SETTLED for state in self.part_states)


Request = TypeVar("Request")
State = TypeVar("State", bound=FollowedPlan)


class PlanFollower(QObject, Generic[Request, State]):
    """Plans of one kind in one store.

    A kind supplies :attr:`kind`, :meth:`create` and :meth:`derive`.

    Signals:
        changed: The followed plan has changed: its state, or None while there is none.
        failed: A GpuscopeError: the plan cannot be read.

    Attributes:
        state: The followed plan as last read; None before the first read, and if there is no plan.
        has_read: Whether the store has been read.
    """

    changed = Signal(object)
    failed = Signal(object)
    kind: ClassVar[PlanKind]

    def __init__(self, store_url: str, plans: Plans, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.store_url = store_url
        self.state: State | None = None
        self.has_read = False
        self._plans = plans
        self._plan_id = ""
        self._is_busy = False
        self._worker = Worker(f"{self.kind.value} plans", self)
        self._errands = Errands(f"start of a {self.kind.value}", self)
        self._reading = _Reading(store_url, self.kind, self.derive)

    # Supplied by each kind; called on other threads

    def create(self, request: Request) -> str:
        """Store a plan and return its id.

        Raises:
            GpuscopeError: The request is not possible, or the plan cannot be stored.
        """
        raise NotImplementedError

    def derive(self, plan: Plan, records: PlanRecords, unit: str, *, is_live: bool) -> State:
        """Return a plan's state for its page, with energies in the given unit; everything costly is computed here."""
        raise NotImplementedError

    # Reading

    def follow(self, plan_id: str) -> None:
        """Follow another plan; "" for the newest."""
        self._plan_id = plan_id
        self._is_busy = False
        self.poll()

    def poll(self) -> None:
        """Read the plan again off the event loop; emit :attr:`changed` if it differs."""
        if not self._is_busy:
            self._is_busy = True
            wanted = self._plan_id
            self._worker.submit(partial(self._reading.read, wanted), partial(self._apply, wanted), partial(self._fail, wanted), self)

    def listed(self, then: Callable[[list[Plan]], None], owner: QObject) -> None:
        """Read the newest plans of the kind, without their items."""
        self._worker.submit(self._reading.listed, then, lambda _: then([]), owner)

    def close(self) -> None:
        """Wait for the threads; plans continue."""
        self._worker.close()
        self._errands.close()
        self._reading.close()

    def _apply(self, wanted: str, state: State | None) -> None:
        if wanted != self._plan_id:
            return  # another plan is now followed, and being read
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

    # Starting

    def start(
        self, request: Request, then: Callable[[str], None] | None = None, failed: Failed | None = None, owner: QObject | None = None
    ) -> None:
        """Store a plan, follow it, and start its conductor; ``then`` gets the plan's id once its conductor is working on it."""

        def created(plan_id: str) -> None:
            self.follow(plan_id)
            self._plans.resume(plan_id, (), then, failed, owner)

        self._errands.submit(partial(self.create, request), created, failed, owner)


class _Reading(Generic[State]):
    """Reads the store on the worker's thread; a state is computed again only if the plan has changed."""

    def __init__(self, store_url: str, kind: PlanKind, derive: Callable[..., State]) -> None:
        self._store_url, self._kind, self._derive = store_url, kind, derive
        self._plans: PlanReader | None = None
        self._records: PlanRecords | None = None
        self._last: tuple[tuple[object, ...], State] | None = None

    def listed(self) -> list[Plan]:
        from gpuscope.recording.plan_folder import true_plans

        return true_plans(self._reader(), self._kind, limit=_LISTED)

    def read(self, plan_id: str) -> State | None:
        if not plan_id:
            newest = self.listed()
            if not newest:
                return None
            plan_id = newest[0].plan_id
        from gpuscope.recording.plan_folder import is_conducted, true_plan
        from gpuscope.system import language
        from gpuscope.system.settings import read_settings

        plan = true_plan(self._reader(), plan_id)
        # Also true between a conductor's start and its first write to the store, and between its last write and its end.
        is_live = plan.state not in _OVER and is_conducted(self._store_url, plan.plan_id)
        unit = read_settings().energy_unit
        key = plan, is_live, unit, language.current()  # pictures are in one language
        if self._last is None or self._last[0] != key:
            self._last = key, self._derive(plan, self._records_of(plan), unit, is_live=is_live)
        return self._last[1]

    def _records_of(self, plan: Plan) -> PlanRecords:
        from gpuscope.recording.plan_records import PlanRecords

        if self._records is None or self._records.plan is None or self._records.plan.plan_id != plan.plan_id:
            if self._records is not None:
                self._records.close()
            self._records = PlanRecords(self._store_url)
        self._records.plan = plan
        return self._records

    def _reader(self) -> PlanReader:
        from gpuscope.storage.plans import PlanReader

        if self._plans is None:
            self._plans = PlanReader(self._store_url)
        return self._plans

    def close(self) -> None:
        for store in (self._plans, self._records):
            if store is not None:
                store.close()
