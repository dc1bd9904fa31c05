"""Turns rows of the raw tail into columns, and small rows of a run into larger ones."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from sqlalchemy import Connection, Table, delete, insert, select

from gpuscope.storage import chunks
from gpuscope.storage.checksums import verify, with_checksum
from gpuscope.storage.codec import Column, Integers, decode_integers, encode_integers
from gpuscope.storage.layouts import Layouts, series_keys
from gpuscope.storage.schema import EVENTS, STEPS, TAIL, AnyRow
from gpuscope.storage.tail import Harvest, Readings, pack_json, unpack_batches, unpack_json

_MAX_DOCUMENTS = 4096
"""Maximum number of rare events in one row."""


def compact_tail(connection: Connection, run: int, start_ns: int, *, keep_rows: int) -> None:
    """Move a run's tail, except its newest rows, into columns.

    Args:
        connection: In a transaction.
        run: The run's key.
        start_ns: The run's start, the origin of stored stamps.
        keep_rows: Number of newest rows to keep.
    """
    rows = list(connection.execute(select(TAIL).where(TAIL.c.run == run).order_by(TAIL.c.first_seq, TAIL.c.id)))
    rows = rows[: len(rows) - keep_rows]
    if not rows:
        return
    harvest = harvest_of(rows)
    layouts, keys = Layouts.read(connection, run), series_keys(connection, run)
    for (call, generation), readings in harvest.readings.items():
        layout = layouts.find(call, generation)
        if layout is not None:
            columns = chunks.columns_of(readings.values, len(layout.series))
            by_key = {keys[name]: column for name, column in reversed(list(zip(layout.series, columns, strict=True)))}
            chunks.write_stretch(connection, run, layout.key, stretch_of(readings, start_ns, by_key))
    for steps in harvest.steps:
        ends = np.array(steps.ends_ns, np.int64) - start_ns
        write_steps(connection, run, steps.pid, steps.first_step, (steps.first_seq, steps.last_seq), ends)
    for kind, documents in harvest.events.items():
        write_events(connection, run, kind, documents)
    connection.execute(delete(TAIL).where(TAIL.c.id.in_([row.id for row in rows])))


def harvest_of(rows: Iterable[AnyRow]) -> Harvest:
    """Sort the contents of tail rows by type."""
    harvest = Harvest()
    for row in rows:
        verify(TAIL, row)
        harvest.add(row.generation, unpack_batches(row.batches))
    return harvest


def stretch_of(readings: Readings, start_ns: int, columns: dict[int, Column]) -> chunks.Stretch:
    """Make a stretch of readings, with stamps relative to the run's start."""
    before = np.array(readings.before_ns, np.int64) - start_ns
    after = np.array(readings.after_ns, np.int64) - start_ns
    return chunks.Stretch(readings.first_seq, readings.last_seq, before, after, columns)


def write_steps(connection: Connection, run: int, pid: int, first: int, seqs: tuple[int, int], ends: Integers) -> None:
    """Write the ends of successive steps of a process, from batches ``seqs`` (first, last)."""
    for begin in range(0, ends.size, chunks.MAX_CHUNK):
        part = ends[begin : begin + chunks.MAX_CHUNK]
        values = {"run": run, "pid": pid, "first_step": first + begin, "first_seq": seqs[0], "last_seq": seqs[1]}
        row = with_checksum(STEPS, values | {"length": part.size, "ends": encode_integers(part)})
        connection.execute(insert(STEPS).values(row))


def write_events(connection: Connection, run: int, kind: str, documents: Sequence[Sequence[Any]]) -> None:
    """Write rare events of one kind, each as (seq, index in its batch, document), in order."""
    for begin in range(0, len(documents), _MAX_DOCUMENTS):
        part = documents[begin : begin + _MAX_DOCUMENTS]
        values = {"run": run, "kind": kind, "first_seq": part[0][0], "last_seq": part[-1][0], "length": len(part)}
        connection.execute(insert(EVENTS).values(with_checksum(EVENTS, values | {"documents": pack_json(part)})))


def join_steps(connection: Connection, run: int) -> None:
    """Join successive rows of steps into larger ones."""
    columns = (STEPS.c.id, STEPS.c.pid, STEPS.c.first_step, STEPS.c.length)
    rows = connection.execute(select(*columns).where(STEPS.c.run == run).order_by(STEPS.c.pid, STEPS.c.first_step))
    for group in _successive(list(rows), chunks.MAX_CHUNK, _follows_step):
        whole = _removed(connection, STEPS, group)
        ends = np.concatenate([decode_integers(row.ends) for row in whole])
        write_steps(connection, run, whole[0].pid, whole[0].first_step, (whole[0].first_seq, whole[-1].last_seq), ends)


def join_events(connection: Connection, run: int) -> None:
    """Join successive rows of events of one kind into larger ones."""
    columns = (EVENTS.c.id, EVENTS.c.kind, EVENTS.c.length)
    rows = connection.execute(select(*columns).where(EVENTS.c.run == run).order_by(EVENTS.c.kind, EVENTS.c.first_seq, EVENTS.c.id))
    for group in _successive(list(rows), _MAX_DOCUMENTS, lambda earlier, later: bool(earlier.kind == later.kind)):
        whole = _removed(connection, EVENTS, group)
        write_events(connection, run, whole[0].kind, [document for row in whole for document in unpack_json(row.documents)])


def _follows_step(earlier: AnyRow, later: AnyRow) -> bool:
    return bool(earlier.pid == later.pid and earlier.first_step + earlier.length == later.first_step)


def _successive(rows: Sequence[AnyRow], most: int, follows: Callable[[AnyRow, AnyRow], bool]) -> Iterator[list[int]]:
    """Yield the keys of each group of two or more successive rows that fit into one."""
    group: list[AnyRow] = []
    for row in rows:
        if group and (not follows(group[-1], row) or sum(member.length for member in group) + row.length > most):
            if len(group) > 1:
                yield [member.id for member in group]
            group = []
        group.append(row)
    if len(group) > 1:
        yield [member.id for member in group]


def _removed(connection: Connection, table: Table, keys: list[int]) -> list[AnyRow]:
    """Delete rows and return them, in the order of the keys."""
    rows = {row.id: row for row in connection.execute(select(table).where(table.c.id.in_(keys)))}
    for row in rows.values():
        verify(table, row)
    connection.execute(delete(table).where(table.c.id.in_(keys)))
    return [rows[key] for key in keys]
