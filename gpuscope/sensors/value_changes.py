"""How often a sensor updates, from the instants at which its value was seen to change (measurement.md, S5)."""

from collections import deque

CHANGES_NEEDED = 10
_KEPT = 64


class ValueChanges:
    """The changes of one value that is read again and again, faster than it updates.

    Attributes:
        count: Changes seen since the value was last missing.
    """

    def __init__(self) -> None:
        self.count = 0
        self._value: float | int | None = None
        self._changed_ns = 0
        self._intervals: deque[int] = deque(maxlen=_KEPT)

    def take(self, t_ns: int, value: float | int | None) -> None:
        """Take a reading; a missing one begins anew, since what changed in between was not seen."""
        if value is None:
            self.count, self._value = 0, None
            self._intervals.clear()
            return
        if self._value is not None and value != self._value:
            if self.count:
                self._intervals.append(t_ns - self._changed_ns)
            self.count += 1
            self._changed_ns = t_ns
        self._value = value

    def quartiles_s(self) -> tuple[float, float] | None:
        """Return lower and upper quartile of the intervals between changes, in seconds; None for fewer than ten changes."""
        if self.count < CHANGES_NEEDED:
            return None
        found = sorted(self._intervals)
        last = len(found) - 1
        return found[last // 4] * 1e-9, found[-(last // 4) - 1] * 1e-9
