"""When Python looks for reference cycles: on the window's thread, between two events."""

import gc

from PySide6.QtCore import QObject, QTimer

_LOOK_MS = 1000


class CycleCollector(QObject):
    """Takes the collector of reference cycles over from Python, which runs it on whichever thread allocates.

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
        """Take it over, best before many modules are loaded: Python would look through them again and again, and they are all in use."""
        self._is_running = True
        gc.disable()
        self._timer.start()

    @staticmethod
    def spare_loaded() -> None:
        """What is there by now is never looked through until the end: modules, whose cycles are in use, and a look takes 40 ms."""
        gc.freeze()

    def close(self) -> None:
        """Give it back; do nothing when it was not taken."""
        if self._is_running:
            self._is_running = False
            self._timer.stop()
            gc.unfreeze()
            gc.enable()

    def _look(self) -> None:
        due = [generation for generation, (count, most) in enumerate(zip(gc.get_count(), gc.get_threshold(), strict=True)) if count > most]
        if due:
            gc.collect(due[-1])
