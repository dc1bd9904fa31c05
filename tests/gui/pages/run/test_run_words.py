"""The header's texts about a run."""

from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest

from gpuscope.core.event import Hello, Phase, Steps
from gpuscope.core.run import RunState
from gpuscope.core.runspec import COMMAND, RunSpec
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.engine_texts import live_card_texts
from gpuscope.gui.pages.run import run_words
from gpuscope.gui.pages.run.run_words import StopCountdown
from gpuscope.gui.pages.runs.run_row import standing_of
from gpuscope.gui.services.live_run import LiveRun
from gpuscope.recording.run_request import default_name
from gpuscope.system import language
from gpuscope.workloads import catalog
from tests.gui.run_view.made_runs import SECOND, START_NS, record, run_data

CNN = catalog.resolve(RunSpec("cifar-cnn", device="cuda:0", precision="bf16", batch_size=2560))
FASTER = replace(CNN, optimize="channels-last, compile", engine="inductor")
TRAIN = RunSpec(COMMAND, command=("python", "train me.py", "-v"))


@pytest.mark.parametrize(
    ("name", "spec", "shown"),
    [
        (default_name(CNN), CNN, ("cifar-cnn", "training · cuda:0 · bf16 · batch 2560")),
        ("mine", CNN, ("mine", "cifar-cnn · training · cuda:0 · bf16 · batch 2560")),
        (default_name(FASTER), FASTER, ("cifar-cnn", "training · cuda:0 · bf16 · batch 2560 · channels-last · compile · inductor")),
        ("a product", catalog.resolve(RunSpec("gemm")), ("a product", "gemm · cpu · fp32 · batch 1")),
        (default_name(TRAIN), TRAIN, ("python 'train me.py' -v", "")),
        ("mine", TRAIN, ("mine", "python 'train me.py' -v")),
        ("x", RunSpec("llm-1t"), ("x", "llm-1t · training · cpu · fp32")),
    ],
)
def test_what_a_run_is(name: str, spec: RunSpec, shown: tuple[str, str]) -> None:
    assert run_words.title_and_detail(name, spec) == shown


def training(steps: int, *, seconds: float = 67.0, phase: str = "measured") -> ShownRun:
    """Return a run of 20 warm-up and 5,000 measured steps, of which the first ``steps`` are done at a constant rate."""
    hello = Hello("workload", 3, START_NS, {"steps": 5000, "warmup_steps": 20, "samples_per_step": 64})
    ends = tuple(START_NS + int(SECOND * seconds * (at + 1) / steps) for at in range(steps))
    told = [Steps(3, at, ends[at : at + 10]) for at in range(0, steps, 10)]
    return run_data([hello, Phase(phase, START_NS), *told])


def test_how_a_live_run_stands() -> None:
    data = training(3124)
    assert run_words.steps_done(data) == (3104, 5000)
    assert run_words.standing(data) == "step 3104 of 5000 · 1:07 · 0:41 left"


def test_before_the_first_step_its_phase_is_told() -> None:
    assert run_words.standing(training(0, phase="load")) == "loading · 0:00"
    assert run_words.standing(ShownRun(record(TRAIN))) == "0:00"
    assert run_words.standing(training(10, seconds=2, phase="warmup")).startswith("warming up · 0:02")


def test_one_step_is_no_plural() -> None:
    assert run_words.outcome(ShownRun(record(TRAIN)), replace(record(), steps=1, wall_s=2.0)) == "1 step · 0:02"


def test_what_has_become_of_it() -> None:
    data = training(5020, seconds=108)
    assert run_words.outcome(data, record()) == "5000 steps · 1:48"
    ended = replace(record(), state=RunState.FINISHED, steps=4000, wall_s=3723.0)
    assert run_words.outcome(data, ended) == "4000 steps · 1:02:03"
    assert run_words.outcome(ShownRun(record(TRAIN)), replace(record(TRAIN), wall_s=2.4)) == "0:02"
    lost = replace(record(TRAIN), state=RunState.INTERRUPTED, duration_s=10.2)
    assert run_words.outcome(ShownRun(record(TRAIN)), lost) == "0:10"


def test_the_countdown_of_a_stop_begins_once_and_ends_at_nothing() -> None:
    now = [100.0]
    countdown = StopCountdown(lambda: now[0])
    assert not countdown.is_stopping("a")
    countdown.begin("a")
    assert (countdown.is_stopping("a"), countdown.left_s("a")) == (True, 7)
    now[0] += 5
    countdown.begin("a")
    assert countdown.left_s("a") == 2
    now[0] += 60
    assert countdown.left_s("a") == 0
    countdown.forget("a")
    assert not countdown.is_stopping("a")


def test_the_time_left_is_the_same_wherever_it_is_told() -> None:
    """The header, the rail's card, the list of runs and the terminal all use the run's one progress."""
    data = training(3124)
    live = cast("LiveRun", SimpleNamespace(record=record(), data=data))
    assert run_words.standing(data).endswith("0:41 left")
    assert live_card_texts(live, 1)[1].endswith("0:41 left")
    assert standing_of(live).left_s == data.progress.left_s
    assert data.progress.line().endswith("40.7 s left")


def test_days_that_are_left_are_told_in_the_language_in_use() -> None:
    data = training(3124, seconds=3124 * 2000.0)  # and 1,896 more steps of 2,000 s
    live = cast("LiveRun", SimpleNamespace(record=record(), data=data))
    assert run_words.standing(data).endswith("43 d 21 h left")
    language.use("zh_CN")
    try:
        told = (run_words.standing(data), live_card_texts(live, 1)[1])
    finally:
        language.use(language.ENGLISH)
    assert ["43 天 21 小时" in text for text in told] == [True, True], told
