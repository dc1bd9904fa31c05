"""The flame graph: known calls at known pixels, mouse and keyboard."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpuscope.gui.charts.flame_graph import FlameGraphView
from gpuscope.gui.charts.flame_painter import HEAD, ROW, call_label, header_texts
from gpuscope.gui.charts.tone_colours import tone_colour
from gpuscope.gui.charts.trace_card import thread_title
from gpuscope.gui.theme import Choice, Theme
from gpuscope.profiles.flame_rows import FlameRows
from gpuscope.profiles.operator_classes import OperatorClass
from gpuscope.profiles.stacks import FlameGraph
from tests.gui.charts.pointer import move
from tests.profiles.made import made_profile, small_step
from tests.profiles.recorded import recorded_profile


@pytest.fixture
def graph(tmp_path: Path) -> FlameGraph:
    return made_profile(tmp_path, small_step()).flame_graph


@pytest.fixture
def view(qtbot: QtBot, theme: Theme, graph: FlameGraph) -> Iterator[FlameGraphView]:
    made = FlameGraphView(theme)
    qtbot.addWidget(made)
    made.resize(1000, 300)
    made.show_rows(FlameRows(graph))
    made.show()
    qtbot.waitExposed(made)
    yield made
    made.close()


def node_of(graph: FlameGraph, label: str) -> int:
    return next(node for node in range(len(graph)) if graph.label(node) == label)


def click(view: FlameGraphView, node: int) -> None:
    place = view.place_of(node)
    assert place is not None
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place.center().toPoint())


def test_a_known_call_is_drawn_at_its_pixels_in_its_colour(view: FlameGraphView, graph: FlameGraph, theme: Theme) -> None:
    place = view.place_of(node_of(graph, "aten::linear"))  # 20 µs of 100 µs across 1000 pixels, the widest call below its step
    assert place is not None
    assert (place.left(), place.top(), place.height()) == (0.0, HEAD + 2 * ROW, ROW - 1)
    assert place.width() == pytest.approx(200)
    image = view.viewport().grab().toImage()
    gemm = tone_colour(OperatorClass.GEMM, theme.palette)
    assert image.pixelColor(150, HEAD + 2 * ROW + 2) == gemm
    assert image.pixelColor(220, HEAD + 2 * ROW + 2) == tone_colour(OperatorClass.COLLECTIVE, theme.palette)
    assert image.pixelColor(500, HEAD + 2 * ROW + 2) == QColor(theme.palette.panel)


def test_a_legend_names_the_colours(view: FlameGraphView, graph: FlameGraph, theme: Theme, qtbot: QtBot) -> None:
    view.show_rows(FlameRows(graph, by_device=True))
    drawn = view.viewport().grab().toImage()
    legend = [drawn.pixelColor(x, drawn.height() - 11).name() for x in range(drawn.width())]
    colours = [
        tone_colour(tone, theme.palette).name() for tone in (OperatorClass.GEMM, OperatorClass.COLLECTIVE, OperatorClass.COPY_ENGINE)
    ]
    assert sorted(colours, key=legend.index) == colours
    view.resize(1000, 180)
    low = view.viewport().grab().toImage()
    assert not set(colours) & {low.pixelColor(x, low.height() - 11).name() for x in range(low.width())}


def test_the_card_is_of_the_call_that_has_moved_under_the_resting_pointer(view: FlameGraphView, graph: FlameGraph) -> None:
    linear, reduce = node_of(graph, "aten::linear"), node_of(graph, "c10d::allreduce_")
    place = view.place_of(linear)
    assert place is not None
    move(view.viewport(), place.center().toPoint())
    assert view.card is not None
    assert view.card.title == "aten::linear"
    view.focus_on(reduce)
    assert view.card is not None
    assert view.card.title == "c10d::allreduce_"


def test_a_click_shows_a_call_in_the_whole_width_and_escape_goes_back(view: FlameGraphView, graph: FlameGraph, qtbot: QtBot) -> None:
    linear = node_of(graph, "aten::linear")
    with qtbot.waitSignals([view.selected, view.focused]):
        click(view, linear)
    assert view.focus_node == linear
    place = view.place_of(linear)
    assert place is not None
    assert place.width() == pytest.approx(1000)
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert view.focus_node == graph.parent[linear]
    QTest.keyClick(view, Qt.Key.Key_Home)
    assert view.focus_node == -1


def test_the_arrow_keys_go_to_callers_callees_and_beside(view: FlameGraphView, graph: FlameGraph) -> None:
    view.select(node_of(graph, "ProfilerStep#3"))
    for key, label in (
        (Qt.Key.Key_Down, "aten::linear"),
        (Qt.Key.Key_Down, "aten::addmm"),
        (Qt.Key.Key_Up, "aten::linear"),
        (Qt.Key.Key_Right, "c10d::allreduce_"),
        (Qt.Key.Key_Left, "aten::linear"),
    ):
        QTest.keyClick(view, key)
        assert graph.label(view.chosen) == label
    assert "aten::linear" in view.accessibleDescription()
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert view.focus_node == view.chosen


def test_the_card_tells_time_and_shares(view: FlameGraphView, graph: FlameGraph) -> None:
    place = view.place_of(node_of(graph, "aten::linear"))
    assert place is not None
    move(view.viewport(), place.center().toPoint())
    assert view.card is not None
    assert view.card.title == "aten::linear"
    rows = dict(view.card.rows)
    assert rows["Host time"] == "20.0 µs"
    assert rows["without what it calls"] == "10.0 µs"
    assert rows["Device time launched"] == "10.0 µs"
    assert rows["Share of all"] == "20.0 %"
    assert rows["Calls"] == "1 call"


def test_a_thread_without_a_name_is_titled_as_in_the_timeline(graph: FlameGraph) -> None:
    assert not graph.trace.tracks[int(graph.track[0])].thread_name
    assert call_label(graph, 0) == thread_title(graph.trace.tracks[int(graph.track[0])])
    assert header_texts(FlameRows(graph), 0, 1, "all", "{0}", "{0}")[0] == call_label(graph, 0)


def test_a_search_dims_the_rest_and_tells_the_share(view: FlameGraphView, graph: FlameGraph, theme: Theme) -> None:
    count, share = view.search("allreduce")
    assert count == 1
    assert share == pytest.approx(0.05)
    image = view.viewport().grab().toImage()
    assert image.pixelColor(150, HEAD + 2 * ROW + 2) != tone_colour(OperatorClass.GEMM, theme.palette)
    assert image.pixelColor(220, HEAD + 2 * ROW + 2) == tone_colour(OperatorClass.COLLECTIVE, theme.palette)
    assert view.search("") == (0, 0.0)


def test_a_selection_from_outside_is_brought_into_view(view: FlameGraphView, graph: FlameGraph) -> None:
    view.focus_on(node_of(graph, "aten::linear"))
    copy = node_of(graph, "aten::copy_")
    view.select(copy)
    assert view.place_of(copy) is not None
    assert view.focus_node == node_of(graph, "ProfilerStep#3")


def test_a_deep_stack_is_first_seen_where_it_branches(qtbot: QtBot, theme: Theme) -> None:
    view = FlameGraphView(theme)
    qtbot.addWidget(view)
    view.resize(800, 300)
    view.show()
    view.show_rows(FlameRows(recorded_profile("mi300-bert-small").flame_graph, by_device=True))
    assert view.verticalScrollBar().value() > 10 * ROW


def test_another_theme_draws_in_its_colours(view: FlameGraphView, theme: Theme) -> None:
    theme.choose(Choice.LIGHT)
    image = view.viewport().grab().toImage()
    assert image.pixelColor(150, HEAD + 2 * ROW + 2) == tone_colour(OperatorClass.GEMM, theme.palette)


def test_without_calls_it_says_so(qtbot: QtBot, theme: Theme) -> None:
    view = FlameGraphView(theme)
    qtbot.addWidget(view)
    view.show()
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Escape):
        QTest.keyClick(view, key)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(50, 50))
    view.viewport().grab()
    assert view.accessibleDescription() == "No trace is open."


@pytest.mark.parametrize("name", ["h100-qwen1.5-0.5b", "mi300-bert-small", "mi210-gpu-only", "torch-compile-triton", "hta/alexnet.json.gz"])
@pytest.mark.parametrize("by_device", [False, True])
def test_recorded_graphs_are_drawn_at_every_depth(qtbot: QtBot, theme: Theme, name: str, by_device: bool) -> None:
    view = FlameGraphView(theme)
    qtbot.addWidget(view)
    view.resize(700, 300)
    view.show_rows(FlameRows(recorded_profile(name).flame_graph, by_device))
    view.show()
    for _ in range(30):
        QTest.keyClick(view, Qt.Key.Key_Down)
        QTest.keyClick(view, Qt.Key.Key_Return)
        view.viewport().grab()
