"""A checksum for each row, to detect bits flipped by a disk even if the value still parses.

A row's checksum covers all its columns except its key and its blobs, which carry their own checksums (``codec``, zstd). Rows
written before revision 2 have none: only their types are checked, and they get none when they change, since an older gpuscope
that is still running would not keep it up to date.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from operator import attrgetter
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, Float, Integer, LargeBinary, Table, Text, select, update

from gpuscope.storage import run_row
from gpuscope.storage.errors import DamageError
from gpuscope.storage.run_row import COVERED, NAMES, checksum_of
from gpuscope.storage.schema import CHUNKS, RUNS, STAMPS, AnyRow, metadata

_NOT_COVERED = {"id", "checksum", "progress_checksum"}
_PYTHON_TYPES: dict[type, tuple[type, ...]] = {Integer: (int,), Float: (float, int), Text: (str,)}


LISTED = tuple(RUNS.c[name] for name in NAMES)
"""The columns of a run that the list of runs reads (``run_row``)."""


def _covered(table: Table) -> list[Column[Any]]:
    if table is RUNS:
        return list(LISTED[COVERED])
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
"""The columns that :func:`verify` needs, by table."""


def _canonical(column: Column[Any], value: Any) -> Any:
    """Return a value as SQLite returns it: SQLite drops the sign of zero and turns integers in a float column into floats."""
    if value is None or isinstance(column.type, Text):
        return value
    return float(value) + 0.0 if isinstance(column.type, Float) else int(value)


def with_checksum(table: Table, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a new row with its checksum; omitted columns are NULL."""
    return {**values, "checksum": checksum_of(tuple(_canonical(column, values.get(column.name)) for column in _COLUMNS[table]))}


def is_sound(table: Table, row: AnyRow) -> bool:
    """Return whether a row is as it was written, as far as can be determined.

    Args:
        table: The row's table.
        row: Has at least the columns of :data:`VERIFIABLE`, by name.
    """
    if row.checksum is None:
        return all(type(value) in allowed for value, allowed in zip(_VALUES[table](row), _TYPES[table], strict=True))
    return bool(checksum_of(_VALUES[table](row)) == row.checksum)


def is_listed_run_sound(row: AnyRow) -> bool:
    """Return whether a row of the :data:`LISTED` columns is as it was written; takes a third of the time of :func:`is_sound`."""
    return is_sound(RUNS, row) if row[-1] is None else bool(checksum_of(row[COVERED]) == row[-1])


def has_its_type(column: Column[Any], value: Any) -> bool:
    """Return whether a value is of its column's type."""
    return type(value) in _allowed(column)


def verify(table: Table, row: AnyRow) -> None:
    """Check that a row is as it was written.

    Raises:
        DamageError: The checksum does not match, or a value is of the wrong type.
    """
    if not is_sound(table, row):
        raise DamageError(f"a row of {table.name} {'has a value of the wrong type' if row.checksum is None else 'fails its checksum'}")


def rightful_key(connection: Connection, table: Table, row: AnyRow) -> int | None:
    """Return the key of the run that a row belonged to before damage changed its key: the one with which the checksum matches.

    For a chunk, return the key of its stamps. Return None for a sound row, a row without a checksum, or if no key matches. Tries every
    key in the store, so call it only for rows that fail their checksum.
    """
    if row.checksum is None or is_sound(table, row):
        return None
    name, parents = ("stamps", STAMPS.c.id) if table is CHUNKS else ("run", RUNS.c.id)
    values = list(_VALUES[table](row))
    place = [column.name for column in _COLUMNS[table]].index(name)
    for key in connection.scalars(select(parents)):
        values[place] = key
        if checksum_of(tuple(values)) == row.checksum:
            return int(key)
    return None


def without_strays(connection: Connection, table: Table, rows: Iterable[AnyRow]) -> list[AnyRow]:
    """Return the rows of a run without those that damage moved there from another run, so that they do not count against this run."""
    return [row for row in rows if rightful_key(connection, table, row) is None]


@contextmanager
def kept_up_to_date(connection: Connection, table: Table, where: ColumnElement[bool]) -> Iterator[None]:
    """Rewrite the checksums of the rows that are updated inside the context.

    A row that was already damaged keeps its old checksum: a new one would make the damage look valid.
    """
    (key,) = table.primary_key
    rows = connection.execute(select(key.label("key"), *VERIFIABLE[table]).where(where)).all()
    keys = [row.key for row in rows if row.checksum is not None and is_sound(table, row)]
    yield
    for row in connection.execute(select(key.label("key"), *VERIFIABLE[table]).where(key.in_(keys))).all() if keys else ():
        connection.execute(update(table).where(key == row.key).values(checksum=checksum_of(_VALUES[table](row))))


def progress_checksum(run_id: str, committed: int, heartbeat_at: str | None) -> int:
    """Return the checksum of a run's progress."""
    return checksum_of((run_id, committed, heartbeat_at))


def is_progress_sound(row: AnyRow) -> bool:
    """Return whether ``committed`` and ``heartbeat_at`` of a run's row are as they were written, as far as can be determined."""
    return run_row.is_progress_sound(row.run_id, row.committed, row.heartbeat_at, row.progress_checksum)
