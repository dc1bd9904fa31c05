"""Fixtures shared by the tests of the Runs page's parts."""

import pytest
from pytestqt.qtbot import QtBot

from tests.gui.pages.runs.fake_history import FakeHistory


@pytest.fixture
def history(qtbot: QtBot) -> FakeHistory:
    return FakeHistory()
