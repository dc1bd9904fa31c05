"""The form with the user's own command."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton
from pytestqt.qtbot import QtBot

from gpuscope.core.errors import UsageError
from gpuscope.core.runspec import COMMAND, RunSpec
from gpuscope.gui.widgets.command_preview import CodeBox
from gpuscope.gui.widgets.labels import ReservedLabel
from gpuscope.gui.widgets.spec_draft import split_command
from gpuscope.gui.widgets.spec_form import SpecForm
from tests.gui.widgets.shown_form import ready, start_button, trouble


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("python train.py", ("python", "train.py")),
        ("python 'a b.py' --x=\"1 2\"", ("python", "a b.py", "--x=1 2")),
        ("python \\\n  train.py \\\n  -v", ("python", "train.py", "-v")),
        ("echo $(touch x) `y` *", ("echo", "$(touch", "x)", "`y`", "*")),
        ("run -- --name x", ("run", "--", "--name", "x")),
    ],
)
def test_a_command_is_split_as_a_shell_would_and_run_by_none(text: str, arguments: tuple[str, ...]) -> None:
    assert split_command(text) == arguments


@pytest.mark.parametrize("text", ["python 'x", 'python "', "python \\", "a\0b", "x" * 70_000, "x '" + "€" * 60_000 + "'"])
def test_a_command_that_cannot_be_is_told(text: str) -> None:
    with pytest.raises(UsageError):
        split_command(text)


def test_a_command_is_told_at_once(qtbot: QtBot, form: SpecForm) -> None:
    form.editor("workload").set_text(COMMAND)
    assert form.reason == "Type the command to run."
    assert trouble(form, "command") == ""
    form.editor("command").set_text("python 'x")
    assert trouble(form, "command").startswith("A quotation mark is not closed, or nothing follows a backslash.")
    form.editor("command").set_text("no-such-program-anywhere --now")
    ready(qtbot, form)
    assert trouble(form, "command").startswith("Command 'no-such-program-anywhere' is not found.")
    form.editor("command").set_text("sh -c 'exit 3'")
    ready(qtbot, form)
    assert form.spec() == RunSpec(COMMAND, command=("sh", "-c", "exit 3"))
    assert start_button(form).isEnabled()
    assert form._preview.text == "gpuscope run -- sh -c 'exit 3'"


def test_a_start_asked_for_while_a_corrected_command_is_still_checked_begins_once_it_is(qtbot: QtBot, form: SpecForm) -> None:
    form.editor("workload").set_text(COMMAND)
    form.editor("command").set_text("no-such-program-anywhere")
    ready(qtbot, form)
    form.want_start()
    form.editor("command").set_text("true")
    started: list[RunSpec | None] = []
    form.start_wanted.connect(lambda: started.append(form.spec()))
    form.want_start()
    form.want_start()  # Ctrl+Return, held a little long
    assert started == [], "the command is not checked yet"
    ready(qtbot, form)
    assert started == [RunSpec(COMMAND, command=("true",))]
    form.editor("command").set_text("no-such-program-anywhere")
    ready(qtbot, form)
    form.editor("command").set_text("sh -c 'exit 3'")
    form.want_start()
    form.editor("command").set_text("sh -c 'exit 4'")
    ready(qtbot, form)
    assert len(started) == 1, "something else was typed since"


def test_an_interpreter_that_is_not_there_is_told_below_its_own_field(qtbot: QtBot, form: SpecForm) -> None:
    form.editor("workload").set_text(COMMAND)
    form.editor("command").set_text("python train.py")
    form.editor("interpreter").set_text("/no/such/python")
    ready(qtbot, form)
    assert trouble(form, "command") == ""
    assert trouble(form, "interpreter").startswith("Command '/no/such/python' is not found.")
    assert form.reason == "Correct Interpreter first."


@pytest.mark.parametrize("workload", ["mnist-mlp", COMMAND])
def test_an_idle_baseline_is_asked_for_in_seconds(qtbot: QtBot, form: SpecForm, workload: str) -> None:
    form.editor("workload").set_text(workload)
    form.editor("command").set_text("sh -c 'exit 3'")
    ready(qtbot, form)
    assert form.baseline_s() == 0
    assert form.editor("baseline") in form._editors.shown()
    form.editor("baseline").set_text("10")
    assert form.baseline_s() == 10
    assert " --baseline=10s" in form._preview.text
    form.editor("baseline").set_text("4")
    assert trouble(form, "baseline").startswith("Idle baseline, s: '4' is too small. The minimum is 5.")
    assert not start_button(form).isEnabled()
    assert form._more.isChecked() or workload == COMMAND
    form.editor("baseline").set_text("")
    assert start_button(form).isEnabled()


def test_what_no_shell_will_do_and_secrets_left_out_are_told(form: SpecForm) -> None:
    form.editor("workload").set_text(COMMAND)
    form.editor("command").set_text("train --token [redacted] | tee log")
    words = " ".join(child.whole_text for child in form.editor("command").findChildren(ReservedLabel))
    assert "No shell runs: | is passed to the program as text." in words
    assert "[redacted] replaces a secret: type it again." in words
    assert "train ┃ --token ┃ [redacted] ┃ | ┃ tee ┃ log" in words


def test_the_fields_below_stay_where_they_are_while_a_command_is_typed(qtbot: QtBot, form: SpecForm) -> None:
    form.editor("workload").set_text(COMMAND)
    places = {}
    for text in (
        "",
        "s",
        "no-such-program-anywhere",
        "sh",
        "sh -c 'exit 3",
        "sh -c 'exit 3' --epochs 3 --learning-rate 0.001 --model resnet",
        "sh -c x | tee log",
        "",
    ):
        form.editor("command").set_text(text)
        ready(qtbot, form)
        QApplication.processEvents()
        places[text] = form.editor("folder").y()
    assert len(set(places.values())) == 1, places


def test_a_script_can_be_chosen(known_file_types: None, qtbot: QtBot, form: SpecForm, tmp_path: Path) -> None:
    script = tmp_path / "train.py"
    script.write_text("print(1)")
    QApplication.setAttribute(Qt.ApplicationAttribute.AA_DontUseNativeDialogs)
    form.editor("workload").set_text(COMMAND)
    button = next(one for one in form.findChildren(QPushButton) if one.text() == "Script…")
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    dialog = form.findChild(QFileDialog)
    assert dialog is not None
    dialog.fileSelected.emit(str(script))
    dialog.close()
    assert form.editor("command").text() in ("python train.py", "python3 train.py")
    assert form.folder() == str(tmp_path)


def test_the_command_line_to_copy_shows_its_lines_without_a_scroll_bar_in_any_font(qtbot: QtBot) -> None:
    box = CodeBox()
    qtbot.addWidget(box)
    box.resize(300, 100)
    box.show()
    box.setPlainText("gpuscope run mnist-mlp \\\n  --name 名称 \\\n  --after")
    assert box.verticalScrollBar().maximum() == 0
