"""Inference on 20 batches of 16 that a device gives back, and then torch.compile, which this program is the first to import."""

import sys
from typing import Any

import simulated_device  # type: ignore[import-not-found]  # noqa: F401 - for the device
import torch
from torch import nn
from torch.overrides import TorchFunctionMode
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
model = nn.Linear(4, 1)
total = 0.0
with torch.no_grad():
    for (batch,) in DataLoader(TensorDataset(torch.rand(320, 4)), batch_size=16):
        total += float(model(batch.to("simulated").cpu().as_subclass(torch.Tensor)).sum())


class Doubling(TorchFunctionMode):  # type: ignore[misc]  # of torch, which is not followed here
    def __torch_function__(self, function: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        result = function(*args, **(kwargs or {}))
        return 2 * result if function is torch.Tensor.to else result


print("imported", "torch._dynamo" in sys.modules)


@torch.compile(backend="eager", fullgraph=True)  # type: ignore[untyped-decorator]
def compiled(values: torch.Tensor) -> torch.Tensor:
    return torch.Tensor.cpu(values.to(torch.float64)) + 1


print(total.hex(), compiled(torch.ones(3)).tolist())
with Doubling():
    print(compiled(torch.ones(3)).tolist())
