"""Properties of comparisons of any runs: units, order, baselines, missing and non-finite values, values without scatter."""

import json
import math
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuscope.analysis.comparison import Comparison, compare
from gpuscope.analysis.entry import Entry
from gpuscope.analysis.group import Group
from gpuscope.analysis.run_value import AS_POINTS
from gpuscope.core.quantity import Quantity
from gpuscope.core.runspec import RunSpec
from gpuscope.reports.json_text import json_text
from tests.analysis.records import measured, run_record

KEYS = {"throughput": "samples/s", "latency_p99": "s", "accuracy": "1"}
Values = Sequence[float | None]
positive = st.floats(1e-2, 1e2)
sides = st.lists(st.one_of(positive, st.none()), min_size=1, max_size=6)


def group(name: str, values: Values, scale: float = 1.0) -> Group:
    def told(one: float | None, unit: str) -> Quantity:
        return Quantity.missing(unit, "not told") if one is None else measured(one * scale, unit)

    runs = [
        run_record(f"{name}{index}", RunSpec("mnist-mlp", seed=index), {key: told(one, unit) for key, unit in KEYS.items()})
        for index, one in enumerate(values)
    ]
    return Group(name, tuple(runs))


def compared(ours: Values, theirs: Values, *, scale: float = 1.0, baseline: str = "theirs") -> Comparison:
    return compare([group("theirs", theirs, scale), group("ours", ours, scale)], baseline)


def entry(comparison: Comparison, key: str = "throughput") -> Entry:
    return next(one for one in comparison.metrics[key] if one.group != comparison.baseline)


@settings(deadline=None, max_examples=60)
@given(sides, sides, st.sampled_from([1e-3, 1e3, 3600.0]))
def test_the_unit_of_a_metric_changes_no_verdict(ours: Values, theirs: Values, scale: float) -> None:
    plain, scaled = compared(ours, theirs), compared(ours, theirs, scale=scale)
    for key in KEYS:
        one, other = entry(plain, key), entry(scaled, key)
        assert (one.verdict, one.n) == (other.verdict, other.n)
        assert (one.ratio is None) == (other.ratio is None)
        if one.ratio is not None:
            assert other.ratio == pytest.approx(one.ratio, rel=1e-9)
        if one.difference is not None and other.difference is not None:
            if key in AS_POINTS and any(abs(end) >= 1 for ends in (one.difference, other.difference) for end in ends[1:]):
                continue  # an end that is clipped to the range of an accuracy does not scale
            assert [end / scale for end in other.difference] == pytest.approx(list(one.difference), rel=1e-6, abs=1e-9)


@settings(deadline=None, max_examples=60)
@given(sides, sides, st.randoms())
def test_the_order_of_runs_changes_nothing(ours: list[float | None], theirs: list[float | None], random: Random) -> None:
    shuffled = random.sample(ours, len(ours)), random.sample(theirs, len(theirs))
    for key in KEYS:
        one, other = entry(compared(ours, theirs), key), entry(compared(*shuffled), key)
        assert (one.verdict, one.n) == (other.verdict, other.n)
        assert other.ratio == pytest.approx(one.ratio)
        assert other.corrected_p == pytest.approx(one.corrected_p)


@settings(deadline=None, max_examples=60)
@given(sides, sides)
def test_another_baseline_inverts_ratios_and_verdicts(ours: Values, theirs: Values) -> None:
    turned = {"better": "worse", "worse": "better"}
    for key in KEYS:
        forth, back = entry(compared(ours, theirs), key), entry(compared(ours, theirs, baseline="ours"), key)
        assert back.verdict == turned.get(forth.verdict, forth.verdict)
        if forth.ratio is not None:
            assert back.ratio == pytest.approx(1.0 / forth.ratio)
        if forth.interval is not None and back.interval is not None and min(*forth.interval, *back.interval) > 0:
            assert back.interval == pytest.approx((1.0 / forth.interval[1], 1.0 / forth.interval[0]), rel=1e-6)
        if forth.difference is not None and back.difference is not None:
            assert back.difference == pytest.approx((-forth.difference[0], -forth.difference[2], -forth.difference[1]), rel=1e-6, abs=1e-9)


@settings(deadline=None, max_examples=80)
@given(*[st.lists(st.one_of(st.floats(), st.none()), min_size=1, max_size=4)] * 2)
def test_any_numbers_give_a_result_that_is_json_and_words(ours: Values, theirs: Values) -> None:
    found = compared(ours, theirs)
    assert all(found.sentences)
    for key in KEYS:
        one = entry(found, key)
        finite = [value for value in (*ours, *theirs) if value is not None and math.isfinite(value)]
        if len(finite) < len(ours) + len(theirs):
            assert one.difference is None or None in (*ours, *theirs)
        if one.verdict == "not-comparable":
            assert one.reason
    document = json.loads(json_text(found.to_json()), parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))
    assert document["baseline"] == "theirs"


@pytest.mark.parametrize("value", [0.0, 1.0, -3.0, 1e-300, 1e300])
def test_repeats_that_are_all_alike_do_not_differ(value: float) -> None:
    one = entry(compared([value] * 5, [value] * 5))
    assert (one.verdict, one.difference) == ("no-difference", (0.0, 0.0, 0.0))


def test_what_is_missing_takes_no_part_and_is_counted() -> None:
    one = entry(compared([2.0, None, 2.1, 1.9], [1.0, 1.1, 0.9]))
    whole = entry(compared([2.0, 2.1, 1.9], [1.0, 1.1, 0.9]))
    assert (one.ratio, one.interval, one.n) == (whole.ratio, whole.interval, 3)
    assert "missing in 1 of 4 runs (not told)" in one.note
