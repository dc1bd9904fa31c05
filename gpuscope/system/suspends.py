"""The time that the machine has been suspended."""

import time

SHORTEST_NS = 500_000_000
"""Minimum duration of a suspend: the two clocks are read one after the other, and appear to differ if the process is delayed in between; no
real suspend is shorter."""


def asleep_ns() -> int:
    """Return how long the machine has been suspended since boot: the difference between the boot clock and the monotonic clock."""
    if not hasattr(time, "CLOCK_BOOTTIME"):
        return 0
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) - time.clock_gettime_ns(time.CLOCK_MONOTONIC)
