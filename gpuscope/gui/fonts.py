"""The fonts of ``resources/fonts``: Inter for everything, and faces of other scripts for names that need them."""

import re
from functools import lru_cache

from PySide6.QtGui import QFont, QFontDatabase

from gpuscope.gui.theme import BODY_PX, REGULAR
from gpuscope.system import paths

FAMILY = "Inter"
CJK_FAMILY = "Noto Sans CJK SC"
SIGNS_FAMILY = "DejaVu Sans"
_MAY_LACK_GLYPH = re.compile("[^\0-\u0148\u0391-\u03c9\u2010-\u205e\u2190-\u21ff\u2200-\u22ff\u2500-\u259f]")
"""Characters outside of what the shipped fonts have for sure: figures and words of ours need no look at each character."""
_POINTS_A_PIXEL = 0.75
"""At the 96 dpi that Qt counts logical pixels by."""


def load_text_fonts() -> None:
    """Make Inter known; take a few milliseconds."""
    _load("Inter-*.otf")


def load_other_fonts() -> None:
    """Make the faces for other scripts known; they are large, so after the first paint."""
    _load("NotoSansCJK*.otf")
    _load("DejaVuSans.ttf")
    _has_glyph.cache_clear()


def _load(pattern: str) -> None:
    for file in sorted((paths.resources_folder() / "fonts").glob(pattern)):
        QFontDatabase.addApplicationFont(str(file))


def font(pixels: float = BODY_PX, weight: int = REGULAR) -> QFont:
    """Return Inter with tabular figures.

    Args:
        pixels: Size in logical pixels, of which fractions are honoured.
        weight: 400, 500 or 600 (``theme.REGULAR`` …).
    """
    made = QFont(FAMILY)
    made.setFamilies([FAMILY, CJK_FAMILY, SIGNS_FAMILY, "sans-serif"])
    made.setPointSizeF(pixels * _POINTS_A_PIXEL)
    made.setWeight(QFont.Weight(weight))
    made.setFeature(QFont.Tag("tnum"), 1)
    return made


def monospace(pixels: float = BODY_PX) -> QFont:
    """Return the system's monospaced face, for logs and command lines."""
    made = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    made.setPointSizeF(pixels * _POINTS_A_PIXEL)
    return made


def legible(text: str) -> str:
    """Return text in which a character that no font has, shipped or of the system, is its name, as in the PDF: ``[U+1F680 ROCKET]``.

    What joins characters to one or styles them is left out after a name.
    """
    if _MAY_LACK_GLYPH.search(text) is None:
        return text
    from gpuscope.reports.glyph_coverage import joins, named

    shown, is_named = [], False
    for character in text:
        if joins(character):
            shown.append("" if is_named else character)
        else:
            is_named = _MAY_LACK_GLYPH.match(character) is not None and not _has_glyph(character)
            shown.append(named(character) if is_named else character)
    return "".join(shown)


@lru_cache(maxsize=8192)
def _has_glyph(character: str) -> bool:
    """Return whether Qt finds a glyph: by laying the character out, since Qt draws emoji with fonts of their own."""
    from PySide6.QtGui import QTextLayout

    layout = QTextLayout(character, font())
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    return all(glyph for run in layout.glyphRuns() for glyph in run.glyphIndexes())
