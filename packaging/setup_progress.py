"""Show the progress of a set-up step in one line. Standard library only."""

from __future__ import annotations

import os
import queue
import re
import shutil
import subprocess
import sys
import threading
import time
from typing import IO, TYPE_CHECKING, cast

if TYPE_CHECKING:
    from collections.abc import Sequence

HEARTBEAT_S = 15.0
POLL_S = 1.0


def say(text: str) -> None:
    """Write a line to standard error; standard output is reserved for the verbs."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def run_shown(words: str, command: Sequence[str]) -> str | None:
    """Run a command and show its progress in a line.

    Returns:
        None on success, else its whole output.
    """
    environment = {**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_USER": "0", "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", env=environment
    )
    lines: queue.Queue[str | None] = queue.Queue()
    reader = threading.Thread(target=_read_lines, args=(cast("IO[str]", process.stdout), lines), daemon=True)
    reader.start()
    progress, output = Progress(words), []
    try:
        while (line := progress.wait_for(lines)) is not None:
            output.append(line)
            progress.tell(line)
    except BaseException:
        process.terminate()
        raise
    finally:
        code = process.wait()
        reader.join()
        progress.end("done" if code == 0 else "failed")
    return None if code == 0 else "".join(output)


def _read_lines(source: IO[str], lines: queue.Queue[str | None]) -> None:
    with source:
        for line in source:
            lines.put(line)
    lines.put(None)


class Progress:
    """One line on a long step: rewritten in place on a terminal, otherwise written from time to time."""

    def __init__(self, words: str) -> None:
        self._words, self._detail = words, ""
        self._start = self._told = time.monotonic()
        self._rewrites = sys.stderr.isatty()
        if not self._rewrites:
            say(f"{words} …")

    def wait_for(self, lines: queue.Queue[str | None]) -> str | None:
        """Return the next line, or None at the end; show the elapsed time while waiting."""
        while True:
            try:
                return lines.get(timeout=POLL_S)
            except queue.Empty:
                self._show()

    def tell(self, line: str) -> None:
        """Process a line of pip's output and show what it downloads and installs."""
        found = re.match(r"\s*(Downloading|Using cached|Installing collected packages|Collecting) *(?:\S*/)?([^\s/]*)(.*\))?", line)
        if found:
            what, name, size = found.groups()
            self._detail = ": unpacking" if what.startswith("Installing") else f": {what.lower()} {name}{size or ''}"
            self._show(now=what == "Downloading")

    def _show(self, now: bool = False) -> None:
        elapsed = time.monotonic() - self._start
        if self._rewrites:
            line = f"{self._words}{self._detail}  {elapsed:.0f} s"
            sys.stderr.write(f"\r{line[: shutil.get_terminal_size().columns - 1]}\x1b[K")
            sys.stderr.flush()
        elif now or time.monotonic() - self._told > HEARTBEAT_S:
            self._told = time.monotonic()
            say(f"  {elapsed:4.0f} s{self._detail}")

    def end(self, outcome: str) -> None:
        """End the line with the outcome of the step and the time it took."""
        text = f"{self._words}: {outcome} after {time.monotonic() - self._start:.0f} s"
        say(f"\r{text}\x1b[K" if self._rewrites else text)
