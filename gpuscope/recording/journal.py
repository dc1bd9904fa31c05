"""Buffers a run's events and writes them to the store from a separate thread, so that the loop never waits for a disk.

The store is also imported and opened on that thread, on the recorder's request. While it cannot be written, everything stays in memory and
is retried; no submitted data is dropped. A commit costs eighty times as much as a line in a file, so it happens only every four seconds; a
second thread writes the spool from the first batch on: before the store is open, between commits, and while a commit waits for another
writer or a slow disk.
"""

import contextlib
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

from gpuscope.core.errors import GpuscopeError, first_line
from gpuscope.core.event import Event
from gpuscope.core.event_batch import EventBatch, SeriesLayout
from gpuscope.core.run import RunRecord
from gpuscope.recording.spool import Spool, SpoolItem
from gpuscope.storage.errors import CorruptStoreError, StoreBusyError, UnfitStoreError

if TYPE_CHECKING:
    from gpuscope.storage.run_writer import RunWriter

SPOOL_S = 0.5
"""How long batches of a watched run are collected before they are spooled, in seconds; together with the batch interval of 0.1 s, a kill
loses less than one second, even on a busy machine."""
COMMIT_S = 3.8
"""Interval between synced commits, in seconds; together with the batch interval of up to one second, a power cut loses at most five."""
RETRY_S = 2.0
"""Interval between retries, in seconds: a full disk is freed by hand, so two seconds do not matter, and a retry costs an open file."""
_LAST_TRIES = 25
"""Minimum number of tries after the end of the run."""
_BATCHES_AT_ONCE = 512
"""Maximum number of batches per transaction: after an outage the backlog is written in pieces, so that other recorders get their turn."""
COMPACT_S = 30.0
"""Interval between compactions, in seconds: checking the tail costs a query, and columns are made in larger pieces anyway
(storage.compaction)."""


class _AbandonedError(Exception):
    """The recorder is ending without finishing the run because of an internal error."""


class Journal:
    """The writing half of a recorder.

    Args:
        open_writer: Opens the store and inserts the run; runs on the thread, again after each failure.
        repair: Replaces a store found to be damaged by a fresh one; runs on the thread.
        open_spool: Creates the spool; called once, with the first submitted data.

    Attributes:
        committed: Sequence number of the last batch in the store; -1 before the first.
        trouble: Why the store cannot currently be written, in words; None if it can.
        is_unfit: Whether that is because the file is no store of ours, which waiting does not change.
        finished: Whether the thread has completed or given up.
        has_lost: Whether it has given up on submitted data that is not in the spool either.
    """

    def __init__(
        self, open_writer: Callable[[], "RunWriter"], repair: Callable[[CorruptStoreError], None], open_spool: Callable[[], Spool]
    ) -> None:
        self._open_writer = open_writer
        self._repair = repair
        self._open_spool = open_spool
        self._items: deque[SpoolItem] = deque()
        """Items not in the store, in order."""
        self._unspooled: list[SpoolItem] = []
        """Items not in the spool, in order."""
        self._spool: Spool | None = None
        self._spooling: threading.Thread | None = None
        # Both threads update the spool: one at a time, else batches would be written out of order.
        self._spool_turn = threading.Lock()
        # Two conditions over one lock: each thread is woken only by its own work, and both see the same buffers.
        lock = threading.Lock()
        self._changed = threading.Condition(lock)
        """There is work for the committing thread."""
        self._handed_in = threading.Condition(lock)
        """There is work for the spooling thread."""
        self._last: Callable[[RunWriter], RunRecord] | None = None
        self._give_up_at: float | None = None
        self._retry_s = RETRY_S
        self._abandoned = self._is_awaited = self.is_unfit = self._is_writing = self._is_due = self._is_fresh = self._is_urgent = (
            self._is_over
        ) = False
        self._thread: threading.Thread | None = None
        self._wake_read, self._wake_write = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        self.committed = -1
        self.trouble: str | None = None
        self.finished = self.has_lost = False
        self.result: RunRecord | None = None
        self.failure: Exception | None = None

    def fileno(self) -> int:
        """Return a descriptor that becomes readable when an attribute changes; :meth:`acknowledge` clears it."""
        return self._wake_read

    def acknowledge(self) -> None:
        """Clear the descriptor."""
        with contextlib.suppress(BlockingIOError):
            os.read(self._wake_read, 4096)

    def put(self, seq: int, events: Sequence[Event], *, at_once: bool = False) -> None:
        """Submit a batch and return; with ``at_once``, it is spooled immediately, since its events have waited long enough."""
        batch = EventBatch((seq, events))
        self._start_spooling()
        with self._handed_in:
            self._items.append(batch)
            self._unspooled.append(batch)
            self._is_urgent |= at_once
            if at_once or not self._is_fresh:
                self._is_fresh = True
                self._handed_in.notify()

    def declare(self, layout: SeriesLayout) -> None:
        """Submit the layout of the following samples, to be committed now and spooled with the next batch; return immediately."""
        self._start_spooling()
        with self._changed:
            self._unspooled.append(layout)
            if not self._is_writing:  # replace an earlier layout that it covers: each costs a commit
                for place, item in enumerate(self._items):
                    if isinstance(item, SeriesLayout) and layout.covers(item):
                        self._items[place] = layout
                        return
            self._items.append(layout)
            self._set_due()

    def start(self) -> None:
        """Start importing and opening the store; do nothing the second time."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="journal")
            self._thread.start()

    def finish(self, last: Callable[["RunWriter"], RunRecord], patience_s: float, *, is_awaited: bool = False) -> None:
        """Request that everything is written, then ``last`` is called on the thread with the writer, and the store is closed.

        Args:
            last: Derives the results and finishes the run; its return value becomes ``result``.
            patience_s: How long to retry a store that cannot be written before giving up, in seconds, excluding waits for other writers.
            is_awaited: Whether a person waits for the end: a file that is no store of ours is then not retried.
        """
        with self._changed:
            self._last = last
            self._is_awaited = is_awaited
            self._give_up_at = time.monotonic() + patience_s
            self._retry_s = min(RETRY_S, patience_s / _LAST_TRIES)
            self._changed.notify()
        self.start()

    def _start_spooling(self) -> None:
        if self._spooling is None:
            self._spool = self._open_spool()
            self._spooling = threading.Thread(target=self._keep_spool, name="spool")
            self._spooling.start()

    @property
    def unwritten(self) -> Sequence[SpoolItem]:
        """Items not in the store, in order; valid once ``finished`` is set."""
        return tuple(self._items)

    def give_up(self) -> None:
        """Stop retrying a store that cannot be written; do nothing before :meth:`finish`, or if the store can be written."""
        with self._changed:
            if self._give_up_at is not None and self.trouble is not None:
                self._give_up_at = 0.0
                self._changed.notify()

    def close(self) -> None:
        """Wait for the thread and close the descriptors; if :meth:`finish` was not called before, buffered data stays in the spool."""
        with self._changed:
            self._abandoned = True
            self._changed.notify()
        if self._thread is not None:
            self._thread.join()
        self._end_spooling()
        os.close(self._wake_read)
        os.close(self._wake_write)

    def _run(self) -> None:
        try:
            writer = self._opened()
            if writer is None:
                self.has_lost = not self._spooled()
            else:
                self._write(writer)
        except _AbandonedError:
            pass
        except Exception as error:  # noqa: BLE001 - a bug of ours, which must not end the user's workload: reported when that has ended
            self.failure = error
        finally:
            if self._last is not None:  # else more data will follow
                self._end_spooling()
            self.finished = True
            self._wake()

    def _opened(self) -> "RunWriter | None":
        while True:
            try:
                writer = self._open_writer()
            except (GpuscopeError, OSError) as error:
                if not self._wait_after(error):
                    return None
            else:
                self._set_trouble(None)
                return writer

    def _write(self, writer: "RunWriter") -> None:
        try:
            self._commit(writer)
        finally:
            writer.close()

    def _end_spooling(self) -> None:
        """Wait for the spool's thread and close the spool; do nothing the second time."""
        with self._handed_in:
            self._is_over = True
            self._handed_in.notify()
        if self._spooling is not None:
            self._spooling.join()
        if self._spool is not None:
            self._spool.close(remove=self.result is not None)
            self._spool = None

    def _keep_spool(self) -> None:
        is_over = False
        while not is_over:
            with self._handed_in:
                # Sleep without a time limit until the first batch, then gather: an idle run causes no wake-ups.
                self._handed_in.wait_for(lambda: self._is_fresh or self._is_over)
                self._handed_in.wait_for(lambda: self._is_urgent or self._is_over, SPOOL_S)
                self._is_fresh, self._is_urgent, is_over = False, False, self._is_over
            if not self._spooled() and self.trouble is None:  # with a trouble, the store is retried at its own interval
                with self._changed:
                    self._set_due()

    def _spooled(self) -> bool:
        """Write new items to the spool; return whether all submitted items are now in the spool or the store."""
        if self._spool is None:
            return not self._items
        with self._spool_turn:
            with self._handed_in:
                items, self._unspooled = self._unspooled, []
            if self._spool.append(items):
                return True
            with self._handed_in:  # retried once the store has the items before them: until then the spool accepts nothing
                items += self._unspooled
                stored = [at for at, item in enumerate(items) if isinstance(item, EventBatch) and item.seq <= self.committed]
                self._unspooled = items[stored[-1] + 1 :] if stored else items
                return not self._items

    def _commit(self, writer: "RunWriter") -> None:
        due = next_compact = time.monotonic()
        while True:
            last = self._pause(due)
            now = time.monotonic()
            due = now + COMMIT_S
            if last is None and not self._items:
                continue
            written = self._append(writer)
            if written and now >= next_compact:
                next_compact = now + COMPACT_S
                self._tried(writer.compact)
            if last is not None and (not self._items or self._given_up()):
                self.has_lost = not self._spooled()
                if self.has_lost or not self._items:  # else the run is complete in spool and store, and is recovered from there
                    self._finish(writer, last)
                return

    def _finish(self, writer: "RunWriter", last: Callable[["RunWriter"], RunRecord]) -> None:
        while True:
            try:
                self.result = last(writer)
            except CorruptStoreError as error:
                self._replace_store(error)
                if self._given_up():
                    return
            except (GpuscopeError, OSError) as error:
                if not self._wait_after(error):
                    return
            else:
                return

    def _pause(self, due: float) -> Callable[["RunWriter"], RunRecord] | None:
        with self._changed:
            self._changed.wait_for(lambda: self._is_due or self._abandoned or self._last is not None, due - time.monotonic())
            self._is_due = False
            if self._last is None and self._abandoned:
                raise _AbandonedError
            return self._last

    def _append(self, writer: "RunWriter") -> bool:
        """Write all waiting items, with layouts in sequence; return whether the store accepted all of them."""
        with self._changed:
            self._is_writing = True
            waiting = list(self._items)
        # Without the lock from here on: other threads only append, and this one alone removes items, at the front.
        for is_layout, group in groupby(waiting, lambda item: isinstance(item, SeriesLayout)):
            for piece in _pieces(list(group)):
                batches = [item for item in piece if not isinstance(item, SeriesLayout)]
                layouts = [item for item in piece if isinstance(item, SeriesLayout)]
                write = partial(_declare, writer, layouts) if is_layout else partial(writer.append, batches)
                if not self._tried(write):
                    return False
                if batches:
                    self.committed = batches[-1].seq
                    if self._spool is not None:  # after the commit: a kill in between leaves batches in both, which are recovered only once
                        self._spool.empty(self.committed)
                self._written(len(piece))
                if batches:
                    self._wake()
        return True

    def _written(self, count: int) -> None:
        with self._handed_in:
            for _ in range(count):
                self._items.popleft()

    def _tried(self, write: Callable[[], object]) -> bool:
        try:
            write()
        except CorruptStoreError as error:
            self._replace_store(error)
            return False
        except (GpuscopeError, OSError) as error:
            self._wait_after(error)
            return False
        self._set_trouble(None)
        return True

    def _replace_store(self, error: CorruptStoreError) -> None:
        try:
            self._repair(error)
        except (GpuscopeError, OSError) as trouble:
            self._wait_after(trouble)
        else:
            if self.trouble is None:
                self._set_trouble(first_line(error))
            else:  # the fresh store fails as well
                self._wait_after(error)

    def _wait_after(self, error: GpuscopeError | OSError) -> bool:
        """Note the trouble and wait before the next try; return False if it has given up."""
        self._set_trouble(first_line(error))
        self.is_unfit = isinstance(error, UnfitStoreError)
        self._forgive(error)
        if self._given_up():
            return False
        with self._changed:
            self._changed.wait(self._retry_s)
            if self._last is None and self._abandoned:
                raise _AbandonedError
        return not self._given_up()

    def _forgive(self, error: GpuscopeError | OSError) -> None:
        """Extend the patience by the time for which another writer held the store: a large import holds it for long."""
        if isinstance(error, StoreBusyError):
            with self._changed:
                if self._give_up_at:  # 0 after :meth:`give_up`
                    self._give_up_at += error.waited_s

    def _given_up(self) -> bool:
        if self._give_up_at is None or self.trouble is None:
            return False
        return (self._is_awaited and self.is_unfit) or time.monotonic() >= self._give_up_at

    def _set_due(self) -> None:
        self._is_due = True
        self._changed.notify()

    def _set_trouble(self, trouble: str | None) -> None:
        if trouble != self.trouble:
            self.trouble = trouble
            self._wake()

    def _wake(self) -> None:
        with contextlib.suppress(BlockingIOError):
            os.write(self._wake_write, b"x")


def _pieces(items: list[SpoolItem]) -> Iterator[list[SpoolItem]]:
    for begin in range(0, len(items), _BATCHES_AT_ONCE):
        yield items[begin : begin + _BATCHES_AT_ONCE]


def _declare(writer: "RunWriter", layouts: Sequence[SeriesLayout]) -> None:
    for layout in layouts:
        writer.declare(layout.devices, layout.calls, layout.quality)
