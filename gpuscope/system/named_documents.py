"""A small file of JSON documents that the user has named: kept comparisons, presets of the form."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gpuscope.core.errors import UnavailableError
from gpuscope.system import paths
from gpuscope.system.locks import FileLock

_LONGEST_NAME = 200
"""Characters; a name is a line in a list."""
_PATIENCE_S = 2.0
"""Who holds the lock writes one small file; longer would freeze the window that waits."""


def plain_name(name: str) -> str:
    """Return a name as it is kept: on one line, and of a length that fits a list; "" for none."""
    return " ".join(name.split())[:_LONGEST_NAME]


class NamedDocuments:
    """Documents by their names. A file that cannot be read is as good as none.

    Args:
        path: The file; it and its lock are made with the first document.
        what: What it holds, for an error: "the kept comparisons".
    """

    def __init__(self, path: Path, what: str) -> None:
        self._path, self._what = path, what

    def read(self) -> dict[str, dict[str, Any]]:
        """Return them in the order in which they were first kept; what is no object is left out."""
        try:
            document = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}
        entries = document.items() if isinstance(document, dict) else ()
        return {name: entry for name, entry in entries if isinstance(entry, dict)}

    def change(self, changes: Mapping[str, Mapping[str, Any] | None]) -> None:
        """Keep documents, in the place of those of the same names; None removes one.

        Raises:
            UnavailableError: The file cannot be written.
        """
        try:
            paths.private_folder(self._path.parent)
            with FileLock(self._path.with_suffix(".lock"), timeout_s=_PATIENCE_S, what=self._what):
                self._write({name: entry for name, entry in {**self.read(), **changes}.items() if entry is not None})
        except OSError as error:
            raise UnavailableError(f"{self._path} cannot be written: {error.strerror}", "Free some space, or make it writable.") from None

    def _write(self, document: Mapping[str, Any]) -> None:
        beside: Path = self._path.with_suffix(f".{os.getpid()}.tmp")
        try:
            with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600), "w", encoding="utf-8") as file:
                json.dump(document, file, indent=1, ensure_ascii=False)
            beside.replace(self._path)
        finally:
            beside.unlink(missing_ok=True)
