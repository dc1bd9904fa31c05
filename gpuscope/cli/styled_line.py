"""A terminal line of styled text and bars, with a known width."""

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
"""SGR code of each look. Only the terminal's sixteen colours are used, which follow the user's theme and so stay readable."""


@dataclass(frozen=True, slots=True)
class Glyphs:
    """The characters of bars.

    Attributes:
        parts: Cells filled to increasing parts of their width, up to a full cell.
        track: An empty cell.
        levels: Cells filled to increasing parts of their height, from empty to full.
        arrows: To the device, and from it.
        dash: Placeholder for missing values.
    """

    parts: str
    track: str
    levels: str
    arrows: tuple[str, str]
    dash: str


BLOCKS = Glyphs("▏▎▍▌▋▊▉█", "░", " ▁▂▃▄▅▆▇█", ("↓", "↑"), "–")
ASCII = Glyphs("#", "-", " .:-=+*#", ("in", "out"), "-")


def glyphs_for(encoding: str | None) -> Glyphs:
    """Return the glyphs that a stream with this encoding can show."""
    try:
        "".join((BLOCKS.parts, BLOCKS.track, BLOCKS.levels, *BLOCKS.arrows)).encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return BLOCKS


@dataclass(slots=True)
class StyledLine:
    """A sequence of texts, each with its look."""

    parts: list[tuple[str, str]] = field(default_factory=list)

    def add(self, text: str, style: str = "", to: int = 0, *, right: bool = False) -> Self:
        """Add text, made safe for the terminal.

        Args:
            text: The text.
            style: Its look.
            to: Minimum width in columns.
            right: Whether it is right-aligned within this width.
        """
        safe = printable(text)
        fill = " " * max(0, to - width(safe))
        if right and fill:
            self.parts.append((fill, ""))
        if safe:
            self.parts.append((safe, style))
        if not right and fill:
            self.parts.append((fill, ""))
        return self

    def bar(self, share: float | None, cells: int, glyphs: Glyphs, style: str) -> Self:
        """Add a bar of ``cells`` cells."""
        filled = bar(share, cells, glyphs)
        return self.add(filled, style).add(glyphs.track * (cells - len(filled)), "muted")

    def join(self, other: Self) -> Self:
        """Append the content of another line."""
        self.parts += other.parts
        return self

    @property
    def width(self) -> int:
        """The line's width in columns."""
        return sum(width(text) for text, _ in self.parts)

    def text(self, columns: int | None, *, colour: bool) -> str:
        """Return the line as terminal output, elided to ``columns`` columns.

        Args:
            columns: Available width; None for unlimited.
            colour: Whether to apply looks.
        """
        written, left = [], columns
        for text, style in self.parts:
            shown = text if left is None else elided(text, left)
            code = _CODES.get(style, "") if colour else ""
            written.append(f"\x1b[{code}m{shown}\x1b[0m" if code and shown.strip() else shown)
            if left is not None:
                left -= width(text)
                if left <= 0:
                    break
        return "".join(written).rstrip(" ")


def bar(share: float | None, cells: int, glyphs: Glyphs) -> str:
    """Return the filled part of a bar; it is visible for any share above zero."""
    if not share or share != share:
        return ""
    steps = len(glyphs.parts)
    filled = max(1, round(min(1.0, share) * cells * steps))
    whole, rest = divmod(filled, steps)
    return glyphs.parts[-1] * whole + (glyphs.parts[rest - 1] if rest else "")
