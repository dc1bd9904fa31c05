"""Comparisons that the user has named: which runs stand for what. Figures are never kept but recomputed.

They stand in a small file beside the store, not in it: a table more would be a later revision, which older programs refuse.
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
        self._documents = NamedDocuments(paths.runs_folder(store_url).with_name(_FILE), "the kept comparisons")

    def all(self) -> list[KeptComparison]:
        """Return them; what does not fit is left out."""
        kept = [
            KeptComparison(name, entry["choice"], str(entry.get("kept_at", "")))
            for name, entry in self._documents.read().items()
            if isinstance(entry.get("choice"), dict)
        ]
        return sorted(kept, key=lambda entry: entry.kept_at, reverse=True)

    def keep(self, name: str, choice: Mapping[str, Any]) -> str:
        """Keep a comparison, in the place of one of that name; return the name as it is kept.

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
        """Keep a comparison that was forgotten as it was, unless another has its name meanwhile.

        Raises:
            UnavailableError: The file cannot be written.
        """
        if not any(kept.name == entry.name for kept in self.all()):
            self._documents.change({entry.name: {"choice": dict(entry.choice), "kept_at": entry.kept_at}})

    def remove(self, name: str) -> None:
        """Forget a comparison; one that is not there is no error. Its runs stay.

        Raises:
            UnavailableError: The file cannot be written.
        """
        self._documents.change({name: None})
