"""Optimizations that are one switch of torch each: cuDNN's search, the optimizer's kernels, inference with autograd's bookkeeping."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from gpuscope.core.runspec import ResolvedSpec
from gpuscope.workloads.optimizations.optimization import Optimization
from gpuscope.workloads.workload import Workload

if TYPE_CHECKING:
    from gpuscope.core.runspec import ResolvedSpec
    from gpuscope.workloads.steps.setting import Setting
    from gpuscope.workloads.workload import Workload


class CudnnAutotune(Optimization):
    """torch.backends.cudnn.benchmark; only deterministic algorithms are tried, so that a seed still repeats a run."""

    key = "cudnn-autotune"
    title = "cuDNN autotune"
    help = (
        "Tries cuDNN's algorithms for each shape of convolution at its first call, and keeps the fastest of those that give the same"
        " result every time. It does not help models without convolutions, nor where the size of the batch changes all the time: each"
        " new shape is tried anew."
    )
    families = ("images",)
    devices = ("cuda",)

    def refusal(self, known: Workload, spec: ResolvedSpec) -> str | None:
        """Return why not for samples that are no images, and for engines that do not ask torch."""
        if len(known.sample_shape) != 3:
            return "it has no convolutions"
        return None if spec.engine == "eager" else f"{spec.engine} chooses its kernels itself"

    def begin(self, setting: Setting) -> None:
        """Switch it on for this process."""
        import torch

        torch.backends.cudnn.benchmark = True


class ForeachOptimizer(Optimization):
    """torch.optim, foreach=True."""

    key = "foreach-optimizer"
    title = "Optimizer, foreach"
    help = (
        "Updates all weights with a few operations on lists of tensors instead of several operations for each tensor, at the price of"
        " temporary copies. On GPUs it is torch's default. It does not help models of few tensors, nor, most often, on CPUs."
    )
    tasks = ("training",)
    excludes = ("fused-optimizer",)

    def optimizer_arguments(self) -> Mapping[str, Any]:
        """Ask for it."""
        return {"foreach": True}


class FusedOptimizer(Optimization):
    """torch.optim, fused=True."""

    key = "fused-optimizer"
    title = "Optimizer, fused"
    help = (
        "Updates weights and the optimizer's state in one kernel, so that each number travels through memory once a step. It does not"
        " help where forward and backward pass take nearly all of a step, as with convolutions on large batches."
    )
    tasks = ("training",)
    excludes = ("foreach-optimizer",)

    def refusal(self, known: Workload, spec: ResolvedSpec) -> str | None:
        """Return why not for the optimizer that torch has no such kernel of."""
        return "torch has no fused RMSprop" if spec.options.get("optimizer", known.optimizer[0]) == "rmsprop" else None

    def optimizer_arguments(self) -> Mapping[str, Any]:
        """Ask for it."""
        return {"fused": True}


class NoInferenceMode(Optimization):
    """torch.inference_mode(False): the loop has it on otherwise."""

    key = "no-inference-mode"
    title = "Inference mode off"
    help = (
        "Lets torch record every forward pass for gradients that nobody asks for, as a program does that forgets inference mode; every"
        " other run has it on. It shows what inference mode saves, in memory most of all. It does not help any run."
    )
    tasks = ("inference",)

    def refusal(self, known: Workload, spec: ResolvedSpec) -> str | None:
        """Return why not for engines that know nothing of gradients."""
        return None if spec.engine == "eager" else f"{spec.engine} never records gradients"

    def around_step(self) -> AbstractContextManager[object]:
        """Leave inference mode."""
        import torch

        return torch.inference_mode(False)  # type: ignore[no-any-return]
