"""Weights stored in a narrow type and widened when a layer computes: FP16, INT8 and FP8.

One parametrization holds them, so that every model, device and compiler sees layers as they were. Kernels that multiply in the
narrow type itself are int8-dynamic's, and those of the engines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from gpuscope.workloads.optimizations.compression import Compression, weighted

if TYPE_CHECKING:
    import torch
    from torch import nn

    from gpuscope.core.runspec import ResolvedSpec
    from gpuscope.workloads.loops.setting import Setting
    from gpuscope.workloads.workload import Workload


class StoredWeights(Compression):
    """Weights in a narrow type.

    Attributes:
        stored: Name of the torch type.
        largest: The largest number of that type that is used; 0 to store weights without a scale.
    """

    stored: ClassVar[str]
    largest: ClassVar[float] = 0.0

    def refusal(self, known: Workload, spec: ResolvedSpec) -> str | None:
        """Return why not for engines that read a model otherwise."""
        return None if spec.engine == "eager" else f"{spec.engine} would store the widened weights"

    def transform(self, model: nn.Module, setting: Setting) -> nn.Module:
        """Store the weights of linear layers and convolutions anew."""
        import torch
        from torch.nn.utils.parametrize import register_parametrization

        model.requires_grad_(False)
        stored = getattr(torch, self.stored)
        for layer in weighted(model):
            register_parametrization(layer, "weight", _narrow(stored, self.largest, layer.weight.dtype), unsafe=True)
        return model


class HalfStorage(StoredWeights):
    """FP16 in memory, FP32 in every product."""

    key = "half-storage"
    title = "Half storage, FP32 compute"
    stored = "float16"
    help = (
        "Stores weights in FP16 and widens them when a layer needs them: half the memory and half the file, sums as exact as before."
        " It does not help speed where computing takes the time: widening is added to it."
    )
    excludes = ("int8-weights", "fp8-weights", "int8-dynamic", "sparse-2-4")


class Int8Weights(StoredWeights):
    """INT8 with one scale for each output."""

    key = "int8-weights"
    title = "INT8 weights"
    stored = "int8"
    largest = 127.0
    help = (
        "Stores weights as 8-bit integers with one scale for each output of a layer, a quarter of FP32, and widens them when a layer"
        " needs them. It does not help speed where computing takes the time: it is for models whose weights do not fit, or take longer"
        " to read than to multiply once an engine fuses the widening."
    )
    excludes = ("fp8-weights", "int8-dynamic", "sparse-2-4")


class Fp8Weights(StoredWeights):
    """FP8 (E4M3, Micikevicius et al., arXiv 2209.05433) with one scale for each output."""

    key = "fp8-weights"
    title = "FP8 weights"
    stored = "float8_e4m3fn"
    largest = 448.0
    help = (
        "Stores weights in the 8-bit floating-point type E4M3 with one scale for each output of a layer, a quarter of FP32, and widens"
        " them when a layer needs them. Its steps are finer near zero than INT8's and coarser far from it. It does not help speed where"
        " computing takes the time: widening is added to it."
    )
    excludes = ("int8-dynamic", "sparse-2-4")


def _narrow(stored: torch.dtype, largest: float, wide: torch.dtype) -> nn.Module:
    """Return the parametrization: weights (outputs, …) of a wide type, held in a narrow one."""
    import torch
    from torch import nn

    class Scaled(nn.Module):  # type: ignore[misc]
        def forward(self, narrow: torch.Tensor, scale: torch.Tensor) -> torch.Tensor:
            return narrow.to(wide) * scale

        def right_inverse(self, weight: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
            highest = weight.abs().amax(dim=tuple(range(1, weight.ndim)), keepdim=True)
            scale = highest.clamp(min=torch.finfo(wide).tiny) / largest
            narrow = weight / scale
            return (narrow if stored.is_floating_point else narrow.round()).to(stored), scale

    class Cast(nn.Module):  # type: ignore[misc]
        def forward(self, narrow: torch.Tensor) -> torch.Tensor:
            return narrow.to(wide)

        def right_inverse(self, weight: torch.Tensor) -> tuple[torch.Tensor]:
            return (weight.to(stored),)  # torch lets one tensor keep its type, several not

    return Scaled() if largest else Cast()
