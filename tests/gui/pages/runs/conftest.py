"""Fixtures shared by the tests of the Runs page and its parts."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QMimeDatabase
from pytestqt.qtbot import QtBot

from gpuscope.gui.pages.runs_page import RunsPage
from gpuscope.gui.services.history import History
from gpuscope.gui.services.live_runs import LiveRuns
from gpuscope.gui.services.user_settings import UserSettings
from gpuscope.gui.theme import Choice, Theme
from tests.cli.stored_runs import BF16, store_run, url
from tests.gui.pages.runs.fake_history import FakeHistory
from tests.gui.pages.runs.runs_window import ONE, TWO, Window


@pytest.fixture
def history(qtbot: QtBot) -> FakeHistory:
    return FakeHistory()


@pytest.fixture
def looks_are_frequent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpuscope.gui.services.history._POLL_S", 0.05)


@pytest.fixture(scope="module")
def mime_types_are_known() -> None:
    """Open Qt's MIME database, which stays open from its first use in a file dialog."""
    QMimeDatabase().mimeTypeForName("text/csv")


@pytest.fixture
def window(qtbot: QtBot, looks_are_frequent: None, mime_types_are_known: None) -> Iterator[Window]:
    history, live_runs = History(url()), LiveRuns(url())
    live_runs.start()
    page = RunsPage(Theme(Choice.DARK), history, live_runs, UserSettings(), None)
    qtbot.addWidget(page)
    page.resize(1104, 744)
    wanted: list[tuple[str, object]] = []
    page.wanted.connect(lambda name, item: wanted.append((name, item)))
    yield Window(page, history, live_runs, wanted, qtbot)
    if page.commands.dialog is not None:
        page.commands.dialog.reject()
    page.hide()
    live_runs.close()
    history.close()


@pytest.fixture
def shown(window: Window) -> Window:
    """The page showing two runs."""
    store_run(ONE, name="first", tags=("paper",))
    store_run(TWO, BF16, 200.0, minutes=5, name="second")
    window.page.show()
    window.wait()
    return window
