"""The shipped fonts: coverage, names, sizes, and that the command generates exactly these."""

from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

import make_fonts

FONTS = Path(__file__).parents[2] / "resources" / "fonts"
INTER = ("Inter-Regular.otf", "Inter-Medium.otf", "Inter-SemiBold.otf")
SOURCES = [make_fonts.SYSTEM / "fonts" / one.source for one in make_fonts.SUBSETS]
needs_debians_fonts = pytest.mark.skipif(
    not all(source.exists() for source in SOURCES),
    reason="apt-get install fonts-inter fonts-noto-cjk fonts-noto-cjk-extra fonts-dejavu-core",
)


def cmap(name: str) -> set[int]:
    with TTFont(FONTS / name) as font:
        return set(font.getBestCmap())


def test_every_font_of_the_command_is_there_and_nothing_else() -> None:
    licences = {"OFL.txt", "DejaVu-licence.txt"}
    assert {file.name for file in FONTS.iterdir()} == {one.target for one in make_fonts.SUBSETS} | licences


def test_all_of_them_take_no_more_than_seven_mebibytes() -> None:
    assert sum(file.stat().st_size for file in FONTS.iterdir()) <= 7 * 2**20


@pytest.mark.parametrize(("name", "weight"), list(zip(INTER, (400, 500, 600), strict=True)))
def test_inter_is_one_family_in_three_weights_with_tabular_figures(name: str, weight: int) -> None:
    with TTFont(FONTS / name) as font:
        assert font["name"].getBestFamilyName() == "Inter"
        assert font["OS/2"].usWeightClass == weight
        features = {record.FeatureTag for record in font["GSUB"].table.FeatureList.FeatureRecord}
        assert {"tnum", "ccmp", "case"} <= features
        assert "calt" not in features, "12x34 would become 12×34"
    assert {ord(character) for character in "AzÄßłșΩЖяẞ–—…·×±≤≥∞≈→←↑↓√µ°²³₂€\u202f\u2009\u00a0"} <= cmap(name)


def test_the_cjk_fonts_have_what_the_readme_says() -> None:
    points = cmap("NotoSansCJKsc-Regular.otf") | cmap("NotoSansCJKsc-Rare.otf")
    assert set(range(0x4E00, 0x9FF0)) <= points
    assert make_fonts.hangul_syllables() <= cmap("NotoSansCJKsc-Rare.otf")
    assert len(make_fonts.hangul_syllables()) == 2350
    assert {ord(character) for character in "ひらがなカタカナー、。「」（）％ＡＺㄅ"} <= points


@pytest.mark.parametrize(("name", "weight"), [("NotoSansCJKsc-Regular.otf", 400), ("NotoSansCJKsc-Medium.otf", 500)])
def test_all_chinese_texts_are_in_both_weights_of_one_family(name: str, weight: int) -> None:
    """If this fails, there is a new character in the catalogue or the guide: run packaging/make_fonts.py."""
    with TTFont(FONTS / name) as font:
        assert font["name"].getBestFamilyName() == make_fonts.COMMON_FAMILY
        assert font["OS/2"].usWeightClass == weight
    used = {character for file in make_fonts.CHINESE_TEXTS for character in file.read_text(encoding="utf-8")}
    ideographs = {character for character in used if "\u4e00" <= character <= "\u9fff"}
    points = cmap(name)
    assert len(ideographs) > 900
    assert sorted(character for character in ideographs if ord(character) not in points) == []
    assert {ord(character) for character in "啊座、。（）％，："} <= points


def test_what_the_medium_font_lacks_is_in_another_family() -> None:
    """Otherwise Qt and Typst would not find it: they do not look for a character in another weight of a family."""
    with TTFont(FONTS / "NotoSansCJKsc-Rare.otf") as font:
        assert {str(record) for record in font["name"].names if record.nameID in (1, 16)} == {make_fonts.RARE_FAMILY}
        assert font["CFF "].cff.fontNames == ["NotoSansCJKSCRare"]
    assert not cmap("NotoSansCJKsc-Rare.otf") & cmap("NotoSansCJKsc-Medium.otf")


def test_other_scripts_are_dejavus() -> None:
    assert {ord(character) for character in "שלוםمرحباՀայქართ✓☎😀"} <= cmap("DejaVuSans.ttf")


def test_the_licences_lie_beside_them() -> None:
    text = (FONTS / "OFL.txt").read_text(encoding="utf-8")
    for words in ("SIL OPEN FONT LICENSE Version 1.1", "The Inter Project Authors", "Adobe", "PERMISSION & CONDITIONS", "DISCLAIMER"):
        assert words in text
    text = (FONTS / "DejaVu-licence.txt").read_text(encoding="utf-8")
    assert "Bitstream Vera Fonts Copyright" in text
    assert "Permission is hereby granted" in text


@needs_debians_fonts
def test_the_command_makes_the_same_bytes_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert make_fonts.main(["Inter-Medium.otf", "--target", str(tmp_path)]) == 0
    assert "Inter-Medium.otf" in capsys.readouterr().out
    for name in ("Inter-Medium.otf", "OFL.txt", "DejaVu-licence.txt"):
        assert (tmp_path / name).read_bytes() == (FONTS / name).read_bytes(), name


def test_an_unknown_font_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        make_fonts.main(["Comic.otf"])
    assert "no font is called Comic.otf" in capsys.readouterr().err
