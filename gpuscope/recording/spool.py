"""The spool: a file in a run's folder to which each batch is written promptly, so that the store can be written less often.

It exists from the run's first batch, before the store is open. Each line is a batch or a layout (the series of the readings that follow):
the checksum of its JSON, a space, the JSON. When a spool is recovered, batches already in the store are skipped by their number, and a
layout already in the store changes nothing, so that a kill between commit and truncation creates no duplicates. Not synced: it protects
against the kill of a process; the store's commits protect against a power cut.
"""

import contextlib
import json
import os
import threading
import time
import zlib
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import groupby, islice
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from gpuscope.core.errors import UnavailableError
from gpuscope.core.event import PHASES_TALLY, Event, Hello, Log, Phase, SamplesTally
from gpuscope.core.event_batch import EventBatch, SeriesLayout
from gpuscope.core.run import RunRecord
from gpuscope.recording.report_rings import ReportRings
from gpuscope.recording.run_folder import REPORT_FILES, RING_FILES, SEEN_FILES
from gpuscope.recording.seen_steps import left_in_seen_rings
from gpuscope.recording.steps_ring import left_in_rings, left_samples
from gpuscope.system.locks import lock_open_file

if TYPE_CHECKING:
    from gpuscope.storage.run_writer import RunWriter
    from gpuscope.storage.store import StoreReader

SPOOL_NAME = "batches.spool"
_LEFT_FILES = (RING_FILES, REPORT_FILES, SEEN_FILES)
_MOST_BYTES = 256 << 20
"""Maximum size, reached if a store cannot be written for hours; later data is in memory only, and lost by a kill."""
_BATCHES_AT_ONCE = 512
"""Batches per write to the store: an hour of a run has thousands of them, and only one part is held in memory at a time."""
_OTHERS_S = 10.0
"""How long to wait for another process that recovers the spool: a spool holds seconds of a run, and is recovered within one."""

SpoolItem: TypeAlias = EventBatch | SeriesLayout


class Spool:
    """The recorder's side of the spool. Thread-safe.

    Args:
        folder: The run's folder; if it is not writable, :meth:`append` writes nothing.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / SPOOL_NAME
        self._lock = threading.Lock()
        self._last_seq = -1
        self._ends_with_layout = False
        self._size = 0
        self._file: int | None = None
        with contextlib.suppress(OSError):
            # O_APPEND: after ftruncate the next write starts at 0; at the old offset it would leave a hole of zeros.
            self._file = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND | os.O_CLOEXEC, 0o600)
        self._is_writable = self._file is not None
        """False after a failed write, until the store has everything and the file is truncated, so that it never has a hole."""

    def append(self, items: Sequence[SpoolItem]) -> bool:
        """Write layouts and any batches not yet written, with seq increasing by one; return whether the spool now has all of them."""
        with self._lock:
            fresh = [item for item in items if isinstance(item, SeriesLayout) or item.seq > self._last_seq]
            if fresh and self._is_writable:
                self._is_writable = self._written(b"".join(map(line_of, fresh)))
                if self._is_writable:
                    self._last_seq = max((item.seq for item in fresh if isinstance(item, EventBatch)), default=self._last_seq)
                    self._ends_with_layout = isinstance(fresh[-1], SeriesLayout)
            return self._is_writable or not fresh

    def _written(self, data: bytes) -> bool:
        assert self._file is not None
        if self._size + len(data) > _MOST_BYTES:
            return False
        try:
            remaining = memoryview(data)
            while remaining:
                remaining = remaining[os.write(self._file, remaining) :]
        except OSError:
            return False  # a torn line at the end is ignored on recovery
        self._size += len(data)
        return True

    def empty(self, committed: int) -> None:
        """Note the last batch in the store, and truncate the file unless it contains later items."""
        with self._lock:
            if self._file is None or (self._last_seq, self._ends_with_layout) > (committed, False):
                return
            self._last_seq, self._ends_with_layout = committed, False
            if self._size or not self._is_writable:
                self._is_writable = self._emptied(self._file)

    def _emptied(self, file: int) -> bool:
        try:
            os.ftruncate(file, 0)
        except OSError:
            return False
        self._size = 0
        return True

    def close(self, *, remove: bool) -> None:
        """Close the file, and remove it if requested."""
        if self._file is not None:
            os.close(self._file)
        if remove:
            discard_spool(self._path.parent)


def has_left_something(folder: Path) -> bool:
    """Return whether a recorder left data in a folder that its store may lack: batches, or rings of steps and reports."""
    try:
        return any(any(folder.glob(files)) for files in _LEFT_FILES) or (folder / SPOOL_NAME).stat().st_size > 0
    except OSError:
        return False


def recover_left_data(writer: "RunWriter", reader: "StoreReader", record: RunRecord) -> None:
    """Recover the data that a dead recorder left in its run's folder into the store: its spool, then unread steps and reports.

    Several processes may do so at once: the store accepts each batch once.

    Raises:
        UnavailableError: The store cannot be written; the data is kept.
    """
    folder = Path(record.folder)
    recover_spool(writer, folder)
    start_ns = record.start_ns

    def last_ns(pid: int) -> int:
        stored_ns = reader.steps(record.run_id, pid)
        return int(stored_ns[-1]) + start_ns if stored_ns.size else 0

    def known_ns(stepper: int) -> Sequence[int]:
        return [int(end) + start_ns for end in reader.steps(record.run_id, stepper)]

    steps = [*left_in_rings(folder, last_ns), *left_in_seen_rings(folder, reader.events(record.run_id, [Hello.KIND]), known_ns)]
    last_step_ns = max((process.stamps_ns[-1] for process in steps), default=start_ns)
    events = reader.events(record.run_id)
    if left := [*steps, *_uncounted_samples(events, folder), *_unread_reports(events, folder, last_step_ns)]:
        heartbeat_at = reader.run(record.run_id).heartbeat_at or record.started_at
        last_step_at = record.started_at + timedelta(seconds=(last_step_ns - start_ns) / 1e9)
        writer.append([EventBatch((writer.committed + 1, left))], at=max(heartbeat_at, last_step_at))
    with contextlib.suppress(OSError):
        for ring in (path for files in _LEFT_FILES for path in folder.glob(files)):
            ring.unlink(missing_ok=True)


def _uncounted_samples(events: Sequence[Event], folder: Path) -> list[Log]:
    """Return the samples that the program reported, unless they were already recorded."""
    is_counted = any(SamplesTally.of(event) is not None for event in events)
    return [] if is_counted else left_samples(folder)


def _unread_reports(events: Sequence[Event], folder: Path, last_ns: int) -> list[Event]:
    """Return the reports of a program that its recorder had not read, and the times of its phases, unless they were already recorded."""
    rings = ReportRings(folder, is_left=True)
    for event in events:
        if isinstance(event, Hello):
            rings.open(event.info)
    stored = {(event.KIND, event.t_ns) for event in events if isinstance(event, Log | Phase)}  # another process may have recovered some
    lines = [event for event in rings.read(whole=True) if isinstance(event, Log | Phase) and (event.KIND, event.t_ns) not in stored]
    last_ns = max((event.t_ns for event in lines), default=last_ns)
    is_counted = any(isinstance(event, Log) and event.level == PHASES_TALLY for event in events)
    tally = [] if is_counted else rings.tally(last_ns)
    rings.close()
    return [*lines, *tally]


def recover_spool(writer: "RunWriter", folder: Path) -> None:
    """Recover the spool that a dead recorder left into the store, and remove it if possible.

    Only one process at a time may do so: the layouts of two would be interleaved with each other's batches.

    Raises:
        UnavailableError: The store cannot be written, or another process takes too long to recover the spool; the spool is kept.
    """
    path = folder / SPOOL_NAME
    try:
        file = path.open("rb")
    except FileNotFoundError:
        return
    with file:
        _wait_for_others(file.fileno())
        facts = os.fstat(file.fileno())
        if not facts.st_nlink:  # another process has recovered it
            return
        last_written = datetime.fromtimestamp(facts.st_mtime, UTC)
        items = _complete_items(path)
        while items_at_once := list(islice(items, _BATCHES_AT_ONCE)):
            for is_layout, group in groupby(items_at_once, lambda item: isinstance(item, SeriesLayout)):
                if is_layout:
                    for layout in (item for item in group if isinstance(item, SeriesLayout)):
                        writer.declare(layout.devices, layout.calls, layout.quality)
                else:
                    writer.append([item for item in group if isinstance(item, EventBatch)], at=last_written)
        discard_spool(folder)


def _wait_for_others(descriptor: int) -> None:
    give_up_at = time.monotonic() + _OTHERS_S
    # Polled, since flock has no timeout, and an alarm would interfere with the caller.
    while not lock_open_file(descriptor):
        if time.monotonic() > give_up_at:
            raise UnavailableError("another gpuscope is recovering what the run's recorder left", "Try again in a moment.")
        time.sleep(0.01)


def discard_spool(folder: Path) -> None:
    """Remove the spool of a run that is in the store; if that fails, it is recovered again without effect."""
    with contextlib.suppress(OSError):
        (folder / SPOOL_NAME).unlink(missing_ok=True)


def _complete_items(path: Path) -> Iterator[SpoolItem]:
    """Yield the items of a spool up to the first line that is torn, damaged or out of sequence."""
    due = None
    with path.open("rb") as file:
        for line in file:
            item = _item(line)
            if isinstance(item, EventBatch):
                if due is not None and item.seq != due:
                    return
                due = item.seq + 1
            elif item is None:
                return
            yield item


def line_of(item: SpoolItem) -> bytes:
    """Return a batch or a layout as a line of the spool."""
    data = item.text.encode()
    return b"%08x %s\n" % (zlib.crc32(data), data)


def _item(line: bytes) -> SpoolItem | None:
    from gpuscope.storage.tail import decoded  # imports SQLAlchemy, which a recorder does only on the journal's thread

    checksum, _, data = line.rstrip(b"\n").partition(b" ")
    if checksum != b"%08x" % zlib.crc32(data):
        return None
    try:
        document = json.loads(data)
        if isinstance(document, dict):
            return SeriesLayout.from_json(document)
        seq, documents = document
        return EventBatch((int(seq), decoded(documents)))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):  # a line written by another program
        return None
