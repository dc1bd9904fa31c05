"""2:4 sparsity: of each four weights that follow one another, the two smallest are zero."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from gpuscope.workloads.optimizations.compression import Compression, weighted

if TYPE_CHECKING:
    import torch
    from torch import nn

    from gpuscope.workloads.loops.setting import Setting

_MODERN = (8, 0)
"""Compute capability of Ampere, the first with sparse tensor cores (Mishra et al., arXiv 2104.08378)."""


class SparseTwoOfFour(Compression):
    """By magnitude; NVIDIA GPUs from compute capability 8.0 on get the packed form for linear layers."""

    key = "sparse-2-4"
    title = "2:4 sparsity"
    help = (
        "Sets the two smaller of each four weights in a row to zero, the pattern that tensor cores of NVIDIA GPUs from compute"
        " capability 8.0 on skip. Elsewhere it shows accuracy alone: on CPUs and older GPUs the zeros are multiplied like other numbers,"
        " and it does not help speed. Nor does it help small layers, or convolutions in torch."
    )
    excludes = ("prune-50",)

    def __init__(self) -> None:
        self._packed = 0
        self._reason = ""

    def transform(self, model: nn.Module, setting: Setting) -> nn.Module:
        """Set weights of linear layers and convolutions to zero, and pack what the device can multiply so."""
        import torch

        for layer in weighted(model):
            if layer.weight[0].numel() % 4 == 0:
                layer.weight = torch.nn.Parameter(two_of_four(layer.weight.detach()), requires_grad=False)
        self._reason = _unpackable(setting.device)
        if not self._reason:
            self._packed = sum(_pack(layer) for layer in weighted(model) if isinstance(layer, torch.nn.Linear))
        return model

    def facts(self) -> Mapping[str, Any]:
        """Return how many layers the device multiplies in the sparse form, and why none."""
        return {"sparse_layers": self._packed, **({"sparse_layers_reason": self._reason} if self._reason else {})}


def two_of_four(weight: torch.Tensor) -> torch.Tensor:
    """Return weights (outputs, …) of which, along all inputs of an output, two of each four are zero: the smaller ones."""
    import torch

    parted = weight.flatten(1).unflatten(1, (-1, 4))
    mask = torch.zeros_like(parted).scatter_(2, parted.abs().topk(2, dim=2).indices, 1.0)
    return (parted * mask).reshape(weight.shape)


def _unpackable(device: torch.device) -> str:
    import torch

    if device.type != "cuda":
        return "only NVIDIA GPUs of compute capability 8.0 or higher multiply in the sparse form"
    major, minor = torch.cuda.get_device_capability(device)
    return "" if (major, minor) >= _MODERN else f"compute capability {major}.{minor}, and the sparse form needs 8.0"


def _pack(layer: nn.Linear) -> bool:
    """Store a layer's weights in the sparse form; False where torch rejects its shape or type, and they stay as they are."""
    import torch
    from torch.sparse import to_sparse_semi_structured

    try:
        layer.weight = torch.nn.Parameter(to_sparse_semi_structured(layer.weight), requires_grad=False)
    except (RuntimeError, ValueError, NotImplementedError):
        return False
    return True
