"""Forks after five steps: the child makes three steps and leaves by os._exit, the parent makes fifteen more."""

import os

import torch
from torch import nn

torch.manual_seed(0)
torch.set_num_threads(1)
model = nn.Linear(10, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)


def steps(count: int) -> float:
    for _ in range(count):
        optimizer.zero_grad()
        loss = model(torch.randn(8, 10)).square().mean()
        loss.backward()
        optimizer.step()
    return float(loss.detach())


steps(5)
child = os.fork()
if child == 0:
    steps(3)
    os._exit(7)
print("child", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), "loss", steps(15).hex())
