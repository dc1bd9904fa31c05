"""Dies in step 37, in the forward pass, from an exception class of its own, with its own excepthook."""

import sys

import torch
from torch import nn


def told(kind: type, error: BaseException, _traceback: object) -> None:
    print("the program's own word:", kind.__name__, error, file=sys.stderr)


sys.excepthook = told
torch.manual_seed(0)
model = nn.Linear(10, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)
for number in range(1, 101):
    if number == 37:
        model(torch.randn(8, 11))
    optimizer.zero_grad()
    model(torch.randn(8, 10)).square().mean().backward()
    optimizer.step()
