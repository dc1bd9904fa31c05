"""A request to a live run's processes to profile their next steps. The recorder writes it to the run's folder."""

from __future__ import annotations

import json
import os
from pathlib import Path

FILE_NAME = "profile.request"
_MOST_STEPS = 1_000_000
"""More steps than a profiler can hold; a larger request is cut to this."""


class LiveRequest:
    """The latest request that this process has read.

    Args:
        folder: The run's folder.

    Attributes:
        serial: Its number, from 1; 0 if there is none yet.
        steps: Number of steps to profile.
        extras: What to record in addition to operators and their shapes.
    """

    def __init__(self, folder: str) -> None:
        self._path = str(Path(folder, FILE_NAME))
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
                self.serial, self.steps = int(document["serial"]), min(_MOST_STEPS, max(1, int(document["steps"])))
                self.extras = tuple(str(name) for name in document.get("extras", ()))
        except Exception:  # noqa: BLE001 - not there, as nearly always; or it is no request
            pass
        return self.serial
