"""Plain training: 60 steps of 16 samples over three epochs, a test after each epoch, and a checkpoint in the working folder.

It writes the weights and the optimizer's state, the contents of a pickle of that state, and the loss.
"""

import pickle
from pathlib import Path

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(20, 64), nn.ReLU(), nn.Linear(64, 1))
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
train = DataLoader(TensorDataset(torch.randn(320, 20), torch.randn(320, 1)), batch_size=16, shuffle=True)
test = DataLoader(TensorDataset(torch.randn(64, 20), torch.randn(64, 1)), batch_size=16)

for _ in range(3):
    for inputs, targets in train:
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(inputs), targets)
        loss.backward()
        optimizer.step()
    model.eval()
    with torch.no_grad():
        total = sum(nn.functional.mse_loss(model(inputs), targets) for inputs, targets in test)
    model.train()
torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict()}, "checkpoint.pt")
Path("optimizer.txt").write_text(str(sorted(optimizer.__getstate__())))
Path("loss.txt").write_text(float(loss.detach()).hex())
print("saved", len(pickle.dumps(optimizer)), "loss", float(loss).hex(), float(total).hex())
