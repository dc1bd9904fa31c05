"""The quality and cost of a trained model in each of its forms, one row per form, for choosing one to deploy."""

from collections.abc import Mapping, Set

from gpuscope.analysis.comparison import Comparison
from gpuscope.core.figures import capitalized
from gpuscope.core.metric_registry import SHARES
from gpuscope.core.tolerance import TOLERANCES, tolerance_text
from gpuscope.reports import pdf_blocks as blocks
from gpuscope.reports.group_names import short_names
from gpuscope.reports.model import Cell, Column, Table
from gpuscope.reports.pdf_blocks import Block
from gpuscope.reports.pdf_context import ReportContext
from gpuscope.system.language import translated, with_unit

QUALITY = {
    "accuracy": "accuracy",
    "model_size_bytes": "on disk",
    "load_time": "load time",
    "max_relative_error": "error",
    "drift": "drift",
}
SPEED = {
    "latency_p50": "latency p50",
    "latency_p99": "latency p99",
    "throughput": "throughput",
    "energy_per_sample": "energy per inference",
}
"""The metrics of a deployment and their headers, in two tables that each fit a terminal's width."""
_TINY = 1e-3
"""Values below this are shown with a power of ten; fixed decimals would be all zeros."""
_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_WIDTHS = {"max_relative_error": 50, "drift": 50, "throughput": 48}
_WIDTH = 41
"""Default column width in the PDF report, in points."""
_MEANING = "Drift: from the trained model in FP64. Latency: of a batch. Load time: with the first batch."


def deployment_tables(comparison: Comparison) -> tuple[Table, ...]:
    """Return two tables for a comparison of one model's inference in several forms; () for any other comparison."""
    specs = [run.spec for group in comparison.groups for run in group.runs]
    forms = {spec.changes for spec in specs}
    if any(spec.is_command or spec.task != "inference" for spec in specs) or len({spec.workload for spec in specs}) > 1 or len(forms) < 2:
        return ()
    return (
        _table(comparison, "Deployment: what each form of the model is", QUALITY),
        _table(comparison, "Deployment: what it takes", SPEED, (_error_meaning({spec.precision for spec in specs}), _MEANING)),
    )


def _error_meaning(precisions: Set[str]) -> str:
    tolerances = " and ".join(tolerance_text(precision) for precision in TOLERANCES if precision in precisions)
    return f"Error: of an engine or another form of the model, against eager torch; both agree up to {tolerances}."


def _table(comparison: Comparison, title: str, names: Mapping[str, str], notes: tuple[str, ...] = ()) -> Table:
    known = {key: comparison.metrics[key] for key in names if key in comparison.metrics}
    columns = (Column("form", widest=None), *(Column(names[key], numeric=True, share=key in SHARES) for key in known))
    forms = short_names([group.name for group in comparison.groups])[1]
    rows = tuple((form, *(_cell(comparison, key, place) for key in known)) for place, form in enumerate(forms))
    lacking = {key: entries[0].note for key, entries in known.items() if all(entry.value is None for entry in entries)}
    missing = tuple(f"{names[key].capitalize()} is missing: {reason}." for key, reason in lacking.items())
    return Table(title, columns, rows, (*missing, *notes))


def _cell(comparison: Comparison, key: str, place: int) -> Cell:
    entry = comparison.metrics[key][place]
    return None if entry.value is None else entry.quantity


def deployment_blocks(context: ReportContext) -> list[Block]:
    """Return both tables as one for the PDF report; [] for a comparison that has none."""
    tables = deployment_tables(context.comparison)
    if not tables:
        return []
    names = {
        key: name for key, name in {**QUALITY, **SPEED}.items() if any(entry.value is not None for entry in context.metrics.get(key, ()))
    }
    heads = (
        blocks.column(with_unit(capitalized(translated(name)), context.unit(key).name), right=True, width=_WIDTHS.get(key, _WIDTH))
        for key, name in names.items()
    )
    rows = [[look.short, *(_figure(context, key, place) for key in names)] for place, look in enumerate(context.looks)]
    notes = [blocks.note(context.shown(note, 300)) for table in tables for note in table.notes]
    return [blocks.heading("Deployment"), blocks.table([blocks.column("Form", width="wide"), *heads], rows, size=7.5, whole=True), *notes]


def _figure(context: ReportContext, key: str, place: int) -> str:
    """Return a figure in its column's unit; a tiny error with a power of ten, for which the PDF has room."""
    entry = context.metrics[key][place]
    if key not in ("max_relative_error", "drift") or entry.value is None or not 0 < entry.value < _TINY:
        return context.view.by_key[key].cells[place].value
    digits, _, exponent = f"{entry.value:.1e}".partition("e")
    return f"{digits}\u00a0×\u00a010{str(int(exponent)).translate(_SUPERSCRIPT)}"
