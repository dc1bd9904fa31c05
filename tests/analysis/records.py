"""Hand-made runs, for the tests of figures computed from runs."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from gpuscope.core.device import Device, DeviceKind
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import DeviceResult, RunRecord, RunState
from gpuscope.core.runspec import RunSpec

CPU = Device("cpu", DeviceKind.CPU, "A processor")
GPU = Device("gpu:0", DeviceKind.GPU, "A card", "GPU-11111111-2222-3333-4444-555555555555")
FP32, BF16 = RunSpec("mnist-mlp"), RunSpec("mnist-mlp", precision="bf16")
STEADY = (100.0, 101.0, 99.0, 100.5, 99.5)
"""Values of five repeats that scatter by a percent."""


def measured(value: float, unit: str, source: str = "a sensor", **more: Any) -> Quantity:
    return Quantity(value, unit, Quality.MEASURED, source, **more)


def run_record(
    run_id: str,
    spec: RunSpec | None = None,
    metrics: Mapping[str, Quantity] | None = None,
    devices: tuple[DeviceResult, ...] = (),
    **more: Any,
) -> RunRecord:
    record = RunRecord(
        run_id=run_id,
        name=f"run {run_id}",
        state=RunState.FINISHED,
        reason=None,
        spec=spec or RunSpec("mnist-mlp"),
        environment={"torch": "2.13.0", "cpu": "A processor"},
        started_at=datetime(2026, 11, 21, 8, 0, tzinfo=UTC),
        start_ns=1_000_000_000,
        host="a-machine",
        boot_id="a-boot",
        folder="",
        steps=500,
        warmup_steps=20,
        samples=32000,
        duration_s=40.0,
        wall_s=45.0,
        metrics=metrics or {},
        devices=devices,
    )
    return replace(record, **more)


def speed(value: float) -> dict[str, Quantity]:
    """Return the metrics of a run with this throughput, in samples/s."""
    return {"throughput": measured(value, "samples/s")}


def repeats(spec: RunSpec, values: Sequence[float], key: str = "throughput", unit: str = "samples/s", **more: Any) -> list[RunRecord]:
    """Return a run of a spec for each value of a metric."""
    return [run_record(f"{spec.precision}{index}", spec, {key: measured(value, unit)}, **more) for index, value in enumerate(values)]


def seeded(runs: Sequence[RunRecord]) -> list[RunRecord]:
    """Return the runs with a seed each, 0 onwards."""
    return [replace(run, spec=run.spec.with_values({"seed": index})) for index, run in enumerate(runs)]
