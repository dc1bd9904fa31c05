"""Tables of the PDF report: figures of the groups side by side, every metric, and what differs."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gpuscope.analysis.comparability import Difference, settings_compared
from gpuscope.analysis.entry import Entry
from gpuscope.core.figures import figure as plain_figure
from gpuscope.core.figures import setting
from gpuscope.reports import pdf_blocks as blocks
from gpuscope.reports.energy_account import compared_spread
from gpuscope.reports.group_look import GroupLook
from gpuscope.reports.pdf_blocks import Block, Cell, Row
from gpuscope.reports.pdf_context import ReportContext, figure, quality, remarks, unreal
from gpuscope.reports.pdf_verdicts import are_judged, mark, marked_word, ratio_cell, ratio_words, reasons, short_ratio_cell
from gpuscope.reports.pictures.svg_canvas import sample

_GROUPS_A_SLICE, _JUDGED_A_SLICE = 5, 4
"""Groups beside each other in a table, the baseline among them; intervals need more room."""
_FEW = 2
_WIDE_LABEL, _LABEL_WIDTH, _SHORT_LABEL, _RATIO_WIDTH, _INTERVAL_WIDTH = 140, 124, 108, 54, 106
_NARROW_FIGURE, _NARROW_RATIO = 54, 60
"""Points."""
_VALUES_APART = 5
"""Values of a setting up to which each has a row of its own."""
_REMARKS = 3
"""Remarks beside one metric that are told in full."""
_VALUE = 70
"""Columns of a value in a table of settings."""
_ENVIRONMENT = "environment."


def head(look: GroupLook, *, baseline: bool, words: str | None = None, stacked: bool = False) -> Cell:
    """Return the head of a group's column: the sample of its curve, beside or above its name, and whether it is the baseline."""
    svg = sample(look.style)
    cell: dict[str, Any] = {"text": look.short if words is None else words, "svg": svg, "stacked": stacked}
    return {**cell, "sub": "baseline"} if baseline else cell


@dataclass(frozen=True, slots=True)
class Part:
    """Metrics that stand together in a table.

    Attributes:
        title: Over their rows; "" for none.
        keys: Of the metrics.
        notes: Below their rows.
    """

    title: str
    keys: Sequence[str]
    notes: Sequence[str] = ()


def figures_tables(context: ReportContext, parts: Sequence[Part], *, full_labels: bool = False) -> list[Block]:
    """Return metrics as rows and groups as columns, with their ratios; many groups are spread over several tables."""
    if context.side_by_side:
        return [_with_ratio_columns(context, parts, full_labels)]
    others = [place for place in range(len(context.groups)) if place != context.baseline]
    size = (_JUDGED_A_SLICE if are_judged(context) else _GROUPS_A_SLICE) - 1
    slices = [others[begin : begin + size] for begin in range(0, len(others), size)]
    return [_with_ratios_below(context, parts, [context.baseline, *places]) for places in slices]


def _rows(parts: Sequence[Part], of: Callable[[str], list[Cell]]) -> list[Row]:
    rows: list[Row] = []
    for part in parts:
        rows += [blocks.across(part.title, strong=True)] if part.title else []
        rows += [of(key) for key in part.keys]
        rows += [blocks.across(words) for words in part.notes]
    return rows


def _with_ratio_columns(context: ReportContext, parts: Sequence[Part], full_labels: bool) -> Block:
    """Return a column a group and ratio; the verdicts in a column of their own beside one ratio, below two."""
    few, judged = len(context.looks) == _FEW, are_judged(context)
    columns = [blocks.column("Metric", width=_label_width(few=few, judged=judged))]
    for place, look in enumerate(context.looks):
        words = head(look, baseline=place == context.baseline, words=look.short if few else look.label, stacked=not few)
        columns.append(blocks.column(words, right=True, width="wide"))
        if place != context.baseline:
            columns.append(
                blocks.column("ratio (95 %)" if judged else "ratio", right=True, width=_INTERVAL_WIDTH if judged else _RATIO_WIDTH)
            )
    columns += [blocks.column("verdict")] if judged and few else []
    columns += [] if judged and not few else [blocks.column("quality")]

    def row(key: str) -> list[Cell]:
        unit, entries = context.unit(key), context.metrics[key]
        label = unit.after(context.full_label(key) if full_labels else context.label(key))
        cells: list[Cell] = [{"text": label, "sub": quality(entries)} if judged and not few else label]
        for place, entry in enumerate(entries):
            spread = compared_spread(entry, context.energy_unit)
            cells.append(_figure_cell(entry, figure(entry, unit), spread, is_marked=not unreal(entries)))
            if place != context.baseline:
                cells.append(ratio_cell(entry, marked_word(entry) if judged and not few and mark(entry) else ""))
                cells += [marked_word(entry)] if judged and few else []
        return cells if judged and not few else [*cells, {"text": quality(entries), "tone": "muted"}]

    return blocks.table(columns, _rows(parts, row))


def _label_width(*, few: bool, judged: bool) -> int:
    if judged:
        return _LABEL_WIDTH if few else _SHORT_LABEL
    return _WIDE_LABEL if few else _LABEL_WIDTH


def _with_ratios_below(context: ReportContext, parts: Sequence[Part], places: Sequence[int]) -> Block:
    columns = [blocks.column("Metric", width=_SHORT_LABEL)]
    for place in places:
        look = context.looks[place]
        words = head(look, baseline=place == context.baseline, words=look.label)
        columns.append(blocks.column(words, right=True, width="wide"))

    def row(key: str) -> list[Cell]:
        unit, entries = context.unit(key), context.metrics[key]
        whole = unreal(entries)
        cells: list[Cell] = [unit.after(context.label(key)) + (f" ({whole})" if whole else "")]
        for place in places:
            entry = entries[place]
            told = "" if place == context.baseline or entry.value is None else f"{ratio_words(entry)}\u202f{mark(entry)}".rstrip()
            below = "\n".join(part for part in (compared_spread(entry, context.energy_unit), told) if part)
            cells.append(_figure_cell(entry, figure(entry, unit), below, is_marked=not whole))
        return cells

    return blocks.table(columns, _rows(parts, row), size=8, whole=True)


def _figure_cell(entry: Entry, words: str, sub: str = "", *, is_marked: bool = True) -> Cell:
    """Return a figure with what stands below it: where it is marked, also that it is of no real hardware."""
    below = "; ".join(part for part in (sub, unreal([entry]) if is_marked else "") if part)
    return {"text": words, "sub": below} if below else words


def groups_table(context: ReportContext, keys: Sequence[str]) -> Block:
    """Return groups as rows and a few metrics as columns, each with its ratio: for more groups than fit side by side."""
    columns = [blocks.column("#", right=True), blocks.column("Group", width="wide"), blocks.column("runs", right=True)]
    for key in keys:
        label = context.unit(key).after(context.full_label(key))
        columns += [blocks.column(label, right=True, width=_NARROW_FIGURE), blocks.column("ratio", right=True, width=_NARROW_RATIO)]
    rows = []
    for place, (look, group) in enumerate(zip(context.looks, context.groups, strict=True)):
        row: list[Cell] = [str(look.number), head(look, baseline=place == context.baseline), str(len(group.runs))]
        for key in keys:
            entry = context.metrics[key][place]
            spread = compared_spread(entry, context.energy_unit)
            row.append(_figure_cell(entry, figure(entry, context.unit(key)), spread))
            row.append("" if place == context.baseline else short_ratio_cell(entry))
        rows.append(row)
    return blocks.table(columns, rows, size=8)


def remark_notes(context: ReportContext, keys: Iterable[str]) -> list[Block]:
    """Return what is to be known beside the figures of some metrics, the same words once."""
    said: dict[str, dict[str, None]] = {}
    for key in keys:
        found = list(dict.fromkeys(remark for entry in context.metrics[key] for remark in remarks(entry)))
        more = [f"and {len(found) - _REMARKS} more remarks of this kind"] if len(found) > _REMARKS else []
        if found:
            said.setdefault("; ".join([*found[:_REMARKS], *more]), {})[context.full_label(key)] = None
    return [blocks.note(f"{listed(labels)}: {context.shown(remark, 300)}.") for remark, labels in said.items()]


def every_metric(context: ReportContext) -> list[Block]:
    """Return all metrics: those of the runs, then each device's."""
    by_device: dict[str, list[str]] = {}
    for key in context.metrics:
        by_device.setdefault(key.rpartition("/")[0], []).append(key)
    parts = [
        Part(
            _device_title(context, device) if device else "Of the run",
            [key for key in keys if context.has_value(key)],
            _missing(context, [key for key in keys if not context.has_value(key)]),
        )
        for device, keys in by_device.items()
    ]
    told = [part for part in parts if part.keys]
    silent = [blocks.note(f"{part.title}: {words}") for part in parts if not part.keys for words in part.notes]
    return [blocks.heading("Every metric"), *figures_tables(context, told), *silent, *reasons(context)]


def _missing(context: ReportContext, keys: Sequence[str]) -> list[str]:
    """Return which metrics no group has, a sentence a reason."""
    by_reason: dict[str, dict[str, None]] = {}
    for key in keys:
        reason = next((entry.note for entry in context.metrics[key] if entry.note), "")
        by_reason.setdefault(reason, {})[context.label(key)] = None
    return [f"{listed(labels)}: {context.shown(reason) or 'not measured'}." for reason, labels in by_reason.items()]


def _device_title(context: ReportContext, device: str) -> str:
    names = dict.fromkeys(
        result.device.name + (f" [{result.device.simulated}]" if result.device.simulated else "")
        for _, record in context.runs()
        for result in record.devices
        if result.device.key == device
    )
    return context.shown(f"{device} · {' | '.join(names)}", 110)


def listed(words: Iterable[str]) -> str:
    """Return labels one after the other, the first alone with a capital letter."""
    first, *rest = words
    return ", ".join([first, *(word if word[:2].isupper() else word[:1].lower() + word[1:] for word in rest)])


def differences(context: ReportContext) -> list[Block]:
    """Return what differs between the groups, settings first, and how much does not."""
    found = [blocks.heading("What differs between the groups")]
    settings = [one for one in context.comparison.differs if not one.key.startswith(_ENVIRONMENT)]
    surroundings = [one for one in context.comparison.differs if one.key.startswith(_ENVIRONMENT)]
    if settings:
        found.append(_differences_table(context, "Setting", settings))
    if surroundings:
        found.append(_differences_table(context, "Surroundings", surroundings))
    nothing = "Nothing else" if context.comparison.differs else "Nothing"
    return [*found, blocks.note(f"{nothing} of {settings_compared(context.groups)} recorded settings, versions and facts differs.")]


def _differences_table(context: ReportContext, title: str, differs: Sequence[Difference]) -> Block:
    if context.side_by_side:
        columns = [blocks.column(title, width="wide")]
        columns += [blocks.column(head(look, baseline=False), width="wide") for look in context.looks]
        return blocks.table(
            columns, [[_key(context, one.key), *(_value(context, one.key, value) for value in one.values)] for one in differs]
        )
    columns = [blocks.column(title, width=130), blocks.column("Value", width="wide"), blocks.column("in groups", width=70)]
    rows = [row for one in differs for row in _rows_of_values(context, one)]
    return blocks.table(columns, rows)


def _rows_of_values(context: ReportContext, one: Difference) -> list[list[Cell]]:
    by_value: dict[str, list[int]] = {}
    for look, value in zip(context.looks, one.values, strict=True):
        by_value.setdefault(_value(context, one.key, value), []).append(look.number)
    items = [(value, number_ranges(numbers)) for value, numbers in by_value.items()]
    if len(items) > _VALUES_APART:
        return [[_key(context, one.key), "; ".join(f"{value} ({numbers})" for value, numbers in items), ""]]
    return [[_key(context, one.key) if place == 0 else "", value, numbers] for place, (value, numbers) in enumerate(items)]


def number_ranges(numbers: Sequence[int]) -> str:
    """Return rising numbers in short: ``1–3, 7``."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and number == parts[-1][-1] + 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return ", ".join(str(part[0]) if len(part) == 1 else f"{part[0]}–{part[-1]}" for part in parts)


def _key(context: ReportContext, key: str) -> str:
    return context.shown(key.removeprefix(_ENVIRONMENT), 40)


def _value(context: ReportContext, key: str, value: object) -> str:
    if value is None or value == "":
        return "–"
    if key.endswith("_bytes") and isinstance(value, int):
        return plain_figure(value, "B")
    return context.shown(setting(value), _VALUE)


def shared_facts(records: Sequence[Mapping[str, Any]]) -> dict[str, list[Any]]:
    """Return the different values of each key that any of some flat documents has, as they came; None for those that lack it."""
    found: dict[str, list[Any]] = {key: [] for record in records for key, value in record.items() if value is not None}
    for key, known in found.items():
        for value in (record.get(key) for record in records):
            if value not in known:
                known.append(value)
    return found
