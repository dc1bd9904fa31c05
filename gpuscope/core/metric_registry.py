"""Registry of all metrics. Charts, tables, CSV headers and stored series are generated from it."""

from collections.abc import Iterator

from gpuscope.core.device_metrics import DEVICE_METRICS
from gpuscope.core.device_metrics import SHARES as DEVICE_SHARES
from gpuscope.core.metric import Better, Metric, Reduction
from gpuscope.core.run_metrics import RUN_METRICS
from gpuscope.core.slowdown import SLOWDOWN_BITS, SLOWDOWN_METRICS
from gpuscope.core.workload_keys import IN_PHASE, REPORTED, STEP_PHASES, phase_time_key, split_rank

_BY_KEY = {metric.key: metric for metric in (*RUN_METRICS, *SLOWDOWN_METRICS)} | {metric.key: metric for metric in DEVICE_METRICS}
_OF_DEVICES = frozenset(metric.key for metric in DEVICE_METRICS)
_BY_KEY |= {phase_time_key(phase): _BY_KEY[f"phase_time_{phase}"] for phase in STEP_PHASES}


def metric(key: str) -> Metric | None:
    """Return the metric with a key; None if it is not registered (a metric of a later version)."""
    return _BY_KEY.get(key)


def reduced_key(device_metric: Metric, reduction: Reduction) -> str:
    """Return the key of a device metric reduced over the run's window: ``power_mean``; a counter keeps its own key."""
    return device_metric.key if reduction is Reduction.DELTA else f"{device_metric.key}_{reduction.value}"


_REDUCED: dict[str, tuple[Metric, Reduction]] = {
    reduced_key(definition, reduction): (definition, reduction) for definition in DEVICE_METRICS for reduction in definition.reductions
}
_PREFIXES = {
    Reduction.MEAN: "mean",
    Reduction.PEAK: "peak",
    Reduction.MINIMUM: "lowest",
    Reduction.LAST: "last",
    Reduction.DELTA: "",
}


def reduced_metrics() -> Iterator[tuple[str, Metric, Reduction]]:
    """Yield (key, device metric, reduction) for every reduction of a device metric."""
    for key, (definition, reduction) in _REDUCED.items():
        yield key, definition, reduction


_ALIASES = {"step_time": "latency_p50"}
"""Metric keys by the differing keys of live figures."""


def definition(key: str) -> str:
    """Return a metric's help text; "" if the metric is not registered.

    Args:
        key: Key of a metric ("power") or run metric ("power_mean"), optionally prefixed with a device ("gpu:0/power") or "logged/".
    """
    name = key.rpartition("/")[2]
    entry = _REDUCED[name][0] if _is_reduced(key, name) else _BY_KEY.get(_ALIASES.get(name, name))
    return "" if entry is None else entry.help


def describe(key: str) -> tuple[str, str, Better]:
    """Return (label, unit, better) of a run metric or a reduced device metric; an unknown key is its own label.

    A run metric and a reduced device metric may share a key ("resident_memory_peak"): with its device ("workload/resident_memory_peak")
    it is the device's.
    """
    if key.startswith(IN_PHASE):
        return f"In phase {key.removeprefix(IN_PHASE)}", "s", Better.NEITHER
    if key.startswith(REPORTED):
        metric = _BY_KEY.get(split_rank(key.removeprefix(REPORTED))[0])
        return f"{key.removeprefix(REPORTED)}, last reported", "1", Better.NEITHER if metric is None else metric.better
    name = key.rpartition("/")[2]
    if _is_reduced(key, name):
        definition, reduction = _REDUCED[name]
        prefix = _PREFIXES[reduction]
        return (f"{definition.label}, {prefix}" if prefix else definition.label), definition.unit, definition.better
    entry = _BY_KEY.get(name)
    return (entry.label, entry.unit, entry.better) if entry else (key, "", Better.NEITHER)


def _is_reduced(key: str, name: str) -> bool:
    """Return whether a key, ending in a name, is that of a reduced device metric and not of a run metric."""
    return name in _REDUCED and (name != key or name not in _BY_KEY or name in _OF_DEVICES)


PRIMARY_KEYS = frozenset(
    {
        "throughput", "throughput_per_rank", "step_rate", "tokens_per_s", "wall_time", "cpu_time_per_sample",
        "latency_p50", "latency_p95", "latency_p99", "time_to_first_token", "time_per_token",
        "energy", "energy_net", "energy_per_sample", "energy_per_step", "energy_per_epoch", "tokens_per_joule",
        "memory_allocated_peak", "resident_memory_peak",
        "accuracy", "loss", "time_to_accuracy",
    }
)  # fmt: skip
"""Primary run metrics of comparisons: speed and its substitutes, energy, memory, accuracy and loss. Their p-values are corrected as a
separate family, so that the many other metrics of a run do not reduce their statistical power."""


def is_primary(key: str) -> bool:
    """Return whether a run metric is primary in comparisons; False for every device metric ("gpu:0/energy")."""
    return key in PRIMARY_KEYS


SHARES = frozenset(
    {
        *(reduced_key(entry, reduction) for entry in DEVICE_METRICS if entry.key in DEVICE_SHARES for reduction in entry.reductions),
        *SLOWDOWN_BITS, "accuracy", "accuracy_before", "accuracy_undistilled", "roofline_share", "mfu",
    }
)  # fmt: skip
"""Run metrics of unit "1" that are shown as percentages."""
