"""Less memory for more time: activation checkpointing, offloading to the CPU, gradient accumulation."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from gpuscope.workloads.optimizations.optimization import Optimization
from gpuscope.workloads.workload import INFERENCE

if TYPE_CHECKING:
    import torch
    from torch import nn

    from gpuscope.core.runspec import ResolvedSpec
    from gpuscope.workloads.steps.setting import Setting
    from gpuscope.workloads.workload import Workload


class ActivationCheckpointing(Optimization):
    """torch.utils.checkpoint on √n segments of a chain of n layers (Chen et al., arXiv 1604.06174), or on each block of other models."""

    key = "activation-checkpointing"
    title = "Activation checkpointing"
    help = (
        "Stores only the activations between segments of the model and recomputes the others in the backward pass: less memory for about a"
        " third more computation, so that deeper models or larger batches fit. It does not help speed, nor memory where weights and"
        " optimizer state take most of it. Recomputed batch normalization updates its running statistics twice per step."
    )
    tasks = ("training",)
    saves_memory = True

    def transform(self, model: nn.Module, setting: Setting) -> nn.Module:
        """Recompute each segment's activations in the backward pass."""
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
    """Return the modules of the model's longest list, such as the blocks of a transformer; the model itself if it has none."""
    from torch import nn

    lists = [module for module in model.modules() if isinstance(module, nn.Sequential | nn.ModuleList)]
    return list(max(lists, key=len).children()) if lists else [model]


class Offload(Optimization):
    """A model split between GPU and CPU; subclasses define where. Activations cross once per forward pass, gradients once per backward."""

    devices = ("cuda", "mps", "xpu")
    saves_memory = True
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
        """Return how many of the layers with weights are placed on the CPU."""
        raise NotImplementedError

    def refusal(self, definition: Workload, spec: ResolvedSpec) -> str | None:
        """Reject engines and generation."""
        if spec.engine != "eager":
            return f"{spec.engine} places the model itself"
        if spec.task == "inference" and definition.loops.get("inference") != INFERENCE:
            return "a generation reports prefill and decode, and copies within them are not told apart"
        return None

    def transform(self, model: nn.Module, setting: Setting) -> nn.Module:
        """Move the layers to the CPU, and copy their input there and the model's output back."""
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
        """Time the copies in a step whose phases are timed."""

        def wrapped(lap: Callable[[str], None] = _nobody) -> Any:
            self._lap = lap
            result = step(lap)
            self._lap = _nobody
            return result

        return wrapped

    def facts(self) -> Mapping[str, Any]:
        """Return the layers and parameters on the CPU."""
        return self._facts

    def copied(self, tensor: torch.Tensor, device: torch.device | str, phase: str) -> torch.Tensor:
        """Copy a tensor to another device; ends the given phase before the copy, and the phase "copy" after it."""
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
        "Places the last layer on the CPU and all others on the GPU; its input and output are copied once per step, timed as phases of"
        " their own. It shows the cost of splitting a model: the GPU waits while the CPU computes. It does not help where the model fits"
        " in the GPU's memory."
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
        "Places the last half of the layers on the CPU and the others on the GPU; activations and gradients are copied between them, timed"
        " as phases of their own. It frees the GPU memory of those layers for models that would not fit otherwise. It does not help speed:"
        " the CPU is slower, and each waits for the other."
    )

    def count(self, layers: int) -> int:
        """Return half of them, at least one."""
        return max(1, layers // 2)


def _chain(model: nn.Module) -> list[nn.Module]:
    """Return a model's parts in order of execution, with lists of blocks expanded."""
    from torch import nn

    parts: list[nn.Module] = []
    for child in model.children():
        parts += list(child) if isinstance(child, nn.ModuleList) else [child]
    return parts


def _nobody(_phase: str) -> None:
    """Do nothing: the lap function of a step that is not timed."""


class GradAccumulation(Optimization):
    """Four micro-batches per step; implemented by the training step."""

    key = "grad-accumulation-4"
    title = "Gradient accumulation, 4 micro-batches"
    help = (
        "Splits each batch into four micro-batches and accumulates their gradients before the optimizer step, so that the activations of"
        " only a quarter of the batch are in memory. The result is the same up to rounding, except with batch normalization, which sees"
        " the quarters. It does not help where the whole batch fits: four small passes take longer than one large one."
    )
    tasks = ("training",)
    families = ("images",)
    micro_batches = 4

    def refusal(self, definition: Workload, spec: ResolvedSpec) -> str | None:
        """Reject batches that cannot be split evenly: the batch of a rank, where each has a part of it."""
        from gpuscope.workloads.optimizations.registry import of_one_rank

        size = of_one_rank(spec).batch_size
        if size % self.micro_batches == 0:
            return None
        if size < spec.batch_size:
            return f"a rank's batch of {size} does not divide into {self.micro_batches} equal parts"
        return f"a batch of {size} does not divide into {self.micro_batches} equal parts"
