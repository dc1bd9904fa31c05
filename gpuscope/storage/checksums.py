"""A checksum for each row, so that a bit which a disk flipped is found even where the value still parses; and a run's damaged readings.

A row's checksum covers all its columns but its key and its blobs, which carry checksums of their own (``codec``, zstd). Rows
that were written before revision 2 have none: of these only the types are checked, and they stay without one when they
change, since an older gpuscope that still runs would not keep it up to date.
"""

import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain
from operator import attrgetter
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, Float, Integer, LargeBinary, Table, Text, select, update

from gpuscope.core.run import DAMAGED_READINGS, RunGap, RunRecord, RunState
from gpuscope.storage.errors import DamageError
from gpuscope.storage.schema import CHUNKS, RUNS, SERIES, STAMPS, AnyRow, metadata

_NOT_COVERED = {"id", "checksum", "progress_checksum"}
_PROGRESS = ("run_id", "committed", "heartbeat_at")
"""What each commit of a live run changes has a checksum of its own (``runs.progress_checksum``): the rest need not be read for it."""
_PYTHON_TYPES: dict[type, tuple[type, ...]] = {Integer: (int,), Float: (float, int), Text: (str,)}


_PARSED = ("state", "spec", "started_at", "metrics", "tags")
VERBATIM = (
    *("run_id", "name", "reason", "start_ns", "host", "boot_id", "folder", "exit_code", "signal", "steps", "warmup_steps"),
    *("steps_kind", "samples", "duration_s", "window_start_s", "wall_s", "note"),
)
"""The columns of a run that are fields of its record as they are."""
LISTED = tuple(RUNS.c[name] for name in ("id", *_PARSED, *VERBATIM, "deleted_at", *_PROGRESS[1:], "progress_checksum", "checksum"))
"""All columns of a run in the order in which a list of runs reads them: by place, which is ten times as fast as by name."""
_COVERED_RUN = slice(1, -len(_PROGRESS) - 1)
"""Those of :data:`LISTED` that the row's checksum covers."""


def _covered(table: Table) -> list[Column[Any]]:
    if table is RUNS:
        return list(LISTED[_COVERED_RUN])
    return [column for column in table.c if column.name not in _NOT_COVERED and not isinstance(column.type, LargeBinary)]


def _allowed(column: Column[Any]) -> frozenset[type]:
    types = next(types for kind, types in _PYTHON_TYPES.items() if isinstance(column.type, kind))
    return frozenset((*types, type(None)) if column.nullable else types)


_COLUMNS = {table: _covered(table) for table in metadata.sorted_tables}
_VALUES: dict[Table, Callable[[AnyRow], tuple[Any, ...]]] = {
    table: attrgetter(*(column.name for column in columns)) for table, columns in _COLUMNS.items()
}
_TYPES = {table: tuple(map(_allowed, columns)) for table, columns in _COLUMNS.items()}
VERIFIABLE = {table: (*columns, table.c.checksum) for table, columns in _COLUMNS.items()}
"""By table: the columns that :func:`verify` needs."""


@cache
def _joined(count: int) -> str:
    return "\x1f".join(["%s"] * count)


def _crc(values: tuple[Any, ...]) -> int:
    # One formatting: a text made of each value by itself takes half as long again. Not repr(), whose escapes change with Python's Unicode.
    return zlib.crc32((_joined(len(values)) % values).encode("utf-8", "surrogatepass"))


def _canonical(column: Column[Any], value: Any) -> Any:
    """Return a value as SQLite gives it back: it keeps no negative zero, and turns whole numbers in a column of floats into floats."""
    if value is None or isinstance(column.type, Text):
        return value
    return float(value) + 0.0 if isinstance(column.type, Float) else int(value)


def with_checksum(table: Table, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a new row with its checksum; columns that are not named are NULL."""
    return {**values, "checksum": _crc(tuple(_canonical(column, values.get(column.name)) for column in _COLUMNS[table]))}


def is_sound(table: Table, row: AnyRow) -> bool:
    """Whether a row is as it was written, as far as can be determined.

    Args:
        table: Where it is from.
        row: Has at least the columns of :data:`VERIFIABLE`, by their names.
    """
    if row.checksum is None:
        return all(type(value) in allowed for value, allowed in zip(_VALUES[table](row), _TYPES[table], strict=True))
    return bool(_crc(_VALUES[table](row)) == row.checksum)


def is_listed_run_sound(row: AnyRow) -> bool:
    """Whether a row of the :data:`LISTED` columns is as it was written, as :func:`is_sound` does for any row, in a third of the time."""
    return is_sound(RUNS, row) if row[-1] is None else bool(_crc(row[_COVERED_RUN]) == row[-1])


def has_its_type(column: Column[Any], value: Any) -> bool:
    """Whether a value is of its column's type."""
    return type(value) in _allowed(column)


def verify(table: Table, row: AnyRow) -> None:
    """Refuse a row that is not as it was written.

    Raises:
        DamageError: Its checksum does not match, or a value is of the wrong type.
    """
    if not is_sound(table, row):
        raise DamageError(f"a row of {table.name} {'has a value of the wrong type' if row.checksum is None else 'fails its checksum'}")


def rightful_key(connection: Connection, table: Table, row: AnyRow) -> int | None:
    """Return the run whose row this is where damage filed it under another: with its key the checksum matches; None where none's does.

    Of a chunk it is the key of the stamps. It tries every key there is, so ask only for a row that fails its checksum.
    """
    if row.checksum is None or is_sound(table, row):
        return None
    name, parents = ("stamps", STAMPS.c.id) if table is CHUNKS else ("run", RUNS.c.id)
    values = list(_VALUES[table](row))
    place = [column.name for column in _COLUMNS[table]].index(name)
    for key in connection.scalars(select(parents)):
        values[place] = key
        if _crc(tuple(values)) == row.checksum:
            return int(key)
    return None


def without_strays(connection: Connection, table: Table, rows: Iterable[AnyRow]) -> list[AnyRow]:
    """Return the rows of a run but those that damage filed under it and that belong to another: they must not cost this one."""
    return [row for row in rows if rightful_key(connection, table, row) is None]


@contextmanager
def kept_up_to_date(connection: Connection, table: Table, where: ColumnElement[bool]) -> Iterator[None]:
    """Rewrite the checksums of the rows that are updated inside.

    A row that was damaged before stays so: a new checksum would pass its damage off as what was written.
    """
    (key,) = table.primary_key
    rows = connection.execute(select(key.label("key"), *VERIFIABLE[table]).where(where)).all()
    keys = [row.key for row in rows if row.checksum is not None and is_sound(table, row)]
    yield
    for row in connection.execute(select(key.label("key"), *VERIFIABLE[table]).where(key.in_(keys))).all() if keys else ():
        connection.execute(update(table).where(key == row.key).values(checksum=_crc(_VALUES[table](row))))


def progress_checksum(run_id: str, committed: int, heartbeat_at: str | None) -> int:
    """Return the checksum of how far a run has come."""
    return _crc((run_id, committed, heartbeat_at))


def is_progress_sound(row: AnyRow) -> bool:
    """Whether ``committed`` and ``heartbeat_at`` of a run's row are as they were written, as far as can be determined."""
    if row.progress_checksum is None:
        return isinstance(row.committed, int) and isinstance(row.heartbeat_at, str | None)
    return bool(_crc((row.run_id, row.committed, row.heartbeat_at)) == row.progress_checksum)


_CHECKSUM_BYTES = 4
"""At the end of each blob, see ``codec``."""


@dataclass(frozen=True, slots=True)
class Damage:
    """The parts of a run's packed readings that cannot be shown.

    Attributes:
        series: Keys of the rows of series whose description is damaged, so that nobody knows what their readings are.
        stamps: Keys of the rows of stamps; without them their readings have no place in time.
        chunks: Keys of the rows of readings that are damaged themselves.
        gaps: The same in the run's terms: from when to when readings of which metrics are missing. ``end_s`` is None, the run's end,
            where the time is lost with the stamps.
    """

    series: frozenset[int]
    stamps: frozenset[int]
    chunks: frozenset[int]
    gaps: tuple[RunGap, ...]


NO_DAMAGE = Damage(frozenset(), frozenset(), frozenset(), ())


def readings_damage(connection: Connection, run: int) -> Damage:
    """Check all packed readings of a run against their checksums; nothing is unpacked.

    The tail, which is short and gone when a run has ended, is not looked at.
    """
    series = connection.execute(select(*VERIFIABLE[SERIES], SERIES.c.id).where(SERIES.c.run == run))
    names = {row.id: (str(row.device), str(row.metric), is_sound(SERIES, row)) for row in without_strays(connection, SERIES, series)}
    query = select(STAMPS).where(STAMPS.c.run == run).order_by(STAMPS.c.first_seq, STAMPS.c.id)
    times: dict[int, tuple[float, float] | None] = {
        row.id: (row.first_ns / 1e9, row.last_ns / 1e9)
        if is_sound(STAMPS, row) and _is_sealed(row.before) and _is_sealed(row.duration)
        else None
        for row in without_strays(connection, STAMPS, connection.execute(query))
    }
    lost = {key: (0.0, None) for key, time in times.items() if time is None}
    chunks: set[int] = set()
    missing: dict[tuple[float, float | None, str, str], list[str]] = {}
    columns = (*VERIFIABLE[CHUNKS], CHUNKS.c.id, CHUNKS.c.readings)
    by_stamps = CHUNKS.c.stamps.in_(select(STAMPS.c.id).where(STAMPS.c.run == run))
    by_series = CHUNKS.c.series.in_(select(SERIES.c.id).where(SERIES.c.run == run))
    # Two queries: one with "or" sorts all readings in a temporary table, which doubles the time until a run is shown.
    queries = (select(*columns).where(by_stamps).order_by(CHUNKS.c.stamps, CHUNKS.c.series), select(*columns).where(by_series, ~by_stamps))
    for row in chain.from_iterable(connection.execute(query) for query in queries):
        is_whole = is_sound(CHUNKS, row)
        if not is_whole and (row.series not in names or row.stamps not in times):
            stamps = rightful_key(connection, CHUNKS, row)  # None where another of its values was changed: its stamps then say whose it is
            if (row.stamps if stamps is None else stamps) not in times:
                continue
        elif row.series not in names and row.stamps not in times:
            continue
        device, metric, is_known = names.get(row.series, ("", "", False))
        is_whole = is_whole and _is_sealed(row.readings)
        if not is_whole:
            chunks.add(row.id)
        if not (is_whole and is_known and times.get(row.stamps)):
            start_s, end_s = times.get(row.stamps) or (0.0, None)
            missing.setdefault((start_s, end_s, device, DAMAGED_READINGS), []).append(metric)
    gaps = tuple(
        RunGap(start_s, end_s, device, tuple(dict.fromkeys(metrics)), reason)
        for (start_s, end_s, device, reason), metrics in missing.items()
    )
    unknown = frozenset(key for key, (_, _, is_known) in names.items() if not is_known)
    return Damage(unknown, frozenset(lost), frozenset(chunks), gaps)


def with_readings_damage(connection: Connection, run: int, record: RunRecord) -> RunRecord:
    """Return the record of a run that has ended with its damaged readings as gaps of the devices that they are of."""
    gaps = readings_damage(connection, run).gaps if record.state is not RunState.RUNNING else ()
    if not gaps or not record.devices:
        return record
    keys = {result.device.key for result in record.devices}
    first = record.devices[0].device.key  # has what belongs to a device that nobody knows any more
    devices = tuple(
        replace(result, gaps=(*result.gaps, *(gap for gap in gaps if result.device.key == (gap.device if gap.device in keys else first))))
        for result in record.devices
    )
    return replace(record, devices=devices)


def _is_sealed(blob: object) -> bool:
    """Return whether a blob of ``codec`` fits the checksum at its end."""
    if not isinstance(blob, bytes) or len(blob) <= _CHECKSUM_BYTES:
        return False
    view = memoryview(blob)
    return zlib.crc32(view[:-_CHECKSUM_BYTES]) == int.from_bytes(view[-_CHECKSUM_BYTES:], "little")
