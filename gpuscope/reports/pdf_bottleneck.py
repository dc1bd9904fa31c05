"""What held each run of a PDF report back: the verdict, the figures that say so, and what to try next."""

from gpuscope.analysis.bottleneck import Bottleneck, bottleneck
from gpuscope.reports import pdf_blocks as blocks
from gpuscope.reports.group_look import GroupLook
from gpuscope.reports.pdf_blocks import Block, Cell
from gpuscope.reports.pdf_context import ReportContext

_WIDEST = 400


def bottlenecks(context: ReportContext) -> list[Block]:
    """Return a table with a row a run."""
    columns = [blocks.column("Run"), blocks.column("Verdict", width=112), blocks.column("Evidence", width="wide")]
    columns.append(blocks.column("To try", width=100))
    rows = [_row(context, look, record.run_id, bottleneck(record)) for look, record in context.runs()]
    words = "Each rule stands beside its figure; the documentation has them with their sources. A missing signal decides nothing."
    return [blocks.heading("What held each run back"), blocks.table(columns, rows, size=7.8), blocks.note(words)]


def _row(context: ReportContext, look: GroupLook, run_id: str, found: Bottleneck) -> list[Cell]:
    evidence = context.shown("; ".join(one.text for one in found.evidence) or "–", _WIDEST)
    first = context.shown(found.cures[0].text, _WIDEST) if found.cures else "–"
    return [{"text": run_id, "sub": f"{look.number} · {look.label}"}, context.shown(found.sentence, _WIDEST), evidence, first]
