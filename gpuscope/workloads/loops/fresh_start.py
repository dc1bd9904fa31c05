"""A training that begins anew behind its warm-up: however long that took, the measured steps have taught it the same."""

import torch
from torch import nn


class FreshStart:
    """Keeps, in main memory, the weights that a training begins with.

    Args:
        model: As it is trained, its weights fresh.
        optimizer: Of its weights.
    """

    def __init__(self, model: nn.Module, optimizer: torch.optim.Optimizer) -> None:
        self._model, self._optimizer = model, optimizer
        self._weights = {
            key: value.detach().to("cpu", copy=True) if isinstance(value, torch.Tensor) else value
            for key, value in model.state_dict().items()
        }

    def __call__(self) -> None:
        """Give model and optimizer back what they began with; in place, since compiled and recorded steps know where it lies."""
        self._model.load_state_dict(self._weights)
        for state in self._optimizer.state.values():
            for value in state.values():
                if isinstance(value, torch.Tensor):
                    value.zero_()
