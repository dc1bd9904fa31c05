"""Names that no font can draw stay legible."""

import unicodedata

import pytest
from PySide6.QtGui import QFontMetricsF, QTextLayout

from gpuscope.gui import fonts
from gpuscope.gui.fonts import fitted
from gpuscope.gui.pages.runs.run_columns import one_line
from gpuscope.gui.theme import MEDIUM, REGULAR, STRONG
from gpuscope.gui.widgets.labels import ElidedLabel, label, plain_tooltip
from gpuscope.reports.glyph_coverage import GlyphCoverage
from gpuscope.system import paths

LOST = "\U0010fffd"
"""A private-use character, which no installed font has."""
NAMED = "[U+10FFFD]"


@pytest.fixture(autouse=True)
def _loaded(qapp: object) -> None:
    fonts.load_text_fonts()
    fonts.load_other_fonts()


def test_what_the_shipped_fonts_have_stays() -> None:
    text = "Größe 模型 학습 データ שלום Ω ≤ 😀 e\u0301"
    assert fonts.legible(text) == text


def test_a_character_without_a_glyph_is_named_as_in_the_pdf() -> None:
    assert fonts.legible(f"a{LOST}b") == f"a{NAMED}b"


def test_what_joins_is_left_out_after_a_name_alone() -> None:
    assert fonts.legible(f"{LOST}\ufe0f\u200d{LOST}e\u0301") == f"{NAMED}{NAMED}e\u0301"


def test_an_emoji_that_the_fonts_lack_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "_has_glyph", lambda _: False)
    assert fonts.legible("run 🚀 1") == "run [U+1F680 ROCKET] 1"


def test_what_is_not_looked_at_is_in_the_shipped_fonts() -> None:
    shipped = GlyphCoverage.of_folder(paths.resources_folder() / "fonts")
    unseen = [chr(point) for point in range(0x20, 0x10000) if not fonts._MAY_LACK_GLYPH.match(chr(point))]
    assert [one for one in unseen if unicodedata.category(one) not in ("Cc", "Cf", "Cn", "Zl", "Zp") and one not in shipped] == []


def test_a_font_that_is_loaded_later_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "_load", lambda _: None)  # Qt would have each font twice for the rest of the process
    fonts.legible("학")
    assert fonts._has_glyph.cache_info().currsize
    fonts.load_other_fonts.cache_clear()
    fonts.load_other_fonts()
    assert not fonts._has_glyph.cache_info().currsize


def test_everything_that_shows_names_shows_them_legible(qtbot) -> None:  # type: ignore[no-untyped-def]
    elided, wrapped = ElidedLabel(f"x {LOST}"), label(f"x {LOST}", wraps=True)
    for one in (elided, wrapped):
        qtbot.addWidget(one)
    elided.resize(400, 20)
    assert (elided.text(), elided.whole_text, elided.toolTip()) == (f"x {NAMED}", f"x {LOST}", "")
    assert wrapped.text() == f"x {NAMED}"
    assert NAMED in plain_tooltip(LOST)
    assert fitted(QFontMetricsF(fonts.font()), f"x {LOST}", 400) == f"x {NAMED}"
    assert one_line("模型 😀") == "模型 😀"


@pytest.mark.parametrize(
    ("character", "weight", "face"),
    [
        ("警", REGULAR, ("Noto Sans CJK SC Common", "Regular")),
        ("警", MEDIUM, ("Noto Sans CJK SC Common", "Medium")),
        ("警", STRONG, ("Noto Sans CJK SC Common", "Medium")),
        ("龘", STRONG, ("Noto Sans CJK SC Rare", "Regular")),  # a character that the medium font lacks
        ("학", MEDIUM, ("Noto Sans CJK SC Rare", "Regular")),
        ("A", STRONG, ("Inter", "Semi Bold")),
    ],
)
def test_headings_in_chinese_are_bolder_and_rare_characters_have_a_glyph(character: str, weight: int, face: tuple[str, str]) -> None:
    unused = 13.37  # a size of its own: of a font that was laid out before the Chinese ones were loaded, Qt keeps the substitutes
    layout = QTextLayout(character, fonts.font(unused, weight))
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    (run,) = layout.glyphRuns()
    assert (run.rawFont().familyName(), run.rawFont().styleName()) == face
    assert all(run.glyphIndexes())
