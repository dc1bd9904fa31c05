"""The form of the Run page on a machine without a GPU."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QMimeDatabase
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from gpuscope.gui.services.live_runs import LiveRuns
from gpuscope.gui.services.run_starter import RunStarter
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.spec_form import SpecForm
from gpuscope.system.settings import store_url
from tests.gui.widgets.shown_form import CPU_ONLY


@pytest.fixture
def page(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    return made


@pytest.fixture
def starter(qapp: QApplication) -> Iterator[RunStarter]:
    live_runs = LiveRuns(store_url())
    made = RunStarter(store_url(), live_runs)
    made.capabilities = CPU_ONLY
    yield made
    made.close()
    live_runs.close()


@pytest.fixture
def form(qtbot: QtBot, theme: Theme, starter: RunStarter) -> SpecForm:
    made = SpecForm(theme, starter)
    qtbot.addWidget(made)
    made.resize(248, 900)
    made.show()
    qtbot.waitUntil(made.is_ready)
    return made


@pytest.fixture(scope="module")
def known_file_types() -> None:
    """Make Qt map its table of file types, which it does on first use and keeps open."""
    QMimeDatabase().mimeTypeForName("inode/directory").isValid()
