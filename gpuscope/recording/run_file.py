"""Everything that was recorded of a run, for files: readings, steps, logged values, marks; as CSV each, together as JSON."""

from collections.abc import Callable, Iterator
from math import isnan
from operator import itemgetter
from typing import Any

from gpuscope.analysis.recorded_run import RecordedRun
from gpuscope.core.metric_registry import describe
from gpuscope.core.run import RunRecord
from gpuscope.recording.report_runs import recorded_runs
from gpuscope.recording.run_history import RunHistory
from gpuscope.reports.csv_report import table_pieces
from gpuscope.reports.energy_account import assumption_document, energy_account
from gpuscope.reports.json_text import json_text
from gpuscope.reports.model import Cell, Column, Table
from gpuscope.reports.samples_csv import Stretch, samples_pieces
from gpuscope.storage.whole_run import WholeRun
from gpuscope.system.settings import read_settings

SAMPLES, STEPS, MARKS = "samples", "steps", "marks"
"""What a CSV file may hold of one run; any other kind is its logged values."""


def csv_pieces(history: RunHistory, record: RunRecord, kind: str, progress: Callable[[float], None] = lambda _: None) -> Iterator[str]:
    """Yield one kind of what was recorded of a run as CSV; times are seconds from its start.

    Steps and the steps of logged values are counted from 1, warm-up included.

    Args:
        history: Has what was recorded.
        record: Of which run.
        kind: Of what.
        progress: Is told which share of a run's samples is done; whoever wants no more raises an error from it.
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
    """Yield the samples without ever holding more than a stretch of each call, however long the run was."""
    whole_ns = max(1.0, (record.took_s or 0.0) * 1e9)
    with history.whole(record.run_id) as whole:
        names = [(one.device, one.metric) for one in whole.series()]
        labels = {one.device.key: one.device.simulated for one in record.devices if one.device.simulated}
        for at_ns, rows in samples_pieces(names, [_stretches(whole, call) for call in whole.calls()], labels):
            yield rows
            progress(min(1.0, at_ns / whole_ns))


def _stretches(whole: WholeRun, call: str) -> Iterator[Stretch]:
    for found in whole.readings(call):
        if found.before_ns.size:
            yield Stretch(found.before_ns + (found.after_ns - found.before_ns) // 2, found.values)


def json_pieces(history: RunHistory, record: RunRecord) -> Iterator[str]:
    """Yield the document of ``gpuscope show --json`` with everything that was recorded beside it."""
    (run,) = recorded_runs(history, [record])
    marks = [{"t_s": at_s, "text": text} for at_s, text in history.marks(record)]
    document: dict[str, Any] = {**record.to_json(), "marks": marks, **assumption_document(energy_account(record), read_settings().factors)}
    document["series"] = [
        {
            "device": one.device, "metric": one.metric, "unit": describe(one.metric)[1], "quality": one.quality.value, "source": one.source,
            "t_s": (one.stamps_ns / 1e9).tolist(), "values": one.values.tolist(),
        }
        for one in run.series
    ]  # fmt: skip
    document["step_ends_s"] = (run.steps_ns / 1e9).tolist()
    document["values"] = {
        key: {"t_s": (told.stamps_ns / 1e9).tolist(), "steps": told.steps.tolist(), "values": told.values.tolist()}
        for key, told in run.told.items()
    }
    yield json_text(document) + "\n"


def _table(headers: tuple[str, ...], rows: list[Any]) -> Table:
    return Table("", tuple(map(Column, headers)), tuple(rows))


def _steps(run: RecordedRun) -> list[tuple[Cell, ...]]:
    warmup = run.record.warmup_steps or 0
    return [(step, t_ns / 1e9, "warm-up" if step <= warmup else "measured") for step, t_ns in enumerate(run.steps_ns.tolist(), 1)]


def _values(run: RecordedRun) -> list[tuple[Cell, ...]]:
    """Return a row a logged value, in the order in which they were told."""
    rows = (
        (t_ns, None if isnan(step) else int(step), key, value)
        for key, told in run.told.items()
        for t_ns, step, value in zip(told.stamps_ns.tolist(), told.steps.tolist(), told.values.tolist(), strict=True)
    )
    return [(t_ns / 1e9, *rest) for t_ns, *rest in sorted(rows, key=itemgetter(0))]
