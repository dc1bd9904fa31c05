"""All recorded data of a run for export: readings, steps, logged values and marks, each as CSV, together as JSON, or for reports."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import isnan
from operator import itemgetter
from typing import Any

import numpy as np

from gpuscope.analysis.recorded_run import RecordedRun, ReportedValues
from gpuscope.core.errors import UsageError
from gpuscope.core.event import LEVELS_WITHOUT_VALUES, Capture, Event, Log
from gpuscope.core.metric_registry import describe
from gpuscope.core.run import RunRecord
from gpuscope.recording.captures import profiled_parts
from gpuscope.recording.run_history import RunHistory, marks_of
from gpuscope.reports.csv_report import Stretch, samples_pieces, table_pieces
from gpuscope.reports.json_text import json_text
from gpuscope.reports.model import Cell, Column, Table
from gpuscope.reports.run_json import run_document
from gpuscope.storage.run_snapshot import RunSnapshot
from gpuscope.system.settings import read_settings


def recorded_runs(history: RunHistory, records: Iterable[RunRecord]) -> list[RecordedRun]:
    """Return the runs with their readings, steps and reported values; a run that is not in the store yet has none."""
    return [_recorded(history, record) for record in records]


def _recorded(history: RunHistory, record: RunRecord) -> RecordedRun:
    try:
        events = history.events(record.run_id, [Log.KIND, Capture.KIND])
    except UsageError:  # not yet in the store, or deleted since
        return RecordedRun(record)
    series = tuple(history.device_series(record.run_id))
    marks = tuple(marks_of(events, record.start_ns))
    values, profiled = _logged_values(events, record.start_ns), tuple(profiled_parts(events, record.start_ns))
    return RecordedRun(record, series, history.steps(record.run_id), values, marks, profiled)


def _logged_values(events: Sequence[Event], start_ns: int) -> dict[str, ReportedValues]:
    rows: dict[str, list[tuple[int, float, float]]] = {}
    for event in events:
        if isinstance(event, Log) and event.level not in LEVELS_WITHOUT_VALUES:
            step = np.nan if event.step is None else float(event.step)
            for key, value in event.values.items():
                rows.setdefault(key, []).append((event.t_ns - start_ns, step, value))
    return {key: _columns(points) for key, points in rows.items()}


def _columns(rows: Sequence[tuple[int, float, float]]) -> ReportedValues:
    stamps, steps, values = zip(*rows, strict=True)
    return ReportedValues(np.array(stamps, np.int64), np.array(steps), np.array(values))


SAMPLES, STEPS, MARKS = "samples", "steps", "marks"
"""Kinds of data for a CSV file; any other kind stands for the run's logged values."""


def csv_pieces(history: RunHistory, record: RunRecord, kind: str, progress: Callable[[float], None] = lambda _: None) -> Iterator[str]:
    """Yield one kind of a run's data as CSV; times are in seconds from its start.

    Steps and the steps of logged values are counted from 1, including warm-up.

    Args:
        history: The store of the run.
        record: The run.
        kind: :data:`SAMPLES`, :data:`STEPS`, :data:`MARKS`, or any other value for the logged values.
        progress: Called with the share of the run's samples written so far; may raise an exception to cancel.
    """
    if kind == SAMPLES:
        return _samples(history, record, progress)
    if kind == MARKS:
        return table_pieces(_table(("t_s", "text"), history.marks(record)))
    (run,) = recorded_runs(history, [record])
    if kind == STEPS:
        return table_pieces(_table(("step", "t_s", "part"), _steps(run)))
    return table_pieces(_table(("t_s", "step", "name", "value"), _values(run)))


def _samples(history: RunHistory, record: RunRecord, progress: Callable[[float], None]) -> Iterator[str]:
    """Yield the samples, holding at most one stretch of each call in memory, however long the run was."""
    total_ns = max(1.0, (record.took_s or 0.0) * 1e9)
    with history.snapshot(record.run_id) as snapshot:
        names = [(column.device, column.metric) for column in snapshot.series()]
        labels = {column.device.key: column.device.simulated for column in record.devices if column.device.simulated}
        for at_ns, rows in samples_pieces(names, [_stretches(snapshot, call) for call in snapshot.calls()], labels):
            yield rows
            progress(min(1.0, at_ns / total_ns))


def _stretches(snapshot: RunSnapshot, call: str) -> Iterator[Stretch]:
    for readings in snapshot.readings(call):
        if readings.before_ns.size:
            yield Stretch(readings.before_ns + (readings.after_ns - readings.before_ns) // 2, readings.values)


def json_pieces(history: RunHistory, record: RunRecord) -> Iterator[str]:
    """Yield the document of ``gpuscope show --json`` with all recorded data added."""
    record = history.checked(record)
    (run,) = recorded_runs(history, [record])
    document = run_document(record, history.marks(record), read_settings().factors)
    document["series"] = [
        {
            "device": series.device, "metric": series.metric, "unit": describe(series.metric)[1],
            "quality": series.quality.value, "source": series.source,
            "t_s": (series.stamps_ns / 1e9).tolist(), "values": series.values.tolist(),
        }
        for series in run.series
    ]  # fmt: skip
    document["step_ends_s"] = (run.steps_ns / 1e9).tolist()
    document["values"] = {
        key: {"t_s": (logged.stamps_ns / 1e9).tolist(), "steps": logged.steps.tolist(), "values": logged.values.tolist()}
        for key, logged in run.reported.items()
    }
    yield json_text(document) + "\n"


def _table(headers: tuple[str, ...], rows: list[Any]) -> Table:
    return Table("", tuple(map(Column, headers)), tuple(rows))


def _steps(run: RecordedRun) -> list[tuple[Cell, ...]]:
    warmup = run.record.warmup_steps or 0
    return [(step, t_ns / 1e9, "warm-up" if step <= warmup else "measured") for step, t_ns in enumerate(run.steps_ns.tolist(), 1)]


def _values(run: RecordedRun) -> list[tuple[Cell, ...]]:
    """Return one row per logged value, in the order of logging."""
    rows = (
        (t_ns, None if isnan(step) else int(step), key, value)
        for key, logged in run.reported.items()
        for t_ns, step, value in zip(logged.stamps_ns.tolist(), logged.steps.tolist(), logged.values.tolist(), strict=True)
    )
    return [(t_ns / 1e9, *rest) for t_ns, *rest in sorted(rows, key=itemgetter(0))]
