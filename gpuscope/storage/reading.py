"""What a run's rows hold, columns and raw tail together. Each function reads within one transaction of the caller's."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from sqlalchemy import Connection, select

from gpuscope.core.event import Event
from gpuscope.storage.chunks import (
    AGGREGATES,
    Aggregate,
    aggregate,
    chunks_of,
    column_of,
    columns_of,
    stored_aggregate,
)
from gpuscope.storage.codec import Column, Integers, decode_floats, decode_integers
from gpuscope.storage.compaction import harvest_of, stretch_of
from gpuscope.storage.layouts import Layouts, SeriesName
from gpuscope.storage.schema import CHUNKS, EVENTS, SERIES, STAMPS, STEPS, TAIL, AnyRow
from gpuscope.storage.tail import Harvest, decoded, unpack_batches, unpack_json
from gpuscope.storage.values import Series, SeriesInfo

if TYPE_CHECKING:
    from numpy.typing import NDArray


class TailCache:
    """Keeps the tail that was parsed last: a picture of a live run asks for it once a series."""

    def __init__(self) -> None:
        self._kept: tuple[object, Harvest] | None = None

    def harvest(self, connection: Connection, run: int) -> Harvest:
        """Return a run's tail, sorted by what it holds."""
        keys = tuple(connection.scalars(select(TAIL.c.id).where(TAIL.c.run == run).order_by(TAIL.c.first_seq, TAIL.c.id)))
        kept = self._kept
        if kept is not None and kept[0] == (run, keys):
            return kept[1]
        rows = connection.execute(select(TAIL).where(TAIL.c.run == run).order_by(TAIL.c.first_seq, TAIL.c.id))
        harvest = harvest_of(rows)
        self._kept = ((run, keys), harvest)
        return harvest


def infos(connection: Connection, run: int, harvest: Harvest) -> list[SeriesInfo]:
    """Return what is known of each series, in the order in which they were declared."""
    layouts = Layouts.read(connection, run)
    found = _stored_aggregates(connection, run)
    _add_tail(found, harvest, layouts)
    rows = connection.execute(select(SERIES).where(SERIES.c.run == run).order_by(SERIES.c.id))
    calls = layouts.names()
    return [_info(row, calls, found.get((row.device, row.metric), Aggregate())) for row in rows]


def _stored_aggregates(connection: Connection, run: int) -> dict[SeriesName, Aggregate]:
    query = (
        select(SERIES.c.device, SERIES.c.metric, *AGGREGATES)
        .join_from(CHUNKS, STAMPS, CHUNKS.c.stamps == STAMPS.c.id)
        .join(SERIES, CHUNKS.c.series == SERIES.c.id)
        .where(STAMPS.c.run == run)
        .order_by(STAMPS.c.first_seq, STAMPS.c.id)
    )
    found: dict[SeriesName, Aggregate] = {}
    for row in connection.execute(query):
        name = (row.device, row.metric)
        found[name] = found.get(name, Aggregate()).followed_by(stored_aggregate(row))
    return found


def _add_tail(found: dict[SeriesName, Aggregate], harvest: Harvest, layouts: Layouts) -> None:
    for (call, generation), readings in harvest.readings.items():
        layout = layouts.find(call, generation)
        if layout is not None:
            columns = columns_of(readings.values, len(layout.series))
            for name, column in zip(layout.series, columns, strict=True):
                found[name] = found.get(name, Aggregate()).followed_by(aggregate(column))


def _info(row: AnyRow, calls: dict[SeriesName, str], whole: Aggregate) -> SeriesInfo:
    return SeriesInfo(
        row.device,
        row.metric,
        row.unit,
        row.source,
        row.quality,
        calls.get((row.device, row.metric), ""),
        whole.present,
        whole.minimum,
        whole.maximum,
        whole.mean,
        whole.first,
        whole.last,
        whole.missing,
    )


def series_of(connection: Connection, run: int, start_ns: int, name: SeriesName, harvest: Harvest) -> Series | None:
    """Return all readings of a series; None when the run has no such series."""
    mine = (SERIES.c.run == run) & (SERIES.c.device == name[0]) & (SERIES.c.metric == name[1])
    row = connection.execute(select(SERIES).where(mine)).first()
    if row is None:
        return None
    layouts = Layouts.read(connection, run)
    chunks = chunks_of(connection, row.id)
    tail = list(_in_tail(harvest, layouts, name, start_ns))
    whole = Aggregate()
    for part in (*(stored_aggregate(chunk) for chunk in chunks), *(aggregate(column) for _, _, column in tail)):
        whole = whole.followed_by(part)
    info = _info(row, layouts.names(), whole)
    return Series(info, *_end_to_end(chunks, tail, whole.present + whole.missing))


def _in_tail(harvest: Harvest, layouts: Layouts, name: SeriesName, start_ns: int) -> Iterator[tuple[Integers, Integers, Column]]:
    """Yield (before_ns, after_ns, column) of what the tail holds of a series."""
    places = layouts.places(name)
    for (call, generation), readings in harvest.readings.items():
        layout = layouts.find(call, generation)
        if layout is not None and layout.key in places:
            place = places[layout.key]
            column = column_of([values[place] if place < len(values) else None for values in readings.values])
            stretch = stretch_of(readings, start_ns, {})
            yield stretch.before_ns, stretch.after_ns, column


def _end_to_end(
    chunks: Iterable[AnyRow], tail: Iterable[tuple[Integers, Integers, Column]], count: int
) -> tuple[Integers, Integers, NDArray[np.float64]]:
    """Unpack everything into whole arrays, where it belongs: joining parts afterwards would cost as much again."""
    before, after, values = np.empty(count, np.int64), np.empty(count, np.int64), np.empty(count)
    begin = 0
    for chunk in chunks:
        part = slice(begin, begin + chunk.present + chunk.missing)
        decode_integers(chunk.before, before[part])
        decode_integers(chunk.duration, after[part])
        after[part] += before[part]
        decode_floats(chunk.readings, values[part])
        begin = part.stop
    for one_before, one_after, column in tail:
        part = slice(begin, begin + column.missing.size)
        before[part], after[part], values[part] = one_before, one_after, column.as_floats()
        begin = part.stop
    return before, after, values


def steps_of(connection: Connection, run: int, start_ns: int, pid: int | None, harvest: Harvest) -> Integers:
    """Return the ends of a process's steps, of the first one's without a pid."""
    rows = list(connection.execute(select(STEPS).where(STEPS.c.run == run).order_by(STEPS.c.first_seq, STEPS.c.id)))
    found = [(row.pid, row.first_step, decode_integers(row.ends)) for row in rows if pid in (None, row.pid)]
    for steps in harvest.steps:
        found.append((steps.pid, steps.first_step, np.array(steps.ends_ns, np.int64) - start_ns))
    if not found:
        return np.zeros(0, np.int64)
    wanted = found[0][0] if pid is None else pid
    ends = [ends for one, _, ends in sorted(found, key=lambda part: part[1]) if one == wanted]
    return np.concatenate(ends) if ends else np.zeros(0, np.int64)


def events_of(connection: Connection, run: int, kinds: Collection[str], up_to_seq: int | None, harvest: Harvest) -> list[Event]:
    """Return the rare events of some kinds, or of all, in order of arrival."""
    query = select(EVENTS.c.documents).where(EVENTS.c.run == run)
    if kinds:
        query = query.where(EVENTS.c.kind.in_(list(kinds)))
    if up_to_seq is not None:
        query = query.where(EVENTS.c.first_seq <= up_to_seq)
    found = [tuple(one) for blob in connection.scalars(query) for one in unpack_json(blob)]
    found += [one for kind, documents in harvest.events.items() if not kinds or kind in kinds for one in documents]
    if up_to_seq is not None:
        found = [one for one in found if one[0] <= up_to_seq]
    found.sort(key=lambda one: (one[0], one[1]))
    return list(decoded(document for _, _, document in found))


def batches_of(connection: Connection, run: int, first_seq: int, last_seq: int) -> list[tuple[int, tuple[Event, ...]]]:
    """Return the batches that are still in the tail."""
    query = select(TAIL.c.batches).where(TAIL.c.run == run, TAIL.c.last_seq >= first_seq, TAIL.c.first_seq <= last_seq)
    batches: Iterable[Any] = (one for blob in connection.scalars(query.order_by(TAIL.c.first_seq)) for one in unpack_batches(blob))
    return [(seq, decoded(documents)) for seq, documents in batches if first_seq <= seq <= last_seq]
