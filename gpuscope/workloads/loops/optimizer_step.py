"""One step of a training, the losses that it gives, and a training that begins anew behind its warm-up."""

import math
import time
from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import nn
from torch.nn.functional import cross_entropy

from gpuscope.probe.channel import Channel
from gpuscope.workloads.data.batches import Batches, LoadedBatches
from gpuscope.workloads.precision import Precision
from gpuscope.workloads.steps.phases import Lap, no_lap
from gpuscope.workloads.steps.warm_up import WarmUp


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


_INTERVAL_S = 0.1
"""Shortest interval between two reports of the loss."""
_KEPT = 10
"""Losses kept of the first steps, for the comparison with FP64 (TrainingDrift)."""


class LossWatch:
    """Reports the losses of each block of steps.

    Args:
        channel: To the recorder.
        warm_up: State of the run's warm-up.

    Attributes:
        first: The losses of the first steps, a few at most.
    """

    def __init__(self, channel: Channel, warm_up: WarmUp) -> None:
        self._channel = channel
        self._warm_up = warm_up
        self._told_s = -math.inf
        self._is_finite = True
        self.first: list[Any] = []

    def __call__(self, losses: Sequence[Any], first: int) -> None:
        """Report a block's last loss, and once the step from which losses are not finite.

        Args:
            losses: Tensors of one number each, of steps that have ended.
            first: Steps before the first of these, warm-up included.
        """
        if len(self.first) < _KEPT:
            self.first += [loss.detach() for loss in losses[: _KEPT - len(self.first)]]
        last = losses[-1].item()
        if self._is_finite and not math.isfinite(last):
            self._is_finite = False
            step, value = next((step, value) for step, loss in enumerate(losses, first + 1) if not math.isfinite(value := loss.item()))
            message = f"loss is {_word(value)} from {self._step_words(step)} on"
            self._channel.log(message, level="warning", step=step, values={"loss": value})
        now = time.monotonic()
        if now - self._told_s >= _INTERVAL_S:
            self._told_s = now
            self._channel.log(values={"loss": last}, step=first + len(losses))

    def _step_words(self, step: int) -> str:
        before = self._warm_up.steps
        return f"warm-up step {step}" if before is None else f"step {step - before}"


def _word(value: float) -> str:
    return "NaN" if math.isnan(value) else "infinite"


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
