"""The log of bugs: ``gpuscope.log`` under home, redacted and limited in size; and what a window that crashed leaves behind."""

import contextlib
import faulthandler
import os
import traceback
from datetime import UTC, datetime
from pathlib import Path

from gpuscope.system import paths
from gpuscope.system.locks import lock_open_file
from gpuscope.system.redaction import redact_text

_LOG_BYTES = 1 << 20
"""Size for about a hundred tracebacks; the previous file is kept as well."""
_CRASH, _CRASH_CHARACTERS = ".crash", 100_000
"""Ending of the files of crashes, and how much of one is read: the stacks of all threads."""


def log_bug(error: BaseException) -> Path | None:
    """Append the traceback and return the log's path; None if it cannot be written."""
    return log_text("".join(traceback.format_exception(error)))


def log_text(text: str) -> Path | None:
    """Append text (such as a Qt warning) with the time, and return the log's path; None if it cannot be written."""
    try:
        log = paths.private_folder(paths.home()) / "gpuscope.log"
        if log.exists() and log.stat().st_size > _LOG_BYTES:
            log.replace(log.with_suffix(".log.1"))
        descriptor = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        with os.fdopen(descriptor, "a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(f"{datetime.now(UTC).isoformat(timespec='seconds')}\n{redact_text(text)}\n")
    except Exception:  # noqa: BLE001 - an error in logging must not hide the logged error
        return None
    return log


class CrashFile:
    """Gets Python's stacks if this process crashes in a library (a segmentation fault in Qt); :meth:`close` removes it.

    It is locked while its process lives. There is none if home cannot be written, or if somebody else gets the stacks.
    """

    def __init__(self) -> None:
        self._path: Path | None = None
        with contextlib.suppress(Exception):  # a crash that cannot be recorded is no reason not to start
            if not faulthandler.is_enabled():
                path = paths.private_folder(paths.home()) / f"window-{os.getpid()}{_CRASH}"
                self._file = os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600), "w")
                lock_open_file(self._file.fileno())
                faulthandler.enable(self._file)
                self._path = path

    def close(self) -> None:
        """Remove the file at a regular end."""
        if self._path is not None:
            faulthandler.disable()
            self._file.close()
            self._path.unlink(missing_ok=True)


def take_crashes() -> str:
    """Return the stacks of windows that crashed, and move them to the log; "" if none did, or it cannot be told."""
    stacks: list[str] = []
    for path in sorted(paths.home().glob(f"*{_CRASH}")):
        with contextlib.suppress(OSError), path.open("r+", encoding="utf-8", errors="replace") as file:
            if lock_open_file(file.fileno()):  # its process has ended
                stacks.append(redact_text(file.read(_CRASH_CHARACTERS)))
                path.unlink()
    text = "\n".join(filter(None, stacks))
    if text:
        log_text(text)
    return text
