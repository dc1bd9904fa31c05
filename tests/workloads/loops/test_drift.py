"""Drift from FP64, and the error of an engine, as an inference run reports them."""

from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch import nn

from gpuscope.core.tolerance import TOLERANCES
from gpuscope.workloads.engines import registry
from gpuscope.workloads.engines.engine import Engine
from gpuscope.workloads.loops.inference import run_inference
from gpuscope.workloads.optimizations import used
from gpuscope.workloads.optimizations.switches import ChannelsLast
from gpuscope.workloads.steps.setting import Setting

Prepare = Callable[..., Setting]
OPTIONS = {"pretrain_steps": 20}
SMALL_CNN: dict[str, Any] = {"workload": "cifar-cnn", "task": "inference", "steps": 2, "batch_size": 8, "options": {"pretrain_steps": 0}}


@pytest.mark.parametrize(
    ("precision", "low", "high"), [("fp64", 0, 1e-14), ("fp32", 1e-9, 1e-5), ("bf16", 1e-4, 3e-2), ("fp16", 1e-5, 4e-3)]
)
def test_drift_is_that_of_the_number_format(setting: Prepare, precision: str, low: float, high: float) -> None:
    found = run_inference(setting("mnist-mlp", task="inference", steps=2, precision=precision, options=OPTIONS))
    drift = found.values["drift"]
    assert drift.value is not None
    assert low <= drift.value <= high
    assert drift.source == "logits of 32 held-out samples against the same weights in FP64"
    assert "max_relative_error" not in found.values


class Wrong(Engine):
    """Answers that are one percent too large."""

    key = "wrong"

    def load(self, model: nn.Module, example: torch.Tensor, setting: Setting) -> Callable[[torch.Tensor], torch.Tensor]:
        return lambda images: model(images) * 1.01


def test_an_engine_that_answers_wrong_is_found_out(setting: Prepare, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "engine", lambda _key: Wrong())
    values = run_inference(setting("mnist-mlp", task="inference", steps=2, options=OPTIONS)).values
    assert values["max_relative_error"].value == pytest.approx(0.01, rel=1e-3)
    assert values["drift"].value == pytest.approx(0.01, rel=1e-3)
    assert values["max_relative_error"].source.endswith("the eager model in the same precision, beyond the tolerance of 0.00001 in fp32")


def test_another_form_of_a_model_tells_whether_it_agrees_with_the_eager_one(setting: Prepare) -> None:
    error = run_inference(setting(**SMALL_CNN, optimize="channels-last")).values["max_relative_error"]
    assert error.value is not None
    assert error.value <= TOLERANCES["fp32"]
    assert error.source.endswith("within the tolerance of 0.00001 in fp32")


class Kinds(Engine):
    """Eager, and records the kind of each batch; torch.compile compiles a model for each kind."""

    key = "kinds"

    def __init__(self) -> None:
        self.seen: list[tuple[bool, torch.dtype, torch.Size, tuple[int, ...]]] = []

    def load(self, model: nn.Module, example: torch.Tensor, setting: Setting) -> Callable[[torch.Tensor], torch.Tensor]:
        def forward(images: torch.Tensor) -> torch.Tensor:
            self.seen.append((images.is_inference(), images.dtype, images.shape, images.stride()))
            result: torch.Tensor = model(images)
            return result

        return forward


def test_samples_are_compared_in_the_form_of_the_steps(setting: Prepare, monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = Kinds()
    monkeypatch.setattr(registry, "engine", lambda _key: kinds)
    run_inference(setting(**SMALL_CNN | {"batch_size": 32}))
    assert len(kinds.seen) >= 4
    assert len(set(kinds.seen)) == 1


class Shifted(ChannelsLast):
    """A form with wrong answers."""

    def transform(self, model: nn.Module, setting: Setting) -> nn.Module:
        return nn.Sequential(model, nn.Softmax(1))


def test_a_form_that_answers_wrong_is_found_out(setting: Prepare, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(used, "chosen", lambda _spec: [Shifted()])
    error = run_inference(setting(**SMALL_CNN)).values["max_relative_error"]
    assert "beyond the tolerance" in error.source


def test_a_form_of_a_compressed_model_is_compared_with_that(setting: Prepare) -> None:
    one = setting("mnist-mlp", task="inference", steps=2, optimize="int8-weights,no-inference-mode", options=OPTIONS)
    values = run_inference(one).values
    assert values["max_relative_error"].value == 0
    assert (values["drift"].value or 0) > 1e-4
