"""The fonts of ``resources/fonts``: Inter for everything, and faces of other scripts for names that need them."""

from PySide6.QtGui import QFont, QFontDatabase

from gpuscope.gui.theme import BODY_PX, REGULAR
from gpuscope.system import paths

FAMILY = "Inter"
CJK_FAMILY = "Noto Sans CJK SC"
SIGNS_FAMILY = "DejaVu Sans"
_POINTS_A_PIXEL = 0.75
"""At the 96 dpi that Qt counts logical pixels by."""


def load_text_fonts() -> None:
    """Makes Inter known; takes a few milliseconds."""
    _load("Inter-*.otf")


def load_other_fonts() -> None:
    """Makes the faces for other scripts known; they are large, so after the first paint."""
    _load("NotoSansCJK*.otf")
    _load("DejaVuSans.ttf")


def _load(pattern: str) -> None:
    for file in sorted((paths.resources_folder() / "fonts").glob(pattern)):
        QFontDatabase.addApplicationFont(str(file))


def font(pixels: float = BODY_PX, weight: int = REGULAR) -> QFont:
    """Returns Inter with tabular figures.

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
    """Returns the system's monospaced face, for logs and command lines."""
    made = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    made.setPointSizeF(pixels * _POINTS_A_PIXEL)
    return made
