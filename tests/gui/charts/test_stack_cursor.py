"""The stack's cursor, controlled by pointer and keyboard, and its card of values."""

import pytest
from PySide6.QtCore import QEvent, QPoint, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gpuscope.gui.charts.cursor_item import Card, CursorItem
from gpuscope.gui.charts.strip import Mark, Shade
from gpuscope.gui.charts.strip_stack import StripStack
from gpuscope.gui.palette import DARK
from tests.gui.charts.stack_hands import cursor_place, hover, picture, plot, put_cursor, values_at, view_range


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
    assert values_at(stack, 70.0)[0] == ("power", "a", 300.0)
    assert [value for _, _, value in values_at(stack, 70.0)][2:] == [4 * gib, 6 * gib]
    assert values_at(stack, 500.0) == values_at(stack, 119.9), "past the end it is the last reading"
    stack.set_curve_visible("memory", "a", False)
    assert [keys for *keys, _ in values_at(stack, 70.0)] == [["power", "a"], ["loss", "a"], ["memory", "b"]]


def test_the_card_tells_every_value_the_note_and_what_is_said_about_the_place(stack: StripStack) -> None:
    stack.set_shades([Shade(60, 80, "power cap", frozenset({"power"}), "throttle"), Shade(65, 75, "gap 10 s", frozenset({"loss"}))])
    stack.set_marks([Mark(70.0, "warm-up done")])
    stack.set_cursor_note(lambda place: f"step {place * 10:.0f}")
    put_cursor(stack, 70.0)
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
    put_cursor(stack, 12_345.0)
    stack.redraw()
    assert stack._rows.crosshair._card is not None
    assert stack._rows.crosshair._card.place == "12\u202f345"
    assert [text for _, text in stack._axis.figures()][:2] == ["0", "10k"]


def test_the_keyboard_moves_the_cursor_zooms_and_goes_to_the_ends(stack: StripStack, qtbot: QtBot) -> None:
    view = plot(stack)
    view.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(view, Qt.Key.Key_Left)
    first = cursor_place(stack)
    QTest.keyClick(view, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    second = cursor_place(stack)
    assert first is not None
    assert second is not None
    assert 40 < second < first < 100
    QTest.keyClick(view, Qt.Key.Key_Plus)
    assert view_range(stack)[1] - view_range(stack)[0] == pytest.approx(48.0)
    QTest.keyClick(view, Qt.Key.Key_Minus)
    QTest.keyClick(view, Qt.Key.Key_Home)
    assert view_range(stack) == pytest.approx((0.0, 60.0))
    QTest.keyClick(view, Qt.Key.Key_End)
    assert (view_range(stack), stack.following) == ((40.0, 100.0), True)
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert cursor_place(stack) is None


def test_the_cursor_takes_the_view_along(stack: StripStack) -> None:
    stack.show_range(40.0, 60.0)
    put_cursor(stack, 40.0)
    QTest.keyClick(plot(stack), Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    place = cursor_place(stack)
    assert place is not None
    assert view_range(stack)[0] == pytest.approx(place)
    assert place < 40


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
