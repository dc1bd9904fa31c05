"""The card with the pictures: each of them drawn, or the reason why not."""

from dataclasses import replace

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from gpuscope.analysis.comparison import Comparison, compare
from gpuscope.analysis.comparison_pictures import StepDistribution
from gpuscope.analysis.group import Group
from gpuscope.core.quantity import Quantity
from gpuscope.gui.pages.compare.picture_kind import PictureKind, picture_words
from gpuscope.gui.pages.compare.pictures_card import PicturesCard
from gpuscope.gui.theme import Choice, Theme
from tests.analysis.records import measured
from tests.gui.pages.compare.compared_runs import BF16, FP32, gpu_run

CEILINGS = {"ceiling_flops": 1e11, "ceiling_bandwidth": 1e10}


@pytest.fixture
def card(qtbot: QtBot) -> PicturesCard:
    made = PicturesCard(Theme(Choice.LIGHT))
    qtbot.addWidget(made)
    made.resize(333, 354)
    made.show_comparison(told())
    made.show()
    return made


def told() -> Comparison:
    """Two groups whose workloads tell everything that there are pictures of."""
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


def test_the_plane_names_the_pareto_front(card: PicturesCard) -> None:
    assert card.chart.front == ["bf16"]
    assert note(card).endswith("(dashed): bf16.")
    assert "Pareto front: bf16" in card.chart.accessibleDescription()


@pytest.mark.parametrize("kind", [PictureKind.ECDF, PictureKind.HISTOGRAM])
def test_step_times_are_asked_for_and_drawn_when_they_come(card: PicturesCard, qtbot: QtBot, kind: PictureKind) -> None:
    with qtbot.waitSignal(card.steps_wanted):
        card.set_view(kind)
    assert why(card) == "The step times are being read."
    card.set_distributions({"aa": steps(60.0), "bb": steps(30.0)})
    assert card.lines.isVisible()
    assert [line.label for line in card.lines.picture.lines] == ["fp32", "bf16"]
    assert card.lines.picture.x_title == "step time, ms"
    assert "10\u202f000 steps" in note(card)
    card.grab()


def test_the_cumulative_picture_reads_the_median_at_half_of_the_steps(card: PicturesCard) -> None:
    card.set_view(PictureKind.ECDF)
    card.set_distributions({"aa": steps(60.0), "bb": steps(30.0)})
    line = card.lines.picture.lines[0]
    assert np.interp(60.0, line.x, line.y) == pytest.approx(50.0, abs=0.1)
    middle = card.lines._place(60.0, 50.0, card.lines._area())
    assert card.lines.words_at(middle).splitlines()[1:] == ["fp32: 50.0", "bf16: 100"]


def test_a_histogram_has_all_steps_that_are_not_cut(card: PicturesCard) -> None:
    card.set_view(PictureKind.HISTOGRAM)
    card.set_distributions({"aa": steps(60.0), "bb": steps(30.0)})
    for line in card.lines.picture.lines:
        assert float(line.y[1:-1:2].sum()) == pytest.approx(100.0, abs=0.2)


def test_without_steps_it_says_so(card: PicturesCard) -> None:
    card.set_view(PictureKind.ECDF)
    card.set_distributions({"aa": None, "bb": None})
    assert why(card) == "No single steps were timed in these runs."


def test_the_roofline_has_the_runs_below_the_ceilings(card: PicturesCard) -> None:
    card.set_view(PictureKind.ROOFLINE)
    picture = card.lines.picture
    assert [point[0] for point in picture.points] == ["fp32", "bf16"]
    assert [point[2] for point in picture.points] == [0.25, 0.5]
    assert picture.lines[1].y.tolist() == pytest.approx([100.0, 100.0]), "in GFLOP/s"
    assert picture.is_log
    card.grab()
    plain = compare([Group("a", (gpu_run("aa"),)), Group("b", (gpu_run("bb", BF16),))])
    card.show_comparison(plain)
    assert why(card).startswith("A roofline needs the FLOP and the bytes of a step")


def test_phases_are_stacked_in_time_and_tell_why_not_in_joules(card: PicturesCard) -> None:
    card.set_view(PictureKind.PHASE_TIMES)
    assert [(bar.name, bar.total) for bar in card.phases.bars] == [("fp32", "10.0 ms"), ("bf16", "7.00 ms")]
    assert card.phases.bars[0].parts[1][2] == "6.00 ms (60%)"
    assert "forward 3.00 ms (43%)" in card.phases.accessibleDescription()
    card.grab()
    card.set_view(PictureKind.PHASE_ENERGIES)
    assert why(card) == "No phases: the power sensor updates too seldom."


def test_every_picture_has_a_title_of_its_own(card: PicturesCard) -> None:
    titles = {picture_words(kind).title for kind in PictureKind}
    assert len(titles) == len(PictureKind)
    for kind in PictureKind:
        card.set_view(kind)
        assert card.accessibleName() == picture_words(kind).title
