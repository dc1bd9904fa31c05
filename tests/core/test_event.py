"""Events: what their logs carry."""

import math

import pytest

from gpuscope.core.event import SAMPLES_TALLY, Hello, Log, SamplesTally

WHOLE = {"pid": 7.0, "samples": 160.0, "first": 4.0, "steps": 40.0}


def test_a_tally_of_samples_is_read_as_it_was_written() -> None:
    tally = SamplesTally(7, 160, 4, 40)
    assert tally.to_log(5) == Log(5, SAMPLES_TALLY, values=WHOLE)
    assert SamplesTally.of(tally.to_log(5)) == tally


@pytest.mark.parametrize("values", [{}, {"pid": 7.0}, {**WHOLE, "pid": math.nan}, {**WHOLE, "steps": math.inf}])
def test_an_incomplete_tally_is_none(values: dict[str, float]) -> None:
    """Any program can send one on its channel, and its run must not end by it."""
    assert SamplesTally.of(Log(5, SAMPLES_TALLY, values=values)) is None


def test_other_events_are_no_tally() -> None:
    assert SamplesTally.of(Log(5, "info", values=WHOLE)) is None
    assert SamplesTally.of(Hello("workload", 7, 5)) is None
