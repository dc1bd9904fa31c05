"""The claim in the headline: a verdict if there are repeats, a ratio if there are none."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from gpuscope.analysis.comparison import compare
from gpuscope.analysis.group import Group
from gpuscope.core.runspec import RunSpec
from gpuscope.reports.comparison_view import comparison_view
from gpuscope.reports.glyph_coverage import GlyphCoverage
from gpuscope.reports.pdf_context import ReportContext
from gpuscope.reports.pdf_front import headline, lead, notices, picture
from tests.analysis.records import measured, run_record

SCATTER = (1.0, 1.004, 0.997, 1.002, 0.999)


def told(speeds: Sequence[float], repeats: int = 5, key: str = "throughput", unit: str = "samples/s") -> str:
    groups = []
    for number, speed in enumerate(speeds):
        runs = [
            run_record(f"{number:02x}{at:02x}", metrics={key: measured(100 * speed * scatter, unit)}, wall_s=100.0)
            for at, scatter in enumerate(SCATTER[:repeats])
        ]
        groups.append(Group("ABCDEFGH"[number], tuple(replace(run, spec=replace(run.spec, seed=at)) for at, run in enumerate(runs))))
    return headline(comparison_view(compare(groups)))


@pytest.mark.parametrize(
    ("speeds", "words"),
    [
        ((1, 1.8), "B is 1.80\u00a0× faster than A"),
        ((1, 0.5), "B is 2.00\u00a0× slower than A"),
        ((1, 1.0001), "B and A: no measurable difference in throughput"),
        ((1, 1.3, 1.8), "B is 1.30\u00a0× and C 1.80\u00a0× faster than A"),
        ((1, 1.3, 0.5), "B is 1.30\u00a0× faster and C 2.00\u00a0× slower than A"),
        ((1, 1.3, 1.0), "B is 1.30\u00a0× faster than A; C is not measurably faster or slower"),
        ((1, 1, 1), "B and C are not measurably faster or slower than A"),
        ((1, 1.2, 1.3, 1.4, 1.5), "4 groups are 1.20 to 1.50\u00a0× faster than A"),
        ((1, 1.2, 1.3, 1.0, 0.5), "2 of 4 groups are 1.20 to 1.30\u00a0× faster and 1 of 4 groups is 2.00\u00a0× slower than A"),
        ((1, 1, 1, 1, 1), "None of the 4 groups is measurably faster or slower than A"),
    ],
)
def test_repeats_give_a_verdict(speeds: Sequence[float], words: str) -> None:
    assert told(speeds) == words


@pytest.mark.parametrize(
    ("speeds", "words"),
    [((1, 1.8), "B has 1.80\u00a0× the throughput of A"), ((1, 1.3, 1.8), "B has 1.30\u00a0× and C 1.80\u00a0× the throughput of A")],
)
def test_single_runs_give_a_ratio_that_claims_nothing(speeds: Sequence[float], words: str) -> None:
    assert told(speeds, repeats=1) == words


def test_a_difference_of_another_metric_is_told_of_two_groups() -> None:
    assert told((1, 0.5), key="latency_p99", unit="s") == "B has 50 % lower p99 step time than A"


@pytest.mark.parametrize(
    ("spec", "length"),
    [(RunSpec("gemm", steps=300), ", 300 steps on"), (RunSpec("gemm", duration_s=10.0), ", measured for 10.0\u00a0s on")],
)
def test_the_first_sentence_says_how_long_the_runs_were_to_measure(spec: RunSpec, length: str) -> None:
    runs = [run_record(name, replace(spec, seed=at), {"throughput": measured(100.0, "samples/s")}) for at, name in enumerate(("aa", "bb"))]
    comparison = compare([Group(run.name, (run,)) for run in runs])
    assert length in lead(ReportContext(comparison, {}, GlyphCoverage.of_all()))


def test_what_makes_every_comparison_one_with_caution_is_said_once() -> None:
    facts: tuple[dict[str, str], ...] = ({"power_source": "battery"}, {}, {"power_source": "battery"})
    groups = [
        Group("ABC"[number], (run_record(f"{number:02x}", metrics={"throughput": measured(100.0, "samples/s")}, environment=environment),))
        for number, environment in enumerate(facts)
    ]
    told = [block["text"] for block in notices(ReportContext(compare(groups), {}, GlyphCoverage.of_all()))]
    assert told == [
        "Compare with A only with caution: A ran on battery.",
        "C and A are comparable with caution: C ran on battery.",
    ]


def test_only_the_bars_that_are_drawn_are_told_and_no_room_is_left_for_others() -> None:
    metrics = {"throughput": measured(100.0, "samples/s"), "step_time_median": measured(0.01, "s")}
    groups = [Group(f"group {number}", (run_record(f"{number:02x}", metrics=metrics),)) for number in range(8)]
    [chart] = picture(ReportContext(compare(groups), {}, GlyphCoverage.of_all()))
    assert "samples/s" in chart["alt"]
    assert "step" not in chart["alt"].lower()
