"""Reads the stored runs."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Self

from sqlalchemy import Connection, func, select

from gpuscope.core.errors import UsageError
from gpuscope.core.event import Event
from gpuscope.core.run import RunRecord, RunState
from gpuscope.storage.checksums import LISTED
from gpuscope.storage.damaged_readings import damaged_readings
from gpuscope.storage.errors import DamageError
from gpuscope.storage.plans import is_plan_id
from gpuscope.storage.records import (
    LONGEST_ID,
    RunKeys,
    clean,
    find_keys,
    find_verified_keys,
    record_of,
    with_devices,
    with_environment,
    with_origins,
)
from gpuscope.storage.schema import NEWEST_FIRST, RUNS, AnyRow
from gpuscope.storage.sqlite import reusable_bytes
from gpuscope.storage.sqlite_file import file_bytes
from gpuscope.storage.sqlite_reading import SqliteReading
from gpuscope.storage.values import Series, SeriesInfo, StoreSize

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from gpuscope.storage.reading import TailCache
    from gpuscope.storage.run_snapshot import RunSnapshot
    from gpuscope.storage.tail import Harvest

LAST = "last"
"""Name of the newest run."""
_CANDIDATES = 5
"""Number of ids listed in the message for an ambiguous prefix: enough to be useful, and they fit on one line."""
_NEWEST = 8
"""Rows searched for the newest run: a damaged start may sort before all others; the search fails only with eight such rows."""


class StoreReader:
    """Read-only access to a store. Also a context manager. Thread-safe.

    A store that does not exist reads as empty, and is opened once it has been created.

    Raises:
        UnavailableError: The store cannot be read, belongs to another program, is of a later, incompatible version, or the URL
            is not supported.
        CorruptStoreError: The store is a gpuscope store and is damaged.
    """

    def __init__(self, url: str) -> None:
        self._store = SqliteReading(url)
        self._tail: TailCache | None = None

    @property
    def notes(self) -> tuple[str, ...]:
        """Messages for the user on how the store was opened (as a copy, or with a later version)."""
        return self._store.notes

    @property
    def is_later(self) -> bool:
        """Whether a later gpuscope made the store, so that this one only reads it."""
        return self._store.is_later

    def runs(self, *, limit: int | None = None) -> list[RunRecord]:
        """Return the runs, newest first, without deleted ones; designed to be cheap for 10,000 runs.

        ``devices`` and ``environment`` are empty. ``metrics`` are parsed on first access.
        ``state`` is as stored: an unfinished run is "running" whether or not its recorder is alive. A run that cannot be read, or
        whose checksum fails, is "damaged" and has no numbers.

        Args:
            limit: Maximum number of runs; None for all.
        """
        query = select(*LISTED).where(RUNS.c.deleted_at.is_(None)).order_by(*NEWEST_FIRST).limit(limit)
        with self._store.transaction() as connection:
            return with_origins(connection, connection.execute(query).all()) if connection else []

    def run(self, run_id_or_prefix: str) -> RunRecord:
        """Return a complete run, by its id, a prefix of it, or "last" for the newest.

        Its readings are not checked; see :meth:`checked`.

        Raises:
            UsageError: No run matches, or more than one does (lists the candidates).
        """
        with self._store.transaction() as connection:
            if connection is None:
                raise _no_run(run_id_or_prefix)
            row = _find(connection, run_id_or_prefix)
            return with_devices(connection, row.id, with_environment(connection, row.id, record_of(row)))

    def checked(self, record: RunRecord) -> RunRecord:
        """Return the record of a run with damaged readings added to its gaps, for display.

        Reads all packed readings of the run, a second per 500 MB or so. A live run is not checked, since its readings still change.
        """
        with self._store.transaction() as connection:
            run = None if connection is None or record.state is RunState.RUNNING else find_keys(connection, record.run_id)
            return record if connection is None or run is None else record.with_gaps(damaged_readings(connection, run.id).gaps)

    def series_list(self, run_id: str) -> list[SeriesInfo]:
        """Return the series of a run with a summary of each, in the order of declaration.

        Raises:
            UsageError: There is no such run (applies to the methods below as well).
        """
        from gpuscope.storage import reading  # imported here and below since it needs numpy, which a list of runs does not

        with self._of_run(run_id) as (connection, run):
            return reading.infos(connection, run.id, self._harvest(connection, run))

    def series(self, run_id: str, device: str, metric: str) -> Series:
        """Return the readings of one series up to the last commit, which for a live run is up to four seconds old.

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
        """Return the readings of every series, in the order of declaration, as a consistent snapshot.

        Raises:
            UsageError: There is no such run.
        """
        from gpuscope.storage import reading

        with self._of_run(run_id) as (connection, run):
            return reading.all_series(connection, run.id, run.start_ns, self._harvest(connection, run))

    def steps(self, run_id: str, pid: int | None = None) -> NDArray[np.int64]:
        """Return the ends of all steps, including warm-up, in nanoseconds from the run's ``start_ns``, in order of steps.

        Ends lost because a ring was full are missing (a gap event reports them).

        Args:
            run_id: The run.
            pid: The process that took the steps (``core.steppers``); None for the steps that count as the run's.
        """
        from gpuscope.storage import reading

        with self._of_run(run_id) as (connection, run):
            return reading.steps_of(connection, run.id, run.start_ns, pid, self._harvest(connection, run))

    def events(self, run_id: str, kinds: Collection[str] = (), *, up_to_seq: int | None = None) -> list[Event]:
        """Return the rare events (hello, phase, log, result, gap, end) in order of arrival, with absolute stamps.

        Args:
            run_id: The run.
            kinds: Kinds to return; empty for all.
            up_to_seq: Last batch to include; None for all.
        """
        from gpuscope.storage import reading

        with self._of_run(run_id) as (connection, run):
            return reading.events_of(connection, run.id, kinds, up_to_seq, self._harvest(connection, run))

    def batches(self, run_id: str, first_seq: int, last_seq: int) -> list[tuple[int, tuple[Event, ...]]]:
        """Return (seq, events) of the batches first_seq … last_seq that still exist as batches, to fill a hole.

        These are the newest batches of a live run, usually those of the last minute; older ones have been converted to columns.
        """
        from gpuscope.storage import reading

        with self._of_run(run_id) as (connection, run):
            return reading.batches_of(connection, run.id, first_seq, last_seq)

    @contextmanager
    def snapshot(self, run_id: str, *, skips_damage: bool = False) -> Iterator[RunSnapshot]:
        """Open a run to read it completely, as a snapshot of this instant; the result is valid within the context.

        Args:
            run_id: The run.
            skips_damage: Treat damaged readings as missing and list them in ``damage`` instead of rejecting the run: for display.
        """
        from gpuscope.storage.run_snapshot import RunSnapshot

        with self._of_run(run_id) as (connection, run):
            yield RunSnapshot(connection, run, self._harvest(connection, run), skips_damage=skips_damage)

    def committed(self, run_id: str) -> int:
        """Return the highest seq in the store, -1 for none."""
        with self._of_run(run_id) as (_, run):
            return int(run.committed)

    def is_deleted(self, run_id: str) -> bool:
        """Return whether a run is marked as deleted but not yet purged."""
        query = select(RUNS.c.deleted_at).where(RUNS.c.run_id == clean(run_id))
        with self._store.transaction() as connection:
            return connection is not None and connection.scalar(query) is not None

    def total(self) -> int:
        """Return the number of runs, including deleted ones, without reading their rows."""
        with self._store.transaction() as connection:
            return (connection.scalar(select(func.count()).select_from(RUNS)) or 0) if connection else 0

    def deleted_count(self) -> int:
        """Return the number of runs marked as deleted. Reads all rows."""
        with self._store.transaction() as connection:
            return (connection.scalar(select(func.count(RUNS.c.deleted_at))) or 0) if connection else 0

    def size(self) -> StoreSize:
        """Return the store's size on disk."""
        with self._store.transaction() as connection:
            count = connection.scalar(select(func.count()).where(RUNS.c.deleted_at.is_(None))) if connection else 0
            reusable = reusable_bytes(connection) if connection else 0
        return StoreSize(file_bytes(self._store.path), reusable, count or 0)

    def run_bytes(self, *, deleted: bool = False) -> dict[str, int]:
        """Estimate the bytes used by each run, by id: of the runs marked as deleted if ``deleted``, else of all others."""
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
            with self._store.damage_as_error(run_id):
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


def _no_run(named: str) -> UsageError:
    if is_plan_id(named):
        return UsageError(f"{named} names a plan, not a run", f"'gpuscope plans {named}' shows it with its runs.")
    if named == LAST:
        return UsageError("no run is stored yet", "'gpuscope demo' creates some; 'gpuscope run --help' says how.")
    return UsageError(f"there is no run {named[:60]}", "'gpuscope runs' lists them.")


def _find(connection: Connection, named: str) -> AnyRow:
    """Find a run that is not deleted, by its id, a prefix of it, or "last"."""
    named = clean(named)[: LONGEST_ID + 1]  # a command line may hold bytes that are no text, or more of it than the driver takes
    query = select(*LISTED).where(RUNS.c.deleted_at.is_(None)).order_by(*NEWEST_FIRST)
    exact = connection.execute(query.where(RUNS.c.run_id == named)).first()
    if exact is not None:
        return exact
    if named == LAST:
        rows = connection.execute(query.limit(_NEWEST)).all()
        rows = sorted(rows, key=lambda row: record_of(row).started_at, reverse=True)[:1]
    else:
        rows = connection.execute(query.where(RUNS.c.run_id.startswith(named, autoescape=True)).limit(_CANDIDATES + 1)).all()
    if not rows:
        raise _no_run(named)
    if len(rows) > 1:
        names = ", ".join(row.run_id for row in rows[:_CANDIDATES]) + (" …" if len(rows) > _CANDIDATES else "")
        raise UsageError(f"{named or 'nothing'} matches more than one run: {names}", "Give more of the id.")
    return rows[0]
