"""The time of a race that is played: runs at a speed, stands still, is moved by hand."""

import time
from collections.abc import Callable


class RaceClock:
    """Tells the race's time from the machine's, and nothing else: a late frame shows the time that it is, not the next one in turn.

    Args:
        now: Seconds of a clock that never goes back.

    Attributes:
        length_s: At which it stops.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._at_s = self._since = 0.0
        self._speed = 1.0
        self._is_running = False
        self.length_s = 0.0

    @property
    def is_running(self) -> bool:
        """Whether it goes; it stops by itself at the end."""
        return self._is_running and self.time_s < self.length_s

    @property
    def speed(self) -> float:
        """Seconds of the race in a second."""
        return self._speed

    @property
    def time_s(self) -> float:
        """The time of the race in seconds, at most its length."""
        gone_s = (self._now() - self._since) * self._speed if self._is_running else 0.0
        return min(self.length_s, self._at_s + gone_s)

    def start(self) -> None:
        """Go on; from the start where it has come to the end."""
        at_s = self.time_s
        self._at_s = 0.0 if at_s >= self.length_s else at_s
        self._since, self._is_running = self._now(), True

    def pause(self) -> None:
        """Stand still."""
        self._at_s, self._is_running = self.time_s, False

    def seek(self, at_s: float) -> None:
        """Go to a time; it runs on from there where it was running."""
        self._at_s, self._since = min(max(0.0, at_s), self.length_s), self._now()

    def set_speed(self, speed: float) -> None:
        """Run at another speed from now on."""
        self.seek(self.time_s)
        self._speed = speed
