"""What a verb prints on standard error while it conducts a plan; below it, each recorder prints its live line."""

import math
import time
from collections.abc import Callable

from gpuscope.cli import console
from gpuscope.core.plan import ItemState, Plan, PlanItem
from gpuscope.core.run import reason_beyond
from gpuscope.recording.plan_observer import PlanObserver

WAIT_TOLD_S = 30.0
"""Between two lines that say for whom a plan waits: more would push what was measured off the screen."""


class PlanProgress(PlanObserver):
    """A line when an item begins, when it went wrong, and when the plan waits.

    Args:
        beginning: Returns what is said of an item that begins; the number of its run, when not given.
    """

    shows_progress = True

    def __init__(self, beginning: Callable[[Plan, PlanItem], str] | None = None) -> None:
        self._beginning = beginning or self._numbered
        self._told_waits: set[str] = set()
        self._told_at_s = -math.inf

    def item_begins(self, plan: Plan, item: PlanItem) -> None:
        """Say which it is."""
        console.tell(self._beginning(plan, item))

    def _numbered(self, plan: Plan, item: PlanItem) -> str:
        return f"run {item.number + 1} of {max(plan.total, item.number + 1)}: {self.title(item)}"

    def item_ended(self, plan: Plan, item: PlanItem) -> None:  # noqa: ARG002 - others count
        """Say what went wrong."""
        if item.state is not ItemState.DONE:
            reason = reason_beyond(item.state, item.reason).removeprefix(f"{self.title(item)} ")
            standing = "not here" if item.state is ItemState.SKIPPED else item.state.value
            console.tell(f"{self.title(item)}: {standing}{f', {reason}' if reason else ''}")
            for line in item.details.get("last_lines", []):
                console.tell(f"  {line}")

    def title(self, item: PlanItem) -> str:
        """Return what an item is called here."""
        return str(item.details.get("title") or item.name or item.spec.workload)

    def waits(self, plan: Plan) -> None:
        """Say for whom, once for each, and not all the time: those who use a device may change every second."""
        if plan.reason in self._told_waits or time.monotonic() - self._told_at_s < WAIT_TOLD_S:
            return
        self._told_at_s = time.monotonic()
        self._told_waits.add(str(plan.reason))
        console.tell(f"{plan.reason}; 'gpuscope stop {plan.plan_id}' gives up")

    def notice(self, text: str) -> None:
        """Pass it on."""
        console.tell(text)
