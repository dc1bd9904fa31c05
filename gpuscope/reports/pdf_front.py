"""The first page of the PDF report: what was compared, in a sentence, in a table and in a picture."""

from gpuscope.analysis.run_value import WALL_TIME
from gpuscope.core.device import unreal_word
from gpuscope.core.figures import figure as figure_of
from gpuscope.core.run import RunRecord, RunState
from gpuscope.reports import pdf_blocks as blocks
from gpuscope.reports.pdf_blocks import Block
from gpuscope.reports.pdf_context import TOO_SHORT, ReportContext
from gpuscope.reports.pdf_tables import Part, figures_tables, groups_table, legend, remark_notes
from gpuscope.reports.pictures.bar_layout import bar_drawing, bar_height, goes_on
from gpuscope.reports.pictures.chart_layout import chart_drawing
from gpuscope.reports.pictures.comparison_pictures import GOES_ON, INTERVALS, RUN_MARKS, Wording, bar_block, plane, plane_keys
from gpuscope.reports.pictures.picture import BarPicture, Chart
from gpuscope.reports.pictures.svg_canvas import PAPER, svg
from gpuscope.reports.run_report import OUTCOMES

_MOST_ASKED = (
    *(("throughput", "flops", WALL_TIME), ("energy_per_sample", "energy"), ("latency_p50",), ("accuracy",), ("cpu/utilization_mean",)),
)
_COLUMNS = 3
_WIDTH, _HEIGHT = 481.0, 190.0
"""Of the picture, in points: the width of the text, and what tables and notes leave on the first page."""
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
    workloads = dict.fromkeys(_workload(record) for record in records)
    steps = {None if record.spec.is_command else record.spec.steps for record in records}
    text = next(iter(workloads)) if len(workloads) == 1 else f"{len(workloads)} different workloads"
    if len(workloads) == len(steps) == 1 and None not in steps:
        text += f", {figure_of(steps.pop() or 0, '1')} steps"
    where = {str(record.environment.get("gpu:0.name") if _on_gpu(record) else record.environment.get("cpu") or "") for record in records}
    place = f" on {where.pop()}" if len(where) == 1 and "" not in where else ""
    return context.shown(f"{text}{place}.", 220)


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
    warnings = []
    for look, record in context.runs():
        if record.state is not RunState.FINISHED:
            reason = f": {record.reason}" if record.reason else ""
            outcome = context.shown(f"{OUTCOMES[record.state]}{reason}", 200)
            warnings.append(blocks.notice(f"Run {record.run_id} of {look.short} {outcome.rstrip('.')}."))
    warnings += [blocks.notice(sentence) for sentence in _comparability(context)]
    labels: dict[str, dict[str, None]] = {}
    for _, record in context.runs():
        for device, label in context.simulated(record).items():
            labels.setdefault(label, {})[device] = None
    for label, devices in labels.items():
        warnings.append(blocks.notice(context.shown(f"Not real hardware: {', '.join(devices)} ({label}).", 200)))
    return warnings


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
    """Return the table of results and its notes."""
    keys = [row.key for row in context.view.headlines]
    if context.side_by_side:
        tables = figures_tables(context, [Part("", keys)], full_labels=True)
    else:
        keys = _most_asked(context)
        tables = [groups_table(context, keys)]
    return [blocks.heading("Result"), *tables, *legend(context), *remark_notes(context, keys)]


def _most_asked(context: ReportContext) -> list[str]:
    """Return the few metrics that fit beside many groups."""
    chosen = [next((key for key in keys if context.has_value(key)), None) for keys in _MOST_ASKED]
    return [key for key in chosen if key is not None][:_COLUMNS]


def picture(context: ReportContext) -> list[Block]:
    """Return the chart of the first page: time and energy where both are known, else the figures as bars."""
    wording = Wording([look.short for look in context.looks], numbered=True, energy_unit=context.energy_unit)
    chart = plane(context.comparison, wording)
    return _bars(context, wording) if chart is None else _plane(context, chart)


def _plane(context: ReportContext, chart: Chart) -> list[Block]:
    keys = plane_keys(context.comparison) or ()
    alt = "Time and energy, a point a run. " + "; ".join(chart.words())
    notes = [chart.note]
    labels = dict.fromkeys(entry.simulated for key in keys for entry in context.metrics[key] if entry.simulated)
    if labels:
        notes.append(f"Energies are {' and '.join(dict.fromkeys(map(unreal_word, labels)))}, of no real hardware here.")
    if any(TOO_SHORT in entry.reason for key in keys for entry in context.metrics[key]):
        notes.append("Windows are too short for a ratio of the energies.")
    return [blocks.chart("Time and energy", svg(chart_drawing(chart, _WIDTH, _HEIGHT, PAPER)), alt, " ".join(notes), 2)]


def _bars(context: ReportContext, wording: Wording) -> list[Block]:
    keys = [
        key
        for key in (row.key for row in context.view.headlines)
        if key in context.comparison.metrics and sum(entry.ratio is not None for entry in context.metrics[key]) >= _FEW
    ]
    if not keys:
        return [blocks.note("No figure of the groups can be set in proportion, so there is nothing to draw here.")]
    shown = tuple(bar_block(context.comparison, key, context.full_label(key), wording) for key in keys)
    first = BarPicture(shown[:1])
    height = max(_HEIGHT, bar_height(first, PAPER))
    notes = [RUN_MARKS] if any(len(bar.runs) > 1 for block in shown for bar in block.bars) else []
    notes += [INTERVALS] if any(bar.interval for block in shown for bar in block.bars) else []
    picture = BarPicture(shown)
    notes += [GOES_ON] if goes_on(picture) else []
    drawing = bar_drawing(picture, _WIDTH, min(height, bar_height(picture, PAPER)), PAPER)
    return [blocks.chart("Figures", svg(drawing), "; ".join(picture.words()), " ".join(notes), 2)]
