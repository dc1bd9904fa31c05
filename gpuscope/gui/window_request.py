"""The window's options from the command line."""

import re
from dataclasses import dataclass
from pathlib import Path

from gpuscope.core.errors import UsageError

PAGES = ("run", "ladder", "sweep", "runs", "compare", "race", "profile", "machine", "help", "health", "settings")
THEMES = ("system", "dark", "light")
_OF_SEVERAL = ("compare", "race", "profile")
"""Pages that can show several items."""
_LEAST, _MOST = (320, 240), (7680, 4320)
"""Width and height in pixels that ``--size`` accepts: from QVGA to 8K UHD."""


@dataclass(frozen=True, slots=True)
class DemoRequest:
    """A demonstration that runs in the window.

    Attributes:
        repeats: Runs of each variant.
        steps: Measured steps of each run; None for the plan's own.
        csv: Path of the CSV; the PDF is written beside it.
    """

    repeats: int
    steps: int | None
    csv: Path


@dataclass(frozen=True, slots=True)
class WindowRequest:
    """Which page to open, and whether to draw it into a file instead of showing a window.

    Attributes:
        page: The page to open; None for the last one.
        items: Items to show on the page, such as ids of runs.
        picture: File to draw the page into; None for an interactive window.
        size: Size of the picture in pixels.
        theme: "system", "dark" or "light"; None for the last choice.
        language: A code of ``system.language.LANGUAGES``; None for the last choice.
        demo: The demonstration to run; None for none.
        recordings: Files of runs to import and show.
    """

    store_url: str
    page: str | None = None
    items: tuple[str, ...] = ()
    picture: Path | None = None
    size: tuple[int, int] = (1280, 800)
    theme: str | None = None
    language: str | None = None
    demo: DemoRequest | None = None
    recordings: tuple[Path, ...] = ()

    def item_of(self, page: str) -> object:
        """Return the items for a page as a list, or the first one if the page shows only one; None for nothing."""
        return (list(self.items) if page in _OF_SEVERAL else self.items[0]) if self.items else None


def parse_size(text: str) -> tuple[int, int]:
    """Parse a size such as ``1280x800``.

    Raises:
        UsageError: The text is not a size, or is out of range.
    """
    match = re.fullmatch(r"(\d{1,5})[x×](\d{1,5})", text.strip().lower())
    if match is None:
        raise UsageError(f"--size {text[:40]!r} is not WIDTHxHEIGHT", "For example: --size 1280x800")
    size = (int(match[1]), int(match[2]))
    if not all(least <= value <= most for least, value, most in zip(_LEAST, size, _MOST, strict=True)):
        raise UsageError(f"--size {text[:40]} is out of range", f"From {_LEAST[0]}x{_LEAST[1]} to {_MOST[0]}x{_MOST[1]}.")
    return size
