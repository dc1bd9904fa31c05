"""Which part of the shared axis a stack shows: it follows the newest data until somebody looks elsewhere."""

import math


class TimeView:
    """Start and end of what is shown, in units of the axis (seconds, steps …).

    Attributes:
        following: Whether new data moves it.
        window: How much of the newest data is followed; None for the whole.
        least: The shortest part that is shown.
    """

    def __init__(self) -> None:
        self.least = 0.5
        self.following = True
        self.window: float | None = None
        self._first = 0.0
        self._last = 0.0
        self._start = 0.0
        self._end = 1.0

    @property
    def start(self) -> float:
        """Left end of what is shown."""
        return self._start

    @property
    def end(self) -> float:
        """Right end of what is shown; always after the left."""
        return self._end

    @property
    def length(self) -> float:
        """How much is shown."""
        return self._end - self._start

    @property
    def first(self) -> float:
        """Where the data begins."""
        return self._first

    @property
    def last(self) -> float:
        """The newest place of the data."""
        return self._last

    def set_extent(self, first: float, last: float) -> None:
        """Tell from where to where there is data; what is shown moves only while it follows."""
        if math.isfinite(first) and math.isfinite(last):
            self._first, self._last = min(first, last), last
            self._settle()

    def follow(self, window: float | None) -> None:
        """Show the newest ``window`` of the data from now on, or all of it."""
        self.window = max(self.least, window) if window is not None and math.isfinite(window) else None
        self.following = True
        self._settle()

    def hold(self) -> None:
        """Stop following, and stay where it is."""
        self.following = False

    def pan(self, distance: float) -> None:
        """Move what is shown, and stop following."""
        self._show(self._start + distance, self.length)

    def zoom(self, factor: float, around: float) -> None:
        """Show ``factor`` times as much, with the place ``around`` where it is, and stop following."""
        length = min(max(self.length * factor, self.least), self._whole())
        share = (around - self._start) / self.length
        self._show(around - share * length, length)

    def show(self, start: float, end: float) -> None:
        """Show the part between two places, as far as there is data, and stop following."""
        self._show(start, max(self.least, min(end - start, self._whole())))

    def _show(self, start: float, length: float) -> None:
        left, right = self._limits()
        start = min(max(start, left), max(left, right - length))
        if (start, start + length) != (self._start, self._end):
            self._start, self._end = start, start + length
            self.following = False

    def _settle(self) -> None:
        if self.following:
            left, right = self._limits()
            self._start, self._end = (left, right) if self.window is None else (max(left, right - self.window), right)

    def _whole(self) -> float:
        left, right = self._limits()
        return right - left

    def _limits(self) -> tuple[float, float]:
        return self._first, max(self._last, self._first + (self.window or self.least))
