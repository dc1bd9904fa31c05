"""Live runs on this machine, no matter which program started them."""

import contextlib
import importlib
import os
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from gpuscope.core.run import RunRecord, RunState
from gpuscope.gui.engine_texts import record_name
from gpuscope.gui.services.live_run import LiveRun
from gpuscope.gui.services.worker import PATIENCE_S, Errands, Mailbox, Poller
from gpuscope.recording.run_folder import read_header
from gpuscope.system import paths
from gpuscope.system.locks import is_locked

_POLL_S = 1.0
"""A run started elsewhere appears within a second; each poll lists one folder."""
_YOUNG_S = 10.0
"""How long a new folder without a live recorder is rechecked: its recorder may be about to take the lock."""


class FolderWatch:
    """Finds live runs among the run folders. Polling is cheap: only folders added since the last poll are read."""

    def __init__(self, store_url: str) -> None:
        self._store_url = store_url
        self._folder = paths.runs_folder(store_url)
        self._settled: set[str] = set()
        self._waiting: set[str] = set()
        """Folders of standby recorders: their runs start without a change to the parent folder."""
        self._seen: tuple[int, float] | None = None

    def poll(self) -> Iterator[RunRecord]:
        """Yield live runs that have not been yielded before, oldest first."""
        now = time.time()
        try:
            changed_ns = self._folder.stat().st_mtime_ns
            if self._seen is not None and self._seen[0] == changed_ns and now - self._seen[1] > _YOUNG_S:
                names = set(self._waiting)
            else:
                names = set(os.listdir(self._folder)) - self._settled
        except OSError:
            return  # no run was ever recorded
        if self._seen is None or self._seen[0] != changed_ns:
            self._seen = (changed_ns, now)
        records = [record for name in names if (record := self._live(self._folder / name, now)) is not None]
        yield from sorted(records, key=lambda record: record.started_at)

    def _live(self, folder: Path, now: float) -> RunRecord | None:
        """Return the live run of a folder. A recorder takes the lock first and then writes the header."""
        header = read_header(folder)
        if header is not None:
            self._settled.add(folder.name)
            self._waiting.discard(folder.name)
            record, store_url = header
            return record if store_url == self._store_url and record.state is RunState.RUNNING and is_locked(folder) else None
        self._waiting.discard(folder.name)
        with contextlib.suppress(OSError):  # the folder is gone again
            if is_locked(folder):
                self._waiting.add(folder.name)
            elif now - folder.stat().st_mtime > _YOUNG_S:
                self._settled.add(folder.name)
        return None


class LiveRuns(QObject):
    """Looks for live runs once per second and follows each from its start.

    Signals:
        started: A :class:`LiveRun` was found.
        ended: A :class:`LiveRun` has ended; it has left :attr:`runs`, and its data remains readable.
        alerted: An alert has fired in a live run: the run's name, and the text.

    Attributes:
        runs: The live runs, newest first.
        has_polled: Whether the first poll is complete, and its runs are in :attr:`runs`.
    """

    started = Signal(object)
    ended = Signal(object)
    alerted = Signal(str, str)

    def __init__(self, store_url: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.runs: list[LiveRun] = []
        self.has_polled = False
        self._store_url = store_url
        self._known: set[str] = set()
        self._errands = Errands("request to a recorder", self)
        self._mailbox = Mailbox(self)
        self._watch = FolderWatch(store_url)
        self._poller = Poller("live runs", self._poll_once, _POLL_S)

    def start(self) -> None:
        """Start polling."""
        self._poller.start()

    def poll(self) -> None:
        """Poll now; :attr:`started` is emitted for each new run."""
        self._poller.poll()

    def adopt(self, record: RunRecord) -> LiveRun | None:
        """Return the live run of a record, and start following it if necessary; None if it has ended meanwhile."""
        if record.run_id not in self._known:
            self._known.add(record.run_id)
            live = LiveRun(record, self._store_url, self._errands)
            live.ended.connect(partial(self._on_ended, live.run_id))  # not the live run itself: it would keep itself alive
            live.alerted.connect(partial(self.alerted.emit, record_name(record)))
            self.runs = sorted([live, *self.runs], key=lambda run: run.record.started_at, reverse=True)
            self.started.emit(live)
        return self.find(record.run_id)

    def find(self, run_id: str) -> LiveRun | None:
        """Return the live run with this id, or None."""
        return next((live for live in self.runs if live.run_id == run_id), None)

    def close(self) -> None:
        """Stop following all runs, which continue; wait for the threads with one deadline for all, because a disk may hang."""
        self._mailbox.close()
        self._poller.close()
        for live in self.runs:
            live.let_go()
        deadline = time.monotonic() + PATIENCE_S
        self._poller.join(PATIENCE_S)
        for live in self.runs:
            live.join(max(0.0, deadline - time.monotonic()))
        self._errands.close()

    def _on_ended(self, run_id: str) -> None:
        live = self.find(run_id)
        self.runs = [run for run in self.runs if run is not live]
        self.ended.emit(live)

    def _poll_once(self) -> None:
        for record in self._watch.poll():
            importlib.import_module("gpuscope.gui.services.run_follower")  # imports numpy and the store here, not on the event loop
            self._mailbox.post(partial(self.adopt, record))
        if not self.has_polled:
            self._mailbox.post(partial(setattr, self, "has_polled", True))
