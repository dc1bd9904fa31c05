"""What a run's own recorder prints on standard error while it records, without ever waiting for the terminal."""

import os
import select
import sys
import threading
import time
from collections import deque
from pathlib import Path

from gpuscope.cli import console
from gpuscope.recording.launch import Launcher
from gpuscope.recording.output_sink import OutputSink
from gpuscope.recording.progress import Progress
from gpuscope.reports.printable import printable

_PLAIN_S = 10.0
"""Between two lines of progress where no line can be redrawn."""
_NOTICES_WAITING = 20
"""While the terminal takes nothing (Ctrl-S); the newest matter; the number left out is printed."""
_NOTICE_COLUMNS = 1000
"""A dozen lines of a terminal: a message may quote what a workload printed."""


class RunObserver:
    """The live line (redrawn in place on a terminal, a line every ten seconds elsewhere) and the notices; a context manager.

    Ctrl-S, a stuck connection or a full pipe hold up nothing but what is printed: until it takes more, the live line is left
    out and the latest notices wait. :meth:`notice` may be called on any thread, the rest is for the recorder's.

    Args:
        descriptor: Where it goes; it is not closed here.
        launcher: Whom a detached recorder notifies of its start; then it prints nothing. None at a terminal.
        quiet: Leaves the live line out, for a command that has the terminal for itself.
    """

    def __init__(self, descriptor: int, *, launcher: Launcher | None, quiet: bool) -> None:
        self._launcher = launcher
        self._quiet = quiet
        self._redraws = os.isatty(descriptor)
        self._line_is_shown = False
        self._next_plain = time.monotonic() + _PLAIN_S
        self._sink = OutputSink(descriptor)
        self._room = select.poll()
        self._room.register(self._sink.fileno(), select.POLLOUT)
        self._lock = threading.Lock()
        self._notices: deque[str] = deque(maxlen=_NOTICES_WAITING)
        self._left_out = 0

    def __enter__(self) -> "RunObserver":
        return self

    def __exit__(self, *_: object) -> None:
        """Print what is left, and wait for the terminal as any program does: nothing is recorded any more."""
        self._wait()
        self._put(self._line_away() + self._waiting_notices())
        self._wait()
        self._sink.close()

    def started(self, run_id: str, folder: Path) -> None:
        """Notify the launcher of a detached recorder that the workload is running."""
        if self._launcher is not None:
            self._launcher.tell_ready(run_id, folder)

    @property
    def is_live(self) -> bool:
        """Whether there is a line that is redrawn in place."""
        return self._redraws and not self._quiet and self._launcher is None

    def show(self, progress: Progress, countdown_s: float | None) -> None:
        """Print the pending notices and the run's progress."""
        self._go_on()
        if self._quiet or self._sink.pending or not (self._redraws or time.monotonic() >= self._next_plain):
            return
        text = progress.line()
        if countdown_s is not None:
            text = f"stopping, at the latest in {countdown_s:.0f} s · {text}"
        if self._redraws:
            self._line_is_shown = True
            self._put(console.redrawn(text))
        else:
            self._next_plain = time.monotonic() + _PLAIN_S
            self._put(_own_line(text))

    def notice(self, text: str) -> None:
        """Take something that the user should know; it is printed with the next :meth:`show`."""
        if self._launcher is None:
            with self._lock:
                self._left_out += len(self._notices) == _NOTICES_WAITING
                self._notices.append(text)

    def _go_on(self) -> None:
        self._push()
        if not self._sink.pending:
            self._put(self._waiting_notices())

    def _waiting_notices(self) -> str:
        with self._lock:
            lines, left_out = list(self._notices), self._left_out
            self._notices.clear()
            self._left_out = 0
        if left_out:
            lines.insert(0, f"{left_out} earlier messages were left out: nothing could be printed")
        return self._line_away() + "".join(map(_own_line, lines)) if lines else ""

    def _line_away(self) -> str:
        was_shown, self._line_is_shown = self._line_is_shown, False
        return console.LINE_AWAY if was_shown else ""

    def _put(self, text: str) -> None:
        if text and not self._sink.gone:
            self._sink.write(text.encode(sys.stderr.encoding or "utf-8", "backslashreplace"))
            self._push()

    def _push(self) -> None:
        if self._sink.pending and self._room.poll(0):
            self._sink.flush()

    def _wait(self) -> None:
        while self._sink.pending:
            self._room.poll()
            self._sink.flush()


def _own_line(text: str) -> str:
    return f"gpuscope: {printable(text, _NOTICE_COLUMNS)}\n"
