"""Leaks: 30 steps, each of which keeps its graph."""

import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(100, 100)
optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)
kept = []
for _ in range(30):
    loss = model(torch.randn(64, 100)).square().mean()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)
    optimizer.step()
    kept.append(loss)
print("loss", float(sum(kept)).hex())
