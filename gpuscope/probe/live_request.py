"""A request to a live run's processes to profile their next steps. The recorder writes it to the run's folder."""

from __future__ import annotations

import json
import os
import time
from contextlib import suppress
from pathlib import Path

FILE_NAME = "profile.request"
ANSWERS_NAME = "profile.answers"
"""File of the answers: a line with the request's number, the pid of the process that answered it, and the time in ns since the boot."""
_MOST_STEPS = 1_000_000
"""More steps than a profiler can hold; a larger request is cut to this."""


class LiveRequest:
    """The latest request that this process has read, other than those that it, or a process that ended before it began, has answered.

    Args:
        folder: The run's folder.

    Attributes:
        serial: Its number, from 1; 0 if there is none yet.
        steps: Number of steps to profile.
        extras: What to record in addition to operators and their shapes.
    """

    def __init__(self, folder: str) -> None:
        self._path, self._answers = str(Path(folder, FILE_NAME)), str(Path(folder, ANSWERS_NAME))
        self._seen_ns = 0
        self.serial = self.steps = 0
        self.extras: tuple[str, ...] = ()

    def look(self) -> int:
        """Check for a newer request, which takes a few microseconds, and return the number of the latest."""
        try:
            changed_ns = os.stat(self._path).st_mtime_ns  # noqa: PTH116 - half the time of Path.stat
            if changed_ns != self._seen_ns:
                self._seen_ns = changed_ns
                with open(self._path, encoding="utf-8") as file:
                    document = json.load(file)
                if self._is_answered(int(document["serial"])):
                    return self.serial
                self.serial, self.steps = int(document["serial"]), min(_MOST_STEPS, max(1, int(document["steps"])))
                self.extras = tuple(str(name) for name in document.get("extras", ()))
        except Exception:  # noqa: BLE001 - not there, as nearly always; or it is no request
            pass
        return self.serial

    def answer(self) -> None:
        """Note that this process has answered the latest request."""
        with suppress(OSError, AttributeError), open(self._answers, "a", encoding="ascii") as file:
            file.write(f"{self.serial} {os.getpid()} {time.clock_gettime_ns(time.CLOCK_BOOTTIME)}\n")

    def _is_answered(self, serial: int) -> bool:
        """Whether a request was answered by this process, before it replaced its program (exec), or before this process began."""
        try:
            with open(self._answers, encoding="ascii") as file, open("/proc/self/stat", encoding="utf-8", errors="replace") as stat:
                begun_s = int(stat.read().rpartition(")")[2].split()[19]) / os.sysconf("SC_CLK_TCK")
                answers = [tuple(map(int, line.split())) for line in file]
        except OSError:  # there are none, or the system does not tell when a process began
            return False
        return any(number == serial and (pid == os.getpid() or t_ns * 1e-9 < begun_s) for number, pid, t_ns in answers)
