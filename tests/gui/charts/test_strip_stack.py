"""What the stack of strips draws, and the data passed to it."""

import math

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea
from pytestqt.qtbot import QtBot

from gpuscope.gui.accessibility import spoken_value
from gpuscope.gui.charts.strip import Curve, Limit, Mark, Shade, Strip
from gpuscope.gui.charts.strip_margins import TimeAxis
from gpuscope.gui.charts.strip_stack import StripStack
from gpuscope.gui.palette import DARK, LIGHT
from gpuscope.gui.theme import Choice, Theme
from tests.gui.charts.stack_hands import LOSS, MEMORY, POWER, Paints, T, columns_of, hover, picture, plot, put_cursor, settle, words


def test_a_curve_goes_through_the_whole_width_in_its_colour(stack: StripStack) -> None:
    assert len(columns_of(stack, DARK.power)) >= plot(stack).width() - 2


def test_a_line_separates_a_strip_that_goes_on_below_the_axis(stack: StripStack) -> None:
    def has_line() -> bool:
        image, axis = picture(stack), stack.findChild(TimeAxis)
        assert axis is not None
        return {image.pixelColor(x, axis.y()).name() for x in range(stack.width())} == {DARK.line}

    assert not has_line(), "all strips are in view, and the last one has a line of its own"
    stack.resize(800, 150)
    assert has_line()
    bar = stack.findChild(QScrollArea).verticalScrollBar()
    bar.setValue(bar.maximum())
    assert not has_line()
    stack.resize(800, 400)
    assert not has_line()


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


@pytest.mark.parametrize(("last", "said"), [(math.nan, "NaN"), (math.inf, "∞"), (-math.inf, "−∞")])
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


def test_a_shade_is_labelled_at_the_first_strip_in_view(stack: StripStack) -> None:
    stack.set_strips([POWER, LOSS, *(Strip(f"other {index}", "Other", "", (Curve("a", "x", "clock"),)) for index in range(20)), MEMORY])
    shade = Shade(60, 80, "power cap", frozenset({"power", "memory"}), "throttle")
    stack.set_shades([shade])
    settle(stack)

    def labelled() -> list[str]:
        return [key for key in stack.around.order if stack.around.names(key, shade)]

    area = stack.findChild(QScrollArea)
    assert area is not None
    bar = area.verticalScrollBar()
    assert bar.maximum() > 0
    assert labelled() == ["power"]
    bar.setValue(bar.maximum())
    settle(stack)
    assert labelled() == ["memory"]


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
    put_cursor(stack, None)
    assert len(columns_of(stack, LIGHT.power)) >= plot(stack).width() - 2
    assert picture(stack).pixelColor(2, 2).name() == LIGHT.bg


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
    put_cursor(stack, 60.0)
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
    assert "Power, last 60 s: 300 W, lowest" in spoken_value(view)
    assert stack._rows.rows[0].label.accessibleName() == "Power, W"
