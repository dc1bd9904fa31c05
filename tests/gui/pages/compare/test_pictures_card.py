"""The card with the pictures: each picture, or the reason why it is missing."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from pytestqt.qtbot import QtBot

from gpuscope.analysis.comparison import Comparison, compare
from gpuscope.analysis.group import Group
from gpuscope.analysis.plot_data import StepDistribution
from gpuscope.core.quantity import Quantity
from gpuscope.gui.pages.compare.pictures import PictureKind, picture_texts
from gpuscope.gui.pages.compare.pictures_card import PicturesCard
from gpuscope.gui.theme import Choice, Theme
from gpuscope.reports.comparison_view import ComparisonView
from gpuscope.reports.pictures.picture import Bar, BarPicture, Chart, Polyline
from tests.analysis.records import measured
from tests.gui.pages.compare.compared_runs import BF16, FP32, gpu_run

CEILINGS = {"ceiling_flops": 1e11, "ceiling_bandwidth": 1e10}


@pytest.fixture
def card(qtbot: QtBot) -> PicturesCard:
    made = PicturesCard(Theme(Choice.LIGHT))
    qtbot.addWidget(made)
    made.resize(333, 354)
    made.show_comparison(ComparisonView(told()))
    made.show()
    return made


def told() -> Comparison:
    """Return two groups whose workloads report the data for every picture."""
    runs = []
    for run_id, spec, factor in (("aa", FP32, 1.0), ("bb", BF16, 2.0)):
        run = gpu_run(run_id, spec, 100.0 * factor, 0.02 / factor)
        metrics = {
            **run.metrics,
            "flops": measured(2e9 * factor, "FLOP/s"),
            "bandwidth": measured(8e9, "B/s"),
            "phase_time_data": measured(0.004, "s"),
            "phase_time_forward": measured(0.006 / factor, "s"),
            "phase_energy_data": Quantity.missing("J", "the power sensor updates too seldom"),
        }
        runs.append(replace(run, metrics=metrics, environment={**run.environment, **CEILINGS}))
    return compare([Group(name, (run,)) for name, run in zip(("fp32", "bf16"), runs, strict=True)])


def steps(milliseconds: float) -> StepDistribution:
    return StepDistribution(np.linspace(0.9, 1.1, 1001) * milliseconds / 1e3, 5000)


def why(card: PicturesCard) -> str:
    return card._why.text() if card._why.isVisible() else ""


def note(card: PicturesCard) -> str:
    return card._note.text()


def chart(card: PicturesCard) -> Chart:
    assert card.picture.isVisible()
    assert isinstance(card.picture.picture, Chart)
    return card.picture.picture


def bars(card: PicturesCard) -> tuple[Bar, ...]:
    assert isinstance(card.picture.picture, BarPicture)
    return card.picture.picture.blocks[0].bars


def test_one_run_a_side_makes_no_pareto_front(card: PicturesCard) -> None:
    assert not [mark for mark in chart(card).marks if isinstance(mark, Polyline)]
    assert note(card) == "A point is a run."


@pytest.mark.parametrize("kind", [PictureKind.ECDF, PictureKind.HISTOGRAM])
def test_step_times_are_asked_for_and_drawn_when_they_come(card: PicturesCard, qtbot: QtBot, kind: PictureKind) -> None:
    with qtbot.waitSignal(card.steps_wanted):
        card.set_view(kind)
    assert why(card) == "The step times are being read."
    card.set_distributions({"aa": steps(60.0), "bb": steps(30.0)})
    assert [line.name for line in chart(card).lines()] == ["fp32", "bf16"]
    assert chart(card).x.name == "Step time, ms"
    assert "10\u202f000 steps" in note(card)
    card.grab()


def test_the_cumulative_picture_reads_the_median_at_half_of_the_steps(card: PicturesCard) -> None:
    card.set_view(PictureKind.ECDF)
    card.set_distributions({"aa": steps(60.0), "bb": steps(30.0)})
    (piece,) = chart(card).lines()[0].pieces
    assert np.interp(60.0, piece.x, piece.y) == pytest.approx(50.0, abs=0.1)
    left, top, right, _ = card.picture.drawing().area
    middle = QPointF(left + chart(card).x.scale.share(60.0) * (right - left), top + 20)
    assert card.picture.text_at(middle).splitlines() == ["step time 60.0 ms", "fp32: 50.0 %", "bf16: 100 %"]


def test_a_histogram_has_all_steps_that_are_not_cut(card: PicturesCard) -> None:
    card.set_view(PictureKind.HISTOGRAM)
    card.set_distributions({"aa": steps(60.0), "bb": steps(30.0)})
    for line in chart(card).lines():
        assert float(line.pieces[0].y[1:-1:2].sum()) == pytest.approx(100.0, abs=0.2)


def test_without_steps_it_says_so(card: PicturesCard) -> None:
    card.set_view(PictureKind.ECDF)
    card.set_distributions({"aa": None, "bb": None})
    assert why(card) == "Single steps were not timed in these runs."


def test_the_roofline_has_the_runs_below_the_ceilings(card: PicturesCard) -> None:
    card.set_view(PictureKind.ROOFLINE)
    picture = chart(card)
    assert [(point.name, point.x) for point in picture.points()] == [("fp32", 0.25), ("bf16", 0.5)]
    roof = next(mark for mark in picture.marks if isinstance(mark, Polyline))
    assert roof.pieces[0].y[1:].tolist() == pytest.approx([100.0, 100.0]), "in GFLOP/s"
    assert picture.x.scale.is_log
    assert picture.y.scale.is_log
    card.grab()
    plain = compare([Group("a", (gpu_run("aa"),)), Group("b", (gpu_run("bb", BF16),))])
    card.show_comparison(ComparisonView(plain))
    assert why(card).startswith("A roofline needs the FLOP and bytes of a step")


def test_phases_are_stacked_in_time_and_tell_why_not_in_joules(card: PicturesCard) -> None:
    card.set_view(PictureKind.PHASE_TIMES)
    assert [(bar.name, bar.figure) for bar in bars(card)] == [("fp32", "10.0 ms"), ("bf16", "7.00 ms")]
    assert bars(card)[0].segments[1].figure == "6.00 ms (60%)"
    assert "forward 3.00 ms (43%)" in card.picture.accessibleDescription()
    card.grab()
    card.set_view(PictureKind.PHASE_ENERGIES)
    assert why(card) == "No phases: the power sensor updates too seldom."


def test_every_picture_has_a_title_of_its_own(card: PicturesCard) -> None:
    titles = {picture_texts(kind).title for kind in PictureKind}
    assert len(titles) == len(PictureKind)
    for kind in PictureKind:
        card.set_view(kind)
        assert card.accessibleName() == picture_texts(kind).title
