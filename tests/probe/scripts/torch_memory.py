"""Four steps in a torch that says it has two GPUs, with known peaks of memory; the program itself resets them after two steps."""

import torch
from torch import nn

peaks = [{"allocated_bytes.all.peak": 3 << 30, "reserved_bytes.all.peak": 5 << 30}, {}]
torch.cuda.is_initialized = lambda: True
torch.cuda.device_count = lambda: 2
torch.cuda.memory_stats = lambda device: peaks[device]

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for number in range(4):
    optimizer.zero_grad()
    model(torch.ones(2, 3)).sum().backward()
    optimizer.step()
    if number == 1:
        peaks[0] = {"allocated_bytes.all.peak": 1 << 30, "reserved_bytes.all.peak": 1 << 30}
peaks[0]["reserved_bytes.all.peak"] = 6 << 30
