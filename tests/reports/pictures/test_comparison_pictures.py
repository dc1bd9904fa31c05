"""A comparison as pictures: whiskers for uncertainties, and a Pareto front only where the verdicts establish it."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from gpuscope.analysis.comparison import Comparison, compare
from gpuscope.analysis.group import Group
from gpuscope.core.runspec import RunSpec
from gpuscope.reports.pictures import comparison_pictures
from gpuscope.reports.pictures.comparison_pictures import (
    BOTH_KINDS,
    FRONT,
    NO_FRONT,
    PARETO_FRONT,
    UNCERTAINTIES,
    Wording,
    bar_block,
    pareto_groups,
    plane,
)
from gpuscope.reports.pictures.picture import Chart, Label, Polyline, Whisker
from gpuscope.system import language
from tests.analysis.records import measured, run_record

KEYS = ("throughput", "energy_per_sample")


def group(name: str, speed: float, joules: float, *, runs: int = 5, uncertainty: float | None = None) -> Group:
    """Return a group of runs within ±0.5 %; ``uncertainty`` is the sensor's relative uncertainty of the energy."""
    members = []
    for repeat in range(runs):
        off = 1 + 0.005 * (repeat - runs // 2) / max(1, runs // 2)
        known = None if uncertainty is None else joules * uncertainty
        metrics = {
            "throughput": measured(speed * off, "samples/s"),
            "energy_per_sample": measured(joules * off, "J", uncertainty=known),
        }
        spec = RunSpec("mnist-mlp", threads=int(speed) % 50 + 1, seed=repeat)
        members.append(replace(run_record(f"{name}{repeat}", spec, metrics), duration_s=60.0))
    return Group(name, tuple(members))


def compared(*groups: Group, baseline: str | None = None) -> Comparison:
    return compare(groups, baseline)


def drawn(comparison: Comparison, **wording: object) -> Chart:
    chart = plane(comparison, Wording(**wording))  # type: ignore[arg-type]
    assert chart is not None
    return chart


def front_line(chart: Chart) -> list[tuple[float, float]]:
    lines = [mark for mark in chart.marks if isinstance(mark, Polyline) and mark.name == PARETO_FRONT]
    return [pair for line in lines for piece in line.pieces for pair in zip(piece.x.tolist(), piece.y.tolist(), strict=True)]


def whiskers(chart: Chart, *, level: bool) -> list[Whisker]:
    return [mark for mark in chart.marks if isinstance(mark, Whisker) and mark.is_level is level]


def test_the_front_goes_through_the_groups_that_none_beats() -> None:
    comparison = compared(
        group("slow", 100, 0.010, uncertainty=0.02),
        group("fast", 300, 0.030, uncertainty=0.02),
        group("worst", 90, 0.040, uncertainty=0.02),
    )
    assert pareto_groups(comparison, KEYS) == [0, 1]
    chart = drawn(comparison)
    assert [round(x) for x, _ in front_line(chart)] == [100, 300]
    assert chart.note.endswith(FRONT)
    assert PARETO_FRONT in "\n".join(chart.sentences())


@pytest.mark.parametrize("baseline", ["slow", "fast", "middle"])
def test_the_front_does_not_depend_on_the_baseline(baseline: str) -> None:
    groups = [group("slow", 100, 0.010, uncertainty=0.02), group("middle", 200, 0.020, uncertainty=0.02)]
    groups.append(group("fast", 300, 0.030, uncertainty=0.02))
    assert pareto_groups(compared(*groups, baseline=baseline), KEYS) == [0, 1, 2]


def test_one_group_that_beats_all_others_is_named_and_nothing_is_joined() -> None:
    chart = drawn(compared(group("a", 100, 0.03, uncertainty=0.02), group("b", 200, 0.01, uncertainty=0.02)))
    assert front_line(chart) == []
    assert chart.note.endswith("Better than every other group in both: b.")


def test_without_verdicts_between_the_points_there_is_no_front() -> None:
    near = compared(group("a", 1000, 25.0, uncertainty=0.1), group("b", 1001, 25.1, uncertainty=0.1))
    assert pareto_groups(near, KEYS) == []
    chart = drawn(near)
    assert front_line(chart) == []
    assert chart.note.endswith(NO_FRONT)
    alone = drawn(compared(group("a", 100, 0.03, runs=1), group("b", 200, 0.01, runs=1)))
    assert front_line(alone) == []
    assert alone.note == "A point is a run.", "one run a side: nothing is judged"


def test_fewer_repeats_than_a_claim_needs_define_no_front() -> None:
    def front(runs: int) -> list[int]:
        return pareto_groups(compared(*(group(*side, runs=runs, uncertainty=0.02) for side in (("a", 100, 0.03), ("b", 201, 0.01)))), KEYS)

    assert (front(5), front(3)) == ([1], [])


def test_an_axis_spans_what_the_figures_may_be_off() -> None:
    chart = drawn(compared(group("a", 1000, 25.0, uncertainty=0.1), group("b", 1001, 25.1, uncertainty=0.1)))
    upright = whiskers(chart, level=False)
    assert [(round(mark.low, 1), round(mark.high, 1)) for mark in upright] == [(22.5, 27.5), (22.6, 27.6)]
    assert chart.y.scale.low <= 22.5
    assert chart.y.scale.high >= 27.6
    assert BOTH_KINDS in chart.note


def test_uncertainties_of_both_figures_are_told_once() -> None:
    known = []
    for side in (group("a", 100, 0.03, uncertainty=0.02), group("b", 200, 0.01, uncertainty=0.02)):
        speed = measured(100.0, "samples/s", uncertainty=1.0)
        known.append(Group(side.name, tuple(replace(run, metrics={**run.metrics, "throughput": speed}) for run in side.runs)))
    chart = drawn(compared(*known))
    assert len(whiskers(chart, level=True)) == 2
    assert chart.note.count("Whiskers") == 1
    assert UNCERTAINTIES in chart.note


def test_many_groups_are_numbered_on_paper_and_named_in_the_window() -> None:
    groups = [group(f"name {place}", 100 + place, 0.01 + place / 1000, runs=1) for place in range(12)]
    labels = {numbered: _labels(drawn(compared(*groups), numbered=numbered)) for numbered in (True, False)}
    assert labels[True] == [str(number) for number in range(1, 13)]
    assert labels[False] == [f"name {place}" for place in range(12)]
    assert _labels(drawn(compared(*groups[:3]), numbered=True)) == ["name 0", "name 1", "name 2"]


def _labels(chart: Chart) -> Sequence[str]:
    return [mark.text for mark in chart.marks if isinstance(mark, Label)]


def test_texts_are_said_in_the_readers_language(monkeypatch: pytest.MonkeyPatch) -> None:
    comparison = compared(group("a", 100, 0.03, uncertainty=0.02), group("b", 200, 0.05, uncertainty=0.02))
    monkeypatch.setattr(comparison_pictures, "translated", str.upper)
    chart = drawn(comparison)
    assert chart.x.title == "THROUGHPUT"
    assert chart.y.hint == "↓ BETTER"
    assert chart.note == chart.note.upper()
    assert "PARETO FRONT" in [mark.name for mark in chart.marks if isinstance(mark, Polyline)]


def test_bars_have_figure_ratio_runs_and_interval() -> None:
    block = bar_block(compared(group("a", 100, 0.03), group("b", 200, 0.05)), "throughput", "Throughput")
    first, second = block.bars
    assert (first.figure, first.beside, len(first.runs), first.interval) == ("100.0", "", 5, None)
    assert (second.figure, second.beside) == ("200.0", "2.00\u00a0×")
    assert second.interval is not None
    assert second.interval[0] < 200 < second.interval[1]
    assert block.unit == "samples/s ↑"
    language.use("zh_CN")
    try:
        assert bar_block(compared(group("a", 100, 0.03), group("b", 200, 0.05)), "throughput", "吞吐量").unit == "样本/秒 ↑"
    finally:
        language.use("en")
