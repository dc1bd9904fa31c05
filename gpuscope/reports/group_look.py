"""How compared groups look on paper: colour, dash and marker, of which the last two survive a printer without colours."""

from collections.abc import Sequence
from dataclasses import dataclass

from gpuscope.analysis.group import Group
from gpuscope.reports.chart_colours import GROUPS
from gpuscope.reports.glyph_coverage import GlyphCoverage
from gpuscope.reports.group_names import elided_name, short_names

DASHES = ("", "5 2", "1.3 1.9", "7 2 1.3 2", "10 2.5", "3.5 1.5 1.3 1.5 1.3 1.5")
MARKERS = ("circle", "square", "diamond", "triangle", "cross", "ring")
_NAME, _SHORT, _LABEL = 60, 30, 17
"""Columns of a name in a sentence or a list, in a table's head, and beside a curve."""


@dataclass(frozen=True, slots=True)
class GroupLook:
    """One group on paper.

    Attributes:
        number: From 1 on, in the comparison's order.
        name: Every character of it can be shown; without its middle when it is long.
        short: For the head of a column: without the words that all groups share.
        label: For a place beside a curve.
        colour: "#rrggbb".
        dash: As SVG has it; "" for a solid line.
        marker: One of :data:`MARKERS`.
    """

    number: int
    name: str
    short: str
    label: str
    colour: str
    dash: str
    marker: str


def group_looks(groups: Sequence[Group], coverage: GlyphCoverage) -> tuple[GroupLook, ...]:
    """Return the looks of the groups; no two of 36 are alike in colour and dash, or in dash and marker."""
    whole = [coverage.showable(group.name) for group in groups]
    return tuple(_look(index, *names) for index, names in enumerate(zip(whole, short_names(whole)[1], strict=True)))


def _look(index: int, whole: str, short: str) -> GroupLook:
    place, turn = index % len(GROUPS), index // len(GROUPS)
    dash, marker = DASHES[(place + turn) % len(DASHES)], MARKERS[(place + 2 * turn) % len(MARKERS)]
    return GroupLook(
        index + 1, elided_name(whole, _NAME), elided_name(short, _SHORT), elided_name(short, _LABEL), GROUPS[place], dash, marker
    )
