"""Dynamic quantization: weights in INT8 once, activations at each call, products in INT8."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from gpuscope.core.errors import UnavailableError
from gpuscope.workloads.optimizations.compression import Compression

if TYPE_CHECKING:
    from torch import nn

    from gpuscope.core.runspec import ResolvedSpec
    from gpuscope.workloads.loops.setting import Setting
    from gpuscope.workloads.workload import Workload


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
