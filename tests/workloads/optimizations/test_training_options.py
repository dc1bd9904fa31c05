"""Optimizations of training: the loss of the plain run, and their settings of torch."""

from typing import Any

import pytest
import torch
from torch import nn

from gpuscope.core.runspec import ResolvedSpec, RunSpec
from gpuscope.workloads.catalog import resolve
from gpuscope.workloads.loops import training
from gpuscope.workloads.loops.inference import run_inference
from gpuscope.workloads.loops.training import run_training
from gpuscope.workloads.models.classifier import build_model
from gpuscope.workloads.optimizations.graphs import CompiledMaxAutotune, CompiledReduceOverhead, CudaGraphs
from gpuscope.workloads.optimizations.memory_saving import ActivationCheckpointing
from gpuscope.workloads.optimizations.registry import refusal
from gpuscope.workloads.optimizations.switches import CudnnAutotune, NoInferenceMode
from gpuscope.workloads.workload_table import WORKLOADS
from tests.workloads.conftest import Prepare

SIZES: dict[str, Any] = {"steps": 2, "warmup_steps": 1, "batch_size": 8, "threads": 1}


def test_training_gives_the_plain_loss(setting: Prepare) -> None:
    """To 1e-4, because sums are taken in another order."""
    names = (None, "grad-accumulation-4", "activation-checkpointing", "foreach-optimizer", "fused-optimizer")
    losses = [run_training(setting("cifar-cnn", optimize=one, **SIZES)).values["loss"].value for one in names]
    assert losses == pytest.approx([losses[0]] * len(names), rel=1e-4)


def test_scaled_gradients_are_accumulated_too(setting: Prepare) -> None:
    plain, parted = (
        run_training(setting("mnist-mlp", precision="fp16", optimize=one, **SIZES)).values["loss"].value
        for one in (None, "grad-accumulation-4")
    )
    assert parted == pytest.approx(plain, rel=1e-3)


def test_a_quarter_of_the_batch_is_in_the_model_at_a_time(setting: Prepare, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    build = build_model

    def watched(spec: ResolvedSpec) -> nn.Module:
        model = build(spec)
        model.register_forward_hook(lambda module, inputs, output: sizes.append(len(inputs[0])) if module.training else None)
        return model

    monkeypatch.setattr(training, "build_model", watched)
    run_training(setting("mnist-mlp", optimize="grad-accumulation-4", **SIZES))
    assert [size for size in sizes if size != 8] == [2] * 4 * 3


def test_checkpointing_computes_segments_again() -> None:
    counted: list[int] = []
    layers = [nn.Linear(4, 4) for _ in range(4)]
    for index, layer in enumerate(layers):
        layer.register_forward_hook(lambda module, inputs, output, index=index: counted.append(index))
    model = ActivationCheckpointing().transform(nn.Sequential(*layers), None)  # type: ignore[arg-type]
    model(torch.ones(1, 4, requires_grad=True)).sum().backward()
    assert counted[:4] == [0, 1, 2, 3]
    assert set(counted[4:]) == {0}  # the last segment is kept, and nothing after layer 1 needs its output


def test_checkpointing_takes_the_blocks_of_a_model_that_is_no_chain() -> None:
    class Blocks(nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.blocks = nn.ModuleList(nn.Linear(3, 3) for _ in range(3))

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            for block in self.blocks:
                x = x + block(x).relu()
            return x

    model, x = Blocks(), torch.randn(2, 3, requires_grad=True)
    (plain,) = torch.autograd.grad(model(x).sum(), x)
    ActivationCheckpointing().transform(model, None)  # type: ignore[arg-type]
    (changed,) = torch.autograd.grad(model(x).sum(), x)
    torch.testing.assert_close(changed, plain)


def test_gradients_are_recorded_when_inference_mode_is_off(setting: Prepare) -> None:
    with torch.inference_mode(), NoInferenceMode().around_step():
        assert nn.Linear(1, 1)(torch.ones(1)).requires_grad
    plain, changed = (
        run_inference(setting("mnist-mlp", task="inference", optimize=one, options={"pretrain_steps": 5}, **SIZES)).values["loss"].value
        for one in (None, "no-inference-mode")
    )
    assert changed == plain


def test_autotune_asks_cudnn_to_try(setting: Prepare, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.backends.cudnn, "benchmark", False)
    CudnnAutotune().begin(setting("cifar-cnn"))
    assert torch.backends.cudnn.benchmark is True


def test_graphs_run_batches_of_the_runs_size_and_leave_others_alone(setting: Prepare, monkeypatch: pytest.MonkeyPatch) -> None:
    """Against a fake of torch's interface, which replaces the module's own pass with a recorded one."""

    def graphed(module: nn.Module, sample: tuple[torch.Tensor]) -> nn.Module:
        assert sample[0].shape == (8, 784)
        module.forward = lambda images: torch.full((len(images), 10), 7.0)
        return module

    monkeypatch.setattr(torch.cuda, "make_graphed_callables", graphed)
    one = setting("mnist-mlp", **SIZES)
    model = build_model(one.spec)
    expected = model(torch.ones(3, 784))
    model = CudaGraphs().transform(model, one)
    assert bool((model(torch.ones(8, 784)) == 7).all())
    torch.testing.assert_close(model(torch.ones(3, 784)), expected)


def test_graphs_are_recorded_in_the_layout_of_the_batches(setting: Prepare, monkeypatch: pytest.MonkeyPatch) -> None:
    recorded: list[torch.Tensor] = []
    monkeypatch.setattr(torch.cuda, "make_graphed_callables", lambda _model, samples: recorded.extend(samples))
    for chosen in ("cuda-graphs", "channels-last,cuda-graphs"):
        one = setting("cifar-cnn", optimize=chosen, batch_size=8)  # prepared on the CPU, which refuses nothing here
        CudaGraphs().transform(build_model(one.spec), one)
    assert [images.is_contiguous(memory_format=torch.channels_last) for images in recorded] == [False, True]


@pytest.mark.parametrize("one", [CompiledReduceOverhead, CompiledMaxAutotune])
def test_modes_are_torchs_own(one: type[CompiledReduceOverhead], monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(torch, "compile", lambda model, mode: asked.append(mode))
    one().transform(nn.Identity(), None)  # type: ignore[arg-type]
    assert asked == [one.key.removeprefix("compile-")]
    assert one.mode in torch._inductor.list_mode_options()


@pytest.mark.parametrize(
    ("workload", "optimize", "values", "words"),
    [
        ("cifar-cnn", "grad-accumulation-4", {"batch_size": 6}, "not divide into 4 equal parts"),
        ("cifar-cnn", "foreach-optimizer,fused-optimizer", {}, "cannot be combined"),
        ("cifar-cnn", "cuda-graphs", {}, "works only on cuda, not on cpu"),
        ("cifar-cnn", "cudnn-autotune", {}, "works only on cuda, not on cpu"),
        ("cifar-cnn", "compile-reduce-overhead", {}, "works only on cuda, not on cpu"),
        ("cifar-cnn", "compile,compile-max-autotune", {}, "cannot be combined"),
        ("cifar-cnn", "cuda-graphs", {"device": "cuda:0", "precision": "fp16"}, "mixed precision"),
        ("cifar-cnn", "no-inference-mode", {}, "no meaning"),
        ("mnist-mlp", "cudnn-autotune", {"device": "cuda:0"}, "no convolutions"),
        ("cifar-cnn", "fused-optimizer", {"options": {"optimizer": "rmsprop"}}, "no fused RMSprop"),
    ],
)
def test_what_does_not_fit_says_why(workload: str, optimize: str, values: dict[str, Any], words: str) -> None:
    assert words in str(refusal(WORKLOADS[workload], resolve(RunSpec(workload, optimize=optimize, **values))))


def test_recording_graphs_leaves_batch_normalization_as_it_was(setting: Prepare, monkeypatch: pytest.MonkeyPatch) -> None:
    """Against a fake of torch's function, which takes a few passes with the batch that it is given: of zeros."""

    def graphed(model: nn.Module, arguments: tuple[torch.Tensor]) -> None:
        for _ in range(3):
            model(*arguments)

    monkeypatch.setattr(torch.cuda, "make_graphed_callables", graphed)
    one = setting("alexnet-32", batch_size=4)
    plain = build_model(one.spec)
    before = [buffer.clone() for buffer in plain.buffers()]
    model = CudaGraphs().transform(plain, one)
    assert before
    assert all(torch.equal(buffer, value) for buffer, value in zip(model.buffers(), before, strict=True))
