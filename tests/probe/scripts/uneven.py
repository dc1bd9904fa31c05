"""Plain training whose last batch of an epoch is smaller: 12 steps over three epochs of 210 samples, in batches of 60, 60, 60 and 30."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
model = nn.Linear(20, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)
train = DataLoader(TensorDataset(torch.randn(210, 20), torch.randn(210, 1)), batch_size=60, shuffle=True)

for _ in range(3):
    for inputs, targets in train:
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(inputs), targets)
        loss.backward()
        optimizer.step()
print("loss", float(loss).hex())
