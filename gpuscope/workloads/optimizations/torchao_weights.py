"""Quantization of linear layers by torchao, PyTorch's own library for it: INT8 with activations, INT8 and FP8 weights alone."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from gpuscope.core.errors import UnavailableError
from gpuscope.workloads.needs import extra
from gpuscope.workloads.optimizations.optimization import Compression

if TYPE_CHECKING:
    from torch import nn

    from gpuscope.core.runspec import ResolvedSpec
    from gpuscope.workloads.steps.setting import Setting
    from gpuscope.workloads.workload import Workload

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

    def refusal(self, known: Workload, spec: ResolvedSpec) -> str | None:
        """Return why not for engines that read a model otherwise, and for FP64."""
        if spec.engine != "eager":
            return f"{spec.engine} does not read torchao's tensors"
        return "torchao has no kernels for fp64" if spec.precision == "fp64" else None

    def transform(self, model: nn.Module, setting: Setting) -> nn.Module:
        """Return the model with quantized linear layers.

        Raises:
            UnavailableError: torchao does not take the model or the device.
        """
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                quantization = _library()
                quantization.quantize_(model, getattr(quantization, self.config)())
            except (ImportError, AttributeError, AssertionError, NotImplementedError, RuntimeError, ValueError) as error:
                raise UnavailableError(
                    f"torchao does not quantize this model: {str(error).partition(chr(10))[0]}", "Leave it out."
                ) from error
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
        "Stores the weights of linear layers as 8-bit integers with one scale for each output, measures the range of each sample's"
        " activations at each call, and multiplies in INT8. It does not help convolutions, which it leaves alone, nor speed without a"
        " compiler that fuses the scaling: combine it with compile."
    )
    excludes = (*_KEYS[1:], *_OTHERS)


class TorchaoInt8Weights(Torchao):
    """Int8WeightOnlyConfig."""

    key = "torchao-int8-weights"
    title = "INT8 weights, through torchao"
    config = "Int8WeightOnlyConfig"
    help = (
        "Stores the weights of linear layers as 8-bit integers with one scale for each output and widens them when they are multiplied: a"
        " quarter of FP32. It does not help convolutions, which it leaves alone, nor speed where computing takes the time."
    )
    excludes = (_KEYS[2], *_OTHERS)


class TorchaoFp8Weights(Torchao):
    """Float8WeightOnlyConfig."""

    key = "torchao-fp8-weights"
    title = "FP8 weights, through torchao"
    config = "Float8WeightOnlyConfig"
    help = (
        "Stores the weights of linear layers in the 8-bit floating-point type E4M3 with one scale for each output and widens them"
        " when they are multiplied: a quarter of FP32. It does not help convolutions, which it leaves alone, nor speed where computing"
        " takes the time."
    )
    excludes = _OTHERS


def _library() -> Any:
    """Import torchao with logging silenced: it warns about every kernel that does not fit this machine, and about changes in torch."""
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
