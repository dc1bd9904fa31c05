"""A simulated GPU: a demonstration device with a known power curve, labelled SIMULATED wherever it appears."""

import math
import time
from collections.abc import Callable, Mapping, Sequence

from gpuscope.core.device import Capability, Device, DeviceKind
from gpuscope.core.event import Gap, Log, Table
from gpuscope.sensors.backend import FAST_HZ, Call, Reading, period_ns

LABEL = "SIMULATED"
CYCLE_S = 20.0
"""Long enough to show idle, ramp, full load and a cap; short enough that a run of one minute has three cycles."""
IDLE_W, BUSY_W, LIMIT_W = 70.0, 330.0, 350.0
"""Round values similar to those of an H100 PCIe (limit 350 W), so that axes and totals look as on hardware."""
_IDLE_S, _RAMP_S = 4.0, 2.0
"""The curve is piecewise linear, so that the true energy has a closed form to test the integration against."""
UPDATE_S = 0.1
"""Update period of its power and energy sensors."""
MOST = 8
"""The number of GPUs in a typical GPU server."""
BASE_J = 1e6
"""Initial value of the counter, as on a card that has run for a while; starting at 0 would look like a reset."""
SOURCE = "simulation"
"""Source of all its readings."""
_FAST = ("power", "power_limit", "energy", "throttle")
_SLOW = ("utilization", "memory_used", "clock", "temperature")
_CAPPED = 0x4
"""NVML's bit for "software power cap"."""
_CAP_S = (12.0, 15.0)
"""Interval in which the power cap is reported, from the start of a cycle."""
_MEMORY = 16 * 2**30
"""The memory size that it reports, in bytes; the value is arbitrary."""


def power_w(t_s: float) -> float:
    """Return the true power at a time: 4 s idle, a 2 s ramp, then full load to the end of the 20 s cycle."""
    at = math.fmod(t_s, CYCLE_S)
    if at < _IDLE_S:
        return IDLE_W
    return IDLE_W + (BUSY_W - IDLE_W) * min(1.0, (at - _IDLE_S) / _RAMP_S)


def energy_j(t_s: float) -> float:
    """Return the true energy from 0 to a time: the exact integral of :func:`power_w`."""
    whole, at = divmod(t_s, CYCLE_S)
    return whole * _within(CYCLE_S) + _within(at)


def _within(at_s: float) -> float:
    ramp = min(max(at_s - _IDLE_S, 0.0), _RAMP_S)
    full = max(at_s - _IDLE_S - _RAMP_S, 0.0)
    return IDLE_W * at_s + (BUSY_W - IDLE_W) * (ramp * ramp / (2 * _RAMP_S) + full)


class SimulatedBackend:
    """Simulated GPUs "sim:0", "sim:1" …; each is half a cycle ahead of the previous one.

    Args:
        hz: Rate of power and energy; the other metrics run at a fifth of it.
        count: Number of GPUs, 1 to :data:`MOST`.
        clock: Monotonic nanoseconds.

    Raises:
        ValueError: ``count`` is out of range.
    """

    name = "simulated"

    def __init__(self, hz: float = FAST_HZ, count: int = 1, clock: Callable[[], int] = time.monotonic_ns) -> None:
        if not 1 <= count <= MOST:
            raise ValueError(f"1 to {MOST} devices can be simulated, not {count}")
        self.revision = 0
        self._periods = {"fast": period_ns(hz), "slow": period_ns(hz / 5)}
        self._count = count
        self._clock = clock
        self._start_ns = clock()

    def open(self) -> None:
        """Start the curve."""
        self._start_ns = self._clock()
        self.revision += 1

    def devices(self) -> Sequence[Device]:
        """Return the devices, labelled as simulated."""
        moving = Capability(True, SOURCE, UPDATE_S)
        able = {metric: moving if metric in ("power", "energy") else Capability(True, SOURCE) for metric in (*_FAST, *_SLOW)}
        facts: dict[str, str | int | float | None] = {"memory_total": _MEMORY, "power_limit": LIMIT_W}
        return [
            Device(f"sim:{index}", DeviceKind.GPU, "Simulated GPU", f"simulated-{index}", facts, able, LABEL)
            for index in range(self._count)
        ]

    def calls(self) -> Sequence[Call]:
        """Return a fast and a slow call per device."""
        return [
            Call(f"simulated.{group}:sim:{index}", self._periods[group], tuple((f"sim:{index}", metric) for metric in metrics))
            for index in range(self._count)
            for group, metrics in (("fast", _FAST), ("slow", _SLOW))
        ]

    def quality(self) -> Mapping[str, tuple[str, str]]:
        """Return the quality of each series as if the sensor were real; the device's label marks it as simulated."""
        return {f"sim:{index}/{metric}": ("measured", SOURCE) for index in range(self._count) for metric in (*_FAST, *_SLOW)}

    def read(self, call: str) -> Reading:
        """Perform a call."""
        index = int(call.rpartition(":")[2])
        now = self._clock()
        elapsed_s = (now - self._start_ns) * 1e-9 + index * CYCLE_S / 2
        updated_s = math.floor(elapsed_s / UPDATE_S) * UPDATE_S
        power = power_w(updated_s)
        is_capped = _CAP_S[0] <= math.fmod(updated_s, CYCLE_S) < _CAP_S[1]
        load = (power - IDLE_W) / (BUSY_W - IDLE_W)
        if call.startswith("simulated.fast"):
            return Reading(now, now, (power, LIMIT_W, BASE_J + energy_j(updated_s), _CAPPED if is_capped else 0))
        return Reading(now, now, (load, (0.1 + 0.6 * load) * _MEMORY, (0.3 + 1.5 * load) * 1e9, 38.0 + 30.0 * load))

    def events(self) -> Sequence[Gap | Log | Table]:
        """Return no events: there are only readings."""
        return ()

    def close(self) -> None:
        """Do nothing: there are no resources to release."""
