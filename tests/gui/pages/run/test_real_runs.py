"""The Run page over real services and recorders."""

import shlex
import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gpuscope.core.runspec import COMMAND
from gpuscope.gui.pages.run_page import RunPage
from gpuscope.gui.services.history import History
from gpuscope.gui.services.live_runs import LiveRuns
from gpuscope.gui.services.plans import Plans
from gpuscope.gui.services.presets import Presets
from gpuscope.gui.services.run_starter import RunStarter
from gpuscope.gui.services.user_settings import UserSettings
from gpuscope.gui.theme import Choice, Theme
from gpuscope.storage import editing
from gpuscope.system.settings import store_url
from tests.gui.pages.run.stand import badge, press
from tests.recording import recorders


class Window:
    """The page over real services."""

    def __init__(self, qtbot: QtBot, opened: ExitStack) -> None:
        self._qtbot = qtbot
        self.history = opened.enter_context(closing(History(store_url())))
        self.live_runs = opened.enter_context(closing(LiveRuns(store_url())))
        self.starter = opened.enter_context(closing(RunStarter(store_url(), self.live_runs)))
        self.plans = opened.enter_context(closing(Plans(store_url())))
        self.page = RunPage(Theme(Choice.DARK), self.live_runs, self.starter, self.history, UserSettings(), self.plans, Presets())
        qtbot.addWidget(self.page)
        self.page.resize(1280, 800)
        self.page.show()
        opened.callback(self.page.hide)
        self.starter.load_capabilities()
        qtbot.waitUntil(self.page.is_ready, timeout=10_000)

    def start(self) -> None:
        self._qtbot.waitUntil(self.page._form.is_ready)
        press(self.page, "Start")

    def wait_for(self, state: str) -> None:
        self._qtbot.waitUntil(lambda: badge(self.page) == state, timeout=60_000)


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[Window]:
    with ExitStack() as opened:
        yield Window(qtbot, opened)
    for process in recorders.with_words(recorders.of_home(), "--ready-fd"):
        process.kill()
    recorders.until(lambda: not recorders.of_home())


def test_a_real_run_is_started_watched_and_its_result_told(window: Window, qtbot: QtBot) -> None:
    window.page._form.editor("steps").set_text("200")
    window.start()
    window.wait_for("running")
    window.wait_for("finished")
    assert window.page._stage._result.text.startswith("It finished after 200 measured steps (12\u202f800 samples)")
    assert "accuracy" in window.page._stage._result.text
    qtbot.waitUntil(window.page.is_ready)
    editing.delete_runs(store_url(), [window.page._stage.run_id])
    window.history.refresh()
    qtbot.waitUntil(lambda: "was deleted" in window.page.notice.text)


def test_a_real_command_that_fails_says_why(window: Window, qtbot: QtBot) -> None:
    code = "import time; print('opening data', flush=True); time.sleep(1); raise SystemExit('data are damaged')"
    window.page._form.editor("workload").set_text(COMMAND)
    window.page._form.editor("command").set_text(shlex.join([sys.executable, "-c", code]))
    window.start()
    window.wait_for("failed")
    qtbot.waitUntil(lambda: window.page._stage._result.text.endswith("opening data\ndata are damaged"))
    assert "exit code 1" in window.page._stage._result.text


def test_a_real_run_is_stopped_and_one_whose_recorder_dies_is_interrupted(window: Window, qtbot: QtBot) -> None:
    window.page._form.editor("workload").set_text(COMMAND)
    window.page._form.editor("command").set_text("sleep 60")
    window.start()
    window.wait_for("running")
    press(window.page, "Stop")
    assert badge(window.page) == "stopping, 7 s"
    window.wait_for("stopped")
    assert "stopped on request" in window.page._stage._result.text
    window.start()
    window.wait_for("running")
    (process,) = recorders.with_words(recorders.of_home(), "--ready-fd")
    process.send_signal(signal.SIGKILL)
    window.wait_for("interrupted")
    assert "its recorder ended unexpectedly" in window.page._stage._result.text


def test_a_program_that_vanishes_before_the_start_is_told_in_the_recorders_words(window: Window, qtbot: QtBot, tmp_path: Any) -> None:
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\nsleep 1\n")
    program.chmod(0o755)
    form = window.page._form
    form.editor("workload").set_text(COMMAND)
    form.editor("command").set_text(str(program))
    qtbot.waitUntil(form.is_ready)
    program.unlink()
    window.start()
    qtbot.waitUntil(lambda: "is not found" in window.page.notice.text, timeout=20_000)
    assert form.editor("command").text() == str(program)
    assert QApplication.activeModalWidget() is None
