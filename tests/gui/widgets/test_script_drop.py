"""A script dropped on the window becomes the command that runs it."""

import shlex
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from gpuscope.core.runspec import COMMAND, RunSpec
from gpuscope.gui.widgets.script_drop import draft_of_script, script_in
from gpuscope.gui.widgets.spec_form import SpecForm
from tests.gui.widgets.shown_form import ready, trouble


def dragged(*paths: Path) -> QMimeData:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return mime


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "project" / "scripts" / "train it.py"
    path.parent.mkdir(parents=True)
    path.write_text("print(1)")
    return path


def test_one_script_is_taken_and_nothing_else(script: Path, tmp_path: Path) -> None:
    other = tmp_path / "run.csv"
    other.write_text("")
    assert script_in(dragged(script)) == script
    for paths in ((other,), (script, script), (script.parent,), ()):
        assert script_in(dragged(*paths)) is None


def test_a_script_runs_in_its_folder_by_the_environment_of_its_project(script: Path) -> None:
    draft = draft_of_script(script)
    assert shlex.split(draft.command)[1:] == ["train it.py"]
    assert (draft.folder, draft.interpreter) == (str(script.parent), "")
    python = script.parent.parent / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text("")
    assert draft_of_script(script).interpreter == str(python)
    checked = draft_of_script(script).check().spec
    assert checked is not None
    assert checked.command == (str(python), "train it.py")


def test_a_shell_script_runs_by_the_shell(tmp_path: Path) -> None:
    assert draft_of_script(tmp_path / "all.sh").command == "bash all.sh"


def test_the_form_says_where_and_how_the_command_runs(form: SpecForm, script: Path) -> None:
    form.set_script(script)
    form.editor("interpreter").set_text("python3.12")
    form.editor("variables").set_text('OMP_NUM_THREADS=4 "NAME=two words"')
    form.editor("samples_per_step").set_text("64")
    spec = form.spec()
    assert spec is not None
    assert spec.command == ("python3.12", "train it.py")
    assert spec.variables == {"OMP_NUM_THREADS": "4", "NAME": "two words"}
    assert spec.options["samples_per_step"] == 64
    assert form.folder() == str(script.parent)
    assert f"--folder {script.parent}" in form._preview.text
    assert "--env OMP_NUM_THREADS=4 --env 'NAME=two words'" in form._preview.text


def test_what_does_not_fit_is_told_where_it_was_typed(qtbot: QtBot, form: SpecForm, tmp_path: Path) -> None:
    form.set_spec(RunSpec(COMMAND, command=("sh", "-c", "true")), str(tmp_path / "gone"))
    ready(qtbot, form)
    assert "There is no folder" in trouble(form, "folder")
    form.editor("folder").set_text("")
    form.editor("variables").set_text("4=x")
    assert "NAME=VALUE" in trouble(form, "variables")
    form.editor("variables").set_text("")
    form.editor("samples_per_step").set_text("0")
    assert "too small" in trouble(form, "samples_per_step")


def test_a_run_again_keeps_where_and_how_it_ran(form: SpecForm, tmp_path: Path) -> None:
    spec = RunSpec(COMMAND, command=("sh", "x.sh"), options={"variables": "A=1", "samples_per_step": 8})
    form.set_spec(spec, str(tmp_path))
    assert (form.spec(), form.folder()) == (spec, str(tmp_path))


def test_secrets_of_the_environment_are_not_remembered(form: SpecForm) -> None:
    form.set_spec(RunSpec(COMMAND, command=("sh",), options={"variables": "A=1 HF_TOKEN=hunter2"}))
    assert "hunter2" not in str(form.memory())
    assert "A=1" in str(form.memory())


def test_the_users_own_command_is_the_first_of_the_choices(form: SpecForm) -> None:
    box = form.editor("workload").control
    assert isinstance(box, QComboBox)
    assert box.itemData(0) == COMMAND
