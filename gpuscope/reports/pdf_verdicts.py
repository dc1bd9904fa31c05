"""What the verdicts of a PDF report rest on: what marks and heavy type mean, every reason once."""

from collections.abc import Sequence

from gpuscope.analysis.entry import Entry
from gpuscope.reports import comparison_view
from gpuscope.reports import pdf_blocks as blocks
from gpuscope.reports.pdf_blocks import Block, Cell
from gpuscope.reports.pdf_context import ReportContext
from gpuscope.reports.report_layout import Section

_CORRECTED = " (corrected p = "
_LISTED = 12
"""Metrics that a reason names one by one."""


def legend(context: ReportContext) -> list[Block]:
    """Return what marks and heavy type mean; nothing where there are no verdicts."""
    if not context.view.is_judged:
        return []
    reasons_follow = " The reasons follow the table of every metric." if Section.METRICS in context.layout.sections else ""
    heavy = "Heavy type: measurably different."
    return [blocks.note(f"{comparison_view.legend().replace('   ', ', ')}. {heavy}{reasons_follow}")]


def reasons(context: ReportContext) -> list[Block]:
    """Return the table of why the verdicts are what they are, each reason once with the metrics that it is of."""
    found: dict[str, dict[str, list[int]]] = {}
    for key, row in context.comparison.metrics.items():
        for look, entry in zip(context.looks, row, strict=True):
            for reason in _own_reasons(entry) if entry.group != context.comparison.baseline and entry.value is not None else ():
                found.setdefault(reason, {}).setdefault(context.full_label(key), []).append(look.number)
    if not found:
        return []
    ordered = sorted(found.items(), key=lambda item: -len(item[1]))
    rows: list[list[Cell]] = [[context.shown(_capital(reason), 200), _metrics(context, labels)] for reason, labels in ordered]
    columns = [blocks.column("Reason", width="wide"), blocks.column("Metrics", width="wide")]
    return [blocks.heading("Why the verdicts are what they are", 3), blocks.table(columns, rows, size=7.8)]


def _own_reasons(entry: Entry) -> list[str]:
    """Return the reasons of the verdict itself, without notes beside the value and figures that differ from metric to metric."""
    notes = entry.note.split("; ")
    return [part.partition(_CORRECTED)[0] for part in entry.reason.split("; ") if part and part not in notes]


def _metrics(context: ReportContext, labels: dict[str, list[int]]) -> str:
    """Return the metrics of a reason, with the groups where it is not of all that are compared."""
    others = len(context.groups) - 1
    told = [label if len(numbers) == others else f"{label} ({_names(context, numbers)})" for label, numbers in labels.items()]
    return _shortened(told)


def _names(context: ReportContext, numbers: Sequence[int]) -> str:
    if not context.side_by_side:
        return f"group {', '.join(map(str, numbers))}" if len(numbers) == 1 else f"groups {', '.join(map(str, numbers))}"
    return ", ".join(context.looks[number - 1].label for number in numbers)


def _shortened(words: Sequence[str]) -> str:
    return ", ".join(words[:_LISTED]) + (f" and {len(words) - _LISTED} more" if len(words) > _LISTED else "")


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
