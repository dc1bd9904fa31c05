"""The registry: every key once, every reduced key described."""

from gpuscope.core import metric
from gpuscope.core.metric import DEVICE_METRICS, RUN_METRICS, Better, Kind, Reduction


def test_keys_are_unique_within_their_kind() -> None:
    for group in (DEVICE_METRICS, RUN_METRICS):
        keys = [one.key for one in group]
        assert len(keys) == len(set(keys))


def test_counters_are_reduced_to_their_difference_and_gauges_never() -> None:
    for one in DEVICE_METRICS:
        assert (Reduction.DELTA in one.reductions) == (one.kind is Kind.COUNTER)


def test_a_reduced_key_describes_itself() -> None:
    assert metric.describe("power_mean") == ("Power, mean", "W", Better.LOWER)
    assert metric.describe("energy") == ("Energy", "J", Better.LOWER)
    assert metric.describe("throughput") == ("Throughput", "samples/s", Better.HIGHER)
    assert metric.describe("of a later version") == ("of a later version", "", Better.NEITHER)
    assert metric.metric("nothing") is None
