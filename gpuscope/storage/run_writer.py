"""Writes a run while it is being recorded."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from types import TracebackType
from typing import Self, TypeAlias

from sqlalchemy import Connection, bindparam, insert, update

from gpuscope.core.device import Device
from gpuscope.core.event import Event, Sample, Samples
from gpuscope.core.run import RunRecord, RunState
from gpuscope.storage import layouts
from gpuscope.storage.checksums import progress_checksum, with_checksum
from gpuscope.storage.records import RunKeys, declare_devices, find_keys, insert_run, instant, now, update_run
from gpuscope.storage.schema import RUNS, TAIL
from gpuscope.storage.sqlite_writing import SqliteWriting

_COMPACT_READINGS = 4096
"""Readings of the fastest call after which a live run is compacted: about seven minutes. A compaction costs a quarter of a second of CPU
time, hardly more than for a quarter of the readings."""
_KEPT_ROWS = 16
"""Newest rows of a live run's tail to keep, for :meth:`StoreReader.batches`: a minute of commits, less if each batch is a commit."""
_BATCHES_A_ROW = 512
"""Limits the size of a compressed row, which a reader unpacks as a whole, when hours of data arrive from a spool at once."""
_APPEND = insert(TAIL)
_COMMITTED = (
    update(RUNS)
    .where(RUNS.c.id == bindparam("run"))
    .values(committed=bindparam("seq"), heartbeat_at=bindparam("at"), progress_checksum=bindparam("progress"))
)
"""Built once: SQLAlchemy takes longer to build a statement than SQLite to run it."""
_Declaration: TypeAlias = tuple[Sequence[Device], Mapping[str, Sequence[tuple[str, str]]], Mapping[str, tuple[str, str]]]


class RunWriter:
    """Writes one run; one writer per recorder, used from one thread. Also a context manager.

    The constructor creates the store if it does not exist, migrates it to the newest revision (with a backup beside it), and
    inserts the run, synced. If the run is already in the store, it is resumed: its header is updated and :attr:`committed` is
    its last batch, so a recorder that temporarily lost its store can open a new writer and continue.

    No connection is kept: each call opens, writes and closes under the store's write lock.

    Args:
        url: SQLAlchemy URL of the store.
        record: The run; stored as "running" until :meth:`finish`.
        patience_s: How long each call waits for another writer, in seconds.

    Raises:
        UnavailableError: The store cannot be written here, is foreign, or of a later version (the message names both versions).
        CorruptStoreError: The store is a gpuscope store and is damaged: call ``repair.set_aside`` and try again.
    """

    def __init__(self, url: str, record: RunRecord, *, patience_s: float = 30.0) -> None:
        self._store = SqliteWriting(url, lock_timeout_s=patience_s)
        self._record = record
        self._declared: list[_Declaration] = []
        self._readings: Counter[str] = Counter()
        self._known: tuple[tuple[int, int], frozenset[str], int] | None = None
        """Cache of the run (its key and the inode of its file), its calls, and the generation of their layouts."""
        self._store.prepare()
        with self._store.transaction(synced=True) as connection:
            run = self._run(connection)
            update_run(connection, run.id, record, state=RunState.RUNNING)
        self._committed = int(run.committed)

    @property
    def notes(self) -> tuple[str, ...]:
        """Messages for the user on how the store was opened (backup kept, network folder)."""
        return tuple(self._store.notes)

    @property
    def committed(self) -> int:
        """The highest seq in the store, -1 for none."""
        return self._committed

    def declare(
        self, devices: Sequence[Device], calls: Mapping[str, Sequence[tuple[str, str]]], quality: Mapping[str, tuple[str, str]]
    ) -> None:
        """Declare the series that the values of each call belong to, for all batches appended from now on. Synced.

        Called again when a helper's hello has something new; series of calls that are no longer listed are kept.

        Args:
            devices: Devices to add or update, by key.
            calls: The (device, metric) of each value of a call, by name of the call.
            quality: The (quality, source) of a series, by "device/metric".

        Raises:
            StoreWriteError: The write failed; nothing has changed.
        """
        declaration = (devices, calls, quality)
        self._known = None
        with self._store.transaction(synced=True) as connection:
            _declare(connection, self._run(connection).id, declaration)
        self._declared.append(declaration)

    def append(self, batches: Sequence[tuple[int, Sequence[Event]]], *, at: datetime | None = None) -> int:
        """Write batches in one transaction, synced; they are durable when it returns.

        Batches already in the store (seq not above :attr:`committed`) are skipped, so that repeating a failed call creates no
        duplicates. Samples of an undeclared call are stored as series of the device "".

        Args:
            batches: (seq, events), seq increasing.
            at: When they were recorded; None for now.

        Returns:
            The highest seq in the store.

        Raises:
            StoreWriteError: The batches were not stored; keep them and try again later.
            CorruptStoreError: The store is damaged.
        """
        with self._store.transaction(synced=True) as connection:
            run = self._run(connection)
            fresh = [batch for batch in batches if batch[0] > run.committed]
            if fresh:
                _insert_batches(connection, run.id, fresh, self._generation_for(connection, run.id, fresh))
                seq, heartbeat_at = fresh[-1][0], now() if at is None else instant(at)
                progress = progress_checksum(self._record.run_id, seq, heartbeat_at)
                connection.execute(_COMMITTED, {"run": run.id, "seq": seq, "at": heartbeat_at, "progress": progress})
        self._committed = fresh[-1][0] if fresh else int(run.committed)
        for event in (event for _, events in fresh for event in events):
            if isinstance(event, Sample | Samples):
                self._readings[event.call] += 1 if isinstance(event, Sample) else len(event.values)
        return self._committed

    def update(self, record: RunRecord) -> None:
        """Write the current header, results and devices, synced.

        Name, tags and note belong to the user and are not overwritten.

        Raises:
            StoreWriteError: The write failed; nothing has changed.
        """
        with self._store.transaction(synced=True) as connection:
            update_run(connection, self._run(connection).id, record)
        self._record = record

    def compact(self, *, final: bool = False) -> None:
        """Turn the older part of the raw tail into columns once there is enough of it; cheap to call after each append.

        Args:
            final: Convert all of it, and join small chunks.

        Raises:
            StoreWriteError: A write failed; no data is lost, since each transaction is atomic.
        """
        if not final and max(self._readings.values(), default=0) < _COMPACT_READINGS:
            return
        from gpuscope.storage import chunks, compaction

        with self._store.transaction() as connection:
            run = self._run(connection)
            compaction.compact_tail(connection, run.id, self._record.start_ns, keep_rows=0 if final else _KEPT_ROWS)
        self._readings.clear()
        joining = True
        while joining:
            with self._store.transaction() as connection:
                joining = chunks.join_next(connection, run.id, final=final)
        if final:
            with self._store.transaction() as connection:
                compaction.join_steps(connection, run.id)
                compaction.join_events(connection, run.id)

    def finish(self, record: RunRecord) -> None:
        """Write the run's end (synced), then turn the whole tail into columns.

        Raises:
            StoreWriteError: The write failed.
        """
        self.update(record)
        self.compact(final=True)

    def close(self) -> None:
        """Do nothing: no resources are held between two calls."""

    def _run(self, connection: Connection) -> RunKeys:
        """Return the run's keys; insert the run again if the store was replaced meanwhile."""
        row = find_keys(connection, self._record.run_id)
        if row is None:
            key = insert_run(connection, self._record, state=RunState.RUNNING)
            for declaration in self._declared:
                _declare(connection, key, declaration)
            row = find_keys(connection, self._record.run_id)
            assert row is not None
        return row

    def _generation_for(self, connection: Connection, run: int, batches: Sequence[tuple[int, Sequence[Event]]]) -> int:
        """Return the generation of layouts for these batches; declare a layout for undeclared calls."""
        calls = {event.call for _, events in batches for event in events if isinstance(event, Sample | Samples)}
        where = run, self._store.path.stat().st_ino
        if self._known is None or self._known[0] != where or not calls <= self._known[1]:
            stored, self._known = layouts.Layouts.read(connection, run), None  # cleared first: a failed transaction leaves no stale value
            if any(stored.newest(call) is None for call in calls):
                return _declare_unknown(connection, run, stored, batches)
            self._known = where, frozenset(stored.calls()), stored.generation()
        return self._known[2]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def _declare(connection: Connection, run: int, declaration: _Declaration) -> None:
    devices, calls, quality = declaration
    declare_devices(connection, run, devices)
    layouts.declare(connection, run, calls, quality)


def _insert_batches(connection: Connection, run: int, batches: Sequence[tuple[int, Sequence[Event]]], generation: int) -> None:
    from gpuscope.storage.tail import pack_batches

    for begin in range(0, len(batches), _BATCHES_A_ROW):
        part = batches[begin : begin + _BATCHES_A_ROW]
        values = {"run": run, "generation": generation, "first_seq": part[0][0], "last_seq": part[-1][0], "batches": pack_batches(part)}
        connection.execute(_APPEND, with_checksum(TAIL, values))


def _declare_unknown(connection: Connection, run: int, stored: layouts.Layouts, batches: Sequence[tuple[int, Sequence[Event]]]) -> int:
    events = [event for _, events in batches for event in events]
    widths = {event.call: len(event.values) for event in events if isinstance(event, Sample)}
    widths |= {event.call: len(event.values[0]) for event in events if isinstance(event, Samples)}
    unknown = {call: [("", f"{call}.{place}") for place in range(width)] for call, width in widths.items() if stored.newest(call) is None}
    return layouts.declare(connection, run, unknown, {})
