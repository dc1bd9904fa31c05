"""The stack of strips, as pages and people use it."""

import gc
import math
import weakref
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QEventLoop, QObject, QPoint, QPointF, QRect, QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QImage, QPainter, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gpuscope.gui.charts import strip_stack
from gpuscope.gui.charts.cursor_item import Card, CursorItem
from gpuscope.gui.charts.curve_painter import CurvePainter
from gpuscope.gui.charts.legend_entry import LegendEntry
from gpuscope.gui.charts.plot_view import PlotView
from gpuscope.gui.charts.series import Floats
from gpuscope.gui.charts.strip import Curve, Dash, Limit, Mark, Shade, Strip
from gpuscope.gui.charts.strip_data import StripData
from gpuscope.gui.charts.strip_stack import StripStack
from gpuscope.gui.charts.strip_values import StripValues
from gpuscope.gui.charts.time_view import TimeView
from gpuscope.gui.palette import DARK, LIGHT
from gpuscope.gui.theme import Choice, Theme

POWER = Strip("power", "Power", "W", (Curve("a", "gpu:0", "power"),), low=0.0, high=600.0)
LOSS = Strip("loss", "Loss", "", (Curve("a", "Loss", "loss", is_told=True),))
MEMORY = Strip("memory", "Memory", "GiB", (Curve("a", "gpu:0", "memory"), Curve("b", "gpu:1", "clock", Dash.DASHED)), factor=2.0**-30)
T: Floats = np.arange(0.0, 100.0, 0.1)


@pytest.fixture
def theme(qtbot: QtBot) -> Theme:
    return Theme(Choice.DARK)


@pytest.fixture
def stack(qtbot: QtBot, theme: Theme) -> Iterator[StripStack]:
    made = StripStack(theme)
    qtbot.addWidget(made)
    made.set_strips([POWER, LOSS, MEMORY])
    made.set_series("power", "a", T, np.full(T.size, 300.0))
    made.set_series("loss", "a", T, np.linspace(2, 1, T.size))
    for key, level in (("a", 4), ("b", 6)):
        made.set_series("memory", key, T, np.full(T.size, level * 2.0**30))
    made.set_end(100.0)
    made.follow(60.0)
    made.resize(800, 400)
    made.show()
    qtbot.waitExposed(made)
    QApplication.processEvents()
    yield made
    made.close()


def plot(stack: StripStack) -> PlotView:
    view = stack.findChild(PlotView)
    assert isinstance(view, PlotView)
    return view


def settle(stack: StripStack) -> None:
    """Wait until what was moved is drawn, which is held for the next frame."""
    while frame_of(stack).isActive():
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
    QApplication.processEvents()


def frame_of(stack: StripStack) -> QTimer:
    frame = stack.findChild(QTimer, options=Qt.FindChildOption.FindDirectChildrenOnly)
    assert isinstance(frame, QTimer)
    return frame


def picture(stack: StripStack) -> QImage:
    settle(stack)
    return stack.grab().toImage()


def columns_of(stack: StripStack, colour: str) -> set[int]:
    """Return the columns of the plots, counted from their left end, in which there is a pixel of a colour."""
    image, view, wanted = picture(stack), plot(stack), QColor(colour).rgb()
    left = view.mapTo(stack, QPoint(0, 0)).x()
    return {x for x in range(view.width()) if any(image.pixel(left + x, y) == wanted for y in range(image.height() - 30))}


def words(stack: StripStack) -> str:
    return "\n".join(values.description() for values in stack.findChildren(StripValues))


def hover(stack: StripStack, x: int, y: int = 20) -> None:
    QTest.mouseMove(plot(stack).viewport(), QPoint(x, y))
    settle(stack)


def wheel(stack: StripStack, notches: int, x: int) -> None:
    viewport = plot(stack).viewport()
    at = QPointF(x, 20)
    event = QWheelEvent(
        at,
        viewport.mapToGlobal(at),
        QPoint(),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(viewport, event)


def drag(stack: StripStack, pixels: int) -> None:
    viewport = plot(stack).viewport()
    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=QPoint(300, 20))
    QTest.mouseMove(viewport, QPoint(300 + pixels, 20))
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=QPoint(300 + pixels, 20))


class Paints(QObject):
    """Counts how often a view is painted, and how often a curve is drawn."""

    def __init__(self, view: PlotView, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__()
        self.count = self.curves = 0
        draw = CurvePainter.draw

        def counted(*arguments: object) -> None:
            self.curves += 1
            draw(*arguments)  # type: ignore[arg-type]

        monkeypatch.setattr(CurvePainter, "draw", counted)
        view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.Paint
        return False


def noting(keys: list[str]) -> Callable[..., None]:
    """Return StripData.prepare, noting the key of each strip that it is called for."""
    prepare = StripData.prepare

    def noted(data: StripData, view: TimeView, columns: int, limits: list[Limit], *, is_moved: bool) -> None:
        keys.append(data.strip.key)
        prepare(data, view, columns, limits, is_moved=is_moved)

    return noted


# Drawing


def test_a_curve_goes_through_the_whole_width_in_its_colour(stack: StripStack) -> None:
    assert len(columns_of(stack, DARK.power)) >= plot(stack).width() - 2


@pytest.mark.parametrize("missing", [math.nan, math.inf, -math.inf])
def test_values_that_are_missing_leave_a_hole(stack: StripStack, missing: float) -> None:
    y = np.where((T > 60) & (T < 80), missing, 300.0)
    stack.set_series("power", "a", T + 0.0, y)
    stack.redraw()
    drawn = {x / plot(stack).width() * 60 + 40 for x in columns_of(stack, DARK.power)}
    assert not [place for place in drawn if 60.5 < place < 79.5]
    assert {round(place) for place in drawn} >= {*range(40, 61), *range(80, 100)}


def test_a_single_point_is_a_dot_and_an_empty_strip_a_dash_with_its_reason(stack: StripStack, qtbot: QtBot) -> None:
    stack.set_strips([POWER, Strip("none", "SM activity", "%", (Curve("a", "x", "clock"),), subtitle="not allowed here")])
    stack.set_series("power", "a", np.array([70.0]), np.array([300.0]))
    stack.redraw()
    assert len(columns_of(stack, DARK.power)) == 4
    assert "SM activity: – %" in words(stack)


@pytest.mark.parametrize("odd", [math.inf, -math.inf, 1e300, -1e305])
def test_no_value_breaks_a_strip(stack: StripStack, odd: float) -> None:
    y = np.where(np.arange(T.size) == 900, odd, 1.5)
    stack.set_series("loss", "a", T, y)
    stack.redraw()
    assert len(columns_of(stack, DARK.loss)) >= plot(stack).width() - 3


@pytest.mark.parametrize(("last", "said"), [(math.nan, "NaN"), (math.inf, "∞"), (-math.inf, "-∞")])
def test_a_told_series_says_since_when_it_is_no_number(stack: StripStack, last: float, said: str) -> None:
    stack.set_series("loss", "a", T, np.where(T < 71.95, 1.0, last))
    stack.redraw()
    assert f"Loss: {said} from 1:12" in words(stack)


def test_a_sensor_s_missing_value_is_a_dash(stack: StripStack) -> None:
    stack.set_series("power", "a", T, np.where(T < 72, 300.0, math.nan))
    stack.redraw()
    assert "Power: – W" in words(stack)


def test_present_values_are_shown_in_the_unit_of_the_strip(stack: StripStack) -> None:
    assert words(stack).splitlines() == ["Power: 300 W", "Loss: 1.00", "Memory: gpu:0 4.00 GiB, gpu:1 6.00 GiB"]


def test_a_gap_is_blank_and_a_throttled_stretch_tinted(stack: StripStack) -> None:
    before = columns_of(stack, DARK.power)
    stack.set_shades([Shade(60, 80, "gap 20 s", frozenset({"power"}))])
    missing = {x / plot(stack).width() * 60 + 40 for x in before - columns_of(stack, DARK.power)}
    assert (min(missing), max(missing)) == pytest.approx((60, 80), abs=0.3)
    plain = picture(stack)
    stack.set_shades([Shade(60, 80, "power cap", frozenset({"power"}), "throttle")])
    assert columns_of(stack, DARK.power) == before
    assert picture(stack) != plain


def test_limits_and_marks_are_drawn(stack: StripStack) -> None:
    plain = picture(stack)
    stack.set_limits([Limit("power", 400.0, "limit 400 W"), Limit("nowhere", 1.0, "x")])
    limited = picture(stack)
    stack.set_marks([Mark(70.0, "learning rate"), Mark(1e9, "far away")])
    assert plain != limited != picture(stack)


def test_a_band_lies_behind_its_curve(stack: StripStack) -> None:
    plain = picture(stack)
    stack.set_band("power", "a", T, np.full(T.size, 200.0), np.full(T.size, 400.0))
    assert picture(stack) != plain
    assert len(columns_of(stack, DARK.power)) >= plot(stack).width() - 2


def test_another_theme_is_drawn_at_once(stack: StripStack, theme: Theme, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    hover(stack, 300)
    picture(stack)
    paints = Paints(plot(stack), monkeypatch)
    theme.choose(Choice.LIGHT)
    qtbot.waitUntil(lambda: paints.curves == 4)
    stack.set_cursor(None)
    assert len(columns_of(stack, LIGHT.power)) >= plot(stack).width() - 2
    assert picture(stack).pixelColor(2, 2).name() == LIGHT.bg


# Work


def test_without_change_nothing_is_painted(stack: StripStack, monkeypatch: pytest.MonkeyPatch) -> None:
    paints = Paints(plot(stack), monkeypatch)
    for _ in range(3):
        stack.set_series("power", "a", T, np.full(T.size, 300.0))
        stack.set_end(100.0)
        stack.redraw()
        QApplication.processEvents()
    assert paints.count == 0


def test_many_changes_are_one_repaint(stack: StripStack, monkeypatch: pytest.MonkeyPatch) -> None:
    paints = Paints(plot(stack), monkeypatch)
    for end in range(101, 120):
        stack.set_end(float(end))
        stack.redraw()
    drag(stack, 50)
    QApplication.processEvents()
    assert paints.count == 1
    assert paints.curves == 4


def test_the_cursor_alone_draws_no_curve_again(stack: StripStack, monkeypatch: pytest.MonkeyPatch) -> None:
    hover(stack, 100)
    picture(stack)
    paints = Paints(plot(stack), monkeypatch)
    for x in (101, 102, 103):
        hover(stack, x)
    assert paints.count >= 3
    assert paints.curves == 0


def test_what_the_hand_moves_within_a_frame_is_one_repaint_of_the_last_place(stack: StripStack, monkeypatch: pytest.MonkeyPatch) -> None:
    stack.set_series("power", "a", T, np.where((T > 59.9) & (T < 60.1), 300.0, np.nan))
    drag(stack, 4)
    settle(stack)
    monkeypatch.setattr(strip_stack, "_PLOTS_MS", 600_000)  # however slow the machine is, all of it is in one frame
    paints = Paints(plot(stack), monkeypatch)
    for pixels in range(10, 90):
        drag(stack, pixels)
        stack.redraw()  # as a page does when data comes
        QApplication.processEvents()
    assert (paints.count, paints.curves) == (0, 0)
    frame_of(stack).start(0)
    place = (60.0 - stack.view_range[0]) / 60.0 * plot(stack).width()
    columns = columns_of(stack, DARK.power)
    assert columns
    assert all(abs(column - place) < 3 for column in columns)


def test_a_hidden_stack_does_nothing_and_shows_the_newest_when_it_is_back(stack: StripStack, monkeypatch: pytest.MonkeyPatch) -> None:
    stack.hide()
    QApplication.processEvents()
    prepared: list[str] = []
    monkeypatch.setattr(StripData, "prepare", noting(prepared))
    stack.set_series("power", "a", np.append(T, 100.0), np.full(T.size + 1, 400.0))
    stack.set_end(160.0)
    stack.redraw()
    QApplication.processEvents()
    assert not prepared
    stack.show()
    QApplication.processEvents()
    assert prepared
    assert "Power: 400 W" in words(stack)
    assert stack.view_range == (100.0, 160.0)


def test_rows_that_are_scrolled_away_are_not_prepared(stack: StripStack, monkeypatch: pytest.MonkeyPatch) -> None:
    stack.set_strips([Strip(str(index), f"Metric {index}", "", (Curve("a", "x", "clock"),)) for index in range(30)])
    QApplication.processEvents()
    seen: list[str] = []
    monkeypatch.setattr(StripData, "prepare", noting(seen))
    stack.set_end(101.0)
    stack.redraw()
    assert seen == [str(index) for index in range(7)]


def test_it_is_gone_when_it_is_let_go(qtbot: QtBot, theme: Theme) -> None:
    made = StripStack(theme)
    made.set_strips([POWER])
    watched = weakref.ref(made)
    made.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    del made
    gc.collect()
    assert watched() is None
    theme.choose(Choice.LIGHT)


# Looking


def test_dragging_shows_the_past_and_a_double_click_returns(stack: StripStack, qtbot: QtBot) -> None:
    width = plot(stack).width()
    with qtbot.waitSignal(stack.following_changed) as told:
        drag(stack, 100)
    assert told.args == [False]
    assert stack.view_range == pytest.approx((40 - 6000 / width, 100 - 6000 / width))
    shown = stack.view_range
    stack.set_end(200.0)
    stack.redraw()
    assert stack.view_range == shown
    with qtbot.waitSignal(stack.following_changed) as told:
        QTest.mouseDClick(plot(stack).viewport(), Qt.MouseButton.LeftButton, pos=QPoint(50, 20))
    assert told.args == [True]
    assert stack.view_range == (140.0, 200.0)


def test_new_data_repaints_nothing_while_the_past_is_shown(stack: StripStack, monkeypatch: pytest.MonkeyPatch) -> None:
    drag(stack, 200)
    picture(stack)
    paints = Paints(plot(stack), monkeypatch)
    stack.set_series("power", "a", np.append(T, 100.0), np.append(np.full(T.size, 300.0), 444.0))
    stack.set_end(100.1)
    stack.redraw()
    QApplication.processEvents()
    assert paints.curves == 0
    assert "Power: 444 W" in words(stack)


def wavy(stack: StripStack) -> None:
    """Show ups and downs that become larger to the left, a shade that ends in view, one that is open, and a mark."""
    stack.set_strips([POWER, LOSS])
    stack.set_series("power", "a", T, 300.0 + 80.0 * np.sin(T))
    stack.set_series("loss", "a", T, np.cos(3.0 * T) * np.exp(-T / 20))
    stack.set_shades([Shade(30.0, 55.0, "power cap", frozenset({"power"}), "throttle"), Shade(95.0, None, "asleep")])
    stack.set_marks([Mark(50.0, "learning rate")])


def unlike(one: QImage, other: QImage) -> int:
    """Return how many pixels of two pictures differ; where a place lies between two pixels, some may."""
    pixels = [np.frombuffer(image.constBits(), np.uint32) for image in (one, other)]
    return int((pixels[0] != pixels[1]).sum())


def unlike_redrawn(stack: StripStack) -> int:
    """Return how many pixels become others when everything is drawn anew."""
    before = picture(stack)
    stack.show_range(*stack.view_range)
    return unlike(before, picture(stack))


@pytest.mark.parametrize("pixels", [4, -4, 37], ids=str)
def test_dragging_draws_no_curve_for_each_movement_and_looks_as_if_it_did(
    stack: StripStack, monkeypatch: pytest.MonkeyPatch, pixels: int
) -> None:
    wavy(stack)
    stack.show_range(20.0, 80.0)
    hover(stack, 300)
    picture(stack)
    paints = Paints(plot(stack), monkeypatch)
    for _ in range(5):
        before = picture(stack)
        drag(stack, pixels)
        assert unlike(before, picture(stack)) > 500
    assert paints.curves <= 6  # of ten: beyond what was in view, beyond what was looked up, for another range
    assert unlike_redrawn(stack) < 30


def test_a_limit_s_name_stays_at_the_end_while_the_curves_are_dragged(stack: StripStack) -> None:
    stack.set_limits([Limit("power", 500.0, "limit 500 W")])
    label = QRect(plot(stack).x() + plot(stack).width() - 120, 0, 120, 16)  # above its dashes
    seen = []
    for pixels in (30, 31):
        drag(stack, pixels)
        plot(stack).hovered.emit(None)  # without the card
        seen.append(picture(stack).copy(label))
        assert seen[-1] != picture(stack).copy(label.translated(-200, 0))
    assert seen[0] == seen[1]


def test_what_came_meanwhile_is_there_when_the_view_is_dragged_to_it(stack: StripStack) -> None:
    wavy(stack)
    stack.set_shades(())
    for pixels in (60, 10):
        picture(stack)
        drag(stack, pixels)
    picture(stack)
    times = np.arange(0.0, 110.0, 0.1)
    stack.set_series("power", "a", times, 300.0 + 80.0 * np.sin(times))
    stack.set_end(110.0)
    stack.redraw()
    picture(stack)
    drag(stack, -130)
    assert stack.view_range[1] > 105
    assert unlike_redrawn(stack) < 30


def test_the_wheel_zooms_around_the_pointer(stack: StripStack) -> None:
    width = plot(stack).width()
    place = 40 + 60 * 200 / width
    wheel(stack, 3, 200)
    start, end = stack.view_range
    assert end - start == pytest.approx(60 * 0.8**3)
    assert start + (end - start) * 200 / width == pytest.approx(place)
    wheel(stack, -100, 200)
    assert stack.view_range == (0.0, 100.0)
    wheel(stack, 500, 200)
    assert stack.view_range[1] - stack.view_range[0] == pytest.approx(0.5)


def test_the_whole_run_and_a_range(stack: StripStack) -> None:
    stack.follow(None)
    assert stack.view_range == (0.0, 100.0)
    stack.show_range(20.0, 30.0)
    assert (stack.view_range, stack.following) == ((20.0, 30.0), False)


# The cursor


def test_the_cursor_is_under_the_pointer_and_gone_with_it(stack: StripStack) -> None:
    plain = picture(stack)
    hover(stack, 250)
    assert stack._gestures.place == pytest.approx(40 + 60 * 250 / plot(stack).width())
    assert picture(stack) != plain
    QApplication.sendEvent(plot(stack).viewport(), QEvent(QEvent.Type.Leave))
    assert stack._gestures.place is None
    assert picture(stack) == plain


def test_the_card_stays_in_the_view_at_either_end(stack: StripStack) -> None:
    for x in (3, plot(stack).width() - 3):
        hover(stack, x)
        card = stack._rows.crosshair._card_area
        assert 0 <= card.left() < card.right() <= plot(stack).width()
        assert not card.left() <= x <= card.right()


def test_the_card_is_drawn_once_while_its_place_is_dragged(stack: StripStack, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Card] = []
    draw = CursorItem._draw_card

    def noted(item: CursorItem, painter: QPainter, card: Card, area: QRectF) -> None:
        drawn.append(card)
        draw(item, painter, card, area)

    monkeypatch.setattr(CursorItem, "_draw_card", noted)
    hover(stack, 300)
    for x in (310, 320, 330):
        QTest.mousePress(plot(stack).viewport(), Qt.MouseButton.LeftButton, pos=QPoint(x - 10, 20))
        hover(stack, x)
    assert {card.place for card in drawn} == {drawn[0].place}
    assert len(drawn) == 1
    QTest.mouseRelease(plot(stack).viewport(), Qt.MouseButton.LeftButton, pos=QPoint(330, 20))
    hover(stack, 200)
    assert drawn[-1].place != drawn[0].place


def test_values_at_a_place(stack: StripStack) -> None:
    gib = 2.0**30
    assert stack.values_at(70.0)[0] == ("power", "a", 300.0)
    assert [value for _, _, value in stack.values_at(70.0)][2:] == [4 * gib, 6 * gib]
    assert [value for _, _, value in stack.values_at(500.0)] == [None] * 4
    stack.set_curve_visible("memory", "a", False)
    assert [keys for *keys, _ in stack.values_at(70.0)] == [["power", "a"], ["loss", "a"], ["memory", "b"]]


def test_the_card_tells_every_value_the_note_and_what_is_said_about_the_place(stack: StripStack) -> None:
    stack.set_shades([Shade(60, 80, "power cap", frozenset({"power"}), "throttle"), Shade(65, 75, "gap 10 s", frozenset({"loss"}))])
    stack.set_marks([Mark(70.0, "warm-up done")])
    stack.set_cursor_note(lambda place: f"step {place * 10:.0f}")
    stack.set_cursor(70.0)
    stack.redraw()
    card = stack._rows.crosshair._card
    assert card is not None
    assert (card.place, card.note) == ("1:10.0", "step 700")
    assert [(row.label, row.value) for row in card.rows] == [
        ("Power", "300 W"),
        ("Loss", "–"),
        ("Memory · gpu:0", "4.00 GiB"),
        ("Memory · gpu:1", "6.00 GiB"),
    ]
    assert card.remarks == ("warm-up done", "power cap", "gap 10 s")


def test_steps_are_counted_with_thousands(stack: StripStack) -> None:
    stack.set_axis("steps", "step")
    stack.set_end(50_000.0)
    stack.follow(None)
    stack.set_cursor(12_345.0)
    stack.redraw()
    assert stack._rows.crosshair._card is not None
    assert stack._rows.crosshair._card.place == "12\u202f345"
    assert [text for _, text in stack._axis.figures()][:2] == ["0", "10k"]


# The keyboard


def test_the_keyboard_moves_the_cursor_zooms_and_goes_to_the_ends(stack: StripStack, qtbot: QtBot) -> None:
    view = plot(stack)
    view.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(view, Qt.Key.Key_Left)
    first = stack.cursor_place
    QTest.keyClick(view, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    second = stack.cursor_place
    assert first is not None
    assert second is not None
    assert 40 < second < first < 100
    QTest.keyClick(view, Qt.Key.Key_Plus)
    assert stack.view_range[1] - stack.view_range[0] == pytest.approx(48.0)
    QTest.keyClick(view, Qt.Key.Key_Minus)
    QTest.keyClick(view, Qt.Key.Key_Home)
    assert stack.view_range == pytest.approx((0.0, 60.0))
    QTest.keyClick(view, Qt.Key.Key_End)
    assert (stack.view_range, stack.following) == ((40.0, 100.0), True)
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert stack.cursor_place is None


def test_the_cursor_takes_the_view_along(stack: StripStack) -> None:
    stack.show_range(40.0, 60.0)
    stack.set_cursor(40.0)
    QTest.keyClick(plot(stack), Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert stack.cursor_place is not None
    assert stack.view_range[0] == pytest.approx(stack.cursor_place)
    assert stack.cursor_place < 40


def test_focus_is_visible_when_it_came_by_the_keyboard(stack: StripStack) -> None:
    plot(stack).clearFocus()
    plain = picture(stack)
    plot(stack).setFocus(Qt.FocusReason.MouseFocusReason)
    assert picture(stack) == plain
    plot(stack).clearFocus()
    plot(stack).setFocus(Qt.FocusReason.TabFocusReason)
    assert DARK.accent in {picture(stack).pixelColor(plot(stack).x() + 20, y).name() for y in range(4)}
    plot(stack).clearFocus()
    assert picture(stack) == plain


# The legend


def entry(stack: StripStack, label: str) -> LegendEntry:
    return next(one for one in stack.findChildren(LegendEntry) if one.curve.label == label)


def test_a_curve_is_switched_by_a_click_and_by_the_keyboard(stack: StripStack, qtbot: QtBot) -> None:
    second = entry(stack, "gpu:1")
    assert second.accessibleName() == "Memory, gpu:1"
    with qtbot.waitSignal(stack.curve_toggled) as told:
        QTest.mouseClick(second, Qt.MouseButton.LeftButton)
    assert told.args == ["memory", "b", False]
    assert not columns_of(stack, DARK.clock)
    with qtbot.waitSignal(stack.curve_toggled) as told:
        QTest.keyClick(second, Qt.Key.Key_Space)
    assert told.args == ["memory", "b", True]
    assert columns_of(stack, DARK.clock)


def test_switching_by_the_page_shows_in_the_legend(stack: StripStack) -> None:
    stack.set_curve_visible("memory", "b", False)
    assert not entry(stack, "gpu:1").isChecked()
    assert not columns_of(stack, DARK.clock)


def test_new_strips_keep_the_series_and_switches_of_those_that_stay(stack: StripStack) -> None:
    stack.set_curve_visible("memory", "b", False)
    stack.set_strips([MEMORY, POWER])
    stack.redraw()
    assert words(stack).splitlines()[-2:] == ["Memory: gpu:0 4.00 GiB", "Power: 300 W"]
    assert not entry(stack, "gpu:1").isChecked()


def test_curves_without_room_in_the_legend_are_in_its_menu(stack: StripStack, qtbot: QtBot) -> None:
    stack.set_strips(
        [Strip("many", "Power", "W", tuple(Curve(str(index), f"gpu:{index}", "power") for index in range(8)))] * 1 + [POWER, LOSS]
    )
    QApplication.processEvents()
    label = stack._rows.rows[0].label
    hidden = [one for one in label.entries if not one.isVisible()]
    assert label.more.isVisible()
    assert label.more.text() == f"{len(hidden)} more"
    label.more.click()
    menu = QApplication.activePopupWidget()
    assert menu is not None
    action = menu.actions()[7]
    with qtbot.waitSignal(stack.curve_toggled) as told:
        action.trigger()
    assert told.args == ["many", "7", False]
    menu.close()


# What is handed in


def test_unknown_strips_and_curves_are_ignored(stack: StripStack) -> None:
    before = picture(stack)
    stack.set_series("nobody", "a", T, T)
    stack.set_series("power", "nobody", T, T)
    stack.set_band("power", "nobody", T, T, T)
    stack.set_curve_visible("power", "nobody", False)
    stack.redraw()
    assert picture(stack) == before


@pytest.mark.parametrize("text", ["<b>bold</b>\n<img src=http://x/y.png>", "a" * 5000, "\u202eabc \U0001f600\x00", ""])
def test_any_name_is_shown_as_it_is(stack: StripStack, text: str) -> None:
    stack.set_strips([Strip("a", text, text, (Curve("a", text, "power"), Curve("b", text, "power")), subtitle=text), POWER])
    stack.set_marks([Mark(50.0, text)])
    stack.set_shades([Shade(50.0, None, text)])
    stack.set_limits([Limit("a", 1.0, text)])
    stack.set_axis("time", text)
    stack.set_cursor_note(text)
    stack.set_cursor(60.0)
    stack.redraw()
    assert picture(stack).width() == 800
    assert plot(stack).width() > 300


def test_an_exception_in_the_page_s_note_does_not_leave_a_mouse_event(stack: StripStack, qtbot: QtBot) -> None:
    def fail(place: float) -> str:
        raise ZeroDivisionError

    stack.set_cursor_note(fail)
    with qtbot.captureExceptions() as exceptions:
        hover(stack, 100)
        hover(stack, 101)
    assert [kind for kind, *_ in exceptions] == [ZeroDivisionError]


def test_screen_readers_get_names_and_present_values(stack: StripStack) -> None:
    view = plot(stack)
    view.clearFocus()
    view.setFocus(Qt.FocusReason.TabFocusReason)
    assert view.accessibleName() == "Charts"
    assert "Power: 300 W" in view.accessibleDescription()
    assert stack._rows.rows[0].label.accessibleName() == "Power, W"
