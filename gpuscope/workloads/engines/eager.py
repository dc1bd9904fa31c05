"""torch as it is: every operation when it is reached."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from gpuscope.workloads.engines.engine import Engine
from gpuscope.workloads.workload import PRECISIONS

if TYPE_CHECKING:
    import torch
    from torch import nn

    from gpuscope.workloads.loops.setting import Setting


class Eager(Engine):
    """The default."""

    key = "eager"
    title = "torch, eager"
    help = "Runs each operation when it is reached. What all others are compared with."
    tasks = ("training", "inference")
    devices = ("cpu", "cuda", "mps", "xpu")
    precisions = PRECISIONS

    def load(self, model: nn.Module, example: torch.Tensor, setting: Setting) -> Callable[[torch.Tensor], torch.Tensor]:
        """Returns the model."""
        forward: Callable[[torch.Tensor], torch.Tensor] = model
        return forward
