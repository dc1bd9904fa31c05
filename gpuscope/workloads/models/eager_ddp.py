"""torch's DistributedDataParallel without its import of torch's compiler, a large part of the time until a rank's first step.

It asks the compiler how the reduction of gradients is to be compiled, and has it leave the context around the forward pass out of graphs,
whether or not anything is compiled. gpuscope does not compile what it trains over several ranks.
"""

import inspect
import sys
from collections.abc import Sequence
from contextlib import contextmanager
from types import SimpleNamespace

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel

_COMPILER = "_dynamo"
_NOT_COMPILED = SimpleNamespace(utils=SimpleNamespace(get_optimize_ddp_mode=lambda: "no_optimization"))
"""What the constructor asks of the compiler; only "python_reducer" makes a difference without a graph."""


class _Eager(DistributedDataParallel):  # type: ignore[misc]
    _inside_ddp_forward = contextmanager(inspect.unwrap(DistributedDataParallel._inside_ddp_forward))


def distributed(model: nn.Module, devices: Sequence[torch.device] | None) -> nn.Module:
    """Return the model with its gradients averaged over all ranks, in ``module``; rank 0 broadcasts its weights. Collective."""
    if f"torch.{_COMPILER}" in sys.modules:
        return _Eager(model, device_ids=devices)
    setattr(torch, _COMPILER, _NOT_COMPILED)  # torch imports it when the attribute is missing
    try:
        return _Eager(model, device_ids=devices)
    finally:
        delattr(torch, _COMPILER)
