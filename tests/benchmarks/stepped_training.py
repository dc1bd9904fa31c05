"""A plain, endless training loop, bare or with the lines that a tool requires; timestamps the end of each step. A program for bench_tools.

Arguments: the tool whose lines to use, and the file of timestamps (``time.monotonic_ns`` and ``time.thread_time_ns``, each as int64).
"""

import importlib
import os
import struct
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

TOOL, STAMPS = sys.argv[1:]
torch.set_num_threads(1)
torch.manual_seed(0)
layers = [layer for _ in range(16) for layer in (nn.Linear(64, 64), nn.ReLU())]
model = nn.Sequential(*layers, nn.Linear(64, 10))  # many small calls, like a host with a GPU; fits the cache, so that all loops run alike
optimizer = torch.optim.SGD(model.parameters(), lr=1e-3, momentum=0.9)
loader = DataLoader(TensorDataset(torch.randn(1024, 64), torch.randint(0, 10, (1024,))), batch_size=32, shuffle=True)

Step = Callable[[], AbstractContextManager[object]]
Log = Callable[[float], None]


def traceml() -> tuple[Step, Log]:
    """Mark steps as TraceML's README shows for a plain loop."""
    client = importlib.import_module("traceml_ai")
    client.init(mode="auto")
    return lambda: client.trace_step(model), lambda _: None


def wandb() -> tuple[Step, Log]:
    """Log each step's loss to an offline run."""
    client = importlib.import_module("wandb")
    run = client.init(mode="offline", project="benchmark", settings=client.Settings(console="off"))
    return nullcontext, lambda loss: run.log({"loss": loss})


def codecarbon() -> tuple[Step, Log]:
    """Measure emissions at the default interval, 15 s."""
    importlib.import_module("codecarbon").OfflineEmissionsTracker(country_iso_code="DEU", output_dir=".", log_level="error").start()
    return nullcontext, lambda _: None


def torch_profiler() -> tuple[Step, Log]:
    """Profile continuously, with shapes, in pieces of 100 steps that are discarded."""
    schedule = torch.profiler.schedule(wait=0, warmup=1, active=100)
    profiler = torch.profiler.profile(
        activities=[torch.profiler.ProfilerActivity.CPU], schedule=schedule, record_shapes=True, on_trace_ready=lambda _: None
    )
    profiler.start()
    return nullcontext, lambda _: profiler.step()


TOOLS: dict[str, Callable[[], tuple[Step, Log]]] = {
    "traceml": traceml,
    "wandb": wandb,
    "codecarbon": codecarbon,
    "torch_profiler": torch_profiler,
}


def batches() -> Iterator[list[torch.Tensor]]:
    """Yield batches endlessly."""
    while True:
        yield from loader


step, log = TOOLS[TOOL]() if TOOL in TOOLS else (nullcontext, lambda _: None)
with open(STAMPS, "ab", buffering=0) as file:
    print(os.getpid(), flush=True)
    for images, labels in batches():
        with step():
            optimizer.zero_grad(set_to_none=True)
            loss = nn.functional.cross_entropy(model(images), labels)
            loss.backward()
            optimizer.step()
        log(loss.item())
        file.write(struct.pack("qq", time.monotonic_ns(), time.thread_time_ns()))
