"""Handmade runs: the events a recorder would have sent, and the data the window makes of them."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import cast

import numpy as np

from gpuscope.core.device import Capability, Device, DeviceKind
from gpuscope.core.event import Event, Gap, Hello, Log, Phase, Sample, Steps
from gpuscope.core.run import RunRecord, RunState
from gpuscope.core.runspec import RunSpec
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.recording.run_history import RunHistory
from gpuscope.sensors.declaration import Declaration, no_gpu
from gpuscope.storage.codec import Integers
from gpuscope.storage.run_snapshot import CallReadings, RunSnapshot
from gpuscope.storage.run_writer import RunWriter
from tests.cli import stored_runs
from tests.gui.data.known_runs import write

START_NS = 1_000_000_000
SECOND = 1_000_000_000
Wave = Callable[[float], float | None]

NO_DRIVER = "no NVIDIA GPU was found in this machine, and no driver (libnvidia-ml.so.1)"
MACHINE = ("utilization", "memory_used", "swap_used", "disk_read", "disk_written", "network_received", "network_sent")
TREE = ("cpu_time", "resident_memory", "processes")
GPU_FAST = ("power", "power_average", "power_limit", "energy", "throttle")
GPU_STATE = ("clock", "memory_clock", "temperature", "memory_used")


def record(spec: RunSpec | None = None, **more: object) -> RunRecord:
    made = RunRecord(
        run_id="0123456789ab",
        name="a run",
        state=RunState.RUNNING,
        reason=None,
        spec=spec or RunSpec("mnist-mlp"),
        environment={},
        started_at=datetime(2026, 11, 21, 12, 40, tzinfo=UTC),
        start_ns=START_NS,
        host="a-machine",
        boot_id="a-boot",
        folder="",
    )
    return replace(made, **more)  # type: ignore[arg-type]


def able(keys: Sequence[str]) -> dict[str, Capability]:
    return {key: Capability(True, "a sensor") for key in keys}


def cpu_device(cores: int = 16) -> Device:
    lacking = {key: Capability(False, "", None, "CPU package energy is not read by this version") for key in ("power", "energy")}
    return Device(
        "cpu", DeviceKind.CPU, "A processor", None, {"processors": cores, "memory_total": 64 * 2**30}, able((*MACHINE, "clock")) | lacking
    )


def gpu_device(index: int = 0, simulated: str | None = None) -> Device:
    return Device(
        f"gpu:{index}",
        DeviceKind.GPU,
        "NVIDIA H100 80GB HBM3",
        f"GPU-{index}",
        {"memory_total": 80 * 2**30, "power_limit": 700.0},
        able((*GPU_FAST, *GPU_STATE, "utilization", "memory_utilization")),
        simulated,
    )


def hello(devices: Sequence[Device]) -> Hello:
    """Return the helper's hello for some devices, including the processes of run and recorder."""
    calls: dict[str, tuple[tuple[str, str], ...]] = {
        "host.machine": tuple(("cpu", key) for key in MACHINE),
        "host.clock": (("cpu", "clock"),),
        "host.workload": tuple(("workload", key) for key in TREE),
        "host.recorder": tuple(("recorder", key) for key in TREE[:2]),
    }
    for one in devices:
        if one.key.startswith("gpu:"):
            calls[f"{one.key}.fields"] = tuple((one.key, key) for key in GPU_FAST)
            calls[f"{one.key}.state"] = tuple((one.key, key) for key in GPU_STATE)
            calls[f"{one.key}.utilization"] = ((one.key, "utilization"), (one.key, "memory_utilization"))
    processes = [
        Device("workload", DeviceKind.PROCESSES, "Processes of the run", None, {}, able(TREE)),
        Device("recorder", DeviceKind.PROCESSES, "Recorder and sensor helper", None, {}, able(TREE[:2])),
    ]
    periods = {name: 0.1 if name.endswith((".machine", ".fields")) else 1.0 for name in calls}
    told = Declaration({one.key: one for one in (*devices, *processes)}, calls, periods)
    return Hello("helper", 2, START_NS, told.to_info())


def noise(t: float, of: str = "") -> float:
    """Return a number between -1 and 1 that depends only on time and name."""
    return math.modf(math.sin(t * 91.7 + sum(map(ord, of)) * 7.1) * 43758.5453)[0]


def samples(
    call: str, waves: Sequence[Wave], seconds: float, period_s: float, holes: Sequence[tuple[float, float]] = ()
) -> Iterator[Event]:
    for index in range(int(seconds / period_s)):
        t = index * period_s
        if not any(start < t < end for start, end in holes):
            stamp = START_NS + int(t * SECOND)
            yield Sample(call, stamp, stamp + 200_000, tuple(wave(t) for wave in waves))


def host_events(seconds: float, busy: float, cores: int = 16, with_run: bool = True) -> Iterator[Event]:
    memory, resident = 9.1 * 2**30, 1.3 * 2**30
    waves: list[Wave] = [
        lambda t: max(0.0, busy + 0.05 * noise(t, "cpu")),
        lambda t: memory + 2**24 * noise(t, "mem"),
        lambda t: 0.0,
        lambda t: 3e6 * t + 2e6 * (t // 5),
        lambda t: 1e6 * t + 4e6 * (t // 7),
        lambda t: 2e5 * t,
        lambda t: 1e5 * t,
    ]
    yield from samples("host.machine", waves, seconds, 0.1)
    yield from samples("host.clock", [lambda t: 3.2e9 + 1e8 * noise(t, "clock")], seconds, 1.0)
    if with_run:
        tree: list[Wave] = [lambda t: busy * 0.9 * cores * t, lambda t: resident * min(1.0, 0.2 + t / 8), lambda t: 3.0]
        yield from samples("host.workload", tree, seconds, 1.0)
        yield from samples("host.recorder", [lambda t: 0.02 * t, lambda t: 4e7], seconds, 1.0)


def gpu_events(
    key: str, seconds: float, holes: Sequence[tuple[float, float]] = (), slowed: tuple[float, float] = (0, 0)
) -> Iterator[Event]:
    def busy(t: float) -> float:
        return 0.02 if t < 4 else 0.36 if 31 < t < 33 else 0.97

    def watts(t: float) -> float:
        return 120 + 405 * busy(t) + 6 * noise(t, key)

    def joules(t: float) -> float:
        return 1e6 + 130 * min(t, 4) + 513 * max(0.0, t - 4)

    fast: list[Wave] = [watts, watts, lambda t: 700.0, joules, lambda t: float(0x4 if slowed[0] < t < slowed[1] else 0)]
    state: list[Wave] = [
        lambda t: 345e6 if t < 4 else 1.62e9 if slowed[0] < t < slowed[1] else 1.755e9,
        lambda t: 2.619e9,
        lambda t: 61 - 24 * math.exp(-t / 20),
        lambda t: 2**30 * (1.1 if t < 4 else min(9.62, 1.1 + (t - 4) * 3.5)),
    ]
    shares: list[Wave] = [lambda t: min(1.0, max(0.0, busy(t) + 0.02 * noise(t, key))), lambda t: 0.4 * busy(t)]
    yield from samples(f"{key}.fields", fast, seconds, 0.1, holes)
    yield from samples(f"{key}.state", state, seconds, 0.2, holes)
    yield from samples(f"{key}.utilization", shares, seconds, 0.2, holes)


def step_events(seconds: float, step_s: float, begin_s: float = 4.0, slow: tuple[float, float] = (31.0, 33.0)) -> list[int]:
    ends, t = [], begin_s
    while t < seconds:
        t += step_s * (1 + 0.04 * noise(t, "step")) * (2.4 if slow[0] < t < slow[1] else 1.0)
        ends.append(START_NS + int(t * SECOND))
    return ends


def told_events(ends: Sequence[int], every: int, step_of: Callable[[int], float]) -> Iterator[Event]:
    for index in range(every, len(ends), every):
        yield Log(ends[index], "values", values={"loss": step_of(index)}, step=index)


def training(seconds: float, step_s: float, samples_per_step: int, warmup: int = 20) -> list[Event]:
    ends = step_events(seconds, step_s)
    events: list[Event] = [
        Hello("workload", 3, START_NS, {"steps": 20_000, "warmup_steps": warmup, "samples_per_step": samples_per_step, "ring": "x"}),
        Phase("load", START_NS + SECOND // 2),
        Phase("warmup", START_NS + 4 * SECOND, 0),
        *([Phase("measured", ends[warmup - 1], warmup)] if len(ends) > warmup else []),
        Steps(3, 0, tuple(ends)),
        *told_events(ends, max(1, int(1 / step_s)), lambda index: 0.7 + 1.6 * math.exp(-index * step_s / 14) + 0.02 * noise(index, "loss")),
    ]
    for number in range(int(seconds) // 15):
        text = f"epoch {number + 1} loss {1.4 - 0.2 * number:.4f} accuracy {0.6 + 0.03 * number:.3f}"
        events.append(Log(START_NS + (15 * number + 12) * SECOND, "info", text))
    return events


def run_data(events: Sequence[Event], spec: RunSpec | None = None, **more: object) -> ShownRun:
    data = ShownRun(record(spec, **more))
    data.apply(sorted(events, key=stamp_of), START_NS)
    return data


def long_run(hours: float) -> ShownRun:
    """Return a live GPU run with twenty steps and ten readings a second, as read from the store."""
    data = ShownRun(record(RunSpec("mnist-mlp", device="cuda:0")))
    data.load(cast(RunSnapshot, _LongRun(int(hours * 3600 * SECOND))))
    return data


@dataclass(frozen=True)
class _LongRun:
    """A stored run that needs no store."""

    length_ns: int
    start_ns: int = START_NS
    damage: None = None

    def events(self) -> list[Event]:
        told = {"steps": 10**7, "warmup_steps": 0, "samples_per_step": 64}
        return [hello([gpu_device()]), Hello("workload", 3, START_NS, told), Phase("measured", START_NS, 0)]

    def lengths(self) -> dict[str, int]:
        return dict.fromkeys(("gpu:0.fields", "gpu:0.state"), len(range(0, self.length_ns, SECOND // 10)))

    def readings(self, series: object = None) -> Iterator[CallReadings]:
        assert series is None, "all of them are read"
        stamps = np.arange(0, self.length_ns, SECOND // 10)
        for call, keys in (("gpu:0.fields", GPU_FAST), ("gpu:0.state", GPU_STATE)):
            yield CallReadings(
                call, stamps, stamps, {("gpu:0", key): np.where(stamps == stamps[-20], np.nan, stamps / 1e9) for key in keys}
            )

    def steps(self) -> Iterator[tuple[int, int, Integers]]:
        yield 3, 0, np.arange(SECOND // 20, self.length_ns, SECOND // 20)


def heal(data: ShownRun, events: Sequence[Event]) -> None:
    """Have a run read from the store again, with these events replacing all that it had."""
    assert data.record is not None
    with RunWriter(stored_runs.url(), data.record) as writer:
        write(writer, [(0, events)])
    with RunHistory(stored_runs.url()) as store, store.snapshot(data.record.run_id) as whole:
        data.load(whole)


def stamp_of(event: Event) -> int:
    match event:
        case Sample():
            return event.after_ns
        case Steps():
            return event.stamps_ns[0]
        case Gap():
            return event.start_ns
        case _:
            return event.t_ns


def cpu_run(seconds: float = 67.0) -> ShownRun:
    """Return a live run on the CPU of a machine without a GPU."""
    devices = [cpu_device(), no_gpu(NO_DRIVER, "Install NVIDIA's driver: see https://www.nvidia.com/drivers")]
    return run_data([hello(devices), *host_events(seconds, 0.62), *training(seconds, 0.0123, 64)], RunSpec("mnist-mlp", steps=20_000))


def gpu_run(seconds: float = 67.0, gpus: int = 1, simulated: str | None = None, spec: RunSpec | None = None) -> ShownRun:
    """Return a live run on a GPU, with a gap in the first GPU's readings, a power cap, and a dip in throughput."""
    devices = [cpu_device(), *(gpu_device(index, simulated) for index in range(gpus))]
    hole = (22.0, 23.4)
    events: list[Event] = [hello(devices), *host_events(seconds, 0.24), *training(seconds, 0.0598, 256)]
    for index in range(gpus):
        holes = (hole,) if index == 0 else ()
        events += gpu_events(f"gpu:{index}", seconds, holes, slowed=(46.0, 51.0) if index == 0 else (0, 0))
    for keys in (GPU_FAST, GPU_STATE, ("utilization", "memory_utilization")):
        start, end = (START_NS + int(edge * SECOND) for edge in hole)
        events.append(Gap("gpu:0", keys, start, end, "the sensor helper was restarted"))
    return run_data(events, spec or RunSpec("cifar-cnn", device="cuda:0", precision="bf16", batch_size=256, steps=20_000))


def told_values(data: ShownRun, values: Mapping[str, float], at_s: float, step: int | None) -> None:
    """Add a log event with values from the workload."""
    data.apply([Log(START_NS + int(at_s * SECOND), "values", values=dict(values), step=step)], START_NS)


def machine(gpus: int = 0, simulated: str | None = None, seconds: float = 67.0) -> ShownRun:
    """Return the readings of the machine without a run."""
    devices = [cpu_device(), *(gpu_device(index, simulated) for index in range(gpus))]
    if not gpus:
        devices.append(no_gpu(NO_DRIVER, "Install NVIDIA's driver: see https://www.nvidia.com/drivers"))
    events: list[Event] = [hello(devices), *host_events(seconds, 0.24, with_run=False)]
    for index in range(gpus):
        events += gpu_events(f"gpu:{index}", seconds)
    data = ShownRun()
    data.apply(sorted(events, key=stamp_of), START_NS)
    return data
