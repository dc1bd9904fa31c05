"""What tells curves of compared groups apart."""

from gpuscope.gui.charts.line_style import group_dash, group_marker
from gpuscope.gui.palette import DARK


def test_no_two_of_many_groups_look_alike_with_colours_or_without() -> None:
    places = range(36)
    assert len({(DARK.of_group(index), group_dash(index)) for index in places}) == 36
    assert len({(group_dash(index), group_marker(index)) for index in places}) == 36


def test_each_of_the_first_groups_has_a_marker_and_a_dash_of_its_own() -> None:
    assert len({group_dash(index) for index in range(6)}) == len({group_marker(index) for index in range(6)}) == 6
