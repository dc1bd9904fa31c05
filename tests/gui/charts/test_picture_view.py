"""A picture in the window: in the theme's colours, with tooltips and an accessible description."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF
from PySide6.QtGui import QColor, QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from gpuscope.gui.charts.picture_view import PictureView
from gpuscope.gui.palette import DARK, LIGHT
from gpuscope.gui.theme import Choice, Theme
from gpuscope.reports.pictures.drawing import Rectangle, Text, free_rectangle
from gpuscope.reports.pictures.picture import Axis, Bar, BarBlock, BarPicture, Chart, Label, Point, Segment, group_style
from gpuscope.reports.pictures.scale import scale_around

POINTS = [("FP32", 0, 23_500.0, 20.2), ("TF32", 1, 30_800.0, 16.0), ("BF16", 2, 43_000.0, 11.9), ("BF16, compiled", 3, 42_800.0, 12.0)]


def plane(points: list[tuple[str, int, float, float]]) -> Chart:
    marks = [Point(name, group_style(index), x, y) for name, index, x, y in points]
    labels = [Label(group_style(index), x, y, name) for name, index, x, y in points]
    x, y = scale_around([x for _, _, x, _ in points]), scale_around([y for *_, y in points])
    return Chart(Axis(x, "Throughput", "samples/s"), Axis(y, "Energy per sample", "mJ"), (*marks, *labels), is_plane=True)


@pytest.fixture
def view(qtbot: QtBot, theme: Theme) -> PictureView:
    made = PictureView(theme)
    qtbot.addWidget(made)
    made.resize(330, 270)
    made.show_picture(plane(POINTS), "Time and energy")
    made.show()
    return made


def colours(view: PictureView) -> set[str]:
    image = view.grab().toImage()
    return {QColor(image.pixel(x, y)).name() for x in range(image.width()) for y in range(image.height())}


def place_of(view: PictureView, name: str) -> QPointF:
    return QPointF(*next(spot.centre for spot in view.drawing().spots if spot.text.startswith(f"{name}:")))


def test_every_group_has_a_point_in_its_colour(view: PictureView, theme: Theme) -> None:
    assert set(DARK.groups[:4]) <= colours(view)
    theme.choose(Choice.LIGHT)
    assert set(LIGHT.groups[:4]) <= colours(view)


def test_more_is_further_right_and_further_up(view: PictureView) -> None:
    left, right = place_of(view, "FP32"), place_of(view, "BF16")
    assert left.x() < right.x()
    assert left.y() < right.y()
    assert view.accessibleName() == "Time and energy"
    assert "BF16: Throughput 43\u202f000 samples/s, Energy per sample 11.9 mJ" in view.accessibleDescription()


def test_a_name_without_room_is_left_out() -> None:
    everything: Rectangle = (0, 0, 330, 270)
    assert free_rectangle((40, 12), (100, 100), 8, everything, [everything]) is None
    assert free_rectangle((400, 12), (100, 100), 8, everything, []) is None
    beside = (0.0, 78.0, 330.0, 122.0)  # the labels of neighbours, up to 22 pixels above and below
    box = free_rectangle((40, 12), (100, 100), 8, everything, [beside])
    assert box is not None, "a name two lines away is better than a number"
    assert box[3] <= 78 or box[1] >= 122
    assert min(abs(box[3] - 100), abs(box[1] - 100)) <= 2 * 12


def test_names_of_neighbours_do_not_collide(view: PictureView) -> None:
    taken: list[Rectangle] = []
    for _ in range(6):
        box = free_rectangle((40, 12), (160, 130), 8, (0, 0, 330, 270), taken)
        assert box is not None
        taken.append(box)
    names = [shape for shape in view.drawing().every() if isinstance(shape, Text) and shape.is_bold]
    assert [shape.text for shape in names] == [point[0] for point in POINTS]


def test_a_name_gives_way_rather_than_its_neighbour_be_called_by_a_number(view: PictureView) -> None:
    names = ("One thread", "All threads", "Channels last", "torch.compile", "ONNX Runtime", "OpenVINO", "INT8", "Larger batch")
    throughput, memory = (729.9, 222.3, 943.4, 1390.0, 3820.0, 1773.0, 1982.0, 1604.0), (435, 399, 380, 471, 482, 360, 420, 553)
    points = [(name, place, x, float(y)) for place, (name, x, y) in enumerate(zip(names, throughput, memory, strict=True))]
    chart = plane(points)
    marks = tuple(replace(mark, short=str(names.index(mark.text) + 1)) if isinstance(mark, Label) else mark for mark in chart.marks)
    view.resize(540, 230)
    view.show_picture(replace(chart, marks=marks), "Time and memory")
    written = {shape.text for shape in view.drawing().every() if isinstance(shape, Text) and shape.is_bold}
    assert written == set(names)


def test_the_tooltip_names_the_point_under_the_pointer(view: PictureView) -> None:
    assert "TF32: Throughput 30\u202f800 samples/s" in view.text_at(place_of(view, "TF32"))
    assert view.text_at(QPointF(2, 2)) == ""
    place = place_of(view, "TF32").toPoint()
    QApplication.sendEvent(view, QHelpEvent(QEvent.Type.ToolTip, place, view.mapToGlobal(place)))
    assert "TF32" in QToolTip.text()
    QApplication.sendEvent(view, QHelpEvent(QEvent.Type.ToolTip, QPoint(2, 2), view.mapToGlobal(QPoint(2, 2))))


def test_a_stacked_bar_names_its_part(view: PictureView) -> None:
    parts = (Segment("forward", 3.0, "3 ms", "compute"), Segment("<b>x</b>", 5.0, "5 ms", "power"))
    view.show_picture(BarPicture((BarBlock("Phases", "ms", (Bar("FP32", parts, "8 ms"),)),), is_stacked=True), "Phases")
    assert view.text_at(QPointF(20, 25)) == "FP32, forward: 3 ms"
    assert view.text_at(QPointF(300, 25)) == "FP32, <b>x</b>: 5 ms"
    assert view.minimumSizeHint().height() == view.sizeHint().height()


@pytest.mark.parametrize(
    "points",
    [
        [("one", 0, 5.0, 0.0)],
        [("same", 0, 5.0, 5.0), ("place", 7, 5.0, 5.0)],
        [("<b>x</b>" * 600, 0, 1e300, -1e300), ("small", 1, 1e-300, 1e-300)],
    ],
)
@pytest.mark.parametrize("size", [(330, 270), (40, 20), (1, 1)])
def test_any_points_are_drawn(view: PictureView, points: list[tuple[str, int, float, float]], size: tuple[int, int]) -> None:
    view.setMinimumSize(1, 1)
    view.resize(*size)
    view.show_picture(plane(points), "any")
    assert colours(view)


def test_a_view_without_a_picture_is_empty(qtbot: QtBot, theme: Theme) -> None:
    empty = PictureView(theme)
    qtbot.addWidget(empty)
    assert empty.table().rows == []
    assert empty.drawing().texts() == []
