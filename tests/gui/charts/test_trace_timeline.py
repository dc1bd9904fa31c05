"""The timeline: known slices at known pixels, mouse and keyboard."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gpuscope.gui import fonts
from gpuscope.gui.charts import trace_painter
from gpuscope.gui.charts.time_axis import time_ticks
from gpuscope.gui.charts.tone_colours import tone_colour
from gpuscope.gui.charts.trace_bands import BAND_ROW, BandRow, TimelineBand
from gpuscope.gui.charts.trace_card import lane_title, slice_card, thread_title
from gpuscope.gui.charts.trace_painter import CURVE, RULER, TimelineCurve, clock_labels
from gpuscope.gui.charts.trace_timeline import TraceTimeline
from gpuscope.gui.fonts import write
from gpuscope.gui.theme import SMALL_PX, Choice, Theme
from gpuscope.gui.translator import WindowLanguage
from gpuscope.profiles.lanes import Tone, TraceLanes, trace_lanes
from gpuscope.profiles.operator_classes import OperatorClass
from gpuscope.profiles.trace import Track
from gpuscope.reports.pictures.colours import contrast
from tests.gui.charts.pointer import move
from tests.profiles.made import annotation, kernel, made_profile, small_step
from tests.profiles.recorded import recorded_profile

WIDTH, HEIGHT = 1172, 500
"""The lanes are 1000 pixels wide."""


@pytest.fixture
def lanes(tmp_path: Path) -> TraceLanes:
    return trace_lanes(made_profile(tmp_path, [*small_step(), annotation("read a batch", 64, 5)]).tree)


@pytest.fixture
def chinese(qapp: QApplication) -> Iterator[None]:
    language = WindowLanguage("zh_CN")
    yield
    language.close()


@pytest.fixture
def timeline(qtbot: QtBot, theme: Theme, lanes: TraceLanes) -> Iterator[TraceTimeline]:
    made = TraceTimeline(theme)
    qtbot.addWidget(made)
    made.resize(WIDTH, HEIGHT)
    made.show_lanes(lanes)
    made.show()
    qtbot.waitExposed(made)
    made.show_range(0, 100_000)
    yield made
    made.close()


def index_of(lanes: TraceLanes, name: str) -> int:
    return next(index for index in range(len(lanes.trace.slices)) if lanes.trace.name_of(index) == name)


def place_of(timeline: TraceTimeline, lanes: TraceLanes, name: str) -> QPoint:
    place = timeline.place_of(index_of(lanes, name))
    assert place is not None
    return place.center().toPoint()


def colour_at(timeline: TraceTimeline, x: float, y: float) -> QColor:
    return timeline.viewport().grab().toImage().pixelColor(round(x), round(y))


def hover(timeline: TraceTimeline, at: QPoint) -> None:
    move(timeline.viewport(), at)


def turn(timeline: TraceTimeline, at: QPoint, notches: int, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    event = QWheelEvent(
        QPointF(at),
        QPointF(at),
        QPoint(),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        modifiers,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(timeline.viewport(), event)


def test_a_known_slice_is_drawn_at_its_pixels_in_its_colour(timeline: TraceTimeline, lanes: TraceLanes, theme: Theme) -> None:
    place = timeline.place_of(index_of(lanes, "sgemm_128"))  # from 50 to 60 µs of 100 µs across 1000 pixels
    assert place is not None
    assert place.left() == pytest.approx(172 + 500)
    assert place.width() == pytest.approx(100)
    y = place.bottom() - 2
    assert colour_at(timeline, 172 + 505, y) == tone_colour(OperatorClass.GEMM, theme.palette)
    assert colour_at(timeline, 172 + 498, y) == QColor(theme.palette.panel)
    assert colour_at(timeline, 172 + 601, y) == QColor(theme.palette.panel)
    assert colour_at(timeline, 172 + 720, y) == tone_colour(OperatorClass.COPY_ENGINE, theme.palette)


def test_the_wheel_zooms_about_the_pointer(timeline: TraceTimeline) -> None:
    view = timeline.scene.view
    turn(timeline, QPoint(172 + 250, 100), 3)
    assert view.length == pytest.approx(100_000 / 1.25**3)
    assert (25_000 - view.start) / view.length == pytest.approx(0.25, abs=0.002)


def test_the_wheel_pans_with_shift(timeline: TraceTimeline) -> None:
    timeline.show_range(40_000, 50_000)
    turn(timeline, QPoint(500, 100), -1, Qt.KeyboardModifier.ShiftModifier)
    assert timeline.scene.view.start == pytest.approx(41_200)


def test_a_drag_moves_the_view_with_the_pointer(timeline: TraceTimeline) -> None:
    timeline.show_range(40_000, 50_000)
    QTest.mousePress(timeline.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(700, 100))
    move(timeline.viewport(), QPoint(600, 100), Qt.MouseButton.LeftButton)
    QTest.mouseRelease(timeline.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(600, 100))
    assert timeline.scene.view.start == pytest.approx(41_000, abs=20)
    assert timeline.chosen is None


def test_a_drag_with_shift_measures_a_range_and_leaves_the_view(timeline: TraceTimeline, theme: Theme) -> None:
    shift, none = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.NoModifier
    y = timeline.room().lanes_bottom - 3  # below the lanes
    QTest.mousePress(timeline.viewport(), Qt.MouseButton.LeftButton, shift, QPoint(172 + 800, y))
    move(timeline.viewport(), QPoint(172 + 200, y), Qt.MouseButton.LeftButton)
    QTest.mouseRelease(timeline.viewport(), Qt.MouseButton.LeftButton, none, QPoint(172 + 200, y))
    assert timeline.measured == pytest.approx((20_000, 80_000))
    assert (timeline.scene.view.start, timeline.scene.view.length, timeline.chosen) == (0, 100_000, None)
    assert timeline.accessibleDescription().startswith("Measured: 60.0 µs.")
    panel = QColor(theme.palette.panel)
    assert colour_at(timeline, 172 + 250, y) != panel == colour_at(timeline, 172 + 150, y) == colour_at(timeline, 172 + 850, y)
    QTest.keyClick(timeline, Qt.Key.Key_Escape)
    assert timeline.measured is None
    assert colour_at(timeline, 172 + 250, y) == panel
    assert timeline.accessibleDescription().startswith("W and S zoom")


def test_a_range_is_measured_from_slice_to_slice_by_key(timeline: TraceTimeline, lanes: TraceLanes) -> None:
    """As in Perfetto; pressed again at another slice, the range goes from one to the other, exactly."""
    timeline.select(index_of(lanes, "sgemm_128"))
    QTest.keyClick(timeline, Qt.Key.Key_M)
    assert timeline.measured == (50_000, 60_000)
    timeline.select(index_of(lanes, "aten::linear"))
    QTest.keyClick(timeline, Qt.Key.Key_M, Qt.KeyboardModifier.ShiftModifier)
    slices, linear = lanes.trace.slices, index_of(lanes, "aten::linear")
    assert timeline.measured == (slices.start_ns[linear], 60_000)
    QTest.keyClick(timeline, Qt.Key.Key_Escape)
    assert (timeline.measured, timeline.chosen) == (None, linear)
    timeline.show_lanes(lanes)
    QTest.keyClick(timeline, Qt.Key.Key_M)
    assert timeline.measured is None


def test_the_keys_of_perfetto_zoom_and_pan(timeline: TraceTimeline) -> None:
    view = timeline.scene.view
    QTest.keyClick(timeline, Qt.Key.Key_W)
    assert view.length == pytest.approx(100_000 / 1.3)
    start = view.start
    QTest.keyClick(timeline, Qt.Key.Key_D)
    assert view.start > start
    QTest.keyClick(timeline, Qt.Key.Key_A)
    assert view.start == pytest.approx(start)
    QTest.keyClick(timeline, Qt.Key.Key_S)
    assert view.length == pytest.approx(100_000)
    QTest.keyClick(timeline, Qt.Key.Key_Home)
    assert view.length == pytest.approx(102_000)


@pytest.mark.parametrize("end", [100_000, 101_000, 173_000, 1_000_000])
def test_every_tick_has_its_label_and_none_lies_over_another(timeline: TraceTimeline, monkeypatch: pytest.MonkeyPatch, end: int) -> None:
    drawn: list[tuple[float, float]] = []

    def noted(painter: QPainter, area: QRectF, text: str, *more: Any) -> None:
        if area.top() == 0 and area.height() == RULER - 2:
            drawn.append((area.left(), area.left() + QFontMetricsF(painter.font()).horizontalAdvance(text)))
        write(painter, area, text, *more)

    monkeypatch.setattr(trace_painter, "write", noted)
    timeline.show_range(0, end)
    timeline.viewport().grab()
    view, columns = timeline.scene.view, WIDTH - 172
    assert len(drawn) == len(time_ticks(view.start, view.end, view.length * 96 / columns).places_ns)
    assert all(left >= end for (_, end), (left, _) in pairwise(drawn))
    assert drawn[-1][1] <= WIDTH


def test_a_view_never_gets_shorter_than_what_a_clock_tells(timeline: TraceTimeline) -> None:
    for _ in range(80):
        QTest.keyClick(timeline, Qt.Key.Key_W)
    assert timeline.scene.view.length == pytest.approx(20)
    timeline.viewport().grab()


def test_a_click_selects_and_a_double_click_zooms_to_the_slice(timeline: TraceTimeline, lanes: TraceLanes, qtbot: QtBot) -> None:
    kernel = index_of(lanes, "sgemm_128")
    at = place_of(timeline, lanes, "sgemm_128")
    with qtbot.waitSignal(timeline.selected) as said:
        QTest.mouseClick(timeline.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert said.args == [kernel]
    QTest.mouseDClick(timeline.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert timeline.scene.view.start == pytest.approx(47_500)
    assert timeline.scene.view.end == pytest.approx(62_500)


def test_the_card_of_a_kernel_tells_operator_stream_and_grid(timeline: TraceTimeline, lanes: TraceLanes) -> None:
    hover(timeline, place_of(timeline, lanes, "sgemm_128"))
    assert timeline.card is not None
    assert timeline.card.title == "sgemm_128"
    rows = dict(timeline.card.rows)
    assert rows["Duration"] == "10.0 µs"
    assert rows["Start"] == "50.0 µs"
    assert rows["Kind"] == "matrix multiplication"
    assert rows["Operator"] == "aten::addmm"
    assert rows["Shapes"] == "[8] [4, 16] [16, 8]", "of the operator that launched it"
    assert rows["Stream"] == "7"
    assert rows["Grid"].replace("\u00a0", " ") == "4 × 1 × 1"
    assert rows["After its launch"] == "47.0 µs"


def test_the_card_of_a_kernel_launched_before_the_capture_says_so(tmp_path: Path) -> None:
    lanes = trace_lanes(made_profile(tmp_path, [*small_step(), kernel("earlier", -40, 10, 99)]).tree)
    assert dict(slice_card(lanes, index_of(lanes, "earlier"), 1).rows)["Operator"] == "(before the capture)"


@pytest.mark.parametrize(
    ("name", "title"), [("thread 12 (pt_main_thread)", "线程 12（pt_main_thread）"), ("autograd", "Autograd"), ("", "线程 7")]
)
def test_the_title_of_a_thread_is_in_the_language_of_the_window(name: str, title: str, chinese: None) -> None:
    assert thread_title(Track(1, 7, thread_name=name)) == title


def test_a_title_is_level_with_the_first_row_of_its_lane(timeline: TraceTimeline) -> None:
    layout = timeline.scene.layout
    assert len({band.height for band in layout.bands}) > 1
    for title in layout.titles:
        first = next(band for band in layout.bands if band.lane is title.lane)
        assert title.is_header or title.top + title.line / 2 == first.top + first.height / 2


@pytest.mark.parametrize(("name", "title"), [("stream 7 ", "GPU 0，流 7"), ("copies", "GPU 0，copies"), ("", "GPU 0，流 7")])
def test_the_title_of_a_stream_is_in_the_language_of_the_window(tmp_path: Path, name: str, title: str, chinese: None) -> None:
    named = {"ph": "M", "name": "thread_name", "pid": 0, "tid": 7, "args": {"name": name}}
    lanes = trace_lanes(made_profile(tmp_path, [*small_step(), named]).tree)
    titles = [lane_title(lane, names_track=True) for lane in lanes.lanes]
    assert title in titles


def test_the_card_of_an_operator_tells_its_shapes(timeline: TraceTimeline, lanes: TraceLanes) -> None:
    hover(timeline, place_of(timeline, lanes, "aten::addmm"))
    assert timeline.card is not None
    assert dict(timeline.card.rows)["Shapes"] == "[8] [4, 16] [16, 8]"


def test_the_card_of_a_gap_tells_what_the_host_did(timeline: TraceTimeline, lanes: TraceLanes) -> None:
    hover(timeline, QPoint(172 + 670, place_of(timeline, lanes, "sgemm_128").y()))
    assert timeline.card is not None
    assert timeline.card.title == "The device waited 5.00 µs"
    assert dict(timeline.card.rows)["The host was in"] == "read a batch"


def test_the_gap_under_the_pointer_is_marked_between_its_ends(timeline: TraceTimeline, lanes: TraceLanes, theme: Theme) -> None:
    y = place_of(timeline, lanes, "sgemm_128").y()
    hover(timeline, QPoint(172 + 670, y))
    image, warn = timeline.viewport().grab().toImage(), QColor(theme.palette.warn)
    marked = [any(image.pixelColor(172 + x, y + down) == warn for down in (-1, 0, 1)) for x in (648, 651, 698)]
    assert marked == [False, True, True]


def test_the_time_at_the_pointer_leaves_no_rest_of_a_label_beside_it(timeline: TraceTimeline, lanes: TraceLanes, theme: Theme) -> None:
    labels = clock_labels(timeline.scene.view, timeline.room(), QFontMetricsF(fonts.font(SMALL_PX)))
    box = labels[2][0]
    bare, panel = timeline.viewport().grab().toImage(), QColor(theme.palette.panel)
    columns, rows = range(round(box.left()), round(box.right())), range(2, RULER - 7)
    assert any(bare.pixelColor(x, y) != panel for x in columns for y in rows), "the label itself"
    pointer = round(box.right()) + 15
    hover(timeline, QPoint(pointer, place_of(timeline, lanes, "sgemm_128").y()))
    shown = timeline.viewport().grab().toImage()
    covered = next(x for x in columns if shown.pixelColor(x, 4) != panel)
    assert columns[0] < covered < columns[-1]
    assert all(shown.pixelColor(x, y) == panel for x in range(columns[0], covered) for y in rows)


def test_the_legend_names_kinds_of_work_where_there_is_room(timeline: TraceTimeline, theme: Theme) -> None:
    def has_swatch() -> bool:
        image, gemm = timeline.viewport().grab().toImage(), tone_colour(OperatorClass.GEMM, theme.palette)
        return any(image.pixelColor(22, y) == gemm for y in range(image.height() - 22, image.height()))

    assert has_swatch()
    timeline.resize(WIDTH, 200)
    assert not has_swatch()


def test_the_card_is_of_what_has_moved_under_the_resting_pointer(timeline: TraceTimeline, lanes: TraceLanes) -> None:
    timeline.show_range(0, 50_000)
    linear, reduce = (place_of(timeline, lanes, name) for name in ("aten::linear", "c10d::allreduce_"))
    assert linear.y() == reduce.y()
    hover(timeline, linear)
    assert timeline.card is not None
    assert timeline.card.title == "aten::linear"
    timeline.pan((reduce.x() - linear.x()) / 1000)
    assert timeline.card is not None
    assert timeline.card.title == "c10d::allreduce_"


def test_an_arrow_is_drawn_for_the_slice_under_the_pointer_alone(timeline: TraceTimeline, lanes: TraceLanes) -> None:
    before = timeline.viewport().grab().toImage()
    hover(timeline, place_of(timeline, lanes, "sgemm_128"))
    launch, kernel = (timeline.place_of(index_of(lanes, name)) for name in ("cudaLaunchKernel", "sgemm_128"))
    assert launch is not None
    assert kernel is not None
    x, y = (launch.left() + kernel.left()) / 2, (launch.top() + kernel.bottom()) / 2
    after = timeline.viewport().grab().toImage()
    around = [(round(x) + right, round(y) + down) for right in range(-3, 4) for down in range(-3, 4)]
    assert any(before.pixel(*at) != after.pixel(*at) for at in around)


def test_a_search_dims_what_it_does_not_find_and_goes_from_match_to_match(timeline: TraceTimeline, lanes: TraceLanes, theme: Theme) -> None:
    at = timeline.place_of(index_of(lanes, "sgemm_128"))
    assert at is not None
    gemm = tone_colour(OperatorClass.GEMM, theme.palette)
    assert timeline.search("launchkernel") == 2
    assert colour_at(timeline, at.left() + 5, at.bottom() - 2) != gemm
    timeline.select_match(1)
    first = timeline.chosen
    timeline.select_match(1)
    assert timeline.chosen != first
    timeline.select_match(1)
    assert timeline.chosen == first
    assert timeline.search("") == 0
    timeline.select(None)
    assert colour_at(timeline, at.left() + 5, at.bottom() - 2) == gemm


def test_an_operator_has_the_name_of_the_tables_if_it_fits(timeline: TraceTimeline, lanes: TraceLanes) -> None:
    index = index_of(lanes, "aten::copy_")
    fitted = timeline._painter._fitted
    assert (fitted(timeline.scene, index, 200.0), fitted(timeline.scene, index, 55.0)) == ("aten::copy_", "copy_")


def test_a_lane_folds_by_its_name(timeline: TraceTimeline, lanes: TraceLanes) -> None:
    addmm = index_of(lanes, "aten::addmm")
    assert timeline.place_of(addmm) is not None
    title = next(title for title in timeline.scene.layout.titles if title.lane.slices[0] <= addmm and addmm in title.lane.slices)
    QTest.mouseClick(timeline.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(40, RULER + title.top + 8))
    assert timeline.place_of(addmm) is None
    timeline.select(addmm, reveals=True)
    assert timeline.place_of(addmm) is not None


def test_the_arrow_keys_go_from_slice_to_slice(timeline: TraceTimeline, lanes: TraceLanes) -> None:
    timeline.select(index_of(lanes, "aten::linear"))
    QTest.keyClick(timeline, Qt.Key.Key_Down)
    assert timeline.chosen == index_of(lanes, "aten::addmm")
    QTest.keyClick(timeline, Qt.Key.Key_Up)
    QTest.keyClick(timeline, Qt.Key.Key_Right)
    assert timeline.chosen == index_of(lanes, "c10d::allreduce_")
    assert "c10d::allreduce_" in timeline.accessibleDescription()
    QTest.keyClick(timeline, Qt.Key.Key_Return)
    assert timeline.scene.view.length < 10_000
    QTest.keyClick(timeline, Qt.Key.Key_Escape)
    assert timeline.chosen is None


def test_curves_stand_below_the_lanes_on_their_clock(timeline: TraceTimeline, theme: Theme) -> None:
    timeline.set_curves([TimelineCurve("Power", "W", "power", np.array([0.0, 100_000.0]), np.array([100.0, 100.0]))])
    image = timeline.viewport().grab().toImage()
    power = QColor(theme.palette.power)
    rows = [y for y in range(image.height()) if image.pixelColor(700, y) == power]
    assert rows
    assert rows[0] > image.height() - CURVE


def test_another_theme_draws_in_its_colours(timeline: TraceTimeline, lanes: TraceLanes, theme: Theme) -> None:
    place = timeline.place_of(index_of(lanes, "sgemm_128"))
    assert place is not None
    theme.choose(Choice.LIGHT)
    assert colour_at(timeline, place.left() + 5, place.bottom() - 2) == tone_colour(OperatorClass.GEMM, theme.palette)


def test_without_a_trace_it_says_so_and_no_key_or_wheel_fails(qtbot: QtBot, theme: Theme) -> None:
    timeline = TraceTimeline(theme)
    qtbot.addWidget(timeline)
    timeline.show()
    for key in (Qt.Key.Key_W, Qt.Key.Key_A, Qt.Key.Key_Left, Qt.Key.Key_Return, Qt.Key.Key_N, Qt.Key.Key_Home):
        QTest.keyClick(timeline, key)
    turn(timeline, QPoint(300, 100), 1)
    timeline.viewport().grab()
    assert timeline.accessibleDescription() == "No trace is open."
    assert timeline.search("gemm") == 0


def test_nothing_is_drawn_while_hidden(timeline: TraceTimeline, lanes: TraceLanes) -> None:
    timeline.hide()
    timeline.show_lanes(lanes)
    timeline.zoom(2)
    assert timeline._frame is None


@pytest.mark.parametrize("choice", [Choice.DARK, Choice.LIGHT])
def test_words_are_legible_on_every_colour(choice: Choice) -> None:
    palette = Theme(choice).palette
    for tone in (*OperatorClass, *Tone):
        assert contrast(palette.on_accent, tone_colour(tone, palette).name()) >= 4.5, tone


@pytest.mark.parametrize("name", ["h100-qwen1.5-0.5b", "mi300-bert-small", "mi210-gpu-only", "torch-compile-triton", "hta/nccl.json.gz"])
def test_recorded_traces_are_drawn_at_every_zoom(qtbot: QtBot, theme: Theme, name: str) -> None:
    timeline = TraceTimeline(theme)
    qtbot.addWidget(timeline)
    timeline.resize(900, 400)
    timeline.show_lanes(trace_lanes(recorded_profile(name).tree))
    timeline.show()
    for _ in range(40):
        timeline.zoom(1.8, 500)
        timeline.viewport().grab()
    timeline.reset()
    assert timeline.accessibleName()


def test_bands_above_the_lanes_move_them_down_and_say_what_they_are(timeline: TraceTimeline, lanes: TraceLanes, theme: Theme) -> None:
    index = index_of(lanes, "aten::linear")
    before = timeline.place_of(index)
    row = BandRow("Phases", (TimelineBand("forward", "compute", 0.0, 20_000.0), TimelineBand("backward", "throughput", 30_000.0, 60_000.0)))
    timeline.set_bands([row])
    after = timeline.place_of(index)
    assert before is not None
    assert after is not None
    assert after.top() == before.top() + BAND_ROW
    hover(timeline, QPoint(round(timeline.x_of(40_000)), RULER + BAND_ROW // 2))
    assert timeline.card is not None
    assert (timeline.card.title, timeline.card.rows[0][1]) == ("backward", "30.0 µs")
    hover(timeline, QPoint(round(timeline.x_of(25_000)), RULER + BAND_ROW // 2))
    assert timeline.card is None
    hover(timeline, QPoint(5, HEIGHT - 5))
    y = RULER + BAND_ROW - 4
    assert colour_at(timeline, timeline.x_of(50_000), y) != QColor(theme.palette.panel)
    assert colour_at(timeline, timeline.x_of(25_000), y) == QColor(theme.palette.panel)


def test_the_card_of_what_the_keyboard_selects_leaves_the_lanes_seen(timeline: TraceTimeline, lanes: TraceLanes, theme: Theme) -> None:
    timeline.setFocus(Qt.FocusReason.TabFocusReason)
    timeline.select(index_of(lanes, "aten::linear"))
    assert timeline.card is not None
    ground, image = QColor(theme.palette.panel), timeline.viewport().grab().toImage()
    assert image.pixelColor(WIDTH - 8, HEIGHT - 40) == ground  # an outline drawn with the card's brush once filled everything
