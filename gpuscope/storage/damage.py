"""What of a run's readings is not as it was written, so that the rest can be shown and the hole be named. Without numpy."""

import zlib
from dataclasses import dataclass, replace

from sqlalchemy import Connection, select

from gpuscope.core.run import DAMAGED_READINGS, RunGap, RunRecord, RunState
from gpuscope.storage.checksums import VERIFIABLE, is_sound
from gpuscope.storage.schema import CHUNKS, SERIES, STAMPS

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
    names = {
        row.id: (str(row.device), str(row.metric), is_sound(SERIES, row))
        for row in connection.execute(select(*VERIFIABLE[SERIES], SERIES.c.id).where(SERIES.c.run == run))
    }
    query = select(STAMPS).where(STAMPS.c.run == run).order_by(STAMPS.c.first_seq, STAMPS.c.id)
    times: dict[int, tuple[float, float] | None] = {
        row.id: (row.first_ns / 1e9, row.last_ns / 1e9)
        if is_sound(STAMPS, row) and _is_sealed(row.before) and _is_sealed(row.duration)
        else None
        for row in connection.execute(query)
    }
    lost = {key: (0.0, None) for key, time in times.items() if time is None}
    chunks: set[int] = set()
    missing: dict[tuple[float, float | None, str, str], list[str]] = {}
    columns = (*VERIFIABLE[CHUNKS], CHUNKS.c.id, CHUNKS.c.readings)
    mine = CHUNKS.c.stamps.in_(select(STAMPS.c.id).where(STAMPS.c.run == run))
    for row in connection.execute(select(*columns).where(mine).order_by(CHUNKS.c.stamps, CHUNKS.c.series)):
        device, metric, is_known = names.get(row.series, ("", "", False))
        is_whole = is_sound(CHUNKS, row) and _is_sealed(row.readings)
        if not is_whole:
            chunks.add(row.id)
        if not (is_whole and is_known and row.stamps not in lost):
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
