"""The process that reads this machine's sensors for the window: `gpuscope monitor --events`, and the thread that reads its lines."""

from __future__ import annotations

import contextlib
import json
import math
import os
import select
import subprocess
import threading
import time
from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication

from gpuscope.core.errors import EventError, GpuscopeError
from gpuscope.core.event import Event, decode
from gpuscope.gui.services.worker import known_error
from gpuscope.recording.launch import recorder_command

_READ_BYTES = 1 << 16
_WORDS_BYTES = 1 << 14
_END_S = 2.5
"""So long after it was asked to end it is killed."""
_LOOK_S = 0.25
"""So often it is found out whether that has come, while it says nothing."""


class MonitorProcess:
    """One such process. It ends by itself when the window is gone: nobody reads its lines then.

    Args:
        take: Called with events as they come, on the thread.
        ended: Called on the thread with the reason when the process ended without having been asked to.
        before: One that is being ended; this one begins when that is gone, so that there are never two.
    """

    def __init__(
        self, take: Callable[[Sequence[Event]], None], ended: Callable[[GpuscopeError], None], before: MonitorProcess | None = None
    ) -> None:
        self._take = take
        self._ended = ended
        self._before = before
        self._is_stopping = False
        self._last_s = math.inf
        self._process: subprocess.Popen[bytes] | None = None
        self._starting = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="monitor", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ask the process to end; returns at once."""
        with self._starting:
            self._is_stopping = True
            self._last_s = time.monotonic() + _END_S
            if self._process is not None:
                self._process.terminate()

    def join(self, patience_s: float | None = None) -> None:
        """Wait for the process and the thread, so long at the most; None waits for ever."""
        self._thread.join(patience_s)

    def _run(self) -> None:
        if self._before is not None:
            self._before.join()
            self._before = None
        try:
            error = self._followed()
        except Exception as trouble:  # noqa: BLE001 - told in words, and a bug goes to the log
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
                start_new_session=True,  # Ctrl-C at the window's terminal is the window's
            )
        try:
            words = self._read(process)
        finally:
            self._end(process)
        return _reason(words, process.returncode)

    def _read(self, process: subprocess.Popen[bytes]) -> bytes:
        """Take events until the process ends, or should have; return the end of what it said on standard error."""
        assert process.stdout is not None
        assert process.stderr is not None
        out, err, buffer, words = process.stdout.fileno(), process.stderr.fileno(), b"", b""
        reading = [out, err]
        while reading and time.monotonic() < self._last_s:
            for source in select.select(reading, (), (), _LOOK_S)[0]:
                data = os.read(source, _READ_BYTES)
                if not data:
                    reading.remove(source)
                elif source == err:
                    words = (words + data)[-_WORDS_BYTES:]
                else:
                    *lines, buffer = (buffer + data).split(b"\n")
                    self._take(_events(lines))
        return words

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
    found = []
    for line in lines:
        with contextlib.suppress(EventError, ValueError, RecursionError):  # of a later version
            found.append(decode(json.loads(line)))
    return found


def _reason(words: bytes, code: int) -> GpuscopeError:
    lines = [line.removeprefix("gpuscope: ") for line in words.decode("utf-8", "replace").splitlines() if line.strip()]
    if not lines:
        ended = QCoreApplication.translate("MonitorProcess", "the process that reads the sensors ended with code {0}").format(code)
        return GpuscopeError(ended, QCoreApplication.translate("MonitorProcess", "Try again."))
    return GpuscopeError(lines[0], lines[1] if len(lines) > 1 else "")
