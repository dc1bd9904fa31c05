"""A single figure, legible from across a room."""

import re

import pytest
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from gpuscope.gui.palette import DARK
from gpuscope.gui.theme import Choice, Theme
from gpuscope.gui.widgets.figure_tile import HEIGHT, LOW_HEIGHT, Figure, FigureTile, note_lines
from gpuscope.system import language

POWER = Figure("power", "Power", "power", "512", "W", "of 700 W", "NVML field 186")


@pytest.fixture
def tile(qtbot: QtBot) -> FigureTile:
    made = FigureTile(Theme(Choice.DARK))
    qtbot.addWidget(made)
    made.resize(160, HEIGHT)
    return made


def colours(tile: FigureTile) -> set[str]:
    picture = tile.grab().toImage()
    return {picture.pixelColor(x, y).name() for x in range(picture.width()) for y in range(picture.height())}


def test_it_draws_label_value_and_trust_in_the_colour_of_what_it_is_about(tile: FigureTile) -> None:
    before = colours(tile)
    tile.show_figure(POWER)
    assert QColor(DARK.power).name() in colours(tile) - before
    assert QColor(DARK.text).name() in colours(tile)


def test_a_missing_value_is_fainter(tile: FigureTile) -> None:
    tile.show_figure(Figure("power", "Power", "power", trust="no reading yet"))
    assert QColor(DARK.text).name() not in colours(tile)


def test_screen_readers_hear_all_of_it(tile: FigureTile) -> None:
    tile.show_figure(POWER)
    assert tile.accessibleName() == "Power: 512 W, of 700 W"


def test_the_tooltip_tells_the_source_and_markup_as_it_is(tile: FigureTile) -> None:
    tile.show_figure(Figure("told", "x", "loss", "1", "", "", "<img src=http://x>"))
    assert "&lt;img" in tile.toolTip()


def test_figures_of_as_many_digits_are_equally_wide(qtbot: QtBot) -> None:
    tile = FigureTile(Theme(Choice.DARK))
    qtbot.addWidget(tile)
    widths = set()
    for value in ("111", "888", "404"):
        tile.show_figure(Figure("power", "", "power", value, "W"))
        widths.add(tile.minimumSizeHint().width())
    assert len(widths) == 1


def test_a_reason_without_spaces_is_told_as_far_as_it_fits(tile: FigureTile) -> None:
    reason = "本机的内核没有能量计数器，没有 powercap、没有 perf 功率事件，在虚拟机中很常见"
    tile.show_figure(Figure("power", "CPU 功率", "power", trust=reason))
    first, second = tile.note
    assert reason.startswith(first)
    assert second.endswith("…")
    assert reason.removeprefix(first).startswith(second.removesuffix("…"))


def test_a_reason_is_told_without_asides_that_do_not_fit(tile: FigureTile) -> None:
    reason = "本机的内核没有能量计数器（没有 powercap、没有 perf 功率事件）；在虚拟机中很常见"
    tile.show_figure(Figure("power", "CPU 功率", "power", trust=reason))
    assert "".join(tile.note) == "本机的内核没有能量计数器"
    assert reason in tile.toolTip()


def test_it_can_take_little_room(qtbot: QtBot) -> None:
    tile = FigureTile(Theme(Choice.DARK), is_low=True)
    qtbot.addWidget(tile)
    assert tile.height() == LOW_HEIGHT


def six_pixels_a_character(text: str) -> float:
    return 6.0 * len(text)


@pytest.mark.parametrize(
    ("text", "room", "lines"),
    [
        ("", 100, []),
        ("of 80.0 · peak 9.62", 200, ["of 80.0 · peak 9.62"]),
        ("of 80.0 · peak 9.62", 80, ["of 80.0", "peak 9.62"]),
        ("this run 1.1 of 16", 80, ["this run 1.1", "of 16"]),
        ("simulated · counter · ± 10 %", 130, ["simulated · counter", "± 10 %"]),
        ("simulated · counter · ± 10 %", 70, ["simulated", "counter"]),  # the sign, the number and its unit stay on one line
        ("± 0.6 % over 3 min 20 s", 80, ["± 0.6 % over", "3 min 20 s"]),
        ("the GPU is lost: it no longer answers", 80, ["the GPU is", "lost: it no …"]),
        ("no counter (no powercap); common in virtual machines", 150, ["no counter (no powercap)"]),
        ("no counter (no powercap); common in virtual machines", 70, ["no counter"]),
        ("unbreakable", 30, ["…"]),
    ],
)
def test_what_stands_below_is_never_cut_within_a_word(text: str, room: float, lines: list[str]) -> None:
    assert note_lines(text, room, six_pixels_a_character) == lines


@pytest.mark.parametrize(
    ("room", "lines"),
    [
        (120, ["of 80.0 GiB", "peak 9.62 GiB"]),
        (60, ["of 80.0", "peak 9.62"]),  # rather than the whole without the peak
    ],
)
def test_the_unit_of_the_value_is_repeated_below_it_where_there_is_room(room: float, lines: list[str]) -> None:
    assert note_lines("of 80.0 GiB · peak 9.62 GiB", room, six_pixels_a_character, "GiB") == lines


@pytest.mark.parametrize("key", ["phase_time_data", "phase_energy_forward", "slowed_thermal"])
def test_the_tooltip_tells_the_definition_in_the_language(tile: FigureTile, key: str) -> None:
    language.use("zh_CN")
    try:
        tile.show_figure(Figure(key, "x", "loss", "1", "", "", ""))
    finally:
        language.use(language.ENGLISH)
    assert not re.search(r"[a-z]+(?: [a-z]+){2}", tile.toolTip())


def test_the_tooltip_has_what_had_no_room(tile: FigureTile) -> None:
    tile.show_figure(Figure("memory", "Memory", "memory", "9.62", "GiB", "simulated · of 80.0 GiB · peak 9.62 GiB"))
    around = tile.sizeHint().width() - round(tile._note_width(tile.figure.trust))
    tile.resize(around + round(tile._advance("of 80.0 GiB")) - 3, HEIGHT)  # whatever the font
    assert tile.note == ["simulated", "of 80.0"]
    assert "peak 9.62 GiB" in tile.toolTip()
