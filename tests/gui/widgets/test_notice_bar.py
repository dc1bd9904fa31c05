"""Notices appear where the event happened, and disappear."""

from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget

from gpuscope.core.errors import UnavailableError
from gpuscope.gui.theme import Choice, Theme
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


def test_it_leaves_the_controls_at_the_lower_edge_free_while_they_are_shown(qtbot) -> None:  # type: ignore[no-untyped-def]
    page = QWidget()
    qtbot.addWidget(page)
    page.resize(900, 500)
    controls = QWidget(page)
    controls.setGeometry(0, 450, 900, 50)
    bar = NoticeBar(Theme(Choice.LIGHT, page))
    bar.lie_over(page)
    bar.stay_above(controls)
    page.show()
    bar.show_text("Saved.")
    assert bar.geometry().bottom() < 450
    controls.hide()
    bar.show_text("Saved.")
    assert bar.geometry().bottom() > 450


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
