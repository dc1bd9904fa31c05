"""A single training step, in one piece and in micro-batches."""

import copy
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import torch
from torch import nn

from gpuscope.workloads.loops.optimizer_step import training_step
from gpuscope.workloads.steps.setting import Precision


class OneBatch:
    """The same batch of eight samples at every step."""

    def __init__(self, dtype: torch.dtype) -> None:
        self._images, self._labels = torch.randn(8, 5, dtype=dtype), torch.arange(8) % 3

    def next(self) -> tuple[torch.Tensor, torch.Tensor]:
        return self._images, self._labels


@pytest.mark.parametrize("precision", ["fp64", "fp32", "bf16"])
def test_micro_batches_give_loss_and_gradients_of_the_whole_batch_in_its_type(precision: str) -> None:
    known = Precision(precision, "cpu")
    whole = nn.Linear(5, 3, dtype=known.stored)
    parted, batch = copy.deepcopy(whole), OneBatch(known.stored)
    losses = []
    for model, micro_batches in ((whole, 1), (parted, 4)):
        step = training_step(model, torch.optim.SGD(model.parameters(), lr=0.0), batch, known, micro_batches)  # type: ignore[arg-type]
        losses.append(step().detach())
    near = {"fp64": 1e-14, "fp32": 1e-6, "bf16": 2e-2}[precision]
    assert losses[1].dtype == losses[0].dtype
    assert losses[1].item() == pytest.approx(losses[0].item(), rel=near)
    assert whole.weight.grad is not None
    assert parted.weight.grad is not None
    assert torch.allclose(parted.weight.grad, whole.weight.grad, rtol=near, atol=near)


def test_gradients_are_exchanged_after_the_last_micro_batch_only() -> None:
    """As DistributedDataParallel does in each backward pass outside of ``no_sync``."""
    exchanged: list[bool] = []

    class Replica(nn.Linear):  # type: ignore[misc]
        is_apart = False

        @contextmanager
        def no_sync(self) -> Iterator[None]:
            self.is_apart = True
            yield
            self.is_apart = False

    model = Replica(5, 3)
    model.weight.register_hook(lambda _gradient: exchanged.append(not model.is_apart))
    batch: Any = OneBatch(torch.float32)
    step = training_step(model, torch.optim.SGD(model.parameters(), lr=0.0), batch, Precision("fp32", "cpu"), 4)
    step()
    step()
    assert exchanged == [False, False, False, True] * 2
