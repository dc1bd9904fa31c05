"""Comparisons saved under a name."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from gpuscope.gui.pages.compare_page import ComparePage
from gpuscope.gui.services.user_settings import UserSettings
from gpuscope.gui.theme import Choice, Theme
from gpuscope.gui.widgets.question_dialog import NameDialog
from tests.gui.pages.compare.hand_history import HandHistory
from tests.gui.pages.compare.shown_page import chips, show, words
from tests.gui.services.made_up_plans import MadeUpPlans


def kept_names(page: ComparePage) -> list[str]:
    return [one.name for one in page.kept.kept]


def test_a_comparison_is_kept_under_a_name_and_opened_again(page: ComparePage, history: HandHistory) -> None:
    show(page, history, "aa1", "aa2", "bb1")
    page.chips.asked.emit(1, "baseline")
    history.answer()
    assert page.kept.menu().layoutDirection() is Qt.LayoutDirection.LeftToRight
    action = page.kept.menu().actions()[0]
    assert (action.text(), action.isEnabled()) == ("Keep this comparison…", True)
    action.trigger()
    dialog = page.findChild(NameDialog)
    assert dialog is not None
    assert dialog.text == "fp32 and bf16"
    dialog.findChild(QLineEdit).setText("precision & co")
    dialog.do.click()
    history.answer()
    assert kept_names(page) == ["precision & co"]
    show(page, history, "aa1", "cc1")
    texts = [one.text() for one in page.kept.menu().actions() if not one.isSeparator()]
    assert texts == ["Keep this comparison…", "precision && co", "Forget"]
    page.kept.open_kept(page.kept.kept[0])
    history.answer()
    assert chips(page) == ["fp32 · 2 runs", "bf16 · 1 run · baseline"]


def test_where_nothing_is_kept_and_nothing_can_be_the_button_says_so(page: ComparePage, history: HandHistory) -> None:
    history.answer()
    assert not page.kept.button.isEnabled()
    assert "none to keep" in page.kept.button.accessibleDescription()
    show(page, history, "aa1")
    assert not page.kept.button.isEnabled()
    show(page, history, "aa1", "bb1")
    assert page.kept.button.isEnabled()
    page.kept.keep("mine")
    history.answer()
    show(page, history, "aa1")
    assert page.kept.button.isEnabled(), "one is kept"


def test_the_button_gives_the_groups_room_on_a_small_window(page: ComparePage, history: HandHistory) -> None:
    assert page.kept.button.text() == "Kept comparisons"
    show(page, history, "aa1", "bb1")
    for width, text in ((968, "Kept"), (1104, "Kept comparisons")):
        page.resize(width, 600)
        assert page.kept.button.text() == text


def test_the_empty_page_lists_what_is_kept(qtbot: QtBot, page: ComparePage, history: HandHistory) -> None:
    show(page, history, "aa1", "bb1")
    page.kept.keep("mine")
    history.answer()
    again = ComparePage(Theme(Choice.DARK), history, UserSettings(), MadeUpPlans())  # type: ignore[arg-type]
    assert not again.kept.listed.isVisibleTo(again)
    again.resize(1104, 744)
    again.show()
    again.activated()
    history.answer()
    qtbot.waitUntil(lambda: "Kept comparisons" in words(again), timeout=2_000)
    again.grab()
    next(one for one in again.kept.listed.findChildren(QPushButton) if one.text() == "mine").click()
    history.answer()
    assert chips(again) == ["fp32 · 1 run · baseline", "bf16 · 1 run"]
    again.deactivated()
    again.close()


def test_what_is_told_of_a_comparison_goes_with_it(page: ComparePage, history: HandHistory) -> None:
    history.change(gone=["aa2"])
    page.show_item(("groups", {"one": ["aa1", "aa2"], "other": ["bb1"]}))
    history.answer()
    assert page.notice.text == "1 run of this comparison was deleted and is left out.", "it was never kept"
    show(page, history, "aa1", "cc1")
    assert page.notice.text == ""


def test_a_kept_comparison_whose_runs_have_gone_says_so(page: ComparePage, history: HandHistory) -> None:
    show(page, history, "aa1", "aa2", "bb1")
    page.kept.keep("mine")
    history.answer()
    show(page, history, "aa1", "cc1")
    history.change(gone=["aa2"])
    page.kept.open_kept(page.kept.kept[0])
    history.answer()
    assert page.notice.text == "1 run of mine was deleted since it was kept and is left out."
    assert chips(page) == ["fp32 · 1 run · baseline", "bf16 · 1 run"]
    history.change(gone=["aa1", "bb1"])
    page.kept.open_kept(page.kept.kept[0])
    history.answer()
    assert "3 runs of mine were deleted since it was kept and are left out." in page.notice.text
    assert page.empty.isVisible()
    page.kept.forget(page.kept.kept[0])
    history.answer()
    assert kept_names(page) == []
    QTest.keyClick(page, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    history.answer()
    assert kept_names(page) == ["mine"]


def test_ctrl_z_takes_changes_of_the_groups_back(page: ComparePage, history: HandHistory) -> None:
    show(page, history, "aa1", "bb1", "cc1")
    before = page.groups.choice
    page.chips.asked.emit(1, "baseline")
    history.answer()
    page.chips.asked.emit(0, "remove")
    history.answer()
    page.rename(0, "mine")
    history.answer()
    for _ in range(3):
        assert page.groups.choice != before
        QTest.keyClick(page, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        history.answer()
    assert page.groups.choice == before
