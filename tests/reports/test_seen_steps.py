"""A sentence on how a command's steps spend their time, or why no steps were seen."""

from typing import Any

import pytest

from gpuscope.analysis.bottleneck import bottleneck
from gpuscope.analysis.bottleneck_signals import BottleneckSignals
from gpuscope.core.cure_texts import WHOLE_BATCHES
from gpuscope.core.quantity import Quantity
from gpuscope.core.run import RunState
from gpuscope.core.runspec import COMMAND, SAMPLES_PER_STEP, RunSpec
from gpuscope.reports.seen_steps import UNKNOWN_WAITS, steps_sentence
from tests.analysis.records import measured, run_record

TRAINING = RunSpec(COMMAND, command=("python", "train.py"))


def sentence(times: dict[str, float], step_s: float | None = None, **more: Any) -> str:
    metrics = {f"phase_time_{phase}": measured(time_s, "s") for phase, time_s in times.items()}
    metrics |= {} if step_s is None else {"latency_p50": measured(step_s, "s")}
    return steps_sentence(run_record("aa", TRAINING, metrics=metrics, **more))


def test_steps_that_wait_for_their_data_are_told_with_the_cure() -> None:
    words = sentence({"data": 0.52, "forward": 0.2, "backward": 0.2, "optimizer": 0.05, "other": 0.03})
    assert words == "Waiting for data takes 52.0 % of a step: more DataLoader workers (num_workers) make the batches beside the steps."


def test_a_wait_as_short_as_the_handover_by_a_worker_gets_no_workers() -> None:
    """As in the advice on a profile: they would make it longer."""
    times = {"data": 4e-4, "forward": 1e-4, "backward": 1e-4, "optimizer": 1e-4, "other": 0.0}
    assert sentence(times) == (
        "Waiting for data takes 57.1 % of a step: index whole batches instead of single samples; "
        "a loading process would take about as long to hand a batch over."
    )
    record = run_record("aa", TRAINING, metrics={f"phase_time_{phase}": measured(time_s, "s") for phase, time_s in times.items()})
    assert [cure.sentence for cure in bottleneck(record).cures] == [WHOLE_BATCHES]


def test_of_data_that_the_program_told_itself_no_loader_is_made_up() -> None:
    words = sentence({"data": 0.52, "forward": 0.48})
    assert words == "Waiting for data takes 52.0 % of a step: prepare batches in parallel and ahead of time."


def test_phases_that_a_program_named_are_shares_of_its_whole_step() -> None:
    assert sentence({"data": 0.002}, 0.042) == "A step is spent on waiting for data (4.76 %), what is in no phase (95.2 %)."
    words = sentence({"data": 0.02}, 0.04)
    assert words == "Waiting for data takes 50.0 % of a step: prepare batches in parallel and ahead of time."
    # The time between detected steps is a phase of its own, so they fill the step: its median differs from their means.
    assert "70.0 %" in sentence({"data": 0.07, "forward": 0.02, "other": 0.01}, 0.11)


def test_a_phase_takes_no_more_of_a_step_than_all_of_its_time_allows() -> None:
    """A phase that the program named is timed in a few steps, which may be longer than most: 2.9 ms of a median step of 2.8 ms."""
    whole = {"in_phase data": measured(0.9, "s"), "step_rate": measured(250.0, "1/s"), "latency_p50": measured(0.0028, "s")}
    record = run_record("aa", TRAINING, steps=300, metrics={"phase_time_data": measured(0.0029, "s"), **whole})
    assert steps_sentence(record) == "Waiting for data takes 75.0 % of a step: prepare batches in parallel and ahead of time."
    assert BottleneckSignals(record).phases == pytest.approx({"data": 0.75})


def test_others_are_told_with_their_phases_the_longest_first() -> None:
    words = sentence({"data": 0.1, "forward": 0.2, "backward": 0.6, "optimizer": 0.095, "other": 0.005})
    assert words == "A step is spent on backward (60.0 %), forward (20.0 %), waiting for data (10.0 %), optimizer (9.50 %)."
    words = sentence({"copy": 0.25, "forward": 0.55, "backward": 0.2, "data": 0.0})
    assert words == "A step is spent on forward (55.0 %), copies between main memory and the device (25.0 %), backward (20.0 %)."


def test_without_a_loader_nothing_is_guessed() -> None:
    """What precedes the backward pass holds the batch too, and whatever lies between the steps."""
    words = sentence({"forward": 0.3, "backward": 0.66, "optimizer": 0.04, "other": 0.0})
    assert words == f"{UNKNOWN_WAITS} A step is spent on backward (66.0 %), all that precedes it (30.0 %), optimizer (4.00 %)."
    words = sentence({"forward": 0.9, "backward": 0.1, "optimizer": 0.0, "other": 0.0})
    assert words == f"{UNKNOWN_WAITS} A step is spent on all that precedes the backward pass (90.0 %), backward (10.0 %)."


def test_of_phases_that_a_program_named_without_its_data_nothing_is_said_about_a_loader() -> None:
    assert sentence({"forward": 0.8, "backward": 0.2}) == "A step is spent on forward (80.0 %), backward (20.0 %)."


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ("steps cannot be detected: python -I ignores PYTHONPATH", "Steps cannot be detected: python -I ignores PYTHONPATH."),
        ("steps are not recorded: No space left on device", "Steps are not recorded: No space left on device."),
        ("no steps were reported", ""),
    ],
)
def test_why_no_steps_were_seen(reason: str, words: str) -> None:
    missing = {"step_rate": Quantity.missing("steps/s", reason)}
    assert steps_sentence(run_record("aa", TRAINING, steps=None, metrics=missing)) == words
    assert steps_sentence(run_record("aa", TRAINING, steps=None, metrics=missing, state=RunState.FAILED)) == ""


@pytest.mark.parametrize("reason", ["no import of PyTorch was detected", "it was not seen to import PyTorch"], ids=["now", "earlier"])
def test_of_a_program_without_torch_nothing_is_said_unless_steps_were_asked_for(reason: str) -> None:
    missing = {"step_rate": Quantity.missing("steps/s", f"{reason}; gpuscope.step() tells them")}
    asked = RunSpec(COMMAND, command=("python", "train.py"), options={SAMPLES_PER_STEP: 8})
    assert steps_sentence(run_record("aa", TRAINING, steps=None, metrics=missing)) == ""
    assert steps_sentence(run_record("aa", asked, steps=None, metrics=missing)).startswith(f"{reason[0].upper()}{reason[1:]};")


def test_workloads_of_ours_have_other_words_for_it() -> None:
    metrics = {"phase_time_data": measured(1.0, "s")}
    assert steps_sentence(run_record("aa", RunSpec("mnist-mlp"), metrics=metrics)) == ""
