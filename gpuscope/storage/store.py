"""Reading runs, and writing one run while it goes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from types import TracebackType
from typing import TYPE_CHECKING, Self, TypeAlias

from sqlalchemy import Connection, bindparam, func, insert, select, update

from gpuscope.core.device import Device
from gpuscope.core.errors import UsageError
from gpuscope.core.event import Event, Sample, Samples
from gpuscope.core.run import RunRecord, RunState
from gpuscope.storage import layouts
from gpuscope.storage.checksums import LISTED, progress_checksum, with_checksum
from gpuscope.storage.damaged_readings import damaged_readings
from gpuscope.storage.errors import DamageError
from gpuscope.storage.plans import is_plan_id
from gpuscope.storage.records import (
    RunKeys,
    declare_devices,
    find_keys,
    find_verified_keys,
    insert_run,
    instant,
    now,
    record_of,
    update_run,
    with_devices,
    with_environment,
    with_origins,
)
from gpuscope.storage.schema import NEWEST_FIRST, RUNS, TAIL, AnyRow
from gpuscope.storage.sqlite import reusable_bytes
from gpuscope.storage.sqlite_file import file_bytes
from gpuscope.storage.sqlite_reading import SqliteReading
from gpuscope.storage.sqlite_writing import SqliteWriting
from gpuscope.storage.values import Series, SeriesInfo, StoreSize

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from gpuscope.storage.reading import TailCache
    from gpuscope.storage.tail import Harvest
    from gpuscope.storage.whole_run import WholeRun

_COMPACT_READINGS = 4096
"""Readings of the fastest call that make a live compaction worth while: about seven minutes. It costs a quarter of a second of processor
time, hardly more than one of a quarter of the readings."""
_KEPT_ROWS = 16
"""Newest rows of a live run's tail that stay, for :meth:`StoreReader.batches`: a minute of commits, less where each batch is one."""
_BATCHES_A_ROW = 512
"""Bounds the size of a compressed row, which a reader unpacks as a whole, when hours come out of a spool at once."""
_CANDIDATES = 5
"""Ids that an ambiguous prefix names in its message: enough to go on with, in one line."""
_NEWEST = 8
"""Rows among which the newest run is looked for: a damaged start may sort before all others, and it would take eight of them."""
_APPEND = insert(TAIL)
_COMMITTED = (
    update(RUNS)
    .where(RUNS.c.id == bindparam("run"))
    .values(committed=bindparam("seq"), heartbeat_at=bindparam("at"), progress_checksum=bindparam("progress"))
)
"""Made once: SQLAlchemy takes longer to make a statement than SQLite to run it."""
_Declaration: TypeAlias = tuple[Sequence[Device], Mapping[str, Sequence[tuple[str, str]]], Mapping[str, tuple[str, str]]]


class StoreReader:
    """Reads a store and never changes what is in it. Also a context manager. May be used from several threads.

    A store that is not there reads as one without runs, and is found as soon as it comes to be.

    Args:
        url: SQLAlchemy URL of the store.

    Raises:
        UnavailableError: The store cannot be read, belongs to another program, is of a later version that this one does
            not understand, or the URL is not one that is served.
        CorruptStoreError: It is ours, and damaged.
    """

    def __init__(self, url: str) -> None:
        self._store = SqliteReading(url)
        self._tail: TailCache | None = None

    @property
    def notes(self) -> tuple[str, ...]:
        """What the user should know of how the store was opened (a copy was read, it is of a later version), in words."""
        return self._store.notes

    def runs(self, *, limit: int | None = None) -> list[RunRecord]:
        """Return the runs, newest first, deleted ones left out; made to be cheap for 10,000.

        ``devices`` is empty. ``environment`` is empty. ``metrics`` are parsed when they are looked at.
        ``state`` is as stored: a run that has not been finished says "running", whether its recorder lives or not. A run that cannot
        be read, or whose checksum fails, is "damaged" and has no numbers.

        Args:
            limit: At most that many; None for all.
        """
        query = select(*LISTED).where(RUNS.c.deleted_at.is_(None)).order_by(*NEWEST_FIRST).limit(limit)
        with self._store.transaction() as connection:
            return with_origins(connection, connection.execute(query).all()) if connection else []

    def run(self, run_id_or_prefix: str) -> RunRecord:
        """Return a run whole, by its id, the beginning of it, or "last" for the newest.

        Its readings are not looked at (:meth:`checked`).

        Raises:
            UsageError: There is none, or more than one (names the candidates).
        """
        with self._store.transaction() as connection:
            if connection is None:
                raise _no_run(run_id_or_prefix)
            row = _find(connection, run_id_or_prefix)
            return with_devices(connection, row.id, with_environment(connection, row.id, record_of(row)))

    def checked(self, record: RunRecord) -> RunRecord:
        """Return the record of a run with its damaged readings among its gaps, for who shows these.

        All packed readings of the run are read: a second for some 500 MB. Those of a live run, which still change, are not.
        """
        with self._store.transaction() as connection:
            run = None if connection is None or record.state is RunState.RUNNING else find_keys(connection, record.run_id)
            return record if connection is None or run is None else record.with_gaps(damaged_readings(connection, run.id).gaps)

    def series_list(self, run_id: str) -> list[SeriesInfo]:
        """Return the series of a run with what is known of each, in the order in which they were declared.

        Raises:
            UsageError: There is no such run (also from the following ones).
        """
        from gpuscope.storage import reading  # here and below: numpy, which a list of runs does without

        with self._of_run(run_id) as (connection, run):
            return reading.infos(connection, run.id, self._harvest(connection, run))

    def series(self, run_id: str, device: str, metric: str) -> Series:
        """Return the readings of one series up to the last commit; a live run's is up to four seconds old.

        Raises:
            UsageError: There is no such run, or no such series in it.
        """
        from gpuscope.storage import reading

        with self._of_run(run_id) as (connection, run):
            series = reading.series_of(connection, run.id, run.start_ns, (device, metric), self._harvest(connection, run))
        if series is None:
            raise UsageError(f"run {run_id} has no series {device} {metric}", "'gpuscope show RUN' lists what was measured.")
        return series

    def all_series(self, run_id: str) -> list[Series]:
        """Return the readings of every series, in the order in which they were declared, as they stand at one instant.

        Raises:
            UsageError: There is no such run.
        """
        from gpuscope.storage import reading

        with self._of_run(run_id) as (connection, run):
            return reading.all_series(connection, run.id, run.start_ns, self._harvest(connection, run))

    def steps(self, run_id: str, pid: int | None = None) -> NDArray[np.int64]:
        """Return the ends of all steps, warm-up included, in nanoseconds from the run's ``start_ns``, in order of steps.

        Ends that a full ring lost are not there (a gap event reports them).

        Args:
            run_id: Of which run.
            pid: Whose (``core.steppers``); None for those that are the run's.
        """
        from gpuscope.storage import reading

        with self._of_run(run_id) as (connection, run):
            return reading.steps_of(connection, run.id, run.start_ns, pid, self._harvest(connection, run))

    def events(self, run_id: str, kinds: Collection[str] = (), *, up_to_seq: int | None = None) -> list[Event]:
        """Return the rare events (hello, phase, log, result, gap, end) in order of arrival, with absolute stamps.

        Args:
            run_id: Of which run.
            kinds: Only those kinds; empty for all.
            up_to_seq: Only those of batches up to that one; None for all.
        """
        from gpuscope.storage import reading

        with self._of_run(run_id) as (connection, run):
            return reading.events_of(connection, run.id, kinds, up_to_seq, self._harvest(connection, run))

    def batches(self, run_id: str, first_seq: int, last_seq: int) -> list[tuple[int, tuple[Event, ...]]]:
        """Return (seq, events) of the batches first_seq … last_seq that are still whole, for healing a hole.

        The newest batches of a live run are there, as a rule those of the last minute; older ones were taken apart into columns.
        """
        from gpuscope.storage import reading

        with self._of_run(run_id) as (connection, run):
            return reading.batches_of(connection, run.id, first_seq, last_seq)

    @contextmanager
    def whole(self, run_id: str, *, skips_damage: bool = False) -> Iterator[WholeRun]:
        """Open a run to be read whole, as it stands at this instant; what it gives is valid within the context.

        Args:
            run_id: Of which run.
            skips_damage: Damaged readings are missing, and in ``damage``, instead of a reason to refuse the run: for who shows it.
        """
        from gpuscope.storage.whole_run import WholeRun

        with self._of_run(run_id) as (connection, run):
            yield WholeRun(connection, run, self._harvest(connection, run), skips_damage=skips_damage)

    def committed(self, run_id: str) -> int:
        """Return the highest seq that is in the store, -1 for none."""
        with self._of_run(run_id) as (_, run):
            return int(run.committed)

    def is_deleted(self, run_id: str) -> bool:
        """Return whether a run is marked as deleted, and not purged."""
        query = select(RUNS.c.deleted_at).where(RUNS.c.run_id == run_id)
        with self._store.transaction() as connection:
            return connection is not None and connection.scalar(query) is not None

    def total(self) -> int:
        """Return the number of runs, deleted ones included; without reading their rows."""
        with self._store.transaction() as connection:
            return (connection.scalar(select(func.count()).select_from(RUNS)) or 0) if connection else 0

    def deleted_count(self) -> int:
        """Return the number of runs that are marked as deleted; read all rows."""
        with self._store.transaction() as connection:
            return (connection.scalar(select(func.count(RUNS.c.deleted_at))) or 0) if connection else 0

    def size(self) -> StoreSize:
        """Return what the store takes on its disk."""
        with self._store.transaction() as connection:
            count = connection.scalar(select(func.count()).where(RUNS.c.deleted_at.is_(None))) if connection else 0
            reusable = reusable_bytes(connection) if connection else 0
        return StoreSize(file_bytes(self._store.path), reusable, count or 0)

    def run_bytes(self, *, deleted: bool = False) -> dict[str, int]:
        """Return about what each run takes of the store, by id: of those that are marked as deleted, or of all others."""
        from gpuscope.storage.sqlite import bytes_of_runs

        with self._store.transaction() as connection:
            if connection is None:
                return {}
            used_bytes = file_bytes(self._store.path) - reusable_bytes(connection)
            return bytes_of_runs(connection, used_bytes, deleted=deleted)

    def close(self) -> None:
        """Close the store; do nothing the second time."""
        self._store.close()

    @contextmanager
    def _of_run(self, run_id: str) -> Iterator[tuple[Connection, RunKeys]]:
        with self._store.transaction() as connection:
            row = None if connection is None else find_verified_keys(connection, run_id)
            if connection is None or row is None:
                raise _no_run(run_id)
            with self._store.damage_in_words(run_id):
                yield connection, row

    def _harvest(self, connection: Connection, run: RunKeys) -> Harvest:
        if self._tail is None:
            from gpuscope.storage.reading import TailCache

            self._tail = TailCache()
        harvest = self._tail.harvest(connection, run.id)
        if not run.is_sound and (harvest.readings or harvest.steps):
            raise DamageError("its start, from which the newest readings count")
        return harvest

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


class RunWriter:
    """Writes one run: one per recorder, used from one thread. Also a context manager.

    Opening makes the store when there is none, brings it to the newest revision (with a backup beside it), and inserts
    the run, synced. A run that is in the store already is taken up again: its header is updated and :attr:`committed`
    says what is there; so a recorder that lost its store for a while opens a new writer and goes on.

    No connection is kept: each call opens, writes and closes under the store's write lock.

    Args:
        url: SQLAlchemy URL of the store.
        record: The run; stored as "running" until :meth:`finish`.
        patience_s: How long another writer is waited for, in each call.

    Raises:
        UnavailableError: The store cannot be written here, is foreign, or of a later version (both are named).
        CorruptStoreError: It is ours, and damaged: ``repair.set_aside`` and try again.
    """

    def __init__(self, url: str, record: RunRecord, *, patience_s: float = 30.0) -> None:
        self._store = SqliteWriting(url, lock_timeout_s=patience_s)
        self._record = record
        self._declared: list[_Declaration] = []
        self._readings: Counter[str] = Counter()
        self._known: tuple[tuple[int, int], frozenset[str], int] | None = None
        """The run (its key, and the file that it is in), its calls, and the generation of their layouts, as last read or written."""
        self._store.prepare()
        with self._store.transaction(synced=True) as connection:
            run = self._run(connection)
            update_run(connection, run.id, record, state=RunState.RUNNING)
        self._committed = int(run.committed)

    @property
    def notes(self) -> tuple[str, ...]:
        """What the user should know of how the store was opened (backup kept, network folder), in words."""
        return tuple(self._store.notes)

    @property
    def committed(self) -> int:
        """The highest seq that is in the store, -1 for none."""
        return self._committed

    def declare(
        self, devices: Sequence[Device], calls: Mapping[str, Sequence[tuple[str, str]]], quality: Mapping[str, tuple[str, str]]
    ) -> None:
        """Say which series the values of each call belong to, for all batches appended from now on. Synced.

        Called again when a helper's hello brings something new; series of calls that are not named any more stay.

        Args:
            devices: Devices to add or to bring up to date, by key.
            calls: By name of a call, the (device, metric) of each of its values.
            quality: By "device/metric", its (quality, source).

        Raises:
            StoreWriteError: It could not be written; nothing has changed.
        """
        declaration = (devices, calls, quality)
        self._known = None
        with self._store.transaction(synced=True) as connection:
            _declare(connection, self._run(connection).id, declaration)
        self._declared.append(declaration)

    def append(self, batches: Sequence[tuple[int, Sequence[Event]]], *, at: datetime | None = None) -> int:
        """Write batches in one transaction, synced; when it returns they are acknowledged.

        Batches that the store has already (seq not above :attr:`committed`) are left out, so that repeating a failed
        call doubles nothing. Samples of a call that was never declared are kept as series of the device "".

        Args:
            batches: (seq, events), seq increasing.
            at: When they were recorded; None for now.

        Returns:
            The highest seq that is in the store.

        Raises:
            StoreWriteError: They are not in the store; keep them and try again later.
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
        """Write the header, results and devices as they are now, synced.

        Name, tags and note are the user's and are left as they are in the store.

        Raises:
            StoreWriteError: It could not be written; nothing has changed.
        """
        with self._store.transaction(synced=True) as connection:
            update_run(connection, self._run(connection).id, record)
        self._record = record

    def compact(self, *, final: bool = False) -> None:
        """Turn the older part of the raw tail into columns when there is enough of it; cheap to call after each append.

        Args:
            final: Take all of it, and join small chunks.

        Raises:
            StoreWriteError: It could not be written; nothing has changed.
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
        """Write the run's end (synced), then turns the whole tail into columns.

        Raises:
            StoreWriteError: It could not be written.
        """
        self.update(record)
        self.compact(final=True)

    def close(self) -> None:
        """End the writing; nothing is held between two calls, so there is nothing to give back."""

    def _run(self, connection: Connection) -> RunKeys:
        """Return the run's keys; bring the run in again when the store was replaced under us."""
        row = find_keys(connection, self._record.run_id)
        if row is None:
            key = insert_run(connection, self._record, state=RunState.RUNNING)
            for declaration in self._declared:
                _declare(connection, key, declaration)
            row = find_keys(connection, self._record.run_id)
            assert row is not None
        return row

    def _generation_for(self, connection: Connection, run: int, batches: Sequence[tuple[int, Sequence[Event]]]) -> int:
        """Return the generation of layouts that these batches are under; calls that nobody declared get a layout of their own."""
        calls = {event.call for _, events in batches for event in events if isinstance(event, Sample | Samples)}
        where = run, self._store.path.stat().st_ino
        if self._known is None or self._known[0] != where or not calls <= self._known[1]:
            known, self._known = layouts.Layouts.read(connection, run), None  # a transaction that fails leaves nothing behind
            if any(known.newest(call) is None for call in calls):
                return _declare_unknown(connection, run, known, batches)
            self._known = where, frozenset(known.calls()), known.generation()
        return self._known[2]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def _no_run(named: str) -> UsageError:
    if is_plan_id(named):
        return UsageError(f"{named} names a plan, not a run", f"'gpuscope plans {named}' shows it with its runs.")
    if named == "last":
        return UsageError("no run is kept yet", "'gpuscope demo' makes some; 'gpuscope run --help' says how.")
    return UsageError(f"there is no run {named[:60]}", "'gpuscope runs' lists them.")


def _find(connection: Connection, named: str) -> AnyRow:
    """Find a run that is not deleted by its id, the beginning of it, or "last"."""
    query = select(*LISTED).where(RUNS.c.deleted_at.is_(None)).order_by(*NEWEST_FIRST)
    exact = connection.execute(query.where(RUNS.c.run_id == named)).first()
    if exact is not None:
        return exact
    if named == "last":
        rows = connection.execute(query.limit(_NEWEST)).all()
        rows = sorted(rows, key=lambda row: record_of(row).started_at, reverse=True)[:1]
    else:
        rows = connection.execute(query.where(RUNS.c.run_id.startswith(named, autoescape=True)).limit(_CANDIDATES + 1)).all()
    if not rows:
        raise _no_run(named)
    if len(rows) > 1:
        names = ", ".join(row.run_id for row in rows[:_CANDIDATES]) + (" …" if len(rows) > _CANDIDATES else "")
        raise UsageError(f"{named or 'nothing'} begins more than one run: {names}", "Give more of the id.")
    return rows[0]


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


def _declare_unknown(connection: Connection, run: int, known: layouts.Layouts, batches: Sequence[tuple[int, Sequence[Event]]]) -> int:
    events = [event for _, events in batches for event in events]
    widths = {event.call: len(event.values) for event in events if isinstance(event, Sample)}
    widths |= {event.call: len(event.values[0]) for event in events if isinstance(event, Samples)}
    unknown = {call: [("", f"{call}.{place}") for place in range(width)] for call, width in widths.items() if known.newest(call) is None}
    return layouts.declare(connection, run, unknown, {})
