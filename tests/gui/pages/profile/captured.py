"""A small trace that torch really records on the CPU, in a separate process, since the window never imports torch."""

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

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


def recorded_trace(folder: Path, name: str = "trace.json") -> Path:
    """Write a torch.profiler trace of three steps of a small network, with shapes, memory and stacks; return its path.

    It is recorded once for all workers, above their folders.

    Args:
        folder: A test's own.
    """
    shared = folder.parents[1 if "PYTEST_XDIST_WORKER" in os.environ else 0] / "captured-trace.json"
    with shared.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not shared.exists():
            made = shared.with_suffix(".part")
            subprocess.run([sys.executable, "-c", _PROGRAM, str(made)], check=True, capture_output=True, timeout=120)
            made.rename(shared)
    path = folder / name
    shutil.copyfile(shared, path)
    return path
