"""Energy counters that wrap, are reset and fail for a while, made into one sum that invents no joule (measurement.md, S13).

The sum only grows, but for a break: where nobody can say how far a counter went, the sum starts over below its last value.
A difference across it is negative, as with a counter that was reset, and is rejected.
"""

import errno
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

HIGHEST_POWER_W = 1000.0
"""No processor package draws that much (the largest are made for 500 W): what a counter cannot have gone further than."""
_SLACK_S = 0.1
"""A counter's step may hold as much more time as one of its own updates is late."""
_SMALLEST_RANGE_J = 65_000.0
"""The shortest range that is known: 2**32 counts of 15.3 µJ."""
_STANDS_STILL_NS = 2_000_000_000
"""A counter that has not moved for that long gives no power any more."""


@dataclass(frozen=True, slots=True)
class EnergyCounter:
    """A counter as its interface offers it.

    Attributes:
        name: In the interface's words: "package-0".
        metric: What it counts: "energy" of the package, or "memory_energy".
        read: Returns its value in counts; raises OSError.
        unit_j: Joules of a count.
        span: Counts after which it starts over; None when that cannot be read.
        highest_power_w: What it counts can never draw more.
    """

    name: str
    metric: str
    read: Callable[[], int]
    unit_j: float
    span: int | None
    highest_power_w: float = HIGHEST_POWER_W

    @property
    def longest_gap_s(self) -> float:
        """The longest time unread in which it cannot have gone round once."""
        return (_SMALLEST_RANGE_J if self.span is None else self.span * self.unit_j) / self.highest_power_w


@dataclass(frozen=True, slots=True)
class EnergyLack:
    """Why a source or a metric of it cannot be used.

    Attributes:
        reason: In words.
        cure: The one line that would change it; None when there is none.
    """

    reason: str
    cure: str | None = None


@dataclass(frozen=True, slots=True)
class EnergySource:
    """An interface that gives energy counters.

    Attributes:
        words: Its name.
        quality: "measured" or "vendor-modelled".
        counters: All of it that is summed, each metric apart.
        lacks: Why a metric is not among them.
        close: Gives everything back.
        restarts: Whether another process would find the counters started over.
        untried: Whether nobody has run it on real hardware.
    """

    words: str
    quality: str
    counters: Sequence[EnergyCounter]
    lacks: Mapping[str, EnergyLack] = field(default_factory=dict)
    close: Callable[[], None] = lambda: None
    restarts: bool = False
    untried: bool = False


class SumReading(NamedTuple):
    """What reading a sum gave.

    Attributes:
        joules: The sum; None when a counter could not be read.
        code: Why it could not.
        broken: Why the sum has started over; None when it has not.
    """

    joules: float | None
    code: str | None = None
    broken: str | None = None


class _Unwrapped:
    """One counter, unwrapped: ``total`` counts, at first as many as it stands at."""

    def __init__(self, counter: EnergyCounter) -> None:
        self.counter = counter
        self.total = 0
        self._last: tuple[int, int] | None = None

    def advance(self, now_ns: int) -> str | None:
        """Read it; returns why nobody can say how far it went since the last time, or None.

        Raises:
            OSError: It cannot be read.
        """
        raw = self.counter.read()
        last, self._last = self._last, (now_ns, raw)
        if last is None:
            self.total = raw
            return None
        seconds = (now_ns - last[0]) * 1e-9
        counter, step = self.counter, raw - last[1]
        if seconds > counter.longest_gap_s:
            return f"{counter.name} was not read for {seconds:.0f} s, in which its counter may have started over unseen"
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
    """The counters of one metric together.

    Args:
        counters: All of them; the sum is missing while one is.
    """

    def __init__(self, counters: Sequence[EnergyCounter]) -> None:
        self._parts = [_Unwrapped(counter) for counter in counters]
        self._offset_j = 0.0
        self._last_j: float | None = None
        self._broken: str | None = None

    def read(self, now_ns: int) -> SumReading:
        """Read all counters at a monotonic stamp."""
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
        """Break the sum at the next look: what lies between is not counted."""
        self._broken = reason

    def _start_anew(self) -> None:
        # Strictly below the last value, else a difference across the break would look like one of a counter that stood still.
        self._offset_j = 0.0 if self._last_j is None else min(0.0, self._last_j - 1.0)
        for part in self._parts:
            part.total = 0


class CounterPower:
    """The mean power between the last two readings at which the energy had moved."""

    def __init__(self) -> None:
        self._last: tuple[int, float] | None = None
        self._watts: float | None = None

    def update(self, stamp_ns: int, joules: float | None) -> float | None:
        """Take a reading of the energy; a missing one, or one below the last, restarts the sum."""
        last = self._last
        if joules is None or last is None or joules < last[1]:
            self._last, self._watts = (None if joules is None else (stamp_ns, joules)), None
        elif joules > last[1]:
            self._watts = (joules - last[1]) / ((stamp_ns - last[0]) * 1e-9)
            self._last = (stamp_ns, joules)
        elif stamp_ns - last[0] > _STANDS_STILL_NS:
            self._watts = None
        return self._watts
