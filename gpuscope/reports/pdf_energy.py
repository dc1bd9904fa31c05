"""The energies of a PDF report, run by run: source, quality and uncertainty, sources that disagree, and what the user assumes."""

from collections.abc import Iterator

from gpuscope.core.energy_factors import EnergyFactors
from gpuscope.core.quantity import Quantity
from gpuscope.reports import pdf_blocks as blocks
from gpuscope.reports.energy_account import EnergyAccount, energy_account, energy_words, factor_words, spread_words
from gpuscope.reports.group_look import GroupLook
from gpuscope.reports.pdf_blocks import Block, Cell
from gpuscope.reports.pdf_context import ReportContext

_SOURCE, _NOTE = 120, 160


def energies(context: ReportContext, factors: EnergyFactors) -> list[Block]:
    """Return the table of the runs' energies; nothing where no run has any."""
    accounts = [(look, record.run_id, energy_account(record)) for look, record in context.runs()]
    if not any(account.is_known for _, _, account in accounts):
        return []
    has_factors = any(account.assumed(factors) for _, _, account in accounts)
    columns = [blocks.column("Run"), blocks.column("Energy", right=True), blocks.column("±", right=True), blocks.column("quality")]
    columns += [blocks.column("Source, and what else is to be known", width="wide")]
    columns += [blocks.column("assumed", right=True)] if has_factors else []
    rows = [row for look, run_id, account in accounts for row in _rows(context, look, run_id, account, factors if has_factors else None)]
    legend = "Uncertainties are half widths of 95 % bands (k = 2). Net energy is above the idle baseline that its source names."
    notes = [blocks.note(legend)]
    if has_factors:
        notes.append(blocks.note(context.shown(f"Price and CO2 equivalent are no measurements: {factor_words(factors)}.", 200)))
    return [blocks.heading("Energy, run by run"), blocks.table(columns, rows, size=7.8), *notes]


def _rows(
    context: ReportContext, look: GroupLook, run_id: str, account: EnergyAccount, factors: EnergyFactors | None
) -> Iterator[list[Cell]]:
    if account.total is None:
        return
    assumed = (
        []
        if factors is None
        else [
            ", ".join(
                f"{assumption.shown} CO2" if assumption.key == "carbon" else assumption.shown for assumption in account.assumed(factors)
            )
            or "–"
        ]
    )
    name: Cell = {"text": run_id, "sub": f"{look.number} · {look.label}"}
    yield [name, *_cells(context, account.total), *assumed]
    parts = list(account.sources) if account.disagrees else []
    below = [(part.label, part.quantity) for part in (*parts, *account.others)]
    below += [("net, above idle", account.net)] if account.net is not None else []
    for label, quantity in below:
        yield [{"text": context.shown(label, 40), "tone": "muted"}, *_cells(context, quantity), *([""] * len(assumed))]


def _cells(context: ReportContext, quantity: Quantity) -> list[Cell]:
    source, reason = context.shown(quantity.source, _SOURCE), context.shown(quantity.reason or "", _NOTE)
    origin: Cell = {"text": source, "sub": reason} if source and reason else source or reason
    unit = context.energy_unit
    return [energy_words(quantity, unit), spread_words(quantity, unit), quantity.quality.value, origin]
