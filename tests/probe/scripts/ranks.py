"""Two ranks with torchrun, over gloo: 20 steps of 8 samples each."""

import os
import time

import torch
from torch import distributed, nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

distributed.init_process_group("gloo")
torch.manual_seed(0)
model = DistributedDataParallel(nn.Linear(10, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=1e-2)
data = TensorDataset(torch.randn(320, 10), torch.randn(320, 1))
for inputs, targets in DataLoader(data, batch_size=8, sampler=DistributedSampler(data)):
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(model(inputs), targets)
    loss.backward()
    optimizer.step()
if os.environ["RANK"] == "0":
    print("loss", float(loss.detach()).hex())
distributed.barrier()
# gloo's thread still frees the barrier's Python context. If the interpreter is finalizing by then, that aborts the process (torch 2.13).
time.sleep(0.5)
distributed.destroy_process_group()
