"""LBFGS: 8 steps, each of which calls its closure several times."""

import torch
from torch import nn

torch.manual_seed(0)
model, inputs, targets = nn.Linear(10, 1), torch.randn(64, 10), torch.randn(64, 1)
optimizer = torch.optim.LBFGS(model.parameters(), lr=0.1, max_iter=5)
calls = 0


def closure() -> torch.Tensor:
    global calls
    calls += 1
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(model(inputs), targets)
    loss.backward()
    return loss


for _ in range(8):
    loss = optimizer.step(closure)
print("loss", float(loss).hex(), "calls", calls)
