"""The loss of the training batch: told at most ten times a second, exactly, also when it is not finite."""

import math
import time
from collections.abc import Sequence
from typing import Any

from gpuscope.probe.channel import Channel
from gpuscope.workloads.loops.warm_up import WarmUp

_INTERVAL_S = 0.1
_KEPT = 10


class LossWatch:
    """Looks at the losses of each block of steps.

    Args:
        channel: To the recorder.
        warm_up: How far the run's warm-up has come.

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
        """Tell the last of a block's losses, and once from which step on they are not finite.

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
            words = f"loss is {_word(value)} from {self._step_words(step)} on"
            self._channel.log(words, level="warning", step=step, values={"loss": value})
        now = time.monotonic()
        if now - self._told_s >= _INTERVAL_S:
            self._told_s = now
            self._channel.log(values={"loss": last}, step=first + len(losses))

    def _step_words(self, step: int) -> str:
        before = self._warm_up.steps
        return f"warm-up step {step}" if before is None else f"step {step - before}"


def _word(value: float) -> str:
    return "NaN" if math.isnan(value) else "infinite"
