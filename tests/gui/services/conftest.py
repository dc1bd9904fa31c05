"""Fixtures of the tests of services."""

from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest
from pytestqt.qtbot import QtBot

from gpuscope.core.run import RunRecord
from gpuscope.gui.services.live_run import LiveRun
from gpuscope.gui.services.worker import Errands
from tests.cli import stored_runs
from tests.gui.services.followed_runs import Follow


@pytest.fixture
def follow(qtbot: QtBot) -> Iterator[Follow]:
    """Return a function that makes LiveRuns, which are closed afterwards."""
    with ExitStack() as opened:
        errands = Errands("requests")
        opened.callback(errands.close)

        def make(run: RunRecord) -> LiveRun:
            return opened.enter_context(closing(LiveRun(run, stored_runs.url(), errands)))

        yield make
