"""Waits between runs until the GPUs are as cool as they were before the first (measurement.md, S18)."""

import time
from collections.abc import Callable, Mapping

from gpuscope.core.device import DeviceKind
from gpuscope.sensors.inventory import snapshot

Temperatures = Mapping[str, float]
"""By device key, in °C."""
TOLERANCE_C = 2.0
MOST_S = 60.0
_LOOK_S = 3.0


def gpu_temperatures() -> Temperatures:
    """Read the temperature of each real GPU that reports it; blocks for a second or two."""
    snap = snapshot()
    gpus = {gpu.key for gpu in snap.devices if gpu.kind is DeviceKind.GPU and not gpu.simulated}
    return {
        device: value for (device, metric), value in snap.values.items() if device in gpus and metric == "temperature" and value is not None
    }


class Cooling:
    """Remembers how warm the GPUs were at first.

    Args:
        read: Tells the temperatures.
        sleep: Waits so many seconds.
        clock: Tells seconds, and never goes back.
    """

    def __init__(
        self,
        read: Callable[[], Temperatures] = gpu_temperatures,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._read, self._sleep, self._clock = read, sleep, clock
        self._first: Temperatures | None = None

    def wait(self) -> Temperatures:
        """Wait until no GPU is warmer than at the first call, or a minute; return those that still are, with their temperatures."""
        if self._first is None:
            self._first = self._read()
            return {}
        ends, warm = self._clock() + MOST_S, self._warm()
        while warm and self._clock() < ends:
            self._sleep(_LOOK_S)
            warm = self._warm()
        return warm

    def _warm(self) -> Temperatures:
        first = self._first
        if not first:
            return {}
        return {device: value for device, value in self._read().items() if value > first.get(device, value) + TOLERANCE_C}
