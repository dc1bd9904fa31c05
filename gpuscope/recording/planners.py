"""Who decides what a plan runs next: a planner for each kind of plan.

A planner keeps nothing between two calls: all that it knows stands in the plan (options and items with their details) and in the records of
its runs, so that a resumed plan goes on as it would have. Any process may make one, at any time.

A new kind is a subclass of :class:`Planner` and an entry in :data:`PLANNERS`. What starts a plan, a verb or the window, stores its
first items with ``recording.plan_start.create_plan``; a planner that adapts returns further ones as it learns.
"""

import importlib
from collections.abc import Mapping
from typing import Any

from gpuscope.core import figures
from gpuscope.core.plan import ItemState, Plan, PlanItem, PlanKind
from gpuscope.core.run import RunRecord

_BUSY = 1.5
"""Factor by which others make starts longer, from which a forecast names them: it holds as long as they go on."""


def forecast_words(seconds: float, slowdown: float) -> str:
    """Return about how long a plan takes, in words, and that this counts on the load of now where that matters.

    Args:
        seconds: How long.
        slowdown: How many times longer others make a run's start (``processes.slowdown_by_load``).
    """
    about = f"about {figures.duration(seconds)}"
    return f"{about} while other programs keep the processor as busy as now" if slowdown >= _BUSY else about


class Planner:
    """Decides what runs next: as it stands the items that the plan holds, in order.

    Attributes:
        is_open: Whether there may be items that the plan does not hold yet: then a recorder is kept ready beside the last of those that it
            holds.
        ends_with_a_stopped_run: Whether a run that is stopped by its own id stops the plan; else its item has failed, and the plan goes on.
    """

    is_open = False
    ends_with_a_stopped_run = True

    def next(self, plan: Plan, records: Mapping[str, RunRecord]) -> PlanItem | None:  # noqa: ARG002 - others look at the records
        """Return the item that runs next, or None when nothing is left.

        A :class:`~gpuscope.core.errors.GpuscopeError` ends the plan as failed; resumed, its failed items are run again.

        Args:
            plan: As it is now; of its items none runs.
            records: The runs of its items, by id, read from the store when they are looked at; one that was deleted is a KeyError.

        Returns:
            An item of the plan that waits, as it is or changed (its spec, its details), or a new one, whose number is
            ``len(plan.items)``. One in the state SKIPPED, with its reason, is stored and not run.
        """
        return next((item for item in plan.items if item.state is ItemState.WAITING), None)

    def finish(self, plan: Plan, records: Mapping[str, RunRecord]) -> Mapping[str, Any] | None:  # noqa: ARG002 - as above
        """Conclude, once :meth:`next` has returned None; return what to add to the plan's options, if anything.

        Called again when the plan is resumed and ends again.
        """
        return None


class Queue(Planner):
    """Plain runs, one after another; more may be appended at any time."""

    ends_with_a_stopped_run = False


PLANNERS: dict[PlanKind, str] = {
    PlanKind.LADDER: "gpuscope.recording.ladder:LadderPlanner",
    PlanKind.SWEEP: "gpuscope.recording.sweep:SweepPlanner",
    PlanKind.AB: "gpuscope.recording.ab_plan:AbPlanner",
    PlanKind.CHAIN: "gpuscope.recording.planners:Planner",
    PlanKind.QUEUE: "gpuscope.recording.planners:Queue",
}
"""By kind, "module:class", imported when a plan of the kind is conducted; the class is made without arguments."""


def planner_of(kind: PlanKind) -> Planner:
    """Return a planner for plans of a kind."""
    module, _, name = PLANNERS[kind].partition(":")
    planner: Planner = getattr(importlib.import_module(module), name)()
    return planner
