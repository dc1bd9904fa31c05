"""A line of a terminal: words with their looks, whose width is known, and bars."""

from dataclasses import dataclass, field
from typing import Self

from gpuscope.reports.printable import elided, printable, width

_CODES = {
    "strong": "1",
    "muted": "2",
    "warn": "33",
    "compute": "34",
    "memory": "35",
    "power": "33",
    "clock": "36",
    "temperature": "31",
    "host": "",
}
"""SGR codes of each look. The sixteen colours are the user's own, so that they are readable on any ground."""


@dataclass(frozen=True, slots=True)
class Glyphs:
    """The characters of bars.

    Attributes:
        parts: A cell that is filled to a part of its width, from the least to the whole.
        track: An empty cell.
        levels: A cell that is filled to a part of its height, from nothing to the whole.
        arrows: To the device, and from it.
        dash: Stands for what is missing.
    """

    parts: str
    track: str
    levels: str
    arrows: tuple[str, str]
    dash: str


BLOCKS = Glyphs("▏▎▍▌▋▊▉█", "░", " ▁▂▃▄▅▆▇█", ("↓", "↑"), "–")
ASCII = Glyphs("#", "-", " .:-=+*#", ("in", "out"), "-")


def glyphs_for(encoding: str | None) -> Glyphs:
    """Return the glyphs that a stream of this encoding can show."""
    try:
        "".join((BLOCKS.parts, BLOCKS.track, BLOCKS.levels, *BLOCKS.arrows)).encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return BLOCKS


@dataclass(slots=True)
class StyledLine:
    """Words side by side, each with its look."""

    parts: list[tuple[str, str]] = field(default_factory=list)

    def add(self, text: str, look: str = "", to: int = 0, *, right: bool = False) -> Self:
        """Add words; nothing in them acts.

        Args:
            text: The words.
            look: Of them.
            to: Columns that they take at the least.
            right: Whether they stand at the right of these.
        """
        safe = printable(text)
        fill = " " * max(0, to - width(safe))
        if right and fill:
            self.parts.append((fill, ""))
        if safe:
            self.parts.append((safe, look))
        if not right and fill:
            self.parts.append((fill, ""))
        return self

    def bar(self, share: float | None, cells: int, glyphs: Glyphs, look: str) -> Self:
        """Add a bar of so many cells."""
        filled = bar(share, cells, glyphs)
        return self.add(filled, look).add(glyphs.track * (cells - len(filled)), "muted")

    def join(self, other: Self) -> Self:
        """Append the content of another line."""
        self.parts += other.parts
        return self

    @property
    def width(self) -> int:
        """Columns that it takes."""
        return sum(width(text) for text, _ in self.parts)

    def text(self, columns: int | None, *, colour: bool) -> str:
        """Return it, elided after so many columns.

        Args:
            columns: Room; None for as much as it needs.
            colour: Whether looks are shown.
        """
        written, left = [], columns
        for text, look in self.parts:
            shown = text if left is None else elided(text, left)
            code = _CODES.get(look, "") if colour else ""
            written.append(f"\x1b[{code}m{shown}\x1b[0m" if code and shown.strip() else shown)
            if left is not None:
                left -= width(text)
                if left <= 0:
                    break
        return "".join(written).rstrip(" ")


def bar(share: float | None, cells: int, glyphs: Glyphs) -> str:
    """Return the filled part of a bar; something of it is seen for whatever is more than nothing."""
    if not share or share != share:
        return ""
    steps = len(glyphs.parts)
    filled = max(1, round(min(1.0, share) * cells * steps))
    whole, rest = divmod(filled, steps)
    return glyphs.parts[-1] * whole + (glyphs.parts[rest - 1] if rest else "")
