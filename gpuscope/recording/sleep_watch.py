"""Notices that the machine slept. A suspend stops the monotonic clock, so that no silence shows it; the clock that counts on does."""

import time

from gpuscope.core.event import SLEPT, Event, Gap, Log

_LEAST_NS = 500_000_000


class SleepWatch:
    """Compares the two clocks at each look."""

    def __init__(self) -> None:
        self._asleep_ns = asleep_ns()

    def look(self, before_ns: int, now_ns: int) -> list[Event]:
        """Return what to tell when the machine has slept since the look before, at ``before_ns``."""
        asleep = asleep_ns()
        slept, self._asleep_ns = asleep - self._asleep_ns, asleep
        if slept <= _LEAST_NS:
            return []
        reason = f"{SLEPT} for {_duration(slept * 1e-9)}"
        return [Gap("", (), before_ns, now_ns, reason), Log(now_ns, "warning", reason)]


def asleep_ns() -> int:
    """Return how long the machine has slept since it was started: what the boot clock counts and the monotonic one does not."""
    if not hasattr(time, "CLOCK_BOOTTIME"):
        return 0
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) - time.clock_gettime_ns(time.CLOCK_MONOTONIC)


def _duration(seconds: float) -> str:
    minutes = round(seconds / 60)
    if minutes < 1:
        return f"{seconds:.0f} s"
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"
