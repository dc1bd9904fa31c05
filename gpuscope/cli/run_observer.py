"""Output of a run's own recorder on standard error while it records, which never blocks on the terminal."""

from __future__ import annotations

import os
import select
import sys
import threading
import time
from collections import deque
from typing import TYPE_CHECKING

from gpuscope.cli import console
from gpuscope.recording.output_sink import OutputSink
from gpuscope.system.language import composed

if TYPE_CHECKING:
    from pathlib import Path

    from gpuscope.recording.launch import Launcher
    from gpuscope.recording.progress import Progress

_PLAIN_S = 10.0
"""Seconds between progress lines if no line can be redrawn."""
_NOTICES_WAITING = 20
"""Most notices held while the terminal is blocked (Ctrl-S); the newest are kept, and the number of dropped ones is printed."""
_NOTICE_COLUMNS = 1000
"""Maximum columns of a notice, about a dozen lines: it may quote a workload's output."""


class RunObserver:
    """The live line (redrawn in place on a terminal, printed every ten seconds elsewhere) and the notices; a context manager.

    Ctrl-S, a stalled connection or a full pipe delays only the output: until it accepts more, the live line is skipped and the latest
    notices are queued. :meth:`notice` may be called from any thread, everything else only from the recorder's.

    Args:
        descriptor: The output descriptor; it is not closed here.
        launcher: The launcher to notify of a detached recorder's start, in which case nothing is printed; None at a terminal.
        quiet: Whether to omit the live line, for a command that has the terminal to itself.
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

    def __enter__(self) -> RunObserver:
        return self

    def __exit__(self, *_: object) -> None:
        """Print the rest, blocking on the terminal as any program does, since recording has ended."""
        self._wait()
        self._put(self._line_away() + self._waiting_notices())
        self._wait()
        self._sink.close()

    def started(self, run_id: str, folder: Path) -> None:
        """Notify the launcher of a detached recorder that the workload is running."""
        if self._launcher is not None:
            self._launcher.report_ready(run_id, folder)

    @property
    def is_live(self) -> bool:
        """Whether there is a live line that is redrawn in place."""
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
        """Queue a notice for the user; it is printed by the next :meth:`show`."""
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
    from gpuscope.reports.printable import printable  # not needed for the start of a run

    return f"gpuscope: {printable(composed(text), _NOTICE_COLUMNS)}\n"
