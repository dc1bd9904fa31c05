"""Idle power of a device: measured over one span (measurement.md, S15), saved, and noted for each idle minute of a monitored machine."""

import math
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from itertools import pairwise
from typing import NamedTuple

from gpuscope.analysis.idle_baseline import BARE, CONTEXT
from gpuscope.core import figures
from gpuscope.core.device import Device, DeviceKind
from gpuscope.core.event import Sample
from gpuscope.system.device_notes import DeviceNotes, device_id

_KEY = "baseline"


def kept_baselines(notes: DeviceNotes, device: Device) -> dict[str, object]:
    """Return the saved baselines of a device by kind; empty if there are none."""
    kept = notes.get(device_id(device)).get(_KEY)
    return kept if isinstance(kept, dict) else {}


_BLOCKS = 5
"""Number of blocks. Unlike single readings, block means are nearly independent, so their scatter gives the uncertainty; more blocks would
be shorter than a few updates of the sensor."""
_STUDENT = 2.776
"""97.5 % quantile of Student's t with one degree of freedom less than the number of blocks."""
_CPU_IDLE = 0.05
"""Maximum mean load of an idle CPU. Zero would reject every machine, since the system itself runs; one busy core of 16 is 6 %."""
_LONGEST_GAP_S = 2.0
"""A counter's mean over a longer gap may hide other use of the device."""
_USUAL_PERIOD_S = 0.1
"""Update period assumed if the device's own was not measured: typical of NVML's power sensors."""


class Baseline(NamedTuple):
    """Idle power.

    Attributes:
        power_w: Mean power.
        uncertainty_w: Half width of its 95 % band, from scatter and the edges of a counter, without the sensor's gain error.
        seconds: Duration of the measurement.
    """

    power_w: float
    uncertainty_w: float
    seconds: float


def values_by_device(sample: Sample, calls: Mapping[str, Sequence[tuple[str, str]]]) -> dict[str, dict[str, float | None]]:
    """Return the values of a reading by device and metric; ``calls`` has the (device, metric) of each value of a call."""
    by_device: dict[str, dict[str, float | None]] = {}
    for (key, metric), value in zip(calls.get(sample.call, ()), sample.values, strict=False):
        by_device.setdefault(key, {})[metric] = value
    return by_device


class IdleSpan:
    """Readings of one device while it is presumed idle."""

    def __init__(self, device: Device) -> None:
        self.device = device
        self._energy: list[tuple[int, float]] = []
        self._power: list[tuple[int, float]] = []
        self._utilization: list[float] = []
        self._processes: list[float] = []

    def add(self, t_ns: int, values: Mapping[str, float | None]) -> None:
        """Add the readings of one call, by metric."""
        for key, readings in (("energy", self._energy), ("power", self._power)):
            if (value := values.get(key)) is not None:
                readings.append((t_ns, value))
        for key, kept in (("utilization", self._utilization), ("device_processes", self._processes)):
            if (value := values.get(key)) is not None:
                kept.append(value)

    @property
    def processes(self) -> int | None:
        """Number of processes on the device, as last read; None if not read."""
        return int(self._processes[-1]) if self._processes else None

    @property
    def seconds(self) -> float:
        """Time from the first reading of power or energy to the last."""
        readings = self._readings
        return (readings[-1][0] - readings[0][0]) / 1e9 if readings else 0.0

    @property
    def _readings(self) -> Sequence[tuple[int, float]]:
        return self._energy or self._power

    @property
    def disturbance(self) -> str | None:
        """Evidence that the device was in use, in words; None if there is none."""
        if self.device.kind is not DeviceKind.GPU:
            used = _mean(self._utilization) if self._utilization else 0.0
            return f"it was {figures.percent(used)} busy" if used > _CPU_IDLE else None
        if self._utilization and max(self._utilization) > 0:
            return f"something else used it (utilization {figures.percent(max(self._utilization))})"
        return "processes came or went" if len(set(self._processes)) > 1 else None

    def refusal(self, least_s: float) -> str | None:
        """Return why the span yields no baseline of at least ``least_s`` seconds, in words; None if it does."""
        if (disturbance := self.disturbance) is not None:
            return disturbance
        if not self._utilization:
            return "its utilization is not known"
        if self.device.kind is DeviceKind.GPU and not self._processes:
            return "how many processes use it is not known"
        return self._unreadable(least_s)

    def _unreadable(self, least_s: float) -> str | None:
        readings = self._readings
        if not readings:
            return "it reports no power"
        if self.seconds < least_s or len(readings) <= 2 * _BLOCKS:
            return f"{self.seconds:.1f} s of readings are too short"
        if any(after[0] - before[0] > _LONGEST_GAP_S * 1e9 for before, after in pairwise(readings)):
            return "its readings paused for a while"
        if any(after[1] < before[1] for before, after in pairwise(self._energy)):
            return "its energy counter fell"
        return None

    def baseline(self) -> Baseline:
        """Return the baseline; call only if :meth:`refusal` returns None."""
        from statistics import stdev  # imported here: most runs do not need it

        blocks = [self._mean_w(begin, end) for begin, end in self._blocks()]
        scatter = _STUDENT * stdev(blocks) / math.sqrt(len(blocks))
        power_w = self._mean_w(0, len(self._readings) - 1)
        return Baseline(power_w, math.hypot(scatter, self._edges_w(power_w)), self.seconds)

    def _blocks(self) -> list[tuple[int, int]]:
        last = len(self._readings) - 1
        return [(last * index // _BLOCKS, last * (index + 1) // _BLOCKS) for index in range(_BLOCKS)]

    def _mean_w(self, begin: int, end: int) -> float:
        """Return the mean power between two readings, by their index."""
        if not self._energy:
            return _mean([value for _, value in self._power[begin : end + 1]])
        (begin_ns, begin_j), (end_ns, end_j) = self._energy[begin], self._energy[end]
        return (end_j - begin_j) / (end_ns - begin_ns) * 1e9

    def _edges_w(self, power_w: float) -> float:
        """Return the uncertainty of the power due to one counter update at each edge."""
        if not self._energy:
            return 0.0
        capability = self.device.capabilities.get("energy")
        period_s = (capability.period_s if capability is not None else None) or _USUAL_PERIOD_S
        return power_w * period_s * math.sqrt(2.0) / self.seconds


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def note_baseline(notes: DeviceNotes, device: Device, kind: str, baseline: Baseline) -> None:
    """Save a device's baseline of a kind (:data:`BARE` or :data:`CONTEXT`); that of the other kind is kept."""
    entry = {
        "power_w": round(baseline.power_w, 3),
        "uncertainty_w": round(baseline.uncertainty_w, 3),
        "seconds": round(baseline.seconds, 1),
        "recorded_at": datetime.now(UTC).isoformat(timespec="seconds"),
    }
    notes.update(device_id(device), {_KEY: {**kept_baselines(notes, device), kind: entry}})


MINUTE_S = 60.0
"""Length of the spans noted on a monitored machine, in seconds."""


class IdleMinutes:
    """Saves a baseline after each minute in which a GPU's utilization was 0 throughout: "context" if a process held it, else "bare"."""

    def __init__(self, notes: DeviceNotes) -> None:
        self._notes = notes
        self._spans: dict[str, IdleSpan] = {}

    def observe(self, sample: Sample, calls: Mapping[str, Sequence[tuple[str, str]]], devices: Sequence[Device]) -> None:
        """Process one reading; write the notes at most once per minute and device."""
        by_device = values_by_device(sample, calls)
        for device in devices:
            if device.key in by_device and device.kind is DeviceKind.GPU:
                self._add_reading(device, (sample.before_ns + sample.after_ns) // 2, by_device[device.key])

    def _add_reading(self, device: Device, t_ns: int, values: Mapping[str, float | None]) -> None:
        span = self._spans.setdefault(device.key, IdleSpan(device))
        span.add(t_ns, values)
        if span.disturbance is not None:
            del self._spans[device.key]
        elif span.seconds >= MINUTE_S:
            del self._spans[device.key]
            if span.refusal(MINUTE_S) is None:
                note_baseline(self._notes, device, CONTEXT if span.processes else BARE, span.baseline())
