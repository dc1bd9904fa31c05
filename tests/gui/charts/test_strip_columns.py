"""What stands left and right of a strip: none of it is cut off, and none of it lies over another."""

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from gpuscope.gui.charts.strip import Curve, Strip
from gpuscope.gui.charts.strip_data import StripData, Surroundings
from gpuscope.gui.charts.strip_label import StripLabel
from gpuscope.gui.charts.strip_values import StripValues
from gpuscope.gui.palette import DARK
from gpuscope.gui.theme import Choice, Theme

LOW = 56.0


def eight() -> StripData:
    data = StripData(Strip("power", "Power", "W", tuple(Curve(f"gpu:{index}", f"gpu:{index}", "power") for index in range(8))))
    for series in data.series.values():
        series.set(np.array([0.0, 1.0]), np.array([500.0, 512.0]))
    return data


@pytest.mark.parametrize("height", range(50, 66))
def test_no_value_is_cut_off_at_the_edge_of_a_strip(qtbot: QtBot, height: int) -> None:
    values = StripValues(Theme(Choice.DARK), eight(), Surroundings())
    qtbot.addWidget(values)
    values.resize(64, height)
    values.refresh()
    picture = values.grab().toImage()
    edges = {picture.pixelColor(x, y).name() for x in range(64) for y in (0, height - 2)}
    assert edges == {DARK.bg}
    assert DARK.power in {picture.pixelColor(x, y).name() for x in range(64) for y in range(height)}


def test_a_title_above_a_legend_leaves_room_for_the_figure_beside_it(qtbot: QtBot) -> None:
    theme = Theme(Choice.DARK)
    alone = StripLabel(theme, StripData(Strip("power", "Power of everything", "W", (Curve("a", "a", "power"),))), Surroundings())
    several = StripLabel(
        theme, StripData(Strip("power", "Power of everything", "W", (Curve("a", "a", "power"), Curve("b", "b", "power")))), Surroundings()
    )
    for label in (alone, several):
        qtbot.addWidget(label)
    figures = several.fontMetrics().horizontalAdvance("000")
    assert several.wanted_width(LOW) >= alone.wanted_width(LOW) + figures
