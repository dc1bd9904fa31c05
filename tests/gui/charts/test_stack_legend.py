"""The stack's legend, which shows and hides curves."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from gpuscope.gui.charts import strip_margins
from gpuscope.gui.charts.strip import Curve, Strip
from gpuscope.gui.charts.strip_label import LegendEntry, StripLabel
from gpuscope.gui.charts.strip_stack import StripStack
from gpuscope.gui.palette import DARK
from tests.gui.charts.stack_hands import LOSS, MEMORY, POWER, T, columns_of, picture, words


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


def test_a_chinese_title_does_not_touch_the_first_entry(stack: StripStack) -> None:
    stack.set_strips([replace(MEMORY, title="主内存")])
    stack.redraw()
    picture(stack)
    label = stack._rows.rows[0].label
    image, first = label.grab().toImage(), label.entries[0].y()
    title = [y for y in range(first + 2) if any(image.pixelColor(x, y).lightness() > 150 for x in range(20, 60))]
    assert first - title[-1] > 3


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


def test_a_new_unit_takes_no_button_away_under_the_mouse(stack: StripStack, qtbot: QtBot) -> None:
    second = entry(stack, "gpu:1")
    QTest.mousePress(second, Qt.MouseButton.LeftButton)
    stack.set_strips([replace(strip, unit="MiB", factor=2.0**-20) if strip.key == "memory" else strip for strip in stack.strips])
    stack.redraw()
    assert stack.data_of("memory").strip.unit == "MiB"
    with qtbot.waitSignal(stack.curve_toggled):
        QTest.mouseRelease(second, Qt.MouseButton.LeftButton)
    assert "Memory, MiB" in [label.accessibleName() for label in stack.findChildren(StripLabel)]


def test_curves_without_room_in_the_legend_are_in_its_menu(stack: StripStack, qtbot: QtBot) -> None:
    stack.set_strips(
        [Strip("many", "Power", "W", tuple(Curve(str(index), f"gpu:{index}", "power") for index in range(8)))] * 1 + [POWER, LOSS]
    )
    QApplication.processEvents()
    label = stack._rows.rows[0].label
    more = label.findChild(QPushButton)
    assert more.isVisible()
    assert more.text() == f"{8 - sum(shown.isVisible() for shown in label.entries)} more"
    more.click()
    menu = QApplication.activePopupWidget()
    assert menu is not None
    action = menu.actions()[7]
    with qtbot.waitSignal(stack.curve_toggled) as told:
        action.trigger()
    assert told.args == ["many", "7", False]
    menu.close()
    more.click()
    assert [action.isChecked() for action in QApplication.activePopupWidget().actions()] == [True] * 7 + [False]
    QApplication.activePopupWidget().close()


def test_only_values_of_named_curves_are_drawn_beside_a_legend_without_room(stack: StripStack) -> None:
    """A number whose name is in a menu says nothing; the cursor's card names all."""
    curves = tuple(Curve(str(index), f"gpu:{index}", "power") for index in range(4))
    stack.set_strips([Strip("many", "Power", "W", curves), *(replace(POWER, key=str(index)) for index in range(7))])
    for curve in curves:
        stack.data_of("many").series[curve.key].set(T, T)
    stack.redraw()
    QApplication.processEvents()
    row = stack._rows.rows[0]
    row.values.refresh()
    named = [entry.curve.key for entry in row.label.entries if entry.isVisible()]
    assert 0 < len(named) < len(curves)
    drawn: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(strip_margins, "write", lambda _painter, _box, text, *_: drawn.append(text))
        row.values.grab()
    assert drawn == ["99.9"] * len(named) + [f"{len(curves) - len(named)} more"]


def test_curves_that_get_room_later_join_the_legend_as_they_are(stack: StripStack) -> None:
    stack.set_strips([Strip("many", "Power", "W", tuple(Curve(str(index), f"gpu:{index}", "power") for index in range(8))), POWER, LOSS])
    stack.set_curve_visible("many", "6", False)
    label = stack._rows.rows[0].label
    few = len(label.entries)
    stack.resize(stack.width(), 1200)
    QApplication.processEvents()
    assert few < 7, "this window was to have no room for all"
    assert [(shown.curve.key, shown.isVisible(), shown.isChecked()) for shown in label.entries] == [
        (str(index), True, index != 6) for index in range(8)
    ]
    assert label.findChild(QPushButton) is None or not label.findChild(QPushButton).isVisible()


def test_a_new_legend_is_laid_out_for_its_own_size_only(stack: StripStack, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[QSize] = []
    monkeypatch.setattr(StripLabel, "resizeEvent", lambda _, event: sizes.append(event.size()))
    stack.set_strips([])
    stack.set_strips([POWER, LOSS, MEMORY])
    assert sizes == [label.size() for label in stack.findChildren(StripLabel) if label.isVisible()]
