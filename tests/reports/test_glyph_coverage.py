"""Text for print: every character has a glyph in the shipped fonts, or is replaced by its name."""

from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from gpuscope.core.errors import UnavailableError
from gpuscope.reports.glyph_coverage import GlyphCoverage, character_ranges
from gpuscope.system.paths import resources_folder

FONTS = resources_folder() / "fonts"


@pytest.fixture(scope="module")
def coverage() -> GlyphCoverage:
    return GlyphCoverage.of_folder(FONTS)


@pytest.mark.parametrize("file", sorted([*FONTS.glob("*.otf"), *FONTS.glob("*.ttf")]), ids=lambda file: file.name)
def test_what_a_font_has_is_read_as_fonttools_reads_it(file: Path) -> None:
    found = {point for first, last in character_ranges(file) for point in range(first, last + 1)}
    with TTFont(file) as font:
        assert found == set(font.getBestCmap())


@pytest.mark.parametrize(
    "text",
    ["MLP, 64 × 128 → µs ≤ ∞ °C ± – …", "Größe Ж Ω ș", "测试 基线", "日本語 かな カナ", "한국어", "שלום", "مرحبا", "1\u202f234", "☎ ✓ 😀"],
)
def test_names_of_many_scripts_stay_as_they_are(coverage: GlyphCoverage, text: str) -> None:
    assert coverage.showable(text) == text


def test_what_no_font_has_appears_by_its_name(coverage: GlyphCoverage) -> None:
    assert coverage.showable("a 🚀 b") == "a [U+1F680 ROCKET] b"
    assert coverage.showable("👩\u200d💻") == "[U+1F469 WOMAN][U+1F4BB PERSONAL COMPUTER]"
    assert coverage.showable("\U0003134f") == "[U+3134F CJK UNIFIED IDEOGRAPH-3134F]" or "\\U0003134f" in coverage.showable("\U0003134f")


def test_a_mark_needs_the_font_of_what_carries_it(coverage: GlyphCoverage) -> None:
    assert coverage.showable("x\u0336") == "x\u0336"
    assert coverage.showable("e\u0301") == "é"
    assert coverage.showable("中\u0301\u0302") == "中[U+0301 COMBINING ACUTE ACCENT][U+0302 COMBINING CIRCUMFLEX ACCENT]"


def test_nothing_acts_and_everything_is_one_line(coverage: GlyphCoverage) -> None:
    assert coverage.showable("a\nb\x1b[31m\u202ec\ud800") == "a b\\x1b[31m\\u202ec\\ud800"


def test_long_text_is_elided_after_its_names_are_in(coverage: GlyphCoverage) -> None:
    assert coverage.showable("x" * 5000, 10) == "x" * 9 + "…"
    assert coverage.showable("🚀" * 5000, 20) == "[U+1F680 ROCKET][U+…"


def test_fonts_that_are_missing_or_damaged_are_told(tmp_path: Path) -> None:
    with pytest.raises(UnavailableError, match="there are no fonts"):
        GlyphCoverage.of_folder(tmp_path)
    (tmp_path / "broken.otf").write_bytes(b"OTTO" + bytes(8))
    with pytest.raises(UnavailableError, match=r"cannot be read: broken\.otf"):
        GlyphCoverage.of_folder(tmp_path)
    (tmp_path / "broken.otf").write_bytes(b"")
    with pytest.raises(UnavailableError, match="cannot be read"):
        GlyphCoverage.of_folder(tmp_path)
