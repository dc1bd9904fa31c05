"""Interface for observers of a plan within its conductor's process."""

from pathlib import Path

from gpuscope.core.plan import Plan, PlanItem


class PlanObserver:
    """Receives notifications from a conductor; this base class ignores them.

    Attributes:
        shows_progress: Whether the recorders print their live line to this process's standard error.
    """

    shows_progress = False

    def item_begins(self, plan: Plan, item: PlanItem) -> None:
        """Called before the workload of an item starts."""

    def run_started(self, plan: Plan, item: PlanItem, folder: Path) -> None:
        """Called when the workload of an item is running; its recorder listens in ``folder``."""

    def item_ended(self, plan: Plan, item: PlanItem) -> None:
        """Called when an item has been settled, skipped or stopped."""

    def waits(self, plan: Plan) -> None:
        """Called when the plan waits for a device; its reason names the holder."""

    def notice(self, text: str) -> None:
        """Called with a message for the user."""
