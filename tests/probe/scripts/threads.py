"""Two threads that train side by side, each its own model: 30 steps of 8 samples in the first, 50 of 4 in the other."""

import threading

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

begun, joined = threading.Event(), threading.Event()
losses: dict[str, str] = {}


def train(name: str, batch: int, steps: int, stepped: threading.Event, goes_on: threading.Event) -> None:
    generator = torch.Generator().manual_seed(0)
    model = nn.Linear(10, 1)
    nn.init.constant_(model.weight, 0.1)
    nn.init.zeros_(model.bias)
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-2)
    for (inputs,) in DataLoader(TensorDataset(torch.randn(batch * steps, 10, generator=generator)), batch_size=batch):
        loss = model(inputs).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        stepped.set()
        goes_on.wait()  # on a busy machine one thread could otherwise end before the other has begun
    losses[name] = float(loss.detach()).hex()


first = threading.Thread(target=train, args=("first", 8, 30, begun, joined))
first.start()
begun.wait()
other = threading.Thread(target=train, args=("other", 4, 50, joined, begun))
other.start()
first.join()
other.join()
print(sorted(losses.items()))
