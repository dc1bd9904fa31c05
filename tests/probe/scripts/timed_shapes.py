"""Loops of other shapes whose phases take known times, each in a process; prints pid, shape and the shares by its own stopwatch.

A GAN makes two optimizer steps per step, accumulation uses three batches, with workers the loop waits for their batches, and LBFGS runs
forward and backward within its step. With epochs, each begins with new workers, which the first step waits for.
"""

import os
import time

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

STEPS = 24
DATA, FORWARD, BACKWARD, OPTIMIZER, OTHER = 0.004, 0.006, 0.009, 0.003, 0.005


class Slow(Dataset):  # type: ignore[misc]  # of torch, which is not followed here
    def __init__(self, length: int, seconds: float) -> None:
        self._length, self._seconds = length, seconds

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, index: int) -> torch.Tensor:
        time.sleep(self._seconds)
        return torch.full((4,), float(index))


class Wait(torch.autograd.Function):  # type: ignore[misc]
    @staticmethod
    def forward(_context: object, values: torch.Tensor) -> torch.Tensor:
        time.sleep(FORWARD)
        return values.clone()

    @staticmethod
    def backward(_context: object, slope: torch.Tensor) -> torch.Tensor:
        time.sleep(BACKWARD)
        return slope


class Waiting(torch.optim.SGD):  # type: ignore[misc]
    def step(self, closure: None = None) -> None:
        time.sleep(OPTIMIZER)
        super().step(closure)


class Stopwatch:
    def __init__(self) -> None:
        self.spent = dict.fromkeys(("data", "forward", "backward", "optimizer", "other", "nothing"), 0.0)
        self._last = time.perf_counter()

    def lap(self, phase: str) -> None:
        now = time.perf_counter()
        self.spent[phase] += now - self._last
        self._last = now

    def after_step(self, number: int) -> None:
        self.lap("optimizer")
        if number == 0:  # the beginning of the first step is not detected
            self.spent = dict.fromkeys(self.spent, 0.0)
        time.sleep(OTHER)
        self.lap("other")


def train(watch: Stopwatch, model: nn.Module, values: torch.Tensor) -> None:
    loss = Wait.apply(model(values)).sum()
    watch.lap("forward")
    loss.backward()
    watch.lap("backward")


def gan(watch: Stopwatch) -> None:
    models = nn.Linear(4, 1), nn.Linear(4, 1)
    optimizers = [Waiting(model.parameters(), lr=1e-6) for model in models]
    for number, values in enumerate(DataLoader(Slow(STEPS, DATA))):
        watch.lap("data")
        for model, optimizer in zip(models, optimizers, strict=True):
            train(watch, model, values)
            optimizer.step()
            if optimizer is optimizers[0]:
                watch.lap("optimizer")
        watch.after_step(number)


def accumulation(watch: Stopwatch) -> None:
    model = nn.Linear(4, 1)
    optimizer = Waiting(model.parameters(), lr=1e-6)
    for number, values in enumerate(DataLoader(Slow(3 * STEPS, DATA))):
        watch.lap("data")
        train(watch, model, values)
        if number % 3 == 2:
            optimizer.step()
            watch.after_step(number // 3)


def workers(watch: Stopwatch) -> None:
    model = nn.Linear(4, 1)
    optimizer = Waiting(model.parameters(), lr=1e-6)
    for number, values in enumerate(DataLoader(Slow(STEPS, 16 * DATA), num_workers=2)):  # so that the loop waits for them
        watch.lap("data")
        train(watch, model, values)
        optimizer.step()
        watch.after_step(number)


class WaitingLBFGS(torch.optim.LBFGS):  # type: ignore[misc]
    def _add_grad(self, length: float, direction: torch.Tensor) -> None:  # behind each direction that it computes
        time.sleep(OPTIMIZER)
        super()._add_grad(length, direction)


def lbfgs(watch: Stopwatch) -> None:
    model = nn.Linear(4, 1)
    optimizer = WaitingLBFGS(model.parameters(), lr=1e-3, max_iter=4, tolerance_grad=0, tolerance_change=0)
    for number, values in enumerate(DataLoader(Slow(STEPS, DATA))):
        watch.lap("data")

        def closure(values: torch.Tensor = values) -> torch.Tensor:
            watch.lap("optimizer")
            optimizer.zero_grad()
            loss = Wait.apply(model(values)).square().sum()
            watch.lap("forward")
            loss.backward()
            watch.lap("backward")
            return loss

        optimizer.step(closure)
        watch.after_step(number)


def epochs(watch: Stopwatch) -> None:
    model = nn.Linear(4, 1)
    optimizer = Waiting(model.parameters(), lr=1e-6)
    for epoch in range(3):
        batches = iter(DataLoader(Late(50, 0), num_workers=2))
        watch.lap("other")  # which starts the workers
        for number in range(50):
            values = next(batches)
            watch.lap("data")
            loss = model(values).sum()
            watch.lap("forward")
            loss.backward()
            watch.lap("backward")
            optimizer.step()
            watch.lap("optimizer")
            if epoch == number == 0:  # the beginning of the first step is not detected
                watch.spent = dict.fromkeys(watch.spent, 0.0)
        del batches  # which ends them
    watch.lap("nothing")  # what comes after the last step is in none


class Late(Slow):
    """Every worker takes a while to begin."""

    is_first = True

    def __getitem__(self, index: int) -> torch.Tensor:
        if self.is_first:
            self.is_first = False
            time.sleep(0.3)
        return super().__getitem__(index)


for shape in (gan, accumulation, workers, lbfgs, epochs):
    pid = os.fork()
    if pid == 0:
        own = Stopwatch()
        shape(own)
        del own.spent["nothing"]
        whole = sum(own.spent.values())
        shares = (f"{phase}={seconds / whole}" for phase, seconds in own.spent.items())
        print(os.getpid(), shape.__name__, *shares, flush=True)
        os._exit(0)
    os.waitpid(pid, 0)
