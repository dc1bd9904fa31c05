"""Errors and states as sentences."""

import re
from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from gpuscope.core.errors import UsageError
from gpuscope.core.event import Phase
from gpuscope.core.plan import ItemState, PlanKind, PlanState
from gpuscope.core.runspec import ATTACHED, COMMAND, RunSpec
from gpuscope.gui.engine_texts import error_text, live_card_texts, plan_name, plan_title, plans_sentence, run_name
from gpuscope.recording.run_request import default_name
from gpuscope.system import language
from tests.gui.run_view import made_runs
from tests.gui.run_view.made_runs import SECOND, START_NS

if TYPE_CHECKING:
    from gpuscope.gui.services.live_run import LiveRun
from tests.core.test_plan import a_plan


def test_words_of_an_error_begin_with_a_capital_unless_they_are_a_name() -> None:
    assert error_text(UsageError("command 'x' is not found", "Look.")) == "Command 'x' is not found. Look."
    assert error_text(UsageError("gemm with a batch", "")) == "gemm with a batch."
    assert error_text(UsageError("cuda:0 is not there")) == "cuda:0 is not there."


def test_an_error_that_was_translated_where_it_was_raised_has_the_full_stop_of_its_language() -> None:
    language.use("zh_CN")
    try:
        assert error_text(UsageError("1,234 有 1234 与 1.234 两种读法", "请去掉逗号。")) == "1,234 有 1234 与 1.234 两种读法。请去掉逗号。"
        assert error_text(UsageError("command 'x' is not found", "Check the spelling and PATH.")) == "未找到命令 'x'。请检查拼写和 PATH。"
    finally:
        language.use(language.ENGLISH)


def test_an_error_that_ends_with_a_chinese_name_is_one_of_the_engine() -> None:
    error = UsageError("there is no store /home/李/数据", "Nothing needs to be done.")
    assert error_text(error) == "There is no store /home/李/数据. Nothing needs to be done."
    language.use("zh_CN")
    try:
        assert error_text(error) == language.composed("There is no store /home/李/数据. Nothing needs to be done.")
        assert not re.search(r"[a-z]+ [a-z]+", error_text(error))
    finally:
        language.use(language.ENGLISH)


def live(spec: RunSpec, *phases: str) -> "LiveRun":
    events = [Phase(name, START_NS + SECOND) for name in phases]
    data = made_runs.run_data([made_runs.hello([made_runs.cpu_device()]), *events, *made_runs.host_events(67.3, 0.5)], spec)
    return cast("LiveRun", SimpleNamespace(data=data, record=data.record))


@pytest.mark.parametrize(("phases", "word"), [((), "running"), (("epoch 2",), "epoch 2")])
def test_a_command_runs_so_long_already(phases: tuple[str, ...], word: str) -> None:
    _, words, share = live_card_texts(live(RunSpec(COMMAND, command=("train",)), *phases), 1)
    assert (words, share) == (f"{word} · 1:07", None)


def test_a_workload_of_ours_starts_until_it_says_otherwise() -> None:
    assert live_card_texts(live(RunSpec("mnist-mlp")), 3)[1] == "starting · and 2 more"


def test_a_share_is_told_in_whole_percent_and_the_rest_as_on_a_clock() -> None:
    run = live(RunSpec("mnist-mlp", steps=20_000))
    progress = SimpleNamespace(share=31 / 20_000, left_s=2_848.0)
    shown = SimpleNamespace(data=SimpleNamespace(progress=progress), record=run.record)
    assert live_card_texts(cast("LiveRun", shown), 1)[1] == "0 % · 47:28 left"


def test_a_run_of_a_plan_is_called_what_its_part_is_called() -> None:
    run = live(RunSpec("mnist-mlp"))
    plan = a_plan(ItemState.RUNNING)
    item = replace(plan.items[0], run_id=run.record.run_id, details={"title": "torch.compile"})
    assert live_card_texts(run, 1, [plan.with_item(item)])[0] == "torch.compile"
    assert live_card_texts(run, 1, [plan])[0] == run.record.name


def test_plans_in_the_rail_say_how_far_they_are_and_whether_they_wait() -> None:
    queue = replace(a_plan(ItemState.DONE, ItemState.RUNNING, ItemState.WAITING), state=PlanState.RUNNING)
    assert plans_sentence(()) == ""
    assert plan_title(replace(queue, name="queue")) == "Queue"
    assert plan_title(replace(queue, kind=PlanKind.LADDER, name="x on cpu")) == "Ladder “x on cpu”"
    assert plan_name(replace(queue, name="queue")) == "Queue"
    assert plan_name(replace(queue, kind=PlanKind.LADDER, name="x on cpu")) == "x on cpu"
    assert plans_sentence([queue]) == "Queue: 1 of 3 done"
    waiting = replace(queue, kind=PlanKind.AB, state=PlanState.WAITING)
    assert plans_sentence([waiting]) == "A/B waits: 1 of 3"
    assert plans_sentence([waiting, queue]) == "Queue: 1 of 3 · 1 more", "what runs is told first"


def test_the_default_names_of_recordings_are_translated_and_no_other() -> None:
    machine, process = RunSpec(ATTACHED), RunSpec(ATTACHED, command=("python", "train.py"))
    language.use("zh_CN")
    try:
        assert run_name(default_name(machine), machine) == "本机"
        assert run_name(default_name(process), process) == "附加到 python train.py"
    finally:
        language.use(language.ENGLISH)
    assert run_name("mine", machine) == "mine"
    assert run_name("this machine", RunSpec(COMMAND, command=("this machine",))) == "this machine"


def test_a_run_removed_from_a_queue_is_not_counted() -> None:
    queue = replace(a_plan(ItemState.DONE, ItemState.SKIPPED, ItemState.WAITING), state=PlanState.RUNNING)
    assert plans_sentence([replace(queue, kind=PlanKind.QUEUE)]) == "Queue: 1 of 2 done"
    assert plans_sentence([replace(queue, kind=PlanKind.LADDER)]) == "Ladder: 1 of 3 done", "a rung that does not run here is one"
