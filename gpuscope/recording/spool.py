"""The spool: a file in a run's folder that takes each batch at once, so that the store need not be written as often.

One line a batch: the checksum of its JSON, a space, the JSON. What is in the store already is left out by its number when a spool is
taken in, so that a kill between the commit and the emptying doubles nothing. Not synced: it is there for the kill of a process; for a
power cut there are the store's commits.
"""

import contextlib
import json
import os
import threading
import zlib
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from gpuscope.core.event_batch import EventBatch

if TYPE_CHECKING:
    from gpuscope.storage.store import RunWriter

_NAME = "batches.spool"
_MOST_BYTES = 256 << 20
"""Of a store that cannot be written for hours; what comes then is in memory alone, and lost by a kill."""
_BATCHES_AT_ONCE = 512


class Spool:
    """The recorder's end. May be used from several threads.

    Args:
        folder: The run's; where it cannot be written, nothing is taken.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / _NAME
        self._lock = threading.Lock()
        self._last_seq = -1
        self._size = 0
        self._file: int | None = None
        with contextlib.suppress(OSError):
            self._file = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND | os.O_CLOEXEC, 0o600)
        self._takes = self._file is not None
        """Not after a failed write, until the store has everything and the file is emptied: there is no hole in it."""

    def append(self, batches: Sequence[EventBatch]) -> bool:
        """Take those of the batches that it has not taken yet; seq increasing by one. Returns whether it holds them all now."""
        with self._lock:
            fresh = [batch for batch in batches if batch.seq > self._last_seq]
            if fresh and self._takes:
                self._takes = self._written(b"".join(map(_line, fresh)))
                if self._takes:
                    self._last_seq = fresh[-1].seq
            return self._takes or not fresh

    def _written(self, data: bytes) -> bool:
        assert self._file is not None
        if self._size + len(data) > _MOST_BYTES:
            return False
        try:
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(self._file, rest) :]
        except OSError:
            return False  # a torn line at the end is left out
        self._size += len(data)
        return True

    def empty(self, committed: int) -> None:
        """Take note of what the store holds now, and empties the file unless something of later is in it."""
        with self._lock:
            if self._file is None or self._last_seq > committed:
                return
            self._last_seq = committed
            if self._size or not self._takes:
                self._takes = self._emptied(self._file)

    def _emptied(self, file: int) -> bool:
        try:
            os.ftruncate(file, 0)
        except OSError:
            return False
        self._size = 0
        return True

    def close(self, *, remove: bool) -> None:
        """Close the file; remove it when the store holds the whole run."""
        if self._file is not None:
            os.close(self._file)
        if remove:
            with contextlib.suppress(OSError):
                self._path.unlink(missing_ok=True)


def has_spool(folder: Path) -> bool:
    """Return whether a recorder left something in that folder that its store may not hold."""
    try:
        return (folder / _NAME).stat().st_size > 0
    except OSError:
        return False


def take_spool_in(writer: "RunWriter", folder: Path) -> None:
    """Bring what a recorder that is gone has left in its spool into the store, and remove the spool.

    Raises:
        UnavailableError: The store cannot be written; the spool stays.
    """
    path = folder / _NAME
    try:
        last_written = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except FileNotFoundError:
        return
    batches = _whole_batches(path)
    while some := list(islice(batches, _BATCHES_AT_ONCE)):
        writer.append(some, at=last_written)
    path.unlink(missing_ok=True)


def _whole_batches(path: Path) -> Iterator[EventBatch]:
    """Yield the batches up to the first line that is torn, damaged or out of turn."""
    due = None
    with path.open("rb") as file:
        for line in file:
            batch = _batch(line)
            if batch is None or batch.seq != (batch.seq if due is None else due):
                return
            due = batch.seq + 1
            yield batch


def _line(batch: EventBatch) -> bytes:
    data = batch.text.encode()
    return b"%08x %s\n" % (zlib.crc32(data), data)


def _batch(line: bytes) -> EventBatch | None:
    from gpuscope.storage.tail import decoded  # SQLAlchemy, which a recorder imports on the journal's thread alone

    checksum, _, data = line.rstrip(b"\n").partition(b" ")
    if checksum != b"%08x" % zlib.crc32(data):
        return None
    seq, documents = json.loads(data)
    return EventBatch((seq, decoded(documents)))
