"""The machine live: its own sensors while a page shows them, or those of the run that is recorded anyway."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from gpuscope.core.errors import GpuscopeError
from gpuscope.core.event import Event, Gap, Sample
from gpuscope.gui.services.live_runs import LiveRuns
from gpuscope.gui.services.mailbox import Mailbox
from gpuscope.gui.services.monitor_process import MonitorProcess

if TYPE_CHECKING:
    from gpuscope.gui.data.run_data import RunData

_KEPT = 36_000
"""Readings kept of each call: an hour at ten a second."""
_CLOSE_S = 4.0
"""So long closing waits: one that does not end when it is asked to is killed before."""


class MonitorFeed(QObject):
    """Readings of this machine.

    Signals:
        failed: A GpuscopeError: the sensors cannot be read; :meth:`retry` tries again.

    Args:
        live_runs: While one of these is live, its recorder's readings are used, and no second helper runs.
        parent: Qt's.
    """

    failed = Signal(object)

    def __init__(self, live_runs: LiveRuns, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._live_runs = live_runs
        self._mailbox = Mailbox(self)
        self._users = 0
        self._process: MonitorProcess | None = None
        self._ending: MonitorProcess | None = None
        self._own: RunData | None = None
        self._start_ns = time.monotonic_ns()
        live_runs.started.connect(self._update)
        live_runs.ended.connect(self._update)

    @property
    def data(self) -> RunData:
        """The readings: of the newest live run, from its start, else of this machine, in seconds from the feed's start, an hour at most."""
        if self._live_runs.runs:
            return self._live_runs.runs[0].data
        if self._own is None:
            from gpuscope.gui.data.run_data import RunData

            self._own = RunData(most=_KEPT)
        return self._own

    @property
    def source_words(self) -> str:
        """Say where the readings come from."""
        if self._live_runs.runs:
            return self.tr("read by the recorder of {0}").format(self._live_runs.runs[0].record.name)
        return self.tr("read by the window")

    def start(self) -> None:
        """A page begins to show the machine."""
        self._users += 1
        self._update()

    def stop(self) -> None:
        """A page ceases to; when none is left, nothing is read any more."""
        self._users -= 1
        self._update()

    def retry(self) -> None:
        """Try again after :attr:`failed`."""
        self._let_go()
        self._update()

    def try_again(self) -> None:
        """Have the sensors tried again that whoever reads them has switched off."""
        if self._live_runs.runs:
            self._live_runs.runs[0].try_sensors(self.failed.emit, self)
        else:
            self.retry()

    def close(self) -> None:
        """End the reading; wait for the process and the threads, for a while."""
        self._mailbox.close()
        self._users = 0
        self._let_go()
        if self._ending is not None:
            self._ending.join(_CLOSE_S)

    def _update(self) -> None:
        is_wanted = self._users > 0 and not self._live_runs.runs
        if is_wanted and self._process is None:
            self._process = self._begin(self.data)
        elif not is_wanted:
            self._let_go()

    def _begin(self, data: RunData) -> MonitorProcess:
        is_fresh = True

        def take(events: Sequence[Event]) -> None:
            nonlocal is_fresh
            first = next((event for event in events if isinstance(event, Sample)), None)
            if is_fresh and first is not None:  # what the process before had told or left as a gap is over
                is_fresh = False
                data.end_gaps((first.before_ns - self._start_ns) / 1e9)
            data.take(events, self._start_ns)

        def ended(error: GpuscopeError) -> None:
            data.take([Gap("", (), self._start_ns + int(data.end_s * 1e9), None, error.message)], self._start_ns)
            self._mailbox.post(lambda: self.failed.emit(error))

        return MonitorProcess(take, ended, self._ending)

    def _let_go(self) -> None:
        if self._process is not None:
            self._process.stop()
            self._ending, self._process = self._process, None
