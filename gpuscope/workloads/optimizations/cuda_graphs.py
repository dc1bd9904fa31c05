"""CUDA graphs: the kernels of a pass launched together, as they were recorded once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpuscope.workloads.optimizations.optimization import Optimization

if TYPE_CHECKING:
    import torch
    from torch import nn

    from gpuscope.core.runspec import ResolvedSpec
    from gpuscope.workloads.loops.setting import Setting
    from gpuscope.workloads.workload import Workload


class CudaGraphs(Optimization):
    """torch.cuda.make_graphed_callables, for forward and backward pass."""

    key = "cuda-graphs"
    title = "CUDA graphs"
    help = (
        "Records the kernels of the forward and the backward pass once and launches each pass as a whole, which saves the CPU's time"
        " per kernel. It does not help where kernels run longer than their launch takes (large batches, large layers), takes memory of"
        " its own, and needs batches of one size."
    )
    families = ("images",)
    devices = ("cuda",)
    excludes = ("compile-reduce-overhead", "compile-max-autotune", "activation-checkpointing")

    def refusal(self, known: Workload, spec: ResolvedSpec) -> str | None:
        """Return why not where numbers are cast from step to step, and for engines with kernels of their own."""
        if spec.engine != "eager":
            return f"{spec.engine} launches its kernels itself"
        if spec.precision in ("bf16", "fp16"):
            return "mixed precision keeps casts of the weights from step to step, which a graph would not renew; use fp32 or tf32"
        return None

    def transform(self, model: nn.Module, setting: Setting) -> nn.Module:
        """Record the passes for batches of the run's size; others, as those of the test, run as they did."""
        import torch

        shape = (setting.batch_size, *setting.workload.sample_shape)
        plain = model.forward
        torch.cuda.make_graphed_callables(model, (torch.zeros(shape, device=setting.device, dtype=setting.precision.stored),))
        graphed = model.forward

        def forward(images: torch.Tensor) -> torch.Tensor:
            found: torch.Tensor = graphed(images) if images.shape == shape else plain(images)
            return found

        model.forward = forward
        return model
