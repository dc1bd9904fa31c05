"""JAX, whose compiler is XLA."""

from __future__ import annotations

import copy
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from gpuscope.workloads.engines.converted import Converted
from gpuscope.workloads.needs import extra

if TYPE_CHECKING:
    import torch
    from torch import nn

    from gpuscope.workloads.steps.setting import Setting

_WEIGHTS = "weights.pt"


class JaxXla(Converted):
    """The model's graph in JAX, compiled by XLA."""

    key = "jax"
    title = "JAX (XLA)"
    help = (
        "Translates the model to JAX and compiles it as a whole with XLA, which fuses operations and plans memory ahead. In bf16 and fp16"
        " weights and sums are in that format too. It does not help where the batch size varies, since each size is compiled again, nor"
        " where the CPU library's convolutions are faster."
    )
    devices = ("cpu", "cuda")
    precisions = ("fp64", "fp32", "tf32", "bf16", "fp16")
    needs = (extra("jax", "JAX", "jax"), extra("flatbuffers", "flatbuffers, in which JAX writes a model", "jax"))
    distribution = "jax"

    def convert(self, model: nn.Module, example: torch.Tensor, folder: Path, setting: Setting) -> Path:
        """Write the graph as StableHLO, and the weights to a second file."""
        _prepare(setting)
        import jax
        import jax.export
        import torch

        from gpuscope.workloads.engines.jax_graph import as_function

        computed = setting.precision.computed
        images = _cast(example, computed)
        forward, weights = as_function(copy.deepcopy(model).to(computed), images)
        shapes = jax.eval_shape(lambda *values: values, {name: _array(weight) for name, weight in weights.items()}, _array(images))
        path = folder / "model.stablehlo"
        path.write_bytes(jax.export.export(jax.jit(forward), platforms=[setting.device.type])(*shapes).serialize())
        torch.save(dict(weights), folder / _WEIGHTS)
        return path

    def open(self, path: Path, example: torch.Tensor, setting: Setting) -> Callable[[torch.Tensor], torch.Tensor]:
        """Return the compiled graph's forward pass, which waits for its result."""
        import jax
        import jax.export
        import torch

        computed = setting.precision.computed
        kept = torch.load(path.parent / _WEIGHTS, map_location=setting.device)
        weights = {name: _array(weight) for name, weight in kept.items()}
        images = _array(_cast(example, computed))
        compiled = jax.jit(jax.export.deserialize(bytearray(path.read_bytes())).call).lower(weights, images).compile()

        def forward(images: torch.Tensor) -> torch.Tensor:
            logits = compiled(weights, _array(_cast(images, computed)))
            return torch.from_dlpack(logits.block_until_ready())

        return forward


def _prepare(setting: Setting) -> None:
    """Configure JAX: 64-bit types, products in the run's precision, and no preallocation of the GPU's memory."""
    if setting.device.type == "cuda":
        os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    import jax

    jax.config.update("jax_enable_x64", True)
    jax.config.update("jax_default_matmul_precision", "tensorfloat32" if setting.precision.key == "tf32" else "highest")


def _cast(images: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    return images.to(dtype) if images.is_floating_point() else images


def _array(tensor: torch.Tensor) -> object:
    import jax

    return jax.dlpack.from_dlpack(tensor.detach())
