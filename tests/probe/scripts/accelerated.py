"""A hand-written loop with Accelerate: 15 steps over two batches of 4 each, in one process or in each rank of ``accelerate launch``."""

import torch
from accelerate import Accelerator
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
accelerator = Accelerator(cpu=True, gradient_accumulation_steps=2)
data = DataLoader(TensorDataset(torch.randn(120 * accelerator.num_processes, 16)), batch_size=4)
model = nn.Linear(16, 1)
model, optimizer, data = accelerator.prepare(model, torch.optim.SGD(model.parameters(), lr=1e-2), data)
for (inputs,) in data:
    with accelerator.accumulate(model):
        loss = model(inputs).square().mean()
        accelerator.backward(loss)
        optimizer.step()
        optimizer.zero_grad()
accelerator.print("loss", float(loss.detach()).hex())
accelerator.end_training()
