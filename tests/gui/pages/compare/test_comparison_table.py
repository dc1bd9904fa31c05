"""The table: its cells' texts, which rows are visible, and how it is drawn."""

import math
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QModelIndex, QPoint, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpuscope.analysis.comparison import Comparison, compare
from gpuscope.analysis.group import Group
from gpuscope.core.quantity import Quantity
from gpuscope.core.run import DeviceResult
from gpuscope.gui.charts.ratio_bar import BAR_MARGIN, RatioScale
from gpuscope.gui.fonts import font
from gpuscope.gui.pages.compare.comparison_columns import GLYPH_WIDTH, metric_width
from gpuscope.gui.pages.compare.comparison_table import head_lines
from gpuscope.gui.pages.compare.metrics_card import MetricsCard
from gpuscope.gui.tables.decorations import Canvas, Face
from gpuscope.gui.theme import BODY_PX, MEDIUM, Choice, Theme
from gpuscope.reports.comparison_rows import MARKS, SO_FAR
from gpuscope.reports.comparison_view import ComparisonView
from tests.analysis.records import measured
from tests.gui.pages.compare.compared_runs import BF16, FP32, NO_ENERGY, gpu_run, pair, run
from tests.gui.run_view import made_runs


@pytest.fixture
def card(qtbot: QtBot) -> MetricsCard:
    made = MetricsCard(Theme(Choice.DARK))
    qtbot.addWidget(made)
    made.resize(710, 500)
    made.show_comparison(ComparisonView(pair()))
    made.show()
    return made


def texts(card: MetricsCard, row: int, role: Qt.ItemDataRole = Qt.ItemDataRole.DisplayRole) -> list[str]:
    model = card.table.model
    return [str(model.data(model.index(row, column), role)) for column in range(model.columnCount())]


def heads(card: MetricsCard) -> list[str]:
    model = card.table.model
    return [model.headerData(column, Qt.Orientation.Horizontal) for column in range(model.columnCount())]


def notes(card: MetricsCard) -> str:
    return card._notes.text() if card._notes.isVisible() else ""


@pytest.mark.parametrize(
    ("name", "beside", "below", "lines", "is_below"),
    [
        ("Larger batch", "Larger batch", "Larger batch", ["Larger batch"], False),
        ("Larger batch", "Larger", "Larger batch", ["Larger", "batch"], False),
        ("OpenVINO", "Ope", "OpenVINO", ["OpenVINO"], True),
        ("One thread ahead", "On", "One thread …", ["One thread …"], True),
    ],
)
def test_the_name_in_a_head_is_wrapped_or_cut_at_the_end_of_a_word(
    name: str, beside: str, below: str, lines: list[str], is_below: bool, qapp: object
) -> None:
    metrics = QFontMetricsF(font(BODY_PX))
    assert head_lines(name, metrics, metrics.horizontalAdvance(beside), metrics.horizontalAdvance(below)) == (lines, is_below)


def test_the_baseline_stands_first_and_ratios_refer_to_it(card: MetricsCard) -> None:
    assert heads(card) == ["Metric", "fp32", "bf16"]
    assert texts(card, 0) == ["Throughput, samples/s", "104.9 samples/s", "210.0 samples/s, 2.00 times the baseline"]
    card.show_comparison(ComparisonView(pair(baseline="bf16")))
    assert heads(card) == ["Metric", "bf16", "fp32"]
    assert texts(card, 0)[2] == "104.9 samples/s, 0.499 times the baseline"


def test_what_is_missing_says_why_in_the_cell_and_its_tooltip(card: MetricsCard) -> None:
    assert texts(card, 2) == ["Energy per sample, J", f"missing: {NO_ENERGY}", f"missing: {NO_ENERGY}"]
    assert NO_ENERGY in texts(card, 2, Qt.ItemDataRole.ToolTipRole)[1]


def test_tooltips_tell_what_a_metric_is_and_which_end_is_better(card: MetricsCard) -> None:
    tip = texts(card, 1, Qt.ItemDataRole.ToolTipRole)
    assert "Half of the measured steps took no longer." in tip[0]
    assert "Lower is better." in tip[0]
    assert "one repeat on one side" in tip[2].lower()


def test_markup_in_a_name_stays_text(card: MetricsCard) -> None:
    groups = [Group("<img src=http://x>", (run("aa"),)), Group("b", (run("bb", BF16),))]
    card.show_comparison(ComparisonView(compare(groups)))
    head = card.table.model.headerData(1, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
    assert "&lt;img" in head


def test_all_metrics_are_behind_the_fold(card: MetricsCard) -> None:
    assert card.table.model.rowCount() == 5
    assert card.fold.text() == "Show 4 more metrics"
    height = card.table.height()
    card.fold.click()
    assert [row.key for row in card.shown_rows()[5:]] == ["loss", "wall_time", "window", "cpu/memory_used_peak"]
    assert card.table.height() == height + 4 * 30
    assert card.fold.text() == "Headline metrics only"


def test_what_no_run_has_is_told_once_below_the_whole_table(card: MetricsCard) -> None:
    assert notes(card) == ""  # the panel beside it explains the missing energy
    card.fold.click()
    assert notes(card) == f"Energy: {NO_ENERGY}."


def test_only_rows_that_differ_are_left_on_demand(card: MetricsCard) -> None:
    card.only_differing.click()
    assert [row.key for row in card.shown_rows()] == ["throughput", "latency_p50"]
    same = [Group("a", (run("aa"),)), Group("b", (run("bb", BF16),))]
    card.show_comparison(ComparisonView(compare(same)))
    assert card.table.model.rowCount() == 0
    assert notes(card) == "All groups show the same figures."


def test_columns_of_many_groups_scroll_beside_the_metrics(card: MetricsCard) -> None:
    groups = [Group(f"g{index}", (run(f"a{index}", FP32.with_values({"threads": index + 1})),)) for index in range(20)]
    before = card.table.height()
    card.show_comparison(ComparisonView(compare(groups)))
    bar = card.table.groups.horizontalScrollBar()
    assert bar.maximum() > 2000
    assert card.table.height() > before
    assert card.table._metrics.width() == 208


def test_a_metric_is_written_whole_beside_groups_that_scroll(card: MetricsCard) -> None:
    peak = {"memory_used_peak": measured(2.0**33, "B")}
    devices = tuple(DeviceResult(made_runs.gpu_device(index, "SIMULATED"), peak) for index in range(2))
    groups = [
        Group(f"g{index}", (replace(run(f"a{index}", FP32.with_values({"threads": index + 1})), devices=devices),)) for index in range(6)
    ]
    card.show_comparison(ComparisonView(compare(groups)))
    assert card.table.layout_.has_devices
    assert 340 >= card.table._metrics.width() >= max(metric_width(row, has_device=True) for row in card.table.model.shown) > 208
    assert card.table.groups.width() >= card.table.groups.columnWidth(1) + card.table.groups.columnWidth(2)


@pytest.mark.parametrize("width", [706, 632])
def test_three_groups_with_uncertain_energies_fit_and_ratios_wear_their_sign(card: MetricsCard, width: int) -> None:
    """Widths of the card in windows of 1280 and 1160 pixels."""
    groups = [
        Group(spec.precision, (replace(run(f"{spec.precision}1", spec, 100.0 * place), metrics=with_energy(20.0 * place)),))
        for place, spec in enumerate((FP32, BF16, FP32.with_values({"precision": "fp64"})), 1)
    ]
    card.resize(width, 500)
    card.show_comparison(ComparisonView(compare(groups)))
    table = card.table
    assert table.groups.horizontalScrollBar().maximum() == 0
    assert table.groups.columnViewportPosition(3) + table.groups.columnWidth(3) <= table.groups.viewport().width()
    drawn = drawn_texts(card, 0, 2)
    assert "2.00\u00a0×" in drawn


def with_energy(joules: float) -> dict[str, Quantity]:
    return {"throughput": measured(5.0 * joules, "samples/s"), "energy": measured(joules, "J", uncertainty=0.07 * joules)}


def test_a_metric_is_written_whole_before_bars_grow(card: MetricsCard) -> None:
    """The card of three groups in a window of 1024 pixels."""
    groups = []
    for place, precision in enumerate(("fp32", "tf32", "bf16"), 1):
        of_run = replace(run(f"{precision}1", FP32.with_values({"precision": precision})), metrics=with_energy(20.0 * place))
        peak = {"memory_used_peak": measured(2.0**33, "B")}
        device = DeviceResult(made_runs.gpu_device(simulated="SIMULATED"), peak)
        groups.append(Group(precision, (replace(of_run, devices=(device,)),)))
    card.resize(916, 500)
    card.show_comparison(ComparisonView(compare(groups)))
    assert card.table._metrics.width() >= max(metric_width(row) for row in card.table.model.shown) > 208


@pytest.mark.parametrize("gpus", [1, 2])
@pytest.mark.parametrize("width", [520, 706, 760, 916, 1100, 1400])
def test_the_device_follows_the_unit_in_all_rows_or_in_none(card: MetricsCard, width: int, gpus: int) -> None:
    values = {key: measured(value, unit) for key, value, unit in (("power_mean", 505.0, "W"), ("memory_used_peak", 2.0**33, "B"))}
    devices = tuple(DeviceResult(made_runs.gpu_device(index, "SIMULATED"), values) for index in range(gpus))
    groups = [
        Group(precision, (replace(run(f"{precision}1", FP32.with_values({"precision": precision})), devices=devices),))
        for precision in ("fp32", "tf32", "bf16")
    ]
    card.resize(width, 500)
    card.show_comparison(ComparisonView(compare(groups)))
    rows = [place for place, row in enumerate(card.table.model.shown) if row.device.startswith("gpu")]
    assert len(rows) == 2 * gpus
    named = {any("· gpu:" in text for text in drawn_texts(card, row, 0)) for row in rows}
    assert named == ({True} if gpus == 2 or width >= 1400 else {False} if width <= 706 else named)
    assert len(named) == 1


def test_every_sign_of_a_verdict_fits_its_box(card: MetricsCard) -> None:
    face = QFontMetricsF(font(BODY_PX, MEDIUM))
    assert max(face.horizontalAdvance(mark.glyph) for mark in (*MARKS.values(), *SO_FAR.values())) <= GLYPH_WIDTH


@pytest.mark.parametrize(("groups", "width", "least"), [(3, 706, 18), (3, 1000, 40), (2, 706, 40)])
def test_a_bar_takes_the_room_that_figures_leave(card: MetricsCard, groups: int, width: int, least: int) -> None:
    """Pixels on either side; 706 is the card's width in a window of 1280."""
    shown = [
        Group(precision, (replace(run(f"{precision}1", FP32.with_values({"precision": precision})), metrics=with_energy(20.0 * place)),))
        for place, precision in enumerate(("fp32", "tf32", "bf16")[:groups], 1)
    ]
    card.resize(width, 500)
    card.show_comparison(ComparisonView(compare(shown)))
    layout, column = card.table.layout_, card.table.groups.columnWidth(2)
    interval = layout.interval_width if layout.shows_interval(column) else 0
    assert (layout.bar_width(column) - interval) / 2 - BAR_MARGIN >= least


def test_ratios_line_up_at_the_decimal_point(card: MetricsCard) -> None:
    card.show_comparison(ComparisonView(repeated(200.0, 202.0, 204.0, 206.0, 208.0)))
    face = QFontMetricsF(font(BODY_PX, MEDIUM))
    points = {}
    for row in range(card.table.model.rowCount()):
        for area, text in written(card, row, 2):
            if text.endswith("\u00a0×"):
                points[text] = area.right() - face.horizontalAdvance(text.partition(".")[2])
    assert len({text.index("×") for text in points}) > 1
    assert max(points.values()) - min(points.values()) < 0.5


def drawn_texts(card: MetricsCard, row: int, column: int) -> list[str]:
    """Return the texts drawn in a cell."""
    return [text for _, text in written(card, row, column)]


def written(card: MetricsCard, row: int, column: int) -> list[tuple[QRectF, str]]:
    """Return the texts drawn in a cell, with the areas in which they are."""
    texts: list[tuple[QRectF, str]] = []

    class Noting(Canvas):
        def write(self, area: QRectF, text: str, *more: Any, **others: Any) -> float:
            texts.append((QRectF(area), text))
            return Canvas.write(self, area, text, *more, **others)

    image = QImage(400, 30, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    plain = card.table.groups._delegate.canvas(painter)
    canvas = Noting(painter, plain.palette, plain.fonts, plain.metrics, plain.fits)
    model = card.table.model
    card.table.groups._delegate.draw_cell(canvas, QRectF(0, 0, 300, 30), model.columns[column], model.shown[row])
    painter.end()
    return texts


@pytest.mark.parametrize("width", [520, 600, 680, 760, 1000])
def test_an_uncertainty_never_lies_over_the_bar_of_a_ratio(card: MetricsCard, width: int) -> None:
    card.resize(width, 500)
    groups = [
        Group(name, (replace(run(name * 2), metrics=with_energy(joules)),)) for name, joules in (("a", 24.0), ("b", 18.0), ("c", 14.0))
    ]
    card.show_comparison(ComparisonView(compare(groups)))
    row = next(number for number, line in enumerate(texts_of_rows(card)) if line[0].startswith("Energy, "))
    room = card.table.layout_.spread_width
    for column in (1, 2, 3):
        assert any(text.startswith("±") for text in drawn_texts(card, row, column)) is bool(room)
    assert "±" in texts(card, row, Qt.ItemDataRole.ToolTipRole)[2], "the tooltip has it in any case"


def texts_of_rows(card: MetricsCard) -> list[list[str]]:
    return [texts(card, row) for row in range(card.table.model.rowCount())]


def test_the_keyboard_goes_through_the_cells(card: MetricsCard, qtbot: QtBot) -> None:
    view = card.table.groups
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Down)
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert (view.currentIndex().row(), view.currentIndex().column()) == (1, 2)
    assert card.table._metrics.selectionModel().isRowSelected(1, QModelIndex())


def coloured(card: MetricsCard, column: int, row: int, colour: str) -> int:
    image = card.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    view = card.table.groups
    corner = view.viewport().mapTo(card, QPoint(view.columnViewportPosition(column), view.rowViewportPosition(row)))
    wanted = QColor(colour).rgb()
    return sum(
        image.pixel(x, y) == wanted
        for x in range(corner.x(), corner.x() + view.columnWidth(column))
        for y in range(corner.y() + 8, corner.y() + 22)
    )


def test_the_bar_of_a_ratio_has_the_colour_of_its_group(card: MetricsCard) -> None:
    amber = Theme(Choice.DARK).palette.groups[1]
    assert coloured(card, 2, 0, amber) > 200
    assert coloured(card, 2, 4, amber) < 20, "a ratio of 1 has no bar"


def test_the_bar_of_no_measurable_difference_claims_none(card: MetricsCard) -> None:
    values = ((100.0, 103.0, 97.0), (99.0, 96.0, 102.0))
    groups = [
        Group(name, tuple(run(f"{name}{place}", spec, value) for place, value in enumerate(speeds)))
        for name, spec, speeds in (("a", FP32, values[0]), ("b", BF16, values[1]))
    ]
    card.show_comparison(ComparisonView(compare(groups)))
    palette = Theme(Choice.DARK).palette
    assert "no measurable difference" in texts(card, 0)[2]
    assert coloured(card, 2, 0, palette.groups[1]) == 0
    assert coloured(card, 2, 0, palette.muted) > 5


@pytest.mark.parametrize(
    ("label", "word"), [("stand-in NVML /x.so", "simulated"), ("SIMULATED", "simulated"), ("recorded on 2026-11-21 on lab", "recorded")]
)
def test_rows_of_no_real_hardware_are_marked(card: MetricsCard, label: str, word: str) -> None:
    warn = Theme(Choice.DARK).palette.warn
    runs = [gpu_run("aa", simulated=label), gpu_run("bb", BF16, simulated=label)]
    card.show_comparison(ComparisonView(compare([Group(one.run_id, (one,)) for one in runs])))
    assert texts(card, 1)[1].endswith(word)
    assert label in texts(card, 1, Qt.ItemDataRole.ToolTipRole)[1]
    assert label in notes(card)
    assert f"{word[:3]}: {word}" in card._arrows.text()
    image = card.table._metrics.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    found = sum(is_near(image.pixelColor(x, y), QColor(warn)) for x in range(image.width()) for y in range(62, 92))
    assert found > 5


def test_remarks_are_few_before_the_fold(card: MetricsCard) -> None:
    card.show_comparison(ComparisonView(many_reasons()))
    assert notes(card).splitlines()[-1] == "3 more remarks: the tooltips of the figures have them."
    card.fold.click()
    assert "more remarks" not in notes(card)


def many_reasons() -> Comparison:
    keys = ("throughput", "latency_p50", "accuracy", "loss", "latency_p99", "memory_reserved_peak")
    whole = gpu_run("aa")
    some = {key: run("x").metrics["accuracy"] for key in keys}
    other = replace(gpu_run("bb", BF16), metrics={}, devices=())
    groups = [Group("a", (replace(whole, metrics=some),)), Group("b", (other,))]
    made = compare(groups)
    entries = {
        key: (one, replace(two, quantity=replace(two.quantity, reason=f"{two.note} {index}")))
        for index, (key, (one, two)) in enumerate(made.metrics.items())
        if key != "loss"
    }
    return replace(made, metrics=entries)


def test_three_groups_of_long_names_are_seen_with_their_last_ratio(card: MetricsCard, qtbot: QtBot) -> None:
    groups = [
        Group(f"a long name, number {index}, of a group of runs", (run(f"a{index}", FP32.with_values({"threads": index})),))
        for index in (1, 2, 3)
    ]
    card.resize(700, 500)
    card.show_comparison(ComparisonView(compare(groups)))
    qtbot.waitUntil(lambda: card.table.groups.horizontalScrollBar().maximum() == 0)


def test_a_ratio_far_below_one_is_written_whole(card: MetricsCard, monkeypatch: pytest.MonkeyPatch) -> None:
    written: dict[str, bool] = {}
    write = Canvas.write

    def noted(self: Canvas, area: QRectF, text: str, face: Face, *more: Any) -> float:
        written[text] = self.width(text, face) <= area.width() + 1
        return write(self, area, text, face, *more)

    monkeypatch.setattr(Canvas, "write", noted)
    card.show_comparison(
        ComparisonView(compare([Group(f"{value}", (run(f"a{value}", throughput=value),)) for value in (3000.0, 20.0, 200.0)]))
    )
    card.grab()
    assert written["0.00667\u00a0×"]
    assert written["0.0667\u00a0×"]


@pytest.mark.parametrize("width", [632, 710])
def test_a_tiny_figure_is_written_whole(card: MetricsCard, monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    drawn: list[tuple[str, float]] = []
    write = Canvas.write

    def noted(canvas: Canvas, box: QRectF, text: str, face: Face, *more: Any) -> float:
        drawn.append((text, box.width() - canvas.width(text, face)))
        return write(canvas, box, text, face, *more)

    card.resize(width, 500)
    errors = {name: {"max_relative_error": measured(error, "1")} for name, error in (("aa", 7e-3), ("bb", 2.9e-7))}
    runs = [run(name, spec, metrics=errors[name]) for name, spec in (("aa", FP32), ("bb", BF16))]
    card.show_comparison(ComparisonView(compare([Group(record.run_id, (record,)) for record in runs])))
    monkeypatch.setattr(Canvas, "write", noted)
    card.table.grab()
    [spare] = [spare for text, spare in drawn if text.endswith("10⁻⁷")]
    assert spare >= 0


def test_the_table_and_its_parts_have_names(card: MetricsCard) -> None:
    assert all(part.accessibleName() for part in (card.table, card.table._metrics, card.table.groups))


def repeated(*throughputs: float) -> Comparison:
    """Return a comparison of five FP32 runs with BF16 runs of these throughputs."""
    fp32 = tuple(run(f"a{index}", throughput=100.0 + index) for index in range(5))
    bf16 = tuple(run(f"b{index}", BF16, one) for index, one in enumerate(throughputs))
    return compare([Group("fp32", fp32), Group("bf16", bf16)])


@pytest.mark.parametrize(
    ("throughputs", "glyph", "words"),
    [
        ((200.0, 202.0, 204.0, 206.0, 208.0), "✓", "better"),
        ((50.0, 51.0, 52.0, 53.0, 54.0), "✗", "worse"),
        ((99.0, 101.0, 103.0, 104.0, 105.0), "≈", "no measurable difference"),
    ],
)
def test_a_verdict_is_a_glyph_and_words(card: MetricsCard, throughputs: tuple[float, ...], glyph: str, words: str) -> None:
    card.show_comparison(ComparisonView(repeated(*throughputs)))
    assert texts(card, 0)[2].endswith(f", {words}")
    assert f"{glyph} {words}" in texts(card, 0, Qt.ItemDataRole.ToolTipRole)[2]
    assert words not in texts(card, 0)[1], "the baseline has none"


def test_where_no_side_has_repeats_there_is_a_ratio_and_no_mark(card: MetricsCard) -> None:
    card.show_comparison(ComparisonView(repeated(200.0)))
    assert texts(card, 0)[2] == "200.0 samples/s, 1.96 times the baseline"


def test_a_ratio_has_its_interval_and_the_evidence(card: MetricsCard) -> None:
    card.show_comparison(ComparisonView(repeated(200.0, 202.0, 204.0, 206.0, 208.0)))
    assert texts(card, 0)[2] == "204.0 samples/s, 2.00 times the baseline (1.96–2.05), better"
    tip = texts(card, 0, Qt.ItemDataRole.ToolTipRole)[2]
    assert "2.00\u00a0× (1.96–2.05) – ✓ better" in tip
    assert "n = 5, corrected p &lt; 0.0001" in tip
    assert "Hedges" in tip


def test_the_interval_is_drawn_as_whiskers(card: MetricsCard) -> None:
    text = Theme(Choice.DARK).palette.text
    card.show_comparison(ComparisonView(repeated(60.0, 150.0, 200.0, 260.0, 420.0)))
    card.table.layout_ = replace(card.table.layout_, scale=RatioScale(math.log(8.0)))
    image = bar_of(card)
    assert longest(image, text) > 20
    card.show_comparison(ComparisonView(repeated(200.0)))
    assert longest(bar_of(card), text) < 8


def bar_of(card: MetricsCard) -> QImage:
    image = card.table.groups.viewport().grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    left = card.table.groups.columnViewportPosition(2) + 72
    return image.copy(left, 0, 80, 30)


def longest(image: QImage, colour: str) -> int:
    """Return the length of the longest run of one colour in any row of an image."""
    best = 0
    for y in range(image.height()):
        found = "".join("x" if image.pixelColor(x, y).name() == colour else " " for x in range(image.width()))
        best = max(best, *map(len, found.split(" ")))
    return best


def is_near(colour: QColor, other: QColor) -> bool:
    """Return whether two colours differ only by antialiasing."""
    return max(abs(colour.red() - other.red()), abs(colour.green() - other.green()), abs(colour.blue() - other.blue())) < 24


def test_no_room_is_kept_for_intervals_where_there_are_none(card: MetricsCard) -> None:
    card.show_comparison(ComparisonView(repeated(200.0)))
    assert card.table.layout_.interval_width == 0
    card.show_comparison(ComparisonView(repeated(200.0, 202.0, 204.0, 206.0, 208.0)))
    assert card.table.layout_.interval_width > 0


def test_the_current_cell_stays_when_figures_change(card: MetricsCard) -> None:
    card.show_comparison(ComparisonView(repeated(200.0, 202.0)))
    card.table.groups.setCurrentIndex(card.table.model.index(1, 2))
    card.show_comparison(ComparisonView(repeated(200.0, 202.0, 204.0)))
    current = card.table.groups.currentIndex()
    assert (current.row(), current.column()) == (1, 2)
