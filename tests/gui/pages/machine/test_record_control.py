"""The Record button, with a real recorder."""

import subprocess
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from gpuscope.core.event import Log
from gpuscope.core.run import RunState
from gpuscope.gui.pages.machine.record_control import RecordControl
from gpuscope.gui.services.live_runs import LiveRuns
from gpuscope.gui.services.run_starter import RunStarter
from gpuscope.gui.theme import Choice, Theme
from gpuscope.gui.widgets.notice_bar import NoticeBar
from gpuscope.storage.store import StoreReader
from tests.recording.recorders import of_home, store_url, until


@pytest.fixture
def live_runs() -> Iterator[LiveRuns]:
    made = LiveRuns(store_url())
    yield made
    made.close()


@pytest.fixture
def starter(live_runs: LiveRuns) -> Iterator[RunStarter]:
    made = RunStarter(store_url(), live_runs)
    yield made
    made.close()


def shown(control: RecordControl) -> list[str]:
    return [button.text() for button in control.findChildren(QPushButton) if not button.isHidden()]


def press(control: RecordControl, words: str) -> None:
    next(button for button in control.findChildren(QPushButton) if button.text() == words).click()


def test_it_records_marks_and_ends(qtbot: QtBot, live_runs: LiveRuns, starter: RunStarter) -> None:
    theme = Theme(Choice.DARK)
    notice = NoticeBar(theme)
    control = RecordControl(theme, starter, live_runs, notice)
    qtbot.addWidget(notice)
    qtbot.addWidget(control)
    assert shown(control) == ["Record"]
    press(control, "Record")
    qtbot.waitUntil(lambda: shown(control) == ["Mark", "End recording"])
    live = control.recording
    assert live is not None
    control._prompt.given.emit("load begins")
    qtbot.waitUntil(lambda: "load begins" in [text for _, text in live.data.marks])
    press(control, "End recording")
    qtbot.waitUntil(lambda: shown(control) == ["Record"])
    assert notice.text == "The recording is kept with the runs: this machine."
    with qtbot.waitSignal(control.open_wanted) as opened:
        next(button for button in notice.findChildren(QPushButton) if button.text() == "Open it").click()
    assert opened.args == [live.run_id]
    until(lambda: not of_home())
    with StoreReader(store_url()) as reader:
        run = reader.run(live.run_id)
        marks = [one.text for one in reader.events(live.run_id, ["log"]) if isinstance(one, Log) and one.level == "mark"]
    assert (run.name, run.state, marks) == ("this machine", RunState.FINISHED, ["load begins"])


def test_its_buttons_keep_the_keyboard_as_they_change(qtbot: QtBot, live_runs: LiveRuns, starter: RunStarter) -> None:
    page, theme = QWidget(), Theme(Choice.DARK)
    control = RecordControl(theme, starter, live_runs, NoticeBar(theme, page))
    beside = QPushButton("Next in the order of the keyboard")
    layout = QVBoxLayout(page)
    layout.addWidget(control)
    layout.addWidget(beside)
    qtbot.addWidget(page)
    with qtbot.waitActive(page):
        page.show()
    button = next(button for button in control.findChildren(QPushButton) if button.text() == "Record")
    button.setFocus()
    press(control, "Record")
    assert not beside.hasFocus()
    qtbot.waitUntil(lambda: shown(control) == ["Mark", "End recording"])
    assert button.hasFocus()
    control._mark.setFocus()
    press(control, "End recording")
    qtbot.waitUntil(lambda: shown(control) == ["Record"])
    assert button.hasFocus()
    until(lambda: not of_home())


def test_a_process_that_runs_already_is_recorded_and_goes_on(qtbot: QtBot, live_runs: LiveRuns, starter: RunStarter) -> None:
    theme = Theme(Choice.DARK)
    notice = NoticeBar(theme)
    control = RecordControl(theme, starter, live_runs, notice)
    qtbot.addWidget(notice)
    qtbot.addWidget(control)
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE) as process:  # ends with this block
        with qtbot.waitSignal(control.process_recorded) as recorded:
            control.record_process(process.pid)
        live = live_runs.find(recorded.args[0])
        assert live is not None
        assert live.record.name == "attached to cat"
        live.stop()
        qtbot.waitUntil(lambda: live_runs.find(live.run_id) is None)
        assert process.poll() is None
    control.record_process(process.pid)
    qtbot.waitUntil(lambda: "process" in notice.text)
