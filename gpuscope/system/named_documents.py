"""A small file of user-named JSON documents: kept comparisons, presets of the form."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gpuscope.core.errors import UnavailableError
from gpuscope.system import paths
from gpuscope.system.files import file_text, json_object, replace_text
from gpuscope.system.locks import FileLock

_LONGEST_NAME = 200
"""Maximum characters of a name, which is one line in a list."""
_PATIENCE_S = 2.0
"""Lock timeout: a holder writes one small file, and a longer wait would freeze the window."""


def plain_name(name: str) -> str:
    """Return a name in stored form: on one line and truncated; "" if it is blank."""
    return " ".join(name.split())[:_LONGEST_NAME]


class NamedDocuments:
    """Documents by name. An unreadable file counts as empty; the first change sets it aside (``presets.damaged.json``).

    Args:
        path: The file; it and its lock are created with the first document.
        what: Description of its contents for error messages: "the kept comparisons".
    """

    def __init__(self, path: Path, what: str) -> None:
        self._path, self._what = path, what

    def read(self) -> dict[str, dict[str, Any]]:
        """Return the documents in the order in which they were added; entries that are not objects are skipped."""
        return {name: entry for name, entry in json_object(self._path).items() if isinstance(entry, dict)}

    def change(self, changes: Mapping[str, Mapping[str, Any] | None]) -> None:
        """Add or replace documents by name; None removes a document.

        Raises:
            UnavailableError: The file cannot be written.
        """
        try:
            paths.private_folder(self._path.parent)
            with FileLock(self._path.with_suffix(".lock"), timeout_s=_PATIENCE_S, what=self._what):
                known = json_object(self._path)
                if not known and file_text(self._path) not in ("", "{}"):
                    self._path.replace(self._path.with_suffix(f".damaged{self._path.suffix}"))
                kept = {name: entry for name, entry in {**known, **changes}.items() if entry is not None}
                replace_text(self._path, json.dumps(kept, indent=1, ensure_ascii=False))
        except OSError as error:
            raise UnavailableError(f"{self._path} cannot be written: {error.strerror}", "Free some space, or make it writable.") from None
