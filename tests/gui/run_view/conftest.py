"""What the tests of the run view get."""

import pytest
from pytestqt.qtbot import QtBot

from gpuscope.gui.theme import Choice, Theme


@pytest.fixture
def theme(qtbot: QtBot) -> Theme:
    return Theme(Choice.DARK)
