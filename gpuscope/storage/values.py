"""Values that the reader of a store returns in addition to those of ``core``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MISSING_BITS = 0x7FF8_0000_0000_07A2
"""The NaN that represents a failed reading, distinguished by its payload from a measured NaN."""


@dataclass(frozen=True, slots=True)
class SeriesHead:
    """Description of one series of a run, without its readings.

    Attributes:
        device: Key of the device.
        metric: Key of the metric.
        unit: SI unit; "" if the registry does not know the metric.
        source: The interface that provided the readings.
        quality: A value of ``core.quantity.Quality``; "" if unknown.
    """

    device: str
    metric: str
    unit: str
    source: str
    quality: str


@dataclass(frozen=True, slots=True)
class SeriesInfo(SeriesHead):
    """Description of a series with what is known of its readings.

    Attributes:
        last: The newest reading, ignoring NaN; None if there is none, or if the series is damaged.
        damage: Describes what is damaged in the store, so that readings are not shown; "" if the series is sound.
    """

    last: float | None
    damage: str


@dataclass(frozen=True, slots=True, eq=False)
class Series:
    """The readings of one series, in the order of the calls.

    Attributes:
        before_ns: int64 [n], the stamp just before each call, in nanoseconds from the run's ``start_ns``.
        after_ns: int64 [n], the stamp just after each call.
        values: float64 [n], in ``info.unit``; NaN for failed readings and for measured NaN.
    """

    info: SeriesInfo
    before_ns: NDArray[np.int64]
    after_ns: NDArray[np.int64]
    values: NDArray[np.float64]

    @property
    def missing(self) -> NDArray[np.bool_]:
        """Bool [n]: True for failed readings, False for a measured NaN."""
        missing: NDArray[np.bool_] = self.values.view("uint64") == MISSING_BITS
        return missing


@dataclass(frozen=True, slots=True)
class StoreSize:
    """Size of a store, in bytes.

    Attributes:
        file_bytes: Size of the store's files, including SQLite's log.
        reusable_bytes: The part of it freed by deleted runs, which new runs will reuse.
        runs: Number of runs, without deleted ones.
    """

    file_bytes: int
    reusable_bytes: int
    runs: int
