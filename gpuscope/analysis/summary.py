"""The metrics of a run: everything reduced over exactly one window.

The window of a built-in workload is its measured steps; if the run ended early it closes at the last step. The window of a
command is given; its reported steps are timed from the end of the first, whose start is unknown. Metrics that the readings do
not support are missing, with the reason; nothing is filled in.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from gpuscope.analysis import energy
from gpuscope.analysis.device_summary import device_gaps, device_result
from gpuscope.analysis.phase_metrics import phase_metrics
from gpuscope.analysis.profiled import Cuts, left_out_note, without_profiled
from gpuscope.analysis.recorded_run import SummaryInput
from gpuscope.analysis.reduction import Window, covered_part, reduce
from gpuscope.analysis.series import Stamps, Values
from gpuscope.core import figures
from gpuscope.core.device import MACHINE, WORKLOAD, DeviceKind
from gpuscope.core.metric import Reduction
from gpuscope.core.metric_registry import metric
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import DeviceResult
from gpuscope.core.run_metrics import CPU_TIME_PER_SAMPLE, TOKENS_PER_S, with_tests, without_false_ceilings

_OURS_ALONE = frozenset({"throughput", CPU_TIME_PER_SAMPLE, "step_rate", "time_to_first_step", "energy", "energy_net"}) | {
    f"energy_per_{item}" for item in ("sample", "step", "epoch")
}
"""Metrics that a workload must not report itself, since they are derived here from the window."""


_NOTED = ("throughput", "step_rate", "latency", "energy")
"""Key prefixes of the metrics that get a note if a profiler ran during the run."""


@dataclass(frozen=True, slots=True)
class _Timed:
    """The steps used for throughput.

    Attributes:
        window: From the start of the first step to the end of the last; None if there is none.
        steps: Number of steps; None if none were counted.
        ends: Ends of the steps, as far as known.
    """

    window: Window | None
    steps: int | None
    ends: Stamps


@dataclass(frozen=True, slots=True)
class RunSummary:
    """A run's metrics.

    Attributes:
        metrics: The run's own metrics, by metric key.
        devices: Metrics and gaps of each device.
        duration_s: Length of the window; None if it never opened.
        window_start_s: Start of the window, from the run's start; None if it never opened.
        steps: Measured steps in the window; None if none were counted.
        warmup_steps: Steps before the window; None if none were counted.
        samples: Samples of the measured steps; None if unknown.
    """

    metrics: Mapping[str, Quantity]
    devices: tuple[DeviceResult, ...]
    duration_s: float | None
    window_start_s: float | None
    steps: int | None
    warmup_steps: int | None
    samples: int | None


def summarize(data: SummaryInput) -> RunSummary:
    """Reduce everything recorded for a run over its window."""
    steps = _measured_steps(data)
    window = _window(data, steps)
    metrics, devices = _numbers_without_profiled(data, window) if data.profiled else _numbers(data)
    duration_s = None if window is None else (window[1] - window[0]) / 1e9
    return RunSummary(
        metrics=metrics,
        devices=devices,
        duration_s=duration_s,
        window_start_s=None if window is None else window[0] / 1e9,
        steps=steps,
        warmup_steps=None if steps is None and data.planned_steps is None else _warmup_steps(data),
        samples=_samples(data, steps),
    )


def _numbers(data: SummaryInput) -> tuple[dict[str, Quantity], tuple[DeviceResult, ...]]:
    steps = _measured_steps(data)
    window = _window(data, steps)
    devices = tuple(device_result(data, device, window) for device in data.devices)
    return _run_metrics(data, devices, window, _timed(data, window, steps)), devices


def _numbers_without_profiled(data: SummaryInput, window: Window | None) -> tuple[dict[str, Quantity], tuple[DeviceResult, ...]]:
    """Return the metrics without the profiled parts, with a note on those of time and energy."""
    cuts = Cuts.of(data.profiled).within(window)
    metrics, devices = _numbers(without_profiled(data, cuts))
    note = left_out_note(cuts)
    noted = {key: energy.noted(quantity, note) if key.startswith(_NOTED) else quantity for key, quantity in metrics.items()}
    return noted, tuple(
        replace(result, metrics={**result.metrics, **_noted_energy(result.metrics, note)}, gaps=device_gaps(data, result.device))
        for result in devices
    )


def _noted_energy(metrics: Mapping[str, Quantity], note: str) -> dict[str, Quantity]:
    return {key: energy.noted(metrics[key], note) for key in ("energy", "energy_net") if key in metrics}


def _window(data: SummaryInput, steps: int | None) -> Window | None:
    window = _closed_window(data, steps)
    return None if window is None or window[1] <= window[0] else window


def _samples(data: SummaryInput, steps: int | None) -> int | None:
    """Return the samples of ``steps`` steps; for a program that reported its own, of all its steps or of all but the first."""
    if data.reported_samples is None or data.planned_steps is not None:
        return None if steps is None or data.samples_per_step is None else round(steps * data.samples_per_step)
    total, first, sampled_steps = data.reported_samples
    counted = _measured_steps(data)
    if steps is None or sampled_steps != counted:
        return None
    return total if steps == counted else total - first


def _timed(data: SummaryInput, window: Window | None, steps: int | None) -> _Timed:
    if data.planned_steps is not None:
        return _Timed(window, steps, data.steps_ns[data.warmup_steps :][:steps])
    if steps is None or data.steps_ns.size < 2 or data.steps_ns[0] == data.steps_ns[-1]:
        return _Timed(None, steps, data.steps_ns[1:])
    return _Timed((int(data.steps_ns[0]), int(data.steps_ns[-1])), steps - 1, data.steps_ns[1:])


def _measured_steps(data: SummaryInput) -> int | None:
    if data.planned_steps is None:
        return (int(data.steps_ns.size) + data.lost_steps) or None
    if data.counted_steps is not None:
        return data.counted_steps
    if data.no_steps_reason is not None and data.steps_ns.size == 0:
        return None
    return max(0, int(data.steps_ns.size) + data.lost_steps - data.warmup_steps)


def _warmup_steps(data: SummaryInput) -> int:
    return data.warmup_steps if data.window is not None else min(data.warmup_steps, int(data.steps_ns.size) + data.lost_steps)


def _closed_window(data: SummaryInput, steps: int | None) -> Window | None:
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


def _run_metrics(data: SummaryInput, devices: Sequence[DeviceResult], window: Window | None, timed: _Timed) -> dict[str, Quantity]:
    missing = _steps_missing(data, timed)
    duration_s = None if timed.window is None else (timed.window[1] - timed.window[0]) / 1e9
    samples = _samples(data, timed.steps)
    is_whole = timed.window in (None, window)
    timed_devices = devices if is_whole else [device_result(data, device, timed.window) for device in data.devices]
    each = _run_energy(data, timed_devices, "energy")
    every = data.tested_every
    metrics = {
        "throughput": rate(samples, duration_s, "samples/s", "samples", missing or _samples_missing(data), every),
        "step_rate": rate(timed.steps, duration_s, "steps/s", "steps", missing, every),
        **_cpu_time_per_sample(data, timed, samples, missing or _samples_missing(data)),
        **_latencies(data, devices, timed, missing),
        "energy": _run_energy(data, devices, "energy"),
        "energy_per_sample": energy.per(each, samples, "sample", steps_alone=not is_whole),
        "energy_per_step": energy.per(each, timed.steps, "step", steps_alone=not is_whole),
    }
    if any("energy_net" in result.metrics for result in devices if result.device.key in data.placement.devices):
        metrics["energy_net"] = _run_energy(data, devices, "energy_net")
    if data.samples_per_epoch and samples is not None:
        metrics["energy_per_epoch"] = energy.per(each, samples / data.samples_per_epoch, "epoch", steps_alone=not is_whole)
    if TOKENS_PER_S in data.result:
        metrics["tokens_per_joule"] = energy.tokens_per_joule(metrics["energy_per_sample"])
    if data.planned_steps is not None:
        metrics["time_to_first_step"] = _time_to_first_step(data)
    if data.flops_per_step is not None and timed.steps is not None:
        operations = timed.steps * data.flops_per_step
        metrics["flops"] = rate(operations, duration_s, "FLOP/s", "operations calculated from the shapes", missing, every)
    reported = {key: quantity for key, quantity in data.result.items() if key not in _OURS_ALONE}
    return {**metrics, **phase_metrics(data, timed.window, timed.ends, timed.steps), **without_false_ceilings(reported)}


def _cpu_time_per_sample(data: SummaryInput, timed: _Timed, samples: int | None, missing: str | None) -> dict[str, Quantity]:
    """Return the CPU time per sample of a run on the CPU; {} for any other run.

    Process times are read once per second, so the readings may miss up to 1.5 s at an edge of the window; the sample count is scaled
    to the covered part.
    """
    if data.placement.devices != (MACHINE,):
        return {}
    series, cpu_time = data.series_of(WORKLOAD, "cpu_time"), metric("cpu_time")
    if series is None or cpu_time is None or timed.window is None or not samples:
        reason = "the processor time of its processes was not recorded" if series is None else missing or "no samples were counted"
        return {CPU_TIME_PER_SAMPLE: Quantity.missing("s", reason)}
    taken = reduce(series, cpu_time, Reduction.DELTA, timed.window)
    if taken.value is None:
        return {CPU_TIME_PER_SAMPLE: Quantity.missing("s", taken.reason or "", series.source)}
    source = f"processor time of the processes ({series.source}) divided by samples"
    (start, end), (opened, closed) = covered_part(series, cpu_time, timed.window), timed.window
    covered = samples * (end - start) / (closed - opened)
    return {CPU_TIME_PER_SAMPLE: Quantity(taken.value / covered, "s", Quality.DERIVED, source, None, taken.reason)}


def _steps_missing(data: SummaryInput, timed: _Timed) -> str | None:
    if data.planned_steps is None:
        reason = "no steps were reported" if timed.steps is None else "only one step was reported, so none can be timed"
        if timed.ends.size:
            reason = "all steps ended at one instant, so none can be timed"
        return None if timed.window else data.no_steps_reason or reason
    if timed.window is None:
        return data.no_window_reason()
    if not timed.steps:
        return data.no_steps_reason or "no measured step was finished"
    return None


def _samples_missing(data: SummaryInput) -> str | None:
    if data.reported_samples is not None and data.reported_samples[2] != (counted := _measured_steps(data)):
        return f"samples were reported for only {data.reported_samples[2]} of {counted} steps"
    is_reported = data.planned_steps is not None or data.samples_per_step is not None or data.reported_samples is not None
    return None if is_reported else "how many samples a step has was not reported"


def _latencies(data: SummaryInput, devices: Sequence[DeviceResult], timed: _Timed, missing: str | None) -> dict[str, Quantity]:
    if timed.window is None or missing is not None or timed.steps is None:
        return no_latencies(missing or "no steps were counted")
    lost = data.lost_steps or timed.steps - timed.ends.size
    if lost:
        return no_latencies(data.no_steps_reason or f"the ends of {figures.counted(lost, 'step')} were lost")
    device_by_key = {result.device.key: result.device for result in devices}
    placed = [device_by_key[key] for key in data.placement.devices if key in device_by_key]
    on_gpu = any(device.kind is DeviceKind.GPU and not device.is_absent for device in placed) or not data.placement.devices
    return latencies(
        timed.ends, timed.window, on_gpu=on_gpu, timed_every=data.timed_every, tested_every=data.tested_every, numbers=data.measured_numbers
    )


def _time_to_first_step(data: SummaryInput) -> Quantity:
    if data.steps_ns.size == 0 or data.lost_steps or data.asked_ns is None:
        return Quantity.missing("s", data.no_steps_reason or "the end of the first step was not recorded")
    seconds = float(data.steps_ns[0] - data.asked_ns) / 1e9
    return Quantity(seconds, "s", Quality.MEASURED, "from the command to the end of the first step, by the clock")


def _run_energy(data: SummaryInput, devices: Sequence[DeviceResult], key: str) -> Quantity:
    by_key = {result.device.key: result for result in devices}
    nothing = Quantity.missing("J", "the device has no energy counter")
    parts = [
        (name, by_key[name].metrics.get(key, nothing) if name in by_key else Quantity.missing("J", "the device was not recorded"))
        for name in data.placement.devices
    ]
    return energy.total(parts, data.placement.reason)


PERCENTILES = (("latency_p50", 0.50, 1), ("latency_p95", 0.95, 20), ("latency_p99", 0.99, 100))
"""Key, share of the steps, and minimum number of steps, so that at least one lies beyond the percentile."""


def latencies(
    steps_ns: Stamps,
    window: Window,
    *,
    on_gpu: bool = False,
    timed_every: int | None = None,
    tested_every: int | None = None,
    numbers: Stamps | None = None,
) -> dict[str, Quantity]:
    """Return the percentiles of the measured steps' durations in seconds.

    A percentile is the duration of an actual step (no interpolation), so that its help text holds literally: that share of
    the steps took no longer.

    Args:
        steps_ns: Ends of the measured steps, without gaps; shape (n,).
        window: Window that starts with the first step.
        on_gpu: Whether the steps run on a GPU, which may finish them later than the host's clock shows.
        timed_every: One step in ``timed_every`` was timed by an event on the device; None if the host's clock stamped all steps.
        tested_every: Number of steps after each of which the model was tested; None if it was not.
        numbers: Numbers of the steps, from 0, if some were left out; None for all.
    """
    durations = step_durations_s(steps_ns, window[0], tested_every, numbers)
    steps, clock = figures.figure(durations.size, "1"), "the host's clock" if timed_every is None else "events on the device"
    note = "the host's clock stamped the steps, and the GPU may finish one later" if on_gpu and timed_every is None else None
    source = f"ends of {steps} steps by {clock}" if note is None else f"ends of {steps} steps"  # the note says by which clock
    if left_out := steps_ns.size - durations.size:
        source = f"{source}, without the {figures.counted(left_out, 'step')} after a test of the model"
    if timed_every is not None and timed_every > 1:
        note = f"one step in {timed_every} was timed; those between count as equally long"
    return {key: _percentile(durations, share, needed, source, note) for key, share, needed in PERCENTILES}


def step_durations_s(ends_ns: Stamps, begin_ns: int, tested_every: int | None, numbers: Stamps | None = None) -> Values:
    """Return the durations of measured steps in seconds, without the steps that begin with a test of the model.

    Args:
        ends_ns: Their ends, without gaps; shape (n,).
        begin_ns: The start of the first one.
        tested_every: Number of steps after each of which the model was tested; None if it was not.
        numbers: Numbers of the steps, from 0, if some were left out; None for all.
    """
    durations: Values = np.diff(ends_ns, prepend=np.int64(begin_ns)) / 1e9
    numbers = np.arange(durations.size) if numbers is None else numbers[: durations.size]
    if tested_every is None or tested_every > numbers.max(initial=0):
        return durations
    untested: Values = durations[(numbers % tested_every != 0) | (numbers == 0)]
    return untested


def _percentile(durations: np.ndarray, share: float, needed: int, source: str, note: str | None) -> Quantity:
    if durations.size < needed:
        steps = "a step was" if durations.size == 1 else f"{durations.size or 'no'} steps were"
        return Quantity.missing("s", f"{needed} steps are needed, {steps} measured", source)
    value = float(np.quantile(durations, share, method="inverted_cdf"))
    return Quantity(value, "s", Quality.MEASURED, source, None, note)


def no_latencies(reason: str) -> dict[str, Quantity]:
    """Return the percentiles as missing, with the reason."""
    return {key: Quantity.missing("s", reason) for key, _, _ in PERCENTILES}


def rate(
    count: float | None, duration_s: float | None, unit: str, items: str, missing: str | None, tested_every: int | None = None
) -> Quantity:
    """Return a count per second of the window's wall-clock time; missing, with the reason, if unknown.

    Args:
        count: Number of items; None if none were counted.
        duration_s: Length of the window.
        unit: Unit of the rate.
        items: Name of the counted items, for the source.
        missing: Reason why the rate is missing; None if there is none.
        tested_every: Number of steps after each of which the model was tested within the window; None if it was not.
    """
    if count is None or not duration_s or missing:
        return Quantity.missing(unit, missing or f"no {items} were counted")
    source = with_tests(f"{items} of the window divided by wall-clock time", tested_every)
    return Quantity(count / duration_s, unit, Quality.DERIVED, source)
