"""Groups as chips: menu, order, names, and chips that do not fit."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from gpuscope.gui.pages.compare_page import ComparePage
from gpuscope.gui.widgets.question_dialog import NameDialog
from tests.gui.pages.compare.compared_runs import FP32, run
from tests.gui.pages.compare.hand_history import HandHistory
from tests.gui.pages.compare.shown_page import chips, menu_of, show, words


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


def test_one_group_without_a_sentence_is_counted_in_the_singular(page: ComparePage, history: HandHistory) -> None:
    five = [run(f"g{index}", FP32.with_values({"threads": index + 1}), 100.0 + index) for index in range(5)]
    history.change(*five)
    show(page, history, *(one.run_id for one in five))
    assert "1 more group is in the table." in words(page)
