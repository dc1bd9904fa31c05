"""The characters that the shipped fonts cover, and text in which every other character is replaced by its name.

A character that no shipped font covers becomes its name in brackets, ``[U+1F680 ROCKET]``; it never becomes an empty box or disappears.
"""

import struct
import sys
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Self, cast

from gpuscope.core.errors import UnavailableError
from gpuscope.reports.printable import elided, printable

_JOINERS = dict.fromkeys((0x200D, 0xFE0E, 0xFE0F))
"""Format characters that join or style emoji; without an emoji font they mean nothing."""
_WINDOWS_UNICODE = (3, 10)
"""Platform and encoding ids, in OpenType's ``cmap`` table, of a map of all of Unicode."""
_SEGMENTED_COVERAGE = 12
"""Format of a ``cmap`` subtable that lists ranges of characters."""


class CodePoints(tuple[int, ...]):
    """Code points as ascending bounds: the first of each range, and the one after its last. A Chinese font has about 2,000 ranges."""

    __slots__ = ()

    def __contains__(self, point: object) -> bool:
        return bisect_right(self, cast(int, point)) % 2 == 1


class GlyphCoverage:
    """The characters of a set of fonts, each given by its code points."""

    def __init__(self, fonts: Iterable[CodePoints]) -> None:
        self._fonts = tuple(dict.fromkeys(fonts))

    @classmethod
    def of_all(cls) -> Self:
        """Return coverage of all characters, for viewers with fonts of their own, such as a browser."""
        return cls([CodePoints((0, sys.maxunicode + 1))])

    @classmethod
    def of_folder(cls, folder: Path) -> Self:
        """Read the coverage of the fonts in a folder.

        Raises:
            UnavailableError: There is no font, or one of them cannot be read.
        """
        try:
            fonts = [_points(file) for file in sorted([*folder.glob("*.otf"), *folder.glob("*.ttf")])]
        except (OSError, ValueError, struct.error) as error:
            raise UnavailableError(f"the fonts in {folder} cannot be read: {error}", "Reinstall gpuscope.") from None
        if not fonts:
            raise UnavailableError(f"there are no fonts in {folder}", "Reinstall gpuscope.")
        return cls(fonts)

    def __contains__(self, character: str) -> bool:
        return any(ord(character) in font for font in self._fonts)

    def showable(self, text: str, widest: int | None = None) -> str:
        """Return text on one line, without control characters, in which every character has a glyph.

        Args:
            text: Anything.
            widest: Columns after which it is elided with "…"; None for never.
        """
        safe = printable(text if widest is None else text[: 4 * widest])
        if not safe.isascii():
            safe = "".join(self._with_glyphs(unicodedata.normalize("NFC", safe.translate(_JOINERS))))
        return safe if widest is None else elided(safe, widest)

    def _with_glyphs(self, text: str) -> Iterator[str]:
        """Yield characters that can be shown, and others by name; a combining mark needs the font of its base character."""
        carriers: Sequence[CodePoints] = ()
        for character in text:
            fonts = carriers if unicodedata.category(character).startswith("M") else self._fonts
            carriers = [font for font in fonts if ord(character) in font]
            yield character if carriers else named(character)


def _points(file: Path) -> CodePoints:
    return CodePoints(bound for first, last in character_ranges(file) for bound in (first, last + 1))


def character_ranges(file: Path) -> Iterator[tuple[int, int]]:
    """Yield the (first, last) code points of each range that a font covers, from its segmented coverage table (cmap, format 12).

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


def named(character: str) -> str:
    """Return the replacement for a character without a glyph: ``[U+1F680 ROCKET]``."""
    name = unicodedata.name(character, "")
    return f"[U+{ord(character):04X} {name}]" if name else f"[U+{ord(character):04X}]"


def joins(character: str) -> bool:
    """Return whether a character is a control or format character or a combining mark, which has no glyph of its own."""
    return unicodedata.category(character) in ("Cc", "Cf", "Me", "Mn")
