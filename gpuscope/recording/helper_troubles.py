"""What went wrong with a sensor helper of late: told once, and kept as the reason of the gaps that it leaves."""

import time
from collections import deque
from typing import NamedTuple

from gpuscope.core.event import Event, Log
from gpuscope.sensors.declaration import backend_of

_KEPT = 8
_BEFORE_NS = 1_000_000_000
"""A call is silent for that long at most before its trouble is known."""


class _Trouble(NamedTuple):
    """Why the calls of a back end are silent; of all, where none is named."""

    backend: str
    since_ns: int
    reason: str


class HelperTroubles:
    """The latest troubles."""

    def __init__(self) -> None:
        self._kept: deque[_Trouble] = deque(maxlen=_KEPT)

    def note(self, backend: str, since_ns: int, reason: str, events: list[Event]) -> None:
        """Keep a trouble of a back end, or of all ("") since a stamp, and tell it."""
        self._kept.append(_Trouble(backend, since_ns, reason))
        events.append(Log(time.monotonic_ns(), "warning", reason))

    def reason(self, call: str, last_ns: int) -> str | None:
        """Return why a call is silent since its last reading; None when that is not known."""
        for trouble in reversed(self._kept):
            if trouble.backend in ("", backend_of(call)) and trouble.since_ns >= last_ns - _BEFORE_NS:
                return trouble.reason
        return None


def clock_time(stamp_ns: int) -> str:
    """Return a monotonic stamp as the time of day."""
    return time.strftime("%H:%M:%S", time.localtime(time.time() - (time.monotonic_ns() - stamp_ns) * 1e-9))
