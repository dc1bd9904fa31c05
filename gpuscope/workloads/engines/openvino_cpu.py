"""Intel's OpenVINO on the processor."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from gpuscope.workloads.engines.converted import Converted
from gpuscope.workloads.needs import extra

if TYPE_CHECKING:
    import torch
    from torch import nn

    from gpuscope.workloads.steps.setting import Setting


class OpenVino(Converted):
    """OpenVINO's CPU plugin."""

    key = "openvino"
    title = "OpenVINO"
    help = (
        "Converts the model to Intel's own form and runs it with kernels made for the processor's vector units, layouts chosen for each"
        " layer. It does not help on processors that it has no kernels for, nor models whose time goes into reading memory."
    )
    precisions = ("fp32", "bf16")
    needs = (extra("openvino", "OpenVINO", "openvino"), extra("onnxscript", "onnxscript, which exports ONNX", "openvino"))
    distribution = "openvino"

    def convert(self, model: nn.Module, example: torch.Tensor, folder: Path, setting: Setting) -> Path:
        """Write graph and weights, these in FP32 whatever is computed in."""
        import openvino

        from gpuscope.workloads.engines.fixed_size import write_onnx

        # By ONNX: OpenVINO's own conversion of torch models tells its makers of each.
        with tempfile.TemporaryDirectory(prefix="gpuscope-onnx-") as name:
            converted = openvino.Core().read_model(write_onnx(model, example, Path(name)))
            path = folder / "model.xml"
            openvino.save_model(converted, path, compress_to_fp16=False)
        return path

    def open(self, path: Path, example: torch.Tensor, setting: Setting) -> Callable[[torch.Tensor], torch.Tensor]:
        """Return the compiled model's forward pass."""
        import openvino
        import torch

        precision = {"fp32": openvino.Type.f32, "bf16": openvino.Type.bf16}[setting.precision.key]
        settings = {"INFERENCE_PRECISION_HINT": precision, "INFERENCE_NUM_THREADS": torch.get_num_threads()}
        request = openvino.Core().compile_model(path, "CPU", settings).create_infer_request()

        def forward(images: torch.Tensor) -> torch.Tensor:
            result = request.infer({0: images.numpy()}, share_inputs=True, share_outputs=False)
            return torch.from_numpy(result[0])

        return forward
