"""Gradient accumulation: 25 steps, each of four batches of 8 samples, and gradient clipping."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
model = nn.Linear(10, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=1e-2, momentum=0.9)
loader = DataLoader(TensorDataset(torch.randn(800, 10), torch.randn(800, 1)), batch_size=8)

for number, (inputs, targets) in enumerate(loader, start=1):
    loss = nn.functional.mse_loss(model(inputs), targets) / 4
    loss.backward()
    if number % 4 == 0:
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()
print("loss", float(loss).hex())
