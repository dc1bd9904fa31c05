"""A standby recorder and workload process, with all imports done, kept while the window is open and idle.

A matching start uses them, and its first step comes half a second after the click instead of three seconds; any other start works as from
the command line. None is started during a run or plan, because its imports would take a core from the workload being measured.
"""

import threading
import time
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from gpuscope.core.errors import GpuscopeError
from gpuscope.core.runspec import RunSpec
from gpuscope.gui.services.worker import PATIENCE_S, Worker
from gpuscope.recording.standby_recorder import LEAST_FREE_BYTES, LOST, StandbyRecorder
from gpuscope.system.environment import power_source
from gpuscope.system.inheritance import inherited
from gpuscope.workloads.capabilities import free_memory_bytes
from gpuscope.workloads.workload_table import ready_kind

_POLL_MS = 5_000
"""Interval of the checks, and delay of the first one after the window is on screen."""
_AFTER_START_S = 10.0
"""Seconds after a start without a new standby: the run is listed as live after a second, later on a busy machine."""


class ReadyRecorder(QObject):
    """Keeps one recorder on standby while enabled.

    Signals:
        changed: :attr:`memory_bytes` has changed.

    Args:
        store_url: URL of the store for its run.
        is_wanted: Returns whether the user wants it; called on the window's thread.
        is_busy: Returns whether something is being recorded; called on the window's thread.

    Attributes:
        memory_bytes: Main memory that the standby processes use; None while none is ready.
    """

    changed = Signal()

    def __init__(self, store_url: str, is_wanted: Callable[[], bool], is_busy: Callable[[], bool], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.memory_bytes: int | None = None
        self._store_url, self._is_wanted, self._is_busy = store_url, is_wanted, is_busy
        self._lock = threading.Lock()
        self._standby: StandbyRecorder | None = None
        self._inherited: dict[str, Any] = {}
        self._has_kind = self._kind = "training"
        self._is_closed = False
        self._begins_from_s = 0.0
        self._worker = Worker("ready recorder", self)
        self._timer = QTimer(self, interval=_POLL_MS)
        self._timer.timeout.connect(self.refresh)

    def start(self) -> None:
        """Start the periodic checks; the first follows after :data:`_POLL_MS`."""
        self._timer.start()

    def refresh(self) -> None:
        """Start or end the standby recorder as conditions require."""
        is_wanted, is_busy = self._is_wanted(), self._is_busy()
        self._worker.submit(lambda: self._adapt(is_wanted=is_wanted, is_busy=is_busy), self._show)

    def expect(self, spec: RunSpec) -> None:
        """Set the spec in the form, so that the standby process is of its kind."""
        self._kind = ready_kind(spec) or self._kind

    def claim(self, spec: RunSpec) -> StandbyRecorder | None:
        """Return the recorder for a spec's run and pass its ownership; None if the run must start as from the command line. Thread-safe."""
        with self._lock:
            standby, self._begins_from_s = self._standby, time.monotonic() + _AFTER_START_S
            if standby is None or ready_kind(spec) != self._has_kind or not self._is_as_fresh(standby):
                return None
            self._standby = None
        try:
            standby.wait_until_ready()
        except GpuscopeError:
            standby.discard()
            return None
        return standby

    def close(self) -> None:
        """End the standby recorder."""
        self._timer.stop()
        with self._lock:
            self._is_closed = True
            standby, self._standby = self._standby, None
        if standby is not None:
            standby.discard(PATIENCE_S)
        self._worker.close()

    def _is_as_fresh(self, standby: StandbyRecorder) -> bool:
        """Return whether a recorder is equivalent to one started now."""
        is_in_place = standby.folder.is_dir() or not standby.is_ready
        return is_in_place and self._inherited == inherited()

    def _adapt(self, *, is_wanted: bool, is_busy: bool) -> int | None:
        """Update the standby recorder; return the memory that it uses, or None while it is not ready."""
        free = free_memory_bytes()
        is_wanted = is_wanted and (free is None or free >= LEAST_FREE_BYTES) and power_source() != "battery"
        with self._lock:
            standby, kind = self._standby, self._kind
            is_busy = is_busy or time.monotonic() < self._begins_from_s
            if standby is not None:
                message = standby.poll(0.0)
                is_lost = standby.worker == LOST or (message is not None and "ready" not in message)
                if not is_lost and is_wanted and self._is_as_fresh(standby) and (is_busy or kind == self._has_kind):
                    return standby.worker_bytes
                self._standby = None
        if standby is not None:
            standby.discard()
        if is_wanted and not is_busy:
            self._begin(kind)
        return None

    def _begin(self, kind: str) -> None:
        facts = inherited()
        if facts["folder"] is None:
            return
        try:
            standby = StandbyRecorder(self._store_url, shows_progress=False)
        except OSError:  # no process can be created; an actual start reports it
            return
        standby.prepare(kind, facts["folder"])
        with self._lock:
            if not self._is_closed:
                self._standby, self._inherited, self._has_kind = standby, facts, kind
                return
        standby.discard()

    def _show(self, memory_bytes: int | None) -> None:
        if memory_bytes != self.memory_bytes:
            self.memory_bytes = memory_bytes
            self.changed.emit()
