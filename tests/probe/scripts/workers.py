"""Batches from two worker processes: 24 steps of 8 samples over two epochs."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
model = nn.Linear(10, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=1e-2)
loader = DataLoader(TensorDataset(torch.randn(96, 10), torch.randn(96, 1)), batch_size=8, num_workers=2)

for _ in range(2):
    for inputs, targets in loader:
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(inputs), targets)
        loss.backward()
        optimizer.step()
print("loss", float(loss).hex())
