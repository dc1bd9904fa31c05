"""Notices appear where the event happened, and disappear."""

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QLabel, QListWidget, QPushButton, QScrollArea, QWidget

from gpuscope.core.errors import UnavailableError
from gpuscope.gui.charts.strip import Curve, Strip
from gpuscope.gui.charts.strip_margins import StripValues, TimeAxis
from gpuscope.gui.charts.strip_stack import StripStack
from gpuscope.gui.theme import Choice, Theme
from gpuscope.gui.widgets import notice_bar
from gpuscope.gui.widgets.notice_bar import NoticeBar


def test_an_error_is_told_with_its_cure(qtbot) -> None:  # type: ignore[no-untyped-def]
    page = QWidget()
    qtbot.addWidget(page)
    bar = NoticeBar(Theme(Choice.LIGHT, page), page)
    page.show()
    bar.show_error(UnavailableError("the disk is full", "Free some of it."))
    assert bar.text == "The disk is full. Free some of it."
    assert bar.tone == "bad"
    bar.clear()
    assert bar.text == ""


def test_a_screen_reader_is_told(qtbot, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    told: list[str] = []
    monkeypatch.setattr(QAccessible, "updateAccessibility", lambda event: told.append(event.message()))
    page = QWidget()
    qtbot.addWidget(page)
    bar = NoticeBar(Theme(Choice.LIGHT, page), page)
    bar.show_text("Kept.")
    bar.clear()
    assert told == ["Kept."]


def test_the_one_action_is_done_once_and_takes_the_notice_away(qtbot) -> None:  # type: ignore[no-untyped-def]
    page = QWidget()
    qtbot.addWidget(page)
    bar = NoticeBar(Theme(Choice.LIGHT, page), page)
    done: list[bool] = []
    bar.show_text("Deleted.", action="Undo", act=lambda: done.append(True))
    button = next(one for one in bar.findChildren(QPushButton) if one.text() == "Undo")
    button.click()
    assert done == [True]
    assert bar.text == ""


def test_what_was_done_is_reported_for_a_while_and_what_needs_an_answer_stays(qtbot, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(notice_bar, "DONE_MS", 20)
    page = QWidget()
    qtbot.addWidget(page)
    page.resize(900, 500)
    elsewhere = QPushButton(page)
    bar = NoticeBar(Theme(Choice.LIGHT, page))
    bar.lie_over(page)
    page.show()
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    elsewhere.setFocus()
    bar.show_done("The run is back.")
    assert bar.text == "The run is back."
    qtbot.waitUntil(lambda: not bar.text)
    bar.show_done("The run is back.")
    bar.show_text("Deleted.", action="Undo", act=lambda: None)
    qtbot.wait(100)
    assert bar.text == "Deleted.", "the time of the notice before is not its own"
    bar.show_done("The run is back.")
    dismiss = next(one for one in bar.findChildren(QPushButton) if one.isVisible())
    dismiss.setFocus()
    qtbot.wait(100)
    assert bar.text == "The run is back.", "it does not go from under the keyboard's focus"
    elsewhere.setFocus()
    qtbot.waitUntil(lambda: not bar.text)


def test_it_leaves_the_controls_at_the_lower_edge_free_while_they_are_shown(qtbot) -> None:  # type: ignore[no-untyped-def]
    page = QWidget()
    qtbot.addWidget(page)
    page.resize(900, 500)
    controls = QWidget(page)
    controls.setGeometry(0, 450, 900, 50)
    bar = NoticeBar(Theme(Choice.LIGHT, page))
    bar.lie_over(page)
    in_another_view = QWidget(page)
    in_another_view.setGeometry(0, 400, 900, 100)
    in_another_view.hide()
    bar.stay_above(controls, in_another_view)
    page.show()
    bar.show_text("Saved.")
    assert bar.geometry().bottom() < 450
    controls.hide()
    assert bar.geometry().bottom() > 450
    controls.show()
    assert 400 < bar.geometry().bottom() < 450, "another view of the page, with the controls, came under the notice"
    controls.hide()
    in_another_view.show()
    assert bar.geometry().bottom() < 400


def test_it_leaves_the_values_beside_strips_free_while_they_are_shown(qtbot) -> None:  # type: ignore[no-untyped-def]
    page = QWidget()
    qtbot.addWidget(page)
    page.resize(900, 500)
    theme = Theme(Choice.LIGHT, page)
    stack = StripStack(theme, page)
    stack.setGeometry(300, 0, 600, 500)
    bar = NoticeBar(theme)
    bar.lie_over(page)
    bar.stay_left_of_values(stack)
    page.show()
    bar.show_text("Profiling 10 steps …")
    width = bar.width()
    stack.set_strips([Strip("power", "Power", "W", (Curve("a", "gpu:0", "power"),))])
    stack.resize(599, 500)
    [values] = stack.findChildren(StripValues)
    assert bar.geometry().right() < values.mapTo(page, QPoint(0, 0)).x()
    assert bar.width() == width
    stack.hide()
    assert bar.geometry().right() > 860


def test_the_lowest_strip_can_be_scrolled_out_from_under_it(qtbot) -> None:  # type: ignore[no-untyped-def]
    page = QWidget()
    qtbot.addWidget(page)
    page.resize(900, 300)
    theme = Theme(Choice.LIGHT, page)
    stack = StripStack(theme, page)
    stack.set_strips([Strip(str(place), "Power", "W", (Curve("a", "gpu:0", "power"),)) for place in range(20)])
    stack.setGeometry(0, 0, 900, 300)
    bar = NoticeBar(theme)
    bar.lie_over(page)
    bar.stay_left_of_values(stack)
    page.show()
    scroll, rows = stack.area.verticalScrollBar(), stack.area.widget()
    qtbot.waitUntil(lambda: scroll.maximum() > 0)
    whole = scroll.maximum()
    bar.show_text("Profiling 10 steps …")
    scroll.setValue(scroll.maximum())
    assert rows.mapTo(page, QPoint(0, rows.height())).y() <= bar.y()
    bar.clear()
    assert scroll.maximum() == whole


@pytest.mark.parametrize(("count", "text"), [(4, "Saved."), (4, "Saved. " * 15), (20, "Saved. " * 15)])
def test_it_covers_no_axis_and_no_strip_that_cannot_be_scrolled(qtbot, count: int, text: str) -> None:  # type: ignore[no-untyped-def]
    page = QWidget()
    qtbot.addWidget(page)
    page.resize(900, 420)
    theme = Theme(Choice.LIGHT, page)
    stack = StripStack(theme, page)
    stack.set_strips([Strip(str(place), "Power", "W", (Curve("a", "gpu:0", "power"),)) for place in range(count)])
    bar = NoticeBar(theme)
    bar.lie_over(page)
    bar.stay_left_of_values(stack)
    stack.setGeometry(0, 0, 900, 420)
    page.show()
    QApplication.processEvents()
    rows = stack.area.widget()
    before = rows.geometry(), stack.area.geometry()
    bar.show_text(text, action="Undo", act=lambda: None)
    QApplication.processEvents()
    assert (rows.geometry(), stack.area.geometry()) == before, "nothing moves"
    [axis] = stack.findChildren(TimeAxis)
    assert not bar.geometry().intersects(QRect(axis.mapTo(page, QPoint(0, 0)), axis.size()))
    if stack.area.verticalScrollBar().maximum() == 0:
        assert not bar.geometry().intersects(QRect(stack.area.mapTo(page, QPoint(0, 0)), stack.area.size()))
    assert page.rect().contains(bar.geometry())
    assert (stack.area.verticalScrollBar().maximum() == 0) is (count == 4)


def test_it_stays_in_view_while_its_page_is_scrolled(qtbot) -> None:  # type: ignore[no-untyped-def]
    window, page = QScrollArea(), QWidget()
    qtbot.addWidget(window)
    window.resize(600, 400)
    window.setWidget(page)
    page.resize(900, 900)
    bar = NoticeBar(Theme(Choice.LIGHT, page))
    bar.lie_over(page)
    window.show()
    bar.show_text("Deleted.")
    for down in (0, 100, window.verticalScrollBar().maximum()):
        window.verticalScrollBar().setValue(down)
        assert window.viewport().rect().contains(QRect(bar.mapTo(window.viewport(), QPoint(0, 0)), bar.size()))


def test_what_it_lies_over_can_be_scrolled_out_from_under_it(qtbot) -> None:  # type: ignore[no-untyped-def]
    page = QWidget()
    qtbot.addWidget(page)
    page.resize(900, 500)
    rows = QListWidget(page)
    rows.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
    rows.setGeometry(0, 0, 900, 500)
    rows.addItems([f"row {number}" for number in range(200)])
    bar = NoticeBar(Theme(Choice.LIGHT, page))
    bar.lie_over(page)
    bar.let_scroll(rows)
    page.show()
    qtbot.waitExposed(page)
    scroll = rows.verticalScrollBar()
    whole = scroll.maximum()
    scroll.setValue(40)
    bar.show_text("Deleted.")
    assert scroll.value() == 40, "nothing moves"
    scroll.setValue(scroll.maximum())
    last = rows.visualItemRect(rows.item(199))
    assert rows.viewport().mapTo(page, last.bottomLeft()).y() < bar.y()
    rows.addItem("one more")
    QApplication.processEvents()
    scroll.setValue(scroll.maximum())
    last = rows.visualItemRect(rows.item(200))
    assert rows.viewport().mapTo(page, last.bottomLeft()).y() < bar.y(), "also when the list changes"
    rows.takeItem(200)
    bar.clear()
    QApplication.processEvents()
    assert scroll.maximum() == whole
    rows.clear()
    bar.show_text("Deleted.")
    QApplication.processEvents()
    assert scroll.maximum() == 0, "what needs no scrolling gets no scroll bar"


def test_a_longer_text_in_the_place_of_a_shorter_one_is_shown_whole(qtbot) -> None:  # type: ignore[no-untyped-def]
    page = QWidget()
    qtbot.addWidget(page)
    page.resize(900, 500)
    bar = NoticeBar(Theme(Choice.LIGHT, page))
    bar.lie_over(page)
    page.show()
    QApplication.processEvents()
    for words in (5, 9):
        bar.show_text("the store cannot be written " * words)
        QApplication.processEvents()  # the layouts' turn
    shown = next(one for one in bar.findChildren(QLabel) if "store" in one.text())
    assert shown.height() >= shown.heightForWidth(shown.width())
