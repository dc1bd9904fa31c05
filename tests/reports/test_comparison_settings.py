"""What differs between groups, and how comparable they are."""

from dataclasses import replace

import pytest

from gpuscope.analysis.comparison import Comparison, compare
from gpuscope.analysis.group import Group
from gpuscope.core.run import RunRecord, RunState
from gpuscope.core.runspec import ATTACHED, COMMAND, RunSpec
from gpuscope.reports.comparison_settings import cautions, common_ground, setting_rows
from gpuscope.system import language
from gpuscope.system.language import composed
from tests.gui.pages.compare.compared_runs import BF16, FP32, pair, run

HERE = {"torch": "2.13.0", "git_commit": "4f1c2d9", "data_set": "digits"}


def of(*runs: RunRecord) -> Comparison:
    return compare([Group(one.run_id, (one,)) for one in runs])


def there(run_id: str, spec: RunSpec = FP32, **facts: object) -> RunRecord:
    return run(run_id, spec, environment={**HERE, **facts})


def command(run_id: str, *argv: str) -> RunRecord:
    return run(run_id, RunSpec(COMMAND, command=argv), environment=HERE)


def test_the_spec_comes_first_with_the_labels_of_its_fields() -> None:
    rows = setting_rows(of(there("aa", torch="2.12"), there("bb", FP32.with_values({"batch_size": 128, "precision": "bf16"}))))
    assert [(row.label, row.values, row.is_environment) for row in rows] == [
        ("Precision", ("fp32", "bf16"), False),
        ("Batch size", ("–", "128"), False),
        ("torch", ("2.12", "2.13.0"), True),
    ]


def test_what_a_workload_tells_again_follows_from_the_spec() -> None:
    rows = setting_rows(of(there("aa", threads=1), there("bb", FP32.with_values({"threads": 2}), threads=2)))
    assert [(row.key, row.follows_from_spec) for row in rows] == [("threads", False), ("environment.threads", True)]
    alone = setting_rows(of(there("aa", threads=1), there("bb", threads=2)))
    assert [(row.key, row.follows_from_spec) for row in alone] == [("environment.threads", False)]


def test_long_values_are_shown_without_what_they_share_and_whole_beside_that() -> None:
    rows = setting_rows(of(command("aa", "python", "train_with_sgd.py"), command("bb", "python", "train_with_adam.py")))
    assert rows[0].label == "Program"
    assert rows[0].values == ("… train_with_sgd.py", "… train_with_adam.py")
    assert rows[0].whole == ("python train_with_sgd.py", "python train_with_adam.py")


def test_arguments_of_a_command_are_settings() -> None:
    sides = of(command("aa", "python", "t.py", "--batch", "12", "-v"), command("bb", "python", "t.py", "--batch=6", "-v"))
    assert [(row.label, row.values) for row in setting_rows(sides)] == [("--batch", ("12", "6"))]
    assert common_ground(sides).summary == "differs only in --batch"
    assert sides.pairs[0].axes == ("--batch",)


@pytest.mark.parametrize("key", ["gpu:0.driver_version", "gpu:0.driver", "amd:0.driver_version", "intel:0.driver_version"])
def test_a_driver_that_groups_share_is_told_by_its_name_of_today_and_of_earlier_runs(key: str) -> None:
    assert "driver" in common_ground(of(there("aa", FP32, **{key: "580.82"}), there("bb", BF16, **{key: "580.82"}))).shared.split(", ")


def test_a_setting_without_a_value_on_any_side_is_not_listed() -> None:
    """A built-in workload has no command, and an attached machine has an empty one; facts may be empty or missing."""
    sides = of(there("aa", branch="", note=None), run("bb", RunSpec(ATTACHED), environment=HERE))
    rows = setting_rows(sides)
    assert rows
    assert [row.label for row in rows if set(row.values) == {"–"}] == []
    assert "command" not in sides.pairs[0].axes
    assert not common_ground(of(there("aa", branch=""), there("bb"))).summary.startswith("same settings,")


def test_large_whole_numbers_are_readable() -> None:
    rows = setting_rows(of(there("aa", memory_bytes=25276502016.0, fast=True), there("bb", memory_bytes=1.0, fast=None)))
    assert (rows[0].label, rows[0].values) == ("Main memory", ("23.5 GiB", "1 B"))
    assert rows[1].values == ("yes", "–")


@pytest.mark.parametrize(
    ("runs", "word"),
    [
        ([there("aa"), there("bb", BF16)], "differs only in precision"),
        ([there("aa"), there("bb", BF16.with_values({"seed": 1}))], "differs only in precision and seed"),
        ([there("aa"), there("bb", BF16.with_values({"seed": 1, "threads": 2}))], "differs in 3 settings"),
        ([there("aa"), there("bb", BF16, torch="2.12")], "differs in precision, and in the environment"),
        ([there("aa"), there("bb", torch="2.12")], "same settings, but torch differs"),
        ([there("aa"), there("bb", torch="2.12", cpu="x")], "same settings; the environment differs in 2 settings"),
        ([there("aa"), there("bb")], "same settings and environment"),
        ([command("aa", "x"), command("bb", "y")], "differs only in program"),
    ],
)
def test_in_what_groups_differ_is_told_in_a_few_words(runs: list[RunRecord], word: str) -> None:
    assert common_ground(of(*runs)).summary == word


@pytest.mark.parametrize(
    ("runs", "told"),
    [
        ([command("aa", "true"), command("bb", "sh", "-c", "a")], "仅程序、-c 不同；机器、torch、数据、提交相同。"),
        ([command("aa", "sleep", "1"), command("bb", "sleep", "2")], "仅参数 1 不同；"),
        ([there("aa"), there("bb", FP32.with_values({"hidden": 64}))], "仅隐藏单元数不同；"),
        ([there("aa", python="3.11"), there("bb", python="3.12", os="Debian")], "设置相同；环境有 2 项设置不同；"),
        ([there("aa", os="Ubuntu"), there("bb", os="Debian")], "设置相同，但操作系统不同；"),
    ],
)
def test_a_setting_within_a_sentence_is_in_the_readers_language(runs: list[RunRecord], told: str) -> None:
    language.use("zh_CN")
    try:
        shown = composed(common_ground(of(*runs)).sentences)
    finally:
        language.use(language.ENGLISH)
    assert shown.startswith(told)


def test_a_program_that_differs_is_named_in_chinese_beside_other_settings() -> None:
    found = compare([Group(one.run_id, (one,)) for one in (command("aa", "sleep", "1"), command("bb", "nap", "2"))])
    [several] = [reason for pair in found.pairs for reason in pair.reasons if "more than one setting" in reason]
    language.use("zh_CN")
    try:
        assert composed(several) == "有多项设置不同：程序、参数 1"
    finally:
        language.use(language.ENGLISH)


def test_what_all_runs_share_is_listed() -> None:
    assert common_ground(of(there("aa"), there("bb", BF16))).shared == "same machine, device, torch, data, seed, commit"
    elsewhere = replace(there("bb", BF16, torch="2.12"), host="b-machine")
    assert common_ground(of(there("aa"), elsewhere)).shared == "same device, data, seed, commit"


def test_runs_that_are_live_are_named() -> None:
    assert cautions(pair()) == []
    failed, stopped, live = (run(state.value, state=state) for state in (RunState.FAILED, RunState.STOPPED, RunState.RUNNING))
    groups = [Group("a", (run("aa"), failed)), Group("b", (stopped,)), Group("c", (live,)), Group("d", (live, run("ab")))]
    assert cautions(compare(groups)) == [
        "c is still running: its figures appear when it ends.",
        "A run of d is still running: its figures appear when it ends.",
    ]
