"""The first screen of a run: what ran, how it ended, speed, energy, memory, and its bottleneck, in at most thirty lines."""

from collections.abc import Sequence

from gpuscope.analysis.bottleneck import bottleneck
from gpuscope.analysis.group import Group
from gpuscope.analysis.run_value import PROFILED, RECORDED, RECORDED_TIME, WALL_TIME, metric_keys, quantity
from gpuscope.core import figures
from gpuscope.core.alert_rule import ALERT_PREFIX
from gpuscope.core.metric_registry import describe
from gpuscope.core.run import RunRecord, RunState
from gpuscope.reports.headlines import listed_labels, of_device, run_headlines
from gpuscope.reports.model import Cell, Column, Report, Table
from gpuscope.reports.printable import elided_at_word
from gpuscope.reports.run_report import cure_sentence, run_report, shown_mark, where_and_why
from gpuscope.system.language import composed, duration_text, filled, listed, translated
from gpuscope.system.settings import DEFAULTS, Settings

_REASONS, _LISTED = 3, 4
"""Most reasons for missing figures, and most figures named for each."""
_LAST_LINES = 3
"""Lines of output shown for a run that did not finish, where a traceback has its message."""
_READINGS = 12
"""Most readings shown of a live run."""
_WIDEST = 400
"""Maximum columns of a sentence: about four lines of a terminal."""


def run_screen(
    record: RunRecord,
    last_lines: Sequence[str] = (),
    latest: Sequence[tuple[str, str, float]] = (),
    marks: Sequence[tuple[float, str]] = (),
    settings: Settings = DEFAULTS,
) -> Report:
    """Return the first screen of a run; the arguments are those of :func:`~gpuscope.reports.run_report.run_report`."""
    whole = run_report(record, last_lines, latest, marks, settings)
    by_title = {table.title: table for table in whole.tables}
    tables = [_figures(record, settings.energy_unit)]
    if record.state is RunState.RUNNING:
        readings = by_title["Last readings"]
        tables.append(Table(readings.title, readings.columns, readings.rows[:_READINGS]))
    elif record.state is not RunState.FINISHED:
        output = by_title["Last lines of the output"]
        tables.append(Table(output.title, output.columns, output.rows[-_LAST_LINES:]))
    tables.append(Table("", (Column(""),), (), tuple(_rest(record, marks))))
    return Report(whole.title, tuple(elided_at_word(sentence, _WIDEST) for sentence in whole.lead), tuple(tables))


def _figures(record: RunRecord, energy_unit: str) -> Table:
    headlines = [known for known in run_headlines(record, energy_unit) if not known.is_missing]
    rows: list[tuple[Cell, ...]] = [(known.full_label, known.text, known.spread, known.quality) for known in headlines]
    lacking: dict[str, list[tuple[str, str, str]]] = {}
    unknowable = {WALL_TIME, RECORDED_TIME} if record.state is RunState.RUNNING else set()  # known only at the end, so not missing
    for key in metric_keys([Group(record.name, (record,))]):
        if key not in unknowable and (known := quantity(record, key)).is_missing:
            where, why = where_and_why(known.reason or "no reason given")
            lacking.setdefault(why, []).append((key, of_device(key.rpartition("/")[0], describe(key)[0]), where))
    ordered = sorted(lacking.items(), key=lambda item: not any("energy" in key for key, _, _ in item[1]))
    notes = []
    for why, lacks in ordered[:_REASONS]:
        wheres = {where for _, _, where in lacks}  # of several, the labels of the devices' metrics name theirs
        shared = wheres.pop() if len(wheres) == 1 else ""
        notes.append(filled("Missing: {0}{1}: {2}.", listed_labels(label for _, label, _ in lacks), shared, why))
    columns = (Column("metric", widest=48), Column("value", numeric=True), Column("", widest=20), Column("quality"))
    return Table("", columns, tuple(rows), tuple(notes))


def _rest(record: RunRecord, marks: Sequence[tuple[float, str]]) -> list[str]:
    """Return what to try, the profile and alerts, how much is not shown here, and how to see it."""
    lines = []
    if record.state is not RunState.RUNNING:
        verdict = bottleneck(record)
        lines += [filled("To try: {0}", cure_sentence(verdict.cures[0]))] if verdict.cures else []
    lines += profile_lines(record)
    gaps = sum(len(result.gaps) for result in record.devices)
    lines += alert_lines(marks)
    counted = ((gaps, figures.counted(gaps, "gap")), (len(marks), figures.counted(len(marks), "mark")))
    counts = [composed(text) for number, text in counted if number]
    whole = filled("All figures, evidence, settings, environment and output: gpuscope show {0} --all", record.run_id)
    return [*lines, f"{listed(counts)}{translated(', ')}{figures.uncapitalized(whole)}" if counts else whole]


def alert_lines(marks: Sequence[tuple[float, str]]) -> list[str]:
    """Return the first alerts that fired in a run, each with its time, and a count of the rest."""
    fired = [(at_s, text) for at_s, text in marks if text.startswith(ALERT_PREFIX)]
    lines = [filled("{0}; after {1}", shown_mark(text), duration_text(figures.duration(at_s))) for at_s, text in fired[:_LISTED]]
    return [*lines, *([filled("{0} more alerts fired", str(len(fired) - _LISTED))] if len(fired) > _LISTED else [])]


def profile_lines(*records: RunRecord) -> list[str]:
    """Return one line on how to view the profiles recorded of runs; [] if there are none."""
    ids = [record.run_id for record in records if RECORDED in str(record.environment.get(PROFILED, ""))]
    others = f"; and likewise of {', '.join(ids[1:])}" if ids[1:] else ""
    return [f"What the profiler recorded: gpuscope profile {ids[0]}{others}"] if ids else []
