"""Intel's OpenVINO on the CPU."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

from gpuscope.workloads.engines.converted import ConvertedOnce
from gpuscope.workloads.needs import extra

if TYPE_CHECKING:
    import torch
    from torch import nn

    from gpuscope.workloads.steps.setting import Setting


def imported() -> Any:
    """Import and return OpenVINO without its telemetry, which at each import sends an event to Google and writes to the user's home."""
    sys.modules.setdefault("openvino_telemetry", cast(ModuleType, None))  # makes its import fail, for which OpenVINO has a fallback
    import openvino

    return openvino


class OpenVino(ConvertedOnce):
    """OpenVINO's CPU plugin."""

    key = "openvino"
    title = "OpenVINO"
    help = (
        "Converts the model to OpenVINO's format and runs it with kernels tuned to the CPU's vector units, in a memory layout chosen per"
        " layer. It does not help on CPUs for which it has no tuned kernels, nor models bound by memory bandwidth."
    )
    precisions = ("fp32", "bf16")
    needs = (extra("openvino", "OpenVINO", "openvino"), extra("onnxscript", "onnxscript, which exports ONNX", "openvino"))
    distribution = "openvino"

    def convert(self, model: nn.Module, example: torch.Tensor, folder: Path, setting: Setting) -> Path:
        """Write graph and weights; the weights are in FP32 for every precision."""
        openvino = imported()
        with tempfile.TemporaryDirectory(prefix="gpuscope-onnx-") as name:
            converted = openvino.Core().read_model(self.export(model, example, Path(name), setting))
            path = folder / "model.xml"
            openvino.save_model(converted, path, compress_to_fp16=False)
        return path

    def open(self, path: Path, example: torch.Tensor, setting: Setting) -> Callable[[torch.Tensor], torch.Tensor]:
        """Return the compiled model's forward pass."""
        import torch

        openvino = imported()

        precision = {"fp32": openvino.Type.f32, "bf16": openvino.Type.bf16}[setting.precision.key]
        settings = {"INFERENCE_PRECISION_HINT": precision, "INFERENCE_NUM_THREADS": torch.get_num_threads()}
        request = openvino.Core().compile_model(path, "CPU", settings).create_infer_request()

        def forward(images: torch.Tensor) -> torch.Tensor:
            result = request.infer({0: images.numpy()}, share_inputs=True, share_outputs=False)
            return torch.from_numpy(result[0])

        return forward
