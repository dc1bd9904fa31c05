"""The GPU figures on which gpuscope's measurements rest: each function takes the bench and returns rows of the table."""

import contextlib
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pynvml

from gpuscope.analysis.energy import counter_energy
from gpuscope.analysis.power_integral import power_energy, power_sampling, step_lock
from gpuscope.core.quantity import Quantity
from gpuscope.sensors.nvml_library import NvmlLibrary
from gpuscope.sensors.nvml_ways import POWER_AVERAGE, POWER_INSTANT, POWER_LIMIT, TOTAL_ENERGY
from tests.benchmarks.bench_recording import SETTLE_S, interval, ratios_of
from tests.benchmarks.row import Row
from tests.gpu.bench import Load, Watch
from tests.gpu.load import COPY_BYTES, SIZE
from tests.gpu.window_fit import window_s

WAVE_S = 0.237
"""Does not lock to any sensor's period."""
BLOCK_S = 0.4
BLOCKS = 100
"""Alternating blocks, half of them sampled (measurement.md, S4)."""
REPEAT_S = 6.0
TENSOR_FLOP = 4096
"""Dense bf16 operations per clock of a Hopper multiprocessor (NVIDIA H100 architecture white paper, table 2)."""


@dataclass(slots=True)
class Bench:
    """The parameters of the measurements.

    Attributes:
        device: "cuda:N", or "dry" for a test of the plumbing.
        pace: Factor on all times; 1 except in a test of the plumbing.
    """

    device: str
    pace: float = 1.0

    def seconds(self, seconds: float) -> float:
        """Return a nominal duration, scaled by the pace."""
        return seconds * self.pace


def bare_idle(bench: Bench) -> list[Row]:
    """Measure idle power before any context is created."""
    return [_idle(bench, "bare", None)]


def context_idle(bench: Bench, load: Load) -> list[Row]:
    """Measure idle power with a context that has nothing to do."""
    load.do("idle", bench.seconds(4))
    return [_idle(bench, "with a context", load)]


def _idle(bench: Bench, name: str, load: Load | None) -> Row:
    with Watch() as watch:
        watch.during(load, "idle", bench.seconds(10)) if load else watch.listen(bench.seconds(10))
    return Row(f"idle power, {name}", watch.mean("power"), "W", detail=f"mean of {watch.series('power').values.size} readings")


def sensors(bench: Bench, load: Load) -> list[Row]:
    """Measure the update periods of power and energy, and the averaging window of power, with a square wave of load."""
    fields, seen = [POWER_INSTANT, TOTAL_ENERGY], []
    with _opened() as handle:
        load.ask("waves", bench.seconds(20), period_s=WAVE_S)
        while not load.is_done(0.002):
            entries = pynvml.nvmlDeviceGetFieldValues(handle, fields)
            seen.append((time.monotonic_ns(), entries[0].value.uiVal, entries[1].value.ullVal))
    told = load.answer()
    rows, read = [], np.array(seen, dtype=np.int64)
    for column, name in ((1, "power (field 186)"), (2, "energy counter (field 83)")):
        changed = read[1:][np.diff(read[:, column]) != 0]
        intervals = np.diff(changed[:, 0]) * 1e-6
        period = float(np.quantile(intervals, 0.25)) if intervals.size > 10 else None
        rows.append(Row(f"update period of {name}", period, "ms", detail=f"{len(changed)} changes seen, read every 2 ms"))
        if column == 1 and len(changed) > 10:
            spans = [(on * 1e-9, off * 1e-9) for on, off in told["spans_ns"]]
            window, explained = window_s(changed[:, 0] * 1e-9, changed[:, 1] * 1e-3, spans)
            detail = f"explains {explained:.1%} of the readings of a square wave of {1000 * WAVE_S:g} ms"
            rows.append(Row(f"averaging window of {name}", 1000 * window, "ms", detail=detail))
    return rows


def counter_and_integral(bench: Bench, load: Load) -> list[Row]:
    """Compare both energies for one minute of a matrix product at full power."""
    with Watch() as watch:
        told = watch.during(load, "gemm", bench.seconds(66))
    window = told["start_ns"] + round(bench.seconds(3) * 1e9), told["start_ns"] + round(bench.seconds(63) * 1e9)
    counter, integral = energies(watch, window)
    if counter.value is None or integral.value is None:
        why = f"counter: {counter.reason or 'told'}; integral: {integral.reason or 'told'}"
        return [Row("energy counter against integral of power, 60 s", None, "%", "<= 2", False, why)]
    error = 100 * abs(counter.value / integral.value - 1)
    detail = f"counter {counter.value:,.0f} J, integral {integral.value:,.0f} J at {counter.value / bench.seconds(60):,.0f} W"
    return [Row("energy counter against integral of power, 60 s", error, "%", "<= 2", error <= 2, detail)]


def energies(watch: Watch, window: tuple[int, int]) -> tuple[Quantity, Quantity]:
    """Return the energy over a window from the counter, and from integrating the instantaneous power."""
    power = watch.series("power")
    share = watch.gpu.capabilities["power"].sampled_share
    return counter_energy(watch.series("energy"), window), power_energy(power, window, power_sampling(power, share))


def repeats(bench: Bench, load: Load) -> list[Row]:
    """Measure the energy of a matrix product ten times."""
    load.do("gemm", bench.seconds(5))
    joules = []
    with Watch() as watch:
        for _ in range(10):
            told = watch.during(load, "gemm", bench.seconds(REPEAT_S))
            watch.listen(bench.seconds(1))
            window = told["start_ns"] + round(bench.seconds(1) * 1e9), told["end_ns"]
            found = counter_energy(watch.series("energy"), window)
            if found.value is None:
                return [Row("energy of a product, scatter of 10 repeats", None, "%", "<= 1", False, str(found.reason))]
            share = (window[1] - window[0]) / (told["end_ns"] - told["start_ns"])
            joules.append(found.value / (told["count"] * share))
    scatter = 100 * statistics.stdev(joules) / statistics.mean(joules)
    detail = f"{statistics.mean(joules):.4g} J each, {SIZE}×{SIZE} in bf16, standard deviation by mean"
    return [Row("energy of a product, scatter of 10 repeats", scatter, "%", "<= 1", scatter <= 1, detail)]


def calls(bench: Bench, load: Load) -> list[Row]:
    """Measure the duration of each NVML call while the GPU is busy."""
    load.ask("gemm", bench.seconds(5))
    time.sleep(bench.seconds(2))
    with _opened() as handle:
        rows = [_call_row(f"call: {name}", call) for name, call in _calls(handle).items()]
    load.answer()
    return rows


def _call_row(name: str, call: Callable[[], object]) -> Row:
    try:
        taken = [_timed_us(call) for _ in range(5 if "PCIe" in name else 60)]
    except pynvml.NVMLError as error:
        return Row(name, None, "µs", detail=str(error))
    return Row(name, statistics.median(taken), "µs", detail=f"longest of {len(taken)}: {max(taken):,.0f} µs")


def _calls(handle: Any) -> dict[str, Callable[[], object]]:
    sensors = [POWER_INSTANT, POWER_AVERAGE, POWER_LIMIT, TOTAL_ENERGY]
    return {
        "power, limit and energy as fields": lambda: pynvml.nvmlDeviceGetFieldValues(handle, sensors),
        "throttle reasons": lambda: pynvml.nvmlDeviceGetCurrentClocksEventReasons(handle),
        "SM clock": lambda: pynvml.nvmlDeviceGetClockInfo(handle, pynvml.NVML_CLOCK_SM),
        "temperature": lambda: pynvml.nvmlDeviceGetTemperature(handle, 0),
        "memory": lambda: pynvml.nvmlDeviceGetMemoryInfo(handle, pynvml.nvmlMemory_v2),
        "utilization": lambda: pynvml.nvmlDeviceGetUtilizationRates(handle),
        "fan": lambda: pynvml.nvmlDeviceGetFanSpeed(handle),
        "compute processes": lambda: pynvml.nvmlDeviceGetComputeRunningProcesses_v3(handle),
        "PCIe throughput": lambda: pynvml.nvmlDeviceGetPcieThroughput(handle, pynvml.NVML_PCIE_UTIL_RX_BYTES),
    }


def _timed_us(call: Callable[[], object]) -> float:
    start = time.perf_counter_ns()
    call()
    return (time.perf_counter_ns() - start) * 1e-3


def slowdown(bench: Bench, load: Load) -> list[Row]:
    """Measure the throughput of a launch-bound loop sampled at 10 and 20 Hz, relative to neighbouring unsampled blocks."""
    rows = []
    for hz in (10.0, 20.0):
        blocks = max(4, round(bench.seconds(BLOCKS)))
        with Watch(hz) as watch:
            watch.listen(bench.seconds(3))
            load.ask("launches", (blocks + 2) * BLOCK_S + 1)
            edges = [_block(watch, number % 4 in (0, 3)) for number in range(blocks)]
            watch.pause(False)
            told = load.answer()
        low, middle, high = interval(ratios_of(edges, told["ends_ns"]))
        detail = f"median {middle:.4f}, 95 % interval {low:.4f} to {high:.4f}; {blocks // 2} pairs of blocks, launches alone"
        rows.append(Row(f"throughput sampled at {hz:g} Hz by that at 0 Hz", 100 * low, "%", "≥ 99", low >= 0.99, detail))
    return rows


def _block(watch: Watch, is_sampled: bool) -> tuple[bool, int, int]:
    watch.pause(not is_sampled)
    begin = time.monotonic_ns() + int(SETTLE_S * 1e9)
    watch.listen(BLOCK_S)
    return is_sampled, begin, time.monotonic_ns()


def aliasing(bench: Bench, load: Load) -> list[Row]:
    """Check that steps of 100 ms lock to the power sensor of an H100, and that steps of 137 ms do not."""
    rows = []
    for step_s, must_warn in ((0.100, True), (0.137, False)):
        with Watch() as watch:
            told = watch.during(load, "waves", bench.seconds(12), period_s=step_s)
        power = watch.series("power")
        share = watch.gpu.capabilities["power"].sampled_share
        stamps, _ = power.readings()
        ends = np.array(told["ends_ns"], np.int64)
        lock = step_lock(stamps, power_sampling(power, share), ends, (told["start_ns"], told["end_ns"]))
        name = f"steps of {1000 * step_s:g} ms {'must warn' if must_warn else 'must not warn'}"
        rows.append(
            Row(name, float(lock is not None), "", f"{int(must_warn)}", (lock is not None) == must_warn, lock.warning if lock else "")
        )
    return rows


def activity(bench: Bench, load: Load) -> list[Row]:
    """Compare GPM's tensor and memory activity with known operations and bytes."""
    facts = load.do("facts")
    with Watch(in_detail=True) as watch:
        product = watch.during(load, "gemm", bench.seconds(8))
        copy = watch.during(load, "copy", bench.seconds(8))
        if not watch.gpu.capabilities["tensor_activity"].available or facts["processors"] is None:
            return [Row("GPM against known work", None, "%", detail=watch.gpu.capabilities["tensor_activity"].reason or "no work known")]
        flops = 2.0 * SIZE**3 * product["count"] / _seconds(product)
        peak = facts["processors"] * TENSOR_FLOP * watch.mean("clock", product["start_ns"], product["end_ns"])
        bytes_s = 2.0 * COPY_BYTES * copy["count"] / _seconds(copy)
        return [
            _activity(watch, "tensor_activity", product, flops / peak, f"{flops / 1e12:,.0f} of {peak / 1e12:,.0f} TFLOP/s at its clock"),
            _activity(watch, "memory_activity", copy, bytes_s / _bandwidth(), f"{bytes_s / 1e12:.2f} of {_bandwidth() / 1e12:.2f} TB/s"),
        ]


def _activity(watch: Watch, metric: str, told: dict[str, Any], known: float, detail: str) -> Row:
    seen = watch.mean(metric, told["start_ns"] + 2_000_000_000, told["end_ns"])
    return Row(f"{metric.replace('_', ' ')} by GPM, known work = 100 %", 100 * seen / known, "%", detail=f"GPM {seen:.1%}; {detail}")


def _bandwidth() -> float:
    """Return the memory's bandwidth in bytes per second: two transfers per clock."""
    with _opened() as handle:
        width = pynvml.nvmlDeviceGetMemoryBusWidth(handle)
        clock = pynvml.nvmlDeviceGetMaxClockInfo(handle, pynvml.NVML_CLOCK_MEM)
    return 2.0 * float(width) / 8 * float(clock) * 1e6


def _seconds(told: dict[str, Any]) -> float:
    return float(told["end_ns"] - told["start_ns"]) * 1e-9


@contextlib.contextmanager
def _opened() -> Iterator[Any]:
    """Open NVML as the helper does; yield the handle of the first GPU."""
    library = NvmlLibrary(Path("/"))
    trouble = library.open()
    if trouble is not None:
        raise RuntimeError(trouble.reason)
    try:
        yield pynvml.nvmlDeviceGetHandleByIndex(0)
    finally:
        library.close()


WITH_LOAD = {one.__name__: one for one in (context_idle, sensors, counter_and_integral, repeats, calls, slowdown, aliasing, activity)}
"""In the order in which they run; ``bare_idle`` runs before them."""
