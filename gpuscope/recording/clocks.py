"""Compares the machine's clocks, to align external traces and stamps (measurement.md, S20) and to detect a suspend."""

import time

from gpuscope.core.event import SLEPT, Event, Gap, Log
from gpuscope.system.suspends import SHORTEST_NS, asleep_ns


class SleepWatch:
    """Detects suspends by comparing the monotonic and boot clocks at each poll."""

    def __init__(self) -> None:
        self._asleep_ns = asleep_ns()

    def poll(self, before_ns: int, now_ns: int) -> list[Event]:
        """Return the events of a suspend since the previous poll, at ``before_ns``."""
        asleep = asleep_ns()
        slept, self._asleep_ns = asleep - self._asleep_ns, asleep
        if slept <= SHORTEST_NS:
            return []
        reason = f"{SLEPT} for {_duration(slept * 1e-9)}"
        return [Gap("", (), before_ns, now_ns, reason), Log(now_ns, "warning", reason)]


def _duration(seconds: float) -> str:
    minutes = round(seconds / 60)
    if minutes < 1:
        return f"{seconds:.0f} s"
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


def clocks_side_by_side() -> Log:
    """Return an event with the monotonic stamp, and UTC and time since boot (including suspends) at the same instant, in seconds."""
    values = {"realtime_s": time.time_ns() / 1e9}
    if hasattr(time, "CLOCK_BOOTTIME"):
        values["boottime_s"] = time.clock_gettime_ns(time.CLOCK_BOOTTIME) / 1e9
    return Log(time.monotonic_ns(), "clocks", values=values)
