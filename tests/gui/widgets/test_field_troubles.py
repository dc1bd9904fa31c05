"""Errors that prevent a run from starting are shown at once, below the field."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from gpuscope.core.runspec import RunSpec
from gpuscope.gui.services.run_starter import RunStarter
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.spec_form import SpecForm
from gpuscope.workloads.capabilities import Capabilities, CudaDevice
from tests.gui.widgets.shown_form import CPU_ONLY, ready, start_button, trouble

GPU = CudaDevice(0, "Tesla T4", 15 * 2**30, (7, 5), False)
ONE_GPU = Capabilities("2.13.0", (GPU,), None, 2**62, complete=True)


@pytest.mark.parametrize(
    ("key", "text", "words"),
    [
        ("batch_size", "0", "Batch size: '0' is too small. The minimum is 1."),
        ("batch_size", "many", "Batch size: 'many' is not a whole number. Samples per step"),
        ("steps", "5,000", "Steps: '5,000' is not a whole number."),
        ("warmup_steps", "-1", "Warm-up steps: '-1' is too small. The minimum is 0."),
        ("threads", "5000", "Threads: '5000' is too large. The maximum is 4096."),
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
    assert form.reason == "Correct Batch size and 2 more first."
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
    form._follow_focus(None, form)
    qtbot.waitUntil(lambda: form.reason == "")
    assert start_button(form).isEnabled()


def test_a_number_format_that_is_emulated_is_warned_of_and_may_be_started(qtbot: QtBot, form: SpecForm, starter: RunStarter) -> None:
    starter.capabilities = replace(CPU_ONLY, cpu_flags=("sse2", "avx512f"))
    form.editor("precision").set_text("bf16")
    ready(qtbot, form)
    assert trouble(form, "precision").startswith("BF16 is emulated on this processor (no AVX512-BF16, no AMX): expect it")
    assert form.editor("precision").trouble.property("look") == "warn"
    assert start_button(form).isEnabled()
    form.editor("precision").set_text("tf32")
    ready(qtbot, form)
    assert form.editor("precision").trouble.property("look") == "bad"
    assert not start_button(form).isEnabled()
    form.editor("precision").set_text("fp32")
    ready(qtbot, form)
    assert trouble(form, "precision") == ""
