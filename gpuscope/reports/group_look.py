"""How compared groups look on paper: colour, dash and marker, of which the last two survive a printer without colours."""

from collections.abc import Sequence
from dataclasses import dataclass

from gpuscope.analysis.group import Group
from gpuscope.reports.glyph_coverage import GlyphCoverage
from gpuscope.reports.pictures.picture import Style, group_style
from gpuscope.reports.printable import elided_amid

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
        style: Colour, dash and marker, the same as in the window.
    """

    number: int
    name: str
    short: str
    label: str
    style: Style


def group_looks(groups: Sequence[Group], coverage: GlyphCoverage) -> tuple[GroupLook, ...]:
    """Return the looks of the groups, in their order."""
    return tuple(_look(index, group, coverage) for index, group in enumerate(groups))


def _look(index: int, group: Group, coverage: GlyphCoverage) -> GroupLook:
    whole = coverage.showable(group.name)
    name = elided_amid(whole, _NAME)
    return GroupLook(index + 1, name, elided_amid(whole, _SHORT), elided_amid(whole, _LABEL), group_style(index))
