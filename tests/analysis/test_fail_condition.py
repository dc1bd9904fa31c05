"""Tests of the conditions under which a script fails."""

import pytest

from gpuscope.analysis.comparison import Comparison, compare
from gpuscope.analysis.fail_condition import fail_condition
from gpuscope.analysis.group import Group
from gpuscope.core.errors import UsageError
from gpuscope.core.runspec import RunSpec
from tests.analysis.records import measured, run_record

STEADY = (100.0, 101.0, 99.0, 100.5, 99.5)


def comparison(factor: float, *, repeats: int = 5, energy: bool = True) -> Comparison:
    def group(name: str, scale: float) -> Group:
        spec = RunSpec("mnist-mlp")
        joules = {"energy": measured(2.0, "J")} if name == "base" or energy else {}
        return Group(
            name,
            tuple(
                run_record(f"{name}{index}", spec, {"throughput": measured(value * scale, "samples/s"), **joules})
                for index, value in enumerate(STEADY[:repeats])
            ),
        )

    return compare([group("base", 1.0), group("new", factor)])


@pytest.mark.parametrize(
    ("text", "factor", "fails"),
    [
        ("throughput < 0.97 baseline", 0.90, True),
        ("throughput<0.97baseline", 0.90, True),
        ("throughput < 0.97 baseline", 0.98, False),
        ("throughput < 0.97 baseline", 1.50, False),
        ("throughput < 95", 0.90, True),
        ("throughput >= 1e2", 1.50, True),
        ("throughput >= 1E2", 1.50, True),
        ("throughput > 100.0", 0.90, False),
        ("throughput worse", 0.90, True),
        ("throughput worse", 1.10, False),
        ("throughput worse", 1.001, False),
        ("throughput better", 1.10, True),
    ],
)
def test_a_condition_holds_or_not(text: str, factor: float, fails: bool) -> None:
    found = fail_condition(text).failures(comparison(factor))
    assert bool(found) == fails
    assert all("new: throughput" in words and text in words for words in found)


def test_few_repeats_are_named_beside_the_verdict_that_they_give() -> None:
    (words,) = fail_condition("throughput worse").failures(comparison(0.8, repeats=3))
    assert words.endswith("(throughput worse); 3 repeats per side, a claim needs 5")
    (words,) = fail_condition("throughput worse").failures(comparison(0.8))
    assert words.endswith("(throughput worse)")


def test_a_share_has_no_unit() -> None:
    sides = [
        Group(
            name,
            tuple(
                run_record(f"{name}{at}", RunSpec("mnist-mlp", seed=at), {"accuracy": measured(share + at / 1e4, "1")}) for at in range(5)
            ),
        )
        for name, share in (("base", 0.95), ("new", 0.93))
    ]
    (words,) = fail_condition("accuracy < 0.95").failures(compare(sides))
    assert "accuracy is 0.9302, " in words


def test_a_ratio_that_is_not_measurably_off_does_not_fail_and_that_of_single_runs_does() -> None:
    assert fail_condition("throughput < 0.9995 baseline").failures(comparison(0.999)) == []
    assert fail_condition("throughput < 0.9995 baseline").failures(comparison(0.999, repeats=1))


@pytest.mark.parametrize(
    ("text", "factor", "fails"),
    [
        ("throughput < 1.3 baseline", 1.0, True),
        ("throughput < 1.3 baseline", 1.2, True),
        ("throughput < 1.3 baseline", 1.4, False),
        ("throughput > 0.9 baseline", 1.0, True),
        ("throughput >= 1.0005 baseline", 1.001, False),
    ],
)
def test_a_gain_that_is_required_is_not_reached_where_nothing_differs(text: str, factor: float, fails: bool) -> None:
    assert bool(fail_condition(text).failures(comparison(factor))) == fails


def test_what_cannot_be_judged_fails() -> None:
    (words,) = fail_condition("throughput worse").failures(comparison(2.0, repeats=1))
    assert "cannot be judged: one repeat per side" in words
    (words,) = fail_condition("energy > 1.1 baseline").failures(comparison(1.0, energy=False))
    assert "cannot be judged" in words


@pytest.mark.parametrize(
    "text",
    [
        "",
        "throughput",
        "throughput < ",
        "throughput = 3",
        "throughput < 3 % baseline",
        "< 3",
        "a < 1.2.3",
        "a < b",
        "a < 1e999",
        "a > -1e999 baseline",
        "a < .",
        "a < 1_0",
        "a < nan",
        "a worse baseline",
    ],
)
def test_what_is_no_condition_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="no condition"):
        fail_condition(text)


def test_a_metric_that_no_run_tells_is_refused() -> None:
    with pytest.raises(UsageError, match="no run reports 'speed'"):
        fail_condition("speed worse").failures(comparison(1.0))


def test_what_fails_by_little_does_not_read_as_its_limit() -> None:
    (words,) = fail_condition("throughput < 0.97 baseline").failures(comparison(0.9698))
    assert words == "new: throughput is 96.98 samples/s, 0.9698\u00a0× the baseline (throughput < 0.97 baseline)"
    (words,) = fail_condition("throughput < 97").failures(comparison(0.969997))
    assert words == "new: throughput is 96.997 samples/s, 0.970\u00a0× the baseline (throughput < 97)"
