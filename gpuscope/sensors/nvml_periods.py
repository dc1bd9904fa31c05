"""Update periods of one NVIDIA GPU's power and energy sensors: measured in a burst, refined by what is read anyway, kept for a week."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gpuscope.core.device import PERIOD_PENDING
from gpuscope.core.figures import counted
from gpuscope.sensors.value_changes import CHANGES_NEEDED, ValueChanges
from gpuscope.system.device_notes import DeviceNotes

SENSORS = ("power", "power_average", "energy")
"""The metrics whose update period is measured, each for itself."""
BURST_HZ = 200.0
BURST_NS = 2_000_000_000
_ENOUGH = CHANGES_NEEDED + 2
_FRESH_S = 7 * 86400.0
_AT = "periods_at"
_RESOLVED, _EVEN = 2.5, 1.25
"""Ordinary readings tell a period when it is some of their intervals long, and the changes are about evenly apart: an idle sensor
that holds its value changes now and then."""

Values = Mapping[str, float | int | None]


class NvmlPeriods:
    """What is known of one GPU's update periods.

    Args:
        notes: Where they are kept from run to run.
        device_id: "uuid@driver".
        metrics: Which of the sensors this GPU has.
        period_ns: Interval of the ordinary readings.
        now: Seconds since 1970.
    """

    def __init__(
        self, notes: DeviceNotes, device_id: str, metrics: Sequence[str], period_ns: int, now: Callable[[], float] = time.time
    ) -> None:
        self._notes, self._id, self._now = notes, device_id, now
        self._metrics = tuple(metrics)
        self._resolution_s = period_ns * 1e-9
        kept = notes.get(device_id)
        self._periods = {name: found for name in self._metrics if (found := _seconds(kept.get(_key(name)))) is not None}
        age = self._now() - (_seconds(kept.get(_AT)) or 0.0)
        self.wants_burst = len(self._periods) < len(self._metrics) or (bool(self._metrics) and not 0 <= age < _FRESH_S)
        self._found: dict[str, float] = {}
        self._changes = {name: ValueChanges() for name in self._metrics}
        self._began_ns: int | None = None
        self._reasons: dict[str, str] = {}

    def take_burst(self, t_ns: int, values: Values) -> bool:
        """Take one reading of the burst; return whether that was the last."""
        self._began_ns = t_ns if self._began_ns is None else self._began_ns
        for name, changes in self._changes.items():
            changes.take(t_ns, values.get(name))
        elapsed_ns = t_ns - self._began_ns
        if elapsed_ns < BURST_NS and any(changes.count < _ENOUGH for changes in self._changes.values()):
            return False
        self.end_burst(elapsed_ns * 1e-9)
        return True

    def end_burst(self, seconds: float = 0.0) -> None:
        """End the burst, also one that was never taken, and hold what it found."""
        for name, changes in self._changes.items():
            quartiles = changes.quartiles_s()
            if quartiles is not None:
                self._hold(name, quartiles[0])
            elif name not in self._periods:
                self._reasons[name] = f"{counted(changes.count, 'change')} in {seconds:.1f} s of fast readings, {CHANGES_NEEDED} are needed"
        self.wants_burst = False
        self._changes = {name: ValueChanges() for name in self._metrics if name not in self._periods}

    @property
    def is_looking(self) -> bool:
        """Whether ordinary readings may tell a period that is unknown."""
        return not self.wants_burst and bool(self._changes)

    def take(self, t_ns: int, values: Values) -> bool:
        """Take an ordinary reading; return whether a period that was unknown is known now."""
        if not self.is_looking:
            return False
        before = len(self._periods)
        for name, changes in list(self._changes.items()):
            changes.take(t_ns, values.get(name))
            low, high = changes.quartiles_s() or (0.0, 0.0)
            if low >= _RESOLVED * self._resolution_s and high <= _EVEN * low + self._resolution_s:
                self._hold(name, low)
                del self._changes[name]
        return len(self._periods) > before

    def _hold(self, name: str, seconds: float) -> None:
        self._periods[name] = self._found[name] = round(seconds, 3)
        self._reasons.pop(name, None)

    def period_s(self, metric: str) -> float | None:
        """Return the update period of a metric in seconds; None while it is unknown."""
        return self._periods.get(metric)

    def reason(self, metric: str) -> str | None:
        """Return why the period of a metric is unknown; None for one that is known, or has none."""
        if metric not in self._metrics or metric in self._periods:
            return None
        found = self._reasons.get(metric)
        return PERIOD_PENDING if found is None else f"update period unknown: {found}"

    def keep(self) -> None:
        """Keep what was measured for the runs to come."""
        if self._found:
            self._notes.update(self._id, {_AT: self._now(), **{_key(name): value for name, value in self._found.items()}})
            self._found = {}


def _key(metric: str) -> str:
    return f"{metric}_period_s"


def _seconds(value: Any) -> float | None:
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) and value > 0 else None
