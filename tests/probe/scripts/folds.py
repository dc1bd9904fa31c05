"""Three folds, each with its own model and optimizer: 10 steps each, 30 in all."""

import torch
from torch import nn

torch.manual_seed(0)
for _ in range(3):
    model = nn.Linear(10, 1)
    optimizer = torch.optim.Adam(model.parameters())
    for _ in range(10):
        optimizer.zero_grad()
        loss = model(torch.randn(8, 10)).square().mean()
        loss.backward()
        optimizer.step()
print("loss", float(loss).hex())
