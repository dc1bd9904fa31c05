"""Follows live runs in tests of their services."""

from collections.abc import Callable

from gpuscope.core.run import RunRecord
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.services.live_run import LiveRun
from gpuscope.recording.run_history import RunHistory
from tests.cli import stored_runs

Follow = Callable[[RunRecord], LiveRun]


def kept(run_id: str) -> ShownRun:
    with RunHistory(stored_runs.url()) as reader:
        return ShownRun.from_store(reader, reader.find(run_id))
