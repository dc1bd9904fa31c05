"""The plane of two metrics: points, labels that do not collide, and what is better."""

import math

import pytest
from PySide6.QtCore import QPoint, QRectF
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpuscope.gui.charts.plane_chart import PlaneChart
from gpuscope.gui.palette import DARK, LIGHT
from gpuscope.gui.theme import Choice, Theme

POINTS = [("FP32", 0, 23_500.0, 20.2), ("TF32", 1, 30_800.0, 16.0), ("BF16", 2, 43_000.0, 11.9), ("BF16, compiled", 3, 42_800.0, 12.0)]


@pytest.fixture
def theme(qtbot: QtBot) -> Theme:
    return Theme(Choice.DARK)


@pytest.fixture
def chart(qtbot: QtBot, theme: Theme) -> PlaneChart:
    made = PlaneChart(theme)
    qtbot.addWidget(made)
    made.resize(330, 270)
    made.set_points(POINTS, "samples/s", "mJ a sample", "higher", "lower")
    made.show()
    return made


def colours(chart: PlaneChart) -> set[str]:
    image = chart.grab().toImage()
    return {QColor(image.pixel(x, y)).name() for x in range(image.width()) for y in range(image.height())}


def test_every_group_has_a_point_in_its_colour(chart: PlaneChart, theme: Theme) -> None:
    assert set(DARK.groups[:4]) <= colours(chart)
    theme.choose(Choice.LIGHT)
    assert set(LIGHT.groups[:4]) <= colours(chart)


def test_better_is_up_right_or_down_left(chart: PlaneChart) -> None:
    left_below = next(place for point, place in chart._placed() if point.label == "FP32")
    right_below = next(place for point, place in chart._placed() if point.label == "BF16")
    assert left_below.x() < right_below.x()
    assert left_below.y() < right_below.y()
    assert "BF16: 43\u202f000 samples/s, 11.9 mJ a sample" in chart.accessibleDescription()


def test_a_label_without_room_is_left_out(chart: PlaneChart) -> None:
    place = next(place for point, place in chart._placed() if point.label == "TF32")
    assert chart._free("TF32", place, [QRectF(chart.rect())]) is None
    assert chart._free("W" * 100, place, []) is None


def test_labels_of_neighbours_do_not_collide(chart: PlaneChart) -> None:
    place = next(place for point, place in chart._placed() if point.label == "TF32")
    taken: list[QRectF] = []
    for _ in range(6):
        box = chart._free("TF32", place, taken)
        assert box is not None
        assert not any(box.intersects(other) for other in taken)
        taken.append(box)


def test_the_tooltip_names_the_point_under_the_pointer(chart: PlaneChart) -> None:
    place = next(place for point, place in chart._placed() if point.label == "TF32")
    QTest.mouseMove(chart, place.toPoint())
    assert "TF32: 30\u202f800 samples/s" in chart.toolTip()
    QTest.mouseMove(chart, QPoint(2, 2))
    assert chart.toolTip() == ""


@pytest.mark.parametrize(
    "points",
    [
        [],
        [("a", 0, math.nan, 1.0), ("b", 1, 1.0, math.inf)],
        [("one", 0, 5.0, 0.0)],
        [("same", 0, 5.0, 5.0), ("place", 7, 5.0, 5.0)],
        [("<b>x</b>" * 600, 0, 1e300, -1e300), ("small", 1, 1e-300, 1e-300)],
    ],
)
def test_any_points_are_drawn(chart: PlaneChart, points: list[tuple[str, int, float, float]]) -> None:
    chart.set_points(points, "x", "y")
    assert len(colours(chart)) > 1
