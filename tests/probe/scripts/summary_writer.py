"""A training whose losses go to the SummaryWriter of the module in its argument: tensors, numbers, numpy's scalars."""

import sys
import tempfile
from importlib import import_module

import numpy as np
import torch

torch.manual_seed(0)
layer = torch.nn.Linear(8, 1)
optimizer = torch.optim.SGD(layer.parameters(), lr=0.01)
with tempfile.TemporaryDirectory() as folder, import_module(sys.argv[1]).SummaryWriter(folder) as writer:
    for step in range(12):
        loss = layer(torch.randn(4, 8)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        given = (loss, loss.item(), np.float32(loss.item()), np.array([loss.item()]))[step % 4]
        writer.add_scalar("loss", given, step)
        print("loss", loss.item().hex())
