"""Sums energy counters across wraps, resets and temporary failures without inventing energy (measurement.md, S13).

The sum grows monotonically except at a break: where a counter's progress cannot be determined, the sum restarts below its last value.
A difference across a break is negative, as for a counter that was reset, and is rejected.
"""

import errno
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

HIGHEST_POWER_W = 1000.0
"""Upper bound on a counter's rate; no processor package draws this much (the largest are rated at 500 W)."""
_SLACK_S = 0.1
"""Extra time that a counter's step may cover, because its updates may be late."""
_SMALLEST_RANGE_J = 65_000.0
"""The smallest known range: 2**32 counts of 15.3 µJ."""
_STANDS_STILL_NS = 2_000_000_000
"""A counter that has not changed for this long yields no power."""


@dataclass(frozen=True, slots=True)
class EnergyCounter:
    """A counter as its interface provides it.

    Attributes:
        name: The interface's name for it: "package-0".
        metric: What it counts: "energy" of the package, or "memory_energy".
        read: Returns its value in counts; raises OSError.
        unit_j: Joules per count.
        span: Counts after which it wraps; None if that cannot be read.
        highest_power_w: Upper bound on the power of what it measures.
    """

    name: str
    metric: str
    read: Callable[[], int]
    unit_j: float
    span: int | None
    highest_power_w: float = HIGHEST_POWER_W

    @property
    def longest_gap_s(self) -> float:
        """The longest time without a reading in which it cannot have wrapped."""
        return (_SMALLEST_RANGE_J if self.span is None else self.span * self.unit_j) / self.highest_power_w


@dataclass(frozen=True, slots=True)
class Unavailable:
    """Why a source, or one of its metrics, is not available.

    Attributes:
        reason: Explanation for the user.
        cure: One line that would fix it; None if there is none.
    """

    reason: str
    cure: str | None = None


@dataclass(frozen=True, slots=True)
class EnergySource:
    """An interface that provides energy counters.

    Attributes:
        quality: "measured" or "vendor-modelled".
        counters: The counters to sum, separately for each metric.
        unavailable: Why a metric has no counter.
        close: Releases all resources.
        restarts: Whether the counters start at zero in each process.
        untried: Whether it has not been run on real hardware.
    """

    name: str
    quality: str
    counters: Sequence[EnergyCounter]
    unavailable: Mapping[str, Unavailable] = field(default_factory=dict)
    close: Callable[[], None] = lambda: None
    restarts: bool = False
    untried: bool = False


class SumReading(NamedTuple):
    """The result of reading a sum.

    Attributes:
        joules: The sum; None if a counter could not be read.
        code: The error code if a counter could not be read.
        broken: Why the sum restarted; None if it did not.
    """

    joules: float | None
    code: str | None = None
    broken: str | None = None


class _Unwrapped:
    """One counter, unwrapped. ``total`` is in counts and starts at the counter's first value."""

    def __init__(self, counter: EnergyCounter) -> None:
        self.counter = counter
        self.total = 0
        self._last: tuple[int, int] | None = None

    def advance(self, now_ns: int) -> str | None:
        """Read the counter and add its progress; return why the progress cannot be determined, else None.

        Raises:
            OSError: The counter cannot be read.
        """
        raw = self.counter.read()
        last, self._last = self._last, (now_ns, raw)
        if last is None:
            self.total = raw
            return None
        seconds = (now_ns - last[0]) * 1e-9
        counter, step = self.counter, raw - last[1]
        if seconds > counter.longest_gap_s:
            return f"{counter.name} was not read for {seconds:.0f} s, during which its counter may have wrapped unnoticed"
        if step < 0:
            if counter.span is None:
                return f"the counter of {counter.name} went back, and its range, which distinguishes a wrap from a reset, cannot be read"
            step += counter.span
        if not 0 <= step * counter.unit_j <= counter.highest_power_w * (seconds + _SLACK_S):
            before, after = last[1] * counter.unit_j, raw * counter.unit_j
            return f"the counter of {counter.name} went from {before:.0f} J to {after:.0f} J within {seconds:.2g} s: it was reset"
        self.total += step
        return None


class EnergySum:
    """The sum of all counters of one metric.

    Args:
        counters: The counters; there is no sum while any of them cannot be read.
    """

    def __init__(self, counters: Sequence[EnergyCounter]) -> None:
        self._parts = [_Unwrapped(counter) for counter in counters]
        self._offset_j = 0.0
        self._last_j: float | None = None
        self._broken: str | None = None

    def read(self, now_ns: int) -> SumReading:
        """Read all counters; ``now_ns`` is the monotonic time of the reading."""
        code = None
        for part in self._parts:
            try:
                reason = part.advance(now_ns)
                self._broken = self._broken or reason
            except OSError as error:
                code = errno.errorcode.get(error.errno or 0, "unreadable")
        if code is not None:
            return SumReading(None, code)
        broken, self._broken = self._broken, None
        if broken:
            self._start_anew()
        self._last_j = self._offset_j + sum(part.total * part.counter.unit_j for part in self._parts)
        return SumReading(self._last_j, None, broken)

    def interrupt(self, reason: str) -> None:
        """Break the sum at the next reading: energy until then is not counted."""
        self._broken = reason

    def _start_anew(self) -> None:
        # Strictly below the last value: otherwise a difference across the break would look like that of a counter that did not change.
        self._offset_j = 0.0 if self._last_j is None else min(0.0, self._last_j - 1.0)
        for part in self._parts:
            part.total = 0


class CounterPower:
    """The mean power between the last two readings at which the energy had changed."""

    def __init__(self) -> None:
        self._last: tuple[int, float] | None = None
        self._watts: float | None = None

    def update(self, stamp_ns: int, joules: float | None) -> float | None:
        """Add an energy reading and return the power; None if unknown. A missing reading, or one below the last, starts over."""
        last = self._last
        if joules is None or last is None or joules < last[1]:
            self._last, self._watts = (None if joules is None else (stamp_ns, joules)), None
        elif joules > last[1]:
            self._watts = (joules - last[1]) / ((stamp_ns - last[0]) * 1e-9)
            self._last = (stamp_ns, joules)
        elif stamp_ns - last[0] > _STANDS_STILL_NS:
            self._watts = None
        return self._watts
