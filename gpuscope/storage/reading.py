"""Reads a run's data, merging columns and raw tail. Each function reads within one transaction of the caller."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from sqlalchemy import Connection, select

from gpuscope.core.event import Event
from gpuscope.core.quantity import Quality
from gpuscope.core.steppers import leading
from gpuscope.storage.checksums import VERIFIABLE, is_sound, rightful_key, verify, without_strays
from gpuscope.storage.chunks import aggregate, chunks_of, column_of, columns_of
from gpuscope.storage.codec import Column, Integers, decode_floats, decode_integers
from gpuscope.storage.compaction import harvest_of, stretch_of
from gpuscope.storage.errors import DamageError
from gpuscope.storage.layouts import Layouts, SeriesName
from gpuscope.storage.schema import CHUNKS, EVENTS, SERIES, STAMPS, STEPS, TAIL, AnyRow
from gpuscope.storage.tail import Harvest, decoded, unpack_batches, unpack_json
from gpuscope.storage.values import MISSING_BITS, Series, SeriesInfo

if TYPE_CHECKING:
    from numpy.typing import NDArray

_DAMAGED_READINGS = "damaged in the store: some of its readings"


class TailCache:
    """Caches the most recently parsed tail: plotting a live run requests it once per series."""

    def __init__(self) -> None:
        self._kept: tuple[object, Harvest] | None = None

    def harvest(self, connection: Connection, run: int) -> Harvest:
        """Return a run's tail, sorted by type of content."""
        keys = tuple(connection.scalars(select(TAIL.c.id).where(TAIL.c.run == run).order_by(TAIL.c.first_seq, TAIL.c.id)))
        kept = self._kept
        if kept is not None and kept[0] == (run, keys):
            return kept[1]
        rows = connection.execute(select(TAIL).where(TAIL.c.run == run).order_by(TAIL.c.first_seq, TAIL.c.id))
        harvest = harvest_of(without_strays(connection, TAIL, rows))
        self._kept = ((run, keys), harvest)
        return harvest


def infos(connection: Connection, run: int, harvest: Harvest) -> list[SeriesInfo]:
    """Return each series of a run without its readings, in the order of declaration."""
    layouts = Layouts.read_sound(connection, run)
    latest, damage = _stored_latest(connection, run)
    rows = without_strays(connection, SERIES, connection.execute(select(SERIES).where(SERIES.c.run == run).order_by(SERIES.c.id)))
    _add_tail(latest, harvest, layouts, {(row.device, row.metric): row.id for row in rows})
    return [_info(row, latest.get(row.id), damage.get(row.id, "") or _tail_damage(layouts)) for row in rows]


def _tail_damage(layouts: Layouts) -> str:
    return "damaged in the store: a layout of its readings" if layouts.is_damaged else ""


def _stored_latest(connection: Connection, run: int) -> tuple[dict[int, float], dict[int, str]]:
    """Return the newest reading in each series' sound chunks, and a description of any damage, both by key of the series."""
    query = select(*VERIFIABLE[STAMPS], STAMPS.c.id).where(STAMPS.c.run == run).order_by(STAMPS.c.first_seq, STAMPS.c.id)
    stamps = {row.id: (place, is_sound(STAMPS, row)) for place, row in enumerate(connection.execute(query))}
    chunks = select(*VERIFIABLE[CHUNKS]).where(CHUNKS.c.stamps.in_(select(STAMPS.c.id).where(STAMPS.c.run == run)))
    rows = sorted(connection.execute(chunks), key=lambda row: stamps[row.stamps])
    latest: dict[int, float] = {}
    damage: dict[int, str] = {}
    for row in rows:
        if not stamps[row.stamps][1] or not is_sound(CHUNKS, row):
            damage[row.series] = _DAMAGED_READINGS
        elif row.last is not None:
            latest[row.series] = row.last
    return latest, damage


def _add_tail(latest: dict[int, float], harvest: Harvest, layouts: Layouts, keys: dict[SeriesName, int]) -> None:
    for (call, generation), readings in harvest.readings.items():
        layout = layouts.find(call, generation)
        if layout is not None:
            columns = columns_of(readings.values, len(layout.series))
            for name, column in zip(layout.series, columns, strict=True):
                last = aggregate(column).last
                if name in keys and last is not None:
                    latest[keys[name]] = last


def _info(row: AnyRow, last: float | None, damage: str) -> SeriesInfo:
    if not is_sound(SERIES, row):
        damage = "damaged in the store: its description"
    device, metric, unit, source, quality = (
        value if isinstance(value, str) else "" for value in (row.device, row.metric, row.unit, row.source, row.quality)
    )
    known = quality if not damage or quality in set(Quality) else ""
    return SeriesInfo(device, metric, unit, source, known, None if damage else last, damage)


def series_of(connection: Connection, run: int, start_ns: int, name: SeriesName, harvest: Harvest) -> Series | None:
    """Return all readings of a series, with damaged ones as missing; None if the run has no such series."""
    condition = (SERIES.c.run == run) & (SERIES.c.device == name[0]) & (SERIES.c.metric == name[1])
    row = connection.execute(select(SERIES).where(condition)).first()
    return None if row is None else _series(connection, run, start_ns, row, Layouts.read_sound(connection, run), harvest)


def all_series(connection: Connection, run: int, start_ns: int, harvest: Harvest) -> list[Series]:
    """Return all readings of all series of a run, in the order of :func:`infos`, with damaged ones as missing."""
    layouts = Layouts.read_sound(connection, run)
    rows = without_strays(connection, SERIES, connection.execute(select(SERIES).where(SERIES.c.run == run).order_by(SERIES.c.id)))
    return [_series(connection, run, start_ns, row, layouts, harvest) for row in rows]


def _series(connection: Connection, run: int, start_ns: int, row: AnyRow, layouts: Layouts, harvest: Harvest) -> Series:
    """Return all readings of the series declared by a row."""
    name = row.device, row.metric
    tail = list(_in_tail(harvest, layouts, name, start_ns))
    chunks = chunks_of(connection, row.id)
    whole_chunks = [(chunk, stamps) for chunk, stamps in chunks if is_sound(STAMPS, stamps) and stamps.run == run]
    others = sum(
        1
        for chunk, stamps in chunks
        if stamps.run != run
        and not is_sound(CHUNKS, chunk)
        and rightful_key(connection, CHUNKS, chunk) is None
        and is_sound(STAMPS, stamps)
    )  # moved to this series by damage to the chunk's series key
    damage = _DAMAGED_READINGS if len(whole_chunks) + others < len(chunks) else _tail_damage(layouts)
    count = sum(stamps.length for _, stamps in whole_chunks) + sum(column.missing.size for _, _, column in tail)
    before, after, values, is_whole = _end_to_end(whole_chunks, tail, count)
    newest = [*(chunk.last for chunk, _ in whole_chunks), *(aggregate(column).last for _, _, column in tail)]
    last = next((value for value in reversed(newest) if value is not None), None)
    if not is_sound(SERIES, row):
        values.view(np.uint64)[:] = MISSING_BITS
    return Series(_info(row, last, damage if is_whole else _DAMAGED_READINGS), before, after, values)


def _in_tail(harvest: Harvest, layouts: Layouts, name: SeriesName, start_ns: int) -> Iterator[tuple[Integers, Integers, Column]]:
    """Yield (before_ns, after_ns, column) for each part of a series in the tail."""
    places = layouts.places(name)
    for (call, generation), readings in harvest.readings.items():
        layout = layouts.find(call, generation)
        if layout is not None and layout.key in places:
            place = places[layout.key]
            column = column_of([values[place] if place < len(values) else None for values in readings.values])
            stretch = stretch_of(readings, start_ns, {})
            yield stretch.before_ns, stretch.after_ns, column


def _end_to_end(
    chunks: Iterable[tuple[AnyRow, AnyRow]], tail: Iterable[tuple[Integers, Integers, Column]], count: int
) -> tuple[Integers, Integers, NDArray[np.float64], bool]:
    """Unpack all parts directly into preallocated arrays: joining them afterwards would double the cost.

    Returns:
        (before_ns, after_ns, values, whether nothing was damaged). The readings of damaged chunks are missing values; readings with
        damaged stamps are omitted.
    """
    before, after, values = np.empty(count, np.int64), np.empty(count, np.int64), np.empty(count)
    begin, is_whole = 0, True
    for chunk, stamps in chunks:
        part = slice(begin, begin + stamps.length)
        try:
            decode_integers(stamps.before, before[part])
            decode_integers(stamps.duration, after[part])
        except DamageError:
            is_whole = False
            continue
        after[part] += before[part]
        try:
            verify(CHUNKS, chunk)
            decode_floats(chunk.readings, values[part])
        except DamageError:
            is_whole = False
            values[part].view(np.uint64)[:] = MISSING_BITS
        begin = part.stop
    for tail_before, tail_after, column in tail:
        part = slice(begin, begin + column.missing.size)
        before[part], after[part], values[part] = tail_before, tail_after, column.as_floats()
        begin = part.stop
    return before[:begin], after[:begin], values[:begin], is_whole


def steps_of(connection: Connection, run: int, start_ns: int, pid: int | None, harvest: Harvest) -> Integers:
    """Return the ends of a process's steps; with ``pid`` None, those of the process whose steps count as the run's."""
    query = select(STEPS).where(STEPS.c.run == run).order_by(STEPS.c.first_seq, STEPS.c.id)
    rows = without_strays(connection, STEPS, connection.execute(query))
    for row in rows:
        verify(STEPS, row)
    parts = [(row.pid, row.first_step, decode_integers(row.ends)) for row in rows if pid in (None, row.pid)]
    for steps in harvest.steps:
        parts.append((steps.pid, steps.first_step, np.array(steps.ends_ns, np.int64) - start_ns))
    if not parts:
        return np.zeros(0, np.int64)
    wanted = leading(owner for owner, _, _ in parts) if pid is None else pid
    ends = [ends for owner, _, ends in sorted(parts, key=lambda part: part[1]) if owner == wanted]
    return np.concatenate(ends) if ends else np.zeros(0, np.int64)


def events_of(connection: Connection, run: int, kinds: Collection[str], up_to_seq: int | None, harvest: Harvest) -> list[Event]:
    """Return the rare events of the given kinds (all kinds if empty), in order of arrival."""
    rows = []
    query = select(*VERIFIABLE[EVENTS], EVENTS.c.id).where(EVENTS.c.run == run)
    for row in without_strays(connection, EVENTS, connection.execute(query)):
        verify(EVENTS, row)  # also rows of other kinds: a damaged one may have been of a requested kind
        if (not kinds or row.kind in kinds) and (up_to_seq is None or row.first_seq <= up_to_seq):
            rows.append(row.id)
    packed = select(EVENTS.c.documents).where(EVENTS.c.id.in_(rows))
    entries = [tuple(entry) for blob in connection.scalars(packed) for entry in unpack_json(blob)]
    entries += [entry for kind, documents in harvest.events.items() if not kinds or kind in kinds for entry in documents]
    if up_to_seq is not None:
        entries = [entry for entry in entries if entry[0] <= up_to_seq]
    entries.sort(key=lambda entry: (entry[0], entry[1]))
    return list(decoded(document for _, _, document in entries))


def batches_of(connection: Connection, run: int, first_seq: int, last_seq: int) -> list[tuple[int, tuple[Event, ...]]]:
    """Return the batches from ``first_seq`` to ``last_seq`` that are still in the tail."""
    small = without_strays(connection, TAIL, connection.execute(select(*VERIFIABLE[TAIL], TAIL.c.id).where(TAIL.c.run == run)))
    for row in small:
        verify(TAIL, row)
    keys = [row.id for row in small if row.last_seq >= first_seq and row.first_seq <= last_seq]
    blobs = connection.scalars(select(TAIL.c.batches).where(TAIL.c.id.in_(keys)).order_by(TAIL.c.first_seq))
    batches: Iterable[Any] = (entry for blob in blobs for entry in unpack_batches(blob))
    return [(seq, decoded(documents)) for seq, documents in batches if first_seq <= seq <= last_seq]
