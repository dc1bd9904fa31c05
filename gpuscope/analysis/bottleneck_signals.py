"""What a run recorded that tells what its steps spent their time on. Whatever is missing is None here, and never 0."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from gpuscope.analysis.placement import place, told_uuids, visible_devices
from gpuscope.core.device import MACHINE, WORKLOAD
from gpuscope.core.quantity import Quantity
from gpuscope.core.run import DeviceResult, RunRecord
from gpuscope.core.step_phase import STEP_PHASES

_TRANSFERS = ("h2d-copy", "d2h-copy")
"""Workloads whose step is nothing but a copy between main memory and the device."""


@dataclass(frozen=True)
class BottleneckSignals:
    """A run as its bottleneck is looked for.

    Attributes:
        record: The run.
    """

    record: RunRecord

    @cached_property
    def placed(self) -> tuple[DeviceResult, ...]:
        """The devices that the run was placed on; empty where that is not known."""
        environment = self.record.environment
        devices = [result.device for result in self.record.devices]
        told = place(self.record.spec, devices, told_uuids(environment), visible_devices(lambda name: environment.get(f"variables.{name}")))
        return tuple(result for result in self.record.devices if result.device.key in told.devices)

    @property
    def on_cpu(self) -> bool:
        """Whether the steps were taken by the processor; of a command it is not known, and taken for no."""
        return not self.record.spec.is_command and self.record.spec.device == "cpu"

    @property
    def is_spread(self) -> bool:
        """Whether several ranks took each step together, and so may have waited for each other."""
        return self.record.spec.ranks * self.record.spec.nodes > 1

    @property
    def is_transfer(self) -> bool:
        """Whether a step is nothing but a copy between main memory and the device."""
        return self.record.spec.workload in _TRANSFERS

    @property
    def draws_from_memory(self) -> bool:
        """Whether batches are only picked out of data that lies ready: nothing loads or prepares them."""
        return "workers" not in self.record.spec.options

    def run(self, key: str) -> float | None:
        """Return one of the run's own numbers."""
        return finite(self.record.metrics.get(key))

    def device(self, key: str) -> float | None:
        """Return a device's number; of several devices the largest, where all of them have it."""
        found = [finite(result.metrics.get(key)) for result in self.placed]
        known = [value for value in found if value is not None]
        return max(known) if known and len(known) == len(found) else None

    def fact(self, key: str) -> float | None:
        """Return a number that the workload told of itself beside its result."""
        value = self.record.environment.get(key)
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return None
        return float(value) if math.isfinite(value) and value > 0 else None

    @cached_property
    def phases(self) -> Mapping[str, float]:
        """Share of the timed phases of a step, by phase; empty where none were timed."""
        times = {phase: self.run(f"phase_time_{phase}") for phase in STEP_PHASES}
        known = {phase: time_s for phase, time_s in times.items() if time_s is not None}
        whole = sum(known.values())
        return {phase: time_s / whole for phase, time_s in known.items()} if whole > 0 else {}

    @property
    def knows_waits(self) -> bool:
        """Whether it is known what share of a step went into data and copies: a kernel's step has neither."""
        return bool(self.phases) or (self.record.steps_kind == "kernel" and not self.is_transfer)

    @property
    def step_s(self) -> float | None:
        """How long a step took: the median, else the mean."""
        median, rate = self.run("latency_p50"), self.run("step_rate")
        return median if median is not None else 1.0 / rate if rate else None

    @property
    def footprint(self) -> float | None:
        """Bytes that a step touches at least: those that a kernel moves, or a model's weights as FP32."""
        moved, parameters = self.fact("bytes_per_step"), self.fact("parameters")
        return moved if moved is not None else None if parameters is None else 4.0 * parameters

    @cached_property
    def held(self) -> float | None:
        """The share of the processor time that its threads could have had and did: less than 1 where others took the rest, or it slept."""
        own, threads, duration_s = self._of("cpu_time", WORKLOAD), self.fact("threads"), self.record.duration_s
        if not self.on_cpu or not own or threads is None or not duration_s:
            return None
        return min(1.0, own / (duration_s * threads * self.record.spec.ranks))

    @property
    def others(self) -> float | None:
        """The share of the whole processor that other processes took meanwhile."""
        own, cpu, threads = self._of("cpu_time", WORKLOAD), self._of("utilization_mean", MACHINE), self.fact("cpu_threads")
        if own is None or cpu is None or threads is None or not self.record.duration_s:
            return None
        return max(0.0, cpu - own / (self.record.duration_s * threads))

    def _of(self, key: str, device: str) -> float | None:
        return next((finite(one.metrics.get(key)) for one in self.record.devices if one.device.key == device), None)

    def of_ceiling(self, key: str) -> float | None:
        """Return a share of a ceiling ("mfu", "roofline_share"); on a processor that others used too, of what its own time allows."""
        share = self.run(key)
        return None if share is None else min(1.0, share / (self.held or 1.0))

    @property
    def intensity(self) -> float | None:
        """FLOP a byte; 0 for a step that moves bytes and computes nothing."""
        bandwidth, flops = self.run("bandwidth"), self.run("flops")
        if not bandwidth:
            return None
        return 0.0 if self.fact("operations_per_step") is None else None if flops is None else flops / bandwidth

    @property
    def ridge(self) -> float | None:
        """FLOP a byte at which the two ceilings of the device meet."""
        flops, bandwidth = self.fact("ceiling_flops"), self.fact("ceiling_bandwidth")
        return None if flops is None or bandwidth is None else flops / bandwidth


def finite(quantity: Quantity | None) -> float | None:
    """Return a quantity's value where there is one that can be reckoned with."""
    value = None if quantity is None else quantity.value
    return value if value is not None and math.isfinite(value) else None
