"""The commands that Ctrl+K finds."""

from types import SimpleNamespace
from typing import cast

import pytest

from gpuscope.core.runspec import ATTACHED, RunSpec
from gpuscope.gui.main_window import MainWindow
from gpuscope.gui.palette_commands import _runs, settings_commands
from gpuscope.gui.translator import WindowLanguage
from gpuscope.recording.run_request import default_name
from gpuscope.system import language
from tests.analysis.records import run_record


@pytest.mark.parametrize("typed", ["this machine", "本机"])
def test_a_recording_is_found_by_its_name_in_english_and_in_the_language(typed: str) -> None:
    recording = RunSpec(ATTACHED)
    window = cast(MainWindow, SimpleNamespace(go_to=print))
    language.use("zh_CN")
    try:
        (command,) = _runs(window, [run_record("aa", recording, name=default_name(recording))])
    finally:
        language.use(language.ENGLISH)
    assert command.text.startswith("本机")
    assert command.matches(typed.split())


@pytest.mark.parametrize(
    ("typed", "title"),
    [
        ("深色", "外观"),
        ("语言", "外观"),
        ("theme", "外观"),
        ("电价", "能耗"),
        ("kWh", "能耗"),
        ("通知", "警报"),
        ("文件夹", "各项内容的存放位置"),
    ],
)
def test_settings_are_found_by_words_in_english_and_in_the_language(qapp: object, typed: str, title: str) -> None:
    translator = WindowLanguage("zh_CN")
    try:
        commands = settings_commands(cast(MainWindow, SimpleNamespace(go_to=print)))
    finally:
        translator.close()
    assert title in [command.text for command in commands if command.matches([typed.casefold()])]
