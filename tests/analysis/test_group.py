"""The default names of groups."""

from dataclasses import replace
from datetime import timedelta

import pytest

from gpuscope.analysis.group import group_repeats, group_titles, titles_by_start
from gpuscope.core.run import RunRecord
from gpuscope.core.runspec import RunSpec
from tests.analysis.records import run_record

SPEC = RunSpec("mnist-mlp", batch_size=64)


def named(*specs: RunSpec, name: str = "mnist-mlp cpu fp32") -> list[RunRecord]:
    return [run_record(f"{number}2345678{number}", spec, name=name) for number, spec in enumerate(specs)]


def titles(*specs: RunSpec) -> list[str]:
    return [title.removeprefix("mnist-mlp cpu fp32").strip() for title in group_titles(named(*specs))]


def test_names_that_differ_are_left_as_they_are() -> None:
    one, two = named(SPEC, name="one")[0], named(SPEC, name="two \n lines")[0]
    assert group_titles([one, two]) == ["one", "two lines"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"batch_size": 128}, ["batch 64", "batch 128"]),
        ({"steps": 1000}, ["500 steps", "1000 steps"]),
        ({"warmup_steps": 0}, ["20 warm-up steps", "0 warm-up steps"]),
        ({"seed": 7}, ["seed 0", "seed 7"]),
        ({"precision": "bf16"}, ["fp32", "bf16"]),
        ({"data": "/my data"}, ["data –", "data /my data"]),
        ({"compile": True}, ["compile –", "compile yes"]),
        ({"threads": 2, "batch_size": 128}, ["batch 64, threads –", "batch 128, threads 2"]),
    ],
)
def test_runs_of_one_name_are_told_apart_by_what_differs(change: dict[str, object], said: list[str]) -> None:
    assert titles(SPEC, SPEC.with_values(change)) == said


def test_a_batch_that_the_workload_decides_is_a_dash() -> None:
    assert titles(RunSpec("mnist-mlp"), SPEC) == ["batch –", "batch 64"]


def test_a_seed_is_named_only_where_nothing_else_differs() -> None:
    assert titles(SPEC, SPEC.with_values({"batch_size": 128, "seed": 3})) == ["batch 64", "batch 128"]


def test_runs_that_differ_in_nothing_are_told_apart_by_their_ids() -> None:
    assert titles(SPEC, SPEC, SPEC.with_values({"batch_size": 128})) == ["batch 64 (02345678)", "batch 64 (12345678)", "batch 128"]


def test_a_setting_that_makes_the_name_of_another_group_does_not_make_two_of_one_name() -> None:
    runs = [*named(SPEC, SPEC.with_values({"batch_size": 128}), name="x"), run_record("ab", SPEC, name="x batch 64")]
    assert group_titles(runs) == ["x batch 64 (02345678)", "x batch 128", "x batch 64 (ab)"]


def test_ids_that_begin_alike_are_told_whole() -> None:
    runs = [run_record("123456789a", SPEC, name="x"), run_record("123456789b", SPEC, name="x")]
    assert group_titles(runs) == ["x (123456789a)", "x (123456789b)"]


def test_commands_are_told_apart_by_the_words_that_not_all_have() -> None:
    commands = [RunSpec("command", command=("python", "train.py", "--lr", rate)) for rate in ("0.1", "0.2")]
    assert group_titles(named(*commands, name="train")) == ["train 0.1", "train 0.2"]


def test_a_title_by_start_has_the_comma_of_the_language() -> None:
    first, second = (run_record(name, RunSpec("mnist-mlp")) for name in ("aa", "bb"))
    second = replace(second, started_at=first.started_at + timedelta(hours=1))
    assert all("，" in title and ", " not in title for title in titles_by_start([first, second], "，"))
    assert all(", " in title and "，" not in title for title in titles_by_start([first, second]))


SCRIPT = RunSpec("command", command=("python", "train.py"))


def versions(*digests: str, fact: str = "script", spec: RunSpec = SCRIPT) -> list[RunRecord]:
    """Return runs of one command whose code differs, one second after the other."""
    made = [
        replace(run_record(f"{place:02d}", spec), name="python train.py", environment={fact: digest})
        for place, digest in enumerate(digests)
    ]
    return [replace(one, started_at=one.started_at + timedelta(seconds=place)) for place, one in enumerate(made)]


@pytest.mark.parametrize("fact", ["script", "git_commit", "git_changes"])
def test_an_edited_script_is_no_repeat_of_what_it_was(fact: str) -> None:
    runs = versions("a", "b", "a", fact=fact)
    groups = group_repeats(runs)
    assert [[run.run_id for run in group.runs] for group in groups] == [["00", "02"], ["01"]]
    starts = [run.started_at.astimezone().strftime("%H:%M:%S") for run in runs]
    assert [group.name for group in groups] == [f"python train.py {starts[0]}", f"python train.py {starts[1]}"]


def test_a_workload_of_ours_is_one_thing_in_whatever_folder_it_runs() -> None:
    assert len(group_repeats(versions("a", "b", fact="git_commit", spec=RunSpec("gemm")))) == 1
