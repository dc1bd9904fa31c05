"""What engines with a form of their own share, once torch is there: ONNX files, and batches of any size for passes that take one size."""

from collections.abc import Callable
from pathlib import Path

import torch
from torch import nn


class WholeBatches:
    """A forward pass whose form was made for one size of batch: others are cut into such, the last of them filled up.

    Args:
        forward: Takes exactly ``size`` samples.
        size: Samples a batch.
    """

    def __init__(self, forward: Callable[[torch.Tensor], torch.Tensor], size: int) -> None:
        self._forward, self._size = forward, size

    def __call__(self, images: torch.Tensor) -> torch.Tensor:
        """Return the outputs of all samples."""
        count = len(images)
        if count == self._size:
            return self._forward(images)
        rest = -count % self._size
        filled = torch.cat([images, images[-1:].expand(rest, *images.shape[1:])]) if rest else images
        return torch.cat([self._forward(piece.contiguous()) for piece in filled.split(self._size)])[:count]


def write_onnx(model: nn.Module, example: torch.Tensor, folder: Path) -> Path:
    """Export a model for batches of the example's shape; a large one keeps its weights in a second file."""
    path = folder / "model.onnx"
    program = torch.onnx.export(model, (example,), dynamo=True, verbose=False, input_names=["images"], output_names=["logits"])
    if program is None:
        raise RuntimeError("torch.onnx.export returned no program")
    program.save(path, external_data=_bytes(model) > _PROTOBUF_LIMIT)
    return path


_PROTOBUF_LIMIT = 1.5 * 2**30
"""A protobuf message holds 2 GiB at most; the graph needs a little of it."""


def _bytes(model: nn.Module) -> int:
    return sum(tensor.numel() * tensor.element_size() for tensor in (*model.parameters(), *model.buffers()))
