"""The message at the end of a run."""

from contextlib import ExitStack

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from gpuscope.core.run import RunState
from tests.gui.pages.run.stand import Stand, badge, has_button, press, shown, words


def test_the_end_is_told_in_words_and_the_run_stays(stand: Stand) -> None:
    run = stand.start_from_form()
    stand.live_runs.end(run)
    result = stand.page._stage._result.text
    assert result.startswith("It finished after 400 measured steps")
    assert "last line" not in result
    assert stand.page._stage.data is run.data
    assert "400 steps · 0:08" in words(stand.page)
    assert not has_button(stand.page, "Stop")
    assert not has_button(stand.page, "Mark")
    other = stand.start_from_form("bbbbbbbbbbbb", name="another")
    assert shown(stand) is other
    assert stand.page._stage._result.text == ""


def test_a_failure_is_told_with_its_reason_and_the_last_lines(stand: Stand) -> None:
    run = stand.begin()
    stand.history.lines = [f"line {number}" for number in range(100)]
    stand.live_runs.end(run, RunState.FAILED, reason="CUDA is out of memory", exit_code=1)
    assert badge(stand.page) == "failed"
    result = stand.page._stage._result.text
    assert "CUDA is out of memory" in result
    assert result.endswith("line 94\nline 95\nline 96\nline 97\nline 98\nline 99")
    with ExitStack() as stack:
        asked: list[object] = []
        stand.page.wanted.connect(lambda name, item: asked.append((name, item)))
        stack.callback(stand.page.wanted.disconnect)
        press(stand.page, "Open in Runs")
    assert asked == [("runs", "aaaaaaaaaaaa")]


@pytest.mark.parametrize(("last", "count"), [("KeyError: 'loss'", 1), ("3 jobs were cancelled", 2)])
def test_a_last_line_that_is_the_reason_is_not_repeated(stand: Stand, last: str, count: int) -> None:
    run = stand.begin()
    stand.history.lines = ["Traceback (most recent call last):", last]
    stand.live_runs.end(run, RunState.FAILED, reason="exit code 1: KeyError: 'loss'", exit_code=1)
    shown_lines = stand.page._stage._result._message.text().splitlines()
    assert len(shown_lines) == count
    assert last in shown_lines[-1]


def test_a_reason_of_two_lines_does_not_end_in_dots_for_the_last_line(stand: Stand) -> None:
    run = stand.begin()
    stand.history.lines = ["ModuleNotFoundError: No module named 'torch'"]
    reason = "exit code 1: its Python (/usr/bin/python3) has no torch: start the program with /home/user/project/.venv/bin/python"
    stand.live_runs.end(run, RunState.FAILED, reason=reason, exit_code=1)
    result = stand.page._stage._result
    assert result._message.text().endswith("bin/python.")
    assert "ModuleNotFoundError" in result.text


def test_a_recorder_that_died_is_told_with_the_time_of_the_last_sample(stand: Stand) -> None:
    run = stand.begin()
    stand.live_runs.end(run, RunState.INTERRUPTED, reason="its recorder ended unexpectedly; recorded up to 14:03:21")
    assert badge(stand.page) == "interrupted"
    assert "recorded up to 14:03:21" in stand.page._stage._result.text


def test_names_and_reasons_are_shown_as_they_are(stand: Stand) -> None:
    name = "<img src=http://x/y.png> & \u202e" + "ä" * 5000
    run = stand.begin(name=name)
    other = stand.begin("bbbbbbbbbbbb", name="two")
    assert name.split()[0] in words(stand.page) or "two" in words(stand.page)
    stand.live_runs.end(other)
    stand.page._choose(run.run_id)
    stand.live_runs.end(run, RunState.FAILED, reason="<b>bold</b>\x1b[31m" + "x" * 5000)
    assert "<b>bold</b>" in stand.page._stage._result.text
    for found in stand.page.findChildren(QLabel):
        assert found.textFormat() is Qt.TextFormat.PlainText or not found.text()
    assert stand.page._stage._result.height() < 500
