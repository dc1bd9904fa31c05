"""The list of runs as a table."""

import math
from dataclasses import replace

import pytest
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from gpuscope.core.run import RunState
from gpuscope.core.runspec import COMMAND, RunSpec
from gpuscope.gui.pages.runs.run_columns import PLACES
from gpuscope.gui.pages.runs.run_row import LiveStanding, RunFilter
from gpuscope.gui.pages.runs.run_table import RunTableModel
from tests.analysis.records import measured
from tests.gui.pages.runs.made_rows import BAD_NAMES, filled, live, made, read_numbers, shown_ids, text_of, three

_UP, _DOWN = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder


@pytest.fixture
def model(qapp: object) -> RunTableModel:
    return filled(three())


def test_the_newest_comes_first(model: RunTableModel) -> None:
    assert shown_ids(model) == "c b a"


@pytest.mark.parametrize(
    ("column", "order", "expected"),
    [
        ("throughput", _UP, "a c b"),
        ("throughput", _DOWN, "c a b"),
        ("name", _UP, "c b a"),
        ("name", _DOWN, "a b c"),
        ("device", _DOWN, "c b a"),
        ("tags", _UP, "c b a"),
        ("state", _UP, "a c b"),
    ],
)
def test_a_column_sorts_with_what_is_missing_last(model: RunTableModel, column: str, order: Qt.SortOrder, expected: str) -> None:
    model.sort(PLACES[column], order)
    assert shown_ids(model) == expected


@pytest.mark.parametrize("column", ["tags", "name"])
def test_tags_and_names_sort_as_people_count(qapp: object, column: str) -> None:
    words = {"a": "lr10", "b": "LR2", "c": "lr1"}
    model = filled([made(run_id, name=word, tags=(word,)) for run_id, word in words.items()])
    model.sort(PLACES[column], _UP)
    assert shown_ids(model) == "c b a"


def test_a_number_that_is_none_sorts_as_missing(qapp: object) -> None:
    losses = {"a": math.nan, "b": 1.0, "c": math.inf, "d": 0.5}
    model = filled([made(run_id, metrics={"loss": measured(value, "1")}) for run_id, value in losses.items()])
    model.sort(PLACES["loss"], _DOWN)
    assert shown_ids(model) == "c b d a"


def test_live_runs_stay_on_top(model: RunTableModel) -> None:
    model.set_runs([live(), *three()])
    for column in PLACES.values():
        model.sort(column, _UP)
        assert shown_ids(model).startswith("live ")


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (RunFilter("BETA"), "b"),
        (RunFilter("paper"), "c"),
        (RunFilter("machine warm"), "b"),
        (RunFilter("gemm"), "c"),
        (RunFilter("fp32 alpha"), "c"),
        (RunFilter("nothing has this"), ""),
        (RunFilter(states=frozenset({RunState.FAILED})), "a"),
        (RunFilter(device="cpu"), "b a"),
        (RunFilter("beta", device="cuda:0"), ""),
        (RunFilter("  "), "c b a"),
    ],
)
def test_a_filter_lets_through_what_it_says(model: RunTableModel, wanted: RunFilter, expected: str) -> None:
    model.set_filter(wanted)
    assert shown_ids(model) == expected
    assert model.rowCount() == len(expected.split())


def test_who_holds_on_to_a_run_keeps_it_when_the_order_changes(model: RunTableModel, qtbot: QtBot) -> None:
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, model)
    held = QPersistentModelIndex(model.index(1, 1))
    model.sort(PLACES["throughput"], _UP)
    assert held.row() == 2
    model.set_runs([made("d", 3), *three()])
    assert held.row() == 2 + 1
    model.drop({"b"})
    assert not held.isValid()
    model.set_runs([])
    assert model.rowCount() == 0


def test_rows_of_runs_that_stayed_the_same_stay(model: RunTableModel) -> None:
    before = model.find("b")
    model.set_runs([replace(record, tags=("new",)) if record.run_id == "a" else record for record in three()])
    assert model.find("b") is before
    assert text_of(model, "a", "tags") == "new"
    assert [row.run_id for row in model.without_numbers()] == ["a"]


def test_a_live_run_that_goes_on_changes_its_row_alone(model: RunTableModel, qtbot: QtBot) -> None:
    model.set_runs([live(), *three()])
    model.set_standings({"live": LiveStanding(0.5, "50 %", 3.0, 61.0, {"throughput": measured(7.0, "samples/s")})})
    changed: list[tuple[int, int]] = []
    model.dataChanged.connect(lambda first, last: changed.append((first.row(), last.row())))
    with qtbot.assertNotEmitted(model.layoutChanged):
        model.set_runs([live(heartbeat_at=three()[0].started_at), *three()])
    assert changed == [(0, 0)]
    assert text_of(model, "live", "throughput") == "7.000 samples/s"
    assert text_of(model, "live", "duration") == "1:01 left"


def test_a_run_that_ends_takes_its_place(model: RunTableModel) -> None:
    model.set_runs([live(), *three()])
    model.set_runs([*three(), made("live", -60)])
    assert shown_ids(model) == "c b a live"
    assert text_of(model, "live", "duration") == "12.3 s"


def test_a_command_took_from_its_start_to_its_exit(model: RunTableModel) -> None:
    model.set_runs([made("c", 0, spec=RunSpec(COMMAND, command=("sleep", "1.2")), duration_s=0.216, wall_s=1.2)])
    assert text_of(model, "c", "duration") == "1.20 s"


def test_a_new_name_is_shown_and_told(model: RunTableModel, qtbot: QtBot) -> None:
    with qtbot.waitSignal(model.renamed) as told:
        assert model.setData(model.index(1, PLACES["name"]), "  another  ")
    assert told.args == ["b", "another"]
    assert text_of(model, "b", "name") == "another"
    assert not model.without_numbers()


def test_a_new_name_is_shown_until_the_store_has_it(model: RunTableModel) -> None:
    model.setData(model.index(1, PLACES["name"]), "another")
    model.set_runs(three())
    assert text_of(model, "b", "name") == "another"
    model.settle_name("b")
    model.set_runs([replace(record, name="and another") if record.run_id == "b" else record for record in three()])
    assert text_of(model, "b", "name") == "and another"
    model.setData(model.index(1, PLACES["name"]), "refused")
    model.settle_name("b", "and another")
    assert text_of(model, "b", "name") == "and another"


@pytest.mark.parametrize("name", ["", "   ", "Beta"])
def test_an_empty_name_or_the_same_is_no_new_one(model: RunTableModel, qtbot: QtBot, name: str) -> None:
    with qtbot.assertNotEmitted(model.renamed):
        assert not model.setData(model.index(1, PLACES["name"]), name)
    assert text_of(model, "b", "name") == "Beta"


def test_only_names_are_edited(model: RunTableModel) -> None:
    editable = [place for place in PLACES.values() if model.flags(model.index(0, place)) & Qt.ItemFlag.ItemIsEditable]
    assert editable == [PLACES["name"]]
    assert not model.setData(model.index(0, PLACES["state"]), "finished")


def test_counts_are_told_when_they_change(model: RunTableModel, qtbot: QtBot) -> None:
    with qtbot.waitSignal(model.counted):
        model.set_filter(RunFilter("beta"))
    with qtbot.assertNotEmitted(model.counted):
        model.sort(PLACES["name"], _UP)
    with qtbot.waitSignal(model.counted):
        model.drop({"a"})


def test_states_and_devices_are_counted(model: RunTableModel) -> None:
    model.set_runs([live(), *three()])
    counts, devices = model.tallies()
    assert counts == {RunState.RUNNING: 1, RunState.FINISHED: 2, RunState.FAILED: 1}
    assert devices == ["cpu", "cuda:0"]
    model.drop({"c"})
    assert model.tallies()[1] == ["cpu"]


@pytest.mark.parametrize("name", BAD_NAMES)
def test_a_bad_name_is_one_line_of_plain_text(qapp: object, name: str) -> None:
    model = filled([made("a", name=name)])
    shown = text_of(model, "a", "name")
    assert len(shown.splitlines()) == 1
    assert shown.isprintable() or "\u200d" in shown
    assert len(shown) < 1_300
    tooltip = model.data(model.index(0, PLACES["name"]), Qt.ItemDataRole.ToolTipRole)
    assert "<img" not in tooltip
    assert "<b>" not in tooltip


def test_what_is_missing_says_why(model: RunTableModel) -> None:
    assert text_of(model, "b", "throughput") == "–"
    assert "steps were not counted" in model.data(model.index(1, PLACES["throughput"]), Qt.ItemDataRole.ToolTipRole)


def test_a_place_that_is_not_there_says_nothing(model: RunTableModel) -> None:
    assert model.data(QModelIndex()) is None
    assert model.headerData(99, Qt.Orientation.Horizontal) is None
    assert model.rowCount(model.index(0, 0)) == 0


def test_numbers_that_come_late_sort_then(qapp: object) -> None:
    model = RunTableModel()
    model.set_runs(three())
    model.sort(PLACES["throughput"], _UP)
    assert shown_ids(model) == "c b a"
    read_numbers(model)
    assert shown_ids(model) == "a c b"


def test_energies_are_told_in_the_unit_that_was_chosen(qtbot: QtBot) -> None:
    energy = {"energy": replace(measured(7200.0, "J"), uncertainty=360.0)}
    model = filled([made("a", metrics=energy)])
    assert text_of(model, "a", "energy") == "7.20 kJ"
    with qtbot.waitSignal(model.dataChanged):
        model.set_energy_unit("Wh")
    assert text_of(model, "a", "energy") == "2.00 Wh"
    assert "2.00 Wh ± 100 mWh" in model.data(model.index(0, PLACES["energy"]), Qt.ItemDataRole.ToolTipRole)
    model.set_runs([made("a", metrics=energy, name="another"), made("b", 1, metrics=energy)])
    assert [text_of(model, one, "energy") for one in "ab"] == ["2.00 Wh", "2.00 Wh"]


@pytest.mark.parametrize("change", [{"tags": ("kept",)}, {"note": "the warm one"}])
def test_a_described_run_keeps_its_place_among_sorted_numbers(model: RunTableModel, change: dict[str, object]) -> None:
    """Its numbers are those from before until they are read again; without any the row would jump to the end and back."""
    model.sort(PLACES["throughput"], _UP)
    model.set_runs([replace(record, **change) if record.run_id == "a" else record for record in three()])  # type: ignore[arg-type]
    assert shown_ids(model) == "a c b"


def test_the_numbers_of_a_run_that_was_reduced_again_are_read_again(model: RunTableModel) -> None:
    changed = {"throughput": measured(300.0, "samples/s")}
    model.sort(PLACES["throughput"], _UP)
    model.set_runs([replace(record, metrics=changed, wall_s=20.0) if record.run_id == "a" else record for record in three()])
    assert [row.run_id for row in model.without_numbers()] == ["a"]
    read_numbers(model)
    assert shown_ids(model) == "c a b"
    assert model.without_numbers() == []
