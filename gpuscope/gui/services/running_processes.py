"""The processes of this machine, listed periodically off the event loop while they are on screen."""

import os
import time
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal, SignalInstance

from gpuscope.gui.services.worker import Worker
from gpuscope.system.process_list import ListedProcess, ProcessLister, loads

_EVERY_MS = 2_000
"""Interval of the lists: one of 300 processes takes some 20 ms of processor time, a hundredth of a core."""
_EVERY_BUSY_MS = 10_000
"""Interval while something is recorded here, which listing must not disturb."""
_FIRST_S = 0.3
"""Seconds between the first two lists: 30 ticks of the kernel's clock, enough to sort by load."""
_OLD_S = 2 * _EVERY_BUSY_MS / 1000
"""Seconds after which a list is too old for the load since then to be the present one: no list was wanted in between."""


@dataclass(frozen=True, slots=True)
class ProcessLoad:
    """A listed process and its current load.

    Attributes:
        cores: Number of cores that it keeps busy; None for a process that has just started.
    """

    process: ListedProcess
    cores: float | None


class RunningProcesses(QObject):
    """Lists the processes while started.

    Signals:
        listed: A list of :class:`ProcessLoad`.
        failed: A GpuscopeError: processes cannot be listed here.

    Args:
        lister: Lists the processes; None for those of this machine except this window.
    """

    listed = Signal(object)
    failed = Signal(object)

    def __init__(self, lister: ProcessLister | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lister = lister or ProcessLister(own=[os.getpid()])
        self._worker = Worker("processes", self)
        self._before: dict[tuple[int, int], float] = {}
        self._before_s = 0.0
        self._is_listing = False
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.refresh)

    def start(self, *, is_busy: bool = False) -> None:
        """Start listing, less often while something is recorded here."""
        self._timer.start(_EVERY_BUSY_MS if is_busy else _EVERY_MS)
        self.refresh()

    def stop(self) -> None:
        """Stop listing."""
        self._timer.stop()

    def refresh(self) -> None:
        """List the processes once, unless they are being listed: a process that cannot be read at the moment may hold that up."""
        if not self._is_listing:
            self._is_listing = True
            self._worker.submit(self._listing, partial(self._answer, self.listed), partial(self._answer, self.failed), self)

    def close(self) -> None:
        """Stop for good."""
        self._timer.stop()
        self._worker.close()

    def _answer(self, signal: SignalInstance, answer: object) -> None:
        self._is_listing = False
        signal.emit(answer)

    def _listing(self) -> list[ProcessLoad]:
        if not self._before or time.monotonic() - self._before_s > _OLD_S:
            self._apply(self._lister.processes())
            time.sleep(_FIRST_S)
        before, since_s = self._before, self._before_s
        processes = self._lister.processes()
        self._apply(processes)
        cores = loads(before, processes, self._before_s - since_s)
        return [ProcessLoad(process, cores.get((process.pid, process.created))) for process in processes]

    def _apply(self, processes: list[ListedProcess]) -> None:
        self._before_s = time.monotonic()
        self._before = {(process.pid, process.created): process.cpu_s for process in processes}
