"""The waterfall chart of a ladder: the throughput factor of each rung, from 1 × up to the total, on a logarithmic axis."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from gpuscope.reports.ladder_view import LadderView, RungCard
from gpuscope.reports.pictures.drawing import BASE, Box, Drawing, Metrics, Path, Shape, Spot, Text
from gpuscope.reports.pictures.picture import ChartTable, Dash
from gpuscope.system.language import composed, joined_sentences, translated

WIDEST = 2
"""Most height of a row relative to what it needs: rows farther apart are not read together."""
_ROW, _BAR = 2.6, 1.25
"""Height of a row and of its bar, in em."""
_NAMES, _FIGURES = 0.30, 8.5
"""Maximum share of the width for names; room for the factors, in em."""
_ROOM = 1.12
"""Factor by which the axis extends beyond the largest value."""
TOTAL = "Total"
GAIN, LOSS, SUM = "throughput", "temperature", "text"
"""Colour roles: green for gains beyond the error, red for losses beyond it, text colour for the total; no group beside it has them."""


@dataclass(frozen=True, slots=True)
class Fall:
    """One row.

    Attributes:
        name: Name of the rung.
        low: Cumulative factor before it.
        high: Cumulative factor with it; None if it was not measured.
        label: Its factor, or a word on why there is none.
        role: Role of its colour.
    """

    name: str
    low: float
    high: float | None
    label: str
    role: str
    tooltip: str


@dataclass(frozen=True, slots=True)
class Waterfall:
    """The rows, with the total last, which is included even before anything was measured."""

    falls: Sequence[Fall]

    def table(self) -> ChartTable:
        """Return the values of the rows."""
        return ChartTable(("rung", "factor before", "factor with it"), [(fall.name, fall.low, fall.high) for fall in self.falls])


def waterfall(view: LadderView) -> Waterfall:
    """Return the waterfall of a ladder, as far as it has been measured."""
    falls: list[Fall] = []
    reached = 1.0
    for card in view.cards:
        name, state = composed(card.step.title), card.step.state
        standing = {"done": card.speed_text, "running": "…", "waiting": "", "skipped": translated("not here")}.get(state, translated(state))
        if not card.step.below and card.factor is None:
            is_base = card.step.key == "base"
            falls.append(Fall(name, reached, reached if is_base else None, standing, "muted" if is_base else "faint", _tooltip(card)))
            continue
        high = None if card.factor is None else reached * card.factor
        kept = card.step.is_kept and high is not None
        role = (GAIN if card.is_gain else "muted") if kept else LOSS if card.is_loss else "faint"
        falls.append(Fall(name, reached, high, card.ratio_text or standing, role, _tooltip(card)))
        if kept and high is not None:
            reached = high
    falls.append(Fall(translated(TOTAL), 1.0, view.total, view.total_text, SUM, composed(view.sentence) or translated(TOTAL)))
    return Waterfall(tuple(falls))


def _tooltip(card: RungCard) -> str:
    first = f"{composed(card.step.title)}{translated(': ')}{composed(card.step.sentence)}"
    return joined_sentences([part for part in (first, composed(card.factor_text), composed(card.note)) if part])


def waterfall_height(picture: Waterfall, metrics: Metrics) -> float:
    """Return the height needed for all rows."""
    return len(picture.falls) * _ROW * metrics.small


def waterfall_drawing(picture: Waterfall, width: float, height: float, metrics: Metrics) -> Drawing:
    """Return the waterfall as a drawing; rows share the height."""
    em = metrics.small
    row = min(height / max(1, len(picture.falls)), WIDEST * _ROW * em)
    names = min(max((metrics.width(fall.name, em, False) for fall in picture.falls), default=0.0) + em, _NAMES * width)
    left, right = names, width - _FIGURES * em
    values = [value for fall in picture.falls for value in (fall.low, fall.high) if value is not None and value > 0]
    low, high = min((1.0, *values)), max((1.1, *values)) * _ROOM
    span = math.log(high / low)

    def place(value: float) -> float:
        return left + (right - left) * math.log(max(value, low) / low) / span

    shapes: list[Shape] = [Path([[(place(1.0), 0.0), (place(1.0), row * len(picture.falls))]], "grid", metrics.hair)]
    spots: list[Spot] = []
    thick = min(_BAR * em, 0.7 * row)
    for number, fall in enumerate(picture.falls):
        middle = (number + 0.5) * row
        is_total = number == len(picture.falls) - 1
        shapes.append(
            Text(
                (0, middle + BASE * em),
                metrics.fitted(fall.name, names - 0.7 * em, em, is_total),
                "text" if fall.high else "faint",
                em,
                is_bold=is_total,
            )
        )
        if fall.high is not None:
            start, end = sorted((place(fall.low), place(fall.high)))
            shapes.append(
                Box((start, middle - thick / 2), max(2 * metrics.hair, end - start), thick, fall.role, 1.0 if fall.role == GAIN else 0.55)
            )
        if number + 1 < len(picture.falls) and fall.role in (GAIN, "muted"):
            at = place(fall.high or fall.low)
            shapes.append(Path([[(at, middle + thick / 2), (at, middle + row - thick / 2)]], "grid", metrics.hair, Dash.DOTTED))
        shapes.append(Text((width, middle + BASE * em), fall.label, "text" if fall.high is not None else "faint", em, "end", is_total))
        spots.append(Spot((width / 2, middle), (width / 2, row / 2), fall.tooltip))
    return Drawing(width, height, shapes, spots=spots)
