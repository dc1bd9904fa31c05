"""The thread behind a live run: attach, load the history, apply new events, determine the outcome."""

import threading
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from gpuscope.core.errors import GpuscopeError, UnavailableError, UsageError
from gpuscope.core.event import ALERT, Log
from gpuscope.core.run import RunRecord, RunState
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.services.worker import known_error
from gpuscope.recording.run_connection import Attached, Batch, Committed, Hole, Message, RunConnection
from gpuscope.recording.run_end import ended_record
from gpuscope.recording.run_folder import derive_state
from gpuscope.recording.run_history import RunHistory
from gpuscope.system.locks import is_locked

_RETRY_S = 0.05
"""A starting recorder opens its socket within moments: the first readings should appear without a visible delay."""
_POLL_S = 0.5
"""Interval of checks whether a recorder that closed its connection has ended; nothing new is shown meanwhile."""
_MOST_HELD = 600
"""Maximum number of batches (one minute's worth) held back until the store has the missing ones before them."""


class RunFollower:
    """Follows one run. One instance serves one call of :meth:`run`, on its own thread.

    Events from before the connection, and missed ones, are read from the store as of one commit, followed by the batches after
    that commit; every event is applied once. While the store cannot be read, new events are shown without the earlier ones.

    Args:
        data: Receives all events; no other thread writes to it.
        notice: Called on this thread with messages for the user.
        ended: Called on this thread when the run has ended and ``data`` has its record; not after :meth:`stop`.
        alerted: Called on this thread with the text of each alert that fires while the run is followed.
    """

    def __init__(
        self,
        data: ShownRun,
        record: RunRecord,
        store_url: str,
        notice: Callable[[str], None],
        ended: Callable[[], None],
        alerted: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._data = data
        self._record = record
        self._folder = Path(record.folder)
        self._store_url = store_url
        self._notice = notice
        self._ended = ended
        self._alerted = alerted
        self._start_ns: int | None = None
        self._seen = -1
        """The newest batch whose events are in the data."""
        self._due: int | None = None
        """The last missing batch, to be read once the store has it; None if nothing is missing."""
        self._is_holding = False
        """Whether batches are held back until those before them have been read."""
        self._held: list[Batch] = []
        self._trouble: str | None = None
        self._shown_notices = 0
        self._was_stored = False
        self._stopping = threading.Event()
        self._connecting = threading.Lock()
        self._connection: RunConnection | None = None
        self._reader: RunHistory | None = None

    def stop(self) -> None:
        """Make :meth:`run` return soon. Thread-safe."""
        self._stopping.set()
        with self._connecting:
            if self._connection is not None:
                self._connection.interrupt()

    def ask(self, request: str, **fields: str | bool) -> bool:
        """Send a request over the connection being followed; return whether there is one. Thread-safe.

        Raises:
            UnavailableError: The recorder has ended.
        """
        with self._connecting:
            if self._connection is not None:
                self._connection.send(request, **fields)
            return self._connection is not None

    def run(self) -> None:
        """Follow the run until it ends or :meth:`stop` is called."""
        try:
            self._follow()
        except Exception as error:  # noqa: BLE001 - a bug; the run goes on, and its end is still reported
            self._notice(QCoreApplication.translate("RunFollower", "the run cannot be followed: {0}").format(known_error(error).message))
        while is_locked(self._folder) and not self._stopping.wait(_POLL_S):
            pass
        if not self._stopping.is_set():
            self._settle()
        if self._reader is not None:
            self._reader.close()
        if not self._stopping.is_set():
            self._ended()

    def _follow(self) -> None:
        while not self._stopping.is_set() and is_locked(self._folder):
            if not self._attach():
                self._stopping.wait(_RETRY_S)

    def _attach(self) -> bool:
        """Follow one connection to its end; return whether it could be opened and served."""
        try:
            connection = RunConnection.open(self._folder)
        except UnavailableError:
            return False
        with connection:
            if not self._keep(connection):
                return False
            try:
                if not self._ask_start(connection):
                    return False
                for message in connection.messages():
                    self._handle(message)
                return True
            except UnavailableError:
                return False
            finally:
                self._keep(None)

    def _keep(self, connection: RunConnection | None) -> bool:
        with self._connecting:
            self._connection = connection
            return not self._stopping.is_set()

    def _ask_start(self, connection: RunConnection) -> bool:
        """Ask the recorder for the start time: the one in the run's folder was written before the workload started."""
        answer = connection.request("ping")
        start_ns = answer.get("start_ns", self._record.start_ns)  # recorders of earlier versions do not report it
        self._start_ns = start_ns
        return start_ns is not None

    def _handle(self, message: Message) -> None:
        match message:
            case Attached():
                self._was_stored |= message.committed >= 0
                self._held.clear()
                self._wait_for(message.committed if message.committed > self._seen else None)
                self._catch_up(message.committed)
            case Batch() if self._is_holding and len(self._held) < _MOST_HELD:
                self._held.append(message)
            case Batch():
                self._release()
                self._add(message)
            case Hole():
                self._wait_for(message.last)
            case Committed():
                self._was_stored |= message.seq >= 0
                self._catch_up(message.seq)

    def _wait_for(self, due: int | None) -> None:
        self._due, self._is_holding = due, due is not None

    def _catch_up(self, committed: int) -> None:
        """Read the missing batches once the store has them, then apply those held back."""
        if self._due is None or committed < self._due:
            return
        if committed < self._seen:  # wait until the store has everything already shown, so that reloading loses nothing
            self._wait_for(self._seen)
            return
        try:
            self._load()
            self._due = self._trouble = None
        except UsageError:
            self._due = None  # permanently deleted while being recorded
        except Exception as error:  # noqa: BLE001 - new events are still shown, and the store is retried
            self._report_trouble(known_error(error))
        self._release()

    def _report_trouble(self, error: GpuscopeError) -> None:
        if error.message != self._trouble:
            self._trouble = error.message
            notice = QCoreApplication.translate("RunFollower", "what was recorded before cannot be shown: {0}")
            self._notice(notice.format(error.message))

    def _release(self) -> None:
        held, self._held, self._is_holding = self._held, [], False
        for batch in held:
            self._add(batch)

    def _add(self, batch: Batch) -> None:
        if batch.seq <= self._seen:
            return
        assert self._start_ns is not None
        self._seen = batch.seq
        self._data.apply(batch.events, self._start_ns)
        progress = self._data.progress
        if progress.notice_count > self._shown_notices:
            for text in progress.notices_since(self._shown_notices):
                self._notice(text)
            self._shown_notices = progress.notice_count
        for event in batch.events:
            if isinstance(event, Log) and event.level == ALERT:
                self._alerted(event.text)

    def _load(self) -> None:
        """Replace the data with the run as stored.

        Raises:
            UsageError: The store does not have the run.
        """
        with self._store().snapshot(self._record.run_id, skips_damage=True) as snapshot:
            self._data.load(snapshot)
            self._seen = max(self._seen, snapshot.committed)
        self._data.settle(self._store().run(self._record.run_id))
        self._shown_notices = self._data.progress.notice_count

    def _store(self) -> RunHistory:
        if self._reader is None:
            self._reader = RunHistory(self._store_url)
        return self._reader

    def _settle(self) -> None:
        """Determine how the run ended, and read the data still missing."""
        try:
            self._record = self._store().find(self._record.run_id)  # first, because it stores the data that a killed recorder left behind
        except Exception as error:  # noqa: BLE001 - deleted meanwhile, or the store cannot be read: the end is still reported
            known_error(error)
            self._record = derive_state(self._record)
            self._data.is_kept = self._was_stored
        if self._due is not None or self._missed_the_end():
            self._due = self._seen = -1  # the store will not receive any more
            self._catch_up(-1)
        end = self._data.end
        if end is not None and self._record.state in (RunState.RUNNING, RunState.INTERRUPTED):  # the end never reached the store
            self._record = ended_record(self._record, end)
        self._data.settle(self._record)

    def _missed_the_end(self) -> bool:
        """Return whether the store has batches that were not received: the run ended before or between connections."""
        if self._data.end is not None:
            return False
        try:
            return self._store().committed(self._record.run_id) > self._seen
        except Exception as error:  # noqa: BLE001 - it never reached the store, or that cannot be read: the received events are all there is
            known_error(error)
            return False
