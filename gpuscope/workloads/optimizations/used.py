"""The optimizations of one run, applied one after another."""

import contextlib
import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import torch
from torch import nn

from gpuscope.core.quantity import Quantity
from gpuscope.workloads.optimizations.parallel_training import ParallelTraining
from gpuscope.workloads.optimizations.registry import chosen
from gpuscope.workloads.steps.setting import Setting


class Used:
    """The optimizations that a run's spec chooses, in the registry's order.

    Args:
        setting: The run; the optimizations' per-process state is set by the constructor.
    """

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._all = chosen(setting.spec)
        for optimization in self._all:
            optimization.begin(setting)

    @property
    def compresses(self) -> bool:
        """Whether any optimization changes the trained weights."""
        return any(optimization.compresses for optimization in self._all)

    @property
    def reforms(self) -> bool:
        """Whether any optimization changes how the model computes without changing its trained weights."""
        return any(not optimization.compresses for optimization in self._all)

    @property
    def micro_batches(self) -> int:
        """Number of micro-batches per step."""
        return math.prod(optimization.micro_batches for optimization in self._all)

    @property
    def parallel(self) -> ParallelTraining | None:
        """The optimization that spreads the training over ranks; None for a single process."""
        return next((optimization for optimization in self._all if isinstance(optimization, ParallelTraining)), None)

    def compress(self, model: nn.Module) -> nn.Module:
        """Apply the optimizations that change the trained weights, and return the model; the others are applied later."""
        for optimization in self._all:
            model = optimization.transform(model, self._setting) if optimization.compresses else model
        return model

    def transform(self, model: nn.Module) -> nn.Module:
        """Apply the other optimizations to the result of :meth:`compress`, and return the model to run."""
        for optimization in self._all:
            model = model if optimization.compresses else optimization.transform(model, self._setting)
        return model

    def batch(self, images: torch.Tensor) -> torch.Tensor:
        """Return a batch in the form that the model takes."""
        for optimization in self._all:
            images = optimization.batch(images)
        return images

    def optimizer_arguments(self) -> dict[str, Any]:
        """Return arguments for the optimizer."""
        return {key: value for optimization in self._all for key, value in optimization.optimizer_arguments().items()}

    @contextlib.contextmanager
    def around_step(self) -> Iterator[None]:
        """Enter the contexts of all optimizations, around every forward and backward pass."""
        with contextlib.ExitStack() as stack:
            for optimization in self._all:
                stack.enter_context(optimization.around_step())
            yield

    def wrap_step(self, step: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function that takes one step."""
        for optimization in self._all:
            step = optimization.wrap_step(step, self._setting)
        return step

    def values(self) -> Mapping[str, Quantity]:
        """Return the quantities that the optimizations themselves measured, by metric key."""
        return {key: value for optimization in self._all for key, value in optimization.values().items()}

    def facts(self) -> Mapping[str, Any]:
        """Return facts for the run's environment."""
        return {key: value for optimization in self._all for key, value in optimization.facts().items()}
