"""Less memory for more time: activations computed again, weights and activations in main memory, a batch in parts."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from gpuscope.core.runspec import ResolvedSpec
from gpuscope.workloads.optimizations.optimization import Optimization
from gpuscope.workloads.workload import INFERENCE, Workload

if TYPE_CHECKING:
    import torch
    from torch import nn

    from gpuscope.core.runspec import ResolvedSpec
    from gpuscope.workloads.steps.setting import Setting
    from gpuscope.workloads.workload import Workload


class ActivationCheckpointing(Optimization):
    """torch.utils.checkpoint: √n segments of a chain of n layers (Chen et al., arXiv 1604.06174), else each of a model's blocks."""

    key = "activation-checkpointing"
    title = "Activation checkpointing"
    help = (
        "Keeps only the activations between segments of the model and computes the others again in the backward pass: less memory for"
        " about a third more computation, so that deeper models or larger batches fit. It does not help speed, nor memory where the"
        " weights and the optimizer's state take most of it."
    )
    tasks = ("training",)

    def transform(self, model: nn.Module, setting: Setting) -> nn.Module:
        """Let segments of the model forget what they have computed."""
        from torch import nn
        from torch.utils.checkpoint import checkpoint, checkpoint_sequential

        if isinstance(model, nn.Sequential):
            segments = max(2, math.isqrt(len(model)))
            model.forward = lambda images: checkpoint_sequential(model, segments, images, use_reentrant=False)
            return model
        for block in _blocks(model):
            block.forward = partial(checkpoint, block.forward, use_reentrant=False)
        return model


def _blocks(model: nn.Module) -> list[nn.Module]:
    """Return the modules of the longest list in the model, such as the blocks of a transformer; the model itself when it has none."""
    from torch import nn

    lists = [module for module in model.modules() if isinstance(module, nn.Sequential | nn.ModuleList)]
    return list(max(lists, key=len).children()) if lists else [model]


class Offload(Optimization):
    """A model split in two. A subclass says where; activations cross once in the forward pass, their gradients once in the backward."""

    devices = ("cuda", "mps", "xpu")
    excludes: ClassVar[tuple[str, ...]] = (
        "cuda-graphs",
        "activation-checkpointing",
        "compile",
        "compile-reduce-overhead",
        "compile-max-autotune",
    )

    def __init__(self) -> None:
        self._lap: Callable[[str], None] = _nobody
        self._facts: dict[str, Any] = {}

    def count(self, layers: int) -> int:
        """Return how many of the layers with weights go to the processor."""
        raise NotImplementedError

    def refusal(self, known: Workload, spec: ResolvedSpec) -> str | None:
        """Return why not for what takes no plain forward passes of torch's."""
        if spec.engine != "eager":
            return f"{spec.engine} places the model itself"
        if spec.task == "inference" and known.loops.get("inference") != INFERENCE:
            return "a generation tells prefill and decode, and copies within them are not told apart"
        return None

    def transform(self, model: nn.Module, setting: Setting) -> nn.Module:
        """Move the layers, and let activations follow them and the model's answer come back."""
        layers = [layer for layer in _chain(model) if next(layer.parameters(), None) is not None]
        moved = [layer.to("cpu") for layer in layers[len(layers) - self.count(len(layers)) :]]
        moved[0].register_forward_pre_hook(lambda _layer, inputs: (self._crossed(inputs[0], "cpu"), *inputs[1:]))
        plain, autocast = model.forward, replace(setting.precision, device_type="cpu").autocast()

        def forward(*inputs: Any) -> torch.Tensor:
            with autocast:
                answer = plain(*inputs)
            return self._crossed(answer, setting.device)

        model.forward = forward
        self._facts = {
            "offloaded_layers": len(moved),
            "offloaded_parameters": sum(each.numel() for layer in moved for each in layer.parameters()),
        }
        return model

    def wrap_step(self, step: Callable[..., Any], setting: Setting) -> Callable[..., Any]:
        """Let the crossings of a step whose phases are timed be timed too."""

        def wrapped(lap: Callable[[str], None] = _nobody) -> Any:
            self._lap = lap
            result = step(lap)
            self._lap = _nobody
            return result

        return wrapped

    def facts(self) -> Mapping[str, Any]:
        """Return what lies on the processor."""
        return self._facts

    def copied(self, tensor: torch.Tensor, device: torch.device | str, phase: str) -> torch.Tensor:
        """Return a tensor on another device; what came before belongs to the phase, the copy is one of its own."""
        self._lap(phase)
        copy = tensor.to(device)
        self._lap("copy")
        return copy

    def _crossed(self, tensor: torch.Tensor, device: torch.device | str) -> torch.Tensor:
        import torch

        class Crossing(torch.autograd.Function):  # type: ignore[misc]
            @staticmethod
            def forward(context: Any, tensor: torch.Tensor) -> torch.Tensor:
                context.origin = tensor.device
                return self.copied(tensor, device, "forward")

            @staticmethod
            def backward(context: Any, gradient: torch.Tensor) -> torch.Tensor:
                return self.copied(gradient, context.origin, "backward")

        crossed: torch.Tensor = Crossing.apply(tensor)
        return crossed


class OffloadLast(Offload):
    """The last layer."""

    key = "offload-last"
    title = "Offload, last layer on the CPU"
    help = (
        "Places the last layer on the processor and all others on the GPU: one copy of its input a step, and one of its answer, as phases"
        " of their own. It shows the price of splitting a model: the GPU waits while the processor computes. It does not help where the"
        " model fits the GPU's memory."
    )
    excludes = (*Offload.excludes, "offload-half")

    def count(self, layers: int) -> int:
        """Return one."""
        return 1


class OffloadHalf(Offload):
    """The last half of the layers."""

    key = "offload-half"
    title = "Offload, half of the layers on the CPU"
    help = (
        "Places the last half of the layers on the processor and the others on the GPU: activations are copied where they cross, and"
        " their gradients on the way back, as phases of their own. It frees the memory of those layers for a model that would not fit"
        " else. It does not help speed: the processor is the slower of the two, and each waits for the other."
    )

    def count(self, layers: int) -> int:
        """Return half of them, one at least."""
        return max(1, layers // 2)


def _chain(model: nn.Module) -> list[nn.Module]:
    """Return the parts of a model in the order in which they compute; lists of blocks are opened, blocks are not."""
    from torch import nn

    parts: list[nn.Module] = []
    for child in model.children():
        parts += list(child) if isinstance(child, nn.ModuleList) else [child]
    return parts


def _nobody(_phase: str) -> None:
    """Do nothing: the lap function of a step that is not timed."""


class GradAccumulation(Optimization):
    """Four micro-batches a step; the training step itself takes them."""

    key = "grad-accumulation-4"
    title = "Gradient accumulation, 4 micro-batches"
    help = (
        "Takes the batch of each step in four parts and adds their gradients up before the optimizer changes the weights, so that the"
        " activations of a quarter of the batch are in memory at a time. The result is the same but for rounding, except with batch"
        " normalization, which then sees quarters. It does not help where the whole batch fits: four small passes take longer than one."
    )
    tasks = ("training",)
    families = ("images",)
    micro_batches = 4

    def refusal(self, known: Workload, spec: ResolvedSpec) -> str | None:
        """Return why not for batches that cannot be parted."""
        size = spec.batch_size
        return None if size % self.micro_batches == 0 else f"a batch of {size} has no {self.micro_batches} equal parts"
