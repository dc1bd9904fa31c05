"""The Run page with all its services made up, and helpers that read and press what a user does."""

from typing import Any, cast

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from gpuscope.gui.pages.run_page import RunPage
from gpuscope.gui.services.history import History
from gpuscope.gui.services.live_runs import LiveRuns
from gpuscope.gui.services.plans import Plans
from gpuscope.gui.services.presets import Presets
from gpuscope.gui.services.run_starter import RunStarter
from gpuscope.gui.services.user_settings import UserSettings
from gpuscope.gui.theme import Choice, Theme
from gpuscope.gui.widgets.labels import ElidedLabel
from gpuscope.gui.widgets.state_badge import StateBadge
from tests.gui.pages.run.made_up import MadeUpHistory, MadeUpRun, MadeUpRuns, MadeUpStarter
from tests.gui.services.made_up_plans import MadeUpPlans


class Stand:
    """The page with all its services made up."""

    def __init__(self, qtbot: QtBot) -> None:
        self.live_runs, self.starter, self.history, self.plans = MadeUpRuns(), MadeUpStarter(), MadeUpHistory(), MadeUpPlans()
        self.presets, self.qtbot = Presets(), qtbot
        self.page = self.another_page()

    def another_page(self) -> RunPage:
        """Return another page with the same services, as a change of the language makes."""
        page = RunPage(
            Theme(Choice.DARK),
            cast("LiveRuns", self.live_runs),
            cast("RunStarter", self.starter),
            cast("History", self.history),
            UserSettings(),
            cast("Plans", self.plans),
            self.presets,
        )
        self.qtbot.addWidget(page)
        page.resize(1280, 800)
        page.show()
        return page

    def begin(self, run_id: str = "aaaaaaaaaaaa", **more: Any) -> MadeUpRun:
        return self.live_runs.begin(MadeUpRun(run_id, **more))

    def start_from_form(self, run_id: str = "aaaaaaaaaaaa", **more: Any) -> MadeUpRun:
        press(self.page, "Start")
        run = self.begin(run_id, **more)
        self.starter.then(run_id)
        return run


def words(page: RunPage) -> str:
    """Return the text that a user reads on the page."""
    found = [one.whole_text if isinstance(one, ElidedLabel) else one.text() for one in page.findChildren(QLabel) if one.isVisible()]
    return "\n".join(text for text in found if text)


def badge(page: RunPage) -> str:
    found = page.header.findChild(StateBadge)
    assert found is not None
    return found.accessibleName() if found.isVisible() else ""


def button(page: RunPage, text: str) -> QPushButton:
    found = [one for one in page.findChildren(QPushButton) if one.isVisible() and text in (one.text(), one.accessibleName())]
    assert found, f"no button {text!r}"
    return found[0]


def press(page: RunPage, text: str) -> None:
    QTest.mouseClick(button(page, text), Qt.MouseButton.LeftButton)


def has_button(page: RunPage, text: str) -> bool:
    return any(one.isVisible() and one.text() == text for one in page.findChildren(QPushButton))


def shown(stand: Stand) -> object:
    """Return the live run that is shown."""
    return stand.page._stage.live
