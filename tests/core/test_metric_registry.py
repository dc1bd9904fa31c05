"""The registry: keys are unique, and every reduced key is described."""

from gpuscope.core import metric_registry
from gpuscope.core.device_metrics import DEVICE_METRICS
from gpuscope.core.metric import Better, Kind, Reduction
from gpuscope.core.run_metrics import RUN_METRICS


def test_keys_are_unique_within_their_kind() -> None:
    for group in (DEVICE_METRICS, RUN_METRICS):
        keys = [one.key for one in group]
        assert len(keys) == len(set(keys))


def test_counters_are_reduced_to_their_difference_and_gauges_never() -> None:
    for one in DEVICE_METRICS:
        assert (Reduction.DELTA in one.reductions) == (one.kind is Kind.COUNTER)


def test_a_reduced_key_describes_itself() -> None:
    assert metric_registry.describe("power_mean") == ("Power, mean", "W", Better.LOWER)
    assert metric_registry.describe("energy") == ("Energy", "J", Better.LOWER)
    assert metric_registry.describe("throughput") == ("Throughput", "samples/s", Better.HIGHER)
    assert metric_registry.describe("of a later version") == ("of a later version", "", Better.NEITHER)
    assert metric_registry.metric("nothing") is None
