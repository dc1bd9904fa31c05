"""The Runs page over a real store, as the tests of its subjects use it."""

from dataclasses import dataclass

from pytestqt.qtbot import QtBot

from gpuscope.gui.pages.runs_page import RunsPage
from gpuscope.gui.services.history import History
from gpuscope.gui.services.live_runs import LiveRuns
from gpuscope.gui.widgets.labels import ElidedLabel

ONE, TWO, THREE = "111111111111", "222222222222", "333333333333"


@dataclass
class Window:
    """The page with its services, and its requests to other pages."""

    page: RunsPage
    history: History
    live_runs: LiveRuns
    wanted: list[tuple[str, object]]
    qtbot: QtBot

    def wait(self) -> None:
        self.qtbot.waitUntil(self.page.is_ready)

    def open(self, run_id: str) -> None:
        row = self.page.model.find(run_id)
        assert row is not None
        self.page.open_row(row)
        self.wait()

    def title(self) -> str:
        return self.page.header.findChildren(ElidedLabel)[0].whole_text

    def notice(self) -> str:
        return self.page.notice.text
