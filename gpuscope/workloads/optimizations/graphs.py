"""Captured graphs: torch.compile in its modes, and CUDA graphs."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from gpuscope.workloads.needs import COMPILER, HEADERS
from gpuscope.workloads.optimizations.optimization import Optimization
from gpuscope.workloads.optimizations.switches import ChannelsLast

if TYPE_CHECKING:
    import torch
    from torch import nn

    from gpuscope.core.runspec import ResolvedSpec
    from gpuscope.workloads.steps.setting import Setting
    from gpuscope.workloads.workload import Workload


class Compiled(Optimization):
    """torch.compile, default mode."""

    mode: ClassVar[str] = "default"
    key = "compile"
    title = "torch.compile"
    help = (
        "Traces the model once and compiles it: fused operations mean less memory traffic and fewer kernel launches. The first step takes"
        " seconds to minutes and is part of the warm-up. It does not help where large matrix products take all the time, nor runs of a"
        " few steps."
    )
    needs = (COMPILER, HEADERS)
    excludes = ("compile-reduce-overhead", "compile-max-autotune")

    def refusal(self, definition: Workload, spec: ResolvedSpec) -> str | None:
        """Reject engines, which compile models themselves."""
        return None if spec.engine == "eager" else f"{spec.engine} compiles the model itself"

    def begin(self, setting: Setting) -> None:
        """On a CPU, compile in this process: for a few kernels, starting a pool of compile workers is not worthwhile."""
        import torch._inductor.config

        if setting.device.type == "cpu":
            torch._inductor.config.compile_threads = 1

    def transform(self, model: nn.Module, setting: Setting) -> nn.Module:
        """Return the compiled model; it compiles at its first call."""
        import torch

        return torch.compile(model, mode=self.mode)


class CompiledReduceOverhead(Compiled):
    """Mode "reduce-overhead"."""

    mode = "reduce-overhead"
    key = "compile-reduce-overhead"
    title = "torch.compile, reduce-overhead"
    help = (
        "Compiles the model and records its kernels as CUDA graphs, which saves CPU time per kernel launch. It does not help where kernels"
        " run longer than their launch takes, and needs extra memory."
    )
    devices = ("cuda",)
    excludes = ("compile-max-autotune", "cuda-graphs")


class CompiledMaxAutotune(Compiled):
    """Mode "max-autotune"."""

    mode = "max-autotune"
    key = "compile-max-autotune"
    title = "torch.compile, max-autotune"
    help = (
        "Compiles the model, times several kernels for each matrix product and convolution, and keeps the fastest; on GPUs it also uses"
        " CUDA graphs. The first step takes minutes. It does not help runs of a few steps, and helps little where the libraries' kernels"
        " are already the fastest."
    )
    excludes = ("compile-reduce-overhead", "cuda-graphs")


class CudaGraphs(Optimization):
    """torch.cuda.make_graphed_callables, for forward and backward pass."""

    key = "cuda-graphs"
    title = "CUDA graphs"
    help = (
        "Records the kernels of forward and backward pass once and launches each pass as a whole, which saves CPU time per kernel launch."
        " It does not help where kernels run longer than their launch takes (large batches, large layers), needs extra memory, and"
        " requires a fixed batch size."
    )
    families = ("images",)
    devices = ("cuda",)
    # A graph writes its gradients to the same memory in every backward pass, where several are to be added.
    excludes = ("compile-reduce-overhead", "compile-max-autotune", "activation-checkpointing", "grad-accumulation-4")

    def refusal(self, definition: Workload, spec: ResolvedSpec) -> str | None:
        """Reject mixed precision, and engines, which launch their own kernels."""
        if spec.engine != "eager":
            return f"{spec.engine} launches its kernels itself"
        if spec.precision in ("bf16", "fp16"):
            return "mixed precision keeps casts of the weights from step to step, which a graph would not renew; use fp32 or tf32"
        return None

    def transform(self, model: nn.Module, setting: Setting) -> nn.Module:
        """Record the passes for the run's batch size; other batches, such as the test's, run eagerly."""
        import torch

        shape = (setting.batch_size, *setting.workload.sample_shape)
        plain = model.forward
        layout = torch.channels_last if ChannelsLast.key in (setting.spec.optimize or "").split(",") else torch.contiguous_format
        images = torch.zeros(shape, device=setting.device, dtype=setting.precision.stored).contiguous(memory_format=layout)
        statistics = [buffer.clone() for buffer in model.buffers()]
        torch.cuda.make_graphed_callables(model, (images,))
        for buffer, value in zip(model.buffers(), statistics, strict=True):
            buffer.copy_(value)  # batch normalization has seen the zeros several times
        graphed = model.forward

        def forward(images: torch.Tensor) -> torch.Tensor:
            output: torch.Tensor = graphed(images) if images.shape == shape else plain(images)
            return output

        model.forward = forward
        return model
