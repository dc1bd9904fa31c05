"""The clock of a race: play, pause, seek, speed."""

import time
from collections.abc import Callable


class RaceClock:
    """Derives the race's time from a monotonic clock alone, so that a late frame shows the current time, not the next frame in turn."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._at_s = self._since = 0.0
        self._speed = 1.0
        self._is_running = False
        self.length_s = 0.0

    @property
    def is_running(self) -> bool:
        """Whether the clock runs; false once it reaches the end."""
        return self._is_running and self.time_s < self.length_s

    @property
    def speed(self) -> float:
        """Seconds of race time per second."""
        return self._speed

    @property
    def time_s(self) -> float:
        """Current race time in seconds, at most the length."""
        gone_s = (self._now() - self._since) * self._speed if self._is_running else 0.0
        return min(self.length_s, self._at_s + gone_s)

    def start(self) -> None:
        """Run; restart from 0 if the end was reached."""
        at_s = self.time_s
        self._at_s = 0.0 if at_s >= self.length_s else at_s
        self._since, self._is_running = self._now(), True

    def pause(self) -> None:
        """Stop at the current time."""
        self._at_s, self._is_running = self.time_s, False

    def seek(self, at_s: float) -> None:
        """Set the race time; a running clock continues from there."""
        self._at_s, self._since = min(max(0.0, at_s), self.length_s), self._now()

    def set_speed(self, speed: float) -> None:
        """Change the speed from now on."""
        self.seek(self.time_s)
        self._speed = speed
