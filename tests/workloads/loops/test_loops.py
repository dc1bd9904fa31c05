import math
from collections.abc import Callable
from typing import Any

import pytest
import torch

from gpuscope.core.event import Log, Phase
from gpuscope.probe.channel import Channel
from gpuscope.workloads import outcome
from gpuscope.workloads.data.batches import Batches
from gpuscope.workloads.loops.inference import run_inference
from gpuscope.workloads.loops.kernel import run_kernel
from gpuscope.workloads.loops.optimizer_step import training_step
from gpuscope.workloads.loops.training import run_training
from gpuscope.workloads.models import classifier
from gpuscope.workloads.models.classifier import build_model
from gpuscope.workloads.outcome import Outcome
from gpuscope.workloads.steps.setting import Setting
from tests.probe.listener import Listener
from tests.workloads.steps.test_measured import stamps

Prepare = Callable[..., Setting]


def value(found: Outcome, key: str) -> float:
    number = found.values[key].value
    assert number is not None
    return number


@pytest.mark.parametrize(("workload", "steps"), [("mnist-mlp", 300), ("cifar-cnn", 60)])
def test_training_learns_the_digits(setting: Prepare, listener: Listener, channel: Channel, workload: str, steps: int) -> None:
    found = run_training(setting(workload, steps=steps, warmup_steps=5))
    channel.close()
    assert found.window is not None
    assert (found.window.steps, len(stamps(listener.folder))) == (steps, steps + 5)
    assert value(found, "accuracy") >= 0.9
    assert value(found, "loss") < 0.5
    assert (found.facts["data_set"], found.facts["training_samples"], found.facts["held_out_samples"]) == ("digits", 1442, 355)
    events = listener.events()
    assert [event.name for event in events if isinstance(event, Phase)] == ["warmup", "measured", "evaluate"]
    losses = [event.values["loss"] for event in events if isinstance(event, Log) and "loss" in event.values]
    assert losses[0] == pytest.approx(math.log(10), abs=0.3)  # untrained: all classes equally likely
    assert losses[-1] < losses[0]


@pytest.mark.parametrize("workload", ["mnist-mlp", "cifar-cnn"])
def test_seed_repeats_loss_and_accuracy(setting: Prepare, workload: str) -> None:
    results = [run_training(setting(workload, steps=6, warmup_steps=1, batch_size=16, seed=seed)).values for seed in (7, 7, 8)]
    assert results[0] == results[1]
    assert results[0]["loss"] != results[2]["loss"]


@pytest.mark.parametrize("precision", ["fp64", "fp32", "bf16", "fp16"])
def test_each_precision_trains(setting: Prepare, precision: str) -> None:
    one = setting("mnist-mlp", steps=100, precision=precision, batch_size=32)
    found = run_training(one)
    assert value(found, "accuracy") > 0.7
    if precision == "fp64":
        assert one.precision.stored == torch.float64


def test_precisions_differ_in_their_last_digits(setting: Prepare) -> None:
    losses = {key: value(run_training(setting("mnist-mlp", steps=20, precision=key)), "loss") for key in ("fp64", "fp32", "bf16")}
    assert losses["fp64"] == pytest.approx(losses["fp32"], rel=1e-4)
    assert losses["fp64"] != losses["fp32"]
    assert losses["bf16"] != losses["fp32"]
    assert losses["bf16"] == pytest.approx(losses["fp32"], rel=0.02)


@pytest.mark.parametrize(("precision", "dtype"), [("fp32", torch.float32), ("bf16", torch.bfloat16), ("fp16", torch.float16)])
def test_autocast_computes_in_the_type_that_was_asked_for(setting: Prepare, precision: str, dtype: torch.dtype) -> None:
    one = setting("cifar-cnn", precision=precision)
    model = build_model(one.spec)
    with one.precision.autocast():
        assert model(torch.zeros(1, 3, 32, 32)).dtype == dtype
    assert next(model.parameters()).dtype == torch.float32
    assert (one.precision.scaler() is not None) == (precision == "fp16")


def test_scaled_training_updates_the_weights_as_unscaled_does(setting: Prepare) -> None:
    updates = []
    for precision in ("fp32", "fp16"):
        one = setting("mnist-mlp", precision=precision)
        data = classifier.read_data(one)
        model = build_model(one.spec)
        before = model[0].weight.detach().clone()
        training_step(model, classifier.build_optimizer(one.spec, model), Batches(data, 64, 0), one.precision)()
        updates.append(model[0].weight.detach() - before)
    assert updates[0].abs().max() > 0
    assert torch.allclose(updates[0], updates[1], rtol=0.05, atol=1e-5)


def test_each_step_takes_a_full_batch(setting: Prepare, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = []
    take = Batches.next

    def spied(batches: Batches) -> tuple[torch.Tensor, torch.Tensor]:
        images, labels = take(batches)
        sizes.append((len(images), len(labels)))
        return images, labels

    monkeypatch.setattr(Batches, "next", spied)
    run_training(setting("mnist-mlp", steps=40, warmup_steps=3, batch_size=100))  # 14 full batches per epoch, the rest is dropped
    assert sizes == [(100, 100)] * (43 + 10)  # and those of the twin, which gives the drift of the first ten


def test_batch_larger_than_the_data_is_full_and_told(setting: Prepare, listener: Listener, channel: Channel) -> None:
    found = run_training(setting("mnist-mlp", steps=2, warmup_steps=0, batch_size=2000))
    channel.close()
    assert found.window is not None
    assert found.window.steps == 2
    warnings = [event.text for event in listener.events() if isinstance(event, Log) and event.level == "warning"]
    assert warnings == ["the batch of 2000 is larger than the data set of 1442: it holds samples several times"]


@pytest.mark.parametrize("precision", ["fp32", "bf16", "fp64"])
def test_inference_measures_a_trained_model(setting: Prepare, precision: str) -> None:
    one = setting("mnist-mlp", task="inference", steps=30, precision=precision, options={"pretrain_steps": 200})
    found = run_inference(one)
    assert found.window is not None
    assert found.window.steps == 30
    assert value(found, "accuracy") > 0.85
    assert found.facts["pretrain_steps"] == 200


def test_inference_of_an_untrained_model_tells_no_accuracy(setting: Prepare) -> None:
    found = run_inference(setting("mnist-mlp", task="inference", steps=3, options={"pretrain_steps": 0}))
    assert found.values["accuracy"].reason is not None


@pytest.mark.parametrize(
    ("precision", "low", "high"), [("fp64", 0, 1e-14), ("fp32", 1e-9, 1e-5), ("bf16", 1e-4, 2e-2), ("fp16", 1e-5, 2e-3)]
)
def test_kernel_is_as_exact_as_its_type(setting: Prepare, precision: str, low: float, high: float) -> None:
    found = run_kernel(setting("gemm", steps=3, precision=precision, batch_size=2, options={"size": 96}))
    assert found.window is not None
    assert found.window.steps == 3
    assert low <= value(found, "max_relative_error") <= high


def test_threads_are_set(setting: Prepare) -> None:
    setting("gemm", threads=1)
    assert torch.get_num_threads() == 1


def test_signal_in_the_test_leaves_its_values_missing(setting: Prepare, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(classifier, "_score", interrupted)
    found = run_training(setting("mnist-mlp", steps=2))
    assert found.values["accuracy"].reason == "the run was stopped before it was measured"


def test_result_tells_what_was_measured_and_what_was_not(setting: Prepare) -> None:
    one = setting("gemm", steps=20, options={"size": 64})
    found = run_kernel(one)
    assert found.window is not None
    values, facts = outcome.values(found, one), outcome.facts(found, one)
    told = {"max_relative_error", "flops", "mfu", "memory_allocated_peak", "memory_reserved_peak", "resident_memory_peak"}
    assert set(values) == told
    assert values["flops"]["value"] == pytest.approx(20 * 2 * 64**3 / found.window.seconds)
    assert values["flops"]["quality"] == "derived"
    assert values["memory_allocated_peak"]["reason"] == "torch counts this on NVIDIA, AMD and Intel GPUs only"
    assert values["resident_memory_peak"]["value"] > 50 * 2**20
    assert (facts["operations_per_step"], facts["matrix_size"], facts["steps_timed_every"]) == (2 * 64**3, 64, 1)
    assert facts["torch"] == torch.__version__


def test_result_of_a_run_stopped_in_its_warm_up(setting: Prepare) -> None:
    one = setting("gemm")
    values = outcome.values(Outcome(None, {}), one)
    assert values["flops"]["reason"] == "the run was stopped before its first measured step"
