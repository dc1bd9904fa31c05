"""Process-wide hooks of the window: Unix signals close it, and reference cycles are collected on its thread only."""

import contextlib
import gc
import signal
import socket
from collections.abc import Callable

from PySide6.QtCore import QObject, QSocketNotifier, QTimer

from gpuscope.gui.turns import turns

_SIGNALS = [getattr(signal, name) for name in ("SIGTERM", "SIGINT", "SIGHUP") if hasattr(signal, name)]


class UnixSignals(QObject):
    """Calls back on the event loop upon a signal; Python's own handlers would only run once Python code is executed.

    Args:
        came: Called once per signal.
    """

    def __init__(self, came: Callable[[], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._came = came
        self._read, self._write = socket.socketpair()
        for end in (self._read, self._write):
            end.setblocking(False)
        self._notifier = QSocketNotifier(self._read.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._readable)
        self._before = {number: signal.signal(number, lambda *_: None) for number in _SIGNALS}
        self._wakeup = signal.set_wakeup_fd(self._write.fileno(), warn_on_full_buffer=False)

    def _readable(self) -> None:
        with contextlib.suppress(BlockingIOError):
            if any(number in _SIGNALS for number in self._read.recv(64)):
                self._came()

    def close(self) -> None:
        """Restore the signal handlers."""
        signal.set_wakeup_fd(self._wakeup)
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._notifier.setEnabled(False)
        self._read.close()
        self._write.close()


_FULL = 2
"""The oldest generation: its collection covers all objects that are not left out."""
_POLL_MS = 250
"""Interval at which allocation counts are compared with Python's thresholds; what a second leaves behind takes too long at once."""


class CycleCollector(QObject):
    """Replaces Python's automatic cycle collection, which runs on whichever thread allocates.

    Collecting a cycle with a Qt object on another thread crashes the process (Qt objects must be deleted by their own thread),
    and a full collection on any thread blocks the event loop, the longer the more objects there are. Most of them are those of
    modules: what is loaded at :meth:`spare_loaded`, at the first full collection and at :meth:`collect_all` is therefore left out until
    the next :meth:`collect_all`.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._is_running = self._is_much_left = self._has_spared = False
        self._timer = QTimer(self, interval=_POLL_MS)
        self._timer.timeout.connect(lambda: turns().later(self, self._poll))

    def start(self) -> None:
        """Take over, preferably before many modules are loaded: Python would scan them repeatedly although all are in use."""
        self._is_running = True
        gc.disable()
        self._timer.start()

    @staticmethod
    def spare_loaded() -> None:
        """Exclude everything loaded so far from collection: modules live until the end, and scanning their cycles takes 40 ms."""
        gc.freeze()

    def collect_all(self) -> None:
        """Collect all cycles, at a moment when the user does not wait; no effect if :meth:`start` was not called."""
        if self._is_running:
            gc.unfreeze()
            gc.collect()
            gc.freeze()

    def collect_soon(self) -> None:
        """Make the next collection a full one: many cycles have become garbage, and with more of them it takes longer."""
        self._is_much_left = True

    def close(self) -> None:
        """Return collection to Python; no effect if :meth:`start` was not called."""
        if self._is_running:
            self._is_running = False
            self._timer.stop()
            gc.unfreeze()
            gc.enable()

    def _poll(self) -> None:
        if not self._is_running:
            return  # closed while this waited for its turn
        due = [generation for generation, (count, most) in enumerate(zip(gc.get_count(), gc.get_threshold(), strict=True)) if count > most]
        if not due and not self._is_much_left:
            return
        generation = _FULL if self._is_much_left else due[-1]
        self._is_much_left = False
        gc.collect(generation)
        if generation == _FULL and not self._has_spared:
            self._has_spared = True
            self.spare_loaded()  # by now the modules of most pages, too
