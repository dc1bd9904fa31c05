"""Tables of the PDF report: figures of the groups side by side, every metric, and the differences."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gpuscope.analysis.entry import Entry
from gpuscope.analysis.phase_metrics import TIME_KEY
from gpuscope.analysis.statistics.verdict import CORRECTED
from gpuscope.core.figures import MISSING, capitalized, listed_names, within_sentence
from gpuscope.reports import comparison_rows
from gpuscope.reports import pdf_blocks as blocks
from gpuscope.reports.comparison_rows import unreal
from gpuscope.reports.comparison_settings import SettingRow
from gpuscope.reports.group_names import GroupLook
from gpuscope.reports.pdf_blocks import Block, Cell, Row
from gpuscope.reports.pdf_context import ReportContext
from gpuscope.reports.pictures.svg_canvas import sample
from gpuscope.reports.report_layout import Section
from gpuscope.reports.run_report import where_and_why
from gpuscope.system import language
from gpuscope.system.language import composed, filled, joined_names, joined_sentences, translated, with_unit

_GROUPS_A_SLICE, _JUDGED_A_SLICE = 5, 4
"""Most groups side by side in a table, including the baseline; fewer with verdicts, as intervals need more room."""
_FEW = 2
"""With this many groups there is room for a verdict column; with more, each verdict goes below its ratio."""
_WIDE_LABEL, _LABEL_WIDTH, _SHORT_LABEL, _RATIO_WIDTH, _INTERVAL_WIDTH = 140, 124, 108, 54, 113
"""Column widths in points. Labels are narrower where verdicts or more groups need the room; an interval column holds a ratio and two
bounds."""
_NARROW_FIGURE, _NARROW_RATIO, _BARE_RATIO = 54, 60, 46
"""Column widths in points of the table with groups as rows; a ratio without an interval needs less."""
_VALUES_APART = 5
"""Up to this many different values of a setting have a row each."""
_VALUE = 70
"""Maximum columns of a value in a table of settings."""

_LISTED = 12
"""Most metrics named for a reason; the others are counted."""


def head(look: GroupLook, *, baseline: bool, text: str | None = None, stacked: bool = False, hanging: bool = False) -> Cell:
    """Return the header cell of a group: a sample of its curve beside or above its name, marked if it is the baseline.

    Args:
        look: Look of the group.
        baseline: Whether it is the baseline.
        text: Its name; None for the short one.
        stacked: Whether the name goes below the sample.
        hanging: Whether further lines of the name are indented to align with the first, beside the sample.
    """
    svg = sample(look.style)
    cell: dict[str, Any] = {
        "text": look.short if text is None else text,
        "svg": svg,
        "stacked": stacked,
        "hanging": hanging,
        "is_name": True,
    }
    return {**cell, "sub": translated("baseline")} if baseline else cell


@dataclass(frozen=True, slots=True)
class Part:
    """Metrics that form a section of a table.

    Attributes:
        title: Title above their rows; "" for none.
        keys: Keys of the metrics.
        notes: Notes below their rows.
    """

    title: str
    keys: Sequence[str]
    notes: Sequence[str] = ()


def figures_tables(context: ReportContext, parts: Sequence[Part], *, full_labels: bool = False) -> list[Block]:
    """Return tables with metrics as rows and groups as columns, with their ratios; many groups are split over several tables."""
    if context.side_by_side:
        return [_with_ratio_columns(context, parts, full_labels)]
    others = [place for place in range(len(context.groups)) if place != context.baseline]
    size = (_JUDGED_A_SLICE if context.view.is_judged else _GROUPS_A_SLICE) - 1
    slices = [others[begin : begin + size] for begin in range(0, len(others), size)]
    return [_with_ratios_below(context, parts, [context.baseline, *places]) for places in slices]


def _rows(parts: Sequence[Part], of: Callable[[str], list[Cell]]) -> list[Row]:
    rows: list[Row] = []
    for part in parts:
        rows += [blocks.across(part.title, strong=True)] if part.title else []
        rows += [of(key) for key in part.keys]
        rows += [blocks.across(note) for note in part.notes]
    return rows


def _with_ratio_columns(context: ReportContext, parts: Sequence[Part], full_labels: bool) -> Block:
    """Return a table with a column per group and per ratio; verdicts have a column with two groups, and go below the ratios with three."""
    few, judged = len(context.looks) == _FEW, context.view.is_judged
    columns = [blocks.column("Metric", width=_label_width(few=few, judged=judged))]
    for place, look in enumerate(context.looks):
        title = head(look, baseline=place == context.baseline, text=look.short if few else look.label, stacked=not few)
        columns.append(blocks.column(title, right=True, width="wide"))
        if place != context.baseline:
            columns.append(
                blocks.column("ratio (95 %)" if judged else "ratio", right=True, width=_INTERVAL_WIDTH if judged else _RATIO_WIDTH)
            )
    columns += [blocks.column("verdict")] if judged and few else []
    columns += [] if judged and not few else [blocks.column("quality")]

    def row(key: str) -> list[Cell]:
        metric = context.view.by_key[key]
        label = with_unit(context.full_label(key) if full_labels else context.label(key), metric.display.name)
        cells: list[Cell] = [{"text": label, "sub": metric.quality} if judged and not few else label]
        for place, shown in enumerate(metric.cells):
            cells.append(_figure_cell(shown, is_marked=not unreal(metric.cells)))
            if place != context.baseline:
                cells.append(_ratio_cell(shown, shown.marked_label if judged and not few else ""))
                cells += [shown.marked_label or MISSING] if judged and few else []
        return cells if judged and not few else [*cells, {"text": metric.quality, "tone": "muted"}]

    return blocks.table(columns, _rows(parts, row))


def _label_width(*, few: bool, judged: bool) -> int:
    if judged:
        return _LABEL_WIDTH if few else _SHORT_LABEL
    return _WIDE_LABEL if few else _LABEL_WIDTH


def _with_ratios_below(context: ReportContext, parts: Sequence[Part], places: Sequence[int]) -> Block:
    columns = [blocks.column("Metric", width=_SHORT_LABEL)]
    for place in places:
        look = context.looks[place]
        title = head(look, baseline=place == context.baseline, text=look.label)
        columns.append(blocks.column(title, right=True, width="wide"))

    def row(key: str) -> list[Cell]:
        metric = context.view.by_key[key]
        whole = unreal(metric.cells)
        cells: list[Cell] = [with_unit(context.label(key), metric.display.name) + (f" ({whole})" if whole else "")]
        for place in places:
            shown = metric.cells[place]
            glyph = f"\u00a0{shown.mark.glyph}" if shown.mark else ""
            ratio = "" if place == context.baseline or shown.is_missing else f"{shown.ratio_with_interval}{glyph}"
            cells.append(_figure_cell(shown, ratio, is_marked=not whole))
        return cells

    return blocks.table(columns, _rows(parts, row), size=8, whole=True)


def _figure_cell(shown: comparison_rows.Cell, sub: str = "", *, is_marked: bool = True) -> Cell:
    """Return a figure's cell, with lines below it for its uncertainty, ``sub`` and, if ``is_marked``, whether it is simulated."""
    parts = (shown.spread, sub, unreal([shown]) if is_marked and not shown.is_missing else "")
    below = "\n".join(part for part in parts if part)
    return {"text": shown.value, "sub": below} if below else shown.value


def _ratio_cell(shown: comparison_rows.Cell, sub: str) -> Cell:
    """Return the cell of a ratio: bold if the difference is measurable, muted if there is no ratio."""
    cell = {"text": shown.ratio_with_interval, "strong": shown.is_claim, "tone": "muted" if shown.ratio is None else ""}
    return {**cell, "sub": sub} if sub else cell


def _short_ratio_cell(shown: comparison_rows.Cell) -> Cell:
    """Return a compact cell of a ratio, with its mark beside it and its interval below."""
    glyph = f"\u00a0{shown.mark.glyph}" if shown.mark else ""
    cell = {"text": f"{shown.times}{glyph}", "strong": shown.is_claim, "tone": "muted" if shown.ratio is None else ""}
    return {**cell, "sub": shown.interval_text} if shown.interval_text else cell


def groups_table(context: ReportContext, keys: Sequence[str]) -> Block:
    """Return a table with groups as rows and a few metrics and their ratios as columns, for more groups than fit side by side."""
    columns = [blocks.column("#", right=True), blocks.column("Group", width="wide"), blocks.column("runs", right=True)]
    ratio = _NARROW_RATIO if context.view.is_judged else _BARE_RATIO
    for key in keys:
        label = with_unit(context.full_label(key), context.unit(key).name)
        columns += [blocks.column(label, right=True, width=_NARROW_FIGURE), blocks.column("ratio", right=True, width=ratio)]
    rows = []
    for place, (look, group) in enumerate(zip(context.looks, context.groups, strict=True)):
        row: list[Cell] = [str(look.number), head(look, baseline=place == context.baseline, hanging=True), str(len(group.runs))]
        for key in keys:
            shown = context.view.by_key[key].cells[place]
            row += [_figure_cell(shown), "" if place == context.baseline else _short_ratio_cell(shown)]
        rows.append(row)
    return blocks.table(columns, rows, size=8)


def remark_notes(context: ReportContext, keys: Iterable[str]) -> list[Block]:
    """Return notes on the limitations of some metrics' figures, each once."""
    remarks = comparison_rows.remarks([context.view.by_key[key] for key in keys])
    return [blocks.note(context.shown(context.view.shortened(sentence), 400)) for sentence in remarks]


def every_metric(context: ReportContext) -> list[Block]:
    """Return all metrics: those of the runs, then each device's."""
    by_device: dict[str, list[str]] = {}
    for row in context.view.rows:
        by_device.setdefault(row.device, []).append(row.key)
    by_device = {"": by_device.pop("", []), **by_device}
    parts = [
        Part(
            _device_title(context, device) if device else "Of the run",
            [key for key in keys if context.has_value(key)],
            _missing(context, [key for key in keys if not context.has_value(key)]),
        )
        for device, keys in by_device.items()
    ]
    filled = [part for part in parts if part.keys]
    silent = [blocks.note(f"{part.title}: {note}") for part in parts if not part.keys for note in part.notes]
    timed = [key for part in filled for key in part.keys if key.startswith(TIME_KEY)]
    notes = [*silent, *remark_notes(context, timed)]
    return [blocks.heading("Every metric"), *figures_tables(context, filled), *notes, *reasons(context)]


def _missing(context: ReportContext, keys: Sequence[str]) -> list[str]:
    """Return the metrics that no group has, one sentence per reason."""
    by_reason: dict[str, dict[str, None]] = {}
    for key in keys:
        reason = next((entry.note for entry in context.metrics[key] if entry.note), "")
        by_reason.setdefault(reason, {})[context.label(key)] = None
    parted = [(labels, *where_and_why(reason)) for reason, labels in by_reason.items()]
    colon, stop, unknown = translated(": "), translated("."), translated("not measured")
    return [f"{listed(labels)}{where}{colon}{context.shown(why) or unknown}{stop}" for labels, where, why in parted]


def _device_title(context: ReportContext, device: str) -> str:
    names = dict.fromkeys(
        composed(result.device.name) + (f" [{composed(result.device.simulated)}]" if result.device.simulated else "")
        for _, record in context.runs()
        for result in record.devices
        if result.device.key == device
    )
    return context.shown(f"{device} · {' | '.join(names)}", 110)


def listed(items: Iterable[str]) -> str:
    """Return labels as a list, with only the first one capitalized."""
    first, *rest = items
    return joined_names([first, *(map(within_sentence, rest) if language.current() == language.ENGLISH else rest)])


def differences(context: ReportContext) -> list[Block]:
    """Return what differs between the groups, settings first, and how many settings do not."""
    tables = [blocks.heading("What differs between the groups")]
    settings = [row for row in context.view.settings if not row.is_environment]
    environment = [row for row in context.view.settings if row.is_environment]
    if settings:
        tables.append(_differences_table(context, "Setting", settings))
    if environment:
        tables.append(_differences_table(context, "Environment", environment))
    return [*tables, blocks.note(context.shown(context.view.ground.sentences))]


def _differences_table(context: ReportContext, title: str, rows: Sequence[SettingRow]) -> Block:
    if context.side_by_side:
        columns = [blocks.column(title, width="wide")]
        columns += [blocks.column(head(look, baseline=False), width="wide") for look in context.looks]
        return blocks.table(
            columns, [[context.shown(row.label, 40), *(blocks.name(_value(context, value)) for value in row.values)] for row in rows]
        )
    columns = [blocks.column(title, width=130), blocks.column("Value", width="wide"), blocks.column("in groups", width=70)]
    return blocks.table(columns, [cells for row in rows for cells in _rows_of_values(context, row)])


def _rows_of_values(context: ReportContext, row: SettingRow) -> list[list[Cell]]:
    by_value: dict[str, list[int]] = {}
    for look, value in zip(context.looks, row.values, strict=True):
        by_value.setdefault(_value(context, value), []).append(look.number)
    label = context.shown(row.label, 40)
    items = [(value, number_ranges(numbers)) for value, numbers in by_value.items()]
    if len(items) > _VALUES_APART:
        return [[label, blocks.name("; ".join(f"{value} ({numbers})" for value, numbers in items)), ""]]
    return [[label if place == 0 else "", blocks.name(value), numbers] for place, (value, numbers) in enumerate(items)]


def _value(context: ReportContext, value: str) -> str:
    """Return a setting's value, which may be a word of ours or a user's text."""
    return context.shown(translated(value), _VALUE)


def number_ranges(numbers: Sequence[int]) -> str:
    """Return ascending numbers as ranges: ``1–3, 7``."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and number == parts[-1][-1] + 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return ", ".join(str(part[0]) if len(part) == 1 else f"{part[0]}–{part[-1]}" for part in parts)


def shared_facts(records: Sequence[Mapping[str, Any]]) -> dict[str, list[Any]]:
    """Return the distinct values per key of several flat documents, in order of appearance, including None if a document lacks the key."""
    facts: dict[str, list[Any]] = {key: [] for record in records for key, value in record.items() if value is not None}
    for key, known in facts.items():
        for value in (record.get(key) for record in records):
            if value not in known:
                known.append(value)
    return facts


def legend(context: ReportContext) -> list[Block]:
    """Return the meaning of marks and bold type; [] if there are no verdicts."""
    rows = context.view.rows if Section.METRICS in context.layout.sections else context.view.headlines
    signs = translated(", ").join(comparison_rows.legend(rows).split("   "))
    if not signs:
        return []
    has_claims = any(cell.is_claim for row in rows for cell in row.cells)
    sentences = [f"{signs}{translated('.')}", *([translated("Bold: measurably different.")] if has_claims else [])]
    if Section.METRICS in context.layout.sections:
        sentences.append(translated("The reasons follow the table of every metric."))
    return [blocks.note(joined_sentences(sentences))]


def reasons(context: ReportContext) -> list[Block]:
    """Return the table of reasons for the verdicts, each once with the metrics that it applies to."""
    by_reason: dict[str, dict[str, list[int]]] = {}
    for key, row in context.comparison.metrics.items():
        for look, entry in zip(context.looks, row, strict=True):
            for reason in _own_reasons(entry) if entry.group != context.comparison.baseline and entry.value is not None else ():
                by_reason.setdefault(reason, {}).setdefault(context.full_label(key), []).append(look.number)
    if not by_reason:
        return []
    ordered = sorted(by_reason.items(), key=lambda item: -len(item[1]))
    rows: list[list[Cell]] = [[context.shown(capitalized(reason), 200), _metrics(context, labels)] for reason, labels in ordered]
    columns = [blocks.column("Reason", width="wide"), blocks.column("Metrics", width="wide")]
    return [blocks.heading("Why the verdicts are what they are", 3), blocks.table(columns, rows, size=7.8)]


def _own_reasons(entry: Entry) -> list[str]:
    """Return the reasons for the verdict itself, without notes on the value and without p values, which differ from metric to metric."""
    notes = language.parts_of(entry.note)
    return [part.partition(CORRECTED)[0] for part in language.parts_of(entry.reason) if part and part not in notes]


def _metrics(context: ReportContext, labels: dict[str, list[int]]) -> str:
    """Return the metrics of a reason, with their groups unless it applies to all groups but the baseline."""
    others = len(context.groups) - 1
    names = [label if len(numbers) == others else f"{label} ({_names(context, numbers)})" for label, numbers in labels.items()]
    return _shortened(names)


def _names(context: ReportContext, numbers: Sequence[int]) -> str:
    if not context.side_by_side:
        shown = ", ".join(map(str, numbers))
        return filled("group {0}", shown) if len(numbers) == 1 else filled("groups {0}", shown)
    return listed_names([context.looks[number - 1].label for number in numbers])


def _shortened(items: Sequence[str]) -> str:
    text = joined_names(items[:_LISTED])
    return filled("{0} and {1} more", text, str(len(items) - _LISTED)) if len(items) > _LISTED else text
