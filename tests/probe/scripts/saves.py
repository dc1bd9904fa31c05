"""Five steps, and a checkpoint in the working folder: weights and the optimizer's state, what a pickle of it holds, the loss."""

from pathlib import Path

import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(10, 1)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for _ in range(5):
    optimizer.zero_grad()
    loss = model(torch.randn(8, 10)).square().mean()
    loss.backward()
    optimizer.step()
torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict()}, "checkpoint.pt")
Path("optimizer.txt").write_text(str(sorted(optimizer.__getstate__())))
Path("loss.txt").write_text(float(loss.detach()).hex())
