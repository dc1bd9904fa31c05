"""ONNX Runtime with a model in INT8: ranges of the activations are measured once, on samples of the training data."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from gpuscope.workloads.engines.onnx_runtime import OnnxRuntime
from gpuscope.workloads.needs import extra
from gpuscope.workloads.reference import resolve_reference

if TYPE_CHECKING:
    import torch
    from torch import nn

    from gpuscope.workloads.loops.setting import Setting

CALIBRATION_SAMPLES = 256


class OnnxInt8(OnnxRuntime):
    """Static quantization in ONNX Runtime's QDQ form (Jacob et al., arXiv 1712.05877)."""

    key = "onnxruntime-int8"
    title = "ONNX Runtime, static INT8"
    help = (
        "Exports the model as an ONNX file and quantizes it: weights in INT8 with one scale for each output, activations in 8 bits with"
        f" ranges that {CALIBRATION_SAMPLES} training samples show beforehand. The file is a quarter of FP32, and convolutions and matrix"
        " products compute in INT8. It does not help where the processor has no instructions for 8-bit products, nor models whose"
        " activations have rare, large values."
    )
    devices = ("cpu",)
    needs = (*OnnxRuntime.needs, extra("onnx", "onnx, which quantizes", "onnx"))

    def convert(self, model: nn.Module, example: torch.Tensor, folder: Path, setting: Setting) -> Path:
        """Write the quantized ONNX file; that in FP32 is not kept."""
        from onnxruntime import quantization
        from onnxruntime.quantization.shape_inference import quant_pre_process

        samples: torch.Tensor = resolve_reference("loops.classifier:training_samples")(setting, CALIBRATION_SAMPLES)
        wide, prepared, path = super().convert(model, example, folder, setting), folder / "prepared.onnx", folder / "int8.onnx"
        quant_pre_process(wide, prepared)
        quantization.quantize_static(
            prepared, path, _reader(samples, len(example)), per_channel=True, weight_type=quantization.QuantType.QInt8
        )
        wide.unlink()
        prepared.unlink()
        self._facts["calibration_samples"] = len(samples)
        return path


def _reader(samples: torch.Tensor, size: int) -> object:
    """Return what hands samples to the calibration, in batches of the size that the model takes."""
    from onnxruntime.quantization import CalibrationDataReader

    class Batches(CalibrationDataReader):  # type: ignore[misc]
        def __init__(self) -> None:
            self._left: Iterator[torch.Tensor] = (one for one in samples.split(size) if len(one) == size)

        def get_next(self) -> dict[str, object] | None:
            images = next(self._left, None)
            return None if images is None else {"images": images.numpy()}

    return Batches()
