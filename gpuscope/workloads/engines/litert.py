"""LiteRT, once TensorFlow Lite: the runtime of phones and small devices, here on the processor."""

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
    """A .tflite file run with XNNPACK's kernels."""

    key = "litert"
    title = "LiteRT (TFLite)"
    help = (
        "Converts the model to a .tflite file, as phones and embedded devices take it, and runs that on this processor. The file and its"
        " numbers are those of the device, the speed is not; it does not help on a large processor, which it is not made for."
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
