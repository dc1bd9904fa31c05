"""Runs side by side: for a terminal, one column a group; for a spreadsheet, one row a metric and group."""

from collections.abc import Iterator

from gpuscope.analysis.comparison import Comparison
from gpuscope.analysis.entry import Entry
from gpuscope.core.device import unreal_word
from gpuscope.core.energy_factors import NO_FACTORS, EnergyFactors
from gpuscope.reports import comparison_view
from gpuscope.reports.comparison_view import ComparisonView, MetricRow, remarks
from gpuscope.reports.deployment_table import deployment_tables
from gpuscope.reports.energy_account import ASSUMPTION, EnergyAccount
from gpuscope.reports.group_names import elided_name
from gpuscope.reports.model import Cell, Column, Report, Table
from gpuscope.reports.printable import printable
from gpuscope.reports.run_list import metric_label
from gpuscope.system.settings import JOULE

_WIDEST_NAME = 40
"""Columns of a group's name; files have it whole."""
_REMARKS, _SETTINGS = 4, 6
"""Remarks and settings on the first screen, which has room for thirty lines in all."""


def comparison_report(comparison: Comparison, energy_unit: str = JOULE, *, is_whole: bool = True) -> Report:
    """Return a comparison for a terminal.

    Args:
        comparison: The groups and their figures.
        energy_unit: "J" or "Wh".
        is_whole: Whether all metrics, remarks and facts are listed; else what fits a screen, and how much there is more.
    """
    view = comparison_view.comparison_view(comparison, energy_unit)
    rows = [row for row in view.rows if (is_whole and not row.is_missing) or row.is_headline]
    return Report(
        "Comparison",
        (" ".join(view.sentences),),
        (_groups(view), *deployment_tables(comparison), _values(view, rows, is_whole=is_whole), _differences(view, is_whole=is_whole)),
    )


def _short(name: str) -> str:
    return elided_name(printable(name), _WIDEST_NAME)


def _groups(view: ComparisonView) -> Table:
    rows = tuple(
        (_short(name), "baseline" if place == view.baseline else "", len(group.runs), " ".join(run.run_id for run in group.runs))
        for place, (name, group) in enumerate(zip(view.short_names, view.comparison.groups, strict=True))
    )
    shared = (f"All of them: {view.shared_words}.",) if view.shared_words else ()
    columns = (Column("group", widest=None), Column(""), Column("runs", numeric=True), Column("ids", widest=None, wraps=True))
    return Table("", columns, rows, (*shared, f"{view.comparability.badge}.", *view.comparability.reasons))


def _values(view: ComparisonView, rows: list[MetricRow], *, is_whole: bool) -> Table:
    columns = [Column("metric", widest=48)]
    for place, name in enumerate(view.short_names):
        columns.append(Column(_short(name), numeric=True))
        if place != view.baseline:
            columns.append(Column("ratio (95 %)" if view.is_judged else "ratio", numeric=True))
            columns += [Column("verdict")] if view.is_judged else []
    cells = tuple((row.display.after(row.full_label), *_cells(view, row)) for row in rows)
    notes = [comparison_view.legend()] if view.is_judged else []
    all_remarks = remarks([row for row in view.rows if row in rows or row.is_missing] if is_whole else rows)
    notes += all_remarks if is_whole else all_remarks[:_REMARKS]
    hidden = sum(not row.is_missing for row in view.rows) - sum(not row.is_missing for row in rows)
    more = [f"{hidden} more metrics" if hidden > 1 else "1 more metric"] if hidden else []
    more += [f"{len(all_remarks) - _REMARKS} more remarks"] if not is_whole and len(all_remarks) > _REMARKS else []
    notes += [f"{' and '.join(more)}: --all"] if more else []
    return Table("", tuple(columns), cells, tuple(notes))


def _cells(view: ComparisonView, row: MetricRow) -> Iterator[Cell]:
    for place, cell in enumerate(row.cells):
        worth = f"({unreal_word(cell.simulated)})" if cell.simulated and not cell.is_missing else ""
        yield " ".join(part for part in (cell.value, cell.spread, worth) if part)
        if place != view.baseline:
            yield cell.ratio_words
            if view.is_judged:
                yield cell.marked_word or comparison_view.MISSING


def _differences(view: ComparisonView, *, is_whole: bool) -> Table:
    columns = (Column("differs"), *(Column(_short(name), widest=40) for name in view.short_names))
    settings = [row for row in view.settings if not row.is_environment]
    environment = [row for row in view.settings if row.is_environment]
    shown = view.settings if is_whole or len(view.settings) <= _SETTINGS else settings[:_SETTINGS]
    rows = tuple((row.label, *row.values) for row in shown)
    summary = "; ".join(part for part in (view.ground.word, view.ground.shared) if part)
    notes = [f"{summary[:1].upper()}{summary[1:]}. {view.ground.rest}"]
    if hidden := len(settings) + len(environment) - len(rows):
        notes.append(f"{hidden} more that differ, {len(environment)} of the environment: --all")
    return Table("", columns, rows, tuple(notes))


def comparison_table(comparison: Comparison, factors: EnergyFactors = NO_FACTORS) -> Table:
    """Return the comparison for CSV: a row a metric and group; what differs as a column each, with that group's value.

    Args:
        comparison: The groups and their values.
        factors: What the user assumes of energy; what follows from it are rows of the quality "assumption".
    """
    header = (
        "metric", "label", "unit", "group", "baseline", "n", "value", "uncertainty", "quality", "ratio", "interval_low", "interval_high",
        "verdict", "reason", "simulated",
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
            numbers = (
                assumption.key,
                assumption.label,
                assumption.unit,
                entry.group,
                comparison.baseline,
                entry.n,
                assumption.value,
                None,
                ASSUMPTION,
            )
            yield (*numbers, None, None, None, None, assumption.words, entry.simulated, *_group_cells(comparison, index))


def _entry_cells(comparison: Comparison, key: str, entry: Entry) -> tuple[Cell, ...]:
    low, high = entry.interval or (None, None)
    return (
        key, metric_label(key), entry.unit, entry.group, comparison.baseline, entry.n, entry.value, entry.value_uncertainty,
        entry.quality.value, entry.ratio,
        low, high, entry.verdict, entry.reason, entry.simulated,
    )  # fmt: skip


def _group_cells(comparison: Comparison, index: int) -> tuple[Cell, ...]:
    runs = " ".join(run.run_id for run in comparison.groups[index].runs)
    return (runs, *(difference.values[index] for difference in comparison.differs))
