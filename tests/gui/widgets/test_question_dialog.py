"""Dialogs with a heading, a body and two buttons."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import QRect, qInstallMessageHandler
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from gpuscope.core.errors import GpuscopeError
from gpuscope.core.run import RunOrigin
from gpuscope.gui.main_window import CloseQuestion
from gpuscope.gui.pages.runs.run_dialogs import CommandQuestion, NoteDialog, PurgeQuestion
from gpuscope.gui.stylesheet import Dress
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.question_dialog import QuestionDialog


@contextmanager
def recorded_warnings() -> Iterator[list[str]]:
    """Yield what Qt logs meanwhile."""
    texts: list[str] = []
    before = qInstallMessageHandler(lambda _, __, text: texts.append(str(text)))
    try:
        yield texts
    finally:
        qInstallMessageHandler(before)


def place(widget: QWidget) -> QRect:
    return QRect(widget.mapTo(widget.window(), widget.rect().topLeft()), widget.size())


def check_room(dialog: QuestionDialog) -> None:
    """Assert that no part covers another, and that no wrapped text is cut off."""
    parts = [part for part in dialog.findChildren(QWidget) if isinstance(part, QLabel | QPlainTextEdit) and part.isVisible()]
    boxes = [*map(place, parts), place(dialog.do)]
    for at, box in enumerate(boxes):
        assert dialog.rect().contains(box)
        assert not any(box.intersects(other) for other in boxes[at + 1 :])
    for text in parts:
        if isinstance(text, QLabel) and text.wordWrap():
            assert text.height() >= text.heightForWidth(text.width())


def test_a_long_name_does_not_widen_a_dialog_beyond_the_smallest_window(qtbot: QtBot, theme: Theme) -> None:
    dialog = NoteDialog(theme, "attached to python3 train.py " * 20, "")
    qtbot.addWidget(dialog)
    assert dialog.sizeHint().width() <= 800


def test_a_dialog_never_becomes_lower_than_its_wrapped_texts(qtbot: QtBot, theme: Theme) -> None:
    origin = RunOrigin("a tool of another machine, " * 8, "", datetime.now(UTC))
    dialog = CommandQuestion(theme, ["python3", "train.py"], origin)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.resize(dialog.width(), 100)
    dialog.grab()
    check_room(dialog)
    dialog.show_trouble(GpuscopeError("An error of several lines. " * 12, ""))
    qtbot.waitUntil(lambda: check_room(dialog))


def test_a_dialog_without_wrapped_texts_has_the_height_of_its_parts(qtbot: QtBot, theme: Theme) -> None:
    """Qt answers -1 for the height of a layout in which nothing wraps, and warns when that becomes a minimum."""
    dialog = NoteDialog(theme, "a run", "")
    qtbot.addWidget(dialog)
    with recorded_warnings() as warnings:
        dialog.show()
        dialog.resize(dialog.width(), 100)
        dialog.grab()
    check_room(dialog)
    assert not [text for text in warnings if "setMinimumSize" in text]


@pytest.mark.parametrize("kind", ["purge", "close"])
def test_a_dialog_opens_without_blank_lines(dress: Dress, qtbot: QtBot, theme: Theme, kind: str) -> None:
    dialog = PurgeQuestion(theme, 3, 10**8) if kind == "purge" else CloseQuestion(["CNN, BF16"] * 2, plans=["a ladder"])
    qtbot.addWidget(dialog)
    dress.put_on(dialog)
    dialog.show()
    wrapped = [text for text in dialog.findChildren(QLabel) if text.wordWrap() and text.isVisible()]
    assert wrapped
    assert [text.height() for text in wrapped] == [text.heightForWidth(text.width()) for text in wrapped]


def test_the_buttons_of_a_closing_window_are_as_high_in_chinese(dress: Dress, qtbot: QtBot) -> None:
    heights = set()
    for text in ("Stop the run", "停止该运行"):
        dialog = CloseQuestion(["CNN, BF16"])
        qtbot.addWidget(dialog)
        dress.put_on(dialog)
        dialog._stop.setText(text)
        heights.add(dialog._stop.sizeHint().height())
    assert len(heights) == 1
