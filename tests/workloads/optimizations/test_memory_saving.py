"""A model split between two devices: here both are the processor, which computes the same and still counts the crossings."""

from dataclasses import replace
from typing import Any

import pytest
import torch
from torch import nn

from gpuscope.core.event import Log
from gpuscope.core.runspec import RunSpec
from gpuscope.workloads.catalog import resolve
from gpuscope.workloads.loops.inference import run_inference
from gpuscope.workloads.loops.training import run_training
from gpuscope.workloads.models.classifier import build_model
from gpuscope.workloads.optimizations.memory_saving import OffloadHalf, OffloadLast
from gpuscope.workloads.optimizations.registry import refusal
from gpuscope.workloads.workload_table import WORKLOADS
from tests.probe.listener import Listener
from tests.workloads.conftest import Prepare

SIZES: dict[str, Any] = {"steps": 3, "warmup_steps": 1, "batch_size": 8, "threads": 1}


@pytest.mark.parametrize("workload", ["mnist-mlp", "cifar-cnn", "gpt"])
def test_a_split_model_learns_what_the_whole_one_does(setting: Prepare, workload: str) -> None:
    plain, split = (run_training(setting(workload, optimize=one, **SIZES)) for one in (None, "offload-half"))
    assert split.values["loss"].value == plain.values["loss"].value
    assert 0 < split.facts["offloaded_parameters"] < split.facts["parameters"]


def test_a_split_model_answers_as_the_whole_one(setting: Prepare) -> None:
    options = {"task": "inference", "precision": "bf16", "options": {"pretrain_steps": 2}}
    plain, split = (run_inference(setting("cifar-cnn", optimize=one, **options, **SIZES)) for one in (None, "offload-last"))
    assert split.values["loss"].value == plain.values["loss"].value
    assert split.facts["offloaded_layers"] == 1


@pytest.mark.parametrize(("one", "first"), [(OffloadLast, 9), (OffloadHalf, 7)])
def test_activations_go_to_the_last_layers_and_the_answer_comes_back(setting: Prepare, one: type[OffloadHalf], first: int) -> None:
    """The meta device in place of a GPU: it has shapes without numbers, and refuses tensors from elsewhere."""
    known = replace(setting("cifar-cnn", **SIZES), device=torch.device("meta"))
    made = one()
    made.copied = lambda tensor, device, phase: torch.zeros_like(tensor, device=device)  # type: ignore[method-assign]
    model = made.transform(build_model(known.spec), known)
    model[:first].to("meta")
    assert model(torch.zeros(2, 3, 32, 32, device="meta")).device.type == "meta"
    assert made.facts()["offloaded_parameters"] == sum(each.numel() for each in model[first:].parameters())


def test_the_copies_of_a_step_are_phases_of_their_own(setting: Prepare, listener: Listener) -> None:
    one = setting("cifar-cnn", optimize="offload-half", **{**SIZES, "steps": 1, "warmup_steps": 0})
    run_training(one)
    one.channel.close()
    (told,) = (event.values for event in listener.events() if isinstance(event, Log) and "time_copy" in event.values)
    assert set(told) == {"time_data", "time_forward", "time_copy", "time_backward", "time_optimizer"}


def test_gradients_cross_once_each_way() -> None:
    made = OffloadHalf()
    told: list[str] = []
    made._lap = told.append
    first, last = nn.Linear(2, 2), nn.Linear(2, 1)
    made._crossed(last(made._crossed(first(torch.ones(1, 2)), "cpu")), "cpu").sum().backward()
    assert told == ["forward", "copy", "forward", "copy", "backward", "copy", "backward", "copy"]
    assert first.weight.grad is not None


@pytest.mark.parametrize(
    ("workload", "values", "words"),
    [
        ("cifar-cnn", {}, "offload-half works only on cuda, mps and xpu, not on cpu"),
        ("gemm", {"device": "cuda:0"}, "no meaning"),
        ("gpt", {"device": "cuda:0", "task": "inference"}, "prefill and decode"),
        ("cifar-cnn", {"device": "cuda:0", "task": "inference", "engine": "onnxruntime"}, "places the model itself"),
        ("cifar-cnn", {"device": "cuda:0", "optimize": "offload-half,compile"}, "cannot be combined"),
    ],
)
def test_what_does_not_fit_says_why(workload: str, values: dict[str, Any], words: str) -> None:
    assert words in str(refusal(WORKLOADS[workload], resolve(RunSpec(workload, **{"optimize": "offload-half", **values}))))
