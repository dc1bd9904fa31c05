"""The log of bugs: ``gpuscope.log`` under home, redacted and limited in size."""

import os
import traceback
from datetime import UTC, datetime
from pathlib import Path

from gpuscope.system import paths
from gpuscope.system.redaction import redact_text

_LOG_BYTES = 1 << 20
"""Size for about a hundred tracebacks; the previous file is kept as well."""


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
