"""The registry: keys are unique, and every reduced key is described."""

import re

from gpuscope.core import metric_registry
from gpuscope.core.device_metrics import DEVICE_METRICS
from gpuscope.core.metric import Better, Kind, Reduction
from gpuscope.core.metric_registry import definition, describe, reduced_metrics
from gpuscope.core.run_metrics import RUN_METRICS
from gpuscope.core.slowdown import SLOWDOWN_METRICS
from gpuscope.system import language


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


def test_the_peak_of_one_process_and_that_of_all_have_labels_and_definitions_of_their_own() -> None:
    one, every = "resident_memory_peak", "workload/resident_memory_peak"
    assert describe(one) == ("Resident memory, peak", "B", Better.LOWER)
    assert describe(every)[:2] == ("Memory of processes, peak", "B")
    assert describe("memory_reserved_peak")[0] == "Reserved memory, peak"
    assert describe("gpu:0/memory_reserved_peak")[0] == "Memory reserved by the driver, peak"
    assert definition(one).startswith("Largest resident memory of the workload's process")
    assert definition(every).startswith("Memory of the processes in RAM")


def test_a_device_in_front_of_a_key_changes_nothing_else() -> None:
    for key, metric_, reduction in reduced_metrics():
        if key not in {one.key for one in RUN_METRICS}:
            assert describe(f"gpu:0/{key}") == describe(key), (metric_, reduction)


def test_every_definition_is_in_chinese_throughout() -> None:
    language.use("zh_CN")
    try:
        texts = {one.key: language.composed(one.help) for one in (*RUN_METRICS, *DEVICE_METRICS, *SLOWDOWN_METRICS)}
    finally:
        language.use(language.ENGLISH)
    assert {key: text for key, text in texts.items() if re.search(r"[a-z]+(?: [a-z]+){2}", text)} == {}
