"""A run whose readings, steps and events are all known, for comparing what is written with what is read."""

import math
import struct
from datetime import UTC, datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from gpuscope.core.device import Device, DeviceKind
from gpuscope.core.event import Event, Gap, Log, Phase, Sample, Steps
from gpuscope.core.run import RunRecord, RunState
from gpuscope.core.runspec import RunSpec
from gpuscope.storage.run_writer import RunWriter
from gpuscope.storage.store import StoreReader

RUN_ID = "01JD0000000000000000000000"
START_NS = 5_000_000_000_000
PID = 4242
CPU = Device("cpu", DeviceKind.CPU, "A processor", properties={"processors": 2})
GPU = Device("gpu:0", DeviceKind.GPU, "A GPU", uuid="GPU-1")
CALLS = {"host": [("cpu", "utilization"), ("cpu", "disk_read")], "nvml": [("gpu:0", "power")]}
QUALITY = {"cpu/utilization": ("measured", "/proc/stat"), "gpu:0/power": ("measured", "NVML field 186")}


def a_record(run_id: str = RUN_ID, **changes: object) -> RunRecord:
    """Make a run's header."""
    started = datetime(2026, 11, 1, 12, tzinfo=UTC) + timedelta(minutes=int(run_id[-4:], 36) % 1000)
    values: dict[str, object] = {
        "run_id": run_id,
        "name": "a run",
        "state": RunState.RUNNING,
        "reason": None,
        "spec": RunSpec("gemm", seed=3),
        "environment": {"torch": "2.13", "cores": 2},
        "started_at": started,
        "start_ns": START_NS,
        "host": "here",
        "boot_id": "b007",
        "folder": "/runs/a",
        "tags": ("first",),
        "note": "a note",
    }
    return RunRecord(**(values | changes))  # type: ignore[arg-type]


def utilization(seq: int) -> float | None:
    """Return a reading of every kind: missing, not a number, infinite, negative zero, a decimal, an odd fraction."""
    kinds = {7: None, 11: math.nan, 13: math.inf, 17: -math.inf, 19: -0.0, 23: 1 / 3}
    return next((kinds[step] for step in kinds if seq % step == 0), (seq % 101) / 100)


def batch(seq: int) -> tuple[int, list[Event]]:
    """Return the batch with the given number: at 10 Hz, two steps each, every third with a reading of the GPU."""
    at = START_NS + seq * 100_000_000
    events: list[Event] = [Sample("host", at + seq % 50, at + 60_000 + seq % 77, (utilization(seq), 2**53 + 4096 * seq))]
    events.append(Steps(PID, 2 * seq, (at + 10, at + 20)))
    if seq % 3 == 0:
        events.append(Sample("nvml", at + 100_000, at + 200_000, (70 + seq / 1000,)))
    if seq % 50 == 0:
        events.append(Log(at, "values", values={"loss": 1 / (seq + 1)}, step=2 * seq))
    if seq % 100 == 0:
        events += [Phase("measured", at + 5, seq), Gap("gpu:0", ("power",), at, at + 7, "lost")]
    return seq, events


def write(writer: RunWriter, first: int, last: int, a_time: int = 10) -> None:
    """Append the batches first … last."""
    for begin in range(first, last + 1, a_time):
        writer.append([batch(seq) for seq in range(begin, min(last + 1, begin + a_time))])


def bits(values: NDArray[np.float64]) -> list[str]:
    """Return the bits of floats, so that -0.0 and NaN can be compared."""
    return [struct.pack("<d", value).hex() for value in values]


def assert_whole(reader: StoreReader, count: int, run_id: str = RUN_ID) -> None:
    """Assert that a run holds exactly the batches 0 … count - 1, bit for bit."""
    seqs = np.arange(count)
    series = reader.series(run_id, "cpu", "utilization")
    wanted = [utilization(seq) for seq in range(count)]
    assert series.missing.tolist() == [value is None for value in wanted]
    measured = np.array([math.nan if value is None else value for value in wanted])
    assert bits(series.values[~series.missing]) == bits(measured[~series.missing])
    assert series.before_ns.tolist() == (seqs * 100_000_000 + seqs % 50).tolist()
    assert series.after_ns.tolist() == (seqs * 100_000_000 + 60_000 + seqs % 77).tolist()
    assert reader.series(run_id, "cpu", "disk_read").values.tolist() == [float(2**53 + 4096 * seq) for seq in range(count)]
    power = reader.series(run_id, "gpu:0", "power")
    assert power.values.tolist() == [70 + seq / 1000 for seq in range(0, count, 3)]
    steps = [seq * 100_000_000 + offset for seq in range(count) for offset in (10, 20)]
    assert reader.steps(run_id).tolist() == steps
    rare = [event for seq in range(count) for event in batch(seq)[1] if not isinstance(event, (Sample, Steps))]
    assert reader.events(run_id) == rare
    assert reader.committed(run_id) == count - 1
