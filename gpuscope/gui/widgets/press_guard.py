"""Keeps a double click from starting the same thing twice."""

from time import monotonic

from PySide6.QtWidgets import QApplication

_LEAST_S = 0.4
"""Shortest time for which presses are ignored: Qt's default for a double click, which some desktops set to less than people need."""


class PressGuard:
    """Distinguishes the second press of a double click from an intended second start."""

    def __init__(self) -> None:
        self._started: object = None
        self._until_s = 0.0

    def is_repeat(self, request: object) -> bool:
        """Return whether a request equals the last one that started something, within the time of a double click."""
        return monotonic() < self._until_s and request == self._started

    def begin(self, request: object) -> None:
        """Note that a request starts something now."""
        self._started = request
        self.extend()

    def extend(self) -> None:
        """Restart the time: the button under the pointer has just been replaced by another with the same effect."""
        self._until_s = monotonic() + max(_LEAST_S, QApplication.doubleClickInterval() / 1000)

    def clear(self) -> None:
        """Note that nothing was started after all, so the same may be tried again at once."""
        self._started, self._until_s = None, 0.0
