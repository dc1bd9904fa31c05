"""Redraw scheduling: soon after a change, at a limited frame rate while the user moves something, and figures at a readable rate."""

import math
import time

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer, Signal

from gpuscope.gui.faults import contained

FIGURES_S = 0.5
"""Interval of the figures' updates: digits that change faster cannot be read."""
_REFRESH = QEvent.Type(QEvent.registerEventType())


class FigurePace:
    """Paces the figures of a page: all change at the same moments, so that a tile and a strip's value never contradict each other."""

    def __init__(self) -> None:
        self._period = -1

    def is_due(self) -> bool:
        """Return whether a new interval has begun since this last returned true."""
        period = int(time.monotonic() / FIGURES_S)
        if period == self._period:
            return False
        self._period = period
        return True

    def hasten(self) -> None:
        """Let figures change at once: something other than a reading has changed."""
        self._period = -1


class DrawPace(QObject):
    """Coalesces changes and asks its owner to draw.

    Attributes:
        due: Emitted when it is time to draw; the owner then calls :meth:`begin`.
    """

    due = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._is_scheduled = False
        self._drawn_at = 0.0
        self._frame = QTimer(self, singleShot=True, timerType=Qt.TimerType.PreciseTimer)
        self._frame.timeout.connect(self.due)

    @property
    def is_held(self) -> bool:
        """Whether a user's movement is waiting for the next frame."""
        return self._frame.isActive()

    def schedule(self) -> None:
        """Request a redraw after the pending events have been processed."""
        if not self._is_scheduled:
            self._is_scheduled = True
            QCoreApplication.postEvent(self, QEvent(_REFRESH), Qt.EventPriority.LowEventPriority.value)

    def hold(self, frame_ms: int) -> None:
        """Request a redraw for a user's movement: the first is drawn at once, later ones are coalesced, the last is never dropped."""
        if self._is_scheduled or self._frame.isActive():
            return
        rest_ms = math.ceil(frame_ms - (time.monotonic() - self._drawn_at) * 1000)
        if rest_ms > 0:
            self._frame.start(rest_ms)
        else:
            self.schedule()

    def end(self) -> None:
        """Cancel pending frames."""
        self._frame.stop()

    def begin(self) -> None:
        """Start the interval to the next frame."""
        self._drawn_at = time.monotonic()

    @contained
    def customEvent(self, event: QEvent) -> None:
        """Request drawing of the coalesced changes."""
        if event.type() == _REFRESH:
            self._is_scheduled = False
            self.due.emit()
