"""The choice of compared runs, and how the user changes it."""

import json
from dataclasses import replace

import pytest

from gpuscope.core.errors import UsageError
from gpuscope.core.run import RunRecord
from gpuscope.core.runspec import RunSpec
from gpuscope.gui.pages.compare.group_choice import ChosenGroup, GroupChoice
from tests.gui.pages.compare.compared_runs import BF16, FP32, run

RUNS = [run("a1", name="one"), run("a2", name="two"), run("b1", BF16, name="three")]
KNOWN = {one.run_id: one for one in RUNS}


def known(runs: list[RunRecord]) -> dict[str, RunRecord]:
    return {one.run_id: one for one in runs}


def chosen() -> GroupChoice:
    return GroupChoice().with_runs(RUNS, {})


def names(choice: GroupChoice) -> list[str]:
    return [group.name for group in choice.groups]


def test_runs_of_one_spec_are_one_group_named_by_the_first() -> None:
    assert chosen().groups == (ChosenGroup("one", ("a1", "a2")), ChosenGroup("three", ("b1",)))


def test_a_run_that_comes_later_joins_the_group_of_its_spec_once() -> None:
    first = GroupChoice().with_runs(RUNS[:1], {})
    more = first.with_runs([*RUNS[1:], RUNS[0]], known(RUNS[:1]))
    assert more == chosen()


def test_a_run_does_not_join_a_group_of_the_users_own() -> None:
    own = GroupChoice().with_group("mine", ["a1"])
    assert names(own.with_runs([RUNS[1]], KNOWN)) == ["mine", "two"]


def test_two_specs_with_one_name_are_told_apart_by_what_differs() -> None:
    same = [run("a1", name="one"), run("b123456789", BF16, name="one")]
    assert names(GroupChoice().with_runs(same, {})) == ["one fp32", "one bf16"]


def test_a_group_is_named_anew_when_one_comes_that_has_its_name_and_stays_the_baseline() -> None:
    first = GroupChoice().with_runs([run("a1", name="one")], {}).with_baseline(0)
    both = first.with_runs([run("b1", BF16, name="one")], {"a1": run("a1", name="one")})
    assert names(both) == ["one fp32", "one bf16"]
    assert both.baseline_name == "one fp32"


def test_a_name_that_the_user_gave_stays() -> None:
    first = GroupChoice().with_runs([run("a1", name="one")], {}).renamed(0, "mine")
    both = first.with_runs([run("b1", BF16, name="one")], {"a1": run("a1", name="one")})
    assert names(both) == ["mine", "one bf16"]


def test_runs_of_other_seeds_repeat_each_other() -> None:
    seeds = [run(f"a{seed}", FP32.with_values({"seed": seed}), name="one") for seed in range(3)]
    assert GroupChoice().with_runs(seeds, {}).groups == (ChosenGroup("one", ("a0", "a1", "a2")),)


def test_of_long_names_the_middle_is_left_out() -> None:
    long = [run("a1", name="w" * 5000), run("b1", BF16, name="w" * 5000)]
    found = names(GroupChoice().with_runs(long, {}))
    assert found[0].endswith("ww fp32")
    assert found[1].endswith("ww bf16")
    assert max(map(len, found)) <= 200


def test_runs_of_a_group_of_ones_own_leave_the_groups_they_were_in() -> None:
    choice = chosen().with_group(" my \n runs ", ["a2", "b1"])
    assert choice.groups == (ChosenGroup("one", ("a1",)), ChosenGroup("my runs", ("a2", "b1"), True))


@pytest.mark.parametrize(("name", "words"), [("  ", "needs a name"), ("three", "already")])
def test_a_name_that_is_none_or_taken_is_refused(name: str, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        chosen().renamed(0, name)
    with pytest.raises(UsageError, match=words):
        chosen().with_group(name, ["a1"])


def test_the_baseline_stays_the_same_group_when_it_is_renamed_moved_or_split() -> None:
    choice = chosen().with_baseline(1)
    assert choice.renamed(1, "bf16").baseline_name == "bf16"
    assert choice.moved(1, -1).baseline_name == "three"
    assert chosen().moved(0, 1).baseline_name == "one"
    assert chosen().split(0, {"a1": "one", "a2": "two"}).baseline_name == "one"


def test_the_first_group_is_the_baseline_when_the_chosen_one_has_gone() -> None:
    assert chosen().with_baseline(1).without(1).baseline_name == "one"
    assert GroupChoice().baseline_name == ""


def test_moving_ends_at_the_ends() -> None:
    assert names(chosen().moved(0, -1)) == ["one", "three"]
    assert names(chosen().moved(0, 5)) == ["three", "one"]


def test_a_split_group_is_single_runs_at_its_place() -> None:
    choice = chosen().split(0, {"a1": "same", "a2": "same"})
    assert choice.groups == (ChosenGroup("same", ("a1",), True), ChosenGroup("same (a2)", ("a2",), True), ChosenGroup("three", ("b1",)))


def test_groups_without_runs_vanish() -> None:
    assert names(chosen().without_runs(["b1"])) == ["one"]
    assert chosen().without_runs(["a1"]).groups[0].run_ids == ("a2",)


def test_it_survives_a_file() -> None:
    choice = chosen().with_group("mine", ["a2"]).with_baseline(2)
    assert GroupChoice.from_json(json.loads(json.dumps(choice.to_json()))) == choice


@pytest.mark.parametrize(
    "document",
    [
        None,
        3,
        {"groups": 3},
        {"groups": [3, {}, {"name": 1, "runs": []}, {"name": "", "runs": ["a"]}, {"name": "x", "runs": [1]}], "baseline": 3},
    ],
)
def test_what_is_no_choice_is_left_out(document: object) -> None:
    assert GroupChoice.from_json(document) == GroupChoice()


def test_no_run_and_no_name_comes_twice_from_a_file() -> None:
    groups = [
        {"name": "x", "runs": ["a", "b"]},
        {"name": "y", "runs": ["b"]},
        {"name": "x", "runs": ["c"]},
        {"name": "z", "runs": ["b", "d"]},
    ]
    found = GroupChoice.from_json({"groups": groups})
    assert [(group.name, group.run_ids) for group in found.groups] == [("x", ("a", "b")), ("z", ("d",))]


def test_runs_of_an_edited_script_are_groups_of_their_own() -> None:
    spec = RunSpec("command", command=("python", "train.py"))
    runs = [
        replace(run(run_id, spec), name="train", environment={"script": code}) for run_id, code in (("a1", "x"), ("b1", "y"), ("a2", "x"))
    ]
    assert [group.run_ids for group in GroupChoice().with_runs(runs, {}).groups] == [("a1", "a2"), ("b1",)]
