"""Pruning: unstructured, 2:4, and structured."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from gpuscope.workloads.optimizations.optimization import Compression, weighted

if TYPE_CHECKING:
    import torch
    from torch import nn

    from gpuscope.core.runspec import ResolvedSpec
    from gpuscope.workloads.steps.setting import Precision, Setting
    from gpuscope.workloads.workload import Workload


class PruneUnstructured(Compression):
    """Global magnitude pruning (Han et al., arXiv 1506.02626), without fine-tuning."""

    key = "prune-50"
    title = "Pruning, 50 % of the weights"
    help = (
        "Sets the smaller half of all weights, by magnitude, to zero. It shows what that costs in accuracy; a compressed file shrinks. It"
        " does not help speed or memory by itself: zeros are stored and multiplied like other numbers."
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
        self._zeros = sum(int((weight == 0).sum()) for weight in weights) / sum(weight.numel() for weight in weights)
        return model

    def facts(self) -> Mapping[str, Any]:
        """Return the share of zeros among the weights."""
        return {"zero_weights": self._zeros}


_MODERN = (8, 0)
"""Compute capability of Ampere, the first with sparse tensor cores (Mishra et al., arXiv 2104.08378)."""


class SparseTwoOfFour(Compression):
    """2:4 pruning by magnitude; NVIDIA GPUs of compute capability 8.0 or higher store linear layers in the semi-structured format."""

    key = "sparse-2-4"
    title = "2:4 sparsity"
    help = (
        "Sets the two smaller of every four consecutive weights to zero, the pattern that tensor cores of NVIDIA GPUs of compute"
        " capability 8.0 or higher skip, in torch for linear layers in bf16 and fp16. It does not help speed in other number formats, on"
        " CPUs or older GPUs, where it shows the cost in accuracy only, nor small layers, nor convolutions."
    )
    excludes = ("prune-50",)

    def __init__(self) -> None:
        self._packed = 0
        self._reason = ""

    def transform(self, model: nn.Module, setting: Setting) -> nn.Module:
        """Set weights of linear layers and convolutions to zero, and convert the layers that the device can multiply in sparse form."""
        import torch

        for layer in weighted(model):
            if layer.weight[0].numel() % 4 == 0:
                layer.weight = torch.nn.Parameter(two_of_four(layer.weight.detach()), requires_grad=False)
        precision = setting.precision
        self._reason = _unpackable(setting.device, precision)
        if not self._reason:
            self._packed = sum(_pack(layer, precision.computed) for layer in weighted(model) if isinstance(layer, torch.nn.Linear))
        return model

    def facts(self) -> Mapping[str, Any]:
        """Return the number of layers in sparse form, and the reason if the device does not support it."""
        return {"sparse_layers": self._packed, **({"sparse_layers_reason": self._reason} if self._reason else {})}


def two_of_four(weight: torch.Tensor) -> torch.Tensor:
    """Return weights (outputs, …) with the two smaller of every four along the inputs set to zero."""
    import torch

    parted = weight.flatten(1).unflatten(1, (-1, 4))
    mask = torch.zeros_like(parted).scatter_(2, parted.abs().topk(2, dim=2).indices, 1.0)
    return (parted * mask).reshape(weight.shape)


def _unpackable(device: torch.device, precision: Precision) -> str:
    import torch

    if device.type != "cuda":
        return "only NVIDIA GPUs of compute capability 8.0 or higher multiply in the sparse form"
    major, minor = torch.cuda.get_device_capability(device)
    if (major, minor) < _MODERN:
        return f"compute capability {major}.{minor}, and the sparse form needs 8.0"
    return "" if precision.key in ("bf16", "fp16") else f"torch multiplies the sparse form in bf16 and fp16, not in {precision.key}"


def _pack(layer: nn.Linear, computed: torch.dtype) -> bool:
    """Store a layer's weights in sparse form, in the type of the products, since autocast cannot convert packed ones.

    Returns:
        Whether torch accepts their shape; otherwise they are unchanged.
    """
    import torch
    from torch.sparse import to_sparse_semi_structured

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that the interface is a prototype
        try:
            layer.weight = torch.nn.Parameter(to_sparse_semi_structured(layer.weight.to(computed)), requires_grad=False)
        except (RuntimeError, ValueError, NotImplementedError):
            return False
    return True


_CHAINS = ("models.images:mlp", "models.images:cnn", "models.images:alexnet", "models.images:vgg")
"""Prefixes of the models that are a plain nn.Sequential."""


def chain_refusal(definition: Workload) -> str | None:
    """Return why a model that is not a plain sequence of layers cannot be halved; None for a plain sequence."""
    return None if definition.model.startswith(_CHAINS) else "its layers do not form a plain chain, and others need what one would lose"


class PruneStructured(Compression):
    """Structured pruning by the norm of each unit's weights (Li et al., arXiv 1608.08710), without fine-tuning."""

    key = "prune-structured"
    title = "Structured pruning, half of each layer"
    help = (
        "Removes the half of each layer's units or channels with the smallest weights, and their inputs in the next layer: layers become"
        " smaller, so that file, memory and time shrink on every device. It does not help accuracy, much of which is lost without further"
        " training; distill adds that."
    )
    excludes = ("distill",)

    def __init__(self) -> None:
        self._facts: Mapping[str, Any] = {}

    def refusal(self, definition: Workload, spec: ResolvedSpec) -> str | None:
        """Reject models with branches."""
        return chain_refusal(definition)

    def transform(self, model: nn.Module, setting: Setting) -> nn.Module:
        """Return the smaller model."""
        from gpuscope.workloads.operation_count import smaller_facts

        smaller = halved(model)
        self._facts = smaller_facts(smaller, setting.spec)
        return smaller

    def facts(self) -> Mapping[str, Any]:
        """Return the smaller model's parameters and operations per step."""
        return self._facts


def halved(model: nn.Module) -> nn.Sequential:
    """Return a copy of a model with half of each layer's outputs, except the last layer's.

    Args:
        model: An nn.Sequential of linear layers, convolutions, batch normalization, and layers without weights.
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
    """Remove the inputs that come from removed outputs; after flattening, a channel is several inputs."""
    from torch import nn

    weight = layer.weight.detach()
    parted = weight.unflatten(1, (width, weight.shape[1] // width))
    layer.weight = nn.Parameter(parted[:, kept].flatten(1, 2))
    _name_sizes(layer)


def _keep_outputs(layer: nn.Linear | nn.Conv2d, count: int) -> torch.Tensor:
    """Keep the outputs with the largest weights, in their order, and return their indices."""
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
