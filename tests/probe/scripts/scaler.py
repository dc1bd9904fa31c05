"""GradScaler on the CPU: 20 steps, of which the 3rd, 7th and 8th overflow and skip the update."""

import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(10, 1)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
scaler = torch.amp.GradScaler("cpu", init_scale=128.0)

for number in range(1, 21):
    optimizer.zero_grad()
    with torch.autocast("cpu", dtype=torch.bfloat16):
        loss = model(torch.randn(8, 10)).square().mean()
    scaler.scale(loss * float("inf") if number in (3, 7, 8) else loss).backward()
    scaler.step(optimizer)
    scaler.update()
print("loss", float(loss).hex(), "scale", scaler.get_scale())
