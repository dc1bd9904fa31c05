"""What each run takes of the store, as nearly as that can be told without reading it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from sqlalchemy import ColumnElement, Connection, FromClause, Select, func, select

from gpuscope.storage.records import shown_id
from gpuscope.storage.schema import CALLS, CHUNKS, DEVICES, ENVIRONMENTS, EVENTS, RUNS, SERIES, STAMPS, STEPS, TAIL

_ROW_BYTES = 80
"""What a row takes beside its long values: its short ones, and its entries in the indexes."""


def bytes_of_runs(connection: Connection, used_bytes: int, *, deleted: bool) -> dict[str, int]:
    """Return about how many bytes each run takes, by id: of those that are marked as deleted, or of all others.

    Args:
        connection: To the store.
        used_bytes: What the store takes in all; pages that are not full are shared out in proportion.
        deleted: Which runs.
    """
    sizes: Counter[int] = Counter()
    for query in _queries():
        for key, count, length in connection.execute(query):
            sizes[key] += count * _ROW_BYTES + int(length or 0)
    factor = max(1.0, used_bytes / max(1, sizes.total()))
    wanted = RUNS.c.deleted_at.is_not(None) if deleted else RUNS.c.deleted_at.is_(None)
    ids = connection.execute(select(RUNS.c.id, RUNS.c.run_id).where(wanted)).all()
    return {shown_id(row): round(sizes[row.id] * factor) for row in ids}


def _queries() -> Iterator[Select[int, int, int]]:
    """Yield for each table a query of (key of the run, rows, length of their long values)."""
    length = func.length
    for table, key, size in (
        (RUNS, RUNS.c.id, length(RUNS.c.spec) + length(RUNS.c.metrics) + length(RUNS.c.note) + length(RUNS.c.name)),
        (ENVIRONMENTS, ENVIRONMENTS.c.run, length(ENVIRONMENTS.c.document)),
        (DEVICES, DEVICES.c.run, length(DEVICES.c.document) + length(DEVICES.c.results)),
        (CALLS, CALLS.c.run, length(CALLS.c.layout)),
        (SERIES, SERIES.c.run, length(SERIES.c.source)),
        (STAMPS, STAMPS.c.run, length(STAMPS.c.before) + length(STAMPS.c.duration)),
        (STEPS, STEPS.c.run, length(STEPS.c.ends)),
        (EVENTS, EVENTS.c.run, length(EVENTS.c.documents)),
        (TAIL, TAIL.c.run, length(TAIL.c.batches)),
    ):
        yield _grouped(table, key, size)
    yield _grouped(CHUNKS.join(STAMPS, STAMPS.c.id == CHUNKS.c.stamps), STAMPS.c.run, length(CHUNKS.c.readings))


def _grouped(table: FromClause, key: ColumnElement[int], size: ColumnElement[int]) -> Select[int, int, int]:
    return select(key, func.count(), func.sum(size)).select_from(table).group_by(key)
