"""What the tests of the Runs page's parts share."""

import pytest
from pytestqt.qtbot import QtBot

from gpuscope.gui.theme import Choice, Theme
from tests.gui.pages.runs.fake_history import FakeHistory


@pytest.fixture
def theme(qtbot: QtBot) -> Theme:
    return Theme(Choice.DARK)


@pytest.fixture
def history(qtbot: QtBot) -> FakeHistory:
    return FakeHistory()
