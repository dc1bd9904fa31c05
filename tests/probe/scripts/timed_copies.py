"""Training on batches that go to a device and come back, each copy taking a known time; prints the phases by its own stopwatch.

The arguments: milliseconds of a copy to the device, of a copy back, of the forward pass, and what is trained: "loaded" batches,
"prefetched" ones, each copied before the loader is asked for the next, as Accelerate does, one "kept" without a loader, or "filled" ones,
each copied into the same memory, as for CUDA graphs. With a further argument, it reports its steps and the copies to the device itself.
"""

import sys
import time
from collections.abc import Iterator
from contextlib import nullcontext
from importlib import import_module
from itertools import repeat

import simulated_device  # type: ignore[import-not-found]  # beside this program
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

TO, BACK, FORWARD = (float(milliseconds) / 1e3 for milliseconds in sys.argv[1:4])
STEPS = 40
gpuscope = import_module("gpuscope") if len(sys.argv) > 5 else None
simulated_device.copy_s.update({"to it": TO, "from it": BACK})
model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=1e-6)
loader = DataLoader(TensorDataset(torch.ones(STEPS, 4)))
spent, last = {"copy": 0.0, "rest": 0.0}, time.perf_counter()


def lap(phase: str) -> None:
    global last
    now = time.perf_counter()
    spent[phase] += now - last
    last = now


buffer, on_host = torch.empty(1, 4).to("simulated"), torch.empty(1, 4)


def filled(batch: torch.Tensor) -> torch.Tensor:
    lap("rest")
    buffer.copy_(batch)
    lap("copy")
    on_host.copy_(batch)  # which goes to no other device
    return buffer


def copied(batch: torch.Tensor) -> torch.Tensor:
    lap("rest")
    with gpuscope.phase("copy") if gpuscope else nullcontext():
        on_device = batch.to("simulated", non_blocking=True)
    lap("copy")
    return on_device


def prefetched() -> Iterator[torch.Tensor]:
    batches = iter(loader)
    batch = next(batches)[0]
    for following in batches:
        on_device = copied(batch)
        yield on_device
        batch = following[0]


batches = {
    "loaded": (copied(batch) for (batch,) in loader),
    "prefetched": prefetched(),
    "filled": (filled(batch) for (batch,) in loader),
    "kept": map(copied, repeat(torch.ones(1, 4), STEPS)),
}
for number, on_device in enumerate(batches[sys.argv[4]]):
    lap("rest")
    values = on_device.cpu().as_subclass(torch.Tensor)
    lap("copy")
    time.sleep(FORWARD)
    values.double().to(torch.float32).cpu()  # nothing goes to another device
    model(values).sum().backward()
    optimizer.step()
    if gpuscope:
        gpuscope.step()
    if number == 0:  # the beginning of the first step is not detected
        spent["copy"], spent["rest"], last = 0.0, 0.0, time.perf_counter()
lap("rest")
print(*(f"{phase}={seconds / sum(spent.values())}" for phase, seconds in spent.items()))
