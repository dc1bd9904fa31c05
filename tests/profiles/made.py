"""Synthetic traces for tests: a few events with known times."""

import json
from pathlib import Path
from typing import Any

from gpuscope.profiles.profile import Profile
from gpuscope.profiles.reading.trace_reader import read_trace

Event = dict[str, Any]


def operator(name: str, ts: float, dur: float, args: Event | None = None, *, tid: int = 1) -> Event:
    """Return an operator call; times in µs."""
    return {"ph": "X", "cat": "cpu_op", "name": name, "pid": 1, "tid": tid, "ts": ts, "dur": dur, "args": args or {}}


def launch(correlation: int, ts: float, dur: float = 1.0, *, tid: int = 1, name: str = "cudaLaunchKernel") -> Event:
    """Return a runtime call that launches a kernel."""
    args = {"correlation": correlation}
    return {"ph": "X", "cat": "cuda_runtime", "name": name, "pid": 1, "tid": tid, "ts": ts, "dur": dur, "args": args}


def kernel(name: str, correlation: int, ts: float, dur: float, args: Event | None = None, *, stream: int = 7, device: int = 0) -> Event:
    """Return a kernel."""
    every = {"correlation": correlation, "device": device, "stream": stream, **(args or {})}
    return {"ph": "X", "cat": "kernel", "name": name, "pid": device, "tid": stream, "ts": ts, "dur": dur, "args": every}


def copy(name: str, correlation: int, ts: float, dur: float, args: Event | None = None) -> Event:
    """Return a copy performed by the device."""
    return kernel(name, correlation, ts, dur, args) | {"cat": "gpu_memcpy"}


def annotation(name: str, ts: float, dur: float) -> Event:
    """Return a range annotated by the program."""
    return {"ph": "X", "cat": "user_annotation", "name": name, "pid": 1, "tid": 1, "ts": ts, "dur": dur}


def small_step() -> list[Event]:
    """Return a step: a linear layer (a GEMM of 10 µs), a collective half overlapped by it, and a copy after a gap of 5 µs."""
    return [
        annotation("ProfilerStep#3", 0, 100),
        operator("aten::linear", 1, 20),
        operator("aten::addmm", 2, 10, {"Input Dims": [[8], [4, 16], [16, 8]], "Input type": ["float", "float", "float"]}),
        launch(1, 3),
        operator("c10d::allreduce_", 30, 5),
        launch(2, 31),
        operator("aten::copy_", 40, 5),
        launch(3, 41, name="cudaMemcpyAsync"),
        kernel("sgemm_128", 1, 50, 10, {"grid": [4, 1, 1], "block": [128, 1, 1], "est. achieved occupancy %": 50}),
        kernel("ncclDevKernel_AllReduce", 2, 55, 10, stream=8),
        copy("Memcpy DtoH", 3, 70, 4, {"bytes": 4096}),
    ]


def written(folder: Path, events: list[Event], **head: Any) -> Path:
    """Write a trace and return its path."""
    path = folder / "trace.json"
    path.write_text(json.dumps({"schemaVersion": 1, **head, "traceEvents": events}))
    return path


def made_profile(folder: Path, events: list[Event], **head: Any) -> Profile:
    """Write a trace and return its profile."""
    return Profile(read_trace(written(folder, events, **head)))
