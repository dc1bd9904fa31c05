"""GradScaler with a fused optimizer, which skips updates by itself: 20 steps, of which the 3rd, 7th and 8th overflow."""

import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(10, 1)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3, fused=True)
scaler = torch.amp.GradScaler("cpu", init_scale=128.0)

for number in range(1, 21):
    optimizer.zero_grad()
    loss = model(torch.randn(8, 10)).square().mean()
    scaler.scale(loss * float("inf") if number in (3, 7, 8) else loss).backward()
    scaler.step(optimizer)
    scaler.update()
print("loss", float(loss.detach()).hex(), "scale", scaler.get_scale())
