"""Spreads work of the window over turns of the event loop, so that user input waits for one piece of it at most.

Qt serves all timers and posted events that are due in one turn, and user input only between two turns. What takes tens of milliseconds
(a page made ahead, new colours of a part, the answer of a thread) therefore waits for a turn that has done little so far.
"""

import time
from collections import deque
from collections.abc import Callable
from functools import cache

import shiboken6
from PySide6.QtCore import QAbstractEventDispatcher, QCoreApplication, QObject, QTimer

_SPENT_S = 0.008
"""Processor time after which a turn takes on no more work: half a frame of a screen at 60 Hz."""
_NEXT_TURN_MS = 1
"""Not 0: where Qt uses GLib, a timer of 0 ms that is started in a turn runs within it."""
_PATIENCE_S = 2.0
"""Longest wait for a turn with room, so that work is done even if every turn is spent."""


class Turns(QObject):
    """Does pieces of work one by one, in the order in which they were queued, each in a turn of its own.

    It must live on the thread of the event loop. A turn is judged by the thread's processor time, as some event dispatchers count their
    wait for an event as part of it.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._work: deque[tuple[QObject, Callable[[], object], float]] = deque()
        self._begun_s = time.thread_time()
        self._timer = QTimer(self, singleShot=True, interval=_NEXT_TURN_MS)
        self._timer.timeout.connect(self._do_next)
        QAbstractEventDispatcher.instance().awake.connect(self._begin)

    @property
    def is_spent(self) -> bool:
        """Whether this turn has done so much that more work should wait for another one."""
        return time.thread_time() - self._begun_s > _SPENT_S

    def later(self, owner: QObject, work: Callable[[], object]) -> None:
        """Queue a piece of work; it is dropped if its owner is deleted before."""
        self._work.append((owner, work, time.monotonic()))
        if not self._timer.isActive():
            self._timer.start()

    def drop(self, *owners: QObject) -> None:
        """Drop the queued work of some objects."""
        self._work = deque(entry for entry in self._work if not any(entry[0] is owner for owner in owners))

    def _begin(self) -> None:
        self._begun_s = time.thread_time()

    def _do_next(self) -> None:
        while self._work and not shiboken6.isValid(self._work[0][0]):
            self._work.popleft()
        if not self._work:
            return
        if self.is_spent and time.monotonic() - self._work[0][2] < _PATIENCE_S:
            self._timer.start()
            return
        _, work, _ = self._work.popleft()
        if self._work:
            self._timer.start()  # before the work: it may run an event loop of its own
        work()


@cache
def turns() -> Turns:
    """Return the turns of the application's event loop."""
    return Turns(QCoreApplication.instance())
