"""Fixtures of the tests of the Run page."""

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from tests.gui.pages.run.stand import Stand


@pytest.fixture
def stand(qtbot: QtBot, gpuscope_home: object) -> Iterator[Stand]:
    made = Stand(qtbot)
    yield made
    made.page.hide()
