"""The heat map: colours, contrast, cell texts, and cell positions."""

import itertools

import pytest

from gpuscope.reports.pictures.colours import DARK, DARK_HEAT, HEAT_STEPS, LIGHT, LIGHT_HEAT, colour, contrast, heat_step
from gpuscope.reports.pictures.drawing import Box, Path, Text
from gpuscope.reports.pictures.heat_map import Fill, HeatCell, HeatMap, cell_at, heat_map_drawing
from gpuscope.reports.pictures.svg_canvas import PAPER, svg

CELLS = [
    [HeatCell("100", Fill.SHADED, 0.0, 100.0, "a"), HeatCell("900", Fill.SHADED, 1.0, 900.0, "b", is_best=True, is_marked=True)],
    [HeatCell("out of memory", Fill.HATCHED, tooltip="c"), HeatCell("emulated", Fill.GREY, tooltip="d")],
]
MAP = HeatMap("Throughput, samples/s", ["1", "64"], ["FP32", "BF16"], "Batch size", "Precision", CELLS, ("100", "900"), "Pareto front")


def lightness(hexadecimal: str) -> float:
    """Return the lightness in OKLab (Ottosson 2020)."""
    linear = [
        (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4) for c in (int(hexadecimal[i : i + 2], 16) / 255 for i in (1, 3, 5))
    ]
    weights = (
        (0.4122214708, 0.5363325363, 0.0514459929),
        (0.2119034982, 0.6806995451, 0.1073969566),
        (0.0883024619, 0.2817188376, 0.6299787005),
    )
    roots = [sum(w * part for w, part in zip(row, linear, strict=True)) ** (1 / 3) for row in weights]
    return 0.2104542553 * roots[0] + 0.7936177850 * roots[1] - 0.0040720468 * roots[2]


@pytest.mark.parametrize(("ramp", "ground"), [(LIGHT_HEAT, LIGHT["ground"]), (DARK_HEAT, DARK["ground"])])
def test_steps_of_colour_are_even_to_the_eye_and_lead_away_from_the_ground(ramp: tuple[str, ...], ground: str) -> None:
    levels = [lightness(step) for step in ramp]
    steps = [b - a for a, b in itertools.pairwise(levels)]
    assert max(steps) - min(steps) < 0.01
    contrasts = [contrast(step, ground) for step in ramp]
    assert contrasts == sorted(contrasts)


@pytest.mark.parametrize("dark", [False, True])
def test_words_on_every_step_have_a_contrast_of_at_least_4_5(dark: bool) -> None:
    for step in range(HEAT_STEPS):
        assert contrast(colour(f"heat:{step}", dark=dark), colour(f"heat-ink:{step}", dark=dark)) >= 4.5
    table = DARK if dark else LIGHT
    assert contrast(table["muted"], table["grid"]) >= 4.5, "words on grey and hatched cells"


def test_the_worst_and_the_best_have_the_ends_of_the_ramp() -> None:
    assert [heat_step(share) for share in (-1.0, 0.0, 0.5, 1.0, 2.0)] == [0, 0, 4, 8, 8]


def test_every_cell_has_its_figure_or_its_word_and_the_best_is_outlined() -> None:
    drawing = heat_map_drawing(MAP, 500, 260, PAPER)
    texts = drawing.texts()
    assert {"100", "900", "out of memory", "emulated", "FP32", "BF16", "Batch size", "Precision", "Pareto front"} <= set(texts)
    outlines = [shape for shape in drawing.every() if isinstance(shape, Path) and shape.role == "text"]
    assert len(outlines) == 1
    hatchings = [shape for shape in drawing.every() if isinstance(shape, Path) and shape.role == "faint"]
    assert len(hatchings) == 1
    left, top, right, bottom = drawing.area
    middle = (left + right) / 2
    assert all(left <= x <= middle and top <= y <= bottom for piece in hatchings[0].pieces for x, y in piece), "within its own cell"
    shaded = [shape.role for shape in drawing.every() if isinstance(shape, Box) and shape.role.startswith("heat:")]
    assert shaded[:2] == ["heat:0", "heat:8"]


@pytest.mark.parametrize(("width", "height"), [(150, 80), (300, 120), (900, 500)])
def test_nothing_is_written_outside_its_cell_or_the_sheet(width: float, height: float) -> None:
    many = HeatMap("", [str(2**n) for n in range(11)], ["FP32", "BF16"], "Batch size", "Precision", [
        [HeatCell("out of memory", Fill.HATCHED)] * 11, [HeatCell("12\u202f345", Fill.SHADED, n / 10) for n in range(11)]])  # fmt: skip
    drawing = heat_map_drawing(many, width, height, PAPER)
    for shape in drawing.every():
        if isinstance(shape, Text):
            wide = PAPER.width(shape.text, shape.size, shape.is_bold)
            begin = shape.place[0] - {"start": 0.0, "middle": 0.5, "end": 1.0}[shape.anchor] * wide
            assert begin >= -1
            assert begin + wide <= width + 1


def test_a_place_on_the_sheet_is_the_cell_there() -> None:
    drawing = heat_map_drawing(MAP, 500, 260, PAPER)
    left, top, right, bottom = drawing.area
    assert cell_at(MAP, drawing, (left + 1, top + 1)) == (0, 0)
    assert cell_at(MAP, drawing, (right - 1, bottom - 1)) == (1, 1)
    assert cell_at(MAP, drawing, (left - 1, top + 1)) is None
    assert cell_at(MAP, drawing, (left + 1, bottom + 1)) is None
    assert drawing.spot_at((left + 5, bottom - 5)) == "c"


def test_the_table_and_the_drawing_are_complete() -> None:
    assert MAP.table().rows == [("1", "FP32", 100.0), ("64", "FP32", 900.0), ("1", "BF16", "out of memory"), ("64", "BF16", "emulated")]
    assert list(MAP.sentences()) == ["a", "b", "c", "d"]
    for dark in (False, True):
        assert svg(heat_map_drawing(MAP, 500, 260, PAPER), dark=dark).count(colour("heat:8", dark=dark)) >= 1


def test_the_names_of_many_rows_and_columns_are_thinned_out() -> None:
    numbers = [str(number) for number in range(1, 101)]
    picture = HeatMap("x", numbers, numbers[::-1], "Batch size", "Hidden units", [[HeatCell("", Fill.EMPTY)] * 100] * 100)
    drawn = heat_map_drawing(picture, 800.0, 480.0, PAPER)
    rows = sorted(text.place[1] for text in drawn.every() if isinstance(text, Text) and text.anchor == "end" and text.text in numbers)
    assert len(rows) > 10
    assert min(b - a for a, b in itertools.pairwise(rows)) >= PAPER.small
