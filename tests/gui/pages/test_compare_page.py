"""The Compare page, its history answering when a test lets it."""

import errno
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QItemSelectionModel, QMimeDatabase, QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QGraphicsView, QInputDialog, QMenu, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from gpuscope.core.errors import UnavailableError
from gpuscope.core.run import RunState
from gpuscope.gui.pages.compare.curve_axis import CurveAxis
from gpuscope.gui.pages.compare.picture_kind import PictureKind
from gpuscope.gui.pages.compare.pill import Pill
from gpuscope.gui.pages.compare.run_picker import RunPicker
from gpuscope.gui.pages.compare_page import ComparePage
from gpuscope.gui.services.history import History
from gpuscope.gui.services.user_settings import UserSettings
from gpuscope.gui.theme import Choice, Theme
from gpuscope.gui.widgets.labels import ElidedLabel
from gpuscope.system.settings import Settings
from tests.cli.stored_runs import store_run, url
from tests.gui.pages.compare.compared_runs import BF16, FP32, NO_ENERGY, gpu_run, run
from tests.gui.pages.compare.hand_history import HandHistory

ROWS = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
RUNS = [
    run("aa1", name="mlp fp32"),
    run("aa2", FP32, 110.0, name="mlp fp32"),
    run("bb1", BF16, 210.0, name="mlp bf16"),
    run("cc1", FP32.with_values({"threads": 1}), 50.0, name="mlp fp32 1 thread"),
]


@pytest.fixture
def history(qtbot: QtBot) -> HandHistory:
    return HandHistory(RUNS)


@pytest.fixture
def page(qtbot: QtBot, history: HandHistory) -> ComparePage:
    made = ComparePage(Theme(Choice.DARK), history, UserSettings())  # type: ignore[arg-type]
    qtbot.addWidget(made)
    made.resize(1104, 744)
    made.show()
    return made


def show(page: ComparePage, history: HandHistory, *run_ids: str) -> None:
    page.show_item(list(run_ids))
    history.answer()


def chips(page: ComparePage) -> list[str]:
    return [chip.accessibleName() for chip in chip_buttons(page)]


def chip_buttons(page: ComparePage) -> list[QPushButton]:
    return sorted((chip for chip in page.chips.findChildren(QPushButton) if chip.isVisible()), key=lambda chip: chip.x())


def words(page: QWidget) -> str:
    """Everything that is read on it."""
    from PySide6.QtWidgets import QLabel

    shown = [one for one in page.findChildren(QLabel) if one.isVisible()]
    return "\n".join(one.whole_text if isinstance(one, ElidedLabel) else one.text() for one in shown)


def test_an_empty_page_says_what_will_be_here_and_offers_the_way(page: ComparePage, history: HandHistory) -> None:
    assert "Set two or more runs side by side: what an optimization bought, in time and in joules." in words(page)
    assert page.is_ready()
    assert not page.export.button.isEnabled()
    QTest.mouseClick(next(one for one in page.empty.findChildren(QPushButton)), Qt.MouseButton.LeftButton)
    assert page.findChild(RunPicker) is not None


def test_runs_from_another_page_are_grouped_compared_and_drawn(page: ComparePage, history: HandHistory) -> None:
    page.show_item(["aa1", "bb1", "aa2"])
    assert not page.is_ready()
    history.answer()
    assert page.is_ready()
    assert chips(page) == ["fp32 · 2 runs · baseline", "bf16 · 1 run"]
    assert "bf16 has 2.00 × the throughput, 0.499 × the median step time and 1.00 × the accuracy of fp32." in words(page)
    assert page.findChild(Pill).words == "✓ comparable"
    assert "differs only in precision" in words(page.body.sentence)
    assert "same machine, device, torch, seed" in words(page)
    assert "Nothing else of" in words(page)
    assert page.export.button.isEnabled()
    page.grab()


def test_energies_change_their_unit_with_the_settings(qtbot: QtBot) -> None:
    history, settings = HandHistory([gpu_run("aa1", throughput=100.0), gpu_run("bb1", BF16, 200.0)]), UserSettings()
    page = ComparePage(Theme(Choice.DARK), history, settings)  # type: ignore[arg-type]
    qtbot.addWidget(page)
    show(page, history, "aa1", "bb1")
    assert {row.unit for row in page.body.metrics.shown_rows() if "Energy" in row.label} == {"mJ"}
    settings._take(Settings(energy_unit="Wh"))
    assert {row.unit for row in page.body.metrics.shown_rows() if "Energy" in row.label} == {"µWh"}


def test_groups_from_the_demonstration_keep_their_names_and_order(page: ComparePage, history: HandHistory) -> None:
    page.show_item(("groups", {"CPU, BF16": ["bb1"], "CPU, FP32": ["aa1", "aa2"]}))
    history.answer()
    assert chips(page) == ["BF16 · 1 run · baseline", "FP32 · 2 runs"]


@pytest.mark.parametrize("item", [3, ("groups", 3), {"a": 1}, (), [], ["zz"]])
def test_what_is_nothing_to_show_is_no_crash(page: ComparePage, history: HandHistory, item: object) -> None:
    page.show_item(item)
    history.answer()
    assert "Set two or more runs" in words(page)


def test_one_run_and_one_group_say_what_is_needed(page: ComparePage, history: HandHistory) -> None:
    page.show_item("aa1")
    history.answer()
    assert "One run is chosen. A comparison needs another to set it against." in words(page)
    assert chips(page) == ["mlp fp32 · 1 run"]
    show(page, history, "aa1", "aa2")
    assert "These 2 runs form one group, with nothing to set it against." in words(page)
    page.chips.asked.emit(0, "split")
    history.answer()
    assert chips(page) == ["aa1 · 1 run · baseline", "aa2 · 1 run"]


def menu_of(page: ComparePage, chip: int) -> QMenu:
    QTest.mouseClick(chip_buttons(page)[chip], Qt.MouseButton.LeftButton)
    return next(menu for menu in page.chips.findChildren(QMenu) if menu.isVisible())


def test_a_chip_opens_the_menu_of_its_group(page: ComparePage, history: HandHistory) -> None:
    show(page, history, "aa1", "aa2", "bb1")
    menu = menu_of(page, 1)
    enabled = {action.data(): action.isEnabled() for action in menu.actions() if action.data()}
    assert enabled == {"baseline": True, "rename": True, "earlier": True, "later": False, "split": False, "remove": True}
    for _ in range(1):
        QTest.keyClick(menu, Qt.Key.Key_Down)
    QTest.keyClick(menu, Qt.Key.Key_Return)
    history.answer()
    assert chips(page) == ["fp32 · 2 runs", "bf16 · 1 run · baseline"]


def test_groups_are_moved_and_removed(page: ComparePage, history: HandHistory) -> None:
    show(page, history, "aa1", "bb1", "cc1")
    page.chips.asked.emit(2, "earlier")
    history.answer()
    assert chips(page) == ["fp32 · 1 run · baseline", "fp32 1 thread · 1 run", "bf16 · 1 run"]
    page.chips.asked.emit(0, "later")
    page.chips.asked.emit(9, "remove")
    history.answer()
    assert chips(page)[:2] == ["fp32 1 thread · 1 run", "fp32 · 1 run · baseline"]
    page.chips.asked.emit(1, "remove")
    history.answer()
    assert chips(page) == ["fp32 1 thread · 1 run · baseline", "bf16 · 1 run"]


def test_a_group_is_renamed_in_a_dialog_and_a_bad_name_is_told(page: ComparePage, history: HandHistory) -> None:
    show(page, history, "aa1", "bb1")
    page.chips.asked.emit(1, "rename")
    dialog = page.findChild(QInputDialog)
    assert dialog.textValue() == "mlp bf16"
    dialog.setTextValue("half <b>precision</b>")
    dialog.accept()
    history.answer()
    assert chips(page)[1] == "half <b>precision</b> · 1 run"
    page.rename(1, "mlp fp32")
    assert "already" in page.notice.text


def test_the_page_follows_the_store_only_while_it_is_seen(page: ComparePage, history: HandHistory) -> None:
    page.hide()
    assert history.watching == [True, False]
    show(page, history, "aa1", "bb1")
    history.change(gone=["bb1"])
    assert page.is_ready()  # nothing was asked
    page.show()
    history.answer()
    assert page.notice.text == "mlp bf16 was deleted and is left out."


def test_a_compared_run_that_is_deleted_is_left_out_and_named(page: ComparePage, history: HandHistory) -> None:
    show(page, history, "aa1", "aa2", "bb1", "cc1")
    history.change(gone=["aa2", "cc1"])
    history.answer()
    assert page.notice.text == "2 runs were deleted and are left out: mlp fp32, mlp fp32 1 thread."
    assert chips(page) == ["fp32 · 1 run · baseline", "bf16 · 1 run"]


def test_a_live_run_is_named_and_compared_when_it_ends(page: ComparePage, history: HandHistory) -> None:
    history.change(replace(RUNS[2], state=RunState.RUNNING, metrics={}))
    show(page, history, "aa1", "bb1")
    assert "bf16 is still running: its figures come when it ends." in words(page)
    history.change(RUNS[2])
    history.answer()
    assert "still running" not in words(page)
    assert "bf16 has 2.10 × the throughput" in words(page)


def test_a_failed_run_is_named(page: ComparePage, history: HandHistory) -> None:
    history.change(replace(RUNS[2], state=RunState.FAILED, reason="out of memory", metrics={}))
    show(page, history, "aa1", "bb1")
    assert "No run of bf16 finished: failed." in words(page)


def test_runs_without_readings_say_so_in_place_of_curves(page: ComparePage, history: HandHistory) -> None:
    show(page, history, "aa1", "bb1")
    assert "Nothing was read while these runs lasted." in words(page)
    page.body.overlay.set_axis(CurveAxis.STEPS)
    assert "No steps were counted in these runs" in words(page)


def test_readings_that_cannot_be_read_say_so_in_place_of_curves(page: ComparePage, history: HandHistory) -> None:
    damaged = UnavailableError("the readings are damaged", "Run gpuscope doctor --repair.")
    history.store.unreadable = {"aa1": damaged, "bb1": damaged}
    show(page, history, "aa1", "bb1")
    assert page.is_ready()
    assert "being read" not in words(page)
    assert "The readings cannot be read: the readings are damaged." in words(page.body.overlay)
    assert page.notice.text == "The readings are damaged. Run gpuscope doctor --repair."
    assert "bf16 has 2.10 × the throughput" in words(page)


def test_without_energy_there_are_bars_and_the_reason(page: ComparePage, history: HandHistory) -> None:
    show(page, history, "aa1", "bb1")
    panel = page.body.pictures
    assert panel.bars.isVisible()
    assert f"No energy was measured: {NO_ENERGY}." in words(panel)
    assert words(page).count(NO_ENERGY) == 1, "what is missing says why once"
    history.change(gpu_run("dd1"), gpu_run("dd2", BF16, 200.0, 0.01))
    show(page, history, "dd1", "dd2")
    assert panel.chart.isVisible()
    assert "No energy" not in words(panel)
    panel.set_view(PictureKind.BARS)
    assert panel.bars.isVisible()


def test_the_surroundings_are_behind_a_button(page: ComparePage, history: HandHistory) -> None:
    history.change(replace(RUNS[2], environment={"torch": "2.12", "cpu": "Another"}))
    show(page, history, "aa1", "bb1")
    panel = page.body.differences
    assert panel.model.rowCount() == 1
    assert panel.fold.text() == "2 facts of the surroundings differ"
    panel.fold.click()
    assert [panel.model.index(row, 0).data() for row in range(panel.model.rowCount())] == ["Precision", "torch", "Processor"]


def test_twenty_groups_are_shown_and_those_without_room_are_in_a_menu(page: ComparePage, history: HandHistory) -> None:
    many = [
        run(f"g{index:02d}", FP32.with_values({"threads": index + 1}), 100.0 + index, name=f"seed number {index}") for index in range(22)
    ]
    history.change(*many)
    show(page, history, *(one.run_id for one in many))
    shown = chips(page)
    assert 2 <= len(shown) < 10
    assert shown[-1] == f"{22 - len(shown) + 1} more groups"
    for width in (1744, 968):
        page.resize(width, 744)
        assert page.width() == width, "groups never hold the window open"
    shown = chips(page)
    menu = menu_of(page, len(shown) - 1)
    assert len(menu.actions()) == 22 - len(shown) + 1
    menu.close()
    assert "18 more groups are in the table." in words(page)
    page.grab()


@pytest.mark.parametrize("name", ["x" * 5000, "a\nb", "训练 🚀", "<img src=http://x>", "\u202eevil"])
def test_any_name_is_shown(page: ComparePage, history: HandHistory, name: str) -> None:
    history.change(run("n1", name=name), run("n2", BF16, name="other"))
    show(page, history, "n1", "n2")
    assert len(chips(page)) == 2
    assert page.minimumSizeHint().width() <= 1024
    page.grab()


@pytest.mark.parametrize(("width", "columns"), [(968, 1), (1104, 2), (1744, 2)])
def test_cards_stand_in_one_column_or_two(page: ComparePage, history: HandHistory, width: int, columns: int) -> None:
    page.resize(width, 640)
    show(page, history, "aa1", "bb1")
    body = page.body
    table, panel = (card.mapTo(page, QPoint(0, 0)) for card in (body.metrics, body.pictures))
    assert (panel.x() > table.x()) is (columns == 2)
    assert body.verticalScrollBar().maximum() > 0
    assert body.horizontalScrollBar().maximum() == 0


def test_everything_is_found_again_next_time(page: ComparePage, history: HandHistory, qtbot: QtBot) -> None:
    show(page, history, "aa1", "aa2", "bb1")
    page.chips.asked.emit(1, "baseline")
    page.body.overlay.set_axis(CurveAxis.STEPS)
    page.body.pictures.set_view(PictureKind.BARS)
    page.export.folder = "/somewhere"
    history.answer()
    memory = json.loads(json.dumps(page.memory()))
    again = ComparePage(Theme(Choice.DARK), history, UserSettings())  # type: ignore[arg-type]
    qtbot.addWidget(again)
    again.recall(memory)
    assert again.memory() == memory, "also when it was never seen"
    again.resize(1104, 744)
    again.show()
    history.answer()
    assert chips(again) == ["fp32 · 2 runs", "bf16 · 1 run · baseline"]
    assert (again.body.overlay.axis, again.body.pictures.view, again.export.folder) == (CurveAxis.STEPS, PictureKind.BARS, "/somewhere")


@pytest.mark.parametrize("memory", [{}, {"choice": 3, "axis": 4, "curves": 5, "view": 6, "folder": 7}, {"axis": "sideways", "view": "x"}])
def test_a_memory_that_does_not_fit_is_left_alone(page: ComparePage, history: HandHistory, memory: dict[str, Any]) -> None:
    page.recall(memory)
    show(page, history, "aa1", "bb1")
    assert page.body.overlay.axis is CurveAxis.TIME
    assert page.body.pictures.view == PictureKind.PLANE or memory["view"] == "x"


def test_the_theme_changes_while_it_is_seen(page: ComparePage, history: HandHistory) -> None:
    show(page, history, "aa1", "bb1")
    dark = page.grab().toImage()
    page.theme.choose(Choice.LIGHT)
    assert page.grab().toImage() != dark


def test_a_name_that_is_one_long_word_does_not_widen_the_page(page: ComparePage, history: HandHistory) -> None:
    history.store.runs |= {"w1": run("w1", name="W" * 5000), "w2": run("w2", BF16, name="V" * 5000)}
    show(page, history, "w1", "w2")
    assert page.body.widget().width() <= page.body.viewport().width()
    assert "W" * 19 + "…" + "W" * 20 in page.body.sentence._sentence.text()
    assert "W" * 60 in page.body.sentence._sentence.toolTip()


# The picker


@pytest.fixture
def picker(page: ComparePage, history: HandHistory) -> RunPicker:
    show(page, history, "aa1", "bb1")
    page.open_picker()
    assert page._picker is not None
    return page._picker


def test_runs_are_picked_by_keyboard(page: ComparePage, history: HandHistory, picker: RunPicker) -> None:
    QTest.keyClicks(picker._filter, "thread")
    tree = picker._tree
    tree.setFocus()
    tree.setCurrentIndex(picker._model.index(0, 0))
    QTest.keyClick(tree, Qt.Key.Key_Space)
    assert picker._add.text() == "Add 1 run"
    QTest.keyClick(tree, Qt.Key.Key_Return)
    history.answer()
    assert chips(page) == ["fp32 · 1 run · baseline", "bf16 · 1 run", "fp32 1 thread · 1 run"]


def test_the_picker_knows_what_is_compared_and_follows_the_store(page: ComparePage, history: HandHistory, picker: RunPicker) -> None:
    page.open_picker()
    assert len(page.findChildren(RunPicker)) == 1
    model = picker._model
    parent = model.index(0, 0)
    assert model.index(0, 0, parent).data() == "mlp fp32  (compared)"
    model.setData(model.index(1, 0, parent), Qt.CheckState.Checked, Qt.ItemDataRole.CheckStateRole)
    assert Qt.CheckState(parent.data(Qt.ItemDataRole.CheckStateRole)) is Qt.CheckState.PartiallyChecked
    history.change(run("ee1", FP32.with_values({"threads": 3}), name="new"), gone=["aa2"])
    assert model.checked == []
    assert model.rowCount() == 4


def test_a_live_run_that_goes_on_leaves_the_picker_as_it_is(history: HandHistory, picker: RunPicker, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(picker._model.modelReset):
        history.change(replace(RUNS[0], heartbeat_at=RUNS[0].started_at))
    with qtbot.waitSignal(picker._model.modelReset):
        history.change(replace(RUNS[0], name="renamed"))
    picker._filter.setText("renamed")
    assert picker._model.rowCount() == 1


def test_a_run_that_comes_leaves_the_selected_rows_selected(history: HandHistory, picker: RunPicker) -> None:
    model, tree = picker._model, picker._tree
    first = model.index(0, 0)
    tree.setCurrentIndex(model.index(1, 0, first))
    tree.selectionModel().select(model.index(0, 0, model.index(1, 0)), ROWS)
    history.store.runs = {"new": run("new", FP32.with_values({"threads": 3}))} | history.store.runs
    history.change(run("aa0", name="mlp fp32"))
    assert tree.currentIndex().data() == "mlp fp32"
    QTest.keyClick(tree, Qt.Key.Key_Space)
    assert model.checked == ["aa2", "bb1"]


def test_a_spec_that_was_current_stays_so_and_a_run_that_has_gone_leaves_nothing_to_check(history: HandHistory, picker: RunPicker) -> None:
    model, tree = picker._model, picker._tree
    tree.setCurrentIndex(model.index(1, 0))
    history.store.runs = {"new": run("new", FP32.with_values({"threads": 3}))} | history.store.runs
    history.change()
    assert tree.currentIndex() == model.index(2, 0)
    tree.setCurrentIndex(model.index(1, 0, model.index(1, 0)))
    history.change(gone=["aa2"])
    QTest.keyClick(tree, Qt.Key.Key_Space)
    assert model.checked == []


def test_picked_runs_become_one_group(page: ComparePage, history: HandHistory, picker: RunPicker) -> None:
    model = picker._model
    model.toggle([model.index(row, 0) for row in range(model.rowCount())])
    assert len(model.checked) == 4
    picker._as_group.click()
    assert not picker._add.isEnabled(), "a group needs a name"
    QTest.keyClicks(picker._name, "all")
    QTest.mouseClick(picker._add, Qt.MouseButton.LeftButton)
    history.answer()
    assert chips(page) == ["all · 4 runs"]


def test_a_filter_that_finds_nothing_and_an_empty_store_say_so(page: ComparePage, history: HandHistory, picker: RunPicker) -> None:
    picker._filter.setText("nothing like it")
    assert picker._words.text() == "No run has all of these words."
    picker.set_runs([], [])
    assert "No runs are kept yet" in picker._words.text()
    QTest.keyClick(picker, Qt.Key.Key_Escape)
    page.open_picker()
    assert page._picker is not picker


# Exports


@pytest.fixture(scope="module", autouse=True)
def mime_types_are_known() -> None:
    """Qt keeps its list open from the first file dialog on."""
    QMimeDatabase().mimeTypeForName("text/csv")


def closed(dialog: QFileDialog | None, qtbot: QtBot, *, accept: bool = False) -> None:
    assert dialog is not None
    (dialog.accept if accept else dialog.reject)()
    qtbot.waitUntil(lambda: not shiboken6.isValid(dialog))


def exported(page: ComparePage, history: HandHistory, ending: str, name: str = "out") -> Path:
    path = Path.cwd() / f"{name}{ending}"
    write(page, path)
    history.answer()
    return path


def write(page: ComparePage, path: Path) -> None:
    page.export.write(page.export.file(path.suffix), path)


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    folder = tmp_path / "files"
    folder.mkdir()
    monkeypatch.chdir(folder)
    yield
    monkeypatch.undo()


def test_csv_and_json_hold_the_whole_names(page: ComparePage, history: HandHistory) -> None:
    show(page, history, "aa1", "aa2", "bb1")
    page.chips.asked.emit(1, "baseline")
    history.answer()
    document = json.loads(exported(page, history, ".json").read_text())
    assert (document["baseline"], [group["name"] for group in document["groups"]]) == ("mlp bf16", ["mlp fp32", "mlp bf16"])
    lines = exported(page, history, ".csv").read_text().splitlines()
    assert lines[0].startswith("metric,label,unit,group,baseline,n,value")
    assert lines[1].startswith("throughput,Throughput,samples/s,mlp fp32,mlp bf16,2,104.88")
    assert page.notice.text == f"Saved to {Path.cwd() / 'out.csv'}"


def test_an_export_says_that_it_is_under_way(page: ComparePage, history: HandHistory) -> None:
    show(page, history, "aa1", "bb1")
    write(page, Path.cwd() / "out.csv")
    assert "Writing out.csv …" in words(page.header)
    history.answer()
    assert "Writing" not in words(page.header)


def test_the_dialog_suggests_a_name_and_comes_back_with_its_answer(page: ComparePage, history: HandHistory, qtbot: QtBot) -> None:
    show(page, history, "aa1", "bb1")
    page.export.folder = str(Path.cwd())
    page.export.ask(".csv")
    dialog = page.export.dialog
    assert dialog is not None
    assert Path(dialog.selectedFiles()[0]) == Path.cwd() / "compare fp32 bf16.csv"
    dialog.selectFile(str(Path.cwd() / "mine.csv"))
    closed(dialog, qtbot, accept=True)
    history.answer()
    assert (Path.cwd() / "mine.csv").exists()
    assert page.export.dialog is None


def test_a_folder_that_cannot_be_written_is_told_with_the_way_out(page: ComparePage, history: HandHistory, qtbot: QtBot) -> None:
    show(page, history, "aa1", "bb1")
    write(page, Path.cwd() / "gone" / "out.json")
    history.answer()
    assert page.notice.text == f"There is no folder {Path.cwd() / 'gone'}. Make it first, or name a file elsewhere."
    page.notice._button.click()
    dialog = page.export.dialog
    assert dialog is not None
    assert Path(dialog.selectedFiles()[0]).name == "out.json", "the answer was kept"
    closed(dialog, qtbot)


def test_a_full_disk_is_told_with_its_cure(page: ComparePage, history: HandHistory, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("gpuscope.reports.output_file._write", full)
    show(page, history, "aa1", "bb1")
    exported(page, history, ".csv")
    assert page.notice.text.endswith("No space left on device. Name another file, or free some space.")


def test_an_ending_that_says_nothing_is_told_and_asked_for_again(page: ComparePage, history: HandHistory, qtbot: QtBot) -> None:
    show(page, history, "aa1", "bb1")
    page.export.write(page.export.file(".csv"), Path.cwd() / "out.txt")
    history.answer()
    assert page.notice.text == "'out.txt' does not say what it shall be. Let its name end in .pdf, .html, .csv or .json."
    page.notice._button.click()
    assert page.export.dialog is not None
    assert page.export.dialog.defaultSuffix() == "csv"
    closed(page.export.dialog, qtbot)


def test_a_run_deleted_while_the_dialog_is_open_is_told(page: ComparePage, history: HandHistory, qtbot: QtBot) -> None:
    show(page, history, "aa1", "bb1")
    page.export.ask(".csv")
    del history.store.runs["bb1"]
    write(page, Path.cwd() / "out.csv")
    history.answer()
    assert "There is no run bb1" in page.notice.text
    closed(page.export.dialog, qtbot)


# With a store


@pytest.fixture
def stored(qtbot: QtBot) -> Iterator[ComparePage]:
    for index, spec in enumerate((FP32, FP32, BF16)):
        store_run(f"{index + 1}" * 12, spec.with_values({"steps": 100}), 100.0 * (index + 1), index)
    history = History(url())
    page = ComparePage(Theme(Choice.DARK), history, UserSettings())
    qtbot.addWidget(page)
    page.resize(1104, 744)
    page.show()
    page.show_item([f"{index + 1}" * 12 for index in range(3)])
    qtbot.waitUntil(page.is_ready)
    yield page
    history.close()


def test_curves_come_from_the_store(stored: ComparePage) -> None:
    overlay = stored.body.overlay
    assert set(stored.groups.curves) == {"1" * 12, "2" * 12, "3" * 12}
    assert [kind.key for kind in overlay.chooser.chosen()] == ["throughput throughput steps/s", "cpu cpu/utilization 1"]
    overlay.set_axis(CurveAxis.STEPS)
    assert overlay.stack.isVisible()
    values = {(strip, curve): value for strip, curve, value in overlay.stack.values_at(50.0)}
    assert values["throughput throughput steps/s", "0"] == pytest.approx(100.0, rel=0.05)
    stored.grab()


def test_a_run_whose_readings_cannot_be_read_is_named_beside_the_curves_of_the_others(stored: ComparePage) -> None:
    groups = stored.groups
    del groups.curves["2" * 12]
    groups.unread["2" * 12] = UnavailableError("the readings are damaged")
    groups.curves_changed.emit()
    assert stored.body.overlay.stack.isVisible()
    assert "The readings of 1 run cannot be read; it is not seen here." in words(stored.body.overlay)


def turn_wheel(page: ComparePage, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    view = page.body.overlay.stack.findChild(QGraphicsView).viewport()
    middle = QPointF(view.rect().center())
    down = QPoint(0, -120)
    still = Qt.ScrollPhase.NoScrollPhase
    event = QWheelEvent(middle, QPointF(view.mapToGlobal(middle.toPoint())), down, down, Qt.MouseButton.NoButton, modifier, still, False)
    QCoreApplication.sendEvent(view, event)


def test_the_wheel_over_a_chart_scrolls_the_page_and_with_ctrl_zooms_the_chart(stored: ComparePage) -> None:
    stored.resize(1104, 500)
    stack, bar = stored.body.overlay.stack, stored.body.verticalScrollBar()
    stack.show_range(0.2, 0.4)
    turn_wheel(stored, Qt.KeyboardModifier.ControlModifier)
    assert bar.value() == 0
    shown = stack.view_range
    assert shown != (0.2, 0.4)
    turn_wheel(stored)
    assert bar.value() > 0
    assert stack.view_range == shown


def test_a_curve_that_was_switched_off_stays_off_over_another_axis(stored: ComparePage) -> None:
    overlay = stored.body.overlay
    overlay.stack.curve_toggled.emit("cpu cpu/utilization 1", "1", False)
    overlay.set_axis(CurveAxis.STEPS)
    assert ("cpu cpu/utilization 1", "1") not in {(strip, curve) for strip, curve, _ in overlay.stack.values_at(50.0)}


def test_metrics_are_chosen_and_the_last_one_stays(stored: ComparePage) -> None:
    chooser = stored.body.overlay.chooser
    chooser.choose("throughput throughput steps/s", False)
    chooser.choose("cpu cpu/utilization 1", False)
    assert [kind.key for kind in chooser.chosen()] == ["cpu cpu/utilization 1"]
    chooser.choose("memory cpu/memory_used B", True)
    assert len(chooser.chosen()) == 2


def test_a_pdf_is_made_of_the_store(stored: ComparePage, qtbot: QtBot) -> None:
    pytest.importorskip("typst")
    path = Path.cwd() / "out.pdf"
    write(stored, path)
    qtbot.waitUntil(lambda: bool(stored.notice.text), timeout=20_000)
    assert stored.notice.text == f"Saved to {path}"
    assert path.read_bytes().startswith(b"%PDF-1.7")


def kept_names(page: ComparePage) -> list[str]:
    return [one.name for one in page.kept.kept]


def test_a_comparison_is_kept_under_a_name_and_opened_again(page: ComparePage, history: HandHistory) -> None:
    show(page, history, "aa1", "aa2", "bb1")
    page.chips.asked.emit(1, "baseline")
    history.answer()
    action = page.kept.menu().actions()[0]
    assert (action.text(), action.isEnabled()) == ("Keep this comparison…", True)
    action.trigger()
    dialog = page.findChild(QInputDialog)
    assert dialog is not None
    assert dialog.textValue() == "fp32 and bf16"
    dialog.setTextValue("precision & co")
    dialog.accept()
    history.answer()
    assert kept_names(page) == ["precision & co"]
    show(page, history, "aa1", "cc1")
    texts = [one.text() for one in page.kept.menu().actions() if not one.isSeparator()]
    assert texts == ["Keep this comparison…", "precision && co", "Forget"]
    page.kept.open_kept(page.kept.kept[0])
    history.answer()
    assert chips(page) == ["fp32 · 2 runs", "bf16 · 1 run · baseline"]


def test_the_empty_page_lists_what_is_kept(page: ComparePage, history: HandHistory) -> None:
    show(page, history, "aa1", "bb1")
    page.kept.keep("mine")
    history.answer()
    again = ComparePage(Theme(Choice.DARK), history, UserSettings())  # type: ignore[arg-type]
    assert not again.kept.listed.isVisibleTo(again)
    again.resize(1104, 744)
    again.show()
    again.activated()
    history.answer()
    assert "Kept comparisons" in words(again)
    again.grab()
    next(one for one in again.kept.listed.findChildren(QPushButton) if one.text() == "mine").click()
    history.answer()
    assert chips(again) == ["fp32 · 1 run · baseline", "bf16 · 1 run"]
    again.deactivated()
    again.close()


def test_a_kept_comparison_whose_runs_have_gone_says_so(page: ComparePage, history: HandHistory) -> None:
    show(page, history, "aa1", "aa2", "bb1")
    page.kept.keep("mine")
    history.answer()
    show(page, history, "aa1", "cc1")
    history.change(gone=["aa2"])
    page.kept.open_kept(page.kept.kept[0])
    history.answer()
    assert page.notice.text == "1 run of mine was deleted since it was kept and is left out."
    assert chips(page) == ["fp32 · 1 run · baseline", "bf16 · 1 run"]
    history.change(gone=["aa1", "bb1"])
    page.kept.open_kept(page.kept.kept[0])
    history.answer()
    assert "3 runs of mine were deleted since it was kept and are left out." in page.notice.text
    assert page.empty.isVisible()
    page.kept.forget("mine")
    history.answer()
    assert kept_names(page) == []
