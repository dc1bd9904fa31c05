"""The fonts in ``resources/fonts`` (Inter, and fonts of other scripts for names that need them), and drawing a line of text in a box."""

import re
from functools import cache, lru_cache

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontMetricsF, QPainter

from gpuscope.gui.theme import BODY_PX, REGULAR
from gpuscope.system import paths

FAMILY = "Inter"
CJK_FAMILY = "Noto Sans CJK SC Common"
RARE_CJK_FAMILY = "Noto Sans CJK SC Rare"
SIGNS_FAMILY = "DejaVu Sans"
_MAY_LACK_GLYPH = re.compile(
    "[^\0-\u0148\u0391-\u03c9\u2010-\u205e\u2190-\u21ff\u2200-\u22ff\u2500-\u259f\u3000-\u303f\u4e00-\u9fef\uff01-\uffbe]"
)
"""Characters that the bundled fonts may lack: texts without any of these need no check of each character, at 0.1 ms."""
_POINTS_A_PIXEL = 0.75
"""Points per logical pixel, at Qt's 96 dpi."""


def load_text_fonts() -> None:
    """Register Inter; takes a few milliseconds."""
    _load("Inter-*.otf")


@cache
def load_other_fonts() -> None:
    """Register the fonts for other scripts, once; they are large, so this is done after the first paint."""
    _load("NotoSansCJK*.otf")
    _load("DejaVuSans.ttf")
    _has_glyph.cache_clear()


def _load(pattern: str) -> None:
    for file in sorted((paths.resources_folder() / "fonts").glob(pattern)):
        QFontDatabase.addApplicationFont(str(file))


def font(pixels: float = BODY_PX, weight: int = REGULAR) -> QFont:
    """Return Inter with tabular figures, in logical pixels, of weight 400, 500 or 600 (``theme.REGULAR`` …)."""
    return QFont(_inter(pixels, weight))  # a copy, which shares its data until it is changed


@cache
def _inter(pixels: float, weight: int) -> QFont:
    inter = QFont(FAMILY)
    inter.setFamilies([FAMILY, CJK_FAMILY, RARE_CJK_FAMILY, SIGNS_FAMILY, "sans-serif"])
    inter.setPointSizeF(pixels * _POINTS_A_PIXEL)
    inter.setWeight(QFont.Weight(weight))
    inter.setFeature(QFont.Tag("tnum"), 1)
    return inter


def monospace(pixels: float = BODY_PX) -> QFont:
    """Return the system's monospaced font, for logs and command lines."""
    face = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    face.setPointSizeF(pixels * _POINTS_A_PIXEL)
    return face


def legible(text: str) -> str:
    """Replace characters that no bundled or system font has by their names, as in the PDF: ``[U+1F680 ROCKET]``.

    Joiners and variation selectors after a name are dropped.
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


def ascent(face: QFont, text: str) -> float:
    """Return the height in pixels of a line above its baseline: the ascent of its tallest font; Chinese needs a taller one."""
    return _measured(face, text)[0]


def line_height(face: QFont, text: str) -> float:
    """Return the height in pixels of a line, also by the tallest font it needs."""
    return _measured(face, text)[1]


def _measured(face: QFont, text: str) -> tuple[float, float]:
    """Return ascent and height of a line; 0 for an empty one."""
    from PySide6.QtGui import QTextLayout

    layout = QTextLayout(text, face)
    layout.beginLayout()
    line = layout.createLine()
    layout.endLayout()
    return (line.ascent(), line.height()) if line.isValid() else (0.0, 0.0)


@lru_cache(maxsize=8192)
def _has_glyph(character: str) -> bool:
    """Return whether Qt finds a glyph; the character is laid out, because Qt uses separate fonts for emoji."""
    from PySide6.QtGui import QTextLayout

    layout = QTextLayout(character, font())
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    return all(glyph for run in layout.glyphRuns() for glyph in run.glyphIndexes())


_CENTRED = Qt.AlignmentFlag.AlignVCenter.value | Qt.TextFlag.TextSingleLine.value | Qt.TextFlag.TextDontClip.value
AT_LEFT = Qt.AlignmentFlag.AlignLeft.value | _CENTRED
AT_RIGHT = Qt.AlignmentFlag.AlignRight.value | _CENTRED
IN_MIDDLE = Qt.AlignmentFlag.AlignHCenter.value | _CENTRED
"""Alignments, combined in advance, because combining flags in Python takes as long as drawing in Qt."""
_LONGEST = 500
"""Maximum characters measured when eliding: no line of the window shows more, and external text can have any length."""


def write(painter: QPainter, box: QRectF, text: str, side: int, colour: QColor | None = None) -> None:
    """Draw a line of text, vertically centred in a box and not clipped by it.

    Args:
        painter: Painter with the font set.
        box: Box of the line.
        text: Drawn unchanged.
        side: AT_LEFT, AT_RIGHT or IN_MIDDLE.
        colour: Text colour; None for the painter's.
    """
    if colour is not None:
        painter.setPen(colour)
    painter.drawText(box, side, text)


def shortened(text: str, most: int) -> str:
    """Return a text of at most ``most`` characters, with its end replaced by "…" if it is longer."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def fitted(metrics: QFontMetricsF, text: str, width: float) -> str:
    """Elide the middle of a text that is too wide, since names differ at their ends; line ends become spaces."""
    line = " ".join(text.split()) if len(text) <= _LONGEST else f"{text[: _LONGEST // 2]}…{text[-_LONGEST // 2 :]}"
    return metrics.elidedText(legible(line), Qt.TextElideMode.ElideMiddle, width)
