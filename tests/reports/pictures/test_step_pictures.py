"""Pictures of steps: durations, phases and the roofline, in a layer below the window so that reports have them too."""

from dataclasses import replace
from datetime import UTC, datetime

import numpy as np
import pytest

from gpuscope.analysis.comparison import Comparison, compare
from gpuscope.analysis.group import Group
from gpuscope.analysis.phase_metrics import timed_steps
from gpuscope.analysis.plot_data import ENERGY, TIME, StepDistribution
from gpuscope.analysis.recorded_run import RecordedRun
from gpuscope.reports.comparison_rows import remarks
from gpuscope.reports.comparison_view import ComparisonView
from gpuscope.reports.glyph_coverage import GlyphCoverage
from gpuscope.reports.html_report import html_report
from gpuscope.reports.pdf_context import ReportContext
from gpuscope.reports.pdf_tables import every_metric
from gpuscope.reports.pictures import step_pictures
from gpuscope.reports.pictures.chart_layout import chart_drawing
from gpuscope.reports.pictures.comparison_pictures import Wording
from gpuscope.reports.pictures.drawing import Path, Symbol, Text
from gpuscope.reports.pictures.picture import REFERENCE, Axis, BarPicture, Chart, Piece, Point, Polyline, Weight, group_style
from gpuscope.reports.pictures.profile_pictures import ROOFLINE_TEXTS
from gpuscope.reports.pictures.scale import log_scale
from gpuscope.reports.pictures.step_pictures import STEP_TEXTS, cumulative, histogram, phase_bars, phase_time_note, roofline, step_note
from gpuscope.reports.pictures.svg_canvas import PAPER, text_width
from tests.analysis.records import measured
from tests.reports.recorded_runs import variants

GROUPS = (("FP32", ("aa",)), ("BF16", ("bb",)))


def distribution(milliseconds: float) -> StepDistribution:
    return StepDistribution(np.linspace(0.9, 1.1, 1001) * milliseconds / 1e3, 5000)


STEPS = {"aa": distribution(40.0), "bb": distribution(20.0)}


def with_phases() -> tuple[Comparison, list[RecordedRun]]:
    """Return two groups with the data for every picture."""
    runs = [run for group in variants(2) for run in group]
    told = []
    for factor, run in zip((1.0, 2.0), runs, strict=True):
        metrics = {
            **run.record.metrics,
            "flops": measured(2e9 * factor, "FLOP/s"),
            "bandwidth": measured(8e9, "B/s"),
            "phase_time_data": measured(0.004, "s"),
            "phase_time_forward": measured(0.006 / factor, "s"),
            "phase_energy_forward": measured(2.0, "J"),
        }
        environment = {**run.record.environment, "ceiling_flops": 1e11, "ceiling_bandwidth": 1e10}
        told.append(replace(run, record=replace(run.record, metrics=metrics, environment=environment)))
    return compare([Group(run.record.run_id, (run.record,)) for run in told]), told


def test_phases_of_some_steps_say_how_many_were_timed() -> None:
    comparison, runs = with_phases()
    assert phase_time_note(comparison) == "Median time of each phase in the steps whose phases were timed."
    assert not [row for row in ComparisonView(comparison).rows if any("timed" in text for cell in row.cells for text in cell.remarks)]
    source = "median of the {0} of 300 steps whose phases were timed, each for the steps around it"
    some = []
    for count, run in zip((25, 300), runs, strict=True):
        timed = {
            key: replace(quantity, source=source.format(count)) if key.startswith("phase_time") else quantity
            for key, quantity in run.record.metrics.items()
        }
        some.append(replace(run.record, metrics=timed))
    comparison = compare([Group(record.run_id, (record,)) for record in some])
    assert phase_time_note(comparison).endswith("were timed. 325 of 600 steps were timed.")
    assert timed_steps(some[1:]) is None
    view = ComparisonView(comparison)
    cells = view.by_key["phase_time_forward"].cells
    assert "25 of 300 steps were timed" in cells[0].remarks
    assert not any("timed" in text for text in cells[1].remarks)
    told = remarks([row for row in view.rows if row.key.startswith("phase_time")])
    assert sum("25 of 300 steps were timed" in text for text in told) == 1, "once for all phases"
    blocks = every_metric(ReportContext(comparison, {}, GlyphCoverage.of_all()))
    assert sum("25 of 300 steps were timed" in str(block) for block in blocks) == 1


def test_phases_of_observed_steps_are_called_means() -> None:
    _, runs = with_phases()
    observed = [
        replace(run.record, metrics={
            key: replace(quantity, source="mean of 300 observed steps, by the host's clock") if key.startswith("phase_time") else quantity
            for key, quantity in run.record.metrics.items()
        })
        for run in runs
    ]  # fmt: skip
    assert (
        phase_time_note(compare([Group(record.run_id, (record,)) for record in observed]))
        == "Mean time of each phase of the observed steps."
    )


def drawn() -> dict[str, Chart | BarPicture]:
    """Return the pictures by name."""
    comparison, _ = with_phases()
    pictures = {
        "cumulative": cumulative(GROUPS, STEPS),
        "histogram": histogram(GROUPS, STEPS),
        "roofline": roofline(comparison),
        "phases": phase_bars(comparison, TIME),
    }
    return {name: picture for name, picture in pictures.items() if picture is not None}


def test_step_times_are_shares_of_the_steps_by_their_duration() -> None:
    chart = histogram(GROUPS, STEPS)
    assert chart is not None
    assert (chart.x.name, chart.y.name) == ("Step time, ms", "Steps, %")
    assert [line.name for line in chart.lines()] == ["FP32", "BF16"]
    shares = [float(np.sum(line.pieces[0].y[1:-1:2])) for line in chart.lines()]
    assert shares == pytest.approx([100.0, 100.0], abs=0.2), "each bin once; the longest of a thousand is cut"
    assert step_note(GROUPS, STEPS).startswith("10\u202f000 steps by the host's clock")
    assert cumulative((("none", ()),), STEPS) is histogram(GROUPS, {}) is None


def test_a_curve_of_thousands_of_points_is_drawn_by_those_that_can_be_told_apart() -> None:
    many = {"aa": StepDistribution(np.sort(np.random.default_rng(1).normal(0.04, 0.002, 40_000)), 40_000)}
    chart = cumulative((("FP32", ("aa",)),), many)
    assert chart is not None
    whole = chart.lines()[0].pieces[0]
    drawing = chart_drawing(chart, 481.0, 190.0, PAPER)
    (curve,) = (shape for shape in drawing.every() if isinstance(shape, Path) and shape.is_curve)
    places = np.array(curve.pieces[0])
    assert len(places) < 3000 < whole.x.size
    left, top, right, bottom = drawing.area
    across = left + (whole.x - chart.x.scale.low) / (chart.x.scale.high - chart.x.scale.low) * (right - left)
    down = bottom - (whole.y - chart.y.scale.low) / (chart.y.scale.high - chart.y.scale.low) * (bottom - top)
    assert np.abs(np.interp(across, places[:, 0], places[:, 1]) - down).max() < PAPER.hair, "less than a line's width off"
    assert tuple(places[-1]) == pytest.approx((across[-1], down[-1]))


def test_phases_are_parts_of_one_bar_in_the_unit_that_is_wanted() -> None:
    comparison, _ = with_phases()
    times, energies = phase_bars(comparison, TIME), phase_bars(comparison, ENERGY, Wording(["one", "two"], energy_unit="Wh"))
    assert times is not None
    assert [[part.name for part in bar.segments] for bar in times.blocks[0].bars] == [["data", "forward"]] * 2
    assert times.blocks[0].bars[0].segments[1].figure == "6.00 ms (60%)"
    assert energies is not None
    assert [bar.name for bar in energies.blocks[0].bars] == ["one", "two"]
    assert energies.blocks[0].unit == "µWh"


def test_runs_lie_below_the_ceilings_of_their_device() -> None:
    comparison, _ = with_phases()
    chart = roofline(comparison)
    assert chart is not None
    roofs = [mark for mark in chart.marks if isinstance(mark, Polyline)]
    points = [mark for mark in chart.marks if isinstance(mark, Point)]
    assert [roof.name for roof in roofs] == ["ceiling", "ceiling"]
    assert [(point.x, point.y) for point in points] == [(0.25, 2.0), (0.5, 4.0)]
    assert chart.x.scale.is_log


@pytest.mark.parametrize("intensity", [3.0, 10.0, 30.0])
def test_the_name_of_a_ceiling_stands_away_from_the_points(intensity: float) -> None:
    scales = log_scale([1.0, 100.0]), log_scale([1.0, 10.0])
    roof = Polyline("ceiling", REFERENCE, (Piece(np.array([1.0, 100.0]), np.array([8.0, 8.0])),), Weight.REFERENCE, is_group=False)
    chart = Chart(Axis(scales[0]), Axis(scales[1]), (roof, Point("run", group_style(0), intensity, 7.0)))
    shapes = list(chart_drawing(chart, 400.0, 200.0, PAPER).every())
    name = next(shape for shape in shapes if isinstance(shape, Text) and shape.text == "ceiling")
    place = next(shape.centre[0] for shape in shapes if isinstance(shape, Symbol))
    assert place < name.place[0] - 30 or place > name.place[0] + text_width("ceiling", name.size, False) + 30


def test_the_names_of_classes_stand_above_a_roofline_whatever_its_size() -> None:
    comparison, _ = with_phases()
    chart = roofline(comparison)
    assert chart is not None
    names = {point.name for point in chart.points()}
    for width in (260.0, 700.0):
        drawing = chart_drawing(chart, width, 120.0, PAPER)
        texts = [shape for shape in drawing.shapes if isinstance(shape, Text) and shape.text in names]
        assert {text.text for text in texts} == names
        assert all(text.place[1] < drawing.area[1] for text in texts)


def test_every_text_of_a_picture_is_among_those_for_translators(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def note(text: str) -> str:
        asked.append(text)
        return text

    monkeypatch.setattr(step_pictures, "translated", note)
    comparison, _ = with_phases()
    for picture in (histogram(GROUPS, STEPS), cumulative(GROUPS, STEPS), roofline(comparison)):
        assert picture is not None
    phase_bars(comparison, TIME)
    step_note(GROUPS, STEPS)
    assert len(set(asked)) > 8
    assert set(asked) <= {*STEP_TEXTS, *ROOFLINE_TEXTS}


def test_a_report_shows_the_pictures_that_its_runs_have_data_for() -> None:
    comparison, runs = with_phases()
    at = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
    page = html_report(comparison, runs, at)
    for title in ("Step times, histogram", "Phases of a step, time", "Phases of a step, energy", "Roofline"):
        assert f">{title}</h3>" in page
    assert "forward 6.00 ms (60%)" in page, "in words for those who cannot see it"
    plain = [run for group in variants(2) for run in group]
    without = html_report(compare([Group(run.record.run_id, (run.record,)) for run in plain]), plain, at)
    assert ">Step times, histogram</h3>" in without
    assert "Phases of a step" not in without
    assert "Roofline" not in without
