"""Signals of the recorder: INT, QUIT, TERM and WINCH for its loop; Ctrl-Z and fg, which stop and continue it with its job."""

import os
import signal
import time
from collections import deque
from collections.abc import Callable
from types import FrameType
from typing import Any

_WATCHED = ("SIGINT", "SIGQUIT", "SIGTERM", "SIGWINCH")


class SignalWatch:
    """Collects INT, QUIT, TERM and WINCH for the loop, and ignores HUP (a closed terminal). Main thread only.

    Signals that were ignored when the recorder was started stay ignored.
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
        """Return a descriptor that becomes readable when a signal arrives."""
        return self._read

    def drain(self) -> list[int]:
        """Return the signals that arrived since the last call, in order."""
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
        """Restore the handlers and close the descriptors."""
        for number, handler in self._before.items():
            signal.signal(number, handler)  # type: ignore[arg-type]
        signal.set_wakeup_fd(self._wakeup_before)
        os.close(self._read)
        os.close(self._write)


_SHORTEST_NS = 5_000_000
"""A TSTP that the kernel discards, as in an orphaned process group, returns at once without stopping the process."""
_PATIENCE_NS = 500_000_000
"""Enough for a full-screen program to restore the terminal; a program that ignores TSTP must not keep Ctrl-Z from working."""
_ASKED_EVERY_NS = 2_000_000_000
"""drain_stops() is called each second; if its last call is this long ago at a CONT, the process was stopped (STOP, TTIN, TTOU)."""


class JobControl:
    """Records when the shell's job was stopped and continued. Main thread only.

    Args:
        workload_stopped: Returns whether the workload has stopped. The shell takes the terminal as soon as the recorder stops, so a
            full-screen program must have restored it before: the recorder waits a moment for it.
    """

    def __init__(self, workload_stopped: Callable[[], bool] = lambda: True) -> None:
        self._workload_stopped = workload_stopped
        self._stops: list[tuple[int, int]] = []
        self._asked_ns = time.monotonic_ns()
        self._before: dict[int, Any] = {}

    def install(self) -> None:
        """Set handlers for TSTP and CONT, unless they are ignored."""
        if not hasattr(signal, "SIGTSTP"):
            return
        self._asked_ns = time.monotonic_ns()
        for number, handler in ((signal.SIGTSTP, self._on_stop), (signal.SIGCONT, self._on_continue)):
            if signal.getsignal(number) is not signal.SIG_IGN:
                self._before[number] = signal.signal(number, handler)

    def _on_stop(self, *_: object) -> None:
        """Note the time and stop as the kernel would have; the code after raise_signal() runs after fg."""
        begin_ns = time.monotonic_ns()
        while not self._workload_stopped() and time.monotonic_ns() - begin_ns < _PATIENCE_NS:
            time.sleep(0.005)
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        signal.raise_signal(signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, self._on_stop)
        self._note(begin_ns, _SHORTEST_NS)

    def _on_continue(self, _number: int, _frame: FrameType | None) -> None:
        self._note(self._asked_ns, _ASKED_EVERY_NS)

    def _note(self, begin_ns: int, shortest_ns: int) -> None:
        now_ns = time.monotonic_ns()
        if now_ns - begin_ns >= shortest_ns and (not self._stops or begin_ns >= self._stops[-1][1]):
            self._stops.append((begin_ns, now_ns))
        self._asked_ns = now_ns

    def drain_stops(self) -> list[tuple[int, int]]:
        """Return (stopped, continued) in monotonic nanoseconds since the last call; call it each second."""
        self._asked_ns = time.monotonic_ns()
        stops, self._stops = self._stops, []
        return stops

    def uninstall(self) -> None:
        """Restore the handlers."""
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._before.clear()
