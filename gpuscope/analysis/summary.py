"""The numbers of a run: everything reduced over exactly one window.

The window of a workload of ours is its measured steps; when the run ended early it closes at the last step. That of a
command is given. What the readings do not support is missing, with its reason; nothing is filled in.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from gpuscope.analysis import energy, step_times
from gpuscope.analysis.placement import Placement
from gpuscope.analysis.reduction import Window, reduce
from gpuscope.analysis.series import DeviceSeries, Stamps
from gpuscope.core.device import Device, DeviceKind
from gpuscope.core.metric import Metric, metric, reduced_key
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import DeviceResult, RunGap

_OURS_ALONE = frozenset({"throughput", "step_rate", "energy", "energy_per_sample", "energy_per_step", "time_to_first_step"})
"""What a workload may not tell of itself: it is derived here, from the window."""


def _no_stamps() -> Stamps:
    return np.zeros(0, np.int64)


@dataclass(frozen=True)
class RunData:
    """Everything that was recorded of a run. All stamps are nanoseconds from the run's start.

    Attributes:
        devices: Everything that was recorded, used or not.
        placement: Whose energy is the run's.
        window: Start and end; an end of None is "the last step, else the last reading"; None when it never opened.
        series: Readings by device and metric.
        gaps: Intervals without readings; device "" is every device.
        steps_ns: Ends of all steps in order, warm-up included, int64, shape (n,).
        warmup_steps: How many of them are warm-up.
        planned_steps: Measured steps that were planned; None for a command.
        counted_steps: Measured steps as the workload counted them at the window's end; None when it did not get there.
        samples_per_step: Samples of a measured step; None for a command.
        lost_steps: Steps whose ends were overwritten before they were read.
        flops_per_step: Operations that the algorithm needs for a step; None when unknown.
        asked_ns: When the command was given; None when unknown.
        result: What the workload told of itself, by metric key.
        no_steps_reason: Why there are no steps, where there are none by design or by trouble.
    """

    devices: tuple[Device, ...]
    placement: Placement
    window: tuple[int, int | None] | None
    series: tuple[DeviceSeries, ...] = ()
    gaps: tuple[RunGap, ...] = ()
    steps_ns: Stamps = field(default_factory=_no_stamps)
    warmup_steps: int = 0
    planned_steps: int | None = None
    counted_steps: int | None = None
    samples_per_step: int | None = None
    lost_steps: int = 0
    flops_per_step: float | None = None
    asked_ns: int | None = None
    result: Mapping[str, Quantity] = field(default_factory=dict)
    no_steps_reason: str | None = None


@dataclass(frozen=True, slots=True)
class RunSummary:
    """A run's numbers.

    Attributes:
        metrics: The run's own, by metric key.
        devices: What was measured on each device, with its gaps.
        duration_s: Length of the window; None when it never opened.
        window_start_s: Where it begins, from the run's start; None when it never opened.
        steps: Measured steps within it; None when nothing was counted.
        warmup_steps: Steps before it; None when nothing was counted.
        samples: Samples of the measured steps; None when nothing was counted.
    """

    metrics: Mapping[str, Quantity]
    devices: tuple[DeviceResult, ...]
    duration_s: float | None
    window_start_s: float | None
    steps: int | None
    warmup_steps: int | None
    samples: int | None


def summarize(data: RunData) -> RunSummary:
    """Reduces everything that was recorded over the run's window."""
    steps = _measured_steps(data)
    window = _closed_window(data, steps)
    if window is not None and window[1] <= window[0]:
        window = None
    devices = tuple(_device_result(data, device, window) for device in data.devices)
    duration_s = None if window is None else (window[1] - window[0]) / 1e9
    samples = None if steps is None or data.samples_per_step is None else steps * data.samples_per_step
    return RunSummary(
        metrics=_run_metrics(data, devices, window, steps, samples),
        devices=devices,
        duration_s=duration_s,
        window_start_s=None if window is None else window[0] / 1e9,
        steps=steps,
        warmup_steps=None if data.planned_steps is None else _warmup_steps(data),
        samples=samples,
    )


def _measured_steps(data: RunData) -> int | None:
    if data.planned_steps is None:
        return None
    if data.counted_steps is not None:
        return data.counted_steps
    if data.no_steps_reason is not None and data.steps_ns.size == 0:
        return None
    return max(0, int(data.steps_ns.size) + data.lost_steps - data.warmup_steps)


def _warmup_steps(data: RunData) -> int:
    return data.warmup_steps if data.window is not None else min(data.warmup_steps, int(data.steps_ns.size) + data.lost_steps)


def _closed_window(data: RunData, steps: int | None) -> Window | None:
    if data.window is None:
        return None
    start, end = data.window
    ended_early = data.planned_steps is not None and steps is not None and steps < data.planned_steps
    if data.planned_steps is not None and (end is None or ended_early):
        return (start, int(data.steps_ns[-1])) if data.steps_ns.size else None
    if end is None:
        stamps = [int(series.after_ns[-1]) for series in data.series if series.after_ns.size]
        return (start, max(stamps)) if stamps else None
    return start, end


def _no_window_reason(data: RunData) -> str:
    if data.planned_steps is None:
        return "the run ended before its window opened"
    return data.no_steps_reason or "the run ended before the first measured step"


def _device_result(data: RunData, device: Device, window: Window | None) -> DeviceResult:
    gaps = tuple(gap for gap in data.gaps if gap.device in ("", device.key))
    found: dict[str, Quantity] = {}
    for one in _metrics_of(data, device):
        series = next((s for s in data.series if s.device == device.key and s.metric == one.key), None)
        for key, quantity in _reductions(data, device, one, series, window):
            found[key] = _labelled(_with_gap(quantity, one.key, gaps, window), device)
    return DeviceResult(device, found, gaps)


def _metrics_of(data: RunData, device: Device) -> list[Metric]:
    recorded = [series.metric for series in data.series if series.device == device.key]
    keys = dict.fromkeys([*device.capabilities, *recorded])
    return [one for key in keys if (one := metric(key)) is not None]


def _reductions(
    data: RunData, device: Device, one: Metric, series: DeviceSeries | None, window: Window | None
) -> Iterator[tuple[str, Quantity]]:
    for reduction in one.reductions:
        key = reduced_key(one, reduction)
        if series is None or series.values.size == 0:
            yield key, _not_read(device, one)
        elif window is None:
            yield key, Quantity.missing(one.unit, _no_window_reason(data), series.source)
        elif one.key == "energy":
            yield key, energy.counter_energy(series, window, _power_limit(data, device.key))
        else:
            yield key, reduce(series, one, reduction, window)


def _not_read(device: Device, one: Metric) -> Quantity:
    capability = device.capabilities.get(one.key)
    if capability is None or capability.available:
        return Quantity.missing(one.unit, "there is no reading", capability.source if capability else "")
    return Quantity.missing(one.unit, capability.reason or "not available here", capability.source)


def _power_limit(data: RunData, device: str) -> float | None:
    """Returns the highest limit that the device enforced during the run, in watts."""
    for series in data.series:
        if (series.device, series.metric) == (device, "power_limit"):
            _, values = series.readings()
            return float(values.max()) if values.size else None
    return None


def _with_gap(quantity: Quantity, key: str, gaps: Sequence[RunGap], window: Window | None) -> Quantity:
    """Names the gaps within the window beside a value that stands in spite of them."""
    if quantity.is_missing or window is None:
        return quantity
    start_s, end_s = window[0] / 1e9, window[1] / 1e9
    inside = [
        gap
        for gap in gaps
        if (not gap.metrics or key in gap.metrics) and gap.start_s < end_s and (gap.end_s is None or gap.end_s > start_s)
    ]
    if not inside:
        return quantity
    lengths = sum(min(end_s if gap.end_s is None else gap.end_s, end_s) - max(gap.start_s, start_s) for gap in inside)
    note = f"{lengths:.2g} s of the window without readings ({inside[0].reason})"
    return replace(quantity, reason=f"{quantity.reason}; {note}" if quantity.reason else note)


def _labelled(quantity: Quantity, device: Device) -> Quantity:
    return replace(quantity, source=f"{quantity.source} [{device.simulated}]") if device.simulated else quantity


def _run_metrics(
    data: RunData, devices: Sequence[DeviceResult], window: Window | None, steps: int | None, samples: int | None
) -> dict[str, Quantity]:
    missing = _steps_missing(data, window, steps)
    duration_s = None if window is None else (window[1] - window[0]) / 1e9
    run_energy = _run_energy(data.placement, devices)
    found = {
        "throughput": step_times.rate(samples, duration_s, "samples/s", "samples", missing),
        "step_rate": step_times.rate(steps, duration_s, "steps/s", "steps", missing),
        **_latencies(data, devices, window, steps, missing),
        "energy": run_energy,
        "energy_per_sample": energy.per(run_energy, samples, "sample"),
        "energy_per_step": energy.per(run_energy, steps, "step"),
    }
    if data.planned_steps is not None:
        found["time_to_first_step"] = _time_to_first_step(data)
    if data.flops_per_step is not None and steps is not None:
        found["flops"] = step_times.rate(steps * data.flops_per_step, duration_s, "FLOP/s", "operations by formula", missing)
    told = {key: quantity for key, quantity in data.result.items() if key not in _OURS_ALONE}
    return found | told


def _steps_missing(data: RunData, window: Window | None, steps: int | None) -> str | None:
    if data.planned_steps is None:
        return "steps of a command are not counted"
    if window is None:
        return _no_window_reason(data)
    if not steps:
        return data.no_steps_reason or "no measured step was finished"
    return None


def _latencies(
    data: RunData, devices: Sequence[DeviceResult], window: Window | None, steps: int | None, missing: str | None
) -> dict[str, Quantity]:
    if window is None or missing is not None or steps is None:
        return step_times.no_latencies(missing or "no steps were counted")
    measured = data.steps_ns[data.warmup_steps :][:steps]
    if data.lost_steps or measured.size != steps:
        return step_times.no_latencies(data.no_steps_reason or f"the ends of {max(data.lost_steps, steps - measured.size)} steps were lost")
    kinds = {result.device.key: result.device.kind for result in devices}
    on_gpu = any(kinds.get(key) is DeviceKind.GPU for key in data.placement.devices) or not data.placement.devices
    return step_times.latencies(measured, window, on_gpu=on_gpu)


def _time_to_first_step(data: RunData) -> Quantity:
    if data.steps_ns.size == 0 or data.lost_steps or data.asked_ns is None:
        return Quantity.missing("s", data.no_steps_reason or "the end of the first step was not recorded")
    seconds = float(data.steps_ns[0] - data.asked_ns) / 1e9
    return Quantity(seconds, "s", Quality.MEASURED, "from the command to the end of the first step, by the clock")


def _run_energy(placement: Placement, devices: Sequence[DeviceResult]) -> Quantity:
    by_key = {result.device.key: result for result in devices}
    nothing = Quantity.missing("J", "the device has no energy counter")
    parts = [
        (key, by_key[key].metrics.get("energy", nothing) if key in by_key else Quantity.missing("J", "the device was not recorded"))
        for key in placement.devices
    ]
    return energy.total(parts, placement.reason)
