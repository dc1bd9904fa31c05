"""Inference only: 40 batches of 16 samples."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(20, 64), nn.ReLU(), nn.Linear(64, 1)).eval()
total = 0.0
with torch.inference_mode():
    for (inputs,) in DataLoader(TensorDataset(torch.randn(640, 20)), batch_size=16):
        total += float(model(inputs).sum())
print("total", total.hex())
