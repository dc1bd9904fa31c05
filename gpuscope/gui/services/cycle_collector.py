"""Collection of reference cycles on the window's thread, between two events."""

import gc

from PySide6.QtCore import QObject, QTimer

_LOOK_MS = 1000
"""How often Python's own thresholds are compared with its counts of allocations."""


class CycleCollector(QObject):
    """Runs the cycle collector in place of Python, which runs it on whichever thread allocates.

    A cycle with a Qt object in it that another thread collects ends the process (Qt objects are deleted by their own thread),
    and a whole collection on any thread holds up the event loop.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._is_running = False
        self._timer = QTimer(self)
        self._timer.setInterval(_LOOK_MS)
        self._timer.timeout.connect(self._look)

    def start(self) -> None:
        """Take over, preferably before many modules are loaded: Python would scan them repeatedly although all are in use."""
        self._is_running = True
        gc.disable()
        self._timer.start()

    @staticmethod
    def spare_loaded() -> None:
        """Exclude everything loaded so far from collection: modules live until the end, and scanning their cycles takes 40 ms."""
        gc.freeze()

    def close(self) -> None:
        """Hand collection back to Python; do nothing if :meth:`start` was not called."""
        if self._is_running:
            self._is_running = False
            self._timer.stop()
            gc.unfreeze()
            gc.enable()

    def _look(self) -> None:
        due = [generation for generation, (count, most) in enumerate(zip(gc.get_count(), gc.get_threshold(), strict=True)) if count > most]
        if due:
            gc.collect(due[-1])
