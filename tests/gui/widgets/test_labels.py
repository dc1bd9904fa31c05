"""Labels show hostile names verbatim."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from gpuscope.gui import fonts
from gpuscope.gui.widgets.labels import ElidedLabel, Explanation, label, plain_tooltip

HELL = ["<img src=http://x/y.png>", "a\nb", "名前 🚀", "\u202eabc", "x" * 5000]


@pytest.mark.parametrize("text", HELL)
def test_text_is_plain_and_one_line_and_never_widens_the_window(qtbot, text: str) -> None:  # type: ignore[no-untyped-def]
    made = ElidedLabel(text)
    qtbot.addWidget(made)
    made.resize(120, 20)
    made.show()
    assert made.textFormat() is Qt.TextFormat.PlainText
    assert "\n" not in made.text()
    assert made.fontMetrics().horizontalAdvance(made.text()) <= 122
    assert made.minimumSizeHint().width() < 60
    assert made.whole_text == text.replace("\n", " ")


def test_the_thin_space_of_figures_stays(qtbot) -> None:  # type: ignore[no-untyped-def]
    made = ElidedLabel("12\u202f243 runs")
    qtbot.addWidget(made)
    assert made.whole_text == "12\u202f243 runs"


def test_what_is_cut_is_told_in_the_tooltip_as_text(qtbot) -> None:  # type: ignore[no-untyped-def]
    made = ElidedLabel("<b>a long name that does not fit</b>")
    qtbot.addWidget(made)
    made.resize(60, 20)
    made.show()
    assert "&lt;b&gt;a long name" in made.toolTip()
    made.resize(600, 20)
    assert made.toolTip() == ""


def test_a_label_and_an_empty_tooltip(qtbot) -> None:  # type: ignore[no-untyped-def]
    made = label("<i>x</i>")
    qtbot.addWidget(made)
    assert made.textFormat() is Qt.TextFormat.PlainText
    assert plain_tooltip("") == ""


def test_a_long_word_is_broken_and_copied_whole(qtbot) -> None:  # type: ignore[no-untyped-def]
    made = label(f"Saved to /{'long' * 500}.csv", wraps=True)
    qtbot.addWidget(made)
    made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    assert made.minimumSizeHint().width() < 100
    assert made.text() == f"Saved to /{'long' * 500}.csv"
    made.show()
    made.setSelection(10, 2)
    QTest.keyClick(made, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() in "/long"


def test_a_long_name_in_a_sentence_is_broken_at_its_joints(qtbot) -> None:  # type: ignore[no-untyped-def]
    line = label("aten::max_pool2d_with_indices_backward", wraps=True)
    qtbot.addWidget(line)
    assert QLabel.text(line).split("\u200b") == ["aten::", "max_", "pool2d_", "with_", "indices_", "backward"]


def test_a_chinese_sentence_has_no_further_breaks(qtbot: QtBot) -> None:
    sentence = "运行的价格与碳排放由下列系数算出：它们是你的假设，会随每个结果标明。没有某个系数，就不会由它算出任何值。"
    made = label(f"{sentence}{'x' * 30}", wraps=True)
    qtbot.addWidget(made)
    assert QLabel.text(made).startswith(sentence), "a line could begin with the full stop"
    assert "\u200b" in QLabel.text(made).removeprefix(sentence)


def test_a_name_is_elided_in_the_middle_for_names_differ_at_their_ends(qtbot) -> None:  # type: ignore[no-untyped-def]
    made = ElidedLabel(f"begin{'x' * 5000}end", elides=Qt.TextElideMode.ElideMiddle)
    qtbot.addWidget(made)
    made.resize(120, 20)
    made.show()
    assert made.text().startswith("begin")
    assert made.text().endswith("end")


def test_no_line_ends_between_a_number_and_its_unit(qtbot) -> None:  # type: ignore[no-untyped-def]
    sentence = "fp32 uses 67.0 % more (+8.5 ± 14.5 points, 2.00 × the 12.3 kJ of bf16 in 4 s, n = 2) a step of 2 minutes"
    line = label(sentence, wraps=True)
    qtbot.addWidget(line)
    drawn = QLabel.text(line)
    assert "67.0\u00a0%" in drawn
    assert "2\u00a0minutes" in drawn
    assert "+8.5\u00a0±\u00a014.5\u00a0points" in drawn
    assert "2.00\u00a0× the 12.3\u00a0kJ of bf16 in 4\u00a0s, n\u00a0=\u00a02) a step" in drawn
    assert line.text() == sentence


def test_a_note_takes_the_place_of_an_explanation_and_moves_nothing(qtbot: QtBot) -> None:
    page, told = QWidget(), Explanation("An explanation that is long enough for two lines of its width, beside nothing. " * 2, 2)
    qtbot.addWidget(page)
    below, column = QLabel("below"), QVBoxLayout(page)
    for part in (told, below):
        column.addWidget(part)
    column.addStretch(1)
    page.resize(760, 300)
    page.show()
    places = []
    for text in ("", "short", "first\nsecond", ""):
        told.show_note(text, "small")
        QApplication.processEvents()
        places.append(below.y())
    assert len(set(places)) == 1


def test_a_short_explanation_stands_where_a_note_does(qtbot: QtBot) -> None:
    told = Explanation("A line.", 2)
    qtbot.addWidget(told)
    told.resize(300, told.sizeHint().height())
    told.show()
    before = told.grab().toImage()
    told.show_note("A line.", "small")
    assert before == told.grab().toImage()


def test_a_title_cut_in_its_middle_keeps_whole_words(qtbot: QtBot) -> None:
    title = ElidedLabel("Sweep “learning rate × batch size”", elides=Qt.TextElideMode.ElideMiddle, separator=" ")
    qtbot.addWidget(title)
    title.show()
    metrics = title.fontMetrics()
    for shown in ("Sweep “learning … size”", "Sweep … size”", "Sweep …"):
        title.resize(metrics.horizontalAdvance(shown) + 2, 20)
        assert title.text() == shown
    title.set_text("a-name-of-one-word")
    assert "…" in title.text()


def test_an_elided_label_is_as_high_as_its_line_of_chinese(qtbot: QtBot) -> None:
    fonts.load_text_fonts()
    text = "模拟 · gpu:0 的计数器"
    elided, plain = ElidedLabel(text), QLabel(text)
    for made in (elided, plain):
        qtbot.addWidget(made)
        made.setFont(fonts.font())
    assert elided.minimumSizeHint().height() == elided.sizeHint().height() == plain.sizeHint().height() > elided.fontMetrics().height()
