"""A plan: a set of related runs (ladder, sweep, A/B, chain, queue), recorded one after another by one conductor."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Any, Self

from gpuscope.core.runspec import RunSpec


class PlanKind(StrEnum):
    """Kind of a plan; each kind has its own planner, which decides what runs next (``recording.planners``)."""

    LADDER = "ladder"
    SWEEP = "sweep"
    AB = "ab"
    CHAIN = "chain"
    QUEUE = "queue"

    @property
    def ends_with_a_stopped_run(self) -> bool:
        """Whether stopping a run by its own id stops the plan; else its item fails, and the plan continues."""
        return self not in (PlanKind.LADDER, PlanKind.QUEUE)


class PlanState(StrEnum):
    """State of a plan. A stored "running" is not trusted: readers derive it from the conductor's lock, as for runs."""

    WAITING = "waiting"
    """Waiting for its conductor to start, or for a device in use by another plan or run, which the plan's reason names."""
    RUNNING = "running"
    STOPPED = "stopped"
    """Stopped on request; it can be resumed."""
    FINISHED = "finished"
    """Every item is settled, including failed ones."""
    FAILED = "failed"
    """The conductor could not continue; the reason says why. It can be resumed."""
    INTERRUPTED = "interrupted"
    """Derived: stored as running, but it has no live conductor. It can be resumed."""
    DAMAGED = "damaged"
    """Derived: its rows in the store are corrupt."""

    @property
    def can_resume(self) -> bool:
        """Whether a plan without a conductor in this state has begun and has work left."""
        return self in (PlanState.STOPPED, PlanState.FAILED, PlanState.INTERRUPTED)


class ItemState(StrEnum):
    """State of a plan item."""

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
        """Whether the state is final."""
        return self in (ItemState.DONE, ItemState.FAILED, ItemState.SKIPPED)


@dataclass(frozen=True, slots=True)
class PlanItem:
    """A planned or recorded run of a plan.

    Attributes:
        number: Index in the plan, from 0.
        name: The name of its run.
        spec: What is run.
        group: Group name; items with the same name are repeats of the same thing (a variant, a rung, a cell).
        run_id: Id of its run, set when the run starts; None before that and for items without a run.
        reason: Why it failed or was skipped, in words.
        details: JSON with the planner's keys and the conductor's; properties read those that several modules use.
    """

    number: int
    name: str
    spec: RunSpec
    group: str = ""
    state: ItemState = ItemState.WAITING
    run_id: str | None = None
    reason: str | None = None
    details: Mapping[str, Any] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """Title given by its planner; "" for none."""
        return str(self.details.get("title") or "")

    @property
    def shown_title(self) -> str:
        """Title under which it is listed."""
        return self.title or self.name or self.spec.workload

    @property
    def cure(self) -> str:
        """What would make a refused or skipped run possible; "" if unknown."""
        return str(self.details.get("cure") or "")

    @property
    def exit_code(self) -> int | None:
        """Exit code of a failed or refused run; None if it has none."""
        return self.details.get("exit_code")

    @property
    def last_lines(self) -> tuple[str, ...]:
        """Last lines of a failed run's output."""
        return tuple(self.details.get("last_lines", ()))

    @property
    def earlier_runs(self) -> tuple[str, ...]:
        """Ids of interrupted or stopped earlier runs of this item."""
        return tuple(self.details.get("earlier_runs", ()))

    @property
    def folder(self) -> str:
        """Working folder of its command, in place of the plan's; "" for that one."""
        return str(self.details.get("folder") or "")

    @property
    def run_arguments(self) -> tuple[str, ...]:
        """Additional arguments of ``gpuscope run`` for it."""
        return tuple(self.details.get("run_arguments", ()))

    def with_details(self, **more: Any) -> Self:
        """Return the item with details added or replaced."""
        return replace(self, details={**self.details, **more})

    def waiting_again(self) -> Self:
        """Return the item reset to waiting; the id of its previous run is added to its details."""
        earlier = [*self.earlier_runs, *([self.run_id] if self.run_id else [])]
        return replace(self, state=ItemState.WAITING, run_id=None, reason=None).with_details(earlier_runs=earlier)

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
    """A plan as readers see it.

    Attributes:
        plan_id: "p" and 12 random hexadecimal digits; the prefix distinguishes it from run ids.
        kind: Kind of the plan, which determines its planner.
        name: The user's name for it, else generated from what is run.
        created_at: Time of creation, UTC.
        options: JSON with the planner's keys and the conductor's: properties read the conductor's; :class:`AbOptions`,
            ``recording.ladder.LadderOptions`` and ``recording.sweep.SweepOptions`` are the typed forms of the planners'.
        items: Items in order of their numbers; omitted in a list of plans (``storage.plans.PlanReader.plans``).
        state: State as stored, or derived (``recording.plan_folder.true_plan``).
        reason: Why it is waiting, was stopped or failed; None if not applicable.
        counts: Number of items in each state.
        host: Host name of its conductor; "" before it was first conducted.
        boot_id: Boot id of that machine when it was conducted.
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
        """Number of items; for an unfinished plan at least the expected number."""
        counted = sum(self.counts.values())
        return counted if self.state is PlanState.FINISHED else max(counted, int(self.options.get("expected", 0)))

    @property
    def folder(self) -> str:
        """Working folder of commands and base of relative paths; "" if unknown."""
        return str(self.options.get("folder") or "")

    @property
    def run_arguments(self) -> tuple[str, ...]:
        """Additional arguments of ``gpuscope run`` for every item (``--sensor simulated``)."""
        return tuple(self.options.get("run_arguments", ()))

    @property
    def tags(self) -> tuple[str, ...]:
        """Tags of each run."""
        return tuple(self.options.get("tags", ()))

    @property
    def has_cooling(self) -> bool:
        """Whether to wait before a run, at most a minute, until no GPU is warmer than before the first run."""
        return bool(self.options.get("cooling"))

    @property
    def sentence(self) -> str:
        """What a finished plan found, in a sentence; "" if its kind has none."""
        return str(self.options.get("sentence") or "")

    @property
    def settled(self) -> int:
        """Number of items in a final state."""
        return sum(count for state, count in self.counts.items() if state.is_settled)

    @property
    def made(self) -> int:
        """Number of items whose run has ended; those that were skipped have none."""
        return self.settled - self.counts.get(ItemState.SKIPPED, 0)

    def with_item(self, item: PlanItem) -> Self:
        """Return the plan with an item replaced, or appended."""
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
            "done": self.made,
            "total": self.total,
            "counts": {state.value: count for state, count in self.counts.items()},
        }


@dataclass(frozen=True, slots=True)
class AbOptions:
    """The options of an A/B's plan.

    Attributes:
        repeats: Minimum number of runs of each variant.
        until: Maximum width of the interval of each throughput's ratio, as a share; None for a fixed number of repeats.
        earlier: Ids, by group, of runs from before the plan that also count as repeats.
        cooling: Whether to wait before each run until the GPU has cooled.
    """

    repeats: int
    until: float | None = None
    earlier: Mapping[str, Sequence[str]] = field(default_factory=dict)
    cooling: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return the stored form."""
        earlier = {name: list(ids) for name, ids in self.earlier.items()}
        return {"repeats": self.repeats, "until": self.until, **({"earlier": earlier} if earlier else {}), "cooling": self.cooling}

    @classmethod
    def of(cls, plan: Plan) -> Self:
        """Return the options of a plan."""
        options = plan.options
        return cls(int(options.get("repeats", 1)), options.get("until"), options.get("earlier", {}), bool(options.get("cooling")))


def counts_of(items: tuple[PlanItem, ...]) -> dict[ItemState, int]:
    """Return the number of items in each state; states without items are omitted."""
    states = [item.state for item in items]
    return {state: states.count(state) for state in ItemState if state in states}
