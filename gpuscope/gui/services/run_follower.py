"""The thread's side of a live run: attaches, reads what was before, takes what comes, and finds out how it ended."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from gpuscope.core.errors import UnavailableError, UsageError
from gpuscope.core.run import RunRecord
from gpuscope.gui.data.run_data import RunData
from gpuscope.gui.services.worker import known_error
from gpuscope.recording.attach import Attached, Batch, Committed, Hole, Message, RunConnection
from gpuscope.recording.run_ending import ended_record
from gpuscope.recording.run_folder import derive_state
from gpuscope.recording.run_history import RunHistory
from gpuscope.system.locks import is_locked

_RETRY_S = 0.05
_MOST_HELD = 600
"""Batches, a minute of them, that are held back for a hole before them to come into the store."""


@dataclass
class _Place:
    """How far one connection has come."""

    seen: int = -1
    """The newest batch whose events are in the data."""
    hole: int | None = None
    """The last batch of those that were missed; None when none is."""
    held: list[Batch] = field(default_factory=list)


class RunFollower:
    """Follows one run; made for one call of :meth:`run`, on a thread of its own.

    What was before the connection, or was missed, is read from the store whole, as of one commit; then come the batches behind
    that commit. So every event is there once.

    Args:
        data: Takes everything; no other thread writes it.
        record: The run.
        store_url: Where it is kept.
        notice: Told what the user should know, on this thread.
        ended: Called on this thread when the run has ended and ``data`` has its record; not after :meth:`stop`.
    """

    def __init__(self, data: RunData, record: RunRecord, store_url: str, notice: Callable[[str], None], ended: Callable[[], None]) -> None:
        self._data = data
        self._record = record
        self._folder = Path(record.folder)
        self._store_url = store_url
        self._notice = notice
        self._ended = ended
        self._start_ns: int | None = None
        self._told = 0
        self._stopping = threading.Event()
        self._connecting = threading.Lock()
        self._connection: RunConnection | None = None
        self._reader: RunHistory | None = None

    def stop(self) -> None:
        """Ends :meth:`run` soon; from any thread."""
        self._stopping.set()
        with self._connecting:
            if self._connection is not None:
                self._connection.interrupt()

    def run(self) -> None:
        """Follows the run until it ends or :meth:`stop` is called."""
        try:
            while not self._stopping.is_set() and is_locked(self._folder):
                if not self._attach():
                    self._stopping.wait(_RETRY_S)
        except Exception as error:  # noqa: BLE001 - a thread of the window; told, and the run itself goes on
            self._notice(f"the run cannot be followed: {known_error(error).message}")
        finally:
            if not self._stopping.is_set():
                self._settle()
            if self._reader is not None:
                self._reader.close()
            if not self._stopping.is_set():
                self._ended()

    def _attach(self) -> bool:
        """Follows one connection to its end; returns whether there was one."""
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
                place = _Place()
                for message in connection.messages():
                    self._take(message, place)
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
        """Learns from the recorder when the run began: what its folder tells was written before the workload was started."""
        answer = connection.request("ping")
        start_ns = answer.get("start_ns", self._record.start_ns)  # a recorder of an earlier version does not tell
        self._start_ns = start_ns
        return start_ns is not None

    def _take(self, message: Message, place: _Place) -> None:
        match message:
            case Attached() if message.committed >= 0:
                place.seen = self._load()
            case Batch():
                self._take_batch(message, place)
            case Hole():
                place.hole = message.last
            case Committed() if place.hole is not None and message.seq >= place.hole:
                self._heal(place)
            case _:
                pass

    def _take_batch(self, batch: Batch, place: _Place) -> None:
        if place.hole is None:
            self._add(batch, place)
            return
        place.held.append(batch)
        if len(place.held) > _MOST_HELD:  # the store cannot be written for long: a part is missing until it can
            self._release(place)

    def _heal(self, place: _Place) -> None:
        place.seen = max(place.seen, self._load())
        place.hole = None
        self._release(place)

    def _release(self, place: _Place) -> None:
        held, place.held = place.held, []
        for batch in held:
            self._add(batch, place)

    def _add(self, batch: Batch, place: _Place) -> None:
        if batch.seq <= place.seen:
            return
        assert self._start_ns is not None
        place.seen = batch.seq
        self._data.take(batch.events, self._start_ns)
        progress = self._data.progress
        if progress.notice_count > self._told:
            for text in progress.notices_since(self._told):
                self._notice(text)
            self._told = progress.notice_count

    def _load(self) -> int:
        """Reads the run whole from the store; returns the last batch that is in it, -1 when the store does not have the run."""
        try:
            with self._store().whole(self._record.run_id) as whole:
                self._data.load(whole)
                committed = whole.committed
            self._data.settle(self._store().run(self._record.run_id))
        except UsageError:
            return -1
        self._told = self._data.progress.notice_count
        return committed

    def _store(self) -> RunHistory:
        if self._reader is None:
            self._reader = RunHistory(self._store_url)
        return self._reader

    def _settle(self) -> None:
        """Finds out how the run ended."""
        try:
            self._record = self._store().find(self._record.run_id)
        except Exception as error:  # noqa: BLE001 - deleted meanwhile, or the store cannot be read: the end is told all the same
            known_error(error)
            end = self._data.end
            self._record = derive_state(self._record) if end is None else ended_record(self._record, end)
        self._data.settle(self._record)
