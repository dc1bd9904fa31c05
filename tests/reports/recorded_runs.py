"""Synthetic runs with curves, for the tests of the PDF and its benchmark."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from gpuscope.analysis.recorded_run import RecordedRun, ReportedValues
from gpuscope.analysis.series import DeviceSeries, Values
from gpuscope.core.device import Device, DeviceKind
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import DeviceResult
from gpuscope.core.runspec import RunSpec
from tests.analysis.records import measured, run_record

SECOND = 1_000_000_000
GPU = Device("gpu:0", DeviceKind.GPU, "NVIDIA H100 80GB HBM3", "GPU-11111111-2222-3333-4444-555555555555")
CPU = Device("cpu", DeviceKind.CPU, "A processor")
BATCH, WARMUP = 256, 20
LOAD_S = 2.0
"""Seconds before the measured window opens."""


def series(device: str, metric: str, values: Values, hz: float, source: str = "NVML") -> DeviceSeries:
    before = (np.arange(values.size) / hz * SECOND).astype(np.int64)
    return DeviceSeries(device, metric, before, before + 1000, values, Quality.MEASURED, source)


def gpu_run(run_id: str, spec: RunSpec, *, speed: float = 1.0, power_w: float = 400.0, seconds: float = 40.0, **more: Any) -> RecordedRun:
    """Return a GPU run: by default 50 steps a second and 400 W; readings at 10 Hz."""
    hz, rate = 10.0, 50.0 * speed
    steps = round(seconds * rate)
    t = np.arange(round((LOAD_S + seconds) * hz)) / hz
    wave = np.sin(t * 2.1) + 0.4 * np.sin(t * 17.3)
    curves = {
        "utilization": np.clip(0.9 + 0.08 * wave, 0, 1),
        "power": power_w * (1 + 0.08 * wave),
        "memory_used": np.minimum(40e9, 8e9 + t * 4e9),
        "clock": 1.755e9 + 3e7 * wave,
        "temperature": 62 + 6 * (1 - np.exp(-t / 20)),
    }
    ends = LOAD_S + np.arange(-WARMUP + 1, steps + 1) / rate * (
        1 + 0.02 * np.sin(np.arange(WARMUP + steps) / 7.0) / np.arange(1, WARMUP + steps + 1)
    )
    at = np.linspace(0, WARMUP + steps - 1, 60).round()
    told = ReportedValues((ends[at.astype(int)] * SECOND).astype(np.int64), at, 2.3 * np.exp(-at / steps * 4) + 0.05)
    return RecordedRun(
        _record(run_id, spec, steps, seconds, speed, power_w, more),
        (
            *(series("gpu:0", key, values, hz) for key, values in curves.items()),
            series("cpu", "utilization", np.clip(0.2 + 0.1 * wave, 0, 1), hz, "/proc/stat"),
            series("cpu", "memory_used", 9e9 + t * 1e6, hz, "/proc/meminfo"),
            series("workload", "resident_memory", 2e9 + t * 1e6, hz, "/proc/PID/stat"),
        ),
        (ends * SECOND).astype(np.int64),
        {"loss": told},
    )


def _record(run_id: str, spec: RunSpec, steps: int, seconds: float, speed: float, power_w: float, more: Mapping[str, Any]) -> Any:
    samples = steps * BATCH
    metrics: dict[str, Quantity] = {
        "throughput": measured(samples / seconds, "samples/s"),
        "latency_p50": measured(0.02 / speed, "s"),
        "latency_p99": measured(0.024 / speed, "s"),
        "time_to_first_step": measured(3.1, "s"),
        "energy": measured(power_w * seconds, "J", uncertainty=power_w * seconds * 0.07),
        "energy_per_sample": measured(power_w * seconds / samples, "J"),
        "accuracy": measured(0.748 + 0.001 * math.sin(speed), "1"),
        "loss": measured(0.71, "1"),
    }
    gpu = {
        "power_mean": measured(power_w, "W"), "power_peak": measured(power_w * 1.1, "W"), "utilization_mean": measured(0.9, "1"),
        "memory_used_peak": measured(40e9, "B"), "clock_mean": measured(1.755e9, "Hz"), "temperature_peak": measured(68.0, "°C"),
        "energy": measured(power_w * seconds, "J"), "memory_clock_mean": Quantity.missing("Hz", "not offered by this GPU"),
    }  # fmt: skip
    cpu = {"utilization_mean": measured(0.2, "1"), "power_mean": Quantity.missing("W", "CPU package energy is not read by this version")}
    record = run_record(
        run_id, spec, metrics, (DeviceResult(GPU, gpu), DeviceResult(CPU, cpu)), steps=steps, warmup_steps=WARMUP, samples=samples,
        duration_s=seconds, window_start_s=LOAD_S, wall_s=seconds + LOAD_S + 1,
        environment={"torch": "2.13.0", "python": "3.11.7", "cpu": "A processor", "gpu:0.name": GPU.name, "gpu:0.driver": "580.00"},
    )  # fmt: skip
    return replace(record, **more)


def variants(count: int, runs: int = 1, seconds: float = 40.0) -> list[list[RecordedRun]]:
    """Return groups of runs, each with its own spec."""
    specs = [RunSpec("cifar-cnn", device="cuda:0", batch_size=BATCH, steps=2000, threads=number + 1) for number in range(count)]
    found: list[list[RecordedRun]] = []
    for number, spec in enumerate(specs):
        factors: Sequence[float] = [1 + 0.008 * math.sin(number + 2 * repeat) for repeat in range(runs)]
        found.append([
            gpu_run(f"{number:02x}{repeat:02x}aaaa1111", spec, speed=(1 + 0.22 * number) * factor, power_w=400 + 25 * (number % 5) * factor,
                    seconds=seconds, name=f"variant {number + 1}")
            for repeat, factor in enumerate(factors)
        ])  # fmt: skip
    return found
