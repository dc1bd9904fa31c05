"""Comparisons that the user has named: the runs in each group. Figures are not stored but recomputed.

They are stored in a small file beside the store, not in it: another table would require a later revision, which older programs refuse.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from gpuscope.core.errors import UsageError
from gpuscope.system import paths
from gpuscope.system.named_documents import NamedDocuments, plain_name

_FILE = "comparisons.json"


@dataclass(frozen=True, slots=True)
class KeptComparison:
    """A named comparison.

    Attributes:
        name: Chosen by the user; unique.
        choice: Groups and baseline, in the form used by the Compare page.
        kept_at: Time of saving: UTC, ISO 8601.
    """

    name: str
    choice: Mapping[str, Any]
    kept_at: str


class KeptComparisons:
    """The comparisons of one store, newest first. An unreadable file counts as empty."""

    def __init__(self, store_url: str) -> None:
        self._documents = NamedDocuments(paths.runs_folder(store_url).with_name(_FILE), "the kept comparisons")

    def all(self) -> list[KeptComparison]:
        """Return all comparisons, newest first; malformed entries are skipped."""
        kept = [
            KeptComparison(name, entry["choice"], str(entry.get("kept_at", "")))
            for name, entry in self._documents.read().items()
            if isinstance(entry.get("choice"), dict)
        ]
        return sorted(kept, key=lambda entry: entry.kept_at, reverse=True)

    def keep(self, name: str, choice: Mapping[str, Any]) -> str:
        """Save a comparison, replacing any of the same name; return the name as it is stored.

        Raises:
            UsageError: The name is empty.
            UnavailableError: The file cannot be written.
        """
        name = plain_name(name)
        if not name:
            raise UsageError("a comparison needs a name", "For example: fp32 and bf16.")
        self._documents.change({name: {"choice": dict(choice), "kept_at": datetime.now(UTC).isoformat(timespec="microseconds")}})
        return name

    def restore(self, entry: KeptComparison) -> None:
        """Restore a comparison that was removed, unless another has taken its name since.

        Raises:
            UnavailableError: The file cannot be written.
        """
        if not any(kept.name == entry.name for kept in self.all()):
            self._documents.change({entry.name: {"choice": dict(entry.choice), "kept_at": entry.kept_at}})

    def remove(self, name: str) -> None:
        """Remove a comparison but not its runs; do nothing if it does not exist.

        Raises:
            UnavailableError: The file cannot be written.
        """
        self._documents.change({name: None})
