"""A ladder as tables for a terminal: the factors, then what each rung does or why it did not help."""

from gpuscope.reports.ladder_view import FACTOR_NOTE, LadderView, RungCard
from gpuscope.reports.model import Column, Report, Table

_MARKS = {"skipped": "not here", "failed": "failed", "stopped": "stopped", "waiting": "", "running": "…"}
_WIDEST = 100
"""Maximum width of a paragraph in columns: longer lines are hard to follow."""


def ladder_report(view: LadderView) -> Report:
    """Return the ladder as a report: the summary sentence, one row per rung with its gain, and one paragraph per rung.

    Costs and explanations are in separate tables, so that every line fits 80 columns.
    """
    labels = view.cost_labels
    judged = (Column("95 % interval", numeric=True), Column("verdict")) if view.is_thorough else ()
    columns = (Column("rung", widest=None), Column("factor", numeric=True), *judged, Column("throughput", numeric=True))
    total = () if view.total is None else (f"Total: {view.total_text}", FACTOR_NOTE)
    rows = tuple((*_factor(card, view), card.speed_text) for card in view.cards)
    costs = (Column("rung", widest=None), *(Column(label, numeric=True) for label in labels))
    costing = tuple((card.step.title, *_costs(card, labels)) for card in view.cards if card.costs)
    explained = (Column("rung", widest=None), Column("what it does, or why it gained nothing", widest=_WIDEST, wraps=True))
    paragraphs = tuple((card.step.title, card.explanation) for card in view.cards)
    tables = (Table("", columns, rows, total), Table("", costs, costing), Table("", explained, paragraphs))
    return Report("", tuple(text for text in (view.sentence, view.label) if text), tables)


def _costs(card: RungCard, labels: list[str]) -> tuple[str, ...]:
    costs = dict(card.costs)
    return tuple(costs.get(label, "") for label in labels)


def _factor(card: RungCard, view: LadderView) -> tuple[str, ...]:
    factor = card.ratio_text or _MARKS.get(card.step.state, "")
    return (card.step.title, factor, *((card.interval_text, card.verdict) if view.is_thorough else ()))
