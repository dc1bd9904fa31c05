"""The dialog that adds runs: repeats, filter, many runs."""

from dataclasses import replace
from datetime import timedelta

import pytest
from PySide6.QtCore import QModelIndex
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gpuscope.core.runspec import ATTACHED, RunSpec
from gpuscope.gui.pages.compare.run_picker import RunPicker
from gpuscope.gui.pages.compare.run_picker_model import _Heading, _heading_text
from gpuscope.gui.theme import Theme
from gpuscope.gui.translator import WindowLanguage
from gpuscope.recording.run_request import default_name
from gpuscope.system import language
from tests.gui.pages.compare.compared_runs import FP32, run


@pytest.fixture
def picker(qtbot: QtBot) -> RunPicker:
    made = RunPicker(Theme())
    qtbot.addWidget(made)
    return made


def test_repeats_stand_below_one_spec_with_their_seeds_and_are_found_by_them(picker: RunPicker) -> None:
    picker.set_runs([run(f"s{seed}", FP32.with_values({"seed": seed}), name="again") for seed in (3, 14)], [])
    model, parent = picker._model, picker._model.index(0, 0)
    assert [model.data(model.index(row, 0, parent)) for row in range(2)] == ["again · seed 3", "again · seed 14"]
    picker._filter.setText("seed 14")
    assert model.rowCount(model.index(0, 0)) == 1


@pytest.mark.parametrize("typed", ["this machine", "本机"])
def test_a_recording_is_found_by_its_name_in_english_and_in_the_language(picker: RunPicker, typed: str) -> None:
    recording = RunSpec(ATTACHED)
    language.use("zh_CN")
    try:
        picker.set_runs([run("m1", recording, name=default_name(recording)), run("x1", FP32)], [])
        picker._filter.setText(typed)
        assert picker._model.rowCount() == 1
    finally:
        language.use(language.ENGLISH)


def test_a_command_is_written_as_a_shell_reads_it(picker: RunPicker) -> None:
    picker.set_runs([run("c1", RunSpec("command", command=("python3", "train.py", "--comment", "a b")))], [])
    assert picker._model.data(picker._model.index(0, 0)) == "python3 train.py --comment 'a b'  (1 run)"


def test_the_run_that_was_checked_first_comes_first_and_of_a_spec_the_oldest(picker: RunPicker) -> None:
    started = run("x0", FP32).started_at
    specs = {"x1": FP32, "x2": FP32, "y1": FP32.with_values({"threads": 2})}
    records = [
        replace(run(run_id, spec), started_at=started - timedelta(hours=place)) for place, (run_id, spec) in enumerate(specs.items())
    ]
    picker.set_runs(records, [])
    model = picker._model
    model.toggle([model.index(1, 0)])
    model.toggle([model.index(0, 0)])
    assert model.checked == ["y1", "x2", "x1"]


def test_where_there_is_little_room_the_id_gives_way_to_the_name(picker: RunPicker) -> None:
    picker.set_runs([run("x1", FP32)], [])
    picker.show()
    shown = {}
    for width in (900, 720, 600):
        picker.resize(width, 500)
        header = picker._tree.header()
        shown[width] = [picker._model.columns[place].key for place in range(6) if not header.isSectionHidden(place)]
        assert header.sectionSize(0) >= 190
        assert header.length() <= picker._tree.viewport().width()
    assert [len(keys) for keys in shown.values()] == [6, 5, 4]
    assert shown[600] == ["name", "state", "started", "throughput"]


def test_of_many_runs_only_the_first_specs_are_open(picker: RunPicker) -> None:
    specs = [FP32.with_values({"threads": count}) for count in range(1, 21)]
    picker.set_runs([run(f"m{number}", specs[number % 20], name=f"many {number}") for number in range(2000)], [])
    for text in ("", "many", "many 1"):
        picker._filter.setText(text)
        sections = [picker._model.index(row, 0) for row in range(20)]
        opened = [picker._model.rowCount(section) for section in sections if picker._tree.isExpanded(section)]
        assert opened
        assert sum(opened) <= 300
        assert all(picker._tree.isFirstColumnSpanned(row, QModelIndex()) for row in range(20))


@pytest.mark.parametrize(("code", "heading"), [("en", "mnist-mlp  (1 run)"), ("zh_CN", "mnist-mlp（1 个运行）")])
def test_the_number_of_runs_stands_in_the_brackets_of_the_language(qapp: QApplication, code: str, heading: str) -> None:
    window = WindowLanguage(code)
    try:
        assert _heading_text(_Heading("mnist-mlp", 1)) == heading
    finally:
        window.close()
