"""Markers and dashes that distinguish the curves of compared groups."""

from gpuscope.gui.palette import DARK
from gpuscope.reports.pictures.picture import group_style


def test_no_two_of_many_groups_look_alike_with_colours_or_without() -> None:
    places = range(36)
    assert len({(DARK.of_group(index), group_style(index).dash) for index in places}) == 36
    assert len({(group_style(index).dash, group_style(index).marker) for index in places}) == 36


def test_each_of_the_first_groups_has_a_marker_and_a_dash_of_its_own() -> None:
    assert len({group_style(index).dash for index in range(6)}) == len({group_style(index).marker for index in range(6)}) == 6
