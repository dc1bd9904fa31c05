"""The NVIDIA back end on a simulated clock: a minute of readings takes a second."""

import ctypes
import time
from collections.abc import Iterator
from pathlib import Path

from gpuscope.core.event import Event, Sample
from gpuscope.sensors.nvml import NvmlBackend


class SteppedClock:
    """The clock of a stand-in library in this process, and of the back end that reads it.

    Args:
        library: The stand-in's file, as ``PlacedStandin.place`` returns it.
    """

    def __init__(self, library: Path) -> None:
        self._set = ctypes.CDLL(str(library)).standin_set_clock
        self._set.argtypes = [ctypes.c_int64]
        self.now_ns = time.monotonic_ns()
        self.step(0)

    def __call__(self) -> int:
        return self.now_ns

    def step(self, ns: int) -> None:
        """Advance by some nanoseconds."""
        self.now_ns += ns
        self._set(self.now_ns)

    def close(self) -> None:
        """Switch the library back to the real clock."""
        self._set(0)


def drive(backend: NvmlBackend, clock: SteppedClock, seconds: float) -> list[Event]:
    """Make the calls when they are due, as the schedule does, and return all events."""
    return list(driven(backend, clock, seconds))


def driven(backend: NvmlBackend, clock: SteppedClock, seconds: float) -> Iterator[Event]:
    """Like :func:`drive`, but yield the events one by one."""
    due: dict[str, int] = {}
    revision, end_ns = -1, clock.now_ns + round(seconds * 1e9)
    while clock.now_ns < end_ns:
        if backend.revision != revision:
            revision = backend.revision
            calls = sorted(backend.calls(), key=lambda call: (not call.series, call.period_ns))
            due = {call.name: due.get(call.name, clock.now_ns) for call in calls}
        for call in calls:
            if due[call.name] <= clock.now_ns:
                due[call.name] += call.period_ns
                reading = backend.read(call.name)
                yield from backend.events()
                if reading is not None:
                    yield Sample(call.name, reading.before_ns, reading.after_ns, tuple(reading.values), reading.codes)
        clock.step(min(due.values(), default=end_ns) - clock.now_ns)
