"""A small trace that torch really records on the CPU, in a separate process, since the window never imports torch."""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import gettempdir

_PROGRAM = """
import sys, torch
from torch.profiler import ProfilerActivity, profile, schedule
torch.set_num_threads(1)
model = torch.nn.Sequential(torch.nn.Linear(32, 64), torch.nn.ReLU(), torch.nn.Linear(64, 10))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
data = torch.randn(16, 32)
def step():
    optimizer.zero_grad()
    model(data).square().mean().backward()
    optimizer.step()
step()
plan = schedule(wait=0, warmup=1, active=3, repeat=1)
write = lambda profiler: profiler.export_chrome_trace(sys.argv[1])
options = dict(record_shapes=True, profile_memory=True, with_flops=True, with_stack=True)
with profile(activities=[ProfilerActivity.CPU], schedule=plan, on_trace_ready=write, **options) as profiler:
    for _ in range(5):
        step()
        profiler.step()
"""


@cache
def recorded_bytes() -> bytes:
    """Return a torch.profiler trace of three steps of a small network, with shapes, memory and stacks."""
    path = Path(gettempdir()) / f"gpuscope-test-trace-{os.getpid()}.json"
    try:
        subprocess.run([sys.executable, "-c", _PROGRAM, str(path)], check=True, capture_output=True, timeout=120)
        return path.read_bytes()
    finally:
        path.unlink(missing_ok=True)


def recorded_trace(folder: Path, name: str = "trace.json") -> Path:
    """Write that trace into a folder, and return its path."""
    path = folder / name
    path.write_bytes(recorded_bytes())
    return path
