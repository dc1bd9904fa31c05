"""How compared groups look on paper: colour, dash and marker, of which the last two survive a printer without colours."""

from collections.abc import Sequence
from dataclasses import dataclass

from gpuscope.analysis.group import Group
from gpuscope.reports.chart_colours import GROUPS
from gpuscope.reports.glyph_coverage import GlyphCoverage
from gpuscope.reports.printable import elided_amid

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
        short: For the head of a column.
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
    return tuple(_look(index, group, coverage) for index, group in enumerate(groups))


def _look(index: int, group: Group, coverage: GlyphCoverage) -> GroupLook:
    whole = coverage.showable(group.name)
    name = elided_amid(whole, _NAME)
    place, turn = index % len(GROUPS), index // len(GROUPS)
    dash, marker = DASHES[(place + turn) % len(DASHES)], MARKERS[(place + 2 * turn) % len(MARKERS)]
    return GroupLook(index + 1, name, elided_amid(whole, _SHORT), elided_amid(whole, _LABEL), GROUPS[place], dash, marker)
