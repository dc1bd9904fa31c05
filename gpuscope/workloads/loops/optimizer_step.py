"""One step of a training: forward, loss, backward, optimizer."""

from collections.abc import Callable

import torch
from torch import nn
from torch.nn.functional import cross_entropy

from gpuscope.workloads.data.batches import Batches
from gpuscope.workloads.data.loaded_batches import LoadedBatches
from gpuscope.workloads.loops.step_phases import Lap, no_lap
from gpuscope.workloads.precision import Precision


def training_step(
    model: nn.Module, optimizer: torch.optim.Optimizer, batches: Batches | LoadedBatches, precision: Precision, micro_batches: int = 1
) -> Callable[..., torch.Tensor]:
    """Return the function that takes one step and return its loss; it may be given what it calls at the end of each phase."""
    autocast, scaler = precision.autocast(), precision.scaler()

    def forward(images: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
        with autocast:
            return cross_entropy(model(images), labels)

    def backward(loss: torch.Tensor) -> None:
        (loss if scaler is None else scaler.scale(loss)).backward()

    def update() -> None:
        if scaler is None:
            optimizer.step()
        else:
            scaler.step(optimizer)
            scaler.update()

    def step(lap: Lap = no_lap) -> torch.Tensor:
        images, labels = batches.next()
        lap("data")
        loss = forward(images, labels)
        lap("forward")
        optimizer.zero_grad()
        backward(loss)
        lap("backward")
        update()
        lap("optimizer")
        return loss

    def accumulating_step(lap: Lap = no_lap) -> torch.Tensor:
        images, labels = batches.next()
        lap("data")
        optimizer.zero_grad()
        total = torch.zeros((), device=images.device)
        for part in zip(images.chunk(micro_batches), labels.chunk(micro_batches), strict=True):
            loss = forward(*part) / micro_batches
            lap("forward")
            backward(loss)
            lap("backward")
            total += loss.detach()
        update()
        lap("optimizer")
        return total

    return step if micro_batches == 1 else accumulating_step
