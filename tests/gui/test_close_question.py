"""Closing during a live run asks for confirmation, in plain text."""

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QLabel, QPushButton

from gpuscope.gui.main_window import CloseAnswer, CloseQuestion


@pytest.mark.parametrize(
    ("words", "answer"), [("Keep running", CloseAnswer.KEEP), ("Stop the run", CloseAnswer.STOP), ("Cancel", CloseAnswer.CANCEL)]
)
def test_each_button_is_an_answer(qtbot, words: str, answer: CloseAnswer) -> None:  # type: ignore[no-untyped-def]
    question = CloseQuestion(["cifar-cnn"])
    qtbot.addWidget(question)
    button = next(one for one in question.findChildren(QPushButton) if one.text() == words)
    QTimer.singleShot(0, button.click)
    question.exec()
    assert question.answer() is answer


def test_it_follows_the_runs_that_end_under_it(qtbot) -> None:  # type: ignore[no-untyped-def]
    question = CloseQuestion(["a", "b"])
    qtbot.addWidget(question)
    question.show()
    question.show_live(["b"])
    assert question.text.startswith("b is still running.")
    question.show_live([])
    assert question.text == "No run is live any more."
    assert {one.text() for one in question.findChildren(QPushButton) if one.isVisible()} == {"Close", "Cancel"}
    QTimer.singleShot(0, next(one for one in question.findChildren(QPushButton) if one.text() == "Close").click)
    question.exec()
    assert question.answer() is CloseAnswer.KEEP


def test_it_names_the_plan_whose_run_is_live(qtbot) -> None:  # type: ignore[no-untyped-def]
    question = CloseQuestion([], plans=["Ladder “cifar-cnn inference on cpu”"])
    qtbot.addWidget(question)
    question.show()
    assert question.text.startswith("Ladder “cifar-cnn inference on cpu” is still running. It goes on without the window")
    assert {one.text() for one in question.findChildren(QPushButton) if one.isVisible()} == {"Keep running", "Stop it", "Cancel"}
    question.show_live(["mnist-mlp cpu fp32"], ["Queue"])
    assert question.text.startswith("Queue and mnist-mlp cpu fp32 are still running.")
    question.show_live([], ["Queue", "Sweep “x”", "Ladder “y”"])
    assert question.text.startswith("3 plans and runs are still going on.")
    assert {one.text() for one in question.findChildren(QPushButton) if one.isVisible()} == {"Keep running", "Stop them", "Cancel"}


def test_escape_leaves_the_window_open(qtbot) -> None:  # type: ignore[no-untyped-def]
    question = CloseQuestion(["a", "b"])
    qtbot.addWidget(question)
    QTimer.singleShot(0, lambda: qtbot.keyClick(question, Qt.Key.Key_Escape))
    question.exec()
    assert question.answer() is CloseAnswer.CANCEL
    assert question.text.startswith("2 runs")


def test_a_name_with_markup_is_shown_as_it_is_and_a_long_one_cut(qtbot) -> None:  # type: ignore[no-untyped-def]
    question = CloseQuestion(["<b>bold</b>" + "x" * 5000])
    qtbot.addWidget(question)
    assert {one.textFormat() for one in question.findChildren(QLabel)} == {Qt.TextFormat.PlainText}
    assert question.text.startswith("<b>bold</b>")
    assert len(question.text) < 200
