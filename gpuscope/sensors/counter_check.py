"""Whether a modelled energy counter agrees with the power sensor beside it (measurement.md, S6 G4)."""

WINDOW_NS = 5_000_000_000
WINDOWS = 3
"""So many windows in a row must disagree: a power that is averaged lags behind at a step, a wrong counter errs in all of them."""
TOLERANCE = 0.10
_LEAST_J = 5.0
"""Less is no comparison: sensors tell whole watts."""


class CounterCheck:
    """Compares the counter with the integral of the power over the first seconds.

    Attributes:
        agrees: Whether they agree; None while that is not known.
        reason: Why the counter is not to be believed; None while it may be.
    """

    def __init__(self) -> None:
        self.agrees: bool | None = None
        self.reason: str | None = None
        self._disagreeing = 0
        self._start: tuple[int, float] | None = None
        self._last: tuple[int, float, float] = (0, 0.0, 0.0)
        self._integral_j = 0.0

    def take(self, t_ns: int, watts: float | None, joules: float | None) -> bool:
        """Take a reading; return whether it was the one that settled it. A missing one, or a counter gone back, begins a new window."""
        if self.agrees is not None:
            return False
        if watts is None or joules is None or (self._start is not None and joules < self._last[2]):
            self._start = None
            return False
        if self._start is None:
            self._start, self._integral_j = (t_ns, joules), 0.0
        else:
            self._integral_j += (watts + self._last[1]) / 2 * (t_ns - self._last[0]) * 1e-9
        self._last = (t_ns, watts, joules)
        if t_ns - self._start[0] >= WINDOW_NS:
            self._judge(t_ns - self._start[0], joules - self._start[1])
            self._start = None
        return self.agrees is not None

    def _judge(self, window_ns: int, counted_j: float) -> None:
        if self._integral_j < _LEAST_J:
            return
        if abs(counted_j - self._integral_j) <= TOLERANCE * self._integral_j:
            self.agrees = True
            return
        self._disagreeing += 1
        if self._disagreeing == WINDOWS:
            self.agrees = False
            told = f"{counted_j:.0f} J in {window_ns * 1e-9:.0f} s, the power sensor {self._integral_j:.0f} J"
            self.reason = f"the energy counter disagrees with the power sensor: it counted {told}"
