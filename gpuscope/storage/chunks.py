"""Columns of readings as rows: the readings of one call over a stretch share their stamps; each series has one chunk per stretch."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise, zip_longest
from typing import Any

import numpy as np
from sqlalchemy import Connection, delete, insert, select

from gpuscope.storage.checksums import verify, with_checksum
from gpuscope.storage.codec import Column, Integers, decode_column, decode_integers, encode_column, encode_integers
from gpuscope.storage.schema import CHUNKS, STAMPS, AnyRow, inserted_key
from gpuscope.storage.tail import Number, number

MAX_CHUNK = 65_536
"""Readings in a full chunk; small chunks are joined up to this size."""
_JOIN_AT = 16
"""Minimum number of small chunks of a live run to join: each join rewrites them, so a lower number would rewrite readings more often."""
_SMALL = MAX_CHUNK // 2
"""Chunks of at least this size are not joined in a live run: two of them do not fit into one."""


@dataclass(frozen=True, slots=True)
class Aggregate:
    """Summary of a stretch of one series, as stored in a row of chunks; NaN counts as present but not as a number."""

    present: int
    missing: int
    numbers: int = 0
    minimum: float | None = None
    maximum: float | None = None
    total: float | None = None
    first: float | None = None
    last: float | None = None


def aggregate(column: Column) -> Aggregate:
    """Compute the aggregate of a column."""
    present = column.numbers[~column.missing].astype(np.float64)
    numbers = present[~np.isnan(present)]
    missing = column.missing.size - present.size
    if not numbers.size:
        return Aggregate(present.size, missing)
    with np.errstate(all="ignore"):
        total = float(numbers.sum())
    return Aggregate(
        present.size,
        missing,
        numbers.size,
        float(numbers.min()),
        float(numbers.max()),
        None if math.isnan(total) else total,
        float(numbers[0]),
        float(numbers[-1]),
    )


@dataclass(frozen=True, slots=True, eq=False)
class Stretch:
    """Successive readings of one call.

    Attributes:
        first_seq: Sequence number of the first batch that contributed.
        last_seq: Sequence number of the last one.
        before_ns: Instant before each reading, from the run's start, int64 [n].
        after_ns: Instant after each reading, from the run's start, int64 [n].
        columns: n numbers per series, by the key of the series.
    """

    first_seq: int
    last_seq: int
    before_ns: Integers
    after_ns: Integers
    columns: Mapping[int, Column]


def column_of(values: Sequence[Number | str]) -> Column:
    """Make a column of readings: integers stay integers if all of them are; None is missing."""
    missing = np.fromiter((value is None for value in values), np.bool_, len(values))
    present = _array([value for value in values if value is not None])
    numbers = np.zeros(len(values), present.dtype)
    numbers[~missing] = present
    return Column(numbers, missing)


def _array(values: list[Number | str]) -> Any:
    array = np.array(values) if values else np.zeros(0, np.int64)
    if array.dtype == np.int64 or array.dtype == np.float64:
        return array
    return np.array([_as_float(number(value)) for value in values], np.float64)


def _as_float(value: Number) -> float:
    assert value is not None
    try:
        return float(value)
    except OverflowError:  # an integer beyond the range of a float
        return math.inf if value > 0 else -math.inf


def columns_of(rows: Sequence[Sequence[Number | str]], width: int) -> list[Column]:
    """Make one column per position in the readings; a reading that is too short lacks its last values."""
    places = list(zip_longest(*rows))[:width]
    nothing = (None,) * len(rows)
    return [column_of(place) for place in places] + [column_of(nothing)] * (width - len(places))


def write_stretch(connection: Connection, run: int, call: int, stretch: Stretch) -> None:
    """Write a stretch, in parts of at most :data:`MAX_CHUNK` readings."""
    for begin in range(0, stretch.before_ns.size, MAX_CHUNK):
        part = slice(begin, begin + MAX_CHUNK)
        before, after = stretch.before_ns[part], stretch.after_ns[part]
        key = write_stamps(connection, run, call, (stretch.first_seq, stretch.last_seq), before, after)
        rows = [chunk_row(series, key, Column(column.numbers[part], column.missing[part])) for series, column in stretch.columns.items()]
        if rows:
            connection.execute(insert(CHUNKS), rows)


def write_stamps(connection: Connection, run: int, call: int, seqs: tuple[int, int], before: Integers, after: Integers) -> int:
    """Write the stamps of at most :data:`MAX_CHUNK` readings from batches ``seqs`` (first, last), and return their key."""
    values = {
        "run": run,
        "call": call,
        "first_seq": seqs[0],
        "last_seq": seqs[1],
        "length": before.size,
        "first_ns": int(before[0]),
        "last_ns": int(before[-1]),
        "before": encode_integers(before),
        "duration": encode_integers(after - before),
    }
    return inserted_key(connection, insert(STAMPS).values(with_checksum(STAMPS, values)))


def chunk_row(series: int, stamps: int, column: Column) -> dict[str, Any]:
    """Return the row of chunks for a column and its stamps."""
    return with_checksum(CHUNKS, {"series": series, "stamps": stamps, **asdict(aggregate(column)), "readings": encode_column(column)})


def chunks_of(connection: Connection, series: int) -> list[tuple[AnyRow, AnyRow]]:
    """Return (chunk, its stamps) of one series, in order; the rows may be damaged."""
    chunks = connection.execute(select(CHUNKS).where(CHUNKS.c.series == series)).all()
    condition = STAMPS.c.id.in_(select(CHUNKS.c.stamps).where(CHUNKS.c.series == series))
    stamps = {row.id: row for row in connection.execute(select(STAMPS).where(condition))}
    pairs = [(chunk, stamps[chunk.stamps]) for chunk in chunks if chunk.stamps in stamps]
    # sorted here: the database would carry every blob through its sorter
    return sorted(pairs, key=lambda pair: (_place(pair[1].first_seq), pair[1].id))


def _place(seq: object) -> int:
    return seq if isinstance(seq, int) else 0


def stamps_of(row: AnyRow) -> tuple[Integers, Integers]:
    """Decode (before_ns, after_ns) from a row of stamps."""
    before = decode_integers(row.before)
    return before, before + decode_integers(row.duration)


def join_next(connection: Connection, run: int, *, final: bool) -> bool:
    """Join one group of small chunks of a run into a larger one; return whether there was a group to join.

    Args:
        connection: In a transaction.
        run: The run's key.
        final: Join wherever it reduces the number of chunks; else only once many small ones have accumulated.
    """
    for call, rows in _stamps_by_call(connection, run):
        for group in groups_to_join([row.length for row in rows], final=final):
            _join(connection, run, call, [rows[place] for place in group])
            return True
    return False


def _stamps_by_call(connection: Connection, run: int) -> Iterator[tuple[int, list[AnyRow]]]:
    columns = (STAMPS.c.id, STAMPS.c.call, STAMPS.c.length, STAMPS.c.first_seq, STAMPS.c.last_seq)
    query = select(*columns).where(STAMPS.c.run == run).order_by(STAMPS.c.first_seq, STAMPS.c.id)
    rows_by_call: dict[int, list[AnyRow]] = {}
    for row in connection.execute(query):
        rows_by_call.setdefault(row.call, []).append(row)
    yield from rows_by_call.items()


def groups_to_join(counts: Sequence[int], *, final: bool) -> list[range]:
    """Return the groups of successive chunks to join, given the readings in each; no group exceeds :data:`MAX_CHUNK` readings."""
    begin = 0
    if not final:
        while begin < len(counts) and any(count >= _SMALL for count in counts[begin:]):
            begin += 1
        if len(counts) - begin < _JOIN_AT:
            return []
    groups, size = [begin], 0
    for place in range(begin, len(counts)):
        if size and size + counts[place] > MAX_CHUNK:
            groups.append(place)
            size = 0
        size += counts[place]
    edges = [*groups, len(counts)]
    return [range(low, high) for low, high in pairwise(edges) if high - low > 1]


def _join(connection: Connection, run: int, call: int, rows: Sequence[AnyRow]) -> None:
    keys = [row.id for row in rows]
    stamps = {}
    for row in connection.execute(select(STAMPS).where(STAMPS.c.id.in_(keys))):
        verify(STAMPS, row)
        stamps[row.id] = stamps_of(row)
    columns: dict[int, dict[int, Column]] = {}
    for chunk in connection.execute(select(CHUNKS).where(CHUNKS.c.stamps.in_(keys))):
        verify(CHUNKS, chunk)
        columns.setdefault(chunk.series, {})[chunk.stamps] = decode_column(chunk.readings)
    joined = {series: _joined([(parts.get(row.id), row.length) for row in rows]) for series, parts in columns.items()}
    connection.execute(delete(STAMPS).where(STAMPS.c.id.in_(keys)))
    before, after = (np.concatenate([stamps[key][side] for key in keys]) for side in (0, 1))
    write_stretch(connection, run, call, Stretch(rows[0].first_seq, rows[-1].last_seq, before, after, joined))


def _joined(parts: Sequence[tuple[Column | None, int]]) -> Column:
    """Join columns, each with its length; None stands for that many missing readings."""
    columns = [Column(np.zeros(count, np.int64), np.ones(count, np.bool_)) if column is None else column for column, count in parts]
    return Column(np.concatenate([column.numbers for column in columns]), np.concatenate([column.missing for column in columns]))
