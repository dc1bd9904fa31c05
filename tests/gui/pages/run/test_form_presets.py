"""Values of the form saved under a name, those of the last run, and the names of folded values."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu
from pytestqt.qtbot import QtBot

from gpuscope.core.run import RunOrigin, RunRecord
from gpuscope.core.runspec import COMMAND, RunSpec
from gpuscope.gui.pages.run.form_presets import FormPresets
from gpuscope.gui.services.history import History
from gpuscope.gui.widgets.question_dialog import NameDialog
from gpuscope.gui.widgets.spec_form import SpecForm
from gpuscope.workloads import catalog
from tests.cli.stored_runs import record
from tests.gui.pages.run.stand import Stand, press


@pytest.fixture
def stand(qtbot: QtBot, gpuscope_home: Path) -> Iterator[Stand]:
    made = Stand(qtbot)
    yield made
    made.presets.close()
    made.page.hide()


@pytest.fixture
def form(stand: Stand) -> SpecForm:
    return stand.page._form


@pytest.fixture
def presets(stand: Stand) -> FormPresets:
    found = stand.page.findChild(FormPresets)
    assert found is not None
    return found


def wait_kept(qtbot: QtBot, stand: Stand, names: list[str]) -> None:
    qtbot.waitUntil(lambda: list(stand.presets.kept) == names)


def test_what_is_told_of_the_forms_values_goes_with_them(stand: Stand, form: SpecForm, presets: FormPresets, qtbot: QtBot) -> None:
    presets.keep("small")
    wait_kept(qtbot, stand, ["small"])
    presets.fill("small")
    assert stand.page.notice.text == "The form has the values of small."
    QApplication.processEvents()
    assert stand.page.notice.text, "they are still those of the preset"
    stand.page.notice.show_text("another thing")
    fill(form, steps="79")
    assert stand.page.notice.text == "another thing"
    presets.fill("small")
    fill(form, steps="78")
    assert stand.page.notice.text == ""
    presets.fill("small")
    form.editor("workload").set_text("cifar-cnn")
    assert stand.page.notice.text == ""


def fill(form: SpecForm, **texts: str) -> None:
    for key, text in texts.items():
        form.editor(key).set_text(text)


def test_values_are_kept_chosen_replaced_and_deleted_and_each_is_undone(
    stand: Stand, form: SpecForm, presets: FormPresets, qtbot: QtBot, gpuscope_home: Path
) -> None:
    fill(form, steps="77", precision="bf16", optimize="channels-last", threads="2")
    presets.keep("  big \n one ")
    wait_kept(qtbot, stand, ["big one"])
    wanted = form.spec()
    fill(form, workload="gemm", size="64", steps="3")
    former = form.spec()
    presets.fill("big one")
    assert form.spec() == wanted
    stand.page._changes.undo()
    assert form.spec() == former
    presets.keep("big one")
    qtbot.waitUntil(lambda: stand.presets.kept["big one"]["workload"] == "gemm")
    stand.page._changes.undo()
    qtbot.waitUntil(lambda: stand.presets.kept["big one"]["workload"] == "mnist-mlp")
    presets.delete("big one")
    wait_kept(qtbot, stand, [])
    QTest.keyClick(stand.page, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    wait_kept(qtbot, stand, ["big one"])
    assert stand.page.notice.text == "big one is kept again."
    kept = json.loads((gpuscope_home / "presets.json").read_text())
    assert kept["big one"]["texts"].items() >= {"steps": "77", "precision": "bf16", "optimize": "channels-last", "threads": "2"}.items()


def test_the_menu_lists_them_and_asks_for_a_name(stand: Stand, form: SpecForm, presets: FormPresets, qtbot: QtBot) -> None:
    presets.keep("A & B")
    wait_kept(qtbot, stand, ["A & B"])
    press(stand.page, "Presets")
    qtbot.waitUntil(lambda: bool(presets.menu_button.findChildren(QMenu)))
    (menu,) = [menu for menu in presets.menu_button.findChildren(QMenu) if menu.parent() is presets.menu_button]
    assert menu.layoutDirection() is Qt.LayoutDirection.LeftToRight
    assert [action.text() for action in menu.actions() if action.text()] == [
        "A && B", "Keep these values as…", "Replace with these values", "Delete",
    ]  # fmt: skip
    next(action for action in menu.actions() if action.text().startswith("Keep")).trigger()
    dialog = stand.page.window().findChild(NameDialog)
    assert dialog is not None
    line = dialog.findChild(QLineEdit)
    assert line is not None
    line.setText("C")
    dialog.do.click()
    wait_kept(qtbot, stand, ["A & B", "C"])


def test_a_secret_is_in_no_preset_and_a_command_comes_back_where_it_ran(
    stand: Stand, form: SpecForm, presets: FormPresets, qtbot: QtBot, gpuscope_home: Path
) -> None:
    fill(form, workload=COMMAND, command="python train.py --token hunter2 --epochs 3", folder="/tmp", variables="API_KEY=hunter2 LANG=C")
    presets.keep("mine")
    wait_kept(qtbot, stand, ["mine"])
    assert "hunter2" not in (gpuscope_home / "presets.json").read_text()
    fill(form, workload="mnist-mlp")
    presets.fill("mine")
    assert form.folder() == "/tmp"
    assert "--epochs 3" in form.editor("command").text()


def test_a_preset_of_another_version_is_told_and_changes_nothing(stand: Stand, form: SpecForm, presets: FormPresets) -> None:
    before = form.spec()
    stand.presets.kept = {
        "old": {"workload": "llm-1t"},
        "odd": {"workload": "mnist-mlp", "texts": {"nix": "1", "steps": "9"}, "places": 3},
    }
    presets.fill("old")
    assert "llm-1t" in stand.page.notice.text
    assert form.spec() == before
    presets.fill("odd")
    assert form.spec() == RunSpec("mnist-mlp", steps=9)


def kept_run(run_id: str, spec: RunSpec, minutes: int) -> RunRecord:
    known = record(run_id * 12)
    return replace(known, spec=catalog.resolve(spec), started_at=known.started_at + timedelta(minutes=minutes))


def test_as_last_time_takes_the_newest_run_of_the_workload_that_is_chosen(stand: Stand, form: SpecForm, presets: FormPresets) -> None:
    runs = [
        kept_run("a", RunSpec("mnist-mlp", steps=11), 1),
        kept_run("b", RunSpec("mnist-mlp", steps=22, precision="bf16"), 5),
        kept_run("c", RunSpec("gemm", steps=33), 9),
    ]
    assert not presets.last_button.isEnabled()
    imported = replace(runs[0], origin=RunOrigin("CodeCarbon", "there", runs[0].started_at))
    presets._history = cast("History", SimpleNamespace(runs=[imported]))
    stand.history.runs_changed.emit([])
    assert not presets.last_button.isEnabled(), "an imported run cannot be started again"
    presets._history = cast("History", SimpleNamespace(runs=runs))
    stand.history.runs_changed.emit(runs)
    fill(form, steps="1", seed="5")
    press(stand.page, "As last time")
    spec = form.spec()
    assert spec is not None
    assert (spec.workload, spec.steps, spec.precision, spec.seed) == ("mnist-mlp", 22, "bf16", RunSpec("mnist-mlp").seed)
    stand.page._changes.undo()
    assert form.spec() == RunSpec("mnist-mlp", steps=1, seed=5)
    fill(form, workload="cifar-cnn")
    press(stand.page, "As last time")
    assert stand.page.notice.text == "No run of this workload is kept yet."


def test_five_fields_are_seen_and_whatever_else_differs_is_named(stand: Stand, form: SpecForm) -> None:
    def seen() -> list[str]:
        return [editor.key for editor in form._editors.shown() if editor.isVisible()]

    assert seen() == ["workload", "device", "precision", "batch_size", "steps"]
    assert not form._folded.isVisible()
    fill(form, task="inference", optimize="channels-last", hidden="128", threads="3")
    assert form._folded.isVisible()
    assert form._folded.text() == "Task: inference\nOptimizations: Channels last\nThreads: 3", "128 hidden units are what it would be"
    form._more.setChecked(True)
    assert not form._folded.isVisible()
    assert set(seen()) > {"task", "optimize", "hidden", "threads", "name"}
    assert form.memory()["more"] is True
    fill(form, workload=COMMAND)
    form._more.setChecked(False)
    assert seen() == ["workload", "command", "folder", "name"]
    form._editors.samples.set_text("64")
    assert form._folded.text() == f"{form._editors.samples.title}: 64"


def test_a_folded_field_that_keeps_the_run_from_starting_is_unfolded(stand: Stand, form: SpecForm) -> None:
    fill(form, hidden="-3")
    assert form.editor("hidden").isVisible()
    assert form.reason


def test_folding_and_what_is_named_move_no_field(stand: Stand, form: SpecForm) -> None:
    keys = ("workload", "device", "precision", "batch_size", "steps")

    def places() -> list[object]:
        form.layout().activate()
        return [form.editor(key).mapTo(form, form.editor(key).rect().topLeft()) for key in keys]

    before = places()
    fill(form, threads="3")
    named = places()
    form._more.setChecked(True)
    assert before == named == places()


def test_no_preset_is_lost_when_the_window_closes_at_once(stand: Stand, presets: FormPresets, gpuscope_home: Path) -> None:
    presets.keep("late")
    stand.presets.close()
    assert list(cast("dict[str, object]", json.loads((gpuscope_home / "presets.json").read_text()))) == ["late"]
