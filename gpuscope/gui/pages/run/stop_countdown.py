"""How long a run that was asked to stop can still take: INT, TERM and KILL follow each other in a few seconds."""

import math
import time
from collections.abc import Callable

from gpuscope.recording.stop_ladder import PATIENCE_S


class StopCountdown:
    """Counts down for each run that was asked to stop.

    Args:
        now: Returns the monotonic time in seconds.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._due: dict[str, float] = {}

    def begin(self, run_id: str) -> None:
        """A run was asked to stop, now."""
        self._due.setdefault(run_id, self._now() + sum(PATIENCE_S))

    def forget(self, run_id: str) -> None:
        """It has ended, or could not be asked."""
        self._due.pop(run_id, None)

    def is_stopping(self, run_id: str) -> bool:
        """Return whether it was asked."""
        return run_id in self._due

    def left_s(self, run_id: str) -> int:
        """Return the whole seconds until it is killed, at least 0."""
        return max(0, math.ceil(self._due.get(run_id, 0.0) - self._now()))
