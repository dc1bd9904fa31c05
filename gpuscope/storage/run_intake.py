"""Imports complete runs that were recorded elsewhere: all runs of an import, or none."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from hashlib import sha256
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, insert, select, update

from gpuscope.core.run import RunRecord
from gpuscope.storage import chunks, compaction
from gpuscope.storage.checksums import kept_up_to_date, with_checksum
from gpuscope.storage.codec import Column, Integers
from gpuscope.storage.layouts import SeriesName
from gpuscope.storage.records import clean, compact_json, insert_run, instant
from gpuscope.storage.schema import CALLS, CHUNKS, RUNS, SERIES, AnyRow, inserted_key
from gpuscope.storage.sqlite_writing import SqliteWriting
from gpuscope.storage.values import MISSING_BITS, SeriesHead

EventRow: TypeAlias = tuple[str, int, int, dict[str, Any]]
"""(kind, seq, index in its batch, document) of a rare event."""
_ID_DIGITS = 12
"""48 bits: the chance of two imports with the same id is negligible."""


@dataclass(frozen=True, slots=True, eq=False)
class IncomingReadings:
    """Successive readings of one call, at most :data:`~gpuscope.storage.chunks.MAX_CHUNK`.

    Attributes:
        call: The call's name; one of the run's layouts.
        before_ns: Instant before each reading, from the run's start, int64 [n].
        after_ns: Instant after each reading, from the run's start, int64 [n].
        columns: (index among the run's series, float64 [n] with the NaN of ``MISSING_BITS`` for failed readings), each
            series at most once; iterated once, before the next readings are requested.
    """

    call: str
    before_ns: Integers
    after_ns: Integers
    columns: Iterable[tuple[int, NDArray[np.float64]]]


@dataclass(frozen=True, slots=True, eq=False)
class IncomingRun:
    """A run to import; its iterables are consumed once, in the order below.

    Attributes:
        record: The run, not live; ``folder`` is "".
        series: Each (device, metric) once.
        layouts: (call, generation, series) as of :class:`~gpuscope.storage.layouts.Layout`.
        committed: The highest seq of its events; -1 for none.
        readings: For each call in chronological order.
        steps: (pid, index of the first step, ends in nanoseconds from the start), at most ``MAX_CHUNK`` ends each.
        events: Rare events in order, documents of ``core.event``, grouped into those to store in one row.
        output: The end of the workload's output.
    """

    record: RunRecord
    series: Sequence[SeriesHead]
    layouts: Sequence[tuple[str, int, tuple[SeriesName, ...]]] = ()
    committed: int = -1
    readings: Iterable[IncomingReadings] = ()
    steps: Iterable[tuple[int, int, Integers]] = ()
    events: Iterable[Sequence[EventRow]] = ()
    output: bytes = b""


class Presence(StrEnum):
    """Whether a run was in the store before the import."""

    NEW = "new"
    PRESENT = "present"
    RESTORED = "restored"
    """It was marked as deleted and has been restored."""


class RunIntake:
    """Imports runs into a store within one transaction; created by :func:`run_intake`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def admit(self, record: RunRecord) -> tuple[str, Presence]:
        """Return a run's id in the store, and whether the run is present there; restore it if it is marked as deleted.

        A run is present if the store has one with the same id, started at the same instant on the same machine. If another run
        has its id, it gets an id derived from its identity, so that a second import finds it again.
        """
        for run_id in _ids(record):
            row = self._connection.execute(select(RUNS).where(RUNS.c.run_id == run_id)).first()
            if row is None:
                return run_id, Presence.NEW
            if _is_same(row, record):
                return run_id, Presence.PRESENT if row.deleted_at is None else self._restored(row)
        raise AssertionError  # _ids is infinite

    def _restored(self, row: AnyRow) -> Presence:
        with kept_up_to_date(self._connection, RUNS, RUNS.c.id == row.id):
            self._connection.execute(update(RUNS).where(RUNS.c.id == row.id).values(deleted_at=None))
        return Presence.RESTORED

    def write(self, run: IncomingRun, run_id: str, folder: str = "") -> None:
        """Write a run for which :meth:`admit` returned ``NEW``.

        Args:
            run: The run.
            run_id: Its id in the store.
            folder: The run's folder, if it has one.
        """
        record = replace(run.record, run_id=run_id, folder=folder, boot_id="")
        key = insert_run(self._connection, record, state=record.state, committed=run.committed)
        series = [self._insert_series(key, head) for head in run.series]
        calls = {name: self._insert_call(key, name, generation, names) for name, generation, names in run.layouts}
        for seq, readings in enumerate(run.readings):
            self._write_readings(key, calls[readings.call], seq, series, readings)
        for seq, (pid, first, ends) in enumerate(run.steps):
            compaction.write_steps(self._connection, key, pid, first, (seq, seq), ends)
        self._write_events(key, run.events)

    def _insert_series(self, run: int, head: SeriesHead) -> int:
        texts = {"device": clean(head.device), "metric": clean(head.metric), "unit": clean(head.unit), "source": clean(head.source)}
        return inserted_key(self._connection, insert(SERIES).values(with_checksum(SERIES, {"run": run, "quality": head.quality, **texts})))

    def _insert_call(self, run: int, name: str, generation: int, names: tuple[SeriesName, ...]) -> int:
        values = {"run": run, "name": clean(name), "generation": generation, "layout": compact_json(names)}
        return inserted_key(self._connection, insert(CALLS).values(with_checksum(CALLS, values)))

    def _write_readings(self, run: int, call: int, seq: int, series: Sequence[int], readings: IncomingReadings) -> None:
        stamps = chunks.write_stamps(self._connection, run, call, (seq, seq), readings.before_ns, readings.after_ns)
        for place, values in readings.columns:
            missing: NDArray[np.bool_] = values.view(np.uint64) == MISSING_BITS
            self._connection.execute(insert(CHUNKS), chunks.chunk_row(series[place], stamps, Column(values, missing)))

    def _write_events(self, run: int, events: Iterable[Sequence[EventRow]]) -> None:
        for part in events:
            by_kind: dict[str, list[tuple[int, int, dict[str, Any]]]] = {}
            for kind, seq, place, document in part:
                by_kind.setdefault(kind, []).append((seq, place, document))
            for kind, documents in by_kind.items():
                compaction.write_events(self._connection, run, kind, documents)


@contextmanager
def run_intake(url: str) -> Iterator[RunIntake]:
    """Open a store for importing runs; if the context exits with an error, none of them is stored.

    Args:
        url: SQLAlchemy URL of the store; created if it does not exist.

    Raises:
        UnavailableError: The store cannot be written, is foreign, or of a later version.
        CorruptStoreError: It is damaged.
    """
    store = SqliteWriting(url)
    store.prepare()
    with store.transaction(synced=True) as connection:
        yield RunIntake(connection)


def _is_same(row: AnyRow, record: RunRecord) -> bool:
    return bool(row.started_at == instant(record.started_at) and row.start_ns == record.start_ns and row.host == clean(record.host))


def _ids(record: RunRecord) -> Iterator[str]:
    run_id = record.run_id
    while True:
        yield run_id
        text = f"{run_id} {record.run_id} {record.started_at.isoformat()} {record.start_ns} {clean(record.host)}"
        run_id = sha256(text.encode()).hexdigest()[:_ID_DIGITS]
