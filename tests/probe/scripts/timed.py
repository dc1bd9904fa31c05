"""Training whose phases take known times; prints the share of each phase by its own stopwatch."""

import sys
import time

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

DATA, FORWARD, BACKWARD, OPTIMIZER, OTHER = (float(milliseconds) / 1e3 for milliseconds in sys.argv[1:])


class Slow(Dataset):  # type: ignore[misc]  # of torch, which is not followed here
    def __len__(self) -> int:
        return 60

    def __getitem__(self, index: int) -> torch.Tensor:
        time.sleep(DATA)
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


model = nn.Linear(4, 1)
optimizer = Waiting(model.parameters(), lr=1e-6)
spent = dict.fromkeys(("data", "forward", "backward", "optimizer", "other"), 0.0)
last = time.perf_counter()


def lap(phase: str) -> None:
    global last
    now = time.perf_counter()
    spent[phase] += now - last
    last = now


for number, values in enumerate(DataLoader(Slow())):
    lap("data")
    loss = Wait.apply(model(values)).sum()
    lap("forward")
    loss.backward()
    lap("backward")
    optimizer.step()
    optimizer.zero_grad()
    lap("optimizer")
    if number == 0:  # the beginning of the first step is not detected
        spent = dict.fromkeys(spent, 0.0)
    time.sleep(OTHER)
    lap("other")
whole = sum(spent.values())
print(*(f"{phase}={seconds / whole}" for phase, seconds in spent.items()))
