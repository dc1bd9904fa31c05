"""The machine's clocks side by side, so that foreign traces and stamps can be placed (measurement.md, S20)."""

import time

from gpuscope.core.event import Log


def clocks_side_by_side() -> Log:
    """Return an event with the monotonic stamp, and UTC and the time since boot (suspends included) at the same instant, in seconds."""
    values = {"realtime_s": time.time_ns() / 1e9}
    if hasattr(time, "CLOCK_BOOTTIME"):
        values["boottime_s"] = time.clock_gettime_ns(time.CLOCK_BOOTTIME) / 1e9
    return Log(time.monotonic_ns(), "clocks", values=values)
