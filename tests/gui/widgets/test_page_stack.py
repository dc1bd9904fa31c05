"""Pages of which one is visible."""

from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from gpuscope.gui.main_window import scrolled
from gpuscope.gui.widgets.page_stack import PageStack


def page(words: str) -> QWidget:
    made = QWidget()
    text = QLabel(words)
    text.setWordWrap(True)
    QVBoxLayout(made).addWidget(text)
    return made


def test_a_long_page_makes_no_other_page_scroll(qtbot: QtBot) -> None:
    """With large text, all pages were as high as the highest, and the buttons at their lower edge below the window's."""
    stack = PageStack()
    for words in ("word " * 2000, "a word"):
        stack.addWidget(page(words))
    area = scrolled(stack)
    qtbot.addWidget(area)
    area.resize(400, 300)
    area.show()
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > 0)
    stack.setCurrentIndex(1)
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() == 0)
    assert stack.height() == 300
