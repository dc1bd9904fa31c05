"""The live table of ``gpuscope monitor`` on a terminal."""

import shutil
import time
from collections.abc import Sequence
from typing import TextIO

from gpuscope.cli import console
from gpuscope.cli.machine_watch import MachineWatch
from gpuscope.core.event import Event, Log

_REDRAW_S = 0.5
_REPRINT_S = 1.0


class MonitorScreen:
    """The live table from the first reading on: redrawn in place on a terminal and no longer than it, else one below the other."""

    def __init__(self, watch: MachineWatch, stream: TextIO) -> None:
        self._watch = watch
        self._stream = stream
        self._redraws = stream.isatty()
        self._lines = 0
        self._next_s = 0.0

    def take(self, events: Sequence[Event]) -> None:
        """Redraws twice a second; where nothing can be redrawn, prints once a second."""
        for event in events:
            if isinstance(event, Log) and event.text:
                console.tell(event.text)
                self._lines = 0
        if time.monotonic() >= self._next_s and any(value is not None for value in self._watch.values.values()):
            self._next_s = time.monotonic() + (_REDRAW_S if self._redraws else _REPRINT_S)
            if self._redraws:
                self._draw()
            else:
                self._stream.write(f"{self._table(None)}\n\n")
                self._stream.flush()

    def _table(self, columns: int | None) -> str:
        from gpuscope.reports.device_report import snapshot_report
        from gpuscope.reports.text import render

        return render(snapshot_report(self._watch.devices, self._watch.values), columns).rstrip("\n")

    def _draw(self) -> None:
        size = shutil.get_terminal_size()
        text = self._table(size.columns)
        lines = text.splitlines()[: max(1, size.lines - 2)]
        up = f"\x1b[{self._lines}F\x1b[J" if self._lines else ""
        self._stream.write(up + "\n".join(lines) + "\n")
        self._stream.flush()
        self._lines = len(lines)
