"""Finds damaged packed readings of a run and the gaps that they leave."""

import zlib
from collections.abc import Iterator, Mapping
from itertools import chain

from sqlalchemy import Connection, select

from gpuscope.core.run import DAMAGED_READINGS, RunGap
from gpuscope.storage.checksums import VERIFIABLE, is_sound, rightful_key, without_strays
from gpuscope.storage.schema import CHUNKS, SERIES, STAMPS, AnyRow

_CHECKSUM_BYTES = 4
"""Length of the checksum at the end of each blob, see ``codec``."""


class DamagedReadings:
    """The parts of a run's packed readings that cannot be shown.

    Args:
        names: Device, metric and whether the row is sound, by key of a row of series.
        times: Begin and end in seconds from the run's start, by key of a row of stamps; None if the row is damaged.

    Attributes:
        series: Keys of the rows of series whose description is damaged, so that the meaning of their readings is unknown.
        stamps: Keys of the damaged rows of stamps, whose readings have no place in time.
        chunks: Keys of the rows of readings that are themselves damaged.
    """

    def __init__(self, names: Mapping[int, tuple[str, str, bool]], times: Mapping[int, tuple[float, float] | None]) -> None:
        self._names, self._times = names, times
        self._missing: dict[tuple[float, float | None, str], dict[str, None]] = {}
        self.series = frozenset(key for key, (_, _, is_known) in names.items() if not is_known)
        self.stamps = frozenset(key for key, time in times.items() if time is None)
        self.chunks: set[int] = set()

    @property
    def gaps(self) -> tuple[RunGap, ...]:
        """The gaps in the run: the interval, device and metrics of missing readings.

        If the stamps are damaged, the time is unknown: ``start_s`` is 0 and ``end_s`` is None, the run's end.
        """
        missing = self._missing.items()
        return tuple(RunGap(start_s, end_s, device, tuple(metrics), DAMAGED_READINGS) for (start_s, end_s, device), metrics in missing)

    def add(self, chunk: int, series: int, stamps: int) -> None:
        """Add a damaged row of readings, given its key and those of its series and stamps."""
        self.chunks.add(chunk)
        self._add_gap(series, stamps)

    def check(self, row: AnyRow, *, is_whole: bool) -> None:
        """Add a row of chunks unless its readings can be shown."""
        if not is_whole:
            self.add(row.id, row.series, row.stamps)
        elif row.series not in self._names or row.series in self.series or not self._times.get(row.stamps):
            self._add_gap(row.series, row.stamps)

    def _add_gap(self, series: int, stamps: int) -> None:
        device, metric, _ = self._names.get(series, ("", "", False))
        start_s, end_s = self._times.get(stamps) or (0.0, None)
        self._missing.setdefault((start_s, end_s, device), {})[metric] = None


def damaged_readings(connection: Connection, run: int, *, unpacked_later: bool = False) -> DamagedReadings:
    """Check the packed readings of a run against their checksums, without unpacking them.

    The tail is not checked: it is short, and gone when the run has ended.

    Args:
        connection: In a transaction.
        run: The run's key.
        unpacked_later: Skip the blobs of the readings, nearly all of a run's bytes: the caller unpacks them, which checks them anyway.
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
    damage = DamagedReadings(names, times)
    for row in _chunks(connection, run, with_blobs=not unpacked_later):
        is_whole = is_sound(CHUNKS, row)
        stamps = row.stamps
        if not is_whole and (row.series not in names or stamps not in times):
            rightful = rightful_key(connection, CHUNKS, row)  # None if another of its values is damaged: then its stamps identify its run
            stamps = stamps if rightful is None else rightful
        if stamps in times or (is_whole and row.series in names):
            damage.check(row, is_whole=is_whole and (unpacked_later or _is_sealed(row.readings)))
    return damage


def _chunks(connection: Connection, run: int, *, with_blobs: bool) -> Iterator[AnyRow]:
    columns = (*VERIFIABLE[CHUNKS], CHUNKS.c.id, *((CHUNKS.c.readings,) if with_blobs else ()))
    by_stamps = CHUNKS.c.stamps.in_(select(STAMPS.c.id).where(STAMPS.c.run == run))
    by_series = CHUNKS.c.series.in_(select(SERIES.c.id).where(SERIES.c.run == run))
    # Two queries: a single one with OR sorts all readings in a temporary table, which doubles the time to show a run.
    queries = (select(*columns).where(by_stamps).order_by(CHUNKS.c.stamps, CHUNKS.c.series), select(*columns).where(by_series, ~by_stamps))
    return chain.from_iterable(connection.execute(query) for query in queries)


def _is_sealed(blob: object) -> bool:
    """Return whether a blob of ``codec`` matches the checksum at its end."""
    if not isinstance(blob, bytes) or len(blob) <= _CHECKSUM_BYTES:
        return False
    view = memoryview(blob)
    return zlib.crc32(view[:-_CHECKSUM_BYTES]) == int.from_bytes(view[-_CHECKSUM_BYTES:], "little")
