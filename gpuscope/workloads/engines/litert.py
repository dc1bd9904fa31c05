"""LiteRT (formerly TensorFlow Lite), the runtime for phones and embedded devices, on this CPU."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from gpuscope.workloads.engines.converted import Converted
from gpuscope.workloads.needs import extra

if TYPE_CHECKING:
    import torch
    from torch import nn

    from gpuscope.workloads.steps.setting import Setting


class LiteRt(Converted):
    """A .tflite file, run with XNNPACK's kernels."""

    key = "litert"
    title = "LiteRT (TFLite)"
    help = (
        "Converts the model to a .tflite file for phones and embedded devices, and runs it on this CPU. File and results are those of such"
        " a device, the speed is not. It does not help on a server or desktop CPU, for which it is not tuned."
    )
    needs = (
        extra("litert_torch", "litert-torch, which writes .tflite files", "litert"),
        extra("ai_edge_litert", "the LiteRT runtime", "litert"),
    )
    distribution = "ai-edge-litert"

    def convert(self, model: nn.Module, example: torch.Tensor, folder: Path, setting: Setting) -> Path:
        """Write the .tflite file."""
        import litert_torch

        path = folder / "model.tflite"
        litert_torch.convert(model, (example,)).export(str(path))
        return path

    def open(self, path: Path, example: torch.Tensor, setting: Setting) -> Callable[[torch.Tensor], torch.Tensor]:
        """Return the interpreter's forward pass."""
        import torch
        from ai_edge_litert.interpreter import Interpreter

        interpreter = Interpreter(model_content=path.read_bytes(), num_threads=torch.get_num_threads())
        interpreter.allocate_tensors()
        (images_index,) = (details["index"] for details in interpreter.get_input_details())
        (logits_index,) = (details["index"] for details in interpreter.get_output_details())

        def forward(images: torch.Tensor) -> torch.Tensor:
            interpreter.set_tensor(images_index, images.numpy())
            interpreter.invoke()
            return torch.from_numpy(interpreter.get_tensor(logits_index))

        return forward
