"""A single training step, reporting of losses, and the restart of a training after its warm-up."""

import math
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import torch
from torch import nn
from torch.nn.functional import cross_entropy

from gpuscope.core import figures
from gpuscope.core.event import REPORT
from gpuscope.probe.channel import Channel
from gpuscope.workloads.data.batches import Batches, LoadedBatches
from gpuscope.workloads.steps.phases import Lap, no_lap
from gpuscope.workloads.steps.setting import Precision
from gpuscope.workloads.steps.warm_up import WarmUp


def training_step(
    model: nn.Module, optimizer: torch.optim.Optimizer, batches: Batches | LoadedBatches, precision: Precision, micro_batches: int = 1
) -> Callable[..., torch.Tensor]:
    """Return the function that takes one step and returns its loss; its optional argument is called at the end of each phase."""
    autocast, scaler = precision.autocast(), precision.scaler()
    # DDP exchanges the gradients in every backward pass; before the last micro-batch that would be for nothing.
    unsynchronized: Callable[[], AbstractContextManager[object]] = getattr(model, "no_sync", nullcontext)

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
        losses = []
        for number, part in enumerate(zip(images.chunk(micro_batches), labels.chunk(micro_batches), strict=True), 1):
            with nullcontext() if number == micro_batches else unsynchronized():
                loss = forward(*part) / micro_batches
                lap("forward")
                backward(loss)
                lap("backward")
            losses.append(loss.detach())
        update()
        lap("optimizer")
        return torch.stack(losses).sum()

    return step if micro_batches == 1 else accumulating_step


_INTERVAL_S = 0.1
"""Minimum interval between two reports of the loss."""
_REPORT_S = 5.0
"""Minimum interval between two log lines, which are for reading, not for plotting."""
_KEPT = 10
"""Number of first losses stored for the comparison with FP64 (TrainingDrift)."""


class LossWatch:
    """Reports the losses of each block of steps.

    Args:
        channel: The channel to the recorder.
        warm_up: State of the run's warm-up.
        epoch_steps: Steps per pass over the data; None if there are no epochs.

    Attributes:
        first: Losses of the first steps, at most ten.
    """

    def __init__(self, channel: Channel, warm_up: WarmUp, epoch_steps: float | None = None) -> None:
        self._channel = channel
        self._warm_up = warm_up
        self._epoch_steps = epoch_steps
        self._epoch, self._reported_s = 0, -math.inf
        self._loss_report_s = -math.inf
        self._is_finite = True
        self.first: list[Any] = []

    def __call__(self, losses: Sequence[Any], first: int) -> None:
        """Report a block's last loss, and, once, the first step whose loss is not finite.

        Args:
            losses: Scalar tensors of completed steps.
            first: Number of steps before them, including warm-up.
        """
        if len(self.first) < _KEPT:
            self.first += [loss.detach() for loss in losses[: _KEPT - len(self.first)]]
        last = losses[-1].item()
        if self._is_finite and not math.isfinite(last):
            self._is_finite = False
            step, value = next((step, value) for step, loss in enumerate(losses, first + 1) if not math.isfinite(value := loss.item()))
            message = f"loss is {_shown(value)} from {self._step_text(step)} on"
            self._channel.log(message, level="warning", step=step, values={"loss": value})
        now = time.monotonic()
        if now - self._loss_report_s >= _INTERVAL_S:
            self._loss_report_s = now
            self._channel.log(values={"loss": last}, step=first + len(losses))
            self._report(first + len(losses), last, now)

    def _report(self, taken: int, loss: float, now: float) -> None:
        """Report completed epochs, at most every few seconds: an epoch of a small data set may take a fraction of a second."""
        epoch = 0 if not self._epoch_steps else int(taken / self._epoch_steps)
        if epoch > self._epoch and now - self._reported_s >= _REPORT_S:
            self._epoch, self._reported_s = epoch, now
            self._channel.log(f"epoch {epoch} · loss {figures.significant(loss)}", level=REPORT)

    def _step_text(self, step: int) -> str:
        before = self._warm_up.steps
        return f"warm-up step {step}" if before is None else f"step {step - before}"


def _shown(value: float) -> str:
    return "NaN" if math.isnan(value) else "infinite"


class FreshStart:
    """Resets a training to its initial weights, which it stores in main memory.

    Args:
        model: The model to train, with its initial weights.
        optimizer: The model's optimizer.
    """

    def __init__(self, model: nn.Module, optimizer: torch.optim.Optimizer) -> None:
        self._model, self._optimizer = model, optimizer
        self._weights = {
            key: value.detach().to("cpu", copy=True) if isinstance(value, torch.Tensor) else value
            for key, value in model.state_dict().items()
        }

    def __call__(self) -> None:
        """Reset model and optimizer in place, because compiled code and CUDA graphs hold the tensors' addresses."""
        self._model.load_state_dict(self._weights)
        for state in self._optimizer.state.values():
            for value in state.values():
                if isinstance(value, torch.Tensor):
                    value.zero_()
