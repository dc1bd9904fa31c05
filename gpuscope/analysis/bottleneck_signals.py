"""The recorded signals that show where a run's steps spent their time, and the evidence for a verdict.

A missing signal is None, never 0.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from gpuscope.analysis.placement import recorded_placement
from gpuscope.analysis.processor_share import held_share, is_on_cpu, others_share
from gpuscope.core import figures
from gpuscope.core.cure_texts import HANDOVER_S
from gpuscope.core.device import DeviceKind
from gpuscope.core.quantity import Quantity
from gpuscope.core.run import DeviceResult, RunRecord
from gpuscope.core.run_metrics import CEILING_SHARES, FALSE_CEILING, without_false_ceilings
from gpuscope.core.workload_keys import IN_PHASE, STEP_PHASES

_TRANSFERS = ("h2d-copy", "d2h-copy")
"""Workloads whose step is only a copy between main memory and the device."""


@dataclass(frozen=True)
class BottleneckSignals:
    """The signals of one run."""

    record: RunRecord

    @cached_property
    def placed(self) -> tuple[DeviceResult, ...]:
        """The devices that the run was placed on; empty if unknown, and for a command without a GPU.

        For a command, the processor's load does not show what the steps wait for, because the processor also prepares the batches.
        """
        placement = recorded_placement(self.record)
        results = tuple(result for result in self.record.devices if result.device.key in placement.devices)
        return tuple(result for result in results if result.device.kind is DeviceKind.GPU) if self.record.spec.is_command else results

    @property
    def on_cpu(self) -> bool:
        """Whether the steps ran on the CPU; False for a command, where that is unknown."""
        return is_on_cpu(self.record)

    @property
    def is_spread(self) -> bool:
        """Whether several ranks took each step together and so may have waited for each other."""
        return self.record.spec.ranks * self.record.spec.nodes > 1

    @property
    def is_transfer(self) -> bool:
        """Whether a step is only a copy between main memory and the device."""
        return self.record.spec.workload in _TRANSFERS

    @property
    def draws_from_memory(self) -> bool:
        """Whether batches are sliced from data already in memory, without loading or preparation."""
        return "workers" not in self.record.spec.options

    def run(self, key: str) -> float | None:
        """Return one of the run's own metrics; None if missing."""
        quantity = self._metrics.get(key)
        return None if quantity is None else quantity.finite

    @cached_property
    def _metrics(self) -> Mapping[str, Quantity]:
        return without_false_ceilings(self.record.metrics)

    def device(self, key: str) -> float | None:
        """Return a device metric: the largest over the run's devices, or None unless all of them have it."""
        quantities = [result.metrics.get(key) for result in self.placed]
        values = [value for quantity in quantities if quantity is not None and (value := quantity.finite) is not None]
        return max(values) if values and len(values) == len(quantities) else None

    def fact(self, key: str) -> float | None:
        """Return a positive number that the workload recorded in the environment; None otherwise."""
        value = self.record.environment.get(key)
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return None
        return float(value) if math.isfinite(value) and value > 0 else None

    @cached_property
    def phases(self) -> Mapping[str, float]:
        """Share of each phase in the timed part of a step, or in the whole step of a program that named some of its phases itself.

        Empty if no phases were timed.
        """
        times = {phase: self.run(f"phase_time_{phase}") for phase in STEP_PHASES}
        timed = {phase: time_s for phase, time_s in times.items() if time_s is not None}
        whole = sum(timed.values())
        if self.record.spec.is_command and "other" not in timed:  # detected phases include one for the rest of the step
            whole = max(whole, self.step_s or 0.0)
            return {phase: min(time_s / whole, self._most_of_a_step(phase)) for phase, time_s in timed.items()} if whole > 0 else {}
        return {phase: time_s / whole for phase, time_s in timed.items()} if whole > 0 else {}

    def _most_of_a_step(self, phase: str) -> float:
        """Return the share of a step that all the time in a phase would be, spread over all steps: of few timed steps it may be more."""
        total_s, rate, steps = self.run(f"{IN_PHASE}{phase}"), self.run("step_rate"), self.record.steps
        return 1.0 if total_s is None or not rate or not steps else total_s * rate / steps

    @property
    def knows_waits(self) -> bool:
        """Whether the shares of data and copies in a step are known; they are 0 for a kernel."""
        if self.record.spec.is_command:
            return "data" in self.phases
        return bool(self.phases) or (self.record.steps_kind == "kernel" and not self.is_transfer)

    @property
    def draws_by_loader(self) -> bool:
        """Whether a command was observed to draw its batches from a DataLoader.

        The time between steps is recorded only for observed steps, and their data phase only if a loader supplies the batches.
        """
        return {"data", "other"} <= self.phases.keys()

    @property
    def waits_briefly(self) -> bool:
        """Whether a step of an observed loader waits no longer for its data than for a batch that a loading process hands over."""
        waited_s = self.run("phase_time_data")
        return self.record.spec.is_command and self.draws_by_loader and waited_s is not None and waited_s < HANDOVER_S

    @property
    def step_s(self) -> float | None:
        """Duration of a step: the median, else the mean."""
        median, rate = self.run("latency_p50"), self.run("step_rate")
        return median if median is not None else 1.0 / rate if rate else None

    @property
    def footprint(self) -> float | None:
        """Minimum bytes that a step touches: those that a kernel moves, or a model's weights in FP32."""
        moved, parameters = self.fact("bytes_per_step"), self.fact("parameters")
        return moved if moved is not None else None if parameters is None else 4.0 * parameters

    @property
    def arithmetic(self) -> str:
        """How the device computes in the run's number format: "native", "emulated" or "slow by design"; "" if it was not recorded."""
        return str(self.record.environment.get("arithmetic") or "")

    @property
    def arithmetic_reason(self) -> str:
        """The reason for :attr:`arithmetic`, in words; "" if it was not recorded."""
        return str(self.record.environment.get("arithmetic_reason") or "")

    @property
    def beyond_median(self) -> float | None:
        """Share of the measured time that steps took beyond their median; None if unknown, and if tests of the model are in that time."""
        median, rate = self.run("latency_p50"), self.run("step_rate")
        return None if median is None or rate is None or self.record.spec.tested_every is not None else max(0.0, 1.0 - median * rate)

    @property
    def taken(self) -> float | None:
        """CPU share of other processes during the run; None if unknown. It matters to runs on a GPU too, which the CPU has to feed."""
        return others_share(self.record)

    @property
    def others(self) -> float | None:
        """:attr:`taken` if the run was on the CPU; None otherwise."""
        return self.taken if self.on_cpu or self.is_without_gpu else None

    @property
    def is_without_gpu(self) -> bool:
        """Whether it is a command on a machine without a readable GPU: it computed on the CPU, or waited."""
        gpus = [result for result in self.record.devices if result.device.kind is DeviceKind.GPU and ":" in result.device.key]
        return self.record.spec.is_command and not gpus

    def of_ceiling(self, key: str) -> float | None:
        """Return a share of a ceiling ("mfu", "roofline_share"); on a shared CPU, relative to the processor time that the run got.

        If the corrected share exceeds 1, other programs slowed the measurement of the ceiling as well, and the plain share is returned.
        """
        share = self.run(key)
        if share is None:
            return None
        corrected = share / (held_share(self.record) or 1.0)
        return corrected if corrected <= 1.0 else share

    @property
    def has_false_ceiling(self) -> bool:
        """Whether the run exceeded its measured ceiling."""
        return any(FALSE_CEILING in (share.reason or "") for key in CEILING_SHARES if (share := self._metrics.get(key)) is not None)

    @property
    def intensity(self) -> float | None:
        """Arithmetic intensity in FLOP/B; 0 for a step that moves bytes without arithmetic."""
        bandwidth, flops = self.run("bandwidth"), self.run("flops")
        if not bandwidth:
            return None
        return 0.0 if self.fact("operations_per_step") is None else None if flops is None else flops / bandwidth

    @property
    def ridge(self) -> float | None:
        """Arithmetic intensity in FLOP/B at which the device's two ceilings meet."""
        flops, bandwidth = self.fact("ceiling_flops"), self.fact("ceiling_bandwidth")
        return None if flops is None or bandwidth is None else flops / bandwidth


LABELS: Mapping[str, str] = {
    "slowed_thermal": "Share of the time slowed by heat",
    "slowed_hardware": "Share of the time slowed by the hardware",
    "slowed_power_cap": "Share of the time slowed by the power cap",
    "power_share": "Mean power as a share of the limit",
    "data": "Share of a step spent on getting its data",
    "copy": "Share of a step spent on copies to and from the device",
    "bandwidth": "Bandwidth reached",
    "step": "Step time",
    "utilization_mean": "Share of the time in which any kernel ran",
    "sm_activity_mean": "Share of the multiprocessors that had work",
    "tensor_activity_mean": "Share of the time in which the tensor cores were busy",
    "memory_activity_mean": "Share of the memory's bandwidth in use",
    "mfu": "FLOP/s as a share of those of a large matrix product",
    "roofline_share": "Share of the device's ceiling",
    "intensity": "Arithmetic intensity",
    "ridge": "Intensity at which the ceilings meet",
    "footprint": "Least bytes that a step touches",
    "others": "Share of the processor that other programs used",
    "beyond_median": "Share of the time that steps took beyond their median",
    "own": "The run's processor time as a share of the wall time",
}
"""Label of each figure."""
_UNITS = {"step": "s", "bandwidth": "B/s", "footprint": "B", "intensity": "FLOP/B", "ridge": "FLOP/B"}


@dataclass(frozen=True, slots=True)
class Evidence:
    """A figure that supports a verdict.

    Attributes:
        key: A key of :data:`LABELS`.
        value: Value in ``unit``.
        threshold: The value at or above which, or below which, it supports the verdict; None for a figure that is only informative.
    """

    key: str
    value: float
    threshold: float | None = None

    @property
    def label(self) -> str:
        """The figure's label."""
        return LABELS[self.key]

    @property
    def unit(self) -> str:
        """SI unit; "1" for a share."""
        return _UNITS.get(self.key, "1")

    @property
    def figure(self) -> str:
        """The value formatted for people."""
        limit = math.nan if self.threshold is None else self.threshold
        unit = figures.display_unit(self.unit, [self.value], share=self.unit == "1")
        return figures.beside_limit(self.value, limit, unit).with_name(self.value)

    @property
    def rule(self) -> str:
        """The rule it meets: "≥ 30 %", "< 5.00 ms"; "" for a figure that is only informative."""
        if self.threshold is None:
            return ""
        shown = f"{round(self.threshold * 100)} %" if self.unit == "1" else self._shown(self.threshold)
        return f"{'≥' if self.value >= self.threshold else '<'} {shown}"

    @property
    def text(self) -> str:
        """Label, figure and rule in one line."""
        return f"{self.label}: {self.figure}" + (f" ({self.rule})" if self.threshold is not None else "")

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {"key": self.key, "text": self.text, "value": self.value, "unit": self.unit, "threshold": self.threshold}

    def _shown(self, value: float) -> str:
        return figures.percent(value) if self.unit == "1" else figures.figure(value, self.unit)
