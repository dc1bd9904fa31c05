"""Whoever watches a plan from inside its conductor's process."""

from pathlib import Path

from gpuscope.core.plan import Plan, PlanItem


class PlanObserver:
    """Hears what a conductor does, and as it stands does nothing about it.

    Attributes:
        shows_progress: Whether the recorders print their live line on our standard error.
    """

    shows_progress = False

    def item_begins(self, plan: Plan, item: PlanItem) -> None:
        """Before the workload of an item starts."""

    def run_started(self, plan: Plan, item: PlanItem, folder: Path) -> None:
        """The workload of an item runs; its recorder listens in that folder."""

    def item_ended(self, plan: Plan, item: PlanItem) -> None:
        """An item was settled, skipped or stopped."""

    def waits(self, plan: Plan) -> None:
        """The plan waits for a device; its reason says for whom."""

    def notice(self, text: str) -> None:
        """Something that the user should know now."""
