"""A page of plans over services that start no processes."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from pytestqt.qtbot import QtBot

from gpuscope.gui.pages.plan.plan_page import PlanPage
from gpuscope.gui.services.history import History
from gpuscope.gui.services.live_runs import LiveRuns
from gpuscope.gui.services.plan_follower import FollowedPlan, PlanFollower
from gpuscope.gui.services.plans import Plans
from gpuscope.gui.services.run_starter import RunStarter
from gpuscope.gui.theme import Choice, Theme
from gpuscope.system import paths

Follower = TypeVar("Follower", bound=PlanFollower[Any, Any])
AnyPage = TypeVar("AnyPage", bound=PlanPage[Any, Any])


class NotedPlans(Plans):
    """Logs what is asked of it; starts no process."""

    def __init__(self) -> None:
        super().__init__(paths.default_store_url())
        self.stopped: list[str] = []
        self.resumed: list[tuple[str, list[int]]] = []

    def stop(self, plan_id: str, failed: Any = None) -> None:
        self.stopped.append(plan_id)

    def resume(self, plan_id: str, again: Any = (), then: Any = None, failed: Any = None, owner: Any = None) -> None:
        self.resumed.append((plan_id, list(again)))
        then(plan_id)


class PlanStand(Generic[Follower, AnyPage]):
    """The page, its follower, and the log of requests to the plans."""

    def __init__(self, qtbot: QtBot, follower: type[Follower], page: Callable[..., AnyPage], *, knows_machine: bool = False) -> None:
        url = paths.default_store_url()
        self.plans, self.history = NotedPlans(), History(url)
        self.follower, live = follower(url, self.plans), LiveRuns(url)
        self.starter = RunStarter(url, live)
        if knows_machine:
            self.starter.load_capabilities()
        self.page = page(Theme(Choice.DARK), self.follower, self.plans, live, self.starter, self.history)
        self._services = (self.follower, self.plans, live, self.starter, self.history)
        qtbot.addWidget(self.page)
        self.page.resize(1100, 700)
        self.page.show()

    def show(self, state: FollowedPlan) -> None:
        """Show a plan in this state."""
        self.follower._plan_id = state.plan.plan_id
        self.follower.state = state
        self.follower._is_busy = True  # keeps the follower from reading the store
        self.follower.changed.emit(state)

    def close(self) -> None:
        for service in self._services:
            service.close()
