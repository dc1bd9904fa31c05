"""Finds damage, sets a damaged store aside, and salvages its runs and plans into a fresh one."""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, exc, insert, select

from gpuscope.core import figures
from gpuscope.core.errors import GpuscopeError, UnavailableError
from gpuscope.storage import plans
from gpuscope.storage.checksums import LISTED, VERIFIABLE, rightful_key, verify, with_checksum
from gpuscope.storage.errors import CorruptStoreError, DamageError
from gpuscope.storage.layouts import layout_of
from gpuscope.storage.records import device_result_of, environment_of, find_keys, problem_of_run, record_of, salvaged_run
from gpuscope.storage.schema import CALLS, CHUNKS, DEVICES, ENVIRONMENTS, EVENTS, RUNS, SERIES, STAMPS, STEPS, TAIL, AnyRow, inserted_key
from gpuscope.storage.sqlite import integrity, lacks_room
from gpuscope.storage.sqlite_file import Mark, log_path, read_header, restore_header, restore_revision
from gpuscope.storage.sqlite_reading import SqliteReading
from gpuscope.storage.sqlite_writing import SqliteWriting

_PARTS = (ENVIRONMENTS, DEVICES, CALLS, SERIES, STAMPS, STEPS, EVENTS, TAIL)
"""Tables whose rows refer to a run by its key, parents before their children. Chunks refer to series and stamps instead."""

_NAMED = 20
"""Most damaged runs named in a line; the file that was set aside contains all of them."""
_FRESH_BYTES = 8 << 20
"""Room for a fresh store's empty tables and its log, which SQLite writes back at 4 MiB."""
_PARSERS: dict[Table, Callable[[AnyRow], object]] = {ENVIRONMENTS: environment_of, DEVICES: device_result_of, CALLS: layout_of}


@dataclass(frozen=True, slots=True)
class Salvage:
    """Result of salvaging a damaged store.

    Attributes:
        whole: Ids of the runs that were salvaged completely.
        damaged: Ids of the runs that were salvaged in part.
        lost: Number of runs that could not be read at all, as far as can be determined.
    """

    whole: tuple[str, ...]
    damaged: tuple[str, ...]
    lost: int

    @property
    def summary(self) -> str:
        """How many runs were salvaged, in words."""
        if not self.whole and not self.damaged and not self.lost:
            return "no run could be read from it"
        named = f" ({', '.join(self.damaged[:_NAMED])})" if self.damaged else ""
        in_part = f"{len(self.damaged)} in part" + named
        return f"{figures.counted(len(self.whole), 'run was', 'runs were')} salvaged in full, {self.lost} lost, {in_part}"


def check(url: str) -> list[str]:
    """Check a store for damage, down to each chunk of readings, without changing it; that of a later version down to its pages.

    Returns:
        One line per problem; empty if there is none or no store yet.

    Raises:
        UnavailableError: The store cannot be read, is foreign, or of a later version without the required tables: a repair would not help.
    """
    try:
        store = SqliteReading(url)
    except CorruptStoreError as error:
        return [error.message]
    try:
        with store.transaction() as connection:
            if connection is None:
                return []
            return integrity(connection) or ([] if store.is_later else list(_damaged_values(connection)))
    except CorruptStoreError as error:
        return [error.message]
    finally:
        store.close()


def _damaged_values(connection: Connection) -> Iterator[str]:
    ids: dict[int, str] = {}
    for row in connection.execute(select(*LISTED).order_by(RUNS.c.id)):
        ids[row.id] = record_of(row).run_id
        if (problem := problem_of_run(row)) is not None:
            yield f"run {ids[row.id]}: {problem}"
    runs_of_stamps = {row.id: row.run for row in connection.execute(select(STAMPS.c.id, STAMPS.c.run))}
    for table in (*_PARTS, CHUNKS):
        for row in connection.execute(select(table)):
            if (problem := _problem(table, row)) is not None:
                key = rightful_key(connection, table, row) or (row.stamps if table is CHUNKS else row.run)
                run = runs_of_stamps.get(key) if table is CHUNKS else key
                yield f"run {ids.get(run or 0, '(which cannot be determined)')}, {table.name} {row[0]}: {problem}"
    yield from plans.problems(connection)


@cache
def _decoders() -> dict[Table, dict[str, Callable[[bytes], object]]]:
    """Return the decoders of packed values, by table and column."""
    from gpuscope.storage.codec import decode_column, decode_integers  # numpy
    from gpuscope.storage.tail import unpack_json

    return {
        STAMPS: {"before": decode_integers, "duration": decode_integers},
        CHUNKS: {"readings": decode_column},
        STEPS: {"ends": decode_integers},
        EVENTS: {"documents": unpack_json},
        TAIL: {"batches": unpack_json},
    }


def _problem(table: Table, row: AnyRow) -> str | None:
    """Return a description of the damage in a row that belongs to a run; None if it is sound."""
    try:
        verify(table, row)
        if table in _PARSERS:
            _PARSERS[table](row)
        for name, decode in _decoders().get(table, {}).items():
            decode(row._mapping[name])
    except DamageError as error:
        return str(error)
    return None


def require_room(url: str) -> None:
    """Check that a store's disk has room for a copy to read from and for a fresh store, each about as large as the store.

    Raises:
        UnavailableError: There is less room; nothing has changed.
    """
    path = SqliteWriting(url).path
    needed = _FRESH_BYTES + 2 * sum(part.stat().st_size for part in (path, log_path(path)) if part.exists())
    if (free := shutil.disk_usage(path.parent).free) < needed:
        raise UnavailableError(
            f"repairing the store {path} needs {figures.figure(needed, 'B')}, and its disk has {figures.figure(free, 'B')} free",
            "Free space, then repair it again; nothing has changed.",
        )


def set_aside(url: str) -> Path:
    """Rename a gpuscope store, so that the next writer starts a new one; quick, since the data is not read.

    Returns:
        The store's new path.

    Raises:
        UnavailableError: It is not a gpuscope store, does not exist, is of a later version, or cannot be renamed; nothing has changed.
    """
    store = SqliteWriting(url)
    aside = _free_name(store.path)
    store.move_aside(aside)
    return aside


def _free_name(path: Path) -> Path:
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    names = (path.with_name(f"{path.name}.damaged-{stamp}{suffix}") for suffix in ("", *(f"-{count}" for count in range(2, 1000))))
    return next(name for name in names if not name.exists())


def salvage(url: str, aside: Path) -> Salvage:
    """Copy all readable data from a store that was set aside, run by run; runs that the target already has are skipped.

    Nothing is copied from a store of a later version: its rows cannot be judged.

    Args:
        url: The store to copy into; created if it does not exist.
        aside: The path returned by :func:`set_aside`. It is only read.

    Raises:
        UnavailableError: The store cannot be written, or the disk is full; nothing is lost, since the file set aside holds everything.
    """
    target = SqliteWriting(url)
    try:
        return _salvaged(aside, target)
    except (UnavailableError, OSError) as error:
        if not _is_of_full_disk(error):
            raise
        raise UnavailableError(
            f"the damaged store was set aside as {aside}, and the disk is too full to copy its runs",
            f"Free space, then repair that file; its runs stay in it: gpuscope doctor --repair --store sqlite:///{aside}",
        ) from error


def _is_of_full_disk(error: Exception) -> bool:
    """Return whether an error, or the one that it was converted from, reports a full disk."""
    return lacks_room(error.__cause__ or error)


def _salvaged(aside: Path, target: SqliteWriting) -> Salvage:
    """Do the work of :func:`salvage`; OSError if there is no room for a copy to read from."""
    target.prepare()
    whole: list[str] = []
    damaged: list[str] = []
    lost = 0
    with ExitStack() as stack:
        try:
            source = stack.enter_context(_reader(aside))
        except (GpuscopeError, OSError) as error:
            if _is_of_full_disk(error):
                raise
            return Salvage((), (), 0)
        if source.is_later:  # its runs would be copied as damaged, and a later gpuscope would skip them as known
            return Salvage((), (), 0)
        with source.transaction() as reading:
            runs, complete = _readable(reading, RUNS, None) if reading else ([], True)
            lost = 0 if reading is None or complete else _missing(reading, runs)
            robbed = _robbed_runs(reading) if reading else set()
            for run in runs:
                run_id = record_of(run).run_id
                with target.transaction(synced=True) as writing:
                    if reading is not None and find_keys(writing, run_id) is None:
                        is_whole = _copy_run(reading, writing, run, run_id) and run.id not in robbed
                        (whole if is_whole else damaged).append(run_id)
            for values, plan in plans.sound_plans(reading) if reading is not None else ():
                with target.transaction(synced=True) as writing:
                    plans.put_plan(writing, values, plan)
    return Salvage(tuple(whole), tuple(damaged), lost)


@contextmanager
def _reader(aside: Path) -> Iterator[SqliteReading]:
    """Yield a reader of the store that was set aside; of a mended temporary copy if its header or its revision is damaged."""
    with ExitStack() as stack:
        try:
            reader = SqliteReading(f"sqlite:///{aside}")
        except CorruptStoreError:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="salvage-", dir=aside.parent))
            copy = Path(folder) / aside.name
            _mend(aside, copy)
            reader = SqliteReading(f"sqlite:///{copy}")
        stack.callback(reader.close)
        yield reader


def _mend(aside: Path, copy: Path) -> None:
    """Copy a store, with the header of an intact one if its own is damaged, and with the revision in its header as its revision.

    The intact one is made for it, since reading the header of the target would drop this process's locks on it (``read_header``).
    """
    shutil.copyfile(aside, copy)
    if log_path(aside).exists():
        shutil.copyfile(log_path(aside), log_path(copy))
    header = read_header(aside)
    if header.mark is Mark.DAMAGED:
        intact = SqliteWriting(f"sqlite:///{copy.with_name('intact.sqlite')}")
        intact.prepare()
        restore_header(copy, intact.path)
    else:
        restore_revision(copy, header.revision)


def _robbed_runs(connection: Connection) -> set[int]:
    """Return the keys of the runs that lost a row to another run because damage changed the row's key; such rows are not salvaged."""
    robbed: set[int] = set()
    for table in (*_PARTS, CHUNKS):
        with suppress(exc.DBAPIError):  # an unreadable page loses only the rows on it, as everywhere
            strays = connection.execute(select(*VERIFIABLE[table])).all()
            keys = [key for row in strays if (key := rightful_key(connection, table, row)) is not None]
            robbed |= set(connection.scalars(select(STAMPS.c.run).where(STAMPS.c.id.in_(keys)))) if table is CHUNKS else set(keys)
    return robbed


def _missing(connection: Connection, runs: list[AnyRow]) -> int:
    """Return the number of runs that other tables refer to but that could not be read."""
    run_ids, referenced = {run.id for run in runs}, set()
    for table in (ENVIRONMENTS, DEVICES, CALLS):
        referenced |= {row.run for row in _readable(connection, table, None)[0]}
    return len(referenced - run_ids)


def _readable(connection: Connection, table: Table, where: Any) -> tuple[list[AnyRow], bool]:
    """Return the readable rows of a table, and whether these are all."""
    query = select(*LISTED) if table is RUNS else select(table)
    query = query if where is None else query.where(where)
    rows: list[AnyRow] = []
    damaged = 0
    try:
        for row in connection.execute(query):
            if table is RUNS or _problem(table, row) is None:
                rows.append(row)
            elif rightful_key(connection, table, row) is None:
                damaged += 1
    except exc.DBAPIError:  # the rows before it are kept
        return rows, False
    return rows, not damaged


def _copy_run(source: Connection, target: Connection, run: AnyRow, run_id: str) -> bool:
    """Copy a run under new keys; return whether all of it could be read. A run whose own row is unreadable is copied as "damaged"."""
    complete = problem_of_run(run) is None
    values = {name: value for name, value in run._mapping.items() if name != "id"} if complete else salvaged_run(run, run_id)
    keys = {RUNS.name: {run.id: inserted_key(target, insert(RUNS).values(values))}}
    for table in _PARTS:
        rows, whole = _readable(source, table, table.c.run == run.id)
        complete &= whole
        keys[table.name] = {row[0]: _insert(target, table, row, keys) for row in rows if _has_parents(table, row, keys)}
        complete &= len(keys[table.name]) == len(rows)
    for stamps in keys[STAMPS.name]:
        rows, whole = _readable(source, CHUNKS, CHUNKS.c.stamps == stamps)
        kept = [_insert(target, CHUNKS, row, keys) for row in rows if _has_parents(CHUNKS, row, keys)]
        complete &= whole and len(kept) == len(rows)
    return complete


def _parents(table: Table) -> dict[str, str]:
    """Return the foreign-key columns, with the names of the tables that they refer to."""
    return {column.name: foreign.column.table.name for column in table.c for foreign in column.foreign_keys}


def _has_parents(table: Table, row: AnyRow, keys: dict[str, dict[int, int]]) -> bool:
    return all(row._mapping[column] in keys[parent] for column, parent in _parents(table).items())


def _insert(target: Connection, table: Table, row: AnyRow, keys: dict[str, dict[int, int]]) -> int:
    parents = _parents(table)
    values = {name: keys[parents[name]][value] if name in parents else value for name, value in row._mapping.items() if name != "id"}
    if row.checksum is not None:  # it covers the keys, which change here; rows without a checksum stay without one
        values = with_checksum(table, values)
    key = target.execute(insert(table).values(values)).inserted_primary_key
    return 0 if key is None else int(key[0])
