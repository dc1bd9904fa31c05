"""Slow in Python: 40 steps of 4 samples, whose data set computes each sample in a Python loop."""

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


class Sums(Dataset):  # type: ignore[misc]  # of torch, which is not followed here
    def __len__(self) -> int:
        return 160

    def __getitem__(self, index: int) -> torch.Tensor:
        total = 0
        for number in range(20_000):
            total += number * index % 7
        return torch.full((10,), float(total % 11))


torch.manual_seed(0)
model = nn.Linear(10, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=1e-4)
for inputs in DataLoader(Sums(), batch_size=4):
    optimizer.zero_grad()
    loss = model(inputs).square().mean()
    loss.backward()
    optimizer.step()
print("loss", float(loss).hex())
