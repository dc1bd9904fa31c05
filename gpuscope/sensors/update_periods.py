"""Sensor update periods, measured from the times at which values change (measurement.md, S5), and stored for a week."""

import time
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

from gpuscope.core.device import PERIOD_PENDING
from gpuscope.core.figures import counted
from gpuscope.system.device_notes import DeviceNotes

CHANGES_NEEDED = 10
"""With fewer, the quartiles are not meaningful; more would need a longer burst for a sensor that updates every 100 ms."""
_KEPT = 64
"""Number of latest intervals used for the quartiles, so that a period that changes with the load is tracked."""


class ValueChanges:
    """The changes of one value that is read faster than it updates.

    Attributes:
        count: Changes seen since the value was last missing.
    """

    def __init__(self) -> None:
        self.count = 0
        self._value: float | int | None = None
        self._changed_ns = 0
        self._intervals: deque[int] = deque(maxlen=_KEPT)

    def add(self, t_ns: int, value: float | int | None) -> None:
        """Add a reading; a missing one (None) starts over, because changes in between were not observed."""
        if value is None:
            self.count, self._value = 0, None
            self._intervals.clear()
            return
        if self._value is not None and value != self._value:
            if self.count:
                self._intervals.append(t_ns - self._changed_ns)
            self.count += 1
            self._changed_ns = t_ns
        self._value = value

    def quartiles_s(self) -> tuple[float, float] | None:
        """Return the lower and upper quartile of the intervals between changes, in seconds; None for fewer than ten changes."""
        if self.count < CHANGES_NEEDED:
            return None
        intervals = sorted(self._intervals)
        last = len(intervals) - 1
        return intervals[last // 4] * 1e-9, intervals[-(last // 4) - 1] * 1e-9


SENSORS = ("power", "power_average", "energy")
"""The metrics whose update periods are measured, each independently."""
BURST_HZ = 200.0
"""Resolves a period to 5 ms; a higher rate would keep the driver busier."""
BURST_NS = 2_000_000_000
"""Time for twelve changes of a sensor that updates every 100 ms, with a margin for repeated values."""
_ENOUGH = CHANGES_NEEDED + 2
"""Changes of each sensor after which a burst ends early: two more than the quartiles need."""
_FRESH_S = 7 * 86400.0
"""A driver update may change the periods, but also the key under which they are stored. A week limits how long any other change goes
unnoticed."""
_AT = "periods_at"
_RESOLVED, _EVEN = 2.5, 1.25
"""Ordinary readings yield a period only if it is at least 2.5 of their intervals long, and the changes are about evenly spaced: an idle
sensor holds its value and changes irregularly."""

Values = Mapping[str, float | int | None]


class NvmlPeriods:
    """The update periods of one GPU.

    Args:
        notes: Where they are stored between runs.
        device_id: "uuid@driver".
        metrics: The members of :data:`SENSORS` that this GPU has.
        period_ns: Interval of the ordinary readings.
    """

    def __init__(self, notes: DeviceNotes, device_id: str, metrics: Sequence[str], period_ns: int) -> None:
        self._notes, self._id = notes, device_id
        self._metrics = tuple(metrics)
        self._resolution_s = period_ns * 1e-9
        kept = notes.get(device_id)
        self._periods = {name: period_s for name in self._metrics if (period_s := _seconds(kept.get(_key(name)))) is not None}
        age = time.time() - (_seconds(kept.get(_AT)) or 0.0)
        self.wants_burst = len(self._periods) < len(self._metrics) or (bool(self._metrics) and not 0 <= age < _FRESH_S)
        self._unsaved: dict[str, float] = {}
        self._changes = {name: ValueChanges() for name in self._metrics}
        self._began_ns: int | None = None
        self._reasons: dict[str, str] = {}

    def add_burst_reading(self, t_ns: int, values: Values) -> bool:
        """Add one reading of the burst; return whether it was the last."""
        self._began_ns = t_ns if self._began_ns is None else self._began_ns
        for name, changes in self._changes.items():
            changes.add(t_ns, values.get(name))
        elapsed_ns = t_ns - self._began_ns
        if elapsed_ns < BURST_NS and any(changes.count < _ENOUGH for changes in self._changes.values()):
            return False
        self.end_burst(elapsed_ns * 1e-9)
        return True

    def end_burst(self, seconds: float = 0.0) -> None:
        """End the burst, even one without readings, and keep the periods that it found."""
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
        """Whether ordinary readings may still yield an unknown period."""
        return not self.wants_burst and bool(self._changes)

    def add_reading(self, t_ns: int, values: Values) -> bool:
        """Add an ordinary reading; return whether an unknown period has become known."""
        if not self.is_looking:
            return False
        before = len(self._periods)
        for name, changes in list(self._changes.items()):
            changes.add(t_ns, values.get(name))
            low, high = changes.quartiles_s() or (0.0, 0.0)
            if low >= _RESOLVED * self._resolution_s and high <= _EVEN * low + self._resolution_s:
                self._hold(name, low)
                del self._changes[name]
        return len(self._periods) > before

    def _hold(self, name: str, seconds: float) -> None:
        self._periods[name] = self._unsaved[name] = round(seconds, 3)
        self._reasons.pop(name, None)

    def period_s(self, metric: str) -> float | None:
        """Return the update period of a metric in seconds; None while it is unknown."""
        return self._periods.get(metric)

    def reason(self, metric: str) -> str | None:
        """Return why the period of a metric is unknown; None if it is known, or the metric has no period."""
        if metric not in self._metrics or metric in self._periods:
            return None
        reason = self._reasons.get(metric)
        return PERIOD_PENDING if reason is None else f"update period unknown: {reason}"

    def keep(self) -> None:
        """Store the measured periods for later runs."""
        if self._unsaved:
            self._notes.update(self._id, {_AT: time.time(), **{_key(name): value for name, value in self._unsaved.items()}})
            self._unsaved = {}


def _key(metric: str) -> str:
    return f"{metric}_period_s"


def _seconds(value: Any) -> float | None:
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) and value > 0 else None
