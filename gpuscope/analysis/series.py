"""Readings of one metric of one device."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuscope.core.quantity import Quality

Stamps = NDArray[np.int64]
Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class DeviceSeries:
    """Readings of one metric of one device.

    Attributes:
        device: Key of the device.
        metric: Key of the metric.
        before_ns: Stamp before each reading, int64, from the run's start; shape (n,), not decreasing.
        after_ns: Stamp after each reading, in the same form.
        values: The readings in SI units, float64; NaN for a failed reading; shape (n,).
        quality: Quality of the readings.
        source: Interface that provided them.
        period_s: Measured update period of the sensor; None if unknown.
    """

    device: str
    metric: str
    before_ns: Stamps
    after_ns: Stamps
    values: Values
    quality: Quality
    source: str
    period_s: float | None = None

    @property
    def stamps_ns(self) -> Stamps:
        """The middle of each reading, int64; shape (n,)."""
        return self.before_ns + (self.after_ns - self.before_ns) // 2

    def readings(self) -> tuple[Stamps, Values]:
        """Return (stamps, values) of the readings that succeeded."""
        good = ~np.isnan(self.values)
        return self.stamps_ns[good], self.values[good]


def interval_ns(stamps_ns: Stamps) -> float | None:
    """Return the median interval between readings in nanoseconds, or None for fewer than two."""
    return float(median(np.diff(stamps_ns))) if stamps_ns.size >= 2 else None


def median(values: NDArray[Any]) -> NDArray[Any]:
    """Return the median along the last axis, not empty and finite; replaces np.median, which spends 20 ms on loading numpy.ma."""
    count = values.shape[-1]
    ordered = np.sort(values, axis=-1)
    middle: NDArray[Any] = (ordered[..., (count - 1) // 2] + ordered[..., count // 2]) / 2
    return middle


_CHANGES_NEEDED = 10
"""S5: the lower quartile of ten intervals rests on the three shortest, so a single early one does not determine it."""


def update_period_s(stamps_ns: Stamps, values: Values, known_s: float | None = None) -> float | None:
    """Return the update period of a sensor: the known one, else the lower quartile of the intervals between changes.

    None if there are fewer than ten such intervals, or if the stamps are so coarse that the result is 0. For a sensor read more slowly than
    it updates, the result is the interval of the readings, which is longer: the error is on the safe side.
    """
    if known_s is not None and known_s > 0:
        return known_s
    changed = stamps_ns[1:][np.diff(values) != 0]
    if changed.size <= _CHANGES_NEEDED:
        return None
    return float(np.quantile(np.diff(changed), 0.25)) / 1e9 or None
