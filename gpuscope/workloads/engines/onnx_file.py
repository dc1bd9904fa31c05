"""A model as an ONNX file, by torch's exporter."""

from pathlib import Path

import torch
from torch import nn


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
    return sum(one.numel() * one.element_size() for one in (*model.parameters(), *model.buffers()))
