"""Tests of which chunks are joined, and of aggregates of parts."""

import math

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuscope.storage.chunks import MAX_CHUNK, Aggregate, aggregate, column_of, groups_to_join

READINGS = st.lists(st.one_of(st.none(), st.floats(allow_nan=True, allow_infinity=True, width=32)), max_size=30)


def test_small_chunks_of_a_live_run_wait_until_there_are_many() -> None:
    assert groups_to_join([1024] * 15, final=False) == []
    assert groups_to_join([1024] * 16, final=False) == [range(16)]
    assert groups_to_join([MAX_CHUNK] + [1024] * 16, final=False) == [range(1, 17)]
    assert groups_to_join([], final=False) == []


def test_at_the_end_everything_is_joined_that_fits() -> None:
    assert groups_to_join([1024, 10], final=True) == [range(2)]
    assert groups_to_join([MAX_CHUNK, 5, 6], final=True) == [range(1, 3)]
    assert groups_to_join([MAX_CHUNK, 5, MAX_CHUNK], final=True) == []
    assert groups_to_join([], final=True) == []


@settings(deadline=None, max_examples=100)
@given(st.lists(READINGS, min_size=1, max_size=5))
def test_aggregates_of_parts_make_that_of_the_whole(parts: list[list[float | None]]) -> None:
    found = Aggregate()
    for part in parts:
        found = found.followed_by(aggregate(column_of(part)))
    everything = [value for part in parts for value in part]
    whole = aggregate(column_of(everything))
    counts = (found.present, found.missing, found.numbers, found.minimum, found.maximum, found.first, found.last)
    assert counts == (whole.present, whole.missing, whole.numbers, whole.minimum, whole.maximum, whole.first, whole.last)
    numbers = [value for value in everything if value is not None and not math.isnan(value)]
    if numbers and all(map(math.isfinite, numbers)):
        assert found.mean is not None
        assert np.isclose(found.mean, math.fsum(numbers) / len(numbers), rtol=1e-6, atol=1e-6 * max(map(abs, numbers)))


def test_infinities_of_both_signs_have_no_mean() -> None:
    assert aggregate(column_of([math.inf, -math.inf])).mean is None
    assert aggregate(column_of([math.inf, 1.0])).mean == math.inf
