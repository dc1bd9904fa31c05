"""The compared groups, as the store's answers arrive."""

from collections.abc import Collection
from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from gpuscope.core.errors import GpuscopeError, UnavailableError
from gpuscope.core.run import RunState
from gpuscope.gui.pages.compare import compared_groups
from gpuscope.gui.pages.compare.compared_groups import ComparedGroups
from gpuscope.gui.pages.compare.group_choice import GroupChoice
from gpuscope.gui.pages.compare.run_curves import RunCurves
from tests.gui.pages.compare.compared_runs import BF16, FP32, run
from tests.gui.pages.compare.hand_history import HandHistory

RUNS = [run("aa1", name="mlp fp32"), run("aa2", name="mlp fp32"), run("bb1", BF16, 200.0, name="mlp bf16")]


@pytest.fixture
def history(qtbot: QtBot) -> HandHistory:
    return HandHistory(RUNS)


@pytest.fixture
def groups(history: HandHistory) -> ComparedGroups:
    made = ComparedGroups(history, history)  # type: ignore[arg-type]
    made.failed.connect(lambda error: failures.append(error))
    failures.clear()
    return made


failures: list[GpuscopeError] = []


def names(groups: ComparedGroups) -> list[str]:
    return [group.name for group in groups.choice.groups]


def test_runs_are_grouped_by_spec_and_compared_by_short_names(groups: ComparedGroups, history: HandHistory) -> None:
    groups.show_runs(["aa1", "bb1", "aa2"])
    assert groups.is_busy
    history.answer()
    assert not groups.is_busy
    assert groups.names() == ("mlp", ["fp32", "bf16"])
    assert groups.view is not None
    assert [(group.name, len(group.runs)) for group in groups.view.comparison.groups] == [("fp32", 2), ("bf16", 1)]
    assert groups.view.comparison.baseline == "fp32"
    assert set(groups.curves) == {"aa1", "aa2", "bb1"}


def test_groups_of_the_users_own_are_compared_as_they_are(groups: ComparedGroups, history: HandHistory) -> None:
    groups.show_groups({"first": ["bb1"], "second": ["aa1", "aa2"], "empty": []})
    history.answer()
    assert (names(groups), groups.view.comparison.baseline) == (["first", "second"], "first")


def test_a_unit_of_energy_that_changes_while_groups_are_compared_is_that_of_their_comparison(
    groups: ComparedGroups, history: HandHistory
) -> None:
    groups.show_runs(["aa1", "bb1"])
    history.answer_one()  # the runs; their comparison is being worked out
    groups.set_energy_unit("Wh")
    history.answer()
    assert groups.view is not None
    assert groups.view.energy_unit == "Wh"


def test_runs_named_by_their_beginnings_are_known_by_their_whole_ids(groups: ComparedGroups, history: HandHistory) -> None:
    groups.show_groups({"first": ["bb"], "second": ["aa1"]})
    history.answer()
    assert groups.choice.run_ids == ("bb1", "aa1")


def test_runs_that_are_not_there_are_left_out_silently_when_they_were_recalled(groups: ComparedGroups, history: HandHistory) -> None:
    groups.restore(GroupChoice.from_json({"groups": [{"name": "x", "runs": ["aa1", "zz"]}, {"name": "y", "runs": ["zz"]}]}))
    history.answer()
    assert [group.run_ids for group in groups.choice.groups] == [("aa1",)]
    assert groups.view is None
    assert not failures


def test_an_answer_that_comes_too_late_is_dropped(groups: ComparedGroups, history: HandHistory) -> None:
    groups.show_runs(["aa1"])
    groups.show_runs(["aa1", "bb1"])
    history.answer_one(last=True)
    history.answer()
    assert groups.choice.run_ids == ("aa1", "bb1")


def test_added_runs_join_and_a_named_group_is_made(groups: ComparedGroups, history: HandHistory) -> None:
    groups.show_runs(["aa1", "bb1"])
    history.answer()
    groups.add_runs(["aa2"])
    history.answer()
    assert groups.choice.groups[0].run_ids == ("aa1", "aa2")
    groups.add_runs(["aa2"], "late")
    history.answer()
    assert (names(groups), groups.choice.groups[2].run_ids) == (["mlp fp32", "mlp bf16", "late"], ("aa2",))
    groups.add_runs(["aa1"], "late")
    history.answer()
    assert "already" in failures[0].message


def test_a_deleted_run_is_left_out_and_named(groups: ComparedGroups, history: HandHistory) -> None:
    gone: list[list[str]] = []
    groups.gone.connect(gone.append)
    groups.show_runs(["aa1", "aa2", "bb1"])
    history.answer()
    history.change(gone=["aa2"])
    groups.refresh()
    history.answer()
    assert gone == [["mlp fp32"]]
    assert groups.choice.run_ids == ("aa1", "bb1")
    assert set(groups.curves) == {"aa1", "bb1"}


def test_a_run_that_goes_between_the_questions_is_an_error_in_words(groups: ComparedGroups, history: HandHistory) -> None:
    groups.show_runs(["aa1", "bb1"])
    history.answer_one()
    history.change(gone=["bb1"])
    history.answer()
    assert "no run bb1" in failures[0].message
    assert not groups.is_busy


def test_readings_that_cannot_be_read_are_told_and_asked_for_again(groups: ComparedGroups, history: HandHistory) -> None:
    history.store.unreadable["bb1"] = UnavailableError("the readings of run bb1 are damaged")
    groups.show_runs(["aa1", "bb1"])
    history.answer()
    assert [error.message for error in failures] == ["the readings of run bb1 are damaged"]
    assert (set(groups.curves), set(groups.unread)) == ({"aa1"}, {"bb1"})
    assert groups.view is not None
    assert not groups.is_busy
    history.store.unreadable.clear()
    groups.refresh()
    history.answer()
    assert (set(groups.curves), set(groups.unread)) == ({"aa1", "bb1"}, set())


def test_a_run_that_is_compared_no_more_is_not_told_as_unread(groups: ComparedGroups, history: HandHistory) -> None:
    history.store.unreadable["bb1"] = UnavailableError("the readings of run bb1 are damaged")
    groups.show_runs(["aa1", "bb1"])
    history.answer()
    groups.change(groups.choice.without(1))
    history.answer()
    assert not groups.unread


def test_a_live_run_is_compared_anew_when_it_has_ended(groups: ComparedGroups, history: HandHistory) -> None:
    live = replace(run("cc1", FP32.with_values({"threads": 1})), state=RunState.RUNNING, metrics={})
    history.change(live)
    groups.show_runs(["aa1", "cc1"])
    history.answer()
    assert groups.view.comparison.metrics["throughput"][1].value is None
    before = groups.curves["cc1"]
    history.change(run("cc1", FP32.with_values({"threads": 1}), 50.0))
    groups.refresh()
    history.answer()
    assert groups.view.comparison.metrics["throughput"][1].value == 50.0
    assert groups.curves["cc1"] is not before


def test_a_look_at_the_store_does_not_lose_the_comparison_under_way(groups: ComparedGroups, history: HandHistory) -> None:
    groups.show_runs(["aa1", "bb1"])
    history.answer_one()
    groups.refresh()
    history.answer_one(last=True)
    history.answer()
    assert groups.view is not None
    assert not groups.is_busy


def test_a_look_that_other_runs_have_overtaken_changes_nothing(groups: ComparedGroups, history: HandHistory, qtbot: QtBot) -> None:
    groups.show_runs(["aa1", "bb1"])
    history.answer()
    groups.show_runs(["aa2", "bb1"])
    groups.refresh()
    history.answer_one()
    history.change(gone=["aa1"])
    with qtbot.assertNotEmitted(groups.gone):
        history.answer()
    assert set(groups.records) == {"aa2", "bb1"}


def test_a_live_run_that_only_goes_on_is_not_outdated(groups: ComparedGroups, history: HandHistory) -> None:
    live = replace(run("cc1", FP32.with_values({"threads": 1})), state=RunState.RUNNING, metrics={})
    history.change(live)
    groups.show_runs(["aa1", "cc1"])
    history.answer()
    listed = [replace(one, environment={}, devices=(), heartbeat_at=one.started_at) for one in history.runs]
    assert not groups.is_outdated(listed)
    assert groups.is_outdated([replace(one, state=RunState.FINISHED) for one in listed])
    assert groups.is_outdated(listed[:-1])


def test_nothing_is_done_when_nothing_has_changed(groups: ComparedGroups, history: HandHistory, qtbot: QtBot) -> None:
    groups.show_runs(["aa1", "bb1"])
    history.answer()
    with qtbot.assertNotEmitted(groups.compared):
        groups.refresh()
        history.answer()


def test_a_change_of_the_choice_is_compared_with_the_runs_that_are_known(groups: ComparedGroups, history: HandHistory) -> None:
    groups.show_runs(["aa1", "aa2", "bb1"])
    history.answer()
    groups.change(groups.choice.with_baseline(1))
    history.answer()
    assert groups.view.comparison.baseline == "bf16"
    groups.change(groups.choice.without(1))
    assert groups.view is None
    assert not groups.is_busy


def test_twice_one_name_is_told_in_words(groups: ComparedGroups, history: HandHistory) -> None:
    groups.show_groups({"x": ["aa1"]})
    history.answer()
    choice = GroupChoice((*groups.choice.groups, *groups.choice.groups))
    groups.change(choice)
    history.answer()
    assert "two groups are named 'x'" in failures[0].message


def test_curves_are_read_as_they_are_looked_at(groups: ComparedGroups, history: HandHistory, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def read(run_id: str, wanted: Collection[str], known: RunCurves | None, store: object) -> RunCurves:
        asked.append((run_id, known is not None))
        return RunCurves(run_id, True, unread={"a", "b"} - set(wanted))

    monkeypatch.setattr(compared_groups, "read_curves", read)
    groups.show_runs(["aa1", "bb1"])
    history.answer()
    groups.want(["a"])
    groups.want(["a"])
    assert groups.is_busy
    history.answer()
    groups.want(["a", "of no run"])
    assert not groups.is_busy
    assert asked == [("aa1", False), ("bb1", False), ("aa1", True), ("bb1", True)]


def test_curves_of_several_runs_are_drawn_once_or_after_a_while_if_one_of_them_takes_long(
    qtbot: QtBot, groups: ComparedGroups, history: HandHistory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each run's curves redrew those of all the others."""

    def read(run_id: str, wanted: Collection[str], known: RunCurves | None, store: object) -> RunCurves:
        return RunCurves(run_id, True, unread={"a"} - set(wanted))

    monkeypatch.setattr(compared_groups, "read_curves", read)
    drawn = []
    groups.curves_changed.connect(lambda: drawn.append(sum(not curves.unread for curves in groups.curves.values())))
    groups.show_runs(["aa1", "aa2", "bb1"])
    history.answer()
    assert drawn == [0]
    groups.want(["a"])
    history.answer_one()
    assert drawn == [0]
    qtbot.waitUntil(lambda: drawn == [0, 1])
    history.answer()
    assert drawn == [0, 1, 3]


def test_a_kind_that_is_chosen_while_another_is_read_is_read_then(
    groups: ComparedGroups, history: HandHistory, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(run_id: str, wanted: Collection[str], known: RunCurves | None, store: object) -> RunCurves:
        return RunCurves(run_id, True, unread={"a", "b"} - set(wanted))

    monkeypatch.setattr(compared_groups, "read_curves", read)
    groups.curves_changed.connect(lambda: groups.want(()))
    groups.show_runs(["aa1", "bb1"])
    history.answer()
    groups.want(["a"])
    groups.want(["b"])
    history.answer()
    assert [one.unread for one in groups.curves.values()] == [set(), set()]
