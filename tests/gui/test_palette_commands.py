"""The commands that Ctrl+K finds."""

from types import SimpleNamespace
from typing import cast

import pytest

from gpuscope.core.runspec import ATTACHED, RunSpec
from gpuscope.gui.main_window import MainWindow
from gpuscope.gui.palette_commands import _runs
from gpuscope.recording.run_request import default_name
from gpuscope.system import language
from tests.analysis.records import run_record


@pytest.mark.parametrize("typed", ["this machine", "本机"])
def test_a_recording_is_found_by_its_name_in_english_and_in_the_language(typed: str) -> None:
    recording = RunSpec(ATTACHED)
    window = cast(MainWindow, SimpleNamespace(show_page=print))
    language.use("zh_CN")
    try:
        (command,) = _runs(window, [run_record("aa", recording, name=default_name(recording))])
    finally:
        language.use(language.ENGLISH)
    assert command.text.startswith("本机")
    assert command.matches(typed.split())
