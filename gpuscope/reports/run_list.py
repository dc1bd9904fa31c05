"""Many runs: one line each for people, or one row of all their numbers for a spreadsheet."""

from collections.abc import Sequence

from gpuscope.analysis.run_document import flatten
from gpuscope.core import figures
from gpuscope.core.energy_factors import NO_FACTORS, EnergyFactors
from gpuscope.core.metric_registry import describe
from gpuscope.core.quantity import Quantity
from gpuscope.core.run import RunRecord
from gpuscope.reports.energy_account import energy_account, energy_text, simulated_label
from gpuscope.reports.model import Cell, Column, Table
from gpuscope.reports.printable import elided_at_word, printable
from gpuscope.system.language import duration_text, translated
from gpuscope.system.settings import JOULE

_PREFIX = 6
"""Minimum length of ids in a table: with 24 bits, the ids of hundreds of runs are usually distinct, and the column keeps its width."""
_WIDEST_TAGS = 30
"""Maximum width of tags in columns: they are free text, and would push the last column, the origin, off the screen."""
_ENERGY = "J"
"""Unit of the numbers that have separate columns for uncertainty and source."""


def run_list(records: Sequence[RunRecord], energy_unit: str = JOULE, *, is_narrow: bool = False) -> Table:
    """Return the table of ``gpuscope runs``, in the order given, with ids shortened as far as they remain distinct.

    Args:
        records: The runs.
        energy_unit: "J" or "Wh".
        is_narrow: Whether to show start times without year and seconds, so that the figures fit a terminal of 80 columns.
    """
    length = _distinct_length([record.run_id for record in records])
    columns = (
        Column("run"), Column("started"), Column("state"), Column("name", widest=44, foreign=True), Column("duration", numeric=True),
        Column("throughput", numeric=True), Column("energy", numeric=True), Column("tags", widest=None, foreign=True),
    )  # fmt: skip
    rows = tuple(_row(record, length, energy_unit, "%m-%d %H:%M" if is_narrow else "%Y-%m-%d %H:%M:%S") for record in records)
    if any(record.origin is not None for record in records):
        return Table("", (*columns, Column("origin", widest=None)), rows)
    return Table("", columns, tuple(row[:-1] for row in rows))


def _row(record: RunRecord, length: int, energy_unit: str, time_format: str) -> tuple[Cell, ...]:
    return (
        record.run_id[:length],
        # One recorded elsewhere may be known there by another time of day.
        record.started_at.astimezone().strftime(time_format if record.origin is None else f"{time_format} %z"),
        record.state.value,
        record.name,
        None if record.took_s is None else duration_text(figures.duration(record.took_s)),
        next((quantity for key in ("throughput", "step_rate") if (quantity := record.metrics.get(key)) and not quantity.is_missing), None),
        _energy(record.metrics.get("energy"), energy_unit),
        elided_at_word(" ".join(map(printable, record.tags)), _WIDEST_TAGS),
        None if record.origin is None else record.origin.description,
    )


def _energy(energy: Quantity | None, unit: str) -> Cell:
    """Return an energy, with the first word of its label if it is not from real hardware: "[SIMULATED]", "[recorded]"."""
    if energy is None or energy.is_missing:
        return None
    label = simulated_label(energy).strip(" []").partition(" ")[0].rstrip(",")
    return f"{energy_text(energy, unit)} [{translated(label)}]" if label else energy_text(energy, unit)


def _distinct_length(run_ids: Sequence[str]) -> int:
    """Return the shortest length, at least six, at which all ids remain distinct."""
    longest = max((len(run_id) for run_id in run_ids), default=_PREFIX)
    different = len(set(run_ids))
    for length in range(_PREFIX, longest):
        if len({run_id[:length] for run_id in run_ids}) == different:
            return length
    return longest


def summary_table(records: Sequence[RunRecord], factors: EnergyFactors = NO_FACTORS) -> Table:
    """Return one row per run for CSV: its identity, its spec and environment, and each number with its quality and reason.

    Args:
        records: The runs.
        factors: The user's energy price and carbon factors; values that follow from them have columns labelled as assumptions.
    """
    documents = [_facts(record) for record in records]
    quantities = [_quantities(record) for record in records]
    facts = list(dict.fromkeys(key for document in documents for key in document))
    numbers = {header: quantity.unit for row in quantities for header, quantity in row.items()}
    columns = [Column(key) for key in facts]
    for header, unit in numbers.items():
        columns += [Column(f"{header} [{unit}]", numeric=True), Column(f"{header} quality")]
        columns += [Column(f"{header} ± [{unit}]", numeric=True), Column(f"{header} source")] if unit == _ENERGY else []
    assumed = [{assumption.header: assumption for assumption in energy_account(record).assumed(factors)} for record in records]
    headers = list(dict.fromkeys(header for row in assumed for header in row))
    columns += [Column(header, numeric=True) for header in headers] + ([Column("assumptions")] if headers else [])
    rows = tuple(
        (
            *(document.get(key) for key in facts),
            *(cell for header, unit in numbers.items() for cell in _number_cells(row.get(header), unit)),
            *(assumptions[header].value if header in assumptions else None for header in headers),
            *([next((assumption.basis for assumption in assumptions.values()), None)] if headers else []),
        )
        for document, row, assumptions in zip(documents, quantities, assumed, strict=True)
    )
    return Table("", tuple(columns), rows)


def _facts(record: RunRecord) -> dict[str, Cell]:
    known: dict[str, Cell] = {
        "run_id": record.run_id,
        "name": record.name,
        "state": record.state.value,
        "reason": record.reason,
        "started_at": record.started_at.isoformat(),
        "host": record.host,
        "origin": None if record.origin is None else record.origin.description,
        "tags": " ".join(record.tags),
        "note": record.note,
        "exit_code": record.exit_code,
        "signal": record.signal,
        "steps": record.steps,
        "warmup_steps": record.warmup_steps,
        "steps_kind": record.steps_kind,
        "samples": record.samples,
        "duration_s": record.duration_s,
        "wall_s": record.wall_s,
    }
    known |= {f"spec.{key}": value for key, value in flatten(record.spec.to_json()).items()}
    return known | {f"environment.{key}": value for key, value in flatten(record.environment).items()}


def _quantities(record: RunRecord) -> dict[str, Quantity]:
    quantities = dict(record.metrics)
    for result in record.devices:
        quantities |= {f"{result.device.key} {key}": quantity for key, quantity in result.metrics.items()}
    return quantities


def _number_cells(quantity: Quantity | None, unit: str) -> tuple[Cell, ...]:
    if quantity is None:
        return (None,) * (4 if unit == _ENERGY else 2)
    worth = f"{quantity.quality.value}{simulated_label(quantity)}"
    cells = (quantity.value, f"{worth}: {quantity.reason}" if quantity.reason else worth)
    return (*cells, quantity.uncertainty, quantity.source) if unit == _ENERGY else cells


def metric_label(key: str) -> str:
    """Return the label of a metric of a run or of a device: ``gpu:0: Power, mean``."""
    device, slash, _ = key.rpartition("/")
    label = describe(key)[0]
    return f"{device}: {label}" if slash else label
