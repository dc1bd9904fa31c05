"""SIGTERM, SIGINT and SIGHUP close the window: without a question, and its runs go on."""

import contextlib
import signal
import socket
from collections.abc import Callable

from PySide6.QtCore import QObject, QSocketNotifier

_SIGNALS = [getattr(signal, name) for name in ("SIGTERM", "SIGINT", "SIGHUP") if hasattr(signal, name)]


class UnixSignals(QObject):
    """Calls back on the event loop when one of the signals came. Python's own handlers would wait for the next Python code.

    Args:
        came: What to do; called once a signal.
        parent: Owner.
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
        """Give the signals back."""
        signal.set_wakeup_fd(self._wakeup)
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._notifier.setEnabled(False)
        self._read.close()
        self._write.close()
