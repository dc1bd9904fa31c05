"""The number of repeats for a comparison, and its predicted power."""

import platform
import re
from dataclasses import replace
from random import Random

import pytest

from gpuscope.analysis.repeats_plan import (
    alike,
    detectable_ratio,
    expected_precision_sentence,
    is_narrow,
    repeated_document,
    share_of,
    short_windows_sentence,
)
from gpuscope.core.errors import UsageError
from gpuscope.core.figures import counted
from gpuscope.core.quantity import Quantity
from gpuscope.core.run import DeviceResult, RunRecord, RunState
from gpuscope.core.runspec import RunSpec
from tests.analysis.records import GPU, measured, run_record


def runs(*throughputs: float) -> list[RunRecord]:
    return [
        run_record(f"{index:012}", host=platform.node(), metrics={"throughput": measured(one, "samples/s")})
        for index, one in enumerate(throughputs)
    ]


def test_the_mean_of_repeats_is_that_of_a_comparison_and_of_the_runs_that_its_interval_is_of() -> None:
    made = [replace(run, wall_s=wall_s) for run, wall_s in zip(runs(100.0, 110.0, 1.0, 1.0), (4.0, 9.0, 1.0, 100.0), strict=True)]
    hot = DeviceResult(GPU, {"slowed_thermal": measured(0.2, "1")}, ())
    document = repeated_document([*made[:2], replace(made[2], state=RunState.FAILED), replace(made[3], devices=(hot,))])
    rates, times = document["throughput"], document["wall_time"]
    assert (rates["n"], rates["least"], rates["most"]) == (2, 100.0, 110.0)
    assert rates["mean"] == pytest.approx((100.0 * 110.0) ** 0.5)
    assert (times["n"], times["mean"]) == (2, pytest.approx(6.0))


@pytest.mark.parametrize(("text", "share"), [(None, None), ("2%", 0.02), (" 2 % ", 0.02), ("0.5", 0.5), ("0.01%", 0.0001)])
def test_a_share(text: str | None, share: float | None) -> None:
    assert share_of(text) == share


@pytest.mark.parametrize("text", ["", "two", "0", "150%", "nan", "2%%", "-1%"])
def test_what_is_no_share(text: str) -> None:
    with pytest.raises(UsageError, match="not a share"):
        share_of(text)


def test_what_repeats_will_show_is_told_from_the_scatter_of_earlier_runs() -> None:
    # Logarithms 4.60517 ± 0.01: standard deviation 0.01, at most √(2 / 0.4463) times that (chi-squared of 2 degrees exceeds 0.4463 in four
    # of five cases); throughput and time from start to exit are two metrics: 2.48 deviations.
    earlier = runs(100.0, 100.0 * 1.0100502, 100.0 * 0.9900498)
    assert "5 repeats will show differences in throughput above 5.4 %" in expected_precision_sentence(earlier, 5)
    assert "3 earlier runs" in expected_precision_sentence(earlier, 5)


@pytest.mark.parametrize("count", [3, 5, 20])
def test_what_repeats_will_show_holds_although_few_earlier_runs_may_agree_by_chance(count: int) -> None:
    random, kept, sets = Random(20261129), 0, 300
    needed = detectable_ratio(0.01, 5, 2 / 0.9)  # by the true scatter
    for _ in range(sets):
        sentence = expected_precision_sentence(runs(*(100.0 * random.lognormvariate(0.0, 0.01) for _ in range(count))), 5)
        shown = re.search(r"above ([0-9.]+) %", sentence)
        assert shown is not None
        kept += float(shown[1]) >= 100 * (needed - 1) * 0.99
    assert kept >= 0.75 * sets


def test_what_has_no_value_is_not_among_the_metrics() -> None:
    earlier = runs(100.0, 100.0 * 1.0100502, 100.0 * 0.9900498)
    missing = [replace(one, metrics={**one.metrics, "energy": Quantity.missing("J", "no counter")}) for one in earlier]
    assert expected_precision_sentence(missing, 5) == expected_precision_sentence(earlier, 5)
    assert expected_precision_sentence(earlier, 5, others=3) != expected_precision_sentence(earlier, 5)


def test_without_earlier_runs_it_is_told_by_the_scatter() -> None:
    # A little over two deviations for one metric (Cohen's table: 2.02 for Student's test, Welch's needs more), 3.4 for the ten primary
    # metrics of a training, by the strictest correction; with a scatter of 1 %, 3.4 %.
    few = (
        "5 repeats will show differences larger than 3.4 times the scatter between runs: above 3.4 % where runs scatter by 1 %;"
        " once the baseline has 3 earlier runs, their scatter turns this into a percentage."
    )
    earlier = runs(100.0, 101.0, 102.0)
    assert expected_precision_sentence([], 5) == few
    assert "above 3.9 %" in expected_precision_sentence([], 5, others=2), "each variant is compared in as many metrics"
    assert expected_precision_sentence([*earlier[:2], replace(earlier[2], state=RunState.FAILED)], 5) == few


def test_a_single_repeat_shows_nothing() -> None:
    few = "2 repeats are too few for a verdict: 3 earlier runs of the baseline differ by 110 %."
    assert expected_precision_sentence(runs(100.0, 300.0, 900.0), 2) == few
    assert expected_precision_sentence(runs(100.0, 101.0, 102.0), 1) == "One repeat per side gives a ratio and no verdict."


def test_runs_of_another_warm_up_or_seed_tell_the_scatter_too() -> None:
    spec = RunSpec("gemm", warmup_limit_s=60.0)
    one, other = (
        run_record("a", replace(spec, warmup_limit_s=0.0, warmup_steps=5, seed=7)),
        run_record("b", replace(spec, precision="bf16")),
    )
    assert alike(spec, [one, other]) == [one]


def energy_run(seconds: float, energy: Quantity) -> RunRecord:
    return run_record("a", host=platform.node(), duration_s=seconds, steps=500, metrics={"energy": energy})


def test_windows_too_short_for_energy_are_told_beforehand_with_the_steps_that_would_do() -> None:
    words = short_windows_sentence([energy_run(4.0, measured(100.0, "J")), energy_run(40.0, measured(1000.0, "J"))])
    # By hand: 500 steps in 4 s are 3,750 in 30 s.
    assert words == (
        f"Power and energy will not be compared: that takes windows of 30 s, the last run's was 4.00 s. {counted(3750, 'step')} would "
        f"suffice."
    )
    assert short_windows_sentence([energy_run(4.0, Quantity.missing("J", "too short to measure: few updates"))])


def test_long_windows_no_counter_and_no_earlier_run_are_told_nothing_of() -> None:
    assert short_windows_sentence([energy_run(40.0, measured(1000.0, "J"))]) == ""
    assert short_windows_sentence([energy_run(4.0, Quantity.missing("J", "no counter"))]) == ""
    assert short_windows_sentence([]) == ""


def test_an_interval_is_narrow_or_not() -> None:
    same, wide = runs(100.0, 100.1, 99.9, 100.0), runs(100.0, 120.0, 80.0, 100.0)
    assert is_narrow(same, same, 0.02)
    assert not is_narrow(same, wide, 0.02)
    assert not is_narrow(same[:1], same[:1], 0.02)
    assert is_narrow(runs(0.0, 0.0), runs(0.0, 0.0), 0.02)
