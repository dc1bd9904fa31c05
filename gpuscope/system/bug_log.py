"""The log of bugs: ``gpuscope.log`` under home, secrets taken out, kept small."""

import os
import traceback
from datetime import UTC, datetime
from pathlib import Path

from gpuscope.system import paths
from gpuscope.system.redaction import redact_text

_LOG_BYTES = 1 << 20
"""Some hundred tracebacks; the file before it is kept as well."""


def log_bug(error: BaseException) -> Path | None:
    """Append the traceback and return the log's path; None when it cannot be written."""
    return log_text("".join(traceback.format_exception(error)))


def log_text(text: str) -> Path | None:
    """Append words (a warning of Qt's) with the time, and return the log's path; None when it cannot be written."""
    try:
        log = paths.private_folder(paths.home()) / "gpuscope.log"
        if log.exists() and log.stat().st_size > _LOG_BYTES:
            log.replace(log.with_suffix(".log.1"))
        descriptor = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        with os.fdopen(descriptor, "a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(f"{datetime.now(UTC).isoformat(timespec='seconds')}\n{redact_text(text)}\n")
    except Exception:  # noqa: BLE001 - trouble with the log must not hide the trouble that it would record
        return None
    return log
