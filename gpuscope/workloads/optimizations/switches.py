"""Optimizations that are a single torch setting: memory format, attention kernel, cuDNN autotuning, optimizer kernels, inference mode."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from gpuscope.core.errors import UnavailableError
from gpuscope.workloads.optimizations.optimization import Optimization

if TYPE_CHECKING:
    import torch
    from torch import nn

    from gpuscope.core.runspec import ResolvedSpec
    from gpuscope.workloads.steps.setting import Setting
    from gpuscope.workloads.workload import Workload


class ChannelsLast(Optimization):
    """Memory format NHWC (torch.channels_last)."""

    key = "channels-last"
    title = "Channels last"
    help = (
        "Stores images and weights with the channel as the innermost dimension (NHWC), the layout of tensor cores and many CPU kernels, so"
        " that convolutions need no reordering. It does not help models without convolutions, and helps little with small images or few"
        " channels."
    )
    families = ("images",)

    def refusal(self, definition: Workload, spec: ResolvedSpec) -> str | None:
        """Reject samples that are not images, and engines, which choose their own layout."""
        if len(definition.sample_shape) != 3:
            return "its samples have no channels"
        return None if spec.engine == "eager" else f"{spec.engine} lays images out itself"

    def transform(self, model: nn.Module, setting: Setting) -> nn.Module:
        """Convert the weights."""
        import torch

        return model.to(memory_format=torch.channels_last)

    def batch(self, images: torch.Tensor) -> torch.Tensor:
        """Convert a batch."""
        import torch

        return images.contiguous(memory_format=torch.channels_last)


_AMPERE = (8, 0)
"""First compute capability with torch's kernel of flash attention."""
_WITH_ATTENTION = frozenset({"gpt"})


class FlashAttention(Optimization):
    """Only torch.nn.attention.SDPBackend.FLASH_ATTENTION."""

    key = "flash-attention"
    title = "SDPA: flash attention"
    help = (
        "Computes attention in tiles in on-chip memory (Dao et al., arXiv 2205.14135), so that the matrix of attention scores is never"
        " written to memory: less memory traffic, and memory linear in the context length, not quadratic. Torch uses it by default"
        " where it can; this option allows no other kernel. It does not help at short contexts, nor when generating one token at a time;"
        " on GPUs it requires fp16 or bf16."
    )
    families = ("text",)
    devices = ("cpu", "cuda")
    excludes = ("sdpa-math",)

    def refusal(self, definition: Workload, spec: ResolvedSpec) -> str | None:
        """Reject models without attention, and FP32 and wider formats on a GPU."""
        if spec.device.startswith("cuda") and spec.precision not in ("bf16", "fp16"):
            return f"flash attention on {spec.device} computes in bf16 and fp16, not in {spec.precision}"
        return _without_attention(definition)

    def begin(self, setting: Setting) -> None:
        """Reject GPUs without the kernel, with which torch would only report that none is left.

        Raises:
            UnavailableError: The GPU is older.
        """
        import torch

        if setting.device.type != "cuda":
            return
        major, minor = torch.cuda.get_device_capability(setting.device)
        if (major, minor) < _AMPERE:
            raise UnavailableError(
                f"flash attention on {setting.device} needs compute capability 8.0, and it has {major}.{minor}",
                "Leave it out: torch then chooses another kernel.",
            )

    def around_step(self) -> AbstractContextManager[object]:
        """Return a context that allows only this kernel."""
        from torch.nn.attention import SDPBackend, sdpa_kernel

        kernel: AbstractContextManager[object] = sdpa_kernel(SDPBackend.FLASH_ATTENTION)
        return kernel


class MathAttention(Optimization):
    """Only torch.nn.attention.SDPBackend.MATH."""

    key = "sdpa-math"
    title = "SDPA: plain products"
    help = (
        "Computes attention by its definition: a matrix product, a softmax over the full matrix of scores, a matrix product. The baseline"
        " for flash attention: it works on every device and in every number format. It does not help speed or memory at long contexts;"
        " at short ones it may be as fast."
    )
    families = ("text",)
    excludes = ("flash-attention",)

    def refusal(self, definition: Workload, spec: ResolvedSpec) -> str | None:
        """Reject models without attention."""
        return _without_attention(definition)

    def around_step(self) -> AbstractContextManager[object]:
        """Return a context that allows only this kernel."""
        from torch.nn.attention import SDPBackend, sdpa_kernel

        kernel: AbstractContextManager[object] = sdpa_kernel(SDPBackend.MATH)
        return kernel


def _without_attention(definition: Workload) -> str | None:
    return None if definition.key in _WITH_ATTENTION else "it has no attention"


class CudnnAutotune(Optimization):
    """torch.backends.cudnn.benchmark; only deterministic algorithms are tried, so that runs with the same seed stay reproducible."""

    key = "cudnn-autotune"
    title = "cuDNN autotune"
    help = (
        "Times cuDNN's algorithms for each shape of convolution at its first call, and keeps the fastest deterministic one. It does not"
        " help models without convolutions, nor batches of varying size: each new shape is timed again."
    )
    families = ("images",)
    devices = ("cuda",)

    def refusal(self, definition: Workload, spec: ResolvedSpec) -> str | None:
        """Reject samples that are not images, and engines, which do not use torch's convolutions."""
        if len(definition.sample_shape) != 3:
            return "it has no convolutions"
        return None if spec.engine == "eager" else f"{spec.engine} chooses its kernels itself"

    def begin(self, setting: Setting) -> None:
        """Enable it for this process."""
        import torch

        torch.backends.cudnn.benchmark = True


class ForeachOptimizer(Optimization):
    """torch.optim, foreach=True."""

    key = "foreach-optimizer"
    title = "Optimizer, foreach"
    help = (
        "Updates all weights with a few operations on lists of tensors instead of several operations per tensor, at the cost of temporary"
        " copies. On GPUs it is torch's default. It does not help models with few tensors, and rarely helps on CPUs."
    )
    tasks = ("training",)
    excludes = ("fused-optimizer",)

    def optimizer_arguments(self) -> Mapping[str, Any]:
        """Return the switch."""
        return {"foreach": True}


class FusedOptimizer(Optimization):
    """torch.optim, fused=True."""

    key = "fused-optimizer"
    title = "Optimizer, fused"
    help = (
        "Updates weights and optimizer state in one kernel, which reads and writes each value once per step. It does not help where forward"
        " and backward pass take nearly all of a step, as with convolutions on large batches."
    )
    tasks = ("training",)
    excludes = ("foreach-optimizer",)

    def refusal(self, definition: Workload, spec: ResolvedSpec) -> str | None:
        """Reject RMSprop, which has no fused kernel."""
        return "torch has no fused RMSprop" if spec.options.get("optimizer", definition.optimizer[0]) == "rmsprop" else None

    def optimizer_arguments(self) -> Mapping[str, Any]:
        """Return the switch."""
        return {"fused": True}


class NoInferenceMode(Optimization):
    """torch.inference_mode(False); without this optimization the loop enables inference mode."""

    key = "no-inference-mode"
    title = "Inference mode off"
    help = (
        "Lets torch record every forward pass for gradients that are never computed, as a program does that forgets inference mode; every"
        " other run uses it. It shows what inference mode saves, mostly memory. It does not help any run."
    )
    tasks = ("inference",)

    def refusal(self, definition: Workload, spec: ResolvedSpec) -> str | None:
        """Reject engines, which never record gradients."""
        return None if spec.engine == "eager" else f"{spec.engine} never records gradients"

    def around_step(self) -> AbstractContextManager[object]:
        """Leave inference mode."""
        import torch

        return torch.inference_mode(False)  # type: ignore[no-any-return]
