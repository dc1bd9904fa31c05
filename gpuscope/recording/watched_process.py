"""A process started by someone else, or none, as seen by the recorder's loop: it is observed, and never signalled."""

import math
import os
import select
import time

from gpuscope.recording.process_events import Exited, ProcessEvent, Started, TreeEnded
from gpuscope.system import processes

_POLL_NS = 250_000_000
"""Polling interval for a process without a pidfd to report its end."""
_TIME_IS_UP = "the time is up"


class WatchedProcess:
    """A recording that ends with its process, when the time is up, or at a stop request; the process itself continues.

    The loop uses it like a :class:`GuardedProcess`.

    Args:
        pid: Pid of the process; None for the machine as a whole.
        created: Its create time from ``processes.create_time``, to distinguish it from a later process with the same pid.
        seconds: Maximum duration of the recording.
    """

    guard_pids = ()

    def __init__(self, pid: int | None, created: int | None, seconds: float = math.inf) -> None:
        self.pid = self.root_pid = pid
        self.stop_reason: str | None = None
        self.spawned_ns: int | None = None
        self._created = created
        self._seconds = seconds
        self._ended = False
        self._epoll = select.epoll()
        self._end = -1 if pid is None else processes.open_pidfd(pid)
        if self._end >= 0:
            self._epoll.register(self._end, select.EPOLLIN)

    def fileno(self) -> int:
        """Return a descriptor that becomes readable when the process has ended."""
        return self._epoll.fileno()

    def on_readable(self) -> list[ProcessEvent]:
        """Check whether the process has ended; return the resulting events."""
        return self.tick(time.monotonic_ns())

    def tick(self, now_ns: int) -> list[ProcessEvent]:
        """Return the events of the start and, once reached, of the end."""
        events: list[ProcessEvent] = []
        if self.spawned_ns is None:
            self.spawned_ns = now_ns
            events.append(Started(self.pid or 0, now_ns))
        if now_ns - self.spawned_ns >= self._seconds * 1e9:
            self.request_stop(_TIME_IS_UP)
        if not self._ended and (self.stop_reason is not None or not self._is_running()):
            self._ended = True
            self._stop_watching()  # a descriptor that stays readable would wake the loop repeatedly
            events += [Exited(now_ns, None, None, None), TreeEnded(now_ns, 0, 0)]
        return events

    def _is_running(self) -> bool:
        return self.pid is None or (processes.create_time(self.pid) == self._created and processes.is_running(self.pid))

    def next_deadline_ns(self) -> int | None:
        """Return when tick() is due next; None for never."""
        if self._ended:
            return None
        if self.spawned_ns is None:
            return time.monotonic_ns()
        due: list[int] = []
        if self.pid is not None and self._end < 0:
            due.append(time.monotonic_ns() + _POLL_NS)
        if not math.isinf(self._seconds):
            due.append(self.spawned_ns + math.ceil(self._seconds * 1e9))
        return min(due, default=None)

    def request_stop(self, reason: str, *, delivered: bool = False) -> None:  # noqa: ARG002 - no signal concerns it
        """End the recording at the next tick."""
        if not self._ended:
            self.stop_reason = self.stop_reason or reason

    def interrupt_again(self) -> None:
        """Do nothing: the recording ends immediately anyway."""

    def countdown_s(self, now_ns: int) -> float | None:  # noqa: ARG002 - as above
        """Return None: the process is never killed."""
        return None

    def send(self, signal_number: int) -> None:
        """Do nothing: the recorder did not start the process."""

    def close(self) -> None:
        """Close the descriptors."""
        self._stop_watching()
        self._epoll.close()

    def _stop_watching(self) -> None:
        if self._end >= 0:
            os.close(self._end)
            self._end = -1
