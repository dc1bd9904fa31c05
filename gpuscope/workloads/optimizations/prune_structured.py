"""Structured pruning: half of the units and channels of each layer are taken out, so that smaller layers are left."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from gpuscope.workloads.optimizations.compression import Compression
from gpuscope.workloads.reference import resolve_reference

if TYPE_CHECKING:
    import torch
    from torch import nn

    from gpuscope.core.runspec import ResolvedSpec
    from gpuscope.workloads.loops.setting import Setting
    from gpuscope.workloads.workload import Workload

_CHAINS = ("models.mlp", "models.cnn", "models.alexnet", "models.vgg")
"""Modules whose networks are one nn.Sequential."""


def chain_refusal(known: Workload) -> str | None:
    """Return why not for a model whose layers do not follow one another."""
    return None if known.model.partition(":")[0] in _CHAINS else "its layers are no plain chain, and what one loses others would miss"


class PruneStructured(Compression):
    """By the norm of each unit's weights (Li et al., arXiv 1608.08710), without training afterwards."""

    key = "prune-structured"
    title = "Structured pruning, half of each layer"
    help = (
        "Takes out the half of each layer's units or channels whose weights are smallest, and what reads them in the next layer: the"
        " layers are smaller, so that file, memory and time shrink on every device. It does not help accuracy: much of it is lost"
        " without further training, which distill adds."
    )
    excludes = ("distill",)

    def __init__(self) -> None:
        self._facts: Mapping[str, Any] = {}

    def refusal(self, known: Workload, spec: ResolvedSpec) -> str | None:
        """Return why not for a model with branches."""
        return chain_refusal(known)

    def transform(self, model: nn.Module, setting: Setting) -> nn.Module:
        """Return the smaller model."""
        smaller = halved(model)
        self._facts = resolve_reference("loops.operation_count:smaller_facts")(smaller, setting.spec)
        return smaller

    def facts(self) -> Mapping[str, Any]:
        """Return the operations of a step, which are fewer."""
        return self._facts


def halved(model: nn.Module) -> nn.Module:
    """Return a chain of layers with half of the outputs of each, but all of the last; the given one is not changed.

    Args:
        model: An nn.Sequential of linear layers, convolutions, batch normalization, and what has no weights.
    """
    from torch import nn

    layers = deepcopy(list(model.children()))
    with_weights = [layer for layer in layers if isinstance(layer, nn.Linear | nn.Conv2d)]
    kept: torch.Tensor | None = None
    width = 0
    for layer in layers:
        if isinstance(layer, nn.BatchNorm2d) and kept is not None:
            _keep_norms(layer, kept)
        elif isinstance(layer, nn.Linear | nn.Conv2d):
            if kept is not None:
                _keep_inputs(layer, kept, width)
            width = len(layer.weight)
            kept = _keep_outputs(layer, width if layer is with_weights[-1] else (width + 1) // 2)
    return nn.Sequential(*layers)


def _keep_inputs(layer: nn.Linear | nn.Conv2d, kept: torch.Tensor, width: int) -> None:
    """Drop what reads outputs that are gone; behind a flattening a channel is several inputs."""
    from torch import nn

    weight = layer.weight.detach()
    parted = weight.unflatten(1, (width, weight.shape[1] // width))
    layer.weight = nn.Parameter(parted[:, kept].flatten(1, 2))
    _name_sizes(layer)


def _keep_outputs(layer: nn.Linear | nn.Conv2d, count: int) -> torch.Tensor:
    """Keep the outputs of the largest weights, in their order, and return which."""
    from torch import nn

    weight = layer.weight.detach()
    kept: torch.Tensor = weight.flatten(1).norm(dim=1).topk(count).indices.sort().values
    layer.weight = nn.Parameter(weight[kept])
    if layer.bias is not None:
        layer.bias = nn.Parameter(layer.bias.detach()[kept])
    _name_sizes(layer)
    return kept


def _keep_norms(layer: nn.BatchNorm2d, kept: torch.Tensor) -> None:
    from torch import nn

    layer.num_features = len(kept)
    for name in ("weight", "bias"):
        setattr(layer, name, nn.Parameter(getattr(layer, name).detach()[kept]))
    for name in ("running_mean", "running_var"):
        setattr(layer, name, getattr(layer, name)[kept])


def _name_sizes(layer: nn.Linear | nn.Conv2d) -> None:
    from torch import nn

    outputs, inputs = layer.weight.shape[:2]
    if isinstance(layer, nn.Linear):
        layer.in_features, layer.out_features = inputs, outputs
    else:
        layer.in_channels, layer.out_channels = inputs, outputs
