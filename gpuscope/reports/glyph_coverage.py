"""Which characters the shipped fonts can show, and text in which every character is shown, or named.

A character that no shipped font has becomes its name in brackets, ``[U+1F680 ROCKET]``: never an empty box, never nothing.
"""

import struct
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Self

from gpuscope.core.errors import UnavailableError
from gpuscope.reports.printable import elided, printable

_JOINERS = dict.fromkeys((0x200D, 0xFE0E, 0xFE0F))
"""Format characters that join or style emoji; without an emoji font they mean nothing."""
_WINDOWS_UNICODE = (3, 10)
_SEGMENTED_COVERAGE = 12


class GlyphCoverage:
    """The characters of a set of fonts."""

    def __init__(self, points: frozenset[int]) -> None:
        self._points = points

    @classmethod
    def of_folder(cls, folder: Path) -> Self:
        """Reads what the fonts of a folder have.

        Raises:
            UnavailableError: There is no font, or one of them cannot be read.
        """
        points: set[int] = set()
        try:
            for file in sorted([*folder.glob("*.otf"), *folder.glob("*.ttf")]):
                for first, last in character_ranges(file):
                    points.update(range(first, last + 1))
        except (OSError, ValueError, struct.error) as error:
            raise UnavailableError(f"the fonts in {folder} cannot be read: {error}", "Install gpuscope anew.") from None
        if not points:
            raise UnavailableError(f"there are no fonts in {folder}", "Install gpuscope anew.")
        return cls(frozenset(points))

    def __contains__(self, character: str) -> bool:
        return ord(character) in self._points

    def showable(self, text: str, widest: int | None = None) -> str:
        """Returns text on one line in which nothing acts and every character has a glyph.

        Args:
            text: Anything.
            widest: Columns after which it is elided with "…"; None for never.
        """
        safe = printable(text if widest is None else text[: 4 * widest])
        if not safe.isascii():
            safe = "".join(character if character in self else _named(character) for character in safe.translate(_JOINERS))
        return safe if widest is None else elided(safe, widest)


def character_ranges(file: Path) -> Iterator[tuple[int, int]]:
    """Yields (first, last) of the code points that a font file has, from its table of segmented coverage (cmap, format 12).

    Raises:
        ValueError: The file has no such table.
    """
    with file.open("rb") as font:
        start = _table(font.read(12 + 16 * 64), b"cmap", file)
        font.seek(start)
        _, count = struct.unpack(">HH", font.read(4))
        places = {(platform, encoding): offset for platform, encoding, offset in struct.iter_unpack(">HHI", font.read(8 * count))}
        font.seek(start + places.get(_WINDOWS_UNICODE, 0))
        kind, _, _, _, groups = struct.unpack(">HHIII", font.read(16))
        if kind != _SEGMENTED_COVERAGE:
            raise ValueError(f"{file.name} has no table of characters of format 12")
        for first, last, _ in struct.iter_unpack(">III", font.read(12 * groups)):
            yield first, last


def _table(head: bytes, wanted: bytes, file: Path) -> int:
    (count,) = struct.unpack_from(">H", head, 4)
    for place in range(count):
        tag, _, offset, _ = struct.unpack_from(">4sIII", head, 12 + 16 * place)
        if tag == wanted:
            return int(offset)
    raise ValueError(f"{file.name} is no font with a table {wanted.decode()}")


def _named(character: str) -> str:
    name = unicodedata.name(character, "")
    return f"[U+{ord(character):04X} {name}]" if name else f"[U+{ord(character):04X}]"
