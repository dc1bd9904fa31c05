"""The Compare page as a whole: what it shows, in which order, and what it restores."""

import json
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from gpuscope.analysis.comparison import compare
from gpuscope.analysis.group import Group
from gpuscope.core.device import Device, DeviceKind
from gpuscope.core.run import DeviceResult
from gpuscope.gui.pages.compare.card import Pill
from gpuscope.gui.pages.compare.compare_body import CompareBody
from gpuscope.gui.pages.compare.comparison_columns import metric_width
from gpuscope.gui.pages.compare.curves import CurveAxis
from gpuscope.gui.pages.compare.group_style import group_style
from gpuscope.gui.pages.compare.pictures import PictureKind
from gpuscope.gui.pages.compare.run_picker import RunPicker
from gpuscope.gui.pages.compare_page import ComparePage
from gpuscope.gui.services.user_settings import UserSettings
from gpuscope.gui.theme import Choice, Theme
from gpuscope.reports.comparison_view import ComparisonView
from gpuscope.reports.pictures.picture import BarPicture, Chart
from gpuscope.system.settings import Settings
from tests.analysis.records import measured
from tests.gui.pages.compare.compared_runs import BF16, NO_ENERGY, gpu_run, run
from tests.gui.pages.compare.hand_history import HandHistory
from tests.gui.pages.compare.shown_page import RUNS, chip_buttons, chips, show, words
from tests.gui.services.made_up_plans import MadeUpPlans
from tests.gui.turn_hands import finish_turns

NAMED = (("late", 15), ("early", 9))
"""Two runs of the same spec, and the hours at which they began."""


def test_an_empty_page_says_what_will_be_here_and_offers_the_way(page: ComparePage, history: HandHistory) -> None:
    assert "Compare two or more runs: what an optimization gained, in time and in energy." in words(page)
    assert page.is_ready()
    assert not page.export.button.isEnabled()
    QTest.mouseClick(next(one for one in page.empty.findChildren(QPushButton)), Qt.MouseButton.LeftButton)
    assert page.findChild(RunPicker) is not None


def test_runs_from_another_page_are_grouped_compared_and_drawn(page: ComparePage, history: HandHistory) -> None:
    page.show_item(["aa1", "bb1", "aa2"])
    assert not page.is_ready()
    assert "Reading the runs …" in words(page)
    history.answer()
    assert "Reading" not in words(page)
    assert page.is_ready()
    assert chips(page) == ["fp32 · 2 runs · baseline", "bf16 · 1 run"]
    assert "bf16 has 2.00\u00a0× the throughput, 0.499\u00a0× the median step time and 1.00\u00a0× the accuracy of fp32." in words(page)
    assert page.findChild(Pill).text == "✓ comparable"
    assert "differs only in precision" in words(page.body.sentence)
    assert "same machine, device, torch, seed" in words(page)
    assert "None of the other" in words(page)
    assert page.export.button.isEnabled()
    page.grab()


def test_another_comparison_begins_at_its_summary(page: ComparePage, history: HandHistory, qtbot: QtBot) -> None:
    page.resize(1000, 500)
    with qtbot.waitActive(page):
        page.show()
    show(page, history, "aa1", "bb1")
    bar = page.body.verticalScrollBar()
    page.body.metrics.fold.setFocus()
    bar.setValue(bar.maximum())
    assert bar.value() > 0
    show(page, history, "aa1", "aa2", "bb1")
    assert bar.value() == 0
    assert page.hasFocus()


def test_while_the_runs_of_the_last_time_are_read_it_is_not_called_empty(page: ComparePage, history: HandHistory) -> None:
    show(page, history, "aa1", "bb1")
    memory = page.memory()
    again = ComparePage(Theme(Choice.DARK), history, UserSettings(), MadeUpPlans())  # type: ignore[arg-type]
    again.recall(memory)
    again.show()
    again.activated()
    while not again.is_ready():
        assert not again.empty.isVisible()
        assert not again.choices.isVisible()
        if again.groups.is_busy:
            history.answer_one()
        else:
            QTest.qWait(1)
    assert again.body.isVisible()
    again.show_item(["gone"])
    history.answer()
    assert again.empty.isVisible()
    again.close()


def test_energies_change_their_unit_with_the_settings(qtbot: QtBot) -> None:
    history, settings = HandHistory([gpu_run("aa1", throughput=100.0), gpu_run("bb1", BF16, 200.0)]), UserSettings()
    page = ComparePage(Theme(Choice.DARK), history, settings, MadeUpPlans())  # type: ignore[arg-type]
    qtbot.addWidget(page)
    show(page, history, "aa1", "bb1")
    assert {row.unit for row in page.body.metrics.shown_rows() if "Energy" in row.label} == {"mJ"}
    settings._apply(Settings(energy_unit="Wh"))
    finish_turns()
    assert {row.unit for row in page.body.metrics.shown_rows() if "Energy" in row.label} == {"µWh"}


def test_groups_from_the_demonstration_keep_their_names_and_order(page: ComparePage, history: HandHistory) -> None:
    page.show_item(("groups", {"CPU, BF16": ["bb1"], "CPU, FP32": ["aa1", "aa2"]}))
    history.answer()
    assert chips(page) == ["BF16 · 1 run · baseline", "FP32 · 2 runs"]


@pytest.mark.parametrize("item", [3, ("groups", 3), {"a": 1}, (), [], ["zz"]])
def test_what_is_nothing_to_show_is_no_crash(page: ComparePage, history: HandHistory, item: object) -> None:
    page.show_item(item)
    history.answer()
    assert "Compare two or more runs" in words(page)


def test_one_run_and_one_group_say_what_is_needed(page: ComparePage, history: HandHistory) -> None:
    page.show_item("aa1")
    history.answer()
    assert "One run is chosen. A comparison needs at least two." in words(page)
    assert chips(page) == ["mlp fp32 · 1 run"]
    show(page, history, "aa1", "aa2")
    assert "These 2 runs have the same settings" in words(page)
    page.chips.asked.emit(0, "split")
    history.answer()
    assert chips(page) == ["aa1 · 1 run · baseline", "aa2 · 1 run"]


def test_two_runs_of_one_command_are_compared_one_by_one_named_by_their_start(page: ComparePage, history: HandHistory) -> None:
    late, early = (replace(run("aa1"), run_id=name, started_at=datetime(2026, 11, 21, hour, 30).astimezone()) for name, hour in NAMED)
    history.change(late, early)
    show(page, history, "late", "early")
    QTest.mouseClick(page.empty.findChildren(QPushButton)[0], Qt.MouseButton.LeftButton)
    history.answer()
    assert chips(page) == ["run aa1, 09:30:00 · 1 run · baseline", "run aa1, 15:30:00 · 1 run"]


def test_without_energy_there_are_bars_and_the_reason(page: ComparePage, history: HandHistory) -> None:
    show(page, history, "aa1", "bb1")
    panel = page.body.pictures
    assert isinstance(panel.picture.picture, BarPicture)
    assert f"No energy was measured: {NO_ENERGY}." in words(panel)
    assert words(page).count(NO_ENERGY) == 1, "what is missing says why once"
    history.change(gpu_run("dd1"), gpu_run("dd2", BF16, 200.0, 0.01))
    show(page, history, "dd1", "dd2")
    assert isinstance(panel.picture.picture, Chart)
    assert "No energy" not in words(panel)
    panel.set_view(PictureKind.BARS)
    assert isinstance(panel.picture.picture, BarPicture)


def test_the_environment_is_behind_a_button(page: ComparePage, history: HandHistory) -> None:
    history.change(replace(RUNS[2], environment={"torch": "2.12", "cpu": "Another"}))
    show(page, history, "aa1", "bb1")
    panel = page.body.differences
    assert panel.model.rowCount() == 1
    assert panel.fold.text() == "2 environment settings differ"
    panel.fold.click()
    assert [panel.model.index(row, 0).data() for row in range(panel.model.rowCount())] == ["Precision", "torch", "Processor"]


def test_what_differs_has_the_lines_of_its_groups(page: ComparePage, history: HandHistory) -> None:
    history.change(run("n1", name="a name that is too long for its column"), run("n2", BF16, name="another"))
    show(page, history, "n1", "n2")
    view = page.body.differences.view
    for column in (1, 2):
        view.setColumnWidth(column, 72)
    shown = view.horizontalHeader().grab().toImage()
    for group in range(2):
        colour = group_style(group).paint_colour(page.theme.palette)
        left = view.horizontalHeader().sectionViewportPosition(group + 1)
        assert any(shown.pixelColor(x, y) == colour for x in range(left, left + 72) for y in range(shown.height()))


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
    again = ComparePage(Theme(Choice.DARK), history, UserSettings(), MadeUpPlans())  # type: ignore[arg-type]
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


def test_too_few_repeats_qualify_the_headline_right_below_it_and_are_told_once(page: ComparePage, history: HandHistory) -> None:
    show(page, history, "aa1", "bb1")
    card = page.body.sentence
    assert card._few.text() == "One run per side: a ratio, not a verdict."
    assert card._few.isVisible()
    assert card._few.y() > card._sentence.y()
    assert "One run" not in card._more.text()


def test_the_theme_changes_while_it_is_seen(page: ComparePage, history: HandHistory) -> None:
    show(page, history, "aa1", "bb1")
    dark = page.grab().toImage()
    page.theme.choose(Choice.LIGHT)
    assert page.grab().toImage() != dark


def test_a_name_that_is_one_long_word_does_not_widen_the_page(page: ComparePage, history: HandHistory) -> None:
    history.store.runs |= {"w1": run("w1", name="W" * 5000), "w2": run("w2", BF16, name="V" * 5000)}
    show(page, history, "w1", "w2")
    assert page.body.widget().width() <= page.body.viewport().width()
    assert "W" * 20 + "…" + "W" * 19 in page.body.sentence._sentence.text()
    assert "W" * 60 in page.body.sentence._sentence.toolTip()


def test_the_groups_race_with_the_run_in_the_middle_of_each(page: ComparePage, history: HandHistory, qtbot: QtBot) -> None:
    show(page, history, "aa1", "aa2", "bb1")
    with qtbot.waitSignal(page.wanted) as wanted:
        QTest.mouseClick(page.race, Qt.MouseButton.LeftButton)
    assert wanted.args == ["race", ("lanes", {"fp32": "aa2", "bf16": "bb1"}, "fp32")]


def test_profiles_of_two_groups_are_set_against_each_other(page: ComparePage, history: HandHistory, qtbot: QtBot, tmp_path: Path) -> None:
    show(page, history, "aa1", "aa2", "bb1")
    assert not page.profiles.isVisible()
    for run_id in ("aa2", "bb1"):
        folder = tmp_path / run_id
        folder.mkdir()
        (folder / "profile-7-1.json.gz").touch()
        kept = history.store.runs[run_id]
        history.store.runs[run_id] = replace(kept, folder=str(folder), environment={**kept.environment, "recorder.profile": "so"})
    show(page, history, "aa1", "aa2", "bb1")
    with qtbot.waitSignal(page.wanted) as wanted:
        QTest.mouseClick(page.profiles, Qt.MouseButton.LeftButton)
    assert wanted.args == ["profile", ["aa2", "bb1"]]


def test_the_table_takes_from_the_panel_what_its_metrics_need(qtbot: QtBot) -> None:
    """Three groups in a window of 1280 pixels, with the longest name of a headline metric."""
    memory = {"resident_memory_peak": measured(2.0**30, "B")}
    workload = DeviceResult(Device("workload", DeviceKind.PROCESSES, "Processes of the run", None, {}, {}), memory)
    groups = [
        Group(precision, (replace(run(f"{precision}1", BF16.with_values({"precision": precision})), devices=(workload,)),))
        for precision in ("fp32", "tf32", "bf16")
    ]
    body = CompareBody(Theme(Choice.DARK))
    qtbot.addWidget(body)
    body.resize(1104, 744)
    body.show()
    body.show_comparison(ComparisonView(compare(groups)))
    finish_turns()
    QApplication.processEvents()
    table = body.metrics.table
    assert "Memory of processes, peak" in [row.label for row in table.model.shown]
    assert table._metrics.width() >= max(metric_width(row) for row in table.model.shown)
    assert table.groups.horizontalScrollBar().maximum() == 0
    assert body._side.width() >= 306


def test_a_card_that_fails_keeps_none_of_the_others_from_showing_this_or_the_next_comparison(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = CompareBody(Theme(Choice.DARK))
    qtbot.addWidget(body)
    shown: list[str] = []
    monkeypatch.setattr(body.pictures, "show_comparison", lambda *_: shown.append("pictures"))
    monkeypatch.setattr(body.metrics, "show_comparison", Mock(side_effect=ValueError("a bug")))
    with qtbot.captureExceptions() as errors:
        for _ in range(2):
            body.show_comparison(ComparisonView(compare([Group("fp32", (run("aa"),)), Group("bf16", (run("ba", BF16),))])))
            qtbot.waitUntil(body.is_ready)
    assert (len(errors), shown) == (2, ["pictures", "pictures"])


def test_with_long_actions_the_summary_leaves_nothing_out_of_view(qtbot: QtBot) -> None:
    body = CompareBody(Theme(Choice.DARK))
    qtbot.addWidget(body)
    body.sentence.add_actions(QPushButton("a long action " * 6))
    body.resize(900, 744)
    body.show()
    body.show_comparison(ComparisonView(compare([Group("fp32", (run("aa"),)), Group("bf16", (run("ba", BF16),))])))
    QApplication.processEvents()
    assert body.widget().width() <= body.viewport().width()


def test_the_button_to_add_runs_is_as_high_as_the_chips_beside_it(page: ComparePage, history: HandHistory) -> None:
    show(page, history, "aa1", "bb1")
    QApplication.processEvents()
    assert {page.add.height()} == {chip.height() for chip in chip_buttons(page)}


def test_what_the_groups_share_begins_a_line_where_one_line_cannot_have_both(page: ComparePage, history: HandHistory) -> None:
    show(page, history, "aa1", "bb1")
    card = page.body.sentence
    card.set_room(1700)
    assert "differs only in precision; same machine, device, torch, seed" in words(card)
    card.set_room(800)
    assert "differs only in precision\nsame machine, device, torch, seed" in words(card)
    longest = "same machine, device, torch, data, seed, batch size, commit"
    card._ground[1] = longest
    card.set_room(1054)  # of a window 1280 pixels wide
    assert card._shared.text() == f"differs only in precision\n{longest}"
    assert card._shared.heightForWidth(card._shared.width()) == card._shared.heightForWidth(1000)
