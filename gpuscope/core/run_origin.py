"""Where a run came from that was not recorded into this history."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Self

GPUSCOPE = "gpuscope"
"""The tool of a run that a gpuscope elsewhere recorded."""


@dataclass(frozen=True, slots=True)
class RunOrigin:
    """What is known of the import of a run.

    Attributes:
        tool: What recorded it: :data:`GPUSCOPE`, or the name of another program.
        host: The machine that it was recorded on; "" when the file does not tell.
        imported_at: UTC.
    """

    tool: str
    host: str
    imported_at: datetime

    @property
    def is_foreign(self) -> bool:
        """Whether another program recorded it: its numbers are that program's, and there is nothing of ours to run again."""
        return self.tool != GPUSCOPE

    @property
    def words(self) -> str:
        """Say it in words: "imported from HOST on 2026-11-21"."""
        recorded = f"recorded by {self.tool}, " if self.is_foreign else ""
        return f"{recorded}imported{f' from {self.host}' if self.host else ''} on {self.imported_at.astimezone():%Y-%m-%d}"

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {"tool": self.tool, "host": self.host, "imported_at": self.imported_at.isoformat()}

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Self:
        """Read what :meth:`to_json` wrote.

        Raises:
            ValueError: The document is none.
        """
        try:
            return cls(str(document["tool"]), str(document["host"]), datetime.fromisoformat(document["imported_at"]))
        except (KeyError, TypeError) as error:
            raise ValueError(f"not an origin: {document!r}") from error
