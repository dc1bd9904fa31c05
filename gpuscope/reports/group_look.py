"""How compared groups look on paper: colour, dash and marker, of which the last two survive a printer without colours."""

from collections.abc import Sequence
from dataclasses import dataclass

from gpuscope.analysis.group import Group
from gpuscope.reports.glyph_coverage import GlyphCoverage
from gpuscope.reports.group_names import elided_name, short_names
from gpuscope.reports.pictures.picture import Style, group_style

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
        style: Colour, dash and marker, the same as in the window.
    """

    number: int
    name: str
    short: str
    label: str
    style: Style


def group_looks(groups: Sequence[Group], coverage: GlyphCoverage) -> tuple[GroupLook, ...]:
    """Return the looks of the groups, in their order."""
    whole = [coverage.showable(group.name) for group in groups]
    return tuple(_look(index, *names) for index, names in enumerate(zip(whole, short_names(whole)[1], strict=True)))


def _look(index: int, whole: str, short: str) -> GroupLook:
    names = (elided_name(whole, _NAME), elided_name(short, _SHORT), elided_name(short, _LABEL))
    return GroupLook(index + 1, *names, group_style(index))
