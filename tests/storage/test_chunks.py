"""Tests of which chunks are joined, and of their aggregates."""

import math

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuscope.storage.chunks import MAX_CHUNK, aggregate, column_of, groups_to_join

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
@given(READINGS)
def test_an_aggregate_is_that_of_the_readings(readings: list[float | None]) -> None:
    found = aggregate(column_of(readings))
    present = [value for value in readings if value is not None]
    numbers = [value for value in present if not math.isnan(value)]
    assert (found.present, found.missing, found.numbers) == (len(present), readings.count(None), len(numbers))
    ends = (min(numbers), max(numbers), numbers[0], numbers[-1]) if numbers else (None, None, None, None)
    assert (found.minimum, found.maximum, found.first, found.last) == ends
    if numbers and all(map(math.isfinite, numbers)):
        assert found.total is not None
        assert np.isclose(found.total, math.fsum(numbers), rtol=1e-6, atol=1e-6 * max(map(abs, numbers)))


def test_infinities_of_both_signs_have_no_total() -> None:
    assert aggregate(column_of([math.inf, -math.inf])).total is None
    assert aggregate(column_of([math.inf, 1.0])).total == math.inf
