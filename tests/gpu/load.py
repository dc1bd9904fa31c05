"""The load on the GPU while it is measured: ``python -m tests.gpu.load cuda:0``, a process with a CUDA context.

A line of JSON on standard input requests a load ({"kind": "gemm", "seconds": 10, …}); a line on standard output reports what was done and
when (monotonic nanoseconds). "dry" instead of a device computes nothing, but takes the same time, to test the plumbing.
"""

import json
import sys
import time
from collections.abc import Callable
from typing import Any

Work = Callable[[], None]
SIZE = 8192
SMALL = 2048
COPY_BYTES = 2 << 30
BATCH = 4096
LAUNCHES = 32
_TRAINED_STEPS = 20
"""Number of steps queued before the host waits."""


class DryLoad:
    """Computes nothing."""

    def __init__(self, device: str) -> None:
        self.facts: dict[str, Any] = {"name": device, "uuid": None, "processors": None, "torch": None}

    def product(self, size: int) -> Work:
        return lambda: time.sleep(0.001)

    def copy(self) -> Work:
        return lambda: time.sleep(0.001)

    def launches(self) -> Work:
        return lambda: time.sleep(0.001)

    def training(self, model: str, precision: str) -> Work:
        return lambda: time.sleep(0.001)

    def wait(self) -> None:
        """Wait for the device."""


class CudaLoad(DryLoad):
    """Computes on a CUDA device."""

    def __init__(self, device: str) -> None:
        import torch

        self._torch = torch
        self._device = torch.device(device)
        torch.ones(1, device=self._device)
        facts = torch.cuda.get_device_properties(self._device)
        self.facts = {
            "name": facts.name,
            "uuid": f"GPU-{facts.uuid}",
            "processors": facts.multi_processor_count,
            "torch": torch.__version__,
        }

    def product(self, size: int) -> Work:
        a, b = (self._torch.randn(size, size, device=self._device, dtype=self._torch.bfloat16) for _ in range(2))
        out = self._torch.empty_like(a)
        return lambda: self._torch.mm(a, b, out=out)

    def copy(self) -> Work:
        a = self._torch.empty(COPY_BYTES, dtype=self._torch.uint8, device=self._device)
        b = self._torch.empty_like(a)
        return lambda: b.copy_(a)

    def launches(self) -> Work:
        a = self._torch.ones(1024, device=self._device)

        def work() -> None:
            for _ in range(LAUNCHES):
                a.mul_(1.0)

        return work

    def training(self, model: str, precision: str) -> Work:
        from gpuscope.workloads.models.images import cnn, mlp
        from gpuscope.workloads.steps.setting import Precision

        torch, chosen = self._torch, Precision(precision, "cuda")
        chosen.set_backends()
        network = (mlp(4096) if model == "mlp" else cnn()).to(self._device)
        optimizer = torch.optim.Adam(network.parameters(), lr=1e-3)
        inputs = torch.randn(BATCH, *((784,) if model == "mlp" else (3, 32, 32)), device=self._device)
        labels = torch.randint(10, (BATCH,), device=self._device)

        def step() -> None:
            with chosen.autocast():
                loss = torch.nn.functional.cross_entropy(network(inputs), labels)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()

        return step

    def wait(self) -> None:
        self._torch.cuda.synchronize(self._device)


def steady(load: DryLoad, work: Work, seconds: float, queued: int = 1, pause_s: float = 0.0) -> dict[str, Any]:
    """Repeat the work; return how often it was done, and the time at the end of each queued group."""
    work()
    load.wait()
    start, done, ends = time.monotonic_ns(), 0, []
    while time.monotonic_ns() - start < seconds * 1e9:
        if pause_s:
            time.sleep(pause_s)
        for _ in range(queued):
            work()
        load.wait()
        done += queued
        ends.append(time.monotonic_ns())
    return {"start_ns": start, "end_ns": ends[-1], "count": done, "ends_ns": ends}


def waves(load: DryLoad, work: Work, seconds: float, period_s: float) -> dict[str, Any]:
    """Work in the first half of each period, on a drift-free grid; return the busy spans."""
    work()
    load.wait()
    start, spans = time.monotonic_ns(), []
    for index in range(max(1, int(seconds / period_s))):
        begin = start + round(index * period_s * 1e9)
        time.sleep(max(0.0, (begin - time.monotonic_ns()) * 1e-9))
        on = time.monotonic_ns()
        while time.monotonic_ns() < begin + period_s * 0.5e9:
            work()
            load.wait()
        spans.append((on, time.monotonic_ns()))
    time.sleep(max(0.0, (start + round(len(spans) * period_s * 1e9) - time.monotonic_ns()) * 1e-9))
    return {"start_ns": start, "end_ns": time.monotonic_ns(), "spans_ns": spans, "ends_ns": [on for on, _ in spans]}


def answer(load: DryLoad, asked: dict[str, Any]) -> dict[str, Any]:
    """Run the requested load."""
    kind, seconds = asked["kind"], float(asked.get("seconds", 0.0))
    if kind == "facts":
        return load.facts
    if kind == "gemm":
        return steady(load, load.product(SIZE), seconds, queued=8)
    if kind == "waves":
        return waves(load, load.product(SMALL), seconds, float(asked["period_s"]))
    if kind == "copy":
        return steady(load, load.copy(), seconds, queued=8)
    if kind == "launches":
        return steady(load, load.launches(), seconds)
    if kind == "training":
        pause_s = float(asked.get("pause_s", 0.0))
        return steady(load, load.training(asked["model"], asked["precision"]), seconds, 1 if pause_s else _TRAINED_STEPS, pause_s)
    time.sleep(seconds)
    return {}


def main() -> None:
    """Answer lines until there are no more."""
    device = sys.argv[1]
    load = DryLoad(device) if device == "dry" else CudaLoad(device)
    for line in sys.stdin:
        try:
            told = answer(load, json.loads(line))
        except Exception as error:  # noqa: BLE001 - told to who asked; the next load may do
            told = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main()
