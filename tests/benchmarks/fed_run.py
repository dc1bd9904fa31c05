"""A simulated run: the devices, readings and events that a benchmark's recorder sends, for any duration."""

import platform
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from gpuscope.core.device import Capability, Device, DeviceKind
from gpuscope.core.event import Event, Hello, Log, Phase, Sample, Steps
from gpuscope.core.run import RunRecord, RunState
from gpuscope.core.runspec import COMMAND, RunSpec
from gpuscope.sensors.declaration import Declaration
from gpuscope.system.processes import boot_id

HZ = 10
TICK_NS = 1_000_000_000 // HZ
METRICS = ("utilization", "power", "clock", "memory_used", "temperature", "fan_speed", "bus_received", "bus_sent")
"""Metrics of each GPU; the last three are not registered, as if a later version measured them. Each gets a strip with a curve per GPU."""
_LEVELS = (0.9, 310.0, 1.7e9, 2.1e10, 61.0, 0.55, 3.2e9, 1.1e9)
_NOISE = 997
"""Readings before the noise repeats: a prime, so that no two minutes are alike."""
_STEPS_A_TICK, _LOSS_EVERY = 2, 10
_WORKLOAD_PID = 4_000_000


def stamp_of(event: Event) -> int:
    """Return the timestamp of an event."""
    match event:
        case Sample():
            return event.after_ns
        case Steps():
            return event.stamps_ns[-1]
        case Log():
            return event.t_ns
    raise ValueError(event)


@dataclass(frozen=True)
class FedRun:
    """The events of a run, by ticks of a tenth of a second.

    Attributes:
        gpus: Number of simulated GPUs.
        start_ns: The run's start on the monotonic clock.
        has_steps: Whether it also reports steps, twenty per second, and a loss once a second.
    """

    gpus: int
    start_ns: int
    has_steps: bool = False
    _noise: list[list[tuple[float, ...]]] = field(default_factory=list, init=False, repr=False)

    def __post_init__(self) -> None:
        for gpu in range(self.gpus):
            chance = random.Random(gpu)
            self._noise.append([tuple(level * chance.uniform(0.85, 1.1) for level in _LEVELS) for _ in range(_NOISE)])

    @property
    def declaration(self) -> Declaration:
        """Return the declaration that a sensor helper would have sent."""
        able = dict.fromkeys(METRICS, Capability(True, "simulation", 1 / HZ))
        keys = [f"gpu:{index}" for index in range(self.gpus)]
        facts: dict[str, str | int | float | None] = {"power_limit": 400.0, "memory_total": 85_899_345_920}
        return Declaration(
            {key: Device(key, DeviceKind.GPU, "Simulated GPU", f"GPU-{key}", facts, able, "simulation") for key in keys},
            {key: tuple((key, metric) for metric in METRICS) for key in keys},
            dict.fromkeys(keys, 1 / HZ),
            {f"{key}/{metric}": ("measured", "simulation") for key in keys for metric in METRICS},
        )

    def record(self, folder: Path) -> RunRecord:
        """Return the header of the live run recorded in a folder whose name is the run's id."""
        return RunRecord(
            run_id=folder.name,
            name=f"simulation of {self.gpus} GPUs",
            state=RunState.RUNNING,
            reason=None,
            spec=RunSpec(COMMAND, command=("simulation",)),
            environment={},
            started_at=datetime.now(UTC) - timedelta(microseconds=(time.monotonic_ns() - self.start_ns) // 1000),
            start_ns=self.start_ns,
            host=platform.node(),
            boot_id=boot_id(),
            folder=str(folder),
        )

    def hello(self, pid: int) -> Hello:
        """Return the helper's first event."""
        return Hello("helper", pid, self.start_ns, self.declaration.to_info())

    def beginning(self) -> Sequence[Event]:
        """Return the workload's first events."""
        if not self.has_steps:
            return ()
        info = {"steps": 10_000_000, "warmup_steps": 0, "samples_per_step": 64, "steps_kind": "optimizer"}
        return Hello("workload", _WORKLOAD_PID, self.start_ns, info), Phase("measured", self.start_ns, 0)

    def events(self, tick: int) -> list[Event]:
        """Return the events of a tick: a reading of each GPU, and the workload's events."""
        begin = self.start_ns + tick * TICK_NS
        found: list[Event] = []
        for gpu, noise in enumerate(self._noise):
            before = begin + gpu * TICK_NS // self.gpus + tick * 7919 % 900_000  # a helper's calls are evenly spaced
            found.append(Sample(f"gpu:{gpu}", before, before + 250_000, noise[tick % _NOISE]))
        if self.has_steps:
            found += self._steps(tick, begin)
        return found

    def _steps(self, tick: int, begin: int) -> list[Event]:
        first, spacing = tick * _STEPS_A_TICK, TICK_NS // _STEPS_A_TICK
        ends = tuple(begin + index * spacing + (first + index) * 7919 % 900_000 for index in range(_STEPS_A_TICK))
        found: list[Event] = [Steps(_WORKLOAD_PID, first, ends)]
        if tick % _LOSS_EVERY == 0:
            found.append(Log(begin, "values", "", {"loss": 2.3 / (1 + tick / 1e4)}, first))
        return found
