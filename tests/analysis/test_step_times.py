import numpy as np
import pytest

from gpuscope.analysis.step_times import latencies, no_latencies, rate
from gpuscope.core.quantity import Quality

MS = 1_000_000


def test_percentiles_are_durations_of_steps_that_were_taken() -> None:
    durations = np.concatenate([np.full(95, 10), np.full(4, 20), [500]]) * MS
    found = latencies(1000 + np.cumsum(durations), (1000, 10**12))
    assert [found[f"latency_p{one}"].value for one in (50, 95, 99)] == pytest.approx([0.010, 0.010, 0.020])
    assert found["latency_p50"].quality is Quality.MEASURED


def test_the_first_measured_step_counts_from_the_windows_start() -> None:
    assert latencies(np.array([1030 * MS]), (1000 * MS, 1030 * MS))["latency_p50"].value == pytest.approx(0.030)


@pytest.mark.parametrize(("steps", "there"), [(1, 1), (19, 1), (20, 2), (99, 2), (100, 3)])
def test_a_high_percentile_needs_enough_steps(steps: int, there: int) -> None:
    found = latencies(np.arange(1, steps + 1) * MS, (0, steps * MS))
    assert sum(quantity.value is not None for quantity in found.values()) == there
    assert all(quantity.reason for quantity in found.values() if quantity.value is None)


def test_on_a_gpu_the_host_clock_is_named() -> None:
    assert "host" in str(latencies(np.array([1, 2]) * MS, (0, 2 * MS), on_gpu=True)["latency_p50"].reason)


def test_steps_that_events_on_the_device_timed_say_so_and_one_in_how_many() -> None:
    each, fourth = (latencies(np.array([1, 2]) * MS, (0, 2 * MS), on_gpu=True, timed_every=every)["latency_p50"] for every in (1, 4))
    assert (each.source, each.reason) == ("ends of 2 steps by events on the device", None)
    assert fourth.reason == "one step in 4 was timed; those between count as equally long"


def test_a_rate_is_derived_or_missing_with_its_reason() -> None:
    found = rate(32000, 12.5, "samples/s", "samples", None)
    assert (found.value, found.quality) == (2560.0, Quality.DERIVED)
    assert rate(None, 12.5, "samples/s", "samples", None).reason == "no samples were counted"
    assert rate(5, None, "samples/s", "samples", "never began").reason == "never began"
    assert {one.reason for one in no_latencies("off").values()} == {"off"}
