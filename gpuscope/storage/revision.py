"""Which revisions of the store this gpuscope knows."""

from pathlib import Path

from gpuscope import __version__
from gpuscope.core.errors import UnavailableError

REVISION = 2
"""The newest revision, which this gpuscope writes."""


def later_words(revision: int) -> str:
    """Name both versions."""
    return f"is of revision {revision}, made by a later gpuscope (gpuscope {__version__} knows revision {REVISION})"


def refuse_later(path: Path, revision: int) -> None:
    """Refuse a store that a later gpuscope has made or migrated.

    Raises:
        UnavailableError: It is of a later revision.
    """
    if revision > REVISION:
        raise UnavailableError(f"the store {path} {later_words(revision)}", "Upgrade gpuscope, or name another store with --store.")
