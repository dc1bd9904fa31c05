"""Quantization: narrow weights and dynamic INT8, by torch itself and by torchao."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from gpuscope.core.errors import UnavailableError, first_line
from gpuscope.workloads.needs import extra
from gpuscope.workloads.optimizations.optimization import Compression, weighted

if TYPE_CHECKING:
    import torch
    from torch import nn

    from gpuscope.core.runspec import ResolvedSpec
    from gpuscope.workloads.steps.setting import Setting
    from gpuscope.workloads.workload import Workload


class StoredWeights(Compression):
    """Weights stored in a narrow type.

    Attributes:
        stored: Name of the torch type.
        largest: Largest value of that type to use; 0 to store weights without a scale.
    """

    stored: ClassVar[str]
    largest: ClassVar[float] = 0.0

    def refusal(self, definition: Workload, spec: ResolvedSpec) -> str | None:
        """Reject engines, which would convert the widened weights."""
        return None if spec.engine == "eager" else f"{spec.engine} would store the widened weights"

    def transform(self, model: nn.Module, setting: Setting) -> nn.Module:
        """Convert the weights of linear layers and convolutions."""
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
        "Stores weights in FP16 and converts them to FP32 when a layer uses them: half the memory and file size, with FP32 arithmetic. It"
        " does not help speed where computation takes the time: the conversion is added to it."
    )
    excludes = ("int8-weights", "fp8-weights", "int8-dynamic", "sparse-2-4")


class Int8Weights(StoredWeights):
    """INT8 with one scale per output."""

    key = "int8-weights"
    title = "INT8 weights"
    stored = "int8"
    largest = 127.0
    help = (
        "Stores weights as 8-bit integers with one scale per output of a layer, a quarter of FP32's size, and converts them when a layer"
        " uses them. It does not help speed where computation takes the time: it is for models whose weights do not fit in memory, or are"
        " bound by reading them once a compiler fuses the conversion."
    )
    excludes = ("fp8-weights", "int8-dynamic", "sparse-2-4")


class Fp8Weights(StoredWeights):
    """FP8 (E4M3, Micikevicius et al., arXiv 2209.05433) with one scale per output."""

    key = "fp8-weights"
    title = "FP8 weights"
    stored = "float8_e4m3fn"
    largest = 448.0
    help = (
        "Stores weights in the 8-bit floating-point type E4M3 with one scale per output of a layer, a quarter of FP32's size, and converts"
        " them when a layer uses them. It resolves values near zero more finely than INT8, and large ones more coarsely. It does not help"
        " speed where computation takes the time: the conversion is added to it."
    )
    excludes = ("int8-dynamic", "sparse-2-4")


def _narrow(stored: torch.dtype, largest: float, wide: torch.dtype) -> nn.Module:
    """Return the parametrization that stores weights (outputs, …) of a wide type in a narrow one."""
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
            return (weight.to(stored),)  # as a tuple, since torch checks the type of a single tensor

    return Scaled() if largest else Cast()


class Int8Dynamic(Compression):
    """torch.ao.quantization.quantize_dynamic, for linear layers and LSTMs."""

    key = "int8-dynamic"
    title = "INT8, dynamic"
    help = (
        "Stores the weights of linear layers and LSTMs as 8-bit integers, a quarter of FP32's size, takes the range of the activations at"
        " each call, and multiplies in INT8. It does not help convolutions, which stay in FP32, nor small layers, nor large batches that"
        " use the CPU's FP32 units fully."
    )
    devices = ("cpu",)
    excludes = ("prune-50", "sparse-2-4", "compile", "compile-max-autotune")

    def refusal(self, definition: Workload, spec: ResolvedSpec) -> str | None:
        """Reject precisions other than FP32, which its kernels require, and engines."""
        if spec.precision != "fp32":
            return f"its kernels take fp32, not {spec.precision}"
        return None if spec.engine == "eager" else f"{spec.engine} does not read torch's quantized layers"

    def transform(self, model: nn.Module, setting: Setting) -> nn.Module:
        """Return the quantized model.

        Raises:
            UnavailableError: This version of torch no longer has dynamic quantization.
        """
        from torch import nn

        try:
            from torch.ao.quantization import quantize_dynamic
        except ImportError as error:
            raise UnavailableError("this torch has no dynamic quantization any more", "Use --optimize int8-weights.") from error
        with warnings.catch_warnings():
            # A deprecation warning; once the feature is removed, the error above is raised.
            warnings.simplefilter("ignore")
            quantized: nn.Module = quantize_dynamic(model, {nn.Linear, nn.LSTM})
        return quantized


_KEYS = ("torchao-int8-dynamic", "torchao-int8-weights", "torchao-fp8-weights")
_OTHERS = ("int8-dynamic", "int8-weights", "fp8-weights", "half-storage", "sparse-2-4")


class Torchao(Compression):
    """A configuration of torchao's quantize_.

    Attributes:
        config: Its name in torchao.quantization.
    """

    config: ClassVar[str]
    devices = ("cpu", "cuda", "xpu")
    needs = (extra("torchao", "torchao", "torchao"),)

    def refusal(self, definition: Workload, spec: ResolvedSpec) -> str | None:
        """Reject engines and FP64."""
        if spec.engine != "eager":
            return f"{spec.engine} does not read torchao's tensors"
        return "torchao has no kernels for fp64" if spec.precision == "fp64" else None

    def transform(self, model: nn.Module, setting: Setting) -> nn.Module:
        """Return the model with quantized linear layers.

        Raises:
            UnavailableError: torchao rejects the model or the device.
        """
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                quantization = _library()
                quantization.quantize_(model, getattr(quantization, self.config)())
            except (ImportError, AttributeError, AssertionError, NotImplementedError, RuntimeError, ValueError) as error:
                raise UnavailableError(f"torchao does not quantize this model: {first_line(error)}", "Leave it out.") from error
        return model

    def facts(self) -> Mapping[str, Any]:
        """Return the version of torchao."""
        from importlib import metadata

        return {"torchao": metadata.version("torchao")}


class TorchaoInt8Dynamic(Torchao):
    """Int8DynamicActivationInt8WeightConfig."""

    key = "torchao-int8-dynamic"
    title = "INT8, dynamic, through torchao"
    config = "Int8DynamicActivationInt8WeightConfig"
    help = (
        "Stores the weights of linear layers as 8-bit integers with one scale per output, takes the range of each sample's activations at"
        " each call, and multiplies in INT8. It does not help convolutions, which stay unchanged, nor speed without a compiler that fuses"
        " the scaling: combine it with compile."
    )
    excludes = (*_KEYS[1:], *_OTHERS)


class TorchaoInt8Weights(Torchao):
    """Int8WeightOnlyConfig."""

    key = "torchao-int8-weights"
    title = "INT8 weights, through torchao"
    config = "Int8WeightOnlyConfig"
    help = (
        "Stores the weights of linear layers as 8-bit integers with one scale per output, a quarter of FP32's size, and converts them when"
        " a layer uses them. It does not help convolutions, which stay unchanged, nor speed where computation takes the time."
    )
    excludes = (_KEYS[2], *_OTHERS)


class TorchaoFp8Weights(Torchao):
    """Float8WeightOnlyConfig."""

    key = "torchao-fp8-weights"
    title = "FP8 weights, through torchao"
    config = "Float8WeightOnlyConfig"
    help = (
        "Stores the weights of linear layers in the 8-bit floating-point type E4M3 with one scale per output, a quarter of FP32's size, and"
        " converts them when a layer uses them. It does not help convolutions, which stay unchanged, nor speed where computation takes"
        " the time."
    )
    excludes = _OTHERS


def _library() -> Any:
    """Import torchao with its logging silenced: it warns about every kernel that this machine lacks, and about changes in torch."""
    loggers = [logging.getLogger(name) for name in ("torchao", "torch.utils._pytree")]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL)
    try:
        import torchao.quantization
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)
    return torchao.quantization
