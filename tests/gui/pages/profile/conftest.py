from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from gpuscope.gui.pages.profile_page import ProfilePage
from gpuscope.gui.services.history import History
from gpuscope.gui.theme import Choice, Theme
from gpuscope.system import paths


@pytest.fixture
def history(qtbot: QtBot, gpuscope_home: Path) -> Iterator[History]:
    opened = History(paths.default_store_url())
    yield opened
    opened.close()


@pytest.fixture
def page(qtbot: QtBot, history: History) -> Iterator[ProfilePage]:
    shown = ProfilePage(Theme(Choice.DARK), history)
    qtbot.addWidget(shown)
    shown.resize(1104, 744)
    shown.show()
    yield shown
    shown.reading.close()
