"""A name for a file, made of names of the user's so that every file system takes it."""

from collections.abc import Sequence

_LONGEST = 60
_RESERVED = frozenset({"con", "prn", "aux", "nul", *(f"{port}{digit}" for port in ("com", "lpt") for digit in range(10))})
"""Names of devices on Windows, with whatever ending."""


def file_name(names: Sequence[str], ending: str, first: str = "compare") -> str:
    """Return "compare fp32 bf16.pdf"; letters and digits of any script stay, whatever else is in a name becomes a space."""
    words: list[str] = []
    for name in names:
        kept = "".join(character if character.isalnum() or character in "._-" else " " for character in name[:200])
        words += [part for part in (one.strip("._-") for one in kept.split()) if part and part.lower() not in _RESERVED]
    while len(" ".join(words)) > _LONGEST and len(words) > 1:
        words.pop()
    return f"{' '.join([first, *words])[: _LONGEST + 8].rstrip()}{ending}"
