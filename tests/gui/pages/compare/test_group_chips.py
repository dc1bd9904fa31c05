"""Groups as chips: menu, order, names, and chips that do not fit."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from gpuscope.gui.pages.compare_page import ComparePage
from gpuscope.gui.widgets.question_dialog import NameDialog
from tests.gui.pages.compare.compared_runs import FP32, run
from tests.gui.pages.compare.hand_history import HandHistory
from tests.gui.pages.compare.shown_page import chip_buttons, chips, menu_of, show, words


def test_a_chip_opens_the_menu_of_its_group(page: ComparePage, history: HandHistory) -> None:
    show(page, history, "aa1", "aa2", "bb1")
    menu = menu_of(page, 1)
    enabled = {action.data(): action.isEnabled() for action in menu.actions() if action.data()}
    assert enabled == {"baseline": True, "rename": True, "earlier": True, "later": False, "split": False, "remove": True}
    for _ in range(1):
        QTest.keyClick(menu, Qt.Key.Key_Down)
    QTest.keyClick(menu, Qt.Key.Key_Return)
    history.answer()
    assert chips(page) == ["fp32 · 2 runs", "bf16 · 1 run · baseline"]


def test_groups_are_moved_and_removed(page: ComparePage, history: HandHistory) -> None:
    show(page, history, "aa1", "bb1", "cc1")
    page.chips.asked.emit(2, "earlier")
    history.answer()
    assert chips(page) == ["fp32 · 1 run · baseline", "fp32 1 thread · 1 run", "bf16 · 1 run"]
    page.chips.asked.emit(0, "later")
    page.chips.asked.emit(9, "remove")
    history.answer()
    assert chips(page)[:2] == ["fp32 1 thread · 1 run", "fp32 · 1 run · baseline"]
    page.chips.asked.emit(1, "remove")
    history.answer()
    assert chips(page) == ["fp32 1 thread · 1 run · baseline", "bf16 · 1 run"]


def test_a_group_is_renamed_in_a_dialog_and_a_bad_name_is_told(page: ComparePage, history: HandHistory) -> None:
    show(page, history, "aa1", "bb1")
    page.chips.asked.emit(1, "rename")
    dialog = page.findChild(NameDialog)
    assert isinstance(dialog, NameDialog)
    assert dialog.text == "mlp bf16"
    dialog.findChild(QLineEdit).setText("half <b>precision</b>")
    dialog.do.click()
    history.answer()
    assert chips(page)[1] == "half <b>precision</b> · 1 run"
    page.rename(1, "mlp fp32")
    assert "already" in page.notice.text


def test_twenty_groups_are_shown_and_those_without_room_are_in_a_menu(page: ComparePage, history: HandHistory) -> None:
    many = [
        run(f"g{index:02d}", FP32.with_values({"threads": index + 1}), 100.0 + index, name=f"seed number {index}") for index in range(22)
    ]
    history.change(*many)
    show(page, history, *(one.run_id for one in many))
    shown = chips(page)
    assert 2 <= len(shown) < 10
    assert shown[-1] == f"{22 - len(shown) + 1} more groups"
    for width in (1744, 968):
        page.resize(width, 744)
        assert page.width() == width, "groups never hold the window open"
    shown = chips(page)
    menu = menu_of(page, len(shown) - 1)
    assert len(menu.actions()) == 22 - len(shown) + 1
    menu.close()
    assert "18 more groups are in the table." in words(page)
    page.grab()


@pytest.mark.parametrize("width", range(980, 1140, 40))
def test_no_chip_is_cut_off_when_the_first_groups_come_or_the_header_says_more(
    page: ComparePage, history: HandHistory, qtbot: QtBot, width: int
) -> None:
    page.resize(width, 744)
    QApplication.processEvents()
    names = ("ladder: OpenVINO, cifar-cnn", "ladder: INT8, cifar-cnn", "ladder: Larger batch, cifar-cnn", "python train.py", "python p.py")
    many = [run(f"g{index}", FP32.with_values({"threads": index + 1}), 100.0, name=name) for index, name in enumerate(names)]
    history.change(*many)
    show(page, history, *(one.run_id for one in many))

    def none_is_cut() -> bool:
        return all(page.chips.rect().contains(chip.geometry()) for chip in chip_buttons(page))

    qtbot.waitUntil(none_is_cut, timeout=2_000)
    before = chips(page)
    page.header.set_left("1 group has been removed from the comparison, which now has one group less")
    qtbot.waitUntil(lambda: chips(page) != before and none_is_cut(), timeout=2_000)
    assert chips(page)[-1].endswith("more groups")
    page.header.set_left("")
    qtbot.waitUntil(lambda: chips(page) == before and none_is_cut(), timeout=2_000)


def test_all_chips_are_shown_as_soon_as_there_is_room_for_them(page: ComparePage, history: HandHistory) -> None:
    many = [run(f"g{index}", FP32.with_values({"threads": index + 1}), 100.0, name=f"group {index}") for index in range(4)]
    history.change(*many)
    show(page, history, *(one.run_id for one in many))
    row = page.header._row
    for width in range(900, 1400, 4):
        page.resize(width, 744)
        QApplication.processEvents()
        if len(chip_buttons(page)) == 4 and "more" not in chips(page)[-1]:
            break
    [gap] = [row.itemAt(at).geometry().width() for at in range(row.count()) if row.itemAt(at).spacerItem() is not None]
    assert 900 < width < 1396
    assert gap < 8  # two steps of the width


def test_one_group_without_a_sentence_is_counted_in_the_singular(page: ComparePage, history: HandHistory) -> None:
    five = [run(f"g{index}", FP32.with_values({"threads": index + 1}), 100.0 + index) for index in range(5)]
    history.change(*five)
    show(page, history, *(one.run_id for one in five))
    assert "1 more group is in the table." in words(page)
