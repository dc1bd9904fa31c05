"""The Compare page, with a history that answers when a test tells it to, or over a real store."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from gpuscope.gui.pages.compare_page import ComparePage
from gpuscope.gui.services.history import History
from gpuscope.gui.services.user_settings import UserSettings
from gpuscope.gui.theme import Choice, Theme
from tests.cli.stored_runs import store_run, url
from tests.gui.pages.compare.compared_runs import BF16, FP32
from tests.gui.pages.compare.hand_history import HandHistory
from tests.gui.pages.compare.shown_page import RUNS
from tests.gui.services.made_up_plans import MadeUpPlans


@pytest.fixture
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make an empty folder the current one, so that files are saved there."""
    folder = tmp_path / "files"
    folder.mkdir()
    monkeypatch.chdir(folder)
    yield
    monkeypatch.undo()


@pytest.fixture
def history(qtbot: QtBot) -> HandHistory:
    return HandHistory(RUNS)


@pytest.fixture
def page(qtbot: QtBot, history: HandHistory) -> ComparePage:
    made = ComparePage(Theme(Choice.DARK), history, UserSettings(), MadeUpPlans())  # type: ignore[arg-type]
    qtbot.addWidget(made)
    made.resize(1104, 744)
    made.show()
    return made


@pytest.fixture
def stored(qtbot: QtBot) -> Iterator[ComparePage]:
    for index, spec in enumerate((FP32, FP32, BF16)):
        store_run(f"{index + 1}" * 12, spec.with_values({"steps": 100}), 100.0 * (index + 1), index)
    history = History(url())
    page = ComparePage(Theme(Choice.DARK), history, UserSettings(), MadeUpPlans())  # type: ignore[arg-type]
    qtbot.addWidget(page)
    page.resize(1104, 744)
    page.show()
    page.show_item([f"{index + 1}" * 12 for index in range(3)])
    qtbot.waitUntil(page.is_ready)
    yield page
    history.close()
