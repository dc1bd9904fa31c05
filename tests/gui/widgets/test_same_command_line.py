"""The command line equivalent to the form."""

import argparse
import json
import shlex
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from gpuscope.cli import run as run_verb
from gpuscope.cli.spec_flags import spec_from
from gpuscope.core.runspec import COMMAND, RunSpec
from gpuscope.gui.services.live_runs import LiveRuns
from gpuscope.gui.services.run_starter import RunStarter
from gpuscope.gui.stylesheet import ControlPictures, stylesheet
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.spec_form import SpecForm
from tests.gui.turn_hands import finish_turns


@pytest.mark.parametrize(
    "spec",
    [
        RunSpec("mnist-mlp"),
        RunSpec("gemm", steps=7, options={"size": 64}),
        RunSpec("cifar-cnn", task="inference", precision="bf16", threads=2, warmup_steps=0, options={"pretrain_steps": 0}),
        RunSpec("mnist-mlp", data="/a folder/with 'quotes'"),
        RunSpec(COMMAND, command=("python", "a b.py", "--steps", "3", "$(touch x)", "")),
        RunSpec(COMMAND, command=("train",), options={"samples_per_step": 64, "variables": "A=1 'B=two words'"}),
    ],
)
def test_the_command_line_that_is_shown_does_the_same(form: SpecForm, spec: RunSpec) -> None:
    form.set_spec(spec)
    form.editor("name").set_text("-a 'name'")
    words = shlex.split(form._preview.text)
    assert words[:2] == ["gpuscope", "run"]
    assert shlex.split(form._preview._box.toPlainText().replace("\\\n", "")) == words
    parser = argparse.ArgumentParser()
    run_verb.add_arguments(parser)
    end = words.index("--") if "--" in words else len(words)
    arguments = parser.parse_args(words[2:end])
    arguments.command = words[end:]
    assert arguments.name == "-a 'name'"
    assert json.dumps(spec_from(arguments).to_json()) == _same(form.spec())


def _same(spec: RunSpec | None) -> str:
    assert spec is not None
    raw = dict(spec.options) if spec.is_command else {key: str(value) for key, value in spec.options.items()}
    return json.dumps(RunSpec.from_json({**spec.to_json(), "options": raw}).to_json())


def test_another_store_is_named(qtbot: QtBot, theme: Theme, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/other.sqlite"
    live_runs = LiveRuns(url)
    starter = RunStarter(url, live_runs)
    form = SpecForm(theme, starter)
    qtbot.addWidget(form)
    finish_turns()
    assert form._preview.text == f"gpuscope run mnist-mlp --store {url}"
    starter.close()
    live_runs.close()


def test_the_command_line_can_be_taken_away(qtbot: QtBot, theme: Theme, form: SpecForm) -> None:
    form.setStyleSheet(stylesheet(theme.palette, ControlPictures()))
    form.editor("steps").set_text("70")
    button = next(one for one in form.findChildren(QPushButton) if one.text() == "Copy")
    form.resize(215, 700)
    form.show()
    QCoreApplication.processEvents()
    place = button.geometry()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "gpuscope run mnist-mlp --steps 70"
    assert button.text() == "Copied"
    QCoreApplication.processEvents()
    assert button.minimumSizeHint().width() <= place.width(), "it needs more room, and the fields beside it move"
    assert button.geometry() == place
    qtbot.waitUntil(lambda: button.text() == "Copy")
    assert not button.icon().isNull()
