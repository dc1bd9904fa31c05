"""Live readings of the machine: from the window's own sensor process while a page shows them, or from the run being recorded."""

from __future__ import annotations

import contextlib
import json
import math
import os
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Signal

from gpuscope.core.errors import EventError, GpuscopeError
from gpuscope.core.event import ALERT, Event, Gap, Log, Sample
from gpuscope.core.event_json import decode
from gpuscope.gui.engine_texts import composed_text, record_name
from gpuscope.gui.services.live_runs import LiveRuns
from gpuscope.gui.services.worker import Mailbox, known_error
from gpuscope.recording.launch import recorder_command
from gpuscope.system.waiting import readable

if TYPE_CHECKING:
    from gpuscope.gui.data.shown_run import ShownRun

_PAUSED, _RECORDED = "paused while not shown", "recorded as a run meanwhile"
PAUSES = (_PAUSED, _RECORDED)
"""Reasons of gaps in which no page showed the machine, or a recorder read it: the sensors are fine."""
_READ_BYTES = 1 << 16
"""The default capacity of a pipe on Linux: one read empties it."""
_ERROR_TAIL_BYTES = 1 << 14
"""Bytes of standard error that are kept: the end of a long traceback, however much is written."""
_END_S = 2.5
"""The process is killed if it has not ended this long after the request."""
_POLL_S = 0.25
"""How often the deadline is checked while the process is silent."""

_KEPT = 36_000
"""Readings kept per sensor call: one hour at 10 Hz."""
_CLOSE_S = 4.0
"""How long closing waits: longer than the time after which a hanging process is killed."""


class MonitorProcess:
    """The process that reads this machine's sensors. It exits when the window is gone, because nobody reads its output.

    Args:
        apply: Called with events as they arrive, on the reading thread.
        ended: Called on the reading thread with the reason if the process ends unexpectedly.
        before: The process that is ending; this one starts after it, so that there are never two.
    """

    def __init__(
        self, apply: Callable[[Sequence[Event]], None], ended: Callable[[GpuscopeError], None], before: MonitorProcess | None = None
    ) -> None:
        self._apply = apply
        self._ended = ended
        self._before = before
        self._is_stopping = False
        self._last_s = math.inf
        self._process: subprocess.Popen[bytes] | None = None
        self._starting = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="monitor", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ask the process to end; return at once."""
        with self._starting:
            self._is_stopping = True
            self._last_s = time.monotonic() + _END_S
            if self._process is not None:
                self._process.terminate()

    def join(self, patience_s: float | None = None) -> None:
        """Wait up to ``patience_s`` seconds for the process and the thread; None waits forever."""
        self._thread.join(patience_s)

    def _run(self) -> None:
        if self._before is not None:
            self._before.join()
            self._before = None
        try:
            error = self._followed()
        except Exception as trouble:  # noqa: BLE001 - reported to the user; a bug is also logged
            error = known_error(trouble)
        if error is not None and not self._is_stopping:
            self._ended(error)

    def _followed(self) -> GpuscopeError | None:
        with self._starting:
            if self._is_stopping:
                return None
            self._process = process = subprocess.Popen(
                recorder_command(["monitor", "--events"]),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # Ctrl-C in the terminal must reach only the window
            )
        try:
            errors = self._read(process)
        finally:
            self._end(process)
        return _reason(errors, process.returncode)

    def _read(self, process: subprocess.Popen[bytes]) -> bytes:
        """Pass on events until the process ends or its deadline passes; return the tail of its standard error."""
        assert process.stdout is not None
        assert process.stderr is not None
        out, err, buffer, errors = process.stdout.fileno(), process.stderr.fileno(), b"", b""
        reading = [out, err]
        while reading and time.monotonic() < self._last_s:
            for source in readable(reading, _POLL_S):
                data = os.read(source, _READ_BYTES)
                if not data:
                    reading.remove(source)
                elif source == err:
                    errors = (errors + data)[-_ERROR_TAIL_BYTES:]
                else:
                    *lines, buffer = (buffer + data).split(b"\n")
                    self._apply(_events(lines))
        return errors

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        for stream in (process.stdout, process.stderr):
            if stream is not None:
                stream.close()
        try:
            process.wait(min(_END_S, max(0.0, self._last_s - time.monotonic())))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _events(lines: Sequence[bytes]) -> list[Event]:
    events = []
    for line in lines:
        with contextlib.suppress(EventError, ValueError, RecursionError):  # written by a later version
            events.append(decode(json.loads(line)))
    return events


def _reason(errors: bytes, code: int) -> GpuscopeError:
    lines = [line.removeprefix("gpuscope: ") for line in errors.decode("utf-8", "replace").splitlines() if line.strip()]
    if not lines:
        ended = QCoreApplication.translate("MonitorProcess", "the process that reads the sensors ended with code {0}").format(code)
        return GpuscopeError(ended, QCoreApplication.translate("MonitorProcess", "Try again."))
    return GpuscopeError(lines[0], lines[1] if len(lines) > 1 else "")


def gap_text(reason: str) -> str:
    """Return the reason of a gap in the window's language; the data has :data:`PAUSES` untranslated, since the language may change."""
    if reason == _PAUSED:
        return QCoreApplication.translate("MonitorFeed", "paused while not shown")
    if reason == _RECORDED:
        return QCoreApplication.translate("MonitorFeed", "recorded as a run meanwhile")
    return composed_text(reason)


@dataclass(slots=True)
class _OwnReadings:
    """Readings of the window's own processes.

    Attributes:
        data: The readings.
        start_ns: Monotonic clock at the first event with a time, from which the readings' seconds count; None before it.
    """

    data: ShownRun
    start_ns: int | None = None

    def apply(self, events: Sequence[Event]) -> None:
        """Apply events in order of arrival."""
        if self.start_ns is None:
            self.start_ns = min(filter(None, map(_begin_ns, events)), default=None)
        self.data.apply(events, self.start_ns or 0)


def _begin_ns(event: Event) -> int | None:
    """Return the monotonic clock at the begin of an event whose time is shown; None for others."""
    match event:
        case Sample():
            return event.before_ns
        case Gap():
            return event.start_ns
        case Log():
            return event.t_ns
        case _:
            return None


class MonitorFeed(QObject):
    """Readings of this machine.

    Signals:
        failed: A GpuscopeError: the sensors cannot be read; :meth:`retry` tries again.
        alerted: An alert has fired while no run is live: its text.

    Args:
        live_runs: While one of these is live, its recorder's readings are used, and no second helper runs.
    """

    failed = Signal(object)
    alerted = Signal(str)

    def __init__(self, live_runs: LiveRuns, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._live_runs = live_runs
        self._mailbox = Mailbox(self)
        self._users = 0
        self._is_drawn = False
        self._alerts: object = None
        self._process: MonitorProcess | None = None
        self._ending: MonitorProcess | None = None
        self._own: _OwnReadings | None = None
        self._pause = _PAUSED
        self._sensors: tuple[str, ...] | None = None
        live_runs.started.connect(self._update)
        live_runs.ended.connect(self._update)

    @property
    def data(self) -> ShownRun:
        """The newest live run's readings from its start; without one, this machine's last hour, in seconds from the first."""
        if self._live_runs.runs:
            return self._live_runs.runs[0].data
        return self._own_readings.data

    @property
    def _own_readings(self) -> _OwnReadings:
        if self._own is None:
            from gpuscope.gui.data.shown_run import ShownRun

            self._own = _OwnReadings(ShownRun(most=_KEPT))
        return self._own

    @property
    def source_text(self) -> str:
        """Return a phrase that names the source of the readings."""
        if self._live_runs.runs:
            record = self._live_runs.runs[0].record
            return self.tr("read by the recorder of {0}").format(record_name(record))
        return self.tr("read by this window, not by a run")

    def start(self, *, draws: bool = False) -> None:
        """Add a page that shows the machine; start reading if it is the first.

        Args:
            draws: Whether it draws curves. Before the first such page, a pause drops the readings before it: nobody has seen their curves,
                most of which the pause would fill.
        """
        self._users += 1
        self._is_drawn |= draws
        self._update()

    def stop(self) -> None:
        """Remove a page; stop reading if it was the last."""
        self._users -= 1
        self._update()

    def retry(self) -> None:
        """Try again after :attr:`failed`."""
        self._let_go()
        self._update()

    def set_alerts(self, alerts: object) -> None:
        """Set the alerts of the settings, which the process reads when it starts; restart it if they have changed."""
        before, self._alerts = self._alerts, alerts
        if before not in (None, alerts) and self._process is not None:  # at the first read, it has read the same file
            self.retry()

    def try_again(self) -> None:
        """Retry the sensors that their reader has switched off."""
        if self._live_runs.runs:
            self._live_runs.runs[0].try_sensors(self.failed.emit, self)
        else:
            self.retry()

    def use_sensors(self, sensors: tuple[str, ...]) -> None:
        """Set the sensors that the settings add to those of the hardware; no effect if they are unchanged.

        Earlier readings are dropped: a device that is gone must not stay in view, and two recordings would share one curve.
        """
        before, self._sensors = self._sensors, sensors
        if before in (None, sensors):  # a process that started before the settings were first read here has read the same file
            return
        self._let_go()
        self._own = None
        self._update()

    def close(self) -> None:
        """Stop reading; wait up to :data:`_CLOSE_S` for the process and the threads."""
        self._mailbox.close()
        self._users = 0
        self._let_go()
        if self._ending is not None:
            self._ending.join(_CLOSE_S)

    def _update(self) -> None:
        is_wanted = self._users > 0 and not self._live_runs.runs
        if is_wanted and self._process is None:
            self._process = self._begin(self._own_readings)
        elif not is_wanted:
            if self._process is not None:
                self._pause = _RECORDED if self._live_runs.runs else _PAUSED
            self._let_go()
            if not self._is_drawn:
                self._own = None

    def _begin(self, own: _OwnReadings) -> MonitorProcess:
        is_fresh, data, pause = True, own.data, self._pause

        def apply(events: Sequence[Event]) -> None:
            nonlocal is_fresh
            first = next((event for event in events if isinstance(event, Sample)), None)
            if is_fresh and first is not None:  # gaps that the previous process left open end here
                is_fresh = False
                if own.start_ns is not None:
                    has_failed = any(gap.end_s is None and not gap.device for gap in data.gaps)
                    data.end_gaps((first.before_ns - own.start_ns) / 1e9)
                    if data.end_s and not has_failed:
                        own.apply([Gap("", (), own.start_ns + int(data.end_s * 1e9), first.before_ns, pause)])
            own.apply(events)
            for event in events:
                if isinstance(event, Log) and event.level == ALERT:
                    self._mailbox.post(partial(self.alerted.emit, event.text))

        def ended(error: GpuscopeError) -> None:
            last_ns = time.monotonic_ns() if own.start_ns is None else own.start_ns + int(data.end_s * 1e9)
            own.apply([Gap("", (), last_ns, None, error.message)])
            self._mailbox.post(lambda: self.failed.emit(error))

        return MonitorProcess(apply, ended, self._ending)

    def _let_go(self) -> None:
        if self._process is not None:
            self._process.stop()
            self._ending, self._process = self._process, None
