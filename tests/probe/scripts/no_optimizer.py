"""No torch optimizer: 18 steps in which the weights are updated by hand."""

import torch

torch.manual_seed(0)
weights = torch.randn(10, requires_grad=True)
for _ in range(18):
    loss = (torch.randn(8, 10) @ weights).square().mean()
    loss.backward()
    with torch.no_grad():
        weights -= 0.01 * weights.grad
    weights.grad = None
print("loss", float(loss).hex())
