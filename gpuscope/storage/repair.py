"""Finds damage, sets a damaged store aside, and salvages its runs into a fresh one."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Salvage:
    """What was brought over from a damaged store.

    Attributes:
        whole: Ids of the runs that came over whole.
        damaged: Ids of the runs of which a part could not be read.
        lost: How many runs were known of (by number) and could not be read at all.
    """

    whole: tuple[str, ...]
    damaged: tuple[str, ...]
    lost: int


def check(url: str) -> list[str]:
    """Looks for damage, down to each chunk of readings, and changes nothing.

    Returns:
        One line per problem; empty when all is well or there is no store yet.
    """
    raise NotImplementedError


def set_aside(url: str) -> Path:
    """Renames a store of ours, so that the next writer starts a fresh one; quick, nothing is read.

    Returns:
        Where it lies now.

    Raises:
        UnavailableError: It does not carry our mark, is not there, or cannot be renamed; nothing has changed.
    """
    raise NotImplementedError


def salvage(url: str, aside: Path) -> Salvage:
    """Copies what can be read of a store that was set aside into the store, run by run; runs that are there are left alone.

    Args:
        url: The store to copy into; made when it is not there.
        aside: What :func:`set_aside` returned. It is only read.

    Raises:
        UnavailableError: The store cannot be written.
    """
    raise NotImplementedError
