"""Lets a scrolled view be scrolled past its end, out from under what lies over its lower edge."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QAbstractScrollArea


class ScrollRoom(QObject):
    """Adds to the vertical range of a view that scrolls by pixels; what is shown does not move, and a view that fits gets no scroll bar.

    Args:
        area: The view.
    """

    def __init__(self, area: QAbstractScrollArea) -> None:
        super().__init__(area)
        self._area, self._bar = area, area.verticalScrollBar()
        self._room = 0
        self._whole = self._given = self._bar.maximum()
        self._bar.rangeChanged.connect(self._extend)

    def reserve_over(self, top: int | None) -> None:
        """Reserve room for what covers the view from here on down, in pixels of the view; None if nothing covers it."""
        self._room = 0 if top is None else max(0, self._area.height() - top)
        self._apply()

    def _extend(self, _minimum: int, maximum: int) -> None:
        """Extend the range that the view has set; Qt fits the value to it only afterwards, so that nothing jumps."""
        if maximum != self._given:
            self._whole = maximum
            self._apply()

    def _apply(self) -> None:
        self._given = self._whole + self._room if self._whole > self._bar.minimum() else self._whole
        self._bar.setMaximum(self._given)
