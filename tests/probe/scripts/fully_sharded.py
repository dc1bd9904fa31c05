"""FSDP2: 15 steps over batches of 8 of a model whose layers are sharded over the ranks of torchrun."""

import torch
from torch import distributed, nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.utils.data import DataLoader, TensorDataset

distributed.init_process_group("gloo")
mesh = init_device_mesh("cpu", (distributed.get_world_size(),))
torch.manual_seed(0)
model = nn.Sequential(nn.Linear(16, 64), nn.ReLU(), nn.Linear(64, 1))
for part in (model[0], model[2], model):
    fully_shard(part, mesh=mesh)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
for (inputs,) in DataLoader(TensorDataset(torch.randn(120, 16)), batch_size=8):
    model(inputs).square().mean().backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    optimizer.zero_grad()
distributed.destroy_process_group()
