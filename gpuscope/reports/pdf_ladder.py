"""The first page of a ladder's report: its waterfall chart, and one row per rung with its gain, or why there was none."""

from gpuscope.core import figures
from gpuscope.reports import pdf_blocks as blocks
from gpuscope.reports.ladder_view import FACTOR_NOTE, LadderView, RungCard
from gpuscope.reports.pdf_blocks import TEXT_WIDTH, Block, Cell
from gpuscope.reports.pdf_context import ReportContext
from gpuscope.reports.pdf_front import what_was_run
from gpuscope.reports.pictures.svg_canvas import PAPER, svg
from gpuscope.reports.pictures.waterfall import waterfall, waterfall_drawing, waterfall_height
from gpuscope.system.language import composed, joined_sentences

_MOST_COSTS = 3
"""Most columns of costs beside the throughput, so that the explanations have enough width."""
_STANDINGS = {"skipped": "not here", "failed": "failed", "stopped": "stopped", "waiting": "not measured", "running": "not measured"}


def ladder_lead(context: ReportContext, view: LadderView) -> str:
    """Return the sentences under the headline: what was run and where, and how reliable the figures are."""
    return figures.unbroken(joined_sentences([part for part in (what_was_run(context), context.shown(composed(view.label))) if part]))


def ladder_blocks(context: ReportContext, view: LadderView) -> list[Block]:
    """Return the section of a ladder, which fills the first page."""
    picture = waterfall(view)
    drawing = waterfall_drawing(picture, TEXT_WIDTH, waterfall_height(picture, PAPER), PAPER)
    text = "; ".join(fall.tooltip for fall in picture.falls)
    return [
        blocks.chart("What each rung gained", svg(drawing), context.shown(text), _HOW_TO_READ, 2),
        blocks.heading("Rungs"),
        _table(context, view),
        blocks.note(FACTOR_NOTE),
        *([blocks.note(_BOLD)] if any(card.step.is_kept and card.factor is not None for card in view.cards) else []),
        blocks.after_first_page(),
    ]


_HOW_TO_READ = "Each bar is a rung's factor of the throughput, relative to the nearest rung above it that helped; the axis is logarithmic."
_BOLD = "Bold: the base and the rungs that were kept; rungs further down the table build on them. Ratios on later pages are to the base."
_COST_WIDTH = 62
"""Width of a column of costs in points; its header, longer than its figures, wraps to leave width for the explanations."""


def _table(context: ReportContext, view: LadderView) -> Block:
    labels = view.cost_labels[:_MOST_COSTS]
    columns = [
        blocks.column("Rung, and what it does or why it gained nothing", width="wide"),
        blocks.column("Factor", right=True),
        blocks.column("Throughput", right=True),
        *(blocks.column(context.shown(label), right=True, width=_COST_WIDTH) for label in labels),
    ]
    name = view.subject.partition(" ")[0]
    return blocks.table(columns, [_row(context, card, labels, name) for card in view.cards], size=8.0)


def _row(context: ReportContext, card: RungCard, labels: list[str], workload: str) -> list[Cell]:
    step, costs = card.step, dict(card.costs)
    factor = card.ratio_text or _STANDINGS.get(step.state, "")
    judged = " ".join(part for part in (card.interval_text, card.verdict) if part)
    tone = {} if card.factor is not None or card.speed else {"tone": "muted"}
    about = composed(card.explanation)
    about = about if about.startswith(f"{workload} ") else figures.as_heading(about)
    return [
        {"text": context.shown(step.title), "strong": step.is_kept, "sub": context.shown(about), **tone},
        {"text": factor, **({"sub": context.shown(judged)} if judged else {}), **tone},
        card.speed_text,
        *(costs.get(label, "") for label in labels),
    ]
