"""Handmade comparisons."""

from dataclasses import replace

from gpuscope.analysis.comparison import Comparison, compare
from gpuscope.analysis.group import Group
from gpuscope.core.quantity import Quantity
from gpuscope.core.run import DeviceResult, RunRecord
from gpuscope.core.runspec import RunSpec
from tests.analysis.records import CPU, GPU, measured, run_record

FP32, BF16 = RunSpec("mnist-mlp"), RunSpec("mnist-mlp", precision="bf16")
NO_ENERGY = "CPU package energy is not read by this version"


def run(run_id: str, spec: RunSpec = FP32, throughput: float = 100.0, **more: object) -> RunRecord:
    """Return a run on a CPU, which reports no energy."""
    metrics = {
        "throughput": measured(throughput, "samples/s"),
        "latency_p50": measured(1.0 / throughput, "s"),
        "energy": Quantity.missing("J", NO_ENERGY),
        "energy_per_sample": Quantity.missing("J", NO_ENERGY),
        "accuracy": measured(0.975, "1"),
        "loss": measured(0.1, "1"),
    }
    devices = (DeviceResult(CPU, {"utilization_mean": measured(0.5, "1"), "memory_used_peak": measured(2.0**30, "B")}),)
    return replace(run_record(run_id, spec, metrics, devices), **more)  # type: ignore[arg-type]


def gpu_run(run_id: str, spec: RunSpec = FP32, throughput: float = 100.0, joules: float = 0.02, simulated: str | None = None) -> RunRecord:
    """Return a run on a GPU, which reports its energy."""
    label = f" [{simulated}]" if simulated else ""
    metrics = {
        "throughput": measured(throughput, "samples/s"),
        "energy": measured(joules * 32000, "J", f"gpu:0: NVML{label}"),
        "energy_per_sample": measured(joules, "J", f"gpu:0: NVML{label}"),
    }
    devices = (DeviceResult(replace(GPU, simulated=simulated), {"power_mean": measured(joules * throughput, "W")}),)
    return run_record(run_id, spec, metrics, devices)


def pair(*, baseline: str | None = None) -> Comparison:
    """Return a comparison of two FP32 runs with a BF16 run whose steps take half as long."""
    groups = [Group("fp32", (run("aa"), run("ab", throughput=110.0))), Group("bf16", (run("ba", BF16, 210.0),))]
    return compare(groups, baseline)
