"""The numbers of a run: everything reduced over exactly one window.

The window of a workload of ours is its measured steps; when the run ended early it closes at the last step. That of a
command is given; the steps that it tells of are timed from the end of the first, since nobody says when that began. What the
readings do not support is missing, with its reason; nothing is filled in.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from gpuscope.analysis import energy, step_times
from gpuscope.analysis.placement import Placement
from gpuscope.analysis.reduction import Window, reduce
from gpuscope.analysis.series import DeviceSeries, Stamps
from gpuscope.core import figures
from gpuscope.core.device import Device, DeviceKind
from gpuscope.core.metric import Kind, Metric, metric, reduced_key
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
        samples_per_step: Samples of a measured step; None when it was not told.
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
class _Timed:
    """The steps that are held against the clock.

    Attributes:
        window: From the beginning of the first of them to the end of the last; None when there is none.
        steps: How many; None when nothing was counted.
        ends: Their ends, as far as they are known.
    """

    window: Window | None
    steps: int | None
    ends: Stamps


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
    return RunSummary(
        metrics=_run_metrics(data, devices, window, _timed(data, window, steps)),
        devices=devices,
        duration_s=duration_s,
        window_start_s=None if window is None else window[0] / 1e9,
        steps=steps,
        warmup_steps=None if steps is None and data.planned_steps is None else _warmup_steps(data),
        samples=_samples(data, steps),
    )


def _samples(data: RunData, steps: int | None) -> int | None:
    return None if steps is None or data.samples_per_step is None else steps * data.samples_per_step


def _timed(data: RunData, window: Window | None, steps: int | None) -> _Timed:
    if data.planned_steps is not None:
        return _Timed(window, steps, data.steps_ns[data.warmup_steps :][:steps])
    if steps is None or data.steps_ns.size < 2:
        return _Timed(None, steps, data.steps_ns[1:])
    return _Timed((int(data.steps_ns[0]), int(data.steps_ns[-1])), steps - 1, data.steps_ns[1:])


def _measured_steps(data: RunData) -> int | None:
    if data.planned_steps is None:
        return (int(data.steps_ns.size) + data.lost_steps) or None
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
            if one.kind is Kind.COUNTER:
                quantity = _from_the_first_reading(data, quantity, window)
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
            yield key, energy.counter_energy(series, window, _power_limit(data, device.key), _longest_gap_s(device))
        else:
            yield key, reduce(series, one, reduction, window)


def _not_read(device: Device, one: Metric) -> Quantity:
    capability = device.capabilities.get(one.key)
    if capability is None or capability.available:
        return Quantity.missing(one.unit, "there is no reading", capability.source if capability else "")
    return Quantity.missing(one.unit, capability.reason or "not available here", capability.source)


def _longest_gap_s(device: Device) -> float | None:
    """Returns how long the device's energy counter may go unread, where its back end says so."""
    found = device.properties.get("energy_wrap_s")
    return float(found) if isinstance(found, (int, float)) else None


def _power_limit(data: RunData, device: str) -> float | None:
    """Returns the highest limit that the device enforced during the run, in watts."""
    for series in data.series:
        if (series.device, series.metric) == (device, "power_limit"):
            _, values = series.readings()
            return float(values.max()) if values.size else None
    return None


def _from_the_first_reading(data: RunData, quantity: Quantity, window: Window | None) -> Quantity:
    """Says beside what a command has used up how much of its time that leaves out: it runs before the sensors do."""
    opened_ns = None if data.window is None or data.planned_steps is not None else data.window[0]
    if quantity.is_missing or not opened_ns or window is None or window[0] != opened_ns:
        return quantity
    return _noted(quantity, f"without the command's first {opened_ns / 1e9:.2g} s, before the first readings")


def _noted(quantity: Quantity, note: str) -> Quantity:
    return replace(quantity, reason=f"{quantity.reason}; {note}" if quantity.reason else note)


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
    return _noted(quantity, f"{lengths:.2g} s of the window without readings ({inside[0].reason})")


def _labelled(quantity: Quantity, device: Device) -> Quantity:
    return replace(quantity, source=f"{quantity.source} [{device.simulated}]") if device.simulated else quantity


def _run_metrics(data: RunData, devices: Sequence[DeviceResult], window: Window | None, timed: _Timed) -> dict[str, Quantity]:
    missing = _steps_missing(data, timed)
    duration_s = None if timed.window is None else (timed.window[1] - timed.window[0]) / 1e9
    samples = _samples(data, timed.steps)
    each = _run_energy(
        data, devices if timed.window in (None, window) else [_device_result(data, one, timed.window) for one in data.devices]
    )
    found = {
        "throughput": step_times.rate(samples, duration_s, "samples/s", "samples", missing or _samples_missing(data)),
        "step_rate": step_times.rate(timed.steps, duration_s, "steps/s", "steps", missing),
        **_latencies(data, devices, timed, missing),
        "energy": _run_energy(data, devices),
        "energy_per_sample": energy.per(each, samples, "sample"),
        "energy_per_step": energy.per(each, timed.steps, "step"),
    }
    if data.planned_steps is not None:
        found["time_to_first_step"] = _time_to_first_step(data)
    if data.flops_per_step is not None and timed.steps is not None:
        found["flops"] = step_times.rate(timed.steps * data.flops_per_step, duration_s, "FLOP/s", "operations by formula", missing)
    told = {key: quantity for key, quantity in data.result.items() if key not in _OURS_ALONE}
    return found | told


def _steps_missing(data: RunData, timed: _Timed) -> str | None:
    if data.planned_steps is None:
        told = (
            "the command told of one step, and of no other to time it from" if timed.steps is not None else "the command told of no steps"
        )
        return None if timed.window else data.no_steps_reason or told
    if timed.window is None:
        return _no_window_reason(data)
    if not timed.steps:
        return data.no_steps_reason or "no measured step was finished"
    return None


def _samples_missing(data: RunData) -> str | None:
    is_told = data.planned_steps is not None or data.samples_per_step is not None
    return None if is_told else "the command did not tell how many samples a step has"


def _latencies(data: RunData, devices: Sequence[DeviceResult], timed: _Timed, missing: str | None) -> dict[str, Quantity]:
    if timed.window is None or missing is not None or timed.steps is None:
        return step_times.no_latencies(missing or "no steps were counted")
    lost = data.lost_steps or timed.steps - timed.ends.size
    if lost:
        return step_times.no_latencies(data.no_steps_reason or f"the ends of {figures.counted(lost, 'step')} were lost")
    kinds = {result.device.key: result.device.kind for result in devices}
    on_gpu = any(kinds.get(key) is DeviceKind.GPU for key in data.placement.devices) or not data.placement.devices
    return step_times.latencies(timed.ends, timed.window, on_gpu=on_gpu)


def _time_to_first_step(data: RunData) -> Quantity:
    if data.steps_ns.size == 0 or data.lost_steps or data.asked_ns is None:
        return Quantity.missing("s", data.no_steps_reason or "the end of the first step was not recorded")
    seconds = float(data.steps_ns[0] - data.asked_ns) / 1e9
    return Quantity(seconds, "s", Quality.MEASURED, "from the command to the end of the first step, by the clock")


def _run_energy(data: RunData, devices: Sequence[DeviceResult]) -> Quantity:
    by_key = {result.device.key: result for result in devices}
    nothing = Quantity.missing("J", "the device has no energy counter")
    parts = [
        (key, by_key[key].metrics.get("energy", nothing) if key in by_key else Quantity.missing("J", "the device was not recorded"))
        for key in data.placement.devices
    ]
    return energy.total(parts, data.placement.reason)
