"""The sentences about a sweep, on cells with known figures."""

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from random import Random

import pytest

from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.runspec import FIELDS
from gpuscope.core.sweep_axes import SweepAxis, parse_axis
from gpuscope.reports.pictures.chart_layout import chart_drawing
from gpuscope.reports.pictures.drawing import Text
from gpuscope.reports.pictures.heat_map import HeatMap
from gpuscope.reports.pictures.picture import Chart
from gpuscope.reports.pictures.svg_canvas import PAPER, svg, text_width
from gpuscope.reports.pictures.sweep_picture import sweep_drawing, sweep_picture
from gpuscope.reports.sweep_view import BUDGET, OUT_OF_MEMORY, SweepCell, SweepView
from gpuscope.system import language
from tests.analysis.records import run_record

BATCHES = parse_axis(FIELDS["batch_size"], "1..1024:x4")
PRECISIONS = parse_axis(FIELDS["precision"], "fp32,bf16")


def measured(place: tuple[int, ...], speed: float, latency_s: float, energy_j: float | None = None) -> SweepCell:
    metrics = {
        "throughput": Quantity(speed, "samples/s", Quality.DERIVED, "steps by the clock"),
        "latency_p50": Quantity(latency_s, "s", Quality.DERIVED, "steps by the clock"),
    }
    if energy_j is not None:
        metrics["energy_per_sample"] = Quantity(energy_j, "J", Quality.MEASURED, "a counter")
    run_id = f"{abs(hash(place)) % 16**12:012x}"
    return SweepCell(place, state="done", run=run_record(run_id, metrics=metrics), run_id=run_id)


def row(speeds: Sequence[float], latencies: Sequence[float]) -> SweepView:
    pairs = zip(speeds, latencies, strict=True)
    return SweepView("mnist-mlp training", (BATCHES,), [measured((place,), *pair) for place, pair in enumerate(pairs)])


def test_the_knee_is_set_against_the_fastest() -> None:
    view = row([10, 40, 160, 950, 980, 1000], [0.1, 0.1, 0.1, 0.25, 0.6, 1.0])
    assert view.sentence == "Batch size 64 is the knee: 95 % of the best throughput at a quarter of the latency."


def test_a_knee_just_below_the_fastest_is_not_told_to_have_all_of_its_throughput() -> None:
    view = row([10, 40, 160, 998, 999, 1000], [0.1, 0.1, 0.1, 0.25, 0.6, 1.0])
    assert view.sentence == "Batch size 64 is the knee: 99 % of the best throughput at a quarter of the latency."


def test_a_knee_that_is_the_fastest_is_told_with_its_speed() -> None:
    assert row([10, 40, 160, 1000, 600, 300], [1.0] * 6).sentence == "Batch size 64 is the knee and the fastest: 1000 samples/s."


def test_a_flat_row_has_no_knee() -> None:
    flat = "No cell stands out: their throughput differs by 1.96 %, which chance alone may cause."
    assert row([100, 101, 102, 101, 100, 102], [1.0] * 6).sentence == flat


def test_cells_that_chance_alone_may_set_apart_have_no_front() -> None:
    flat = row([100, 101, 102, 101, 100, 102], [1.0, 0.99, 1.0, 1.01, 1.0, 1.0])
    assert (flat.front, flat.front_note, flat.to_json()["front_of"]) == ([], "", [])
    assert len(row([100, 101, 102, 101, 100, 102], [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]).front) == 3, "their latencies differ"


@pytest.mark.parametrize("places", [[(0,), (1,)], [(place,) for place in range(6)], [(x, y) for x in range(6) for y in range(2)]])
def test_cells_that_differ_by_chance_alone_have_neither_a_knee_nor_a_fastest(places: list[tuple[int, ...]]) -> None:
    random, axes, claims = Random(20261129), (BATCHES, PRECISIONS)[: len(places[0])], 0
    for _ in range(500):
        cells = [measured(place, 100.0 * math.exp(random.gauss(0.0, 0.02)), 1.0) for place in places]
        claims += not SweepView("mnist-mlp training", axes, cells).sentence.startswith("No cell stands out")
    assert claims / 500 <= 0.05


def test_a_row_that_goes_on_growing_names_the_fastest() -> None:
    view = row([1, 4, 16, 64, 256, 1024], [1.0] * 6)
    assert view.knee is None
    assert view.sentence == "Batch size 1024 is fastest: 1024 samples/s, >\u00a01000\u00a0× as fast as the slowest cell."


def test_memory_that_ends_is_part_of_the_sentence() -> None:
    cells = [measured((place,), 100.0 * 4**place, 1.0) for place in range(4)]
    cells += [
        SweepCell((4,), state="failed", reason="out of main memory: …", kind=OUT_OF_MEMORY),
        SweepCell((5,), state="skipped", kind=OUT_OF_MEMORY),
    ]
    assert SweepView("mnist-mlp training", (BATCHES,), cells).sentence.endswith("; out of memory from 256 on.")


@pytest.mark.parametrize("state", ["waiting", "failed"])
def test_a_sweep_without_a_figure_says_so_in_the_end_alone(state: str) -> None:
    view = SweepView("mnist-mlp training", (BATCHES,), [SweepCell((place,), state=state) for place in range(6)])
    assert view.sentence == ("" if state == "waiting" else "No cell of the sweep of mnist-mlp training could be measured here.")
    assert (view.best(), view.knee, view.front) == (None, None, [])
    assert view.to_json()["knee"] is None


@pytest.mark.parametrize(("state", "sentence"), [("waiting", ""), ("failed", "Only batch size 4 could be measured: 100.0 samples/s.")])
def test_one_measured_cell_is_not_called_the_fastest(state: str, sentence: str) -> None:
    cells = [measured((place,), 100, 1.0) if place == 1 else SweepCell((place,), state=state) for place in range(6)]
    assert SweepView("mnist-mlp training", (BATCHES,), cells).sentence == sentence


def test_the_front_is_of_throughput_latency_and_energy_where_every_cell_has_one() -> None:
    cells: Mapping[tuple[int, int], tuple[float, float, float | None]] = {
        (0, 0): (100, 0.1, 5.0),
        (1, 0): (200, 0.2, 4.0),
        (0, 1): (90, 0.2, 6.0),
        (1, 1): (150, 0.3, 3.0),
    }
    view = SweepView("mnist-mlp training", (BATCHES, PRECISIONS), [measured(place, *values) for place, values in cells.items()])
    assert [cell.place for cell in view.front] == [(1, 0), (1, 1), (0, 0)]
    assert view.front_note == "Pareto front of throughput, step time and energy per sample: 3 cells that no other beats in all of them."
    without = [measured(place, *values[:2]) for place, values in cells.items()]
    view = SweepView("mnist-mlp training", (BATCHES, PRECISIONS), without)
    assert [cell.place for cell in view.front] == [(1, 0), (0, 0)]
    assert view.front_note.endswith("; energy was not measured.")


def test_the_front_and_its_marks_are_in_the_readers_language() -> None:
    view = row((100.0, 400.0), (0.1, 0.2))
    language.use("zh_CN")
    try:
        assert language.composed(view.front_note) == "吞吐量和步时的帕累托前沿：2 格，没有其他格在所有方面都胜过；未测量能耗。"
        assert view.table().rows[0][-1] == "前沿"
        assert [row[-1] for row in view.csv_table().rows] == ["yes", "yes"]
    finally:
        language.use(language.ENGLISH)


def test_two_axes_name_the_fastest_cell_and_figures_share_a_unit() -> None:
    view = SweepView("mnist-mlp training", (BATCHES, PRECISIONS), [measured((0, 0), 100, 0.25), measured((5, 1), 20_000, 0.0004)])
    assert view.sentence == "Batch size 1024, BF16 is fastest: 20\u202f000 samples/s, 200\u00a0× as fast as the slowest cell."
    latency = view.measure("latency_p50")
    assert [view.figure(cell, latency) for cell in view.cells] == ["250", "0.400"]
    assert view.best("latency_p50") is view.cells[1]
    assert view.cell_sentence(view.cells[0]) == "Batch size 1, FP32: throughput 100.0 samples/s, step time, median 250 ms"


def test_no_cell_is_outlined_as_best_where_all_are_alike_by_chance() -> None:
    def outlined(values: Sequence[float], key: str = "") -> int:
        cells = [measured((0, place), value, 1 / value) for place, value in enumerate(values)]
        picture = sweep_picture(SweepView("mnist-mlp training", (BATCHES, PRECISIONS), cells), key)
        assert isinstance(picture, HeatMap)
        return sum(cell.is_best for row in picture.cells for cell in row)

    assert outlined([100, 101]) == outlined([100, 101], "latency_p50") == 0
    assert outlined([100, 200]) == outlined([100, 200], "latency_p50") == 1
    assert outlined([100]) == 0


def test_a_figure_that_stands_alone_has_the_unit_that_suits_it() -> None:
    view = SweepView("mnist-mlp training", (BATCHES, PRECISIONS), [measured((0, 0), 100, 2.5), measured((5, 1), 20_000, 0.000443)])
    assert [view.alone(cell, "latency_p50") for cell in view.cells] == ["2.50 s", "443 µs"]


def test_the_table_has_a_row_a_cell_with_its_mark_or_reason() -> None:
    cells = [measured((0, 0), 100, 0.25), SweepCell((0, 1), state="skipped", reason="BF16 is emulated here", kind="emulated")]
    rows = SweepView("mnist-mlp training", (BATCHES, PRECISIONS), cells).table().rows
    assert rows == (("1", "FP32", "100.0", "250", "front"), ("1", "BF16", "–", "–", "BF16 is emulated here"))


def test_documents_have_a_word_only_for_a_cell_without_a_figure() -> None:
    silent = SweepCell((1, 0), state="done", run=run_record("b" * 12), run_id="b" * 12)
    cells = [measured((0, 0), 100, 0.25), SweepCell((0, 1), state="skipped", reason="BF16 is emulated here", kind="emulated"), silent]
    view = SweepView("mnist-mlp training", (BATCHES, PRECISIONS), cells)
    assert [cell["word"] for cell in view.to_json()["cells"]] == [None, "emulated", "no figure"]
    assert [row[-4] for row in view.csv_table().rows] == ["", "emulated", "no figure"]


def test_cells_that_the_budget_left_out_are_counted_and_the_sweep_is_not_done() -> None:
    cells = [measured((0,), 100.0, 1.0), *(SweepCell((place,), state="skipped", kind=BUDGET) for place in range(1, 6))]
    view = SweepView("mnist-mlp training", (BATCHES,), cells)
    assert view.label.endswith("The budget is spent: 1 of 6 cells were measured.")
    assert not view.is_done


def test_figures_of_an_axis_are_not_written_over_each_other() -> None:
    """Evenly spaced values on a logarithmic axis crowd at its end."""
    axis = parse_axis(FIELDS["batch_size"], ",".join(map(str, range(1, 101))))
    view = SweepView("mnist-mlp training", (axis,), [measured((place,), 100.0 + place, 1.0) for place in range(100)])
    picture = sweep_picture(view, "throughput")
    assert isinstance(picture, Chart)
    drawn = chart_drawing(picture, 780.0, 480.0, PAPER)
    bottom = max(text.place[1] for text in drawn.every() if isinstance(text, Text) and text.text == "1")
    spans = sorted(
        (text.place[0] - text_width(text.text, text.size, False) / 2, text.place[0] + text_width(text.text, text.size, False) / 2)
        for text in drawn.every()
        if isinstance(text, Text) and text.anchor == "middle" and text.place[1] == bottom
    )
    assert len(spans) > 4
    assert all(a[1] < b[0] for a, b in pairwise(spans))


def test_the_axis_of_a_sweep_that_has_measured_nothing_yet_has_no_figures() -> None:
    """It had 0 to 1 samples/s."""
    axis = parse_axis(FIELDS["batch_size"], "16..64")
    picture = sweep_picture(SweepView("mnist-mlp training", (axis,), [SweepCell((place,)) for place in range(3)]))
    assert isinstance(picture, Chart)
    texts = {text.text for text in chart_drawing(picture, 780.0, 480.0, PAPER).every() if isinstance(text, Text)}
    assert {text for text in texts if text[0].isdigit()} == {"16", "32", "64"}


def test_a_cell_is_told_in_the_readers_language() -> None:
    view = SweepView("mnist-mlp training", (BATCHES, PRECISIONS), [measured((0, 0), 50_000.0, 0.1)])
    english = view.cell_sentence(view.cells[0])
    language.use("zh_CN")
    try:
        chinese = view.cell_sentence(view.cells[0])
    finally:
        language.use(language.ENGLISH)
    assert english.startswith(f"Batch size {BATCHES.texts()[0]}, {PRECISIONS.texts()[0]}: throughput 50\u202f000 samples/s, ")
    assert chinese.startswith(f"批大小 {BATCHES.texts()[0]}、{PRECISIONS.texts()[0]}：吞吐量 50\u202f000 样本/秒、")


@pytest.mark.parametrize(
    ("axes", "texts"),
    [
        ((BATCHES,), ("吞吐量，样本/秒 ↑ 越高越好", "批大小")),
        ((PRECISIONS,), ("吞吐量，样本/秒 ↑ 越高越好",)),
        ((BATCHES, PRECISIONS), ("吞吐量，样本/秒（对数）", "批大小")),
    ],
)
def test_a_picture_is_in_the_readers_language(axes: tuple[SweepAxis, ...], texts: Sequence[str]) -> None:
    cells = [measured((place, *(0 for _ in axes[1:])), 10.0**place, 0.1) for place in range(len(axes[0].values))]
    language.use("zh_CN")
    try:
        picture = sweep_picture(SweepView("mnist-mlp training", axes, cells))
        written = svg(sweep_drawing(picture, 600.0, 300.0, PAPER)) + (picture.title if isinstance(picture, HeatMap) else "")
    finally:
        language.use(language.ENGLISH)
    assert [text for text in texts if text not in written] == []
