"""The range that the stack shows: dragging, zooming, following."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpuscope.gui.charts.strip import Limit, Mark, Shade
from gpuscope.gui.charts.strip_stack import StripStack
from tests.gui.charts.stack_hands import LOSS, POWER, Paints, T, drag, hover, picture, plot, view_range, wheel


def test_dragging_shows_the_past_and_a_double_click_returns(stack: StripStack, qtbot: QtBot) -> None:
    width = plot(stack).width()
    with qtbot.waitSignal(stack.following_changed) as told:
        drag(stack, 100)
    assert told.args == [False]
    assert view_range(stack) == pytest.approx((40 - 6000 / width, 100 - 6000 / width))
    shown = view_range(stack)
    stack.set_end(200.0)
    stack.redraw()
    assert view_range(stack) == shown
    with qtbot.waitSignal(stack.following_changed) as told:
        QTest.mouseDClick(plot(stack).viewport(), Qt.MouseButton.LeftButton, pos=QPoint(50, 20))
    assert told.args == [True]
    assert view_range(stack) == (140.0, 200.0)


def wavy(stack: StripStack) -> None:
    """Show oscillations that grow to the left, a shade that ends in view, an open shade, and a mark."""
    stack.set_strips([POWER, LOSS])
    stack.set_series("power", "a", T, 300.0 + 80.0 * np.sin(T))
    stack.set_series("loss", "a", T, np.cos(3.0 * T) * np.exp(-T / 20))
    stack.set_shades([Shade(30.0, 55.0, "power cap", frozenset({"power"}), "throttle"), Shade(95.0, None, "asleep")])
    pixel = 60.0 / plot(stack).width()
    whole = 20.0 + pixel * round(30.0 / pixel)
    stack.set_marks([Mark(whole + 0.25 * pixel, "learning rate")])  # away from the edge between two pixels, where either would be right


def unlike(one: QImage, other: QImage) -> int:
    """Return the number of pixels that differ between two images; positions between two pixels may cause some."""
    pixels = [np.frombuffer(image.constBits(), np.uint32) for image in (one, other)]
    return int((pixels[0] != pixels[1]).sum())


def unlike_redrawn(stack: StripStack) -> int:
    """Return the number of pixels that change when everything is redrawn."""
    before = picture(stack)
    stack.show_range(*view_range(stack))
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
    assert paints.curves <= 6  # of ten possible: past the visible range, past the prepared data, for another value range
    assert unlike_redrawn(stack) < 30


def test_a_limit_s_name_stays_at_the_end_while_the_curves_are_dragged(stack: StripStack) -> None:
    stack.set_limits([Limit("power", 500.0, "limit 500 W")])
    label = QRect(plot(stack).x() + plot(stack).width() - 120, 0, 120, 16)  # above the limit's dashes
    seen = []
    for pixels in (30, 31):
        drag(stack, pixels)
        plot(stack).hovered.emit(None)  # hide the card
        seen.append(picture(stack).copy(label))
        assert seen[-1] != picture(stack).copy(label.translated(-200, 0))
    assert seen[0] == seen[1]


def rows_changed_by(stack: StripStack, limit: Limit) -> list[int]:
    """Return how many pixels at the end of the first strip a limit changes, by row."""
    area, plain = plot(stack), picture(stack)
    stack.set_limits([limit])
    limited, columns = picture(stack), range(area.x() + area.width() - 300, area.x() + area.width())
    return [sum(plain.pixel(x, y) != limited.pixel(x, y) for x in columns) for y in range(area.height() // 3)]


@pytest.mark.parametrize("name", ["limit 500 W", "上限 500 W"])
def test_a_limit_s_name_keeps_clear_of_its_line_in_every_script(stack: StripStack, name: str) -> None:
    changed = rows_changed_by(stack, Limit("power", 500.0, name))
    line = max(y for y, count in enumerate(changed) if count)
    written = max(y for y in range(line) if changed[y])
    assert changed[line] > max(changed[:line])  # the dashes
    assert line - written >= 3


@pytest.mark.parametrize("name", ["limit 566 W", "上限 566 W"])
def test_a_limit_s_name_near_the_top_is_not_written_over_a_curve_below_the_limit(stack: StripStack, name: str) -> None:
    stack.set_series("power", "a", T, np.full(T.size, 510.0))
    stack.redraw()
    changed = rows_changed_by(stack, Limit("power", 566.0, name))
    assert changed.index(max(changed)) == max(y for y, count in enumerate(changed) if count)  # nothing is written below the dashes


def test_a_mark_s_line_does_not_run_through_a_limit_s_name(stack: StripStack) -> None:
    area = plot(stack)
    start, end = view_range(stack)
    aside, across = (Mark(end - (end - start) * pixels / area.width(), "evaluated") for pixels in (300, 30))

    def seen(mark: Mark) -> QImage:
        stack.set_marks([mark])
        return picture(stack).copy(QRect(area.x() + area.width() - 60, area.y() + 31, 50, 11))  # within the name

    assert seen(aside) != seen(across)
    stack.set_limits([Limit("power", 500.0, "limit 500 W")])
    assert seen(aside) == seen(across)


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
    assert view_range(stack)[1] > 105
    assert unlike_redrawn(stack) < 30


def test_the_wheel_zooms_around_the_pointer(stack: StripStack) -> None:
    width = plot(stack).width()
    place = 40 + 60 * 200 / width
    wheel(stack, 3, 200)
    start, end = view_range(stack)
    assert end - start == pytest.approx(60 * 0.8**3)
    assert start + (end - start) * 200 / width == pytest.approx(place)
    wheel(stack, -100, 200)
    assert view_range(stack) == (0.0, 100.0)
    wheel(stack, 500, 200)
    assert view_range(stack)[1] - view_range(stack)[0] == pytest.approx(0.5)


def test_the_whole_run_and_a_range(stack: StripStack) -> None:
    stack.follow(None)
    assert view_range(stack) == (0.0, 100.0)
    stack.show_range(20.0, 30.0)
    assert (view_range(stack), stack.following) == ((20.0, 30.0), False)
