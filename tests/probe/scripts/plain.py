"""Plain training: 60 steps of 16 samples over three epochs, a test after each of them, and what would be saved."""

import hashlib
import io
import pickle

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
file = io.BytesIO()
torch.save((model.state_dict(), optimizer.state_dict()), file)
print("saved", hashlib.sha256(file.getvalue()).hexdigest(), len(pickle.dumps(optimizer)))
print("loss", float(loss).hex(), float(total).hex())
