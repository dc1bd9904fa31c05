"""Colours that can be read in both themes."""

from itertools import product

import pytest
from PySide6.QtGui import QPalette

from gpuscope.core.metric import Family
from gpuscope.gui.stylesheet import ControlPictures, stylesheet
from gpuscope.gui.theme import DARK, LIGHT, Choice, Palette, Theme, qt_palette


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2.1 defines it."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_counted_as_wcag_does() -> None:
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("palette", [DARK, LIGHT], ids=["dark", "light"])
def test_every_text_and_every_series_stands_out_from_every_ground(palette: Palette) -> None:
    texts = [palette.text, palette.muted, palette.faint, palette.accent, palette.good, palette.bad, palette.warn]
    series = [*(getattr(palette, family.value) for family in Family), *palette.groups]
    grounds = [palette.bg, palette.panel]
    weak = [(colour, ground) for colour, ground in product({*texts, *series}, grounds) if contrast(colour, ground) < 4.5]
    assert weak == []
    pairs = [
        (palette.text, palette.raised),
        (palette.muted, palette.raised),
        (palette.on_accent, palette.accent),
        (palette.accent, palette.accent_ground),
        (palette.text, palette.accent_ground),
        (palette.good, palette.good_ground),
        (palette.bad, palette.bad_ground),
        (palette.warn, palette.warn_ground),
        (palette.text, palette.bad_ground),
        (palette.text, palette.warn_ground),
    ]
    assert [pair for pair in pairs if contrast(*pair) < 4.5] == []


@pytest.mark.parametrize("palette", [DARK, LIGHT], ids=["dark", "light"])
def test_families_and_groups_have_different_colours(palette: Palette) -> None:
    assert len({getattr(palette, family.value) for family in Family}) == len(Family)
    assert len({palette.of_group(index) for index in range(6)}) == 6
    assert palette.of_group(6) == palette.of_group(0)


def test_a_choice_is_in_force_at_once_and_told_once(qtbot) -> None:  # type: ignore[no-untyped-def]
    theme = Theme(Choice.LIGHT)
    told: list[bool] = []
    theme.changed.connect(lambda: told.append(theme.palette.is_dark))
    theme.choose(Choice.DARK)
    theme.choose(Choice.DARK)
    assert told == [True]
    assert theme.palette is DARK
    assert qt_palette(DARK).color(QPalette.ColorRole.Window).name() == DARK.bg


def test_the_style_sheet_names_only_colours_of_the_theme(qtbot) -> None:  # type: ignore[no-untyped-def]
    import re

    text = stylesheet(LIGHT, ControlPictures())
    known = {value for name in LIGHT.__dataclass_fields__ if isinstance(value := getattr(LIGHT, name), str)}
    without_files = re.sub(r"url\([^)]*\)", "", text)
    assert set(re.findall(r"#[0-9a-f]{6}", without_files)) <= known
