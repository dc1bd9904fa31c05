"""The first page of the PDF report: what was compared, in a sentence, in a table and in a picture."""

from collections.abc import Sequence
from math import isfinite

from gpuscope.analysis.entry import Entry
from gpuscope.analysis.run_value import WALL_TIME, quantity
from gpuscope.core.device import unreal_word
from gpuscope.core.figures import figure as figure_of
from gpuscope.core.run import RunRecord, RunState
from gpuscope.reports import pdf_blocks as blocks
from gpuscope.reports.pdf_blocks import Block
from gpuscope.reports.pdf_context import TOO_SHORT, ReportContext
from gpuscope.reports.pdf_tables import Part, figures_tables, groups_table, remark_notes
from gpuscope.reports.pdf_verdicts import legend
from gpuscope.reports.run_report import OUTCOMES
from gpuscope.reports.svg_bars import Bar, bar_chart
from gpuscope.reports.svg_plane import Cloud, plane_chart

_MOST_ASKED = (
    *(("throughput", "flops", WALL_TIME), ("energy_per_sample", "energy"), ("latency_p50",), ("accuracy",), ("cpu/utilization_mean",)),
)
_COLUMNS = 3
_BARS = ("throughput", "flops", "step_rate", WALL_TIME)
_FEW = 2
_REASONS = 600
"""Characters of why groups may not be compared freely."""
_SENTENCE_GROUPS = 4


def lead(context: ReportContext) -> str:
    """Return the sentences under the headline: what was run where, what the comparison shows, and how far that can be trusted."""
    sentences = [context.shown(sentence) for sentence in context.view.sentences]
    return " ".join([_what_was_run(context), *(sentences if len(context.groups) <= _SENTENCE_GROUPS else sentences[-1:])])


def _what_was_run(context: ReportContext) -> str:
    """Return workload, task, steps and device, each where all runs share it."""
    records = [record for _, record in context.runs()]
    what = dict.fromkeys(_workload(record) for record in records)
    steps = {None if record.spec.is_command else record.spec.steps for record in records}
    words = next(iter(what)) if len(what) == 1 else f"{len(what)} different workloads"
    if len(what) == len(steps) == 1 and None not in steps:
        words += f", {figure_of(steps.pop() or 0, '1')} steps"
    where = {str(record.environment.get("gpu:0.name") if _on_gpu(record) else record.environment.get("cpu") or "") for record in records}
    place = f" on {where.pop()}" if len(where) == 1 and "" not in where else ""
    return context.shown(f"{words}{place}.", 220)


def _on_gpu(record: RunRecord) -> bool:
    return not record.spec.is_command and record.spec.device != "cpu"


def _workload(record: RunRecord) -> str:
    spec = record.spec
    if spec.is_attached and not spec.command:
        return "The machine, with no process"
    if spec.is_command:
        return f"Command {spec.command[0].rpartition('/')[2]}"
    return f"{spec.workload}, {spec.task}"


def notices(context: ReportContext) -> list[Block]:
    """Return what nobody may overlook: runs that did not finish, and readings that are not of real hardware."""
    found = []
    for look, record in context.runs():
        if record.state is not RunState.FINISHED:
            reason = f": {record.reason}" if record.reason else ""
            words = context.shown(f"{OUTCOMES[record.state]}{reason}", 200)
            found.append(blocks.notice(f"Run {record.run_id} of {look.short} {words.rstrip('.')}."))
    found += [blocks.notice(words) for words in _comparability(context)]
    labels: dict[str, dict[str, None]] = {}
    for _, record in context.runs():
        for device, label in context.simulated(record).items():
            labels.setdefault(label, {})[device] = None
    for label, devices in labels.items():
        found.append(blocks.notice(context.shown(f"Not real hardware: {', '.join(devices)} ({label}).", 200)))
    return found


def _comparability(context: ReportContext) -> list[str]:
    """Return which groups may be compared to the baseline with caution or not at all, and why; the same reasons once."""
    said: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    shorts = {group.name: look.short for look, group in zip(context.looks, context.groups, strict=True)}
    for pair in context.comparison.pairs:
        if pair.reasons:
            said.setdefault((pair.level.value, pair.reasons), []).append(shorts[pair.group])
    base = context.looks[context.baseline].short
    return [
        context.shown(f"{', '.join(groups)} and {base} are {level}: {'; '.join(reasons)}.", _REASONS)
        for (level, reasons), groups in said.items()
    ]


def result(context: ReportContext) -> list[Block]:
    """Return the table of results, and what is to be known beside it."""
    keys = [row.key for row in context.view.headlines]
    if context.side_by_side:
        tables = figures_tables(context, [Part("", keys)], full_labels=True)
    else:
        keys = _most_asked(context)
        tables = [groups_table(context, keys)]
    return [blocks.heading("Result"), *tables, *legend(context), *remark_notes(context, keys)]


def _most_asked(context: ReportContext) -> list[str]:
    """Return the few metrics that fit beside many groups."""
    found = [next((key for key in keys if context.has_value(key)), None) for keys in _MOST_ASKED]
    return [key for key in found if key is not None][:_COLUMNS]


def picture(context: ReportContext) -> list[Block]:
    """Return the chart of the first page: time and energy where both are known, else bars."""
    plane = _plane(context)
    return plane or _bars(context)


def _plane(context: ReportContext) -> list[Block]:
    for across, up, better in (("throughput", "energy_per_sample", "right"), (WALL_TIME, "energy", "left")):
        x_unit, y_unit = (context.unit(key) if context.has_value(key) else None for key in (across, up))
        if x_unit is None or y_unit is None:
            continue
        clouds = []
        for look, group, x, y in zip(context.looks, context.groups, context.metrics[across], context.metrics[up], strict=True):
            runs = [(x_unit.shown(a), y_unit.shown(b)) for a, b in _pairs(group.runs, across, up)]
            if runs and x.value is not None and y.value is not None and isfinite(x.value) and isfinite(y.value):
                middle = x_unit.shown(x.value), y_unit.shown(y.value)
                clouds.append(Cloud(look, runs, middle, interval(context, across, x), interval(context, up, y)))
        if len(clouds) >= 2:
            x_title = f"{x_unit.after(context.label(across).lower())} ({better} is better)"
            y_title = f"{y_unit.after(context.label(up).lower())} (down is better)"
            alt = f"{context.label(up)} over {context.label(across).lower()}, a point a run: " + ", ".join(
                cloud.look.name for cloud in clouds
            )
            return [blocks.chart("Time and energy", plane_chart(clouds, x_title, y_title), alt, _plane_note(context, up, clouds), 2)]
    return []


def interval(context: ReportContext, key: str, entry: Entry) -> tuple[float, float] | None:
    """Return between which ends a group's figure lies where the baseline's stands still, in the unit in which the metric is shown."""
    base = context.metrics[key][context.baseline].value
    if entry.interval is None or base is None:
        return None
    low, high = (context.unit(key).shown(base * end) for end in entry.interval)
    return low, high


_WHISKERS = "Whiskers are the 95 % intervals of the ratios, at the baseline's figure; one without an end goes on."


def _plane_note(context: ReportContext, key: str, clouds: Sequence[Cloud]) -> str:
    words = ["A point is a run."]
    if any(cloud.x_interval or cloud.y_interval for cloud in clouds):
        words.append(_WHISKERS)
    if len(clouds) < len(context.groups):
        words.append("Groups without one of the two figures are left out.")
    if labels := [entry.simulated for entry in context.metrics[key] if entry.simulated]:
        words.append(f"Energies are {' and '.join(dict.fromkeys(map(unreal_word, labels)))}, of no real hardware here.")
    if any(TOO_SHORT in entry.reason for entry in context.metrics[key]):
        words.append("Windows are too short for a ratio of the energies.")
    return " ".join(words)


def _pairs(runs: Sequence[RunRecord], across: str, up: str) -> list[tuple[float, float]]:
    found = [(run_value(record, across), run_value(record, up)) for record in runs]
    return [(x, y) for x, y in found if x is not None and y is not None]


def run_value(record: RunRecord, key: str) -> float | None:
    """Return a run's own figure, in SI units; None when it is missing or no finite number."""
    value = quantity(record, key).value
    return value if value is not None and isfinite(value) else None


def _bars(context: ReportContext) -> list[Block]:
    key = next((key for key in _BARS if sum(entry.ratio is not None for entry in context.metrics.get(key, ())) >= _FEW), None)
    if key is None:
        return [blocks.note("No figure of the groups can be set in proportion, so there is nothing to draw here.")]
    unit = context.unit(key)
    bars = []
    for place, (look, group, entry) in enumerate(zip(context.looks, context.groups, context.metrics[key], strict=True)):
        cell = context.view.by_key[key].cells[place]
        glyph = f" {cell.mark.glyph}" if cell.mark else ""
        words = cell.value + ("" if cell.ratio is None else f"  {cell.ratio_text}\u00a0×{glyph}")
        runs = [unit.shown(value) for record in group.runs if (value := run_value(record, key)) is not None]
        bars.append(Bar(look, None if entry.value is None else unit.shown(entry.value), words, runs, interval(context, key, entry)))
    better = "less is better" if key == WALL_TIME else "more is better"
    title = f"{unit.after(context.label(key))} ({better})"
    alt = f"{context.label(key)}: " + ", ".join(f"{bar.look.name} {bar.words}" for bar in bars)
    notes = ["Bars are means, the lines across them single runs."] if any(len(bar.runs) > 1 for bar in bars) else []
    notes += [_WHISKERS] if any(bar.interval for bar in bars) else []
    return [blocks.chart(context.label(key), bar_chart(bars, title), alt, " ".join(notes), 2)]
