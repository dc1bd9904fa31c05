"""Runs side by side: for a terminal, one column per group; for a spreadsheet, one row per metric and group."""

from collections.abc import Iterator, Sequence

from gpuscope.analysis.comparison import Comparison
from gpuscope.analysis.entry import Entry, family
from gpuscope.core import figures
from gpuscope.core.device import unreal_label
from gpuscope.core.energy_factors import NO_FACTORS, EnergyFactors
from gpuscope.core.figures import MISSING
from gpuscope.reports.comparison_rows import Cell as ShownCell
from gpuscope.reports.comparison_rows import MetricRow, legend, remarks
from gpuscope.reports.comparison_settings import SettingRow
from gpuscope.reports.comparison_view import ComparisonView
from gpuscope.reports.deployment_table import deployment_tables
from gpuscope.reports.energy_account import ASSUMPTION, EnergyAccount
from gpuscope.reports.headlines import most_asked
from gpuscope.reports.model import Cell, Column, Report, Table
from gpuscope.reports.run_list import metric_label
from gpuscope.system.language import joined_sentences, remarked, translated, with_unit
from gpuscope.system.settings import JOULE

_REMARKS, _SETTINGS = 4, 6
"""Number of remarks and of settings on the first screen, which has room for thirty lines in all."""
_ABREAST = 3
"""Most groups shown side by side on the first screen: a fourth does not fit 120 columns, so more groups are listed one below the other."""

ALSO_HIDDEN = "a sentence on each group, intervals and ids: --all"
"""What the first screen of many groups leaves out besides metrics and remarks."""


def comparison_report(comparison: Comparison, energy_unit: str = JOULE, *, is_whole: bool = True) -> Report:
    """Return a comparison for a terminal.

    Args:
        comparison: The groups and their figures.
        energy_unit: "J" or "Wh".
        is_whole: Whether to list all metrics, remarks and facts; otherwise only what fits a screen, with a count of the rest.
    """
    view = ComparisonView(comparison, energy_unit)
    if not is_whole and len(view.names) > _ABREAST:
        return _many_groups(view)
    rows = [row for row in view.rows if (is_whole and not row.is_missing) or row.is_headline]
    return Report(
        "Comparison",
        (joined_sentences(view.sentences),),
        (_groups(view), *deployment_tables(comparison), _values(view, rows, is_whole=is_whole), _differences(view, is_whole=is_whole)),
    )


def _many_groups(view: ComparisonView) -> Report:
    """Return the first screen for many groups: one line each, with its headline figures."""
    tables = (_group_lines(view), *deployment_tables(view.comparison), _settings_in_lines(view))
    return Report("Comparison", (view.sentences[-1],), tables)


def _group_lines(view: ComparisonView) -> Table:
    rows = [view.by_key[key] for key in most_asked(view.entries)]
    columns = [Column("group", widest=None, foreign=True), Column("runs", numeric=True)]
    for row in rows:
        columns += [Column(with_unit(row.full_label, row.display.name), numeric=True), Column("ratio", numeric=True)]
    cells: tuple[tuple[Cell, ...], ...] = tuple(
        (
            remarked(name, translated("baseline")) if place == view.baseline else name,
            len(view.comparison.groups[place].runs),
            *(part for row in rows for part in _figure_and_ratio(row, place, is_baseline=place == view.baseline)),
        )
        for place, name in enumerate(view.column_names)
    )
    reasons, limits = view.comparability.reasons, remarks(rows)
    notes = [f"In all groups: {view.shared_name}."] if view.shared_name else []
    notes += [f"{view.comparability.badge}.", *reasons[:_REMARKS], *filter(None, [legend(rows)]), *limits[:_REMARKS]]
    unsaid = max(0, len(reasons) - _REMARKS) + max(0, len(limits) - _REMARKS)
    hidden = sum(not row.is_missing for row in view.rows) - len(rows)
    more = [figures.counted(hidden, "more metric")] + ([figures.counted(unsaid, "more remark")] if unsaid else [])
    return Table("", tuple(columns), cells, (*notes, ", ".join((*more, ALSO_HIDDEN))))


def _figure_and_ratio(row: MetricRow, place: int, *, is_baseline: bool) -> tuple[str, str]:
    cell = row.cells[place]
    glyph = f" {cell.mark.glyph}" if cell.mark else ""
    return _figure(cell), "" if is_baseline else f"{cell.times}{glyph}"


def _settings_in_lines(view: ComparisonView) -> Table:
    """Return the settings that differ, with the values of all groups in one cell, in the groups' order."""
    rows, notes = _shown_settings(view, is_whole=False)
    cells = tuple((row.label, "  ·  ".join(map(translated, row.values))) for row in rows)
    return Table("", (Column("differs"), Column("group by group", widest=None, wraps=True, foreign=True)), cells, notes)


def _groups(view: ComparisonView) -> Table:
    rows = tuple(
        (name, "baseline" if place == view.baseline else "", len(group.runs), " ".join(run.run_id for run in group.runs))
        for place, (name, group) in enumerate(zip(view.column_names, view.comparison.groups, strict=True))
    )
    shared = (f"In all groups: {view.shared_name}.",) if view.shared_name else ()
    columns = (Column("group", widest=None, foreign=True), Column(""), Column("runs", numeric=True), Column("ids", widest=None, wraps=True))
    return Table("", columns, rows, (*shared, f"{view.comparability.badge}.", *view.comparability.reasons))


def _values(view: ComparisonView, rows: list[MetricRow], *, is_whole: bool) -> Table:
    columns = [Column("metric", widest=48)]
    for place, name in enumerate(view.column_names):
        columns.append(Column(name, numeric=True))
        if place != view.baseline:
            columns.append(Column("ratio (95 %)" if view.is_judged else "ratio", numeric=True))
            columns += [Column("verdict")] if view.is_judged else []
    cells = tuple((with_unit(row.full_label, row.display.name), *_cells(view, row)) for row in rows)
    notes = [*filter(None, [legend(rows)])]
    all_remarks = remarks([row for row in view.rows if row in rows or row.is_missing] if is_whole else rows)
    notes += all_remarks if is_whole else all_remarks[:_REMARKS]
    hidden = sum(not row.is_missing for row in view.rows) - sum(not row.is_missing for row in rows)
    unsaid = 0 if is_whole else max(0, len(all_remarks) - _REMARKS)
    more = [figures.counted(number, noun) for number, noun in ((hidden, "more metric"), (unsaid, "more remark")) if number]
    notes += [f"{' and '.join(more)}: --all"] if more else []
    return Table("", tuple(columns), cells, tuple(notes))


def _cells(view: ComparisonView, row: MetricRow) -> Iterator[Cell]:
    for place, cell in enumerate(row.cells):
        yield _figure(cell)
        if place != view.baseline:
            yield cell.ratio_with_interval
            if view.is_judged:
                yield cell.marked_label or MISSING


def _figure(cell: ShownCell) -> str:
    worth = f"({translated(unreal_label(cell.simulated))})" if cell.simulated and not cell.is_missing else ""
    return " ".join(part for part in (cell.value, cell.spread, worth) if part)


def _differences(view: ComparisonView, *, is_whole: bool) -> Table:
    columns = (Column("differs"), *(Column(name, widest=40, foreign=True) for name in view.column_names))
    rows, notes = _shown_settings(view, is_whole=is_whole)
    return Table("", columns, tuple((row.label, *map(translated, row.values)) for row in rows), notes)


def _shown_settings(view: ComparisonView, *, is_whole: bool) -> tuple[Sequence[SettingRow], tuple[str, ...]]:
    """Return the settings to list, and notes on what the groups share and how many more settings differ."""
    settings = [row for row in view.settings if not row.is_environment]
    shown = view.settings if is_whole or len(view.settings) <= _SETTINGS else settings[:_SETTINGS]
    notes = [view.ground.sentences]
    if hidden := len(view.settings) - len(shown):
        in_environment = len(view.settings) - len(settings)
        notes.append(f"{figures.counted(hidden, 'more difference')}, {in_environment} in the environment: --all")
    return shown, tuple(notes)


def comparison_table(comparison: Comparison, factors: EnergyFactors = NO_FACTORS) -> Table:
    """Return the comparison for CSV: one row per metric and group, and one column per differing setting with that group's value.

    Args:
        comparison: The groups and their values.
        factors: The user's energy price and carbon factors; the rows that follow from them have the quality "assumption".
    """
    header = (  # family: the metrics whose p values are corrected together; "primary" for those that comparisons are made for
        "metric", "label", "unit", "group", "baseline", "n", "value", "uncertainty", "quality", "ratio", "interval_low", "interval_high",
        "verdict", "reason", "simulated", "family", "claim",
    )  # fmt: skip
    differs = [difference.key for difference in comparison.differs]
    columns = tuple(Column(name) for name in (*header, "runs", *(f"differs: {key}" for key in differs)))
    rows = tuple(
        (*_entry_cells(comparison, key, entry), *_group_cells(comparison, index))
        for key, entries in comparison.metrics.items()
        for index, entry in enumerate(entries)
    )
    return Table("", columns, (*rows, *_assumed_rows(comparison, factors)))


def _assumed_rows(comparison: Comparison, factors: EnergyFactors) -> Iterator[tuple[Cell, ...]]:
    for index, entry in enumerate(comparison.metrics.get("energy", ())):
        energy = None if entry.value is None else entry.quantity
        for assumption in EnergyAccount(energy).assumed(factors):
            about = assumption.key, assumption.label, assumption.unit, entry.group, comparison.baseline, entry.n, assumption.value, None
            unjudged = None, None, None, None, assumption.basis, entry.simulated, None, None
            yield (*about, ASSUMPTION, *unjudged, *_group_cells(comparison, index))


def _entry_cells(comparison: Comparison, key: str, entry: Entry) -> tuple[Cell, ...]:
    low, high = entry.interval or (None, None)
    return (
        key, metric_label(key), entry.unit, entry.group, comparison.baseline, entry.n, entry.value, entry.value_uncertainty,
        entry.quality.value, entry.ratio,
        low, high, entry.verdict, entry.reason, entry.simulated, family(key), "yes" if entry.is_claim else "no",
    )  # fmt: skip


def _group_cells(comparison: Comparison, index: int) -> tuple[Cell, ...]:
    runs = " ".join(run.run_id for run in comparison.groups[index].runs)
    return (runs, *(difference.values[index] for difference in comparison.differs))
