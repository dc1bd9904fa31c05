"""Planners: choose the next run of a plan, one planner for each kind of plan.

A planner is stateless: all its information is in the plan (options and items with their details) and in the records of its runs, so that a
resumed plan continues as it would have. Any process may create one, at any time.

A new kind is a subclass of :class:`Planner` and an entry in :data:`PLANNERS`. The command or the window that starts a plan stores its
first items with ``recording.plan_start.create_plan``; an adaptive planner returns further items as results arrive.
"""

import importlib
from collections.abc import Mapping
from typing import Any

from gpuscope.core import figures
from gpuscope.core.plan import ItemState, Plan, PlanItem, PlanKind
from gpuscope.core.run import RunRecord

_BUSY = 1.5
"""Slowdown of starts by other programs from which a forecast mentions them: it is valid only as long as that load continues."""


def forecast_text(seconds: float, slowdown: float) -> str:
    """Return a phrase with the approximate duration of a plan, noting if it assumes that a high CPU load continues.

    Args:
        seconds: The duration.
        slowdown: Factor by which other programs lengthen a run's start (``processes.slowdown_by_load``).
    """
    about = f"about {figures.rough_duration(seconds)}"
    return f"{about} while other programs keep the processor as busy as now" if slowdown >= _BUSY else about


class Planner:
    """Chooses the next run; this base class runs the plan's items in order.

    Attributes:
        is_open: Whether the planner may add items to the plan: then a recorder is prepared even while the last known item runs.
    """

    is_open = False

    def next(self, plan: Plan, records: Mapping[str, RunRecord]) -> PlanItem | None:  # noqa: ARG002 - subclasses use the records
        """Return the next item to run, or None if there is none.

        A :class:`~gpuscope.core.errors.GpuscopeError` ends the plan as failed; when it is resumed, its failed items are rerun.

        Args:
            plan: The plan's current state; none of its items is running.
            records: The runs of its items, by id, read from the store on access; a deleted run raises a KeyError.

        Returns:
            A waiting item of the plan, possibly with changed spec or details, or a new item, whose number is ``len(plan.items)``. An
            item in the state SKIPPED, with its reason, is stored and not run.
        """
        return next((item for item in plan.items if item.state is ItemState.WAITING), None)

    def runs_ahead(self, plan: Plan) -> int:  # noqa: ARG002 - subclasses use it
        """Return the number of runs still expected that may share the preparation of their processes; 0 if each prepares its own.

        Waiting processes occupy memory, so only plans whose runs do not approach its limits may.
        """
        return 0

    def finish(self, plan: Plan, records: Mapping[str, RunRecord]) -> Mapping[str, Any] | None:  # noqa: ARG002 - as above
        """Called once :meth:`next` has returned None; return options to add to the plan, if any.

        Called again if the plan is resumed and ends again.
        """
        return None


PLANNERS: dict[PlanKind, str] = {
    PlanKind.LADDER: "gpuscope.recording.ladder:LadderPlanner",
    PlanKind.SWEEP: "gpuscope.recording.sweep:SweepPlanner",
    PlanKind.AB: "gpuscope.recording.ab_plan:AbPlanner",
    PlanKind.CHAIN: "gpuscope.recording.planners:Planner",
    PlanKind.QUEUE: "gpuscope.recording.planners:Planner",
}
"""Planner class by kind, as "module:class", imported when a plan of the kind is conducted; constructed without arguments."""


def planner_of(kind: PlanKind) -> Planner:
    """Return a planner for plans of a kind."""
    module, _, name = PLANNERS[kind].partition(":")
    planner: Planner = getattr(importlib.import_module(module), name)()
    return planner
