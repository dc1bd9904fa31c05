"""How a workload is stopped: INT, TERM, KILL, each when the one before has had its time."""

from enum import IntEnum

_SECOND_NS = 1_000_000_000
PATIENCE_S = (4.0, 2.5)
"""How long INT, then TERM, have before the next step."""


class Rung(IntEnum):
    """A step of the ladder, in order."""

    INTERRUPT = 0
    TERMINATE = 1
    KILL = 2


class StopLadder:
    """Says which step is due; knows nothing of processes.

    Args:
        now_ns: Monotonic stamp at which the stop was asked for.
        delay_s: How long the first step waits; may be infinite.
    """

    def __init__(self, now_ns: int, delay_s: float = 0.0) -> None:
        self._next = Rung.INTERRUPT
        self._done = False
        self._due_ns: int | None = None if delay_s == float("inf") else now_ns + round(delay_s * _SECOND_NS)

    @property
    def due_ns(self) -> int | None:
        """When the next step is due; None for never."""
        return self._due_ns

    def hurry(self, now_ns: int) -> None:
        """Make the next step due now."""
        if not self._done:
            self._due_ns = now_ns

    def due_rung(self, now_ns: int) -> Rung | None:
        """Return the step that is due, once; None when none is."""
        if self._due_ns is None or now_ns < self._due_ns:
            return None
        rung = self._next
        if rung is Rung.KILL:
            self._done, self._due_ns = True, None
        else:
            self._next = Rung(rung + 1)
            self._due_ns = now_ns + round(PATIENCE_S[rung] * _SECOND_NS)
        return rung

    def countdown_s(self, now_ns: int) -> float | None:
        """Return the seconds until KILL, at least 0; None when it waits for the user to insist."""
        if self._done:
            return 0.0
        if self._due_ns is None:
            return None
        return max(0.0, (self._due_ns - now_ns) / _SECOND_NS + sum(PATIENCE_S[self._next :]))
