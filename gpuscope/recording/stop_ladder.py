"""Stops a workload with INT, TERM and KILL, each after the previous one's time limit.

The guards carry out the kill; if both were killed, the recorder itself ends the tree, which it has adopted (:class:`AdoptedTree`).
"""

import os
import signal
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import IntEnum

from gpuscope.recording import guard

_SECOND_NS = 1_000_000_000
PATIENCE_S = (4.0, 2.5)
"""Seconds after INT and after TERM until the next step."""


class Rung(IntEnum):
    """A step of the ladder, in order."""

    INTERRUPT = 0  # the values are indices into PATIENCE_S
    TERMINATE = 1
    KILL = 2  # the last step, without an entry


class StopLadder:
    """Determines the step that is due, without access to processes.

    Args:
        now_ns: Monotonic stamp of the stop request.
        delay_s: Delay of the first step in seconds.

    Attributes:
        due_ns: When the next step is due; None after the last one.
    """

    def __init__(self, now_ns: int, delay_s: float = 0.0) -> None:
        self._next = Rung.INTERRUPT
        self.due_ns: int | None = now_ns + round(delay_s * _SECOND_NS)

    def hurry(self, now_ns: int) -> None:
        """Make the next step due now."""
        if self.due_ns is not None:
            self.due_ns = now_ns

    def due_rung(self, now_ns: int) -> Rung | None:
        """Return the step that is due, once; None if none is."""
        if self.due_ns is None or now_ns < self.due_ns:
            return None
        rung = self._next
        if rung is Rung.KILL:
            self.due_ns = None
        else:
            self._next = Rung(rung + 1)
            self.due_ns = now_ns + round(PATIENCE_S[rung] * _SECOND_NS)
        return rung

    def countdown_s(self, now_ns: int) -> float:
        """Return the seconds until KILL, at least 0."""
        if self.due_ns is None:
            return 0.0
        return max(0.0, (self.due_ns - now_ns) / _SECOND_NS + sum(PATIENCE_S[self._next :]))


_BURST = 40
"""Maximum rounds of killing and reaping per call: enough for a tree that keeps forking, without blocking the recorder's loop."""
_GIVE_UP_NS = 3 * _SECOND_NS
"""A process that has not ended three seconds after KILL is stuck in the kernel, or another user's."""


@dataclass(frozen=True, slots=True)
class Death:
    """How the workload's process ended, as reported by wait4."""

    exit_code: int | None
    signal: int | None
    max_rss_bytes: int | None


class AdoptedTree:
    """The children that this process adopted: reaps them, and ends them when the workload has ended.

    Args:
        workload: The workload's pid; None if it never started.
        guards: The guards' pids, which are only reaped.
        own_children: Returns the pids of this process's own children, which are left alone.
    """

    def __init__(self, workload: int | None, guards: Iterable[int], own_children: Callable[[], Iterable[int]]) -> None:
        self._workload = workload
        self._guards = frozenset(guards)
        self._own_children = own_children
        self._settled_ns: int | None = None
        self._kill_from_ns: int | None = None
        self.death: Death | None = None
        self.left_running = 0

    @property
    def holds_workload(self) -> bool:
        """Whether the workload is a child of this process, ended or not."""
        return self._workload is not None and self._workload in self._adopted()

    def _adopted(self) -> list[int]:
        own = {*self._own_children()}
        return [pid for pid in guard.children_of(os.getpid()) if pid not in own]

    def living(self) -> list[tuple[int, bytes]]:
        """Return (pid, create time) of all running processes of the tree, parents first."""
        return guard.living_below(os.getpid(), {*self._own_children(), *self._guards})

    def reap(self) -> None:
        """Reap all ended processes; set ``death`` if the workload has ended."""
        for pid in self._adopted():
            try:
                ended, status, usage = os.wait4(pid, os.WNOHANG)
            except ChildProcessError:
                continue
            if ended and ended == self._workload:
                code = os.waitstatus_to_exitcode(status)
                self.death = Death(code if code >= 0 else None, -code if code < 0 else None, usage.ru_maxrss * 1024)

    def end(self, now_ns: int, grace_s: float) -> bool:
        """End the tree: TERM to processes that do not end by themselves, then KILL. Call repeatedly until it returns True.

        Args:
            now_ns: The monotonic clock.
            grace_s: Time between TERM and KILL in seconds; 0 sends KILL at once.

        Returns:
            Whether no processes are left.
        """
        if self._kill_from_ns is None and grace_s:
            self._settled_ns = self._settled_ns or now_ns + round(guard.SETTLE_S * _SECOND_NS)
            if now_ns < self._settled_ns:
                self.reap()
                return not self._adopted()
        if self._kill_from_ns is None:
            left = self.living()
            self.left_running = len(left)
            if grace_s:
                guard.signal_each(left, signal.SIGTERM, signal.SIGCONT)
            self._kill_from_ns = now_ns + round(grace_s * _SECOND_NS)
        elif not grace_s:
            self._kill_from_ns = min(self._kill_from_ns, now_ns)
        if now_ns >= self._kill_from_ns:
            self._kill()
        self.reap()
        return not self._adopted()

    def _kill(self) -> None:
        for _ in range(_BURST):
            number, immune = guard.kill_children({*self._own_children()})
            self.reap()
            if number == immune:
                return

    def given_up(self, now_ns: int) -> bool:
        """Return whether the remaining processes will not end: they are stuck in the kernel, or another user's."""
        return self._kill_from_ns is not None and now_ns > self._kill_from_ns + _GIVE_UP_NS
