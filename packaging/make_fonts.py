"""Makes the fonts in `resources/fonts` from Debian's: `python packaging/make_fonts.py`.

This requires the packages fonts-inter, fonts-noto-cjk, fonts-noto-cjk-extra and fonts-dejavu-core; the same packages yield the same bytes.
Inter is the main font, the CJK fonts are for Chinese and for names in Japanese and Korean, DejaVu is for names in other scripts and for
symbols. The fonts' licences are written beside them.

The common Chinese characters are in a regular and a medium font of one family; the medium one is also used for bold text. The rare ones are
in a font of another family: programs look for a character that a font lacks in the next family, never in another weight of the same one.
Neither family has the name of the originals: Qt would take these, where the system has them too, for further weights of the same family.
"""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable

SYSTEM = Path("/usr/share")
RESOURCES = Path(__file__).resolve().parent.parent / "resources"
TARGET = RESOURCES / "fonts"
COMMON_FAMILY = "Noto Sans CJK SC Common"
RARE_FAMILY = "Noto Sans CJK SC Rare"
CHINESE_TEXTS = (RESOURCES / "languages" / "zh_CN.ts", *sorted((RESOURCES / "guide" / "zh_CN").glob("*.md")))

Ranges = tuple[tuple[int, int], ...]
_LATIN_GREEK_CYRILLIC: Ranges = ((0x20, 0x7E), (0xA0, 0x24F), (0x2B0, 0x2FF), (0x300, 0x36F), (0x370, 0x52F), (0x1E00, 0x1EFF))
_SIGNS: Ranges = ((0x2000, 0x27BF), (0x2900, 0x2BFF), (0xFFFD, 0xFFFD))
_CJK: Ranges = (
    (0x2460, 0x24FF),  # enclosed numbers
    (0x2E80, 0x33FF),  # radicals, punctuation, kana, bopomofo, enclosed signs
    (0x4E00, 0x9FFF),  # the main block of unified ideographs
    (0xFE30, 0xFE4F),
    (0xFF00, 0xFFEF),  # full-width and half-width forms
)
_COMMON_SIGNS: Ranges = ((0x2460, 0x24FF), (0x3000, 0x30FF), (0xFF00, 0xFF60), (0xFFE0, 0xFFE6))
_OTHER_SCRIPTS: Ranges = (
    (0x0250, 0x02AF),  # phonetic letters
    (0x0530, 0x077F),  # Armenian, Hebrew, Arabic
    (0x10A0, 0x10FF),  # Georgian
    (0x1F00, 0x1FFF),  # Greek with all accents
    (0xFB13, 0xFB4F),  # presentation forms of Armenian and Hebrew
    (0x1F400, 0x1F6FF),  # the available emoji
)


class _Noto(TypedDict):
    features: tuple[str, ...]
    face: int
    dropped: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Subset:
    """A font to make.

    Attributes:
        source: Source file below ``/usr/share/fonts``.
        target: Name of the generated file.
        ranges: Code points to keep if the source has them, both ends included.
        features: OpenType features to keep.
        face: Index of the font in a collection; -1 for a file with a single font.
        dropped: Tables to drop in addition to hints.
        hangul: Whether to keep the 2,350 syllables of KS X 1001.
        common: Whether to keep only, or to leave out, the :func:`common_characters`; None for neither.
        family: New name of the family; "" for the source's.
    """

    source: str
    target: str
    ranges: Ranges
    features: tuple[str, ...]
    face: int = -1
    dropped: tuple[str, ...] = ()
    hangul: bool = False
    common: bool | None = None
    family: str = ""


_INTER = _LATIN_GREEK_CYRILLIC + _SIGNS
_INTER_FEATURES = ("kern", "mark", "mkmk", "ccmp", "locl", "tnum", "case")
_NOTO = _Noto(features=("ccmp",), face=2, dropped=("BASE", "GPOS", "VORG", "vhea", "vmtx"))
SUBSETS = (
    Subset("opentype/inter/Inter-Regular.otf", "Inter-Regular.otf", _INTER, _INTER_FEATURES),
    Subset("opentype/inter/Inter-Medium.otf", "Inter-Medium.otf", _INTER, _INTER_FEATURES),
    Subset("opentype/inter/Inter-SemiBold.otf", "Inter-SemiBold.otf", _INTER, _INTER_FEATURES),
    Subset("opentype/noto/NotoSansCJK-Regular.ttc", "NotoSansCJKsc-Regular.otf", _CJK, common=True, family=COMMON_FAMILY, **_NOTO),
    Subset("opentype/noto/NotoSansCJK-Medium.ttc", "NotoSansCJKsc-Medium.otf", _CJK, common=True, family=COMMON_FAMILY, **_NOTO),
    Subset(
        "opentype/noto/NotoSansCJK-Regular.ttc",
        "NotoSansCJKsc-Rare.otf",
        _CJK,
        hangul=True,
        common=False,
        family=RARE_FAMILY,
        **_NOTO,
    ),
    Subset(
        "truetype/dejavu/DejaVuSans.ttf",
        "DejaVuSans.ttf",
        _SIGNS + _OTHER_SCRIPTS,
        ("ccmp", "init", "medi", "fina", "isol", "rlig", "mark", "mkmk", "locl"),
        dropped=("FFTM", "kern"),
    ),
)


def main(arguments: Sequence[str]) -> int:
    """Make the named fonts, or all, with their licences."""
    names = [one.target for one in SUBSETS]
    parser = argparse.ArgumentParser(prog="make_fonts.py", description="Make the fonts of resources/fonts out of Debian's.")
    parser.add_argument("names", nargs="*", metavar="FONT", help=f"one of {', '.join(names)}; all when none is named")
    parser.add_argument("--target", type=Path, default=TARGET, metavar="FOLDER", help="where they go (default: resources/fonts)")
    chosen = parser.parse_args(arguments)
    if unknown := set(chosen.names) - set(names):
        parser.error(f"no font is called {', '.join(sorted(unknown))}; there are {', '.join(names)}")
    chosen.target.mkdir(parents=True, exist_ok=True)
    for one in SUBSETS:
        if one.target in (chosen.names or names):
            make(one, chosen.target)
            print(f"{one.target:<28}{(chosen.target / one.target).stat().st_size:>10,} bytes", flush=True)
    write_licences(chosen.target)
    return 0


def make(one: Subset, folder: Path) -> None:
    """Make one font in a folder."""
    options = subset.Options(
        hinting=False,
        layout_features=list(one.features),
        layout_closure=True,
        glyph_names=False,
        notdef_outline=True,
        name_IDs=["*"],
        name_languages=["*"],
        recalc_timestamp=False,
        drop_tables=[*subset.Options._drop_tables_default, *one.dropped],
    )
    font = TTFont(SYSTEM / "fonts" / one.source, fontNumber=one.face, recalcTimestamp=False)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=wanted(one))
    subsetter.subset(font)
    add_segmented_coverage(font)
    if one.family:
        rename(font, one.family)
    font.save(folder / one.target)
    font.close()


def rename(font: TTFont, family: str) -> None:
    """Rename the family of a font with outlines of the Compact Font Format; its weight stays."""
    style = font["name"].getBestSubFamilyName()
    full = family if style == "Regular" else f"{family} {style}"
    names = {1: full, 3: full, 4: full, 6: full.replace(" ", ""), 16: family}  # family, id, full name, PostScript, family of all weights
    for record in font["name"].names:
        record.string = names.get(record.nameID, record.string)
    cff = font["CFF "].cff
    cff.fontNames[0] = names[6]
    cff.topDictIndex[0].FamilyName, cff.topDictIndex[0].FullName = family, full


def add_segmented_coverage(font: TTFont) -> None:
    """Add a character map in format 12, which gpuscope reads (reports/glyph_coverage.py), unless the font has one."""
    if all(table.format != 12 for table in font["cmap"].tables):
        table = CmapSubtable.newSubtable(12)
        table.platformID, table.platEncID, table.language, table.cmap = 3, 10, 0, font.getBestCmap()
        font["cmap"].tables.append(table)


def wanted(one: Subset) -> set[int]:
    """Return the code points that a font keeps."""
    found = {point for first, last in one.ranges for point in range(first, last + 1)}
    if one.common is not None:
        common = common_characters()
        found = found & common if one.common else found - common
    return found | (hangul_syllables() if one.hangul else set())


def common_characters() -> set[int]:
    """Return the common characters: punctuation, kana, the first level of GB 2312, and what the Chinese catalogue and guide use."""
    rows, cells = range(0xB0, 0xD8), range(0xA1, 0xFF)
    first_level = {bytes((row, cell)).decode("gb2312", "ignore") for row in rows for cell in cells}  # the last row is not full
    used = {character for file in CHINESE_TEXTS for character in file.read_text(encoding="utf-8")}
    signs = {point for first, last in _COMMON_SIGNS for point in range(first, last + 1)}
    return signs | {ord(character) for character in (first_level | used) - {""}}


def hangul_syllables() -> set[int]:
    """Return the code points of the Hangul syllables of KS X 1001."""
    rows, cells = range(0xB0, 0xC9), range(0xA1, 0xFF)
    return {ord(bytes((row, cell)).decode("euc_kr")) for row in rows for cell in cells}


def write_licences(folder: Path) -> None:
    """Write the licences of the fonts: the SIL Open Font License for Inter and Noto, DejaVu's own."""
    lines = (SYSTEM / "doc" / "fonts-noto-cjk" / "copyright").read_text(encoding="utf-8").splitlines()
    notices = (
        "Inter-*.otf: Copyright 2016-2022 The Inter Project Authors (https://github.com/rsms/inter)",
        "NotoSansCJKsc-*.otf: Copyright 2014-2021 Adobe (http://www.adobe.com/). Noto is a trademark of Google Inc.",
        "Both are subsets of the originals, made by packaging/make_fonts.py.",
    )
    (folder / "OFL.txt").write_text("\n".join([*notices, "", *licence(lines, "SIL-1.1")]) + "\n", encoding="utf-8")
    font = TTFont(SYSTEM / "fonts" / "truetype" / "dejavu" / "DejaVuSans.ttf")
    words = str(font["name"].getDebugName(13)).replace("\r", "").strip()
    font.close()
    note = "DejaVuSans.ttf is a subset of DejaVu Sans 2.37 (https://dejavu-fonts.github.io/), made by packaging/make_fonts.py.\n"
    (folder / "DejaVu-licence.txt").write_text(f"{note}\n{words}\n", encoding="utf-8")


def licence(lines: Iterable[str], name: str) -> list[str]:
    """Return the text of a licence in one of Debian's copyright files, without Debian's indentation."""
    found: list[str] = []
    inside = False
    for line in lines:
        if not line.startswith(" "):
            inside = line == f"License: {name}" and not found
        elif inside:
            found.append("" if line.strip() == "." else line)
    return textwrap.dedent("\n".join(found)).strip().splitlines()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
