"""torch.compile of the whole step, without a compiler: 15 steps; prints the number of graph breaks."""

import torch
from torch import nn
from torch._dynamo.utils import counters

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
inputs, targets = torch.randn(32, 8), torch.randn(32, 1)


@torch.compile(backend="eager")  # type: ignore[untyped-decorator]
def step() -> torch.Tensor:
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(model(inputs), targets)
    loss.backward()
    optimizer.step()
    return loss


for _ in range(15):
    loss = step()
print("loss", float(loss.detach()).hex(), "breaks", sum(counters["graph_break"].values()), "graphs", counters["stats"]["unique_graphs"])
