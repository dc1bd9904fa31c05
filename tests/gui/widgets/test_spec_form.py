"""The form accepts and refuses what the command line does, says so at once, and can be worked by the keyboard alone."""

import argparse
import json
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeDatabase, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QFileDialog, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from gpuscope.cli import run as run_verb
from gpuscope.core.errors import GpuscopeError, UsageError
from gpuscope.core.runspec import COMMAND, FIELDS, Field, RunSpec
from gpuscope.gui.services.live_runs import LiveRuns
from gpuscope.gui.services.run_starter import RunStarter
from gpuscope.gui.services.start_refusal import start_refusal
from gpuscope.gui.theme import Choice, Theme
from gpuscope.gui.widgets.field_editors import editor_of
from gpuscope.gui.widgets.spec_draft import SpecDraft, split_command
from gpuscope.gui.widgets.spec_form import SpecForm
from gpuscope.system.settings import store_url
from gpuscope.workloads import catalog
from gpuscope.workloads.capabilities import Capabilities, CudaDevice

GPU = CudaDevice(0, "Tesla T4", "GPU-2", 15 * 2**30, (7, 5), False)
CPU_ONLY = Capabilities("2.13.0", (), "no NVIDIA driver is loaded on this machine", 2**62, complete=True)
ONE_GPU = Capabilities("2.13.0", (GPU,), None, 2**62, complete=True)


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    return Theme(Choice.DARK)


@pytest.fixture
def starter(qapp: QApplication) -> Iterator[RunStarter]:
    live_runs = LiveRuns(store_url())
    made = RunStarter(store_url(), live_runs)
    made.capabilities = CPU_ONLY
    yield made
    made.close()
    live_runs.close()


@pytest.fixture
def form(qtbot: QtBot, theme: Theme, starter: RunStarter) -> SpecForm:
    made = SpecForm(theme, starter)
    qtbot.addWidget(made)
    made.resize(248, 900)
    made.show()
    qtbot.waitUntil(made.is_ready)
    return made


@pytest.fixture(scope="module")
def known_file_types() -> None:
    """Qt maps the table of file types at its first use, and keeps it."""
    QMimeDatabase().mimeTypeForName("inode/directory").isValid()


def ready(qtbot: QtBot, form: SpecForm) -> None:
    qtbot.waitUntil(form.is_ready)


def start_button(form: SpecForm) -> QPushButton:
    return next(one for one in form.findChildren(QPushButton) if one.text().startswith("Start"))


def trouble(form: SpecForm, key: str) -> str:
    label = form.editor(key).trouble
    return label.text() if not label.isHidden() else ""


# What is accepted and what is refused


def of_the_command_line(workload: str, values: Mapping[str, str]) -> str:
    """Returns the resolved spec, or the refusal, of the command line's own functions."""
    parser = argparse.ArgumentParser()
    run_verb.add_arguments(parser)
    arguments = parser.parse_args([workload, *(f"--set={key}={value}" for key, value in values.items())])
    try:
        spec, _ = run_verb._workload(run_verb.spec_from(arguments), 0.0)
    except GpuscopeError as error:
        return f"{error.exit_code} {error}"
    return json.dumps(spec.to_json())


def of_the_form(workload: str, values: Mapping[str, str]) -> str:
    """Returns the same of the form's."""
    checked = SpecDraft(workload, values).check()
    if checked.spec is None:
        (error,) = checked.errors.values()
    else:
        found = start_refusal(checked.spec, Capabilities.load(), store_url())
        if found is None:
            return json.dumps(catalog.resolve(checked.spec).to_json())
        error = found[1]
    return f"{error.exit_code} {error}"


FITS = [
    ("mnist-mlp", {}),
    ("mnist-mlp", {"task": "inference", "pretrain_steps": "0", "hidden": "1"}),
    (
        "cifar-cnn",
        {"precision": "bf16", "batch_size": " 8 ", "steps": "1", "warmup_steps": "20", "threads": "4096", "seed": str(2**63 - 1)},
    ),
    ("gpt", {"context": "64", "heads": "2"}),
    ("mnist-mlp", {"optimize": "pipeline-parallel", "ranks": "2"}),
    ("gpt", {"optimize": "ddp", "ranks": "2", "nodes": "2", "rendezvous": "host:29400"}),
    ("gpt", {"task": "inference", "prompt": "8", "new_tokens": "4"}),
    ("gemm", {"size": "64", "batch_size": "2", "precision": "fp64", "steps": "1_000"}),
    ("mnist-mlp", {"steps": str(10**9), "warmup_steps": "0", "device": "CPU"}),
]
DOES_NOT_FIT = [
    ("mnist-mlp", {"task": "sleeping"}),
    ("mnist-mlp", {"device": "toaster"}),
    ("mnist-mlp", {"device": "cpu,cpu"}),
    ("mnist-mlp", {"device": "cpu,cuda:0"}),
    ("mnist-mlp", {"device": "mps"}),
    ("mnist-mlp", {"device": "cuda:99"}),
    ("mnist-mlp", {"precision": "fp8"}),
    ("mnist-mlp", {"precision": "tf32"}),
    *(("mnist-mlp", {"batch_size": text}) for text in ("0", "-1", str(2**31), "1.5", "many", "1e3", "5,000", " ", "9" * 100)),
    ("mnist-mlp", {"batch_size": str(2**31 - 1)}),
    *(("cifar-cnn", {"steps": text}) for text in ("0", str(10**9 + 1), "all", "nan")),
    *(("mnist-mlp", {"warmup_steps": text}) for text in ("-1", str(10**9 + 1), "x")),
    *(("mnist-mlp", {"threads": text}) for text in ("0", "4097", "∞")),
    *(("mnist-mlp", {"seed": text}) for text in ("-1", str(2**63), "0.5")),
    *(("mnist-mlp", {"data": text}) for text in ("/no/such/folder", "/etc/passwd", "/etc", "~nobody/x", "a\0b", "x" * 70_000)),
    *(("mnist-mlp", {"hidden": text}) for text in ("0", "65537", "wide")),
    *(("mnist-mlp", {"task": "inference", "pretrain_steps": text}) for text in ("-1", "1000001", "some")),
    *(("gpt", {key: "0"}) for key in ("layers", "heads", "head_width", "context")),
    *(("gpt", {"task": "inference", key: text}) for key in ("prompt", "new_tokens") for text in ("0", "4097")),
    ("lstm-text", {"hidden": "16385"}),
    ("lstm-text", {"optimize": "flash-attention"}),
    *(("gemm", {"size": text}) for text in ("0", "131073", "1x1")),
    ("gemm", {"size": "131072"}),
    *(("convolution", values) for values in ({"method": "abacus"}, {"operation": "division"}, {"filter": "0"}, {"filter": "257"})),
    *(("scaled-sum", {"implementation": text}) for text in ("fortran", "triton", "cuda")),
    *(("copy", {"size": text}) for text in ("0", "65537")),
    *(("h2d-copy", values) for values in ({"memory": "paper"}, {"overlap": "maybe"}, {"memory": "pinned"})),
    ("mnist-mlp", {"optimizer": "adagrad"}),
    *(("cifar-cnn-loader", {"workers": text}) for text in ("-1", "257", "all")),
    *(("cifar-cnn-loader", {"prefetch": text}) for text in ("0", "65")),
    ("cifar-cnn-loader", {"augmentation": "blur"}),
    *(("cifar-cnn-loader", {"mixup": text}) for text in ("-1", "11")),
    ("cifar-cnn-loader", {"pinned": "perhaps"}),
    *(("early-stopping", {"target_accuracy": text}) for text in ("-0.1", "1.5", "all")),
    *(("early-stopping", {"test_every": text}) for text in ("0", "1e9", "often")),
    *(("mnist-mlp", {"learning_rate": text}) for text in ("0", "101", "fast")),
    ("mnist-mlp", {"optimize": "channels-last"}),
    *(("mnist-mlp", {"optimize": "ddp", "ranks": text}) for text in ("0", "1025", "3", "all")),
    *(("mnist-mlp", {"optimize": "ddp", "nodes": text}) for text in ("0", "2", "4097")),
    ("mnist-mlp", {"optimize": "ddp", "nodes": "2", "rendezvous": "nowhere"}),
    ("mnist-mlp", {"ranks": "2"}),
    ("early-stopping", {"optimize": "ddp"}),
    ("lstm-text", {"optimize": "fsdp2"}),
    ("mnist-mlp", {"optimize": "warp-drive"}),
    ("gemm", {"optimize": "compile"}),
    ("mnist-mlp", {"engine": "steam"}),
]


@pytest.mark.parametrize(("workload", "values"), FITS)
def test_what_the_command_line_takes_the_form_takes(workload: str, values: dict[str, str]) -> None:
    told = of_the_form(workload, values)
    assert json.loads(told)["workload"] == workload
    assert told == of_the_command_line(workload, values)


@pytest.mark.parametrize(("workload", "values"), DOES_NOT_FIT, ids=str)
def test_what_the_command_line_refuses_the_form_refuses_in_its_words(workload: str, values: dict[str, str]) -> None:
    told = of_the_form(workload, values)
    assert told[:2] in ("2 ", "3 ")
    assert _without_figures(told) == _without_figures(of_the_command_line(workload, values))


def _without_figures(text: str) -> str:
    """Returns words without the memory that is free, which changes from one look to the next."""
    return text.partition(", and ")[0]


def test_every_field_has_something_out_of_range_above() -> None:
    assert {key for _, values in DOES_NOT_FIT for key in values} >= FIELDS.keys()


@pytest.mark.parametrize("workload", catalog.WORKLOADS)
def test_every_option_of_a_workload_is_refused_out_of_range_in_the_same_words(workload: str) -> None:
    known = catalog.WORKLOADS[workload]
    task = {"task": "inference"} if "inference" in known.tasks else {}
    for option in known.options:
        if option.key not in known.options_of(task.get("task", "training")):
            continue
        wrong = "nonsense" if option.choices or option.type is bool or option.minimum is None else str(int(option.minimum) - 1)
        told = of_the_form(workload, {**task, option.key: "a\0b" if option.type is str and not option.choices else wrong})
        assert told.startswith(f"2 {option.label}: ")


@pytest.mark.parametrize(
    ("key", "text", "words"),
    [
        ("batch_size", "0", "Batch size: '0' is too small. The least is 1."),
        ("batch_size", "many", "Batch size: 'many' is not a whole number. Samples a step"),
        ("steps", "5,000", "Steps: '5,000' is not a whole number."),
        ("warmup_steps", "-1", "Warm-up steps: '-1' is too small. The least is 0."),
        ("threads", "5000", "Threads: '5000' is too large. The most is 4\u202f096."),
        ("seed", "-1", "Seed: '-1' is too small."),
        ("hidden", "0", "Hidden units: '0' is too small."),
        ("data", "/no/such/folder", "Data folder /no/such/folder is not there."),
        ("device", "cuda:0", "cuda:0: no NVIDIA driver is loaded on this machine."),
        ("precision", "tf32", "tf32 on cpu: only NVIDIA GPUs"),
        ("name", "a\0b", "Name: the text is too long or holds a NUL character."),
        ("batch_size", str(2**31 - 1), "mnist-mlp with a batch of 2147483647 needs about"),
    ],
)
def test_what_is_wrong_is_told_below_its_field_and_start_waits(qtbot: QtBot, form: SpecForm, key: str, text: str, words: str) -> None:
    form.editor(key).set_text(text)
    ready(qtbot, form)
    assert trouble(form, key).startswith(words)
    assert form.editor(key).isVisible()
    assert not start_button(form).isEnabled()
    assert form.editor(key).title in form.reason
    assert words.partition(".")[0] in form.editor(key).control.accessibleDescription()
    form.editor(key).set_text("")
    ready(qtbot, form)
    assert trouble(form, key) == ""
    assert start_button(form).isEnabled()
    assert form.reason == ""


def test_several_mistakes_are_each_told(qtbot: QtBot, form: SpecForm) -> None:
    for key in ("batch_size", "steps", "seed"):
        form.editor(key).set_text("x")
    assert all(trouble(form, key) for key in ("batch_size", "steps", "seed"))
    assert form.reason == "Not yet: see Batch size and 2 more."
    assert form.spec() is None
    assert form._preview.text == ""


def test_what_was_typed_while_a_check_ran_is_checked_too(qtbot: QtBot, form: SpecForm) -> None:
    form.editor("data").set_text("/no/such")
    form.editor("data").set_text("/no/such/folder")
    ready(qtbot, form)
    assert trouble(form, "data").startswith("Data folder /no/such/folder is")


def test_a_machine_without_torch_says_so_at_the_workload(qtbot: QtBot, form: SpecForm, starter: RunStarter) -> None:
    starter.capabilities = Capabilities(None, (), "torch is not installed", None)
    starter.capabilities_changed.emit()
    ready(qtbot, form)
    assert trouble(form, "workload").startswith("Torch is not installed for this Python")
    assert not start_button(form).isEnabled()


def test_what_cannot_be_had_here_is_listed_with_its_reason(qtbot: QtBot, form: SpecForm, starter: RunStarter) -> None:
    starter.capabilities = ONE_GPU
    starter.capabilities_changed.emit()
    device, precision = (form.editor(key).findChild(QComboBox) for key in ("device", "precision"))
    assert device is not None
    assert precision is not None
    assert _enabled(device) == {"cpu": True, "cuda:0": True, "mps:0": False, "xpu:0": False}
    assert "Apple GPUs are in Macs only" in str(device.itemData(2, Qt.ItemDataRole.ToolTipRole))
    form.editor("device").set_text("cuda:0")
    assert _enabled(precision) == {"fp64": True, "fp32": True, "tf32": False, "bf16": False, "fp16": True}
    assert "it needs compute capability 8.0, and Tesla T4 has 7.5" in form.editor("precision").help


def _enabled(box: QComboBox) -> dict[str, bool]:
    model = box.model()
    rows = [model.index(row, 0) for row in range(model.rowCount())]
    return {str(model.data(row)): bool(model.flags(row) & Qt.ItemFlag.ItemIsEnabled) for row in rows}


def test_a_device_that_vanishes_is_told(qtbot: QtBot, form: SpecForm, starter: RunStarter) -> None:
    starter.capabilities = ONE_GPU
    starter.capabilities_changed.emit()
    form.editor("device").set_text("cuda:0")
    ready(qtbot, form)
    assert form.reason == ""
    starter.capabilities = CPU_ONLY
    starter.capabilities_changed.emit()
    ready(qtbot, form)
    assert form.editor("device").text() == "cuda:0"
    assert trouble(form, "device").startswith("cuda:0: no NVIDIA driver")


def test_nothing_is_refused_while_it_is_not_known_what_can_be_run(qtbot: QtBot, theme: Theme, starter: RunStarter) -> None:
    starter.capabilities = None
    form = SpecForm(theme, starter)
    qtbot.addWidget(form)
    form.set_spec(RunSpec("mnist-mlp", device="cuda:3"))
    qtbot.waitUntil(lambda: form._asked is None)
    assert form.reason == ""
    assert not form.is_ready()


def test_a_home_that_cannot_be_written_is_told_before_start_and_looked_at_again(
    qtbot: QtBot, theme: Theme, starter: RunStarter, gpuscope_home: Path
) -> None:
    gpuscope_home.write_text("a file in the place of the folder")
    form = SpecForm(theme, starter)
    qtbot.addWidget(form)
    qtbot.waitUntil(lambda: "othing can be written to" in form.reason)
    assert str(gpuscope_home) in form.reason
    assert not start_button(form).isEnabled()
    gpuscope_home.unlink()
    form._take_focus(None, form)
    qtbot.waitUntil(lambda: form.reason == "")
    assert start_button(form).isEnabled()


# What it is made of


def test_each_workload_has_its_own_fields_and_defaults(qtbot: QtBot, form: SpecForm) -> None:
    assert _placeholders(form) == {"batch_size": "64", "steps": "500", "hidden": "128", "data": "scikit-learn's digits"}
    form.editor("task").set_text("inference")
    assert _placeholders(form)["pretrain_steps"] == "500"
    form.editor("workload").set_text("cifar-cnn")
    assert _placeholders(form)["pretrain_steps"] == "50"
    form.editor("workload").set_text("gemm")
    assert _placeholders(form) == {"batch_size": "1", "steps": "500", "size": "1024"}
    assert not form.editor("task").isVisible()
    form.editor("workload").set_text(COMMAND)
    assert _placeholders(form) == {}
    assert form.editor("command").isVisible()


def _placeholders(form: SpecForm) -> dict[str, str]:
    lines = [(key, form.editor(key)) for key in (*FIELDS, "hidden", "pretrain_steps", "size") if _has(form, key)]
    found = {key: editor.findChild(QLineEdit) for key, editor in lines if editor.isVisible()}
    return {key: line.placeholderText() for key, line in found.items() if line is not None}


def _has(form: SpecForm, key: str) -> bool:
    return key in form._editors.draft().fields()


def test_the_warm_up_is_told_as_long_as_it_will_be(form: SpecForm) -> None:
    form.editor("steps").set_text("5")
    line = form.editor("warmup_steps").findChild(QLineEdit)
    assert line is not None
    assert line.placeholderText() == "5"
    form.editor("steps").set_text("many")
    assert line.placeholderText() == "20"


def test_words_of_one_workload_wait_while_another_is_chosen(form: SpecForm) -> None:
    form.editor("task").set_text("inference")
    form.editor("hidden").set_text("32")
    form.editor("workload").set_text("gemm")
    assert form.spec() == RunSpec("gemm")
    form.editor("workload").set_text("mnist-mlp")
    assert form.spec() == RunSpec("mnist-mlp", task="inference", options={"hidden": 32})


def test_every_field_is_explained(form: SpecForm) -> None:
    for key in ("workload", *FIELDS, "hidden", "name"):
        editor = form.editor(key)
        assert editor.help
        assert editor.help in editor.control.accessibleDescription()
        assert editor.control.accessibleName() == editor.title
        assert editor.control.toolTip()


def test_why_there_can_be_no_start_is_told_as_it_is(form: SpecForm) -> None:
    form._foot.show_state("<img src=x> & <b>bold</b>", "", is_mistake=True, is_busy=False)
    assert "<b>" not in form._foot.button.toolTip()
    assert "&lt;b&gt;bold&lt;/b&gt;" in form._foot.button.toolTip()


def test_the_present_field_is_explained_at_the_foot(qtbot: QtBot, form: SpecForm) -> None:
    form.activateWindow()
    form.editor("seed").control.setFocus()
    qtbot.waitUntil(lambda: form._foot._words.text() == FIELDS["seed"].help)
    form._foot.button.setFocus()
    qtbot.waitUntil(lambda: form._foot._words.text() == "")
    form.set_live(True)
    assert form._foot._words.text().startswith("Changes apply to the next run.")


def test_fields_of_any_type_have_an_editor(qtbot: QtBot, theme: Theme) -> None:
    fields = [
        Field("fast", "Fast", "Whether.", bool, False),
        Field("mode", "Mode", "Which.", str, "a", choices=("a", "b")),
        Field("rate", "Rate", "How much.", float, 0.5),
    ]
    for field, text in zip(fields, ("true", "b", "0.25"), strict=True):
        editor = editor_of(theme, field)
        qtbot.addWidget(editor)
        with qtbot.waitSignal(editor.changed):
            editor.set_text(text)
        assert field.parse(editor.text()) != field.default
        editor.set_text("")
        assert editor.text() in ("", field.default)


def test_a_folder_can_be_chosen(known_file_types: None, qtbot: QtBot, form: SpecForm, tmp_path: Path) -> None:
    QApplication.setAttribute(Qt.ApplicationAttribute.AA_DontUseNativeDialogs)
    button = form.editor("data").findChild(QPushButton)
    assert button is not None
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    dialog = form.findChild(QFileDialog)
    assert dialog is not None
    dialog.fileSelected.emit(str(tmp_path))
    dialog.close()
    assert form.editor("data").text() == str(tmp_path)


def test_the_wheel_scrolls_the_form_and_changes_nothing(form: SpecForm) -> None:
    box = form.editor("precision").findChild(QComboBox)
    assert box is not None
    box.clearFocus()
    wheel = QWheelEvent(
        QPointF(5, 5),
        QPointF(box.mapToGlobal(QPoint(5, 5))),
        QPoint(0, -120),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(box, wheel)
    assert box.currentText() == "fp32"


# The user's own command


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
    assert form.reason == "Type the command that shall run."
    assert trouble(form, "command") == ""
    form.editor("command").set_text("python 'x")
    assert trouble(form, "command").startswith("A quotation mark or a backslash has no counterpart.")
    form.editor("command").set_text("no-such-program-anywhere --now")
    ready(qtbot, form)
    assert trouble(form, "command").startswith("Command 'no-such-program-anywhere' is not found.")
    form.editor("command").set_text("sh -c 'exit 3'")
    ready(qtbot, form)
    assert form.spec() == RunSpec(COMMAND, command=("sh", "-c", "exit 3"))
    assert start_button(form).isEnabled()
    assert form._preview.text == "gpuscope run -- sh -c 'exit 3'"


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
    assert trouble(form, "baseline").startswith("Idle baseline, s: '4' is too small. The least is 5.")
    assert not start_button(form).isEnabled()
    assert form._more.isChecked() or workload == COMMAND
    form.editor("baseline").set_text("")
    assert start_button(form).isEnabled()


def test_what_no_shell_will_do_and_secrets_left_out_are_told(form: SpecForm) -> None:
    form.editor("workload").set_text(COMMAND)
    form.editor("command").set_text("train --token [redacted] | tee log")
    words = " ".join(child.text() for child in form.editor("command").findChildren(type(form.editor("command").trouble)))
    assert "No shell runs: | is handed to the program as text." in words
    assert "[redacted] stands where a secret was: type it again." in words
    assert "train ┃ --token ┃ [redacted] ┃ | ┃ tee ┃ log" in words


# The same from a terminal


@pytest.mark.parametrize(
    "spec",
    [
        RunSpec("mnist-mlp"),
        RunSpec("gemm", steps=7, options={"size": 64}),
        RunSpec("cifar-cnn", task="inference", precision="bf16", threads=2, warmup_steps=0, options={"pretrain_steps": 0}),
        RunSpec("mnist-mlp", data="/a folder/with 'quotes'"),
        RunSpec(COMMAND, command=("python", "a b.py", "--steps", "3", "$(touch x)", "")),
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
    assert json.dumps(run_verb.spec_from(arguments).to_json()) == _same(form.spec())


def _same(spec: RunSpec | None) -> str:
    assert spec is not None
    raw = {key: str(value) for key, value in spec.options.items()}
    return json.dumps(RunSpec.from_json({**spec.to_json(), "options": raw}).to_json())


def test_another_store_is_named(qtbot: QtBot, theme: Theme, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/other.sqlite"
    live_runs = LiveRuns(url)
    starter = RunStarter(url, live_runs)
    form = SpecForm(theme, starter)
    qtbot.addWidget(form)
    assert form._preview.text == f"gpuscope run mnist-mlp --store {url}"
    starter.close()
    live_runs.close()


def test_the_command_line_can_be_taken_away(qtbot: QtBot, form: SpecForm) -> None:
    form.editor("steps").set_text("70")
    button = next(one for one in form.findChildren(QPushButton) if one.text() == "Copy")
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "gpuscope run mnist-mlp --steps 70"
    assert button.text() == "Copied"
    qtbot.waitUntil(lambda: button.text() == "Copy")


# Run again, and memory


@pytest.mark.parametrize(
    "spec",
    [
        RunSpec("mnist-mlp"),
        RunSpec("mnist-mlp", task="inference", batch_size=64, steps=10, warmup_steps=10, options={"pretrain_steps": 500, "hidden": 64}),
        RunSpec("gemm", device="cpu", precision="fp64", batch_size=3, seed=5, options={"size": 2}),
        RunSpec("cifar-cnn", device="cuda:1", threads=3, data="/somewhere/else"),
        RunSpec(COMMAND, command=("python", "-c", "print('ä b')")),
    ],
)
def test_a_kept_run_is_repeated_exactly(form: SpecForm, spec: RunSpec) -> None:
    form.editor("seed").set_text("99")
    form.editor("name").set_text("before")
    form.set_spec(catalog.resolve(spec))
    again = form.spec()
    assert again is not None
    assert catalog.resolve(again).to_json() == catalog.resolve(spec).to_json()
    assert form.run_name() == ""


def test_a_run_of_another_version_leaves_the_form_as_it_was(form: SpecForm) -> None:
    form.editor("steps").set_text("7")
    for spec in (RunSpec("llm-1t"), RunSpec("gemm", options={"sparse": True})):
        with pytest.raises(UsageError):
            form.set_spec(spec)
    assert form.spec() == RunSpec("mnist-mlp", steps=7)


def test_everything_is_found_again(qtbot: QtBot, form: SpecForm, theme: Theme, starter: RunStarter) -> None:
    form.editor("steps").set_text("77")
    form.editor("task").set_text("inference")
    form.editor("pretrain_steps").set_text("5")
    form.editor("threads").set_text("2")
    form.editor("name").set_text("once")
    form.editor("command").set_text("python train.py")
    kept = json.loads(json.dumps(form.memory()))
    other = SpecForm(theme, starter)
    qtbot.addWidget(other)
    other.recall(kept)
    assert other.spec() == form.spec()
    assert other.editor("command").text() == "python train.py"
    assert other.run_name() == ""


def test_no_secret_is_written_down(form: SpecForm) -> None:
    form.editor("workload").set_text(COMMAND)
    for text in ("train --token hunter2", "train API_KEY=hunter2", "train --token hunter2 '"):
        form.editor("command").set_text(text)
        assert "hunter2" not in json.dumps(form.memory())


@pytest.mark.parametrize(
    "memory",
    [
        {},
        {"workload": "llm-1t", "texts": {"steps": "3"}, "options": [["llm-1t", "size", "3"], ["gemm", "nix", "3"], ["gemm"], 4]},
        {"workload": 5, "texts": {"steps": 3, "task": "sleeping", "nix": "x"}, "options": "x", "command": 7, "more": "yes"},
        {"workload": [], "texts": [], "options": {}, "command": None},
    ],
)
def test_a_memory_that_does_not_fit_is_let_go(form: SpecForm, memory: dict[str, Any]) -> None:
    form.recall(memory)
    spec = form.spec()
    assert spec is not None
    assert (spec.workload, spec.task) == ("mnist-mlp", "training")


# Keyboard


def test_enter_starts(qtbot: QtBot, form: SpecForm) -> None:
    line = form.editor("steps").control
    with qtbot.waitSignal(form.start_wanted):
        QTest.keyClick(line, Qt.Key.Key_Return)
    form.editor("workload").set_text(COMMAND)
    form.editor("command").set_text("true")
    with qtbot.waitSignal(form.start_wanted):
        QTest.keyClick(form.editor("command").control, Qt.Key.Key_Return)
    assert form.editor("command").text() == "true"


def test_enter_starts_nothing_that_cannot_be(qtbot: QtBot, form: SpecForm) -> None:
    form.editor("steps").set_text("0")
    with qtbot.assertNotEmitted(form.start_wanted):
        QTest.keyClick(form.editor("steps").control, Qt.Key.Key_Return)
        form.want_start()
    form.editor("steps").set_text("1")
    ready(qtbot, form)
    form.set_busy(True)
    with qtbot.assertNotEmitted(form.start_wanted):
        form.want_start()
    assert start_button(form).text() == "Starting …"


def test_tab_goes_through_all_fields_in_their_order(form: SpecForm) -> None:
    form._more.setChecked(True)
    reached = _tab_chain(form)
    own = catalog.workload("mnist-mlp").options_of("training")
    order = ["workload", "task", "device", "precision", "batch_size", "steps", *own, "optimize", "engine", "data", "name"]
    titles = [form.editor(key).title for key in order]
    titles.insert(-1, "Choose a folder")
    assert reached == [
        *titles,
        "More",
        "Seed",
        "Warm-up steps",
        "Threads",
        "Ranks",
        "Nodes",
        "Rendezvous",
        "Idle baseline, s",
        "Chain to deployment",
        "Copy the command line",
        "The same from a terminal",
        "Start",
    ]


def test_a_chain_is_offered_for_models_that_can_be_trained_and_deployed(form: SpecForm) -> None:
    form._more.setChecked(True)
    form.editor("chain").set_text("true")
    assert form.is_chain()
    form.editor("workload").set_text("gemm")
    assert not form.is_chain()
    assert form.editor("chain") not in form._editors.shown()
    form.editor("workload").set_text("cifar-cnn")
    assert form.editor("chain") in form._editors.shown()


def _tab_chain(form: SpecForm) -> list[str]:
    found: list[str] = []
    first = form.editor("workload").control
    at: QWidget | None = first
    while at is not None:
        if at.isVisible() and at.focusPolicy() & Qt.FocusPolicy.TabFocus and at.focusProxy() is None:
            found.append(at.accessibleName() or ("More" if at is form._more else "Start" if at is form._foot.button else ""))
        at = at.nextInFocusChain()
        if at is first:
            break
    return found
