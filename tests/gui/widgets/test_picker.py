"""Lists of optimizations, engines and workloads explain each entry, and say which apply here."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QListWidget, QListWidgetItem, QWidget
from pytestqt.qtbot import QtBot

from gpuscope.core.runspec import RunSpec
from gpuscope.gui.theme import STRONG, Choice, Theme
from gpuscope.gui.widgets.field_editor import ChoiceBox, Option
from gpuscope.gui.widgets.picker_editor import PickerBox, SeveralBox
from gpuscope.gui.widgets.picker_list import PickerList
from gpuscope.gui.widgets.spec_draft import SpecDraft, tool_options, workload_options
from gpuscope.workloads import workload_table
from gpuscope.workloads.capabilities import Capabilities

CPU_ONLY = Capabilities("2.13.0", (), "no NVIDIA driver is loaded on this machine", 2**62, complete=True)
SEVERAL = [
    Option("a", "Alpha", "", "The first."),
    Option("b", "Beta"),
    Option("c", "Gamma", "Gamma has no meaning here.", "The third.", "Rest"),
]
MANY = [
    Option(f"w{place}", f"Work {place}", "", "", "Odd" if place % 2 else "Even") for place in sorted(range(14), key=lambda one: one % 2)
]


def opened(box: PickerBox) -> PickerList:
    box.showPopup()
    made = box.findChild(PickerList)
    assert made is not None
    return made


@pytest.fixture
def several(qtbot: QtBot, theme: Theme) -> Iterator[SeveralBox]:
    box = SeveralBox(theme)
    qtbot.addWidget(box)
    box.set_options(SEVERAL)
    box.show()
    yield box
    for child in box.findChildren(PickerList):
        child.close()


def the_list(popup: PickerList) -> QListWidget:
    found = popup.findChild(QListWidget)
    assert found is not None
    return found


def row(popup: PickerList, words: str) -> QListWidgetItem:
    (item,) = the_list(popup).findItems(words, Qt.MatchFlag.MatchExactly)
    return item


def said(popup: PickerList) -> str:
    return " ".join(label.text() for label in popup.findChildren(QLabel) if label.text())


def test_several_are_taken_and_let_go_with_the_keyboard(several: SeveralBox) -> None:
    QTest.keyClick(several, Qt.Key.Key_Down)
    popup = several.findChild(PickerList)
    assert popup is not None
    rows = the_list(popup)
    QTest.keyClick(rows, Qt.Key.Key_Space)
    QTest.keyClick(rows, Qt.Key.Key_Down)
    QTest.keyClick(rows, Qt.Key.Key_Return)
    assert several.chosen() == ["a", "b"]
    assert several.chosen_text() == "Alpha, Beta"
    assert row(popup, "Beta").checkState() is Qt.CheckState.Checked
    QTest.keyClick(rows, Qt.Key.Key_Space)
    assert several.chosen() == ["a"]
    several.choose_all([])
    assert several.chosen_text() == "none"


def test_what_does_not_fit_says_why_and_cannot_be_taken(several: SeveralBox) -> None:
    popup = opened(several)
    rows = the_list(popup)
    assert said(popup) == "The first."
    rows.setCurrentItem(row(popup, "Gamma"))
    assert said(popup) == "Gamma has no meaning here. The third."
    QTest.keyClick(rows, Qt.Key.Key_Space)
    assert several.chosen() == []


def test_an_open_list_follows_the_theme_and_its_headings_have_a_weight_that_is_shipped(theme: Theme, several: SeveralBox) -> None:
    popup = opened(several)
    for choice in (Choice.LIGHT, Choice.DARK):
        theme.choose(choice)
        assert row(popup, "Rest").foreground().color().name() == theme.palette.muted
        assert row(popup, "Gamma").foreground().color().name() == theme.palette.faint
    assert row(popup, "Rest").font().weight() == STRONG


def test_the_longest_explanation_has_room(qtbot: QtBot, theme: Theme, several: SeveralBox) -> None:
    several.set_options([*SEVERAL, Option("d", "Delta", "It is not for this. " * 6, "It does much, but not here. " * 12, "Rest")])
    popup = opened(several)
    for item in ("Delta", "Alpha"):
        the_list(popup).setCurrentItem(row(popup, item))
        qtbot.waitUntil(lambda: all(one.height() >= one.heightForWidth(one.width()) for one in shown_words(popup)))
        lines = shown_words(popup)
        assert all(one.geometry().bottom() < other.geometry().top() for one, other in pairwise(lines))


def shown_words(popup: PickerList) -> list[QLabel]:
    return [one for one in popup.findChildren(QLabel) if one.text()]


def test_what_is_taken_and_fits_no_more_can_be_let_go(several: SeveralBox) -> None:
    several.choose_all(["c", "old"])
    popup = opened(several)
    rows = the_list(popup)
    rows.setCurrentItem(row(popup, "Gamma"))
    QTest.keyClick(rows, Qt.Key.Key_Space)
    assert several.chosen() == ["old"]


def test_one_of_many_is_found_by_typing(qtbot: QtBot, theme: Theme) -> None:
    box = PickerBox(theme)
    qtbot.addWidget(box)
    box.set_options(MANY)
    box.show()
    popup = opened(box)
    line = popup.findChild(QLineEdit)
    assert line is not None
    QTest.keyClicks(line, "work 13")
    shown = [item for item in (the_list(popup).item(at) for at in range(the_list(popup).count())) if not item.isHidden()]
    assert [item.text() for item in shown] == ["Work 13"]
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert box.value() == "w13"
    qtbot.waitUntil(lambda: box.findChild(PickerList) is None)


def test_what_applies_stands_first_and_the_rest_says_why_not() -> None:
    options = {one.value: one for one in tool_options(SpecDraft("mnist-mlp"))["optimize"]}
    assert options["compile"].group == ""
    assert "Traces the model once" in options["compile"].help
    assert options["channels-last"].group == "Not for this run"
    assert "its samples have no channels" in options["channels-last"].reason
    assert list(options)[-1] != "compile"
    engines = {one.value: one.reason for one in tool_options(SpecDraft("gemm"))["engine"]}
    assert engines["eager"] == ""


def test_workloads_stand_by_family_and_a_missing_device_is_no_secret() -> None:
    options = workload_options(CPU_ONLY)
    groups = [one.group for one in options]
    assert sorted(set(groups), key=groups.index) == list(dict.fromkeys(groups))
    assert [group for at, group in enumerate(groups) if at == 0 or groups[at - 1] != group] == list(dict.fromkeys(groups))
    assert {one.value for one in options} >= set(workload_table.WORKLOADS)
    assert all(one.help for one in options)


def test_a_draft_with_a_mistake_still_lists_what_applies() -> None:
    options = tool_options(SpecDraft("cifar-cnn", {"steps": "many", "optimize": "channels-last"}))["optimize"]
    assert next(one.reason for one in options if one.value == "channels-last") == ""
    assert SpecDraft.of_spec(RunSpec("cifar-cnn", optimize="channels-last")).texts == {"optimize": "channels-last"}


def test_a_long_list_of_a_choice_has_a_scroll_bar_and_whole_texts(qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    box = ChoiceBox(page)
    box.set_options([Option(str(number), f"a long name of an option, number {number}") for number in range(30)])
    page.setStyleSheet("QComboBox { combobox-popup: 0; }")  # as the window's style sheet
    page.show()
    box.showPopup()
    view = box.view()
    assert view.verticalScrollBar().isVisible()
    assert view.viewport().width() >= view.sizeHintForColumn(0)
    box.hidePopup()


def test_a_list_of_a_choice_on_a_low_screen_has_whole_rows(qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    box = ChoiceBox(page)
    box.set_options([Option(str(number), f"option {number}") for number in range(30)])
    page.setStyleSheet("QComboBox { combobox-popup: 0; } QAbstractItemView { padding: 4px; border: 1px solid red; }")
    page.show()
    screen = box.screen().availableGeometry()
    page.move(0, screen.bottom() // 2 - 20)  # room for fewer rows than are shown elsewhere, and not for a whole number of them
    for size in (30, 34, 41, 47):
        box.setFont(QFont("Inter", size))
        box.showPopup()
        view = box.view()
        assert view.viewport().height() % view.sizeHintForRow(0) == 0
        assert screen.contains(view.window().geometry())
        box.hidePopup()
