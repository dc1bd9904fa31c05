"""Runs side by side: for a terminal, one column a group; for a spreadsheet, one row a metric and group."""

from collections.abc import Iterator, Sequence

from gpuscope.analysis.comparison import Comparison, told
from gpuscope.analysis.comparison_words import interval_of_difference
from gpuscope.analysis.entry import Entry
from gpuscope.analysis.statistics.verdict import BETTER, NO_DIFFERENCE, NOT_COMPARABLE, WORSE
from gpuscope.core import figures
from gpuscope.core.device import unreal_word
from gpuscope.core.energy_factors import NO_FACTORS, EnergyFactors
from gpuscope.core.metric_registry import SHARES
from gpuscope.reports.deployment_table import deployment_tables
from gpuscope.reports.energy_account import ASSUMPTION, EnergyAccount, compared_words
from gpuscope.reports.model import Cell, Column, Report, Table
from gpuscope.reports.printable import elided_amid, printable
from gpuscope.reports.run_list import metric_label
from gpuscope.system.settings import JOULE

_WIDEST_NAME = 40
"""Columns of a group's name; files have it whole."""
_VERDICTS = {BETTER: "better", WORSE: "worse", NO_DIFFERENCE: "no difference", NOT_COMPARABLE: None}


def comparison_report(comparison: Comparison, energy_unit: str = JOULE) -> Report:
    """Return the report of a comparison: values with their ratio to the baseline, reasons, and what differs; energy in J or Wh."""
    return Report(
        "Comparison",
        (" ".join(told(comparison, _short)),),
        (
            _groups(comparison),
            _comparability(comparison),
            *deployment_tables(comparison),
            _values(comparison, energy_unit),
            _remarks(comparison),
            _differences(comparison),
        ),
    )


def _short(name: str) -> str:
    return elided_amid(printable(name), _WIDEST_NAME)


def _groups(comparison: Comparison) -> Table:
    rows = tuple(
        (group.name, "baseline" if group.name == comparison.baseline else "", len(group.runs), " ".join(run.run_id for run in group.runs))
        for group in comparison.groups
    )
    return Table("Groups", (Column("group"), Column(""), Column("runs", numeric=True), Column("ids", widest=None, wraps=True)), rows)


def _comparability(comparison: Comparison) -> Table:
    """Return how far each group may be compared to the baseline, and why not further."""
    rows = tuple((_short(pair.group), pair.level.value, "; ".join(pair.reasons)) for pair in comparison.pairs)
    return Table(
        "How far they may be compared to the baseline", (Column("group"), Column("level"), Column("why", widest=None, wraps=True)), rows
    )


def _values(comparison: Comparison, energy_unit: str) -> Table:
    columns = [Column("metric")]
    for group in comparison.groups:
        columns.append(Column(_short(group.name), numeric=True))
        if group.name != comparison.baseline:
            columns += [Column("ratio", numeric=True), Column("95 % interval", numeric=True), Column("verdict")]
    rows = tuple(
        (metric_label(key), *(cell for entry in entries for cell in _cells(comparison, key, entry, energy_unit)))
        for key, entries in comparison.metrics.items()
        if any(entry.value is not None for entry in entries)
    )
    return Table("Means, their ratio to the baseline, and whether they differ measurably", tuple(columns), rows)


def _cells(comparison: Comparison, key: str, entry: Entry, energy_unit: str) -> list[Cell]:
    shown = compared_words(entry, energy_unit) if entry.unit == "J" else _figure(key, entry)
    shown += f" ({unreal_word(entry.simulated)})" if entry.simulated else ""
    if entry.group == comparison.baseline:
        return [shown]
    interval = (interval_of_difference(key, entry) or None) if entry.interval is None else figures.interval_words(entry.interval)
    return [shown, None if entry.ratio is None else f"{figures.significant(entry.ratio)} ×", interval, _VERDICTS[entry.verdict]]


def _figure(key: str, entry: Entry) -> str:
    if entry.value is None:
        return "–"
    return figures.shown(entry.quantity, share=key.rpartition("/")[2] in SHARES)


def _remarks(comparison: Comparison) -> Table:
    """Return what is to be known beside the values, the same words once."""
    said: dict[str, list[str]] = {}
    for key, entries in comparison.metrics.items():
        for entry in entries:
            if entry.group != comparison.baseline or entry.value is None:
                said.setdefault(entry.note, []).append(key)
    ordered = sorted((item for item in said.items() if item[0]), key=lambda item: -len(item[1]))
    rows = tuple((_named(keys, len(comparison.metrics)), reason) for reason, keys in ordered)
    return Table("Remarks", (Column("metrics", widest=50, wraps=True), Column("remark", widest=None, wraps=True)), rows)


def _named(keys: Sequence[str], all_keys: int) -> str:
    names = list(dict.fromkeys(keys))
    return "all" if len(names) == all_keys else ", ".join(names)


def _differences(comparison: Comparison) -> Table:
    columns = (Column("differs"), *(Column(f"in {_short(group.name)}", widest=40) for group in comparison.groups))
    rows = tuple((one.key, *(_plain(value) for value in one.values)) for one in comparison.differs)
    notes = () if rows else ("Nothing differs between the specs and environments.",)
    return Table("What differs", columns, rows, notes)


def _plain(value: object) -> str | None:
    return None if value is None else figures.setting(value)


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
    differs = [one.key for one in comparison.differs]
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
        for one in EnergyAccount(energy).assumed(factors):
            numbers = (one.key, one.label, one.unit, entry.group, comparison.baseline, entry.n, one.value, None, ASSUMPTION)
            yield (*numbers, None, None, None, None, one.words, entry.simulated, *_group_cells(comparison, index))


def _entry_cells(comparison: Comparison, key: str, entry: Entry) -> tuple[Cell, ...]:
    low, high = entry.interval or (None, None)
    return (
        key, metric_label(key), entry.unit, entry.group, comparison.baseline, entry.n, entry.value, entry.value_uncertainty,
        entry.quality.value, entry.ratio,
        low, high, entry.verdict, entry.reason, entry.simulated,
    )  # fmt: skip


def _group_cells(comparison: Comparison, index: int) -> tuple[Cell, ...]:
    runs = " ".join(run.run_id for run in comparison.groups[index].runs)
    return (runs, *(one.values[index] for one in comparison.differs))
