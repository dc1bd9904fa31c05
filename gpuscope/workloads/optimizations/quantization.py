"""Quantization by torch alone: narrower weights, and INT8 products with activations quantized at each call."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, ClassVar

from gpuscope.core.errors import UnavailableError
from gpuscope.workloads.optimizations.optimization import Compression, weighted

if TYPE_CHECKING:
    import torch
    from torch import nn

    from gpuscope.core.runspec import ResolvedSpec
    from gpuscope.workloads.steps.setting import Setting
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
        """Refuse engines that read a model in another form."""
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


class Int8Dynamic(Compression):
    """torch.ao.quantization.quantize_dynamic, for linear layers and LSTMs."""

    key = "int8-dynamic"
    title = "INT8, dynamic"
    help = (
        "Stores the weights of linear layers and LSTMs as 8-bit integers, a quarter of FP32, measures the range of the activations at"
        " each call, and multiplies in INT8. It does not help convolutions, which it leaves alone, small layers, or batches so large"
        " that FP32 keeps the CPU's units busy anyway."
    )
    devices = ("cpu",)
    excludes = ("prune-50", "sparse-2-4", "compile", "compile-max-autotune")

    def refusal(self, known: Workload, spec: ResolvedSpec) -> str | None:
        """Return why not for other precisions and engines: its kernels take FP32."""
        if spec.precision != "fp32":
            return f"its kernels take fp32, not {spec.precision}"
        return None if spec.engine == "eager" else f"{spec.engine} does not read torch's quantized layers"

    def transform(self, model: nn.Module, setting: Setting) -> nn.Module:
        """Return the quantized model.

        Raises:
            UnavailableError: This torch has it no more.
        """
        from torch import nn

        try:
            from torch.ao.quantization import quantize_dynamic
        except ImportError as error:
            raise UnavailableError("this torch has no dynamic quantization any more", "Use --optimize int8-weights.") from error
        with warnings.catch_warnings():
            # It says that a later torch will be without it, which the error above says when it is true.
            warnings.simplefilter("ignore")
            quantized: nn.Module = quantize_dynamic(model, {nn.Linear, nn.LSTM})
        return quantized
