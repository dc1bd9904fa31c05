"""Comparisons that the user has named: which runs stand for what. Figures are never kept but recomputed.

They stand in a small file beside the store, not in it: a table more would be a later revision, which older programs refuse.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from gpuscope.core.errors import UnavailableError, UsageError
from gpuscope.system import paths
from gpuscope.system.locks import FileLock

_FILE = "comparisons.json"
_LONGEST_NAME = 200
"""Characters; a name is a line in a list."""
_PATIENCE_S = 2.0
"""Who holds the lock writes one small file; longer would freeze the window that waits."""


@dataclass(frozen=True, slots=True)
class KeptComparison:
    """One of them.

    Attributes:
        name: The user's, unique.
        choice: Groups and baseline, as the Compare page has them.
        kept_at: UTC, ISO 8601.
    """

    name: str
    choice: Mapping[str, Any]
    kept_at: str


class KeptComparisons:
    """The comparisons of one store, the newest first. A file that cannot be read is as good as none.

    Args:
        store_url: SQLAlchemy URL of the store.
    """

    def __init__(self, store_url: str) -> None:
        self._path = paths.runs_folder(store_url).with_name(_FILE)

    def all(self) -> list[KeptComparison]:
        """Return them; what does not fit is left out."""
        kept = [KeptComparison(name, entry["choice"], str(entry.get("kept_at", ""))) for name, entry in self._read().items()]
        return sorted(kept, key=lambda entry: entry.kept_at, reverse=True)

    def keep(self, name: str, choice: Mapping[str, Any]) -> str:
        """Keep a comparison, in the place of one of that name; return the name as it is kept.

        Raises:
            UsageError: The name is empty.
            UnavailableError: The file cannot be written.
        """
        name = " ".join(name.split())[:_LONGEST_NAME]
        if not name:
            raise UsageError("a comparison needs a name", "For example: fp32 and bf16.")
        self._change({name: {"choice": dict(choice), "kept_at": datetime.now(UTC).isoformat(timespec="microseconds")}})
        return name

    def restore(self, entry: KeptComparison) -> None:
        """Keep a comparison that was forgotten as it was, unless another has its name meanwhile.

        Raises:
            UnavailableError: The file cannot be written.
        """
        if not any(kept.name == entry.name for kept in self.all()):
            self._change({entry.name: {"choice": dict(entry.choice), "kept_at": entry.kept_at}})

    def remove(self, name: str) -> None:
        """Forget a comparison; one that is not there is no error. Its runs stay.

        Raises:
            UnavailableError: The file cannot be written.
        """
        self._change({name: None})

    def _change(self, changes: Mapping[str, Any]) -> None:
        try:
            paths.private_folder(self._path.parent)
            with FileLock(self._path.with_suffix(".lock"), timeout_s=_PATIENCE_S, what="the kept comparisons"):
                self._write({name: entry for name, entry in {**self._read(), **changes}.items() if entry is not None})
        except OSError as error:
            raise UnavailableError(f"{self._path} cannot be written: {error.strerror}", "Free some space, or make it writable.") from None

    def _read(self) -> dict[str, Any]:
        try:
            document = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}
        entries = document.items() if isinstance(document, dict) else ()
        return {name: entry for name, entry in entries if isinstance(entry, dict) and isinstance(entry.get("choice"), dict)}

    def _write(self, document: Mapping[str, Any]) -> None:
        beside: Path = self._path.with_suffix(f".{os.getpid()}.tmp")
        try:
            with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600), "w", encoding="utf-8") as file:
                json.dump(document, file, indent=1, ensure_ascii=False)
            beside.replace(self._path)
        finally:
            beside.unlink(missing_ok=True)
