"""What the reader of a store returns beside the values of ``core``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MISSING_BITS = 0x7FF8_0000_0000_07A2
"""The NaN that stands for a reading that failed, distinguished by its payload from a NaN that was measured."""


@dataclass(frozen=True, slots=True)
class SeriesHead:
    """What a series is, without its readings; as of :class:`SeriesInfo`."""

    device: str
    metric: str
    unit: str
    source: str
    quality: str


@dataclass(frozen=True, slots=True)
class SeriesInfo:
    """One series of a run, and what is known of it without its readings.

    Attributes:
        device: Key of the device.
        metric: Key of the metric.
        unit: SI unit; "" when the registry does not know the metric.
        source: The interface that gave the readings.
        quality: A value of ``core.quantity.Quality``; "" when nobody said.
        call: Name of the sensor call that its readings came with (the newest, if it moved).
        count: Readings that are there, measured NaN and infinities included, missing ones not.
        minimum: Least of them, NaN left out; None without any. Likewise the next four.
        maximum: Greatest of them.
        mean: Arithmetic mean of the readings, not weighted by time.
        first: The oldest.
        last: The newest.
        missing: Readings that failed.
        damage: Why readings of it are not shown: what the store has of them is not what was written; "" when all of it is whole.
            Then only ``count`` and ``missing`` are set on those that are left.
    """

    device: str
    metric: str
    unit: str
    source: str
    quality: str
    call: str
    count: int
    minimum: float | None
    maximum: float | None
    mean: float | None
    first: float | None
    last: float | None
    missing: int = 0
    damage: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Series:
    """The readings of one series, in the order of the calls.

    Attributes:
        info: Of which series.
        before_ns: int64 [n], the stamp just before each call, in nanoseconds from the run's ``start_ns``.
        after_ns: int64 [n], the stamp just after it.
        values: float64 [n], in ``info.unit``; NaN where the reading failed, or where NaN was measured.
    """

    info: SeriesInfo
    before_ns: NDArray[np.int64]
    after_ns: NDArray[np.int64]
    values: NDArray[np.float64]

    @property
    def missing(self) -> NDArray[np.bool_]:
        """Bool [n]: the readings that failed, as apart from a NaN that was measured."""
        missing: NDArray[np.bool_] = self.values.view("uint64") == MISSING_BITS
        return missing


@dataclass(frozen=True, slots=True)
class StoreSize:
    """What a store takes, in bytes.

    Attributes:
        file_bytes: The store's own files (the log that SQLite keeps beside it included).
        reusable_bytes: The part of it that deleted runs left, which new ones will fill.
        runs: Number of runs, deleted ones left out.
    """

    file_bytes: int
    reusable_bytes: int
    runs: int
