"""Signals as something a selectors loop can wait for."""

import os
import signal
from collections import deque
from types import FrameType

_WATCHED = ("SIGINT", "SIGQUIT", "SIGTERM", "SIGWINCH")


class SignalWatch:
    """Notes INT, QUIT, TERM and WINCH for the loop, and lets HUP (a closed terminal) pass. Main thread only.

    A signal that the recorder was started with ignored stays ignored.
    """

    def __init__(self) -> None:
        self._arrived: deque[int] = deque()
        self._read, self._write = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        self._before: dict[int, object] = {}

    def install(self) -> None:
        """Set the handlers."""
        self._wakeup_before = signal.set_wakeup_fd(self._write, warn_on_full_buffer=False)
        for name in _WATCHED:
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                self._before[number] = signal.signal(number, self._note)
        if hasattr(signal, "SIGHUP"):
            self._before[signal.SIGHUP] = signal.signal(signal.SIGHUP, signal.SIG_IGN)

    def _note(self, number: int, _frame: FrameType | None) -> None:
        self._arrived.append(number)

    def fileno(self) -> int:
        """Return a descriptor that becomes readable when a signal came."""
        return self._read

    def take(self) -> list[int]:
        """Return the signals that came since the last call, in order."""
        try:
            while os.read(self._read, 4096):
                pass
        except BlockingIOError:
            pass
        arrived = []
        while self._arrived:
            arrived.append(self._arrived.popleft())
        return arrived

    def uninstall(self) -> None:
        """Put the handlers back and close the descriptors."""
        for number, handler in self._before.items():
            signal.signal(number, handler)  # type: ignore[arg-type]
        signal.set_wakeup_fd(self._wakeup_before)
        os.close(self._read)
        os.close(self._write)
