"""A training that ends at an accuracy: when it is reached, regardless of the warm-up, and the report if it is not."""

from typing import Any

import pytest
import torch

from gpuscope.core.event import Log
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.probe.channel import Channel
from gpuscope.workloads.loops.drift import TrainingDrift
from gpuscope.workloads.loops.training import run_training
from gpuscope.workloads.models import classifier
from gpuscope.workloads.outcome import Outcome
from tests.probe.listener import Listener
from tests.workloads.conftest import Prepare
from tests.workloads.loops.test_loops import value


def test_it_ends_at_the_first_test_that_is_good_enough(setting: Prepare, listener: Listener, channel: Channel) -> None:
    found = run_training(
        setting("early-stopping", steps=200, warmup_steps=2, batch_size=32, options={"target_accuracy": 0.4, "test_every": 10})
    )
    channel.close()
    told = [(event.step, event.values["accuracy"]) for event in listener.events() if isinstance(event, Log) and "accuracy" in event.values]
    assert found.window is not None
    assert found.window.steps == 10 * len(told) < 200
    assert [step for step, _ in told] == [2 + 10 * number for number in range(1, len(told) + 1)]
    assert all(accuracy < 0.4 for _, accuracy in told[:-1])
    assert told[-1][1] == value(found, "accuracy") >= 0.4
    assert value(found, "time_to_accuracy") == found.window.seconds


def test_what_was_not_reached_has_no_time(setting: Prepare) -> None:
    found = run_training(setting("early-stopping", steps=5, warmup_steps=0, batch_size=4, options={"target_accuracy": 1, "test_every": 2}))
    assert found.window is not None
    assert found.window.steps == 5
    reason = found.values["time_to_accuracy"].reason
    assert reason is not None
    assert reason.endswith("after 5 steps, and 100.0 % was requested: give it more --steps")
    assert found.values["accuracy"].value is not None


def test_an_accuracy_just_below_the_target_is_not_shown_as_the_target(setting: Prepare, monkeypatch: pytest.MonkeyPatch) -> None:
    tested = {key: Quantity(0.9497, "1", Quality.MEASURED, "10 000 samples") for key in ("accuracy", "loss")}
    monkeypatch.setattr(classifier, "test", lambda *_: tested)
    options = {"target_accuracy": 0.95, "test_every": 2}
    found = run_training(setting("early-stopping", steps=2, warmup_steps=0, batch_size=4, options=options))
    reason = "accuracy 94.97 % after 2 steps, and 95.0 % was requested: give it more --steps"
    assert found.values["time_to_accuracy"].reason == reason


def test_the_warm_up_teaches_nothing(setting: Prepare) -> None:
    def loss(steps: int, warmup_steps: int) -> float:
        options = {"target_accuracy": 1, "test_every": steps}
        one = setting("early-stopping", threads=1, steps=steps, warmup_steps=warmup_steps, batch_size=16, options=options)
        return value(run_training(one), "loss")

    cold, longer = loss(8, 0), loss(16, 0)
    assert abs(loss(8, 8) - cold) < 0.3 * (cold - longer)  # other batches, but no additional training


LOSS = torch.ones(())
SIZES: dict[str, Any] = {"steps": 8, "warmup_steps": 4, "batch_size": 8, "threads": 1}


def drift(found: Outcome) -> tuple[float | None, str]:
    told = found.values["drift"]
    return told.value, told.reason or told.source


@pytest.mark.parametrize(("precision", "low", "high"), [("fp64", 0, 0), ("fp32", 1e-9, 1e-5), ("bf16", 1e-5, 3e-2), ("fp16", 1e-6, 1e-2)])
def test_drift_is_that_of_the_number_format(setting: Prepare, precision: str, low: float, high: float) -> None:
    value, source = drift(run_training(setting("mnist-mlp", precision=precision, **SIZES)))
    assert value is not None
    assert low <= value <= high
    assert source == "losses of the first 10 steps against the same training in FP64"


def test_models_with_state_and_with_text_are_compared_too(setting: Prepare) -> None:
    for workload in ("lstm-text", "gpt"):
        value, _ = drift(run_training(setting(workload, **{**SIZES, "steps": 2, "warmup_steps": 0, "batch_size": 2})))
        assert value is not None
        assert 0 < value < 1e-5


@pytest.mark.parametrize(
    ("workload", "words"),
    [("alexnet-32", "dropout"), ("vgg16-224", "too long on the processor"), ("cifar-cnn-loader", "changed at random")],
)
def test_what_cannot_be_compared_says_why(setting: Prepare, workload: str, words: str) -> None:
    one = setting(workload, batch_size=2)
    assert words in (TrainingDrift(one).quantity([LOSS] * 4, None, 1e9 if workload == "alexnet-32" else 1e12).reason or "")  # type: ignore


def test_ranks_that_normalize_by_parts_of_a_batch_are_not_compared_with_the_whole(setting: Prepare) -> None:
    one = TrainingDrift(setting("resnet50-32", batch_size=2))
    assert "each rank normalizes by its own part" in (one.quantity([LOSS], None, 1e9, parted=True).reason or "")  # type: ignore[arg-type]


def test_a_run_that_was_stopped_trains_no_twin(setting: Prepare) -> None:
    one = setting("mnist-mlp")
    one.stop.requested = True
    assert "stopped" in (TrainingDrift(one).quantity([LOSS], None, 1.0).reason or "")  # type: ignore[arg-type]
