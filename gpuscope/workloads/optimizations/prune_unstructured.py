"""Unstructured pruning: the smallest half of all weights becomes zero."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from gpuscope.workloads.optimizations.compression import Compression, weighted

if TYPE_CHECKING:
    from torch import nn

    from gpuscope.workloads.loops.setting import Setting


class PruneUnstructured(Compression):
    """By magnitude over all layers together (Han et al., arXiv 1506.02626), without training afterwards."""

    key = "prune-50"
    title = "Pruning, 50 % of the weights"
    help = (
        "Sets the half of all weights that is smallest in magnitude to zero. It shows how much accuracy that costs, and a file that is"
        " packed shrinks. It does not help speed or memory by itself: the zeros are stored and multiplied like other numbers."
    )

    def __init__(self) -> None:
        self._zeros = 0.0

    def transform(self, model: nn.Module, setting: Setting) -> nn.Module:
        """Set the smallest weights of linear layers and convolutions to zero."""
        from torch.nn.utils import prune

        layers = [(layer, "weight") for layer in weighted(model)]
        prune.global_unstructured(layers, pruning_method=prune.L1Unstructured, amount=0.5)
        for layer, name in layers:
            prune.remove(layer, name)
        weights = [layer.weight for layer, _ in layers]
        self._zeros = sum(int((one == 0).sum()) for one in weights) / sum(one.numel() for one in weights)
        return model

    def facts(self) -> Mapping[str, Any]:
        """Return the share of zeros among the weights."""
        return {"zero_weights": self._zeros}
