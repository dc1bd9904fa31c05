"""Activation checkpointing: activations are computed again in the backward pass instead of being kept."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

from gpuscope.workloads.optimizations.optimization import Optimization

if TYPE_CHECKING:
    from torch import nn

    from gpuscope.workloads.loops.setting import Setting


class ActivationCheckpointing(Optimization):
    """torch.utils.checkpoint: √n segments of a chain of n layers (Chen et al., arXiv 1604.06174), else each of a model's blocks."""

    key = "activation-checkpointing"
    title = "Activation checkpointing"
    help = (
        "Keeps only the activations between segments of the model and computes the others again in the backward pass: less memory for"
        " about a third more computation, so that deeper models or larger batches fit. It does not help speed, nor memory where the"
        " weights and the optimizer's state take most of it."
    )
    tasks = ("training",)

    def transform(self, model: nn.Module, setting: Setting) -> nn.Module:
        """Let segments of the model forget what they have computed."""
        from torch import nn
        from torch.utils.checkpoint import checkpoint, checkpoint_sequential

        if isinstance(model, nn.Sequential):
            segments = max(2, math.isqrt(len(model)))
            model.forward = lambda images: checkpoint_sequential(model, segments, images, use_reentrant=False)
            return model
        for block in _blocks(model):
            block.forward = partial(checkpoint, block.forward, use_reentrant=False)
        return model


def _blocks(model: nn.Module) -> list[nn.Module]:
    """Return the modules of the longest list in the model, such as the blocks of a transformer; the model itself when it has none."""
    from torch import nn

    lists = [one for one in model.modules() if isinstance(one, nn.Sequential | nn.ModuleList)]
    return list(max(lists, key=len).children()) if lists else [model]
