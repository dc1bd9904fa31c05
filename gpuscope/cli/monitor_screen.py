"""The live table of ``gpuscope monitor``: full screen on a terminal, redrawn in place; elsewhere a sequence of tables."""

import contextlib
import os
import shutil
import signal
import sys
import time
from collections.abc import Sequence
from types import FrameType
from typing import Any, Self, TextIO

from gpuscope.cli import console
from gpuscope.cli.machine_watch import without_run
from gpuscope.cli.monitor_view import ORDERS, MonitorView
from gpuscope.cli.styled_line import glyphs_for
from gpuscope.core.event import Event, Log
from gpuscope.recording.machine_state import MachineState
from gpuscope.system.settings import JOULE
from gpuscope.system.waiting import readable

_REDRAW_S = 0.5
"""Seconds between redraws, slow enough to read changing digits; the fastest sensors are read ten times a second."""
_REPRINT_S = 1.0
"""Seconds between tables in output that only grows, such as a pipe."""
_ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l"
"""Switches to the alternate screen, so that the previous content can be restored; hides the cursor; disables line wrap."""
_LEAVE = "\x1b[?7h\x1b[?25h\x1b[?1049l"
_BEGIN, _END = "\x1b[?2026h\x1b[H", "\x1b[J\x1b[?2026l"
"""Synchronized update: terminals that support it show everything in between at once."""
_LINE_END = "\x1b[K\r\n"


class MonitorScreen:
    """The live table; a context manager that restores the terminal.

    Args:
        stream: The stream to draw on.
        keys: Descriptor of the keyboard; None for none.
        energy_unit: "J" or "Wh".
    """

    def __init__(self, stream: TextIO, keys: int | None = None, energy_unit: str = JOULE) -> None:
        self._stream = stream
        self._keys = keys
        self._energy_unit = energy_unit
        self._redraws = stream.isatty() and os.environ.get("TERM") != "dumb"
        self._has_colour = self._redraws and not os.environ.get("NO_COLOR")
        self._state = MachineState()
        self._view = MonitorView(self._state, glyphs_for(stream.encoding), energy_unit)
        self._order = "memory_bytes"
        self._message = ""
        self._next_s = 0.0
        self._size: os.terminal_size | None = None
        self._before: Any = None

    def __enter__(self) -> Self:
        if self._redraws:
            self._enter()
            if hasattr(signal, "SIGTSTP"):
                signal.signal(signal.SIGTSTP, self._pause)
        return self

    def __exit__(self, *_: object) -> None:
        if self._redraws:
            if hasattr(signal, "SIGTSTP"):
                signal.signal(signal.SIGTSTP, signal.SIG_DFL)
            self._give_back()
            if self._message:
                console.print_to_stderr(self._message)

    def _enter(self) -> None:
        if self._keys is not None:
            with contextlib.suppress(ImportError, OSError, ValueError):  # Windows has no termios; use Ctrl-C there
                import termios
                import tty

                self._before = termios.tcgetattr(self._keys)
                tty.setcbreak(self._keys)
        self._stream.write(_ENTER)
        self._size = None
        self._draw()

    def _give_back(self) -> None:
        if self._before is not None and self._keys is not None:
            import termios

            termios.tcsetattr(self._keys, termios.TCSADRAIN, self._before)
            self._before = None
        with contextlib.suppress(OSError, ValueError):  # the terminal is gone
            self._stream.write(_LEAVE)
            self._stream.flush()

    def _pause(self, number: int, _frame: FrameType | None) -> None:
        """Restore the terminal while the program is suspended (Ctrl-Z), and take it over again afterwards."""
        self._give_back()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
        signal.signal(number, self._pause)
        self._enter()

    def show(self, events: Sequence[Event]) -> None:
        """Redraw twice a second, and immediately after a key or a resize; without a terminal, print once a second.

        Raises:
            KeyboardInterrupt: "q" was pressed, which acts like Ctrl-C.
        """
        self._state.apply(events)
        for event in events:
            if isinstance(event, Log) and event.text:
                self._print_line(event.text)
        is_due = self._answer_keys() or time.monotonic() >= self._next_s
        if self._redraws:
            if is_due or shutil.get_terminal_size() != self._size:
                self._next_s = time.monotonic() + _REDRAW_S
                self._draw()
        elif is_due and self._state.has_readings:
            self._next_s = time.monotonic() + _REPRINT_S
            self._stream.write(f"{self._table()}\n\n")
            self._stream.flush()

    def _print_line(self, text: str) -> None:
        if self._redraws:
            self._message = text
        else:
            console.print_to_stderr(text)

    def _answer_keys(self) -> bool:
        """Return whether a key has changed the view."""
        if self._before is None or self._keys is None or not readable([self._keys], 0.0):
            return False
        pressed = os.read(self._keys, 64).decode("ascii", "ignore").lower()
        if "q" in pressed:
            raise KeyboardInterrupt
        chosen = [ORDERS[key] for key in pressed if key in ORDERS]
        self._order = chosen[-1] if chosen else self._order
        return bool(chosen)

    def _table(self) -> str:
        from gpuscope.reports.device_report import snapshot_report
        from gpuscope.reports.text import render

        report = snapshot_report(without_run(self._state.devices), self._state.values, self._state.tables, self._energy_unit)
        return render(report, None).rstrip("\n")

    def _draw(self) -> None:
        size = shutil.get_terminal_size()
        lines = self._view.lines(size.columns, size.lines, self._order, self._message)
        text = _LINE_END.join(line.text(size.columns, colour=self._has_colour) for line in lines)
        self._stream.write(f"{_BEGIN}{text}\x1b[K{_END}")
        self._stream.flush()
        self._size = size


def keyboard() -> int | None:
    """Return the descriptor of the keyboard; None if standard input is not a terminal."""
    try:
        return sys.stdin.fileno() if sys.stdin.isatty() else None
    except (OSError, ValueError, AttributeError):
        return None
