"""A plan: several runs that belong together (a ladder, a sweep, an A/B, a chain, a queue), recorded one after another by one conductor."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Any, Self

from gpuscope.core.runspec import RunSpec


class PlanKind(StrEnum):
    """Who decides what runs next: each kind has a planner of its own (``recording.planners``)."""

    LADDER = "ladder"
    SWEEP = "sweep"
    AB = "ab"
    CHAIN = "chain"
    QUEUE = "queue"


class PlanState(StrEnum):
    """How a plan stands. "running" is never believed as stored: readers derive it from the conductor's lock, as for runs."""

    WAITING = "waiting"
    """For its conductor to start, or for a device that another plan or run uses; the plan's reason says for whom."""
    RUNNING = "running"
    STOPPED = "stopped"
    """On request; it can be resumed."""
    FINISHED = "finished"
    """Every item has its end, those that failed included."""
    FAILED = "failed"
    """The conductor could not go on; the reason says why. It can be resumed."""
    INTERRUPTED = "interrupted"
    """Derived: stored as running, and no process conducts it. It can be resumed."""
    DAMAGED = "damaged"
    """Derived: its rows in the store are not what was written."""


class ItemState(StrEnum):
    """How an item of a plan stands."""

    WAITING = "waiting"
    RUNNING = "running"
    """Stored before its workload starts, with the id of its run."""
    DONE = "done"
    FAILED = "failed"
    SKIPPED = "skipped"
    """Not run here; the reason says why (not available, does not fit, only emulated)."""
    STOPPED = "stopped"
    """Its run was stopped on request; a resumed plan runs it again."""

    @property
    def is_settled(self) -> bool:
        """Whether nothing more becomes of it."""
        return self in (ItemState.DONE, ItemState.FAILED, ItemState.SKIPPED)


@dataclass(frozen=True, slots=True)
class PlanItem:
    """One run of a plan, to be made or made.

    Attributes:
        number: Its place in the plan, from 0.
        name: The name of its run.
        spec: What is run.
        group: Items with one name stand for one thing (a variant, a rung, a cell): its repeats.
        state: How it stands.
        run_id: Of its run, while it runs and after; None before and without one.
        reason: Why it failed or was skipped, in words.
        details: JSON. The planner's own keys, and the conductor's: "cure" and "exit_code" of a refusal, "last_lines" of a run that failed,
            "earlier_runs" (ids of runs of this item that were interrupted or stopped before).
    """

    number: int
    name: str
    spec: RunSpec
    group: str = ""
    state: ItemState = ItemState.WAITING
    run_id: str | None = None
    reason: str | None = None
    details: Mapping[str, Any] = field(default_factory=dict)

    def waiting_again(self) -> Self:
        """Return the item as it waits to be run once more; the run that it had is remembered in its details."""
        earlier = [*self.details.get("earlier_runs", []), *([self.run_id] if self.run_id else [])]
        return replace(self, state=ItemState.WAITING, run_id=None, reason=None, details={**self.details, "earlier_runs": earlier})

    def to_json(self) -> dict[str, Any]:
        """Return the document that ``gpuscope plans PLAN --json`` prints."""
        return {
            "number": self.number,
            "name": self.name,
            "group": self.group,
            "state": self.state.value,
            "run_id": self.run_id,
            "reason": self.reason,
            "spec": self.spec.to_json(),
            "details": dict(self.details),
        }


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan as its readers see it.

    Attributes:
        plan_id: 12 hexadecimal digits behind "p", drawn by chance, so that no run has its name.
        kind: Which planner decides what runs next.
        name: The user's, else made from what is run.
        created_at: UTC.
        options: JSON. The planner's own keys, and those of the conductor (``recording.conductor``).
        items: In order of their numbers. In a list of plans (``storage.plans.PlanReader.plans``) they are left out.
        state: As stored, or derived (``recording.plan_folder.derive_state``).
        reason: Why it waits, was stopped or failed, in words; None when there is nothing to say.
        counts: How many items are in each state.
        host: Name of the machine of its conductor; "" before the first.
        boot_id: Of that machine when it was conducted.
    """

    plan_id: str
    kind: PlanKind
    name: str
    created_at: datetime
    options: Mapping[str, Any]
    items: tuple[PlanItem, ...]
    state: PlanState = PlanState.WAITING
    reason: str | None = None
    counts: Mapping[ItemState, int] = field(default_factory=dict)
    host: str = ""
    boot_id: str = ""

    @property
    def total(self) -> int:
        """Number of items: of a plan that is not over as many as its option ``expected`` says, or more where a planner has added some."""
        known = sum(self.counts.values())
        return known if self.state is PlanState.FINISHED else max(known, int(self.options.get("expected", 0)))

    @property
    def settled(self) -> int:
        """Number of items of which nothing more becomes."""
        return sum(count for state, count in self.counts.items() if state.is_settled)

    def with_item(self, item: PlanItem) -> Self:
        """Return the plan with an item changed, or added behind the last."""
        items = (*self.items[: item.number], item, *self.items[item.number + 1 :])
        return replace(self, items=items, counts=counts_of(items))

    def of_group(self, group: str) -> tuple[PlanItem, ...]:
        """Return the items of a group, in order."""
        return tuple(item for item in self.items if item.group == group)

    def to_json(self) -> dict[str, Any]:
        """Return the document that ``gpuscope plans --json`` prints."""
        return {
            "plan_id": self.plan_id,
            "kind": self.kind.value,
            "name": self.name,
            "state": self.state.value,
            "reason": self.reason,
            "created_at": self.created_at.isoformat(),
            "host": self.host,
            "done": self.settled,
            "total": self.total,
            "counts": {state.value: count for state, count in self.counts.items()},
        }


def counts_of(items: tuple[PlanItem, ...]) -> dict[ItemState, int]:
    """Return how many of the items are in each state; states without one are left out."""
    states = [item.state for item in items]
    return {state: states.count(state) for state in ItemState if state in states}
