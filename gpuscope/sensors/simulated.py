"""A GPU that is not there: a demonstration device with a known power curve, labelled SIMULATED wherever it appears."""

import math
import time
from collections.abc import Callable, Mapping, Sequence

from gpuscope.core.device import Capability, Device, DeviceKind
from gpuscope.core.event import Gap, Log, Table
from gpuscope.sensors.backend import FAST_HZ, Call, Reading, period_ns

LABEL = "SIMULATED"
CYCLE_S = 20.0
"""Long enough for idle, ramp, full load and a cap to show, short enough that a run of a minute has three of each."""
IDLE_W, BUSY_W, LIMIT_W = 70.0, 330.0, 350.0
"""Round figures of the size of an H100 PCIe's (limit 350 W), so that axes and totals look as on hardware."""
_IDLE_S, _RAMP_S = 4.0, 2.0
"""Straight pieces, so that the true energy has a closed form to test the integration against."""
UPDATE_S = 0.1
"""Update period of its power and energy sensors."""
MOST = 8
"""As many as a usual GPU server holds."""
BASE_J = 1e6
"""What its counter shows at the start, like that of a card which has run for a while: from 0 it would look like one that was reset."""
_SOURCE = "simulation"
_FAST = ("power", "power_limit", "energy", "throttle")
_SLOW = ("utilization", "memory_used", "clock", "temperature")
_CAPPED = 0x4
"""NVML's bit for "software power cap"."""
_CAP_S = (12.0, 15.0)
"""Interval in which the power cap is reported, from the start of a cycle."""
_MEMORY = 16 * 2**30
"""What it claims to have, in bytes; any size would do."""


def power_w(t_s: float) -> float:
    """Return the true power at a time: 4 s idle, a ramp of 2 s, then full load to the end of a cycle of 20 s."""
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
    """Simulated GPUs, "sim:0" and on; each is half a cycle behind the one before.

    Args:
        hz: Rate of power and energy; the rest takes a fifth of it.
        count: How many, 1 to :data:`MOST`.
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
        """Return the devices, labelled."""
        moving = Capability(True, _SOURCE, UPDATE_S)
        able = {metric: moving if metric in ("power", "energy") else Capability(True, _SOURCE) for metric in (*_FAST, *_SLOW)}
        facts: dict[str, str | int | float | None] = {"memory_total": _MEMORY, "power_limit": LIMIT_W}
        return [
            Device(f"sim:{index}", DeviceKind.GPU, "Simulated GPU", f"simulated-{index}", facts, able, LABEL)
            for index in range(self._count)
        ]

    def calls(self) -> Sequence[Call]:
        """Return a fast and a slow call a device."""
        return [
            Call(f"simulated.{group}:sim:{index}", self._periods[group], tuple((f"sim:{index}", metric) for metric in metrics))
            for index in range(self._count)
            for group, metrics in (("fast", _FAST), ("slow", _SLOW))
        ]

    def quality(self) -> Mapping[str, tuple[str, str]]:
        """Return the quality of each series as the simulated sensor's; the device's label says that it is none of real hardware."""
        return {f"sim:{index}/{metric}": ("measured", _SOURCE) for index in range(self._count) for metric in (*_FAST, *_SLOW)}

    def read(self, call: str) -> Reading:
        """Take a call."""
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
        """Return none: there is nothing beside the readings."""
        return ()

    def close(self) -> None:
        """There is nothing to give back."""
