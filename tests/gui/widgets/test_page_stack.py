"""Pages of which one is visible."""

from PySide6.QtWidgets import QLabel, QListWidget, QVBoxLayout, QWidget
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


def test_a_page_with_a_table_is_as_small_as_the_table_can_be(qtbot: QtBot) -> None:
    """With large text, an opened run scrolled as a whole beside its table of figures, which scrolls itself."""
    stack = PageStack()
    with_table = page("word " * 200)
    table = QListWidget()
    table.addItems([str(row) for row in range(100)])
    table.setMinimumHeight(50)
    with_table.layout().addWidget(table)
    stack.addWidget(with_table)
    area = scrolled(stack)
    qtbot.addWidget(area)
    area.resize(600, 200)
    area.show()
    text = with_table.findChild(QLabel)
    assert isinstance(text, QLabel)
    needed = text.heightForWidth(text.width()) + table.minimumHeight() + 40
    area.resize(600, needed)
    qtbot.waitUntil(lambda: area.viewport().height() == needed)
    assert needed < text.height() + table.sizeHint().height()
    assert area.verticalScrollBar().maximum() == 0
    assert table.verticalScrollBar().maximum() > 0
