"""Runs with all their curves, read from the store for a report."""

from collections.abc import Iterable, Sequence

import numpy as np

from gpuscope.analysis.recorded_run import RecordedRun, ToldValues
from gpuscope.core.errors import UsageError
from gpuscope.core.event import Event, Log
from gpuscope.core.run import RunRecord
from gpuscope.recording.run_history import RunHistory, marks_of
from gpuscope.recording.steps_ring import LOST_STEPS

_NOT_THE_WORKLOADS = frozenset({LOST_STEPS})
_SILENT = ("clocks", "alive")
"""Levels of what the recorder tells of itself."""


def recorded_runs(history: RunHistory, records: Iterable[RunRecord]) -> list[RecordedRun]:
    """Return the runs with their readings, steps and told values; a run that is not in the store yet has none of them."""
    return [_recorded(history, record) for record in records]


def _recorded(history: RunHistory, record: RunRecord) -> RecordedRun:
    try:
        series = tuple(history.device_series(record.run_id))
    except UsageError:  # too young to be in the store, or deleted since it was named
        return RecordedRun(record)
    events = history.events(record.run_id, [Log.KIND])
    marks = tuple(marks_of(events, record.start_ns))
    return RecordedRun(record, series, history.steps(record.run_id), _told(events, record.start_ns), marks)


def _told(events: Sequence[Event], start_ns: int) -> dict[str, ToldValues]:
    rows: dict[str, list[tuple[int, float, float]]] = {}
    for event in events:
        if isinstance(event, Log) and event.level not in _SILENT:
            for key, value in event.values.items():
                if key not in _NOT_THE_WORKLOADS:
                    step = np.nan if event.step is None else float(event.step)
                    rows.setdefault(key, []).append((event.t_ns - start_ns, step, value))
    return {key: _columns(found) for key, found in rows.items()}


def _columns(rows: Sequence[tuple[int, float, float]]) -> ToldValues:
    stamps, steps, values = zip(*rows, strict=True)
    return ToldValues(np.array(stamps, np.int64), np.array(steps), np.array(values))
