"""Log and output."""

from datetime import UTC, datetime

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from gpuscope.gui import fonts
from gpuscope.gui.data.rare_events import LogLine
from gpuscope.gui.palette import DARK, LIGHT
from gpuscope.gui.run_view.log_view import MOST_LINES, LogView
from gpuscope.gui.theme import Choice, Theme

BEGAN = datetime(2026, 11, 21, 12, 40, tzinfo=UTC)


@pytest.fixture
def view(qtbot: QtBot, theme: Theme) -> LogView:
    made = LogView(theme)
    qtbot.addWidget(made)
    made.resize(600, made.height())
    made.show()
    made.begin(None)
    return made


def log_of(view: LogView) -> QPlainTextEdit:
    return view.findChildren(QPlainTextEdit)[0]


def output_of(view: LogView) -> QPlainTextEdit:
    return view.findChildren(QPlainTextEdit)[1]


def lines(count: int, begin: int = 0) -> list[LogLine]:
    return [LogLine(float(index), "info", f"line {index}") for index in range(begin, count)]


def test_lines_carry_the_time_from_the_start(view: LogView) -> None:
    view.append_log([LogLine(67.0, "info", "epoch 3")], 1)
    assert view.text == "1:07  epoch 3"


def test_lines_of_a_run_carry_the_clock(view: LogView) -> None:
    view.begin(BEGAN)
    view.append_log([LogLine(67.0, "info", "epoch 3")], 1)
    assert view.text == f"{BEGAN.replace(minute=41, second=7).astimezone():%H:%M:%S}  epoch 3"


def test_it_takes_no_room_while_nothing_is_reported(view: LogView) -> None:
    assert view.isHidden()
    view.append_log([], 0)
    view.set_output([])
    assert view.isHidden()
    view.set_output(["Traceback"])
    assert view.isVisible()
    view.begin(None)
    assert view.isHidden()
    view.append_log(lines(1), 1)
    assert view.isVisible()


def test_only_what_is_new_is_added(view: LogView) -> None:
    view.append_log(lines(3), 3)
    view.append_log(lines(5), 5)
    view.append_log(lines(5), 5)
    assert [line.split("  ")[1] for line in view.text.splitlines()] == [f"line {index}" for index in range(5)]


def test_lines_that_were_dropped_before_they_were_seen_are_not_made_up(view: LogView) -> None:
    view.append_log(lines(3), 3)
    view.append_log(lines(20, begin=18), 20)
    assert view.text.splitlines()[-2:] == ["0:18  line 18", "0:19  line 19"]


def test_gigabytes_of_log_stay_bounded(view: LogView) -> None:
    view.append_log(lines(5 * MOST_LINES)[-MOST_LINES:], 5 * MOST_LINES)
    view.append_log([LogLine(0.0, "info", "x" * 100_000)], 5 * MOST_LINES + 1)
    view.set_output(["y" * 100_000] * 10_000)
    assert log_of(view).blockCount() == output_of(view).blockCount() == MOST_LINES
    assert max(len(line) for line in view.text.splitlines()) < 1100


def test_markup_and_line_ends_are_shown_as_they_are(view: LogView) -> None:
    view.append_log([LogLine(0.0, "info", "<b>bold</b>\r\n<img src=http://x>")], 1)
    assert view.text == "0:00  <b>bold</b> <img src=http://x>"


def test_errors_are_coloured_in_either_theme(qtbot: QtBot) -> None:
    theme = Theme(Choice.DARK)
    view = LogView(theme)
    qtbot.addWidget(view)
    view.append_log([LogLine(0.0, "error", "broken")], 1)

    def colour() -> str:
        return log_of(view).document().begin().begin().fragment().charFormat().foreground().color().name()

    assert colour() == QColor(DARK.bad).name()
    theme.choose(Choice.LIGHT)
    assert colour() == QColor(LIGHT.bad).name()
    assert view.text.endswith("broken")


def test_the_newest_line_stays_in_view_unless_the_user_scrolled_away(view: LogView) -> None:
    view.expand(True)
    bar = log_of(view).verticalScrollBar()
    view.append_log(lines(100), 100)
    assert bar.value() == bar.maximum()
    bar.setValue(10)
    view.append_log(lines(120), 120)
    assert bar.value() == 10
    bar.setValue(bar.maximum())
    view.append_log(lines(140), 140)
    assert bar.value() == bar.maximum()


def test_output_that_has_grown_is_continued(view: LogView) -> None:
    view.set_output(["a", "b"])
    view.set_output(["a", "b", "c"])
    view.set_output(["a", "b", "c"])
    assert output_of(view).toPlainText() == "a\nb\nc"
    view.set_output(["z"])
    assert output_of(view).toPlainText() == "z"


def test_output_comes_to_the_front_where_there_is_no_log(view: LogView) -> None:
    view.set_output(["epoch 1"])
    assert view.text == "epoch 1"


def test_output_comes_to_the_front_on_demand(view: LogView) -> None:
    view.append_log(lines(1), 1)
    view.set_output(["Traceback"])
    assert not output_of(view).isVisible()
    view.show_output()
    assert output_of(view).isVisible()
    assert view.text == "Traceback"


def test_more_lines_on_demand(view: LogView) -> None:
    few = view.height()
    view.expand(True)
    assert view.is_expanded
    assert view.height() > 2 * few


def test_another_run_begins_empty(view: LogView) -> None:
    view.append_log(lines(3), 3)
    view.set_output(["a"])
    view.begin(None)
    assert view.text == ""
    view.append_log(lines(1), 1)
    assert view.text == "0:00  line 0"


def test_what_is_empty_says_so(view: LogView) -> None:
    assert log_of(view).placeholderText() == "Nothing was reported"
    assert output_of(view).placeholderText() == "No output"


def test_while_a_run_goes_on_the_empty_log_says_what_comes_here(view: LogView) -> None:
    view.add_page("Result", QLabel("finished"), QWidget())
    assert log_of(view).placeholderText() == "What the run reports, and its result at the end, appear here."
    view.show_page(True)
    assert log_of(view).placeholderText() == "Nothing was reported"


def test_an_added_page_is_higher_by_its_taller_lines_in_chinese(qtbot: QtBot, theme: Theme) -> None:
    fonts.load_other_fonts()
    heights = []
    for name in ("Result", "结果"):
        made = LogView(theme)
        qtbot.addWidget(made)
        made.setFont(fonts.font())
        made.add_page(name, QWidget(), QWidget())
        heights.append(made.height())
    assert heights[1] - heights[0] == 4 * 3  # two lines of text and two rows of buttons


def test_a_few_lines_become_one_where_a_page_would_scroll_otherwise(qtbot: QtBot, theme: Theme) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    above, view = QWidget(), LogView(theme)
    above.setMinimumHeight(150)
    column = QVBoxLayout(page)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    column.addWidget(above, 1)
    column.addWidget(view)
    page.resize(600, 300)
    page.show()
    view.begin(None)
    view.append_log(lines(9), 9)
    line = log_of(view).fontMetrics().lineSpacing()
    qtbot.waitUntil(lambda: log_of(view).viewport().height() >= 3 * line)
    assert column.minimumSize().height() < 150 + 3 * line
    page.resize(600, column.minimumSize().height())
    qtbot.waitUntil(lambda: view.height() < 3 * line)
    bar = log_of(view).verticalScrollBar()
    assert bar.value() == bar.maximum(), "the newest line is in view"
    assert log_of(view).viewport().height() >= line
    page.resize(600, 300)
    qtbot.waitUntil(lambda: log_of(view).viewport().height() >= 3 * line)
