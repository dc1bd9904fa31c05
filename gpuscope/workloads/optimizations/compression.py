"""What compressions have in common: they work on a trained model, whose accuracy and size are told before and after."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from gpuscope.workloads.optimizations.optimization import Optimization

if TYPE_CHECKING:
    from torch import nn


class Compression(Optimization):
    """A compression of a trained model."""

    tasks: ClassVar[tuple[str, ...]] = ("inference",)
    compresses: ClassVar[bool] = True


def weighted(model: nn.Module) -> list[nn.Linear | nn.Conv2d]:
    """Return the layers of a model that hold nearly all of its weights."""
    from torch import nn

    return [module for module in model.modules() if isinstance(module, nn.Linear | nn.Conv2d)]
