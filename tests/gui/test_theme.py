"""Colours are legible in both themes."""

import re
from collections.abc import Iterable
from itertools import product

import pytest
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QLineEdit, QMenu, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from gpuscope.core.metric import Family
from gpuscope.gui import icons
from gpuscope.gui.charts import strip_item, trace_bands
from gpuscope.gui.charts.painter_canvas import mixed
from gpuscope.gui.charts.tone_colours import tone_colour
from gpuscope.gui.stylesheet import ControlPictures, stylesheet
from gpuscope.gui.theme import DARK, LIGHT, Choice, Palette, Theme, qt_palette
from gpuscope.profiles.lanes import Tone
from gpuscope.profiles.operator_classes import OperatorClass
from gpuscope.reports.pictures.colours import HEAT_STEPS, PHASE_ROLES, colour


def luminance(colour: str) -> float:
    """Return the relative luminance defined by WCAG 2.1."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_counted_as_wcag_does() -> None:
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


THEMES = pytest.mark.parametrize("palette", [DARK, LIGHT], ids=["dark", "light"])
TEXT, OBJECT = 4.5, 3.0
"""Minimum contrasts of WCAG 2.2: 1.4.3 for text, 1.4.11 for parts needed to identify a control. Both exempt disabled elements."""


RULES = (("color", "background"), ("selection-color", "selection-background-color"))
"""Pairs of properties in a rule that must contrast."""


def grounds(palette: Palette) -> list[str]:
    """Return every background for text: page, card, raised card, selected row, notices."""
    return [palette.bg, palette.panel, palette.raised, palette.accent_ground, palette.good_ground, palette.bad_ground, palette.warn_ground]


def series(palette: Palette) -> set[str]:
    return {*(getattr(palette, family.value) for family in Family), *palette.groups}


def weak(pairs: Iterable[tuple[str, str]], least: float = TEXT) -> list[tuple[str, str, float]]:
    return [(one, other, round(contrast(one, other), 2)) for one, other in set(pairs) if contrast(one, other) < least]


@THEMES
def test_every_text_stands_out_from_every_ground(palette: Palette) -> None:
    assert weak(product([palette.text, palette.muted, palette.faint], grounds(palette))) == []
    words = [palette.accent, palette.good, palette.bad, palette.warn]
    assert weak(product(words, grounds(palette)[:4])) == []
    assert weak((getattr(palette, tone), getattr(palette, f"{tone}_ground")) for tone in ("good", "bad", "warn", "accent")) == []


@THEMES
def test_the_link_of_a_notice_stands_out_from_it(palette: Palette) -> None:
    assert weak(product([palette.accent], [palette.accent_ground, palette.bad_ground, palette.warn_ground])) == []


@THEMES
def test_figures_and_legends_of_charts_stand_out_from_page_card_hover_card_and_selected_row(palette: Palette) -> None:
    assert weak(product(series(palette), grounds(palette)[:4])) == []


@THEMES
def test_what_has_to_be_seen_to_be_used_stands_out_from_what_is_beside_it(palette: Palette) -> None:
    """Focus rings, borders of fields and boxes, handles, the selected row's mark; curves must reach the contrast of text, tested above."""
    assert weak(product([palette.accent, palette.faint], grounds(palette)), OBJECT) == []
    assert weak(product([palette.edge], [palette.bg, palette.panel, palette.raised]), OBJECT) == []
    assert weak(product([palette.text], [palette.bg, palette.panel]), OBJECT) == [], "the ring of the filled button, from what is around it"
    assert weak([(palette.on_accent, palette.accent)], OBJECT) == [], "the check mark in its box"


@THEMES
def test_every_rule_of_the_style_sheet_that_sets_text_and_ground_can_be_read(qtbot: QtBot, palette: Palette) -> None:
    rules = re.findall(r"([^{}]+)\{([^{}]*)\}", stylesheet(palette, ControlPictures()))
    pairs = set()
    for selector, body in rules:
        said = dict(re.findall(r"([a-z-]+): (#[0-9a-f]{6})", body))
        if ":disabled" not in selector:
            pairs |= {(said[text], said[ground]) for text, ground in RULES if {text, ground} <= set(said)}
    assert len(pairs) >= 5
    assert weak(pairs) == []


@THEMES
def test_what_is_disabled_is_flatter_than_what_is_not(qtbot: QtBot, palette: Palette) -> None:
    page, card = QWidget(), QFrame()
    page.setProperty("look", "page")
    card.setProperty("look", "card")
    page.setStyleSheet(stylesheet(palette, ControlPictures()))
    column = QVBoxLayout(page)
    column.addWidget(card)
    inside = QVBoxLayout(card)
    looks = {look: QPushButton() for look in ("", "main", "destructive", "flat")}
    for look, button in looks.items():
        button.setProperty("look", look)
        button.setFixedSize(80, 30)
        column.addWidget(button)
    field = QLineEdit()
    inside.addWidget(field)
    for widget in (*looks.values(), field):
        widget.setEnabled(False)
    qtbot.addWidget(page)
    page.show()
    picture = page.grab().toImage()
    for look, button in looks.items():
        assert picture.pixelColor(button.mapTo(page, button.rect().center())).name() == palette.bg, look
    place = field.mapTo(page, field.rect().topLeft())
    edge = picture.pixelColor(place.x() + 40, place.y()).name()
    assert edge == picture.pixelColor(place.x() + 40, place.y() + 8).name() == palette.raised


@THEMES
def test_what_a_field_suggests_is_a_text_too(qtbot: QtBot, palette: Palette) -> None:
    field = QLineEdit()
    qtbot.addWidget(field)
    field.setStyleSheet(stylesheet(palette, ControlPictures()))
    field.ensurePolished()
    shown = field.palette().color(QPalette.ColorRole.PlaceholderText)
    assert (shown.name(), shown.alpha()) == (palette.faint, 255)


@THEMES
def test_words_on_the_colours_of_charts_can_be_read(palette: Palette) -> None:
    tones = [tone_colour(tone, palette).name() for tone in (*OperatorClass, *Tone)]
    assert weak(product([palette.on_accent], tones)) == [], "names in the slices of timeline and flame graph"
    steps = [(f"heat-ink:{step}", f"heat:{step}") for step in range(HEAT_STEPS)]
    assert weak((colour(ink, dark=palette.is_dark), colour(ground, dark=palette.is_dark)) for ink, ground in steps) == []
    bands = [mixed(palette.panel, getattr(palette, role), trace_bands._TINT).name() for role in {*PHASE_ROLES.values(), "host"}]
    assert weak(product([palette.text], bands)) == [], "phases above a timeline"
    tints = [mixed(ground, palette.warn, strip_item._THROTTLE_TINT).name() for ground in (palette.bg, palette.panel)]
    assert weak(product([palette.text], tints)) == [], "the reason of a throttling"
    for ground in (palette.bg, palette.panel):
        gap = mixed(ground, palette.muted, strip_item._GAP_TINT).name()
        assert contrast(gap, ground) >= 1.3, "a gap is seen"
        assert weak([(palette.text, gap)]) == [], "the label of a wide gap"


@THEMES
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
    known = {value for value in vars(LIGHT).values() if isinstance(value, str)}
    without_files = re.sub(r"url\([^)]*\)", "", text)
    assert set(re.findall(r"#[0-9a-f]{6}", without_files)) <= known


def test_icons_of_a_menu_keep_a_distance_from_its_edge(qtbot: QtBot) -> None:
    menu = QMenu()
    qtbot.addWidget(menu)
    menu.setStyleSheet(stylesheet(DARK, ControlPictures()))
    menu.addAction(icons.icon("tag", "#ff0000"), "Tags…")
    picture = menu.grab().toImage()
    red = [x for x in range(picture.width()) for y in range(picture.height()) if picture.pixelColor(x, y).hueF() == 0]
    assert min(red) >= 10 * picture.devicePixelRatio()
