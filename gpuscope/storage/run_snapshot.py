"""A snapshot of a whole run, in pieces as they are stored, for callers that show all of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from sqlalchemy import ColumnElement, Connection, Table, exists, func, select, true

from gpuscope.core.event import Event
from gpuscope.storage import reading
from gpuscope.storage.checksums import VERIFIABLE, rightful_key, verify
from gpuscope.storage.chunks import columns_of, stamps_of
from gpuscope.storage.codec import Integers, decode_floats, decode_integers
from gpuscope.storage.compaction import stretch_of
from gpuscope.storage.damaged_readings import damaged_readings
from gpuscope.storage.errors import DamageError
from gpuscope.storage.layouts import Layout, Layouts, SeriesName
from gpuscope.storage.records import RunKeys
from gpuscope.storage.schema import CALLS, CHUNKS, EVENTS, SERIES, STAMPS, STEPS, AnyRow
from gpuscope.storage.tail import Document, Harvest, unpack_json
from gpuscope.storage.values import MISSING_BITS, SeriesHead

if TYPE_CHECKING:
    from numpy.typing import NDArray


_TABLES = (CALLS, STEPS, EVENTS, SERIES, STAMPS, CHUNKS)


@dataclass(frozen=True, slots=True, eq=False)
class CallReadings:
    """Successive readings of one call, all of the same series.

    Attributes:
        call: The call's name.
        before_ns: int64 [n], the stamp just before each reading, in nanoseconds from the run's ``start_ns``.
        after_ns: int64 [n], the stamp just after each reading.
        values: float64 [n] in SI units by (device, metric); NaN for failed readings.
    """

    call: str
    before_ns: Integers
    after_ns: Integers
    values: Mapping[SeriesName, NDArray[np.float64]]


class RunSnapshot:
    """One run in one read transaction: readings, steps and events are consistent, up to :attr:`committed`.

    Attributes:
        committed: The highest seq whose batch is included; -1 for none.
        start_ns: The monotonic clock at the run's start.
        damage: The readings that cannot be shown, complete once all have been read; None if damaged runs are rejected.

    Raises:
        DamageError: A row of the run is damaged; also raised while unpacking its blobs.
    """

    def __init__(self, connection: Connection, run: RunKeys, harvest: Harvest, *, skips_damage: bool = False) -> None:
        if not run.is_sound:
            raise DamageError("its row, with its start")
        self.damage = damaged_readings(connection, run.id, unpacked_later=True) if skips_damage else None
        refusing = _TABLES[:3] if skips_damage else _TABLES
        self._strays = {table: _verified(connection, run.id, table, refuses=table in refusing) for table in _TABLES}
        self.committed = run.committed
        self.start_ns = run.start_ns
        self._connection = connection
        self._run = run.id
        self._harvest = harvest

    def _of_run(self, table: Table) -> ColumnElement[bool]:
        """Return the condition that selects the run's rows in a table."""
        condition: ColumnElement[bool] = table.c.run == self._run
        return condition & table.c.id.not_in(self._strays[table]) if self._strays[table] else condition

    def calls(self) -> list[str]:
        """Return the names of the calls, in the order of their first declaration."""
        names = select(CALLS.c.name).where(self._of_run(CALLS)).order_by(CALLS.c.id)
        return list(dict.fromkeys(self._connection.scalars(names)))

    def readings(self, only: str | None = None, series: Collection[SeriesName] | None = None) -> Iterator[CallReadings]:
        """Yield the readings of one call, or of all; for each call in chronological order.

        Args:
            only: The call; None for all.
            series: Series to read from packed columns; None for all. Readings not packed yet include all series.
        """
        yield from self._stored_readings(only, series)
        layouts = Layouts.read(self._connection, self._run)
        for (call, generation), unpacked in self._harvest.readings.items():
            layout = layouts.find(call, generation)
            if layout is not None and only in (None, call):
                stretch = stretch_of(unpacked, self.start_ns, {})
                columns = columns_of(unpacked.values, len(layout.series))
                values = {name: column.as_floats() for name, column in zip(layout.series, columns, strict=True)}
                yield CallReadings(call, stretch.before_ns, stretch.after_ns, values)

    def _stored_readings(self, only: str | None, wanted: Collection[SeriesName] | None) -> Iterator[CallReadings]:
        calls = select(CALLS.c.id, CALLS.c.name).where(self._of_run(CALLS), CALLS.c.name == only if only is not None else true())
        series = select(SERIES.c.id, SERIES.c.device, SERIES.c.metric).where(self._of_run(SERIES)).order_by(SERIES.c.id)
        call_names = {row.id: row.name for row in self._connection.execute(calls)}
        names = {row.id: (row.device, row.metric) for row in self._connection.execute(series)}
        unknown, lost = (self.damage.series, self.damage.stamps) if self.damage is not None else (frozenset(), frozenset())
        names = {key: name for key, name in names.items() if key not in unknown and (wanted is None or name in wanted)}
        condition = self._of_run(STAMPS) & STAMPS.c.call.in_(call_names)
        if wanted is not None:
            condition &= STAMPS.c.id.in_(select(CHUNKS.c.stamps).where(CHUNKS.c.series.in_(names)))
        rows = self._connection.execute(select(STAMPS).where(condition).order_by(STAMPS.c.first_seq, STAMPS.c.id))
        for row in rows.all():
            if row.id in lost:
                continue
            before, after = stamps_of(row)
            chunks = select(CHUNKS.c.id, CHUNKS.c.series, CHUNKS.c.readings).where(CHUNKS.c.stamps == row.id, CHUNKS.c.series.in_(names))
            values = {names[chunk.series]: self._floats(chunk, row.id, before.size) for chunk in self._connection.execute(chunks)}
            yield CallReadings(call_names[row.call], before, after, {name: values[name] for name in names.values() if name in values})

    def _floats(self, chunk: AnyRow, stamps: int, count: int) -> NDArray[np.float64]:
        """Unpack readings; if the run tolerates damage, return damaged ones as missing.

        Raises:
            DamageError: They are damaged, and the run does not tolerate damage.
        """
        values = np.empty(count)
        try:
            if self.damage is not None and chunk.id in self.damage.chunks:
                raise DamageError("a row of chunks fails its checksum")
            decode_floats(chunk.readings, values)
        except DamageError:
            if self.damage is None:
                raise
            self.damage.add(chunk.id, chunk.series, stamps)
            values.view(np.uint64)[:] = MISSING_BITS
        return values

    def steps(self) -> Iterator[tuple[int, int, Integers]]:
        """Yield (pid, index of the first step, ends in nanoseconds from the start) of successive steps; for each process in order."""
        columns = (STEPS.c.pid, STEPS.c.first_step, STEPS.c.ends)
        rows = self._connection.execute(select(*columns).where(self._of_run(STEPS)).order_by(STEPS.c.first_seq, STEPS.c.first_step))
        for row in rows:
            yield row.pid, row.first_step, decode_integers(row.ends)
        for steps in self._harvest.steps:
            yield steps.pid, steps.first_step, np.array(steps.ends_ns, np.int64) - self.start_ns

    def events(self, kinds: Collection[str] = ()) -> list[Event]:
        """Return the rare events of the given kinds (all if empty), in order of arrival, with absolute stamps."""
        return reading.events_of(self._connection, self._run, kinds, None, self._harvest)

    def series(self) -> list[SeriesHead]:
        """Return the series, in the order of declaration."""
        rows = self._connection.execute(select(SERIES).where(self._of_run(SERIES)).order_by(SERIES.c.id))
        return [SeriesHead(row.device, row.metric, row.unit, row.source, row.quality) for row in rows]

    def lengths(self) -> dict[str, int]:
        """Return the number of packed readings of each call, by its name."""
        counted = select(CALLS.c.name, func.sum(STAMPS.c.length)).join(STAMPS, STAMPS.c.call == CALLS.c.id).where(self._of_run(CALLS))
        return {row[0]: int(row[1]) for row in self._connection.execute(counted.group_by(CALLS.c.name))}

    def with_numbers(self) -> set[SeriesName]:
        """Return the series that have any numbers; a series with readings not packed yet is assumed to have some."""
        has_numbers = exists().where(CHUNKS.c.series == SERIES.c.id, CHUNKS.c.numbers > 0)
        rows = self._connection.execute(select(SERIES.c.device, SERIES.c.metric).where(self._of_run(SERIES), has_numbers))
        layouts = Layouts.read(self._connection, self._run)
        fresh = [layouts.find(call, generation) for call, generation in self._harvest.readings]
        return {(row.device, row.metric) for row in rows} | {name for layout in fresh if layout is not None for name in layout.series}

    def layouts(self) -> list[Layout]:
        """Return the layouts of the calls, oldest first."""
        return Layouts.read(self._connection, self._run).in_order()

    def documents(self) -> Iterator[tuple[str, int, int, Document]]:
        """Yield (kind, seq, index in its batch, document) of the rare events as stored, including return codes."""
        query = select(EVENTS.c.kind, EVENTS.c.documents).where(self._of_run(EVENTS)).order_by(EVENTS.c.first_seq, EVENTS.c.id)
        for row in self._connection.execute(query):
            for seq, place, document in unpack_json(row.documents):
                yield row.kind, seq, place, document
        for kind, entries in self._harvest.events.items():
            for seq, place, document in entries:
                yield kind, seq, place, document


def _verified(connection: Connection, run: int, table: Table, *, refuses: bool) -> set[int]:
    """Verify a run's rows of a table, except their blobs, which are verified on unpacking.

    Returns:
        Keys of the rows that damage moved there from other runs.

    Raises:
        DamageError: A row is damaged, and ``refuses`` is True.
    """
    condition = table.c.stamps.in_(select(STAMPS.c.id).where(STAMPS.c.run == run)) if table is CHUNKS else table.c.run == run
    strays = set()
    for row in connection.execute(select(*VERIFIABLE[table], table.c.id).where(condition)):
        if rightful_key(connection, table, row) is not None:
            strays.add(row.id)
        elif refuses:
            verify(table, row)
    return strays
