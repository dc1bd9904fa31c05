"""The metrics of one device over a run's window."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from gpuscope.analysis.energy import EnergySources, counter_energy, noted
from gpuscope.analysis.idle_baseline import BARE, CONTEXT, net_energy
from gpuscope.analysis.power_integral import PowerSampling, StepLock, power_energy, power_sampling, step_lock
from gpuscope.analysis.recorded_run import SummaryInput
from gpuscope.analysis.reduction import (
    NO_READINGS,
    IncompleteError,
    Window,
    gap_note,
    incomplete_note,
    reduce,
    suspend_note,
    time_weighted_mean,
)
from gpuscope.analysis.series import DeviceSeries
from gpuscope.analysis.uncertainty import gain_of, widened_j
from gpuscope.core.device import Device, DeviceKind
from gpuscope.core.metric import Kind, Metric
from gpuscope.core.metric_registry import metric, reduced_key
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import DeviceResult, RunGap
from gpuscope.core.slowdown import SLOWDOWN_BITS


def device_result(data: SummaryInput, device: Device, window: Window | None) -> DeviceResult:
    """Reduce everything recorded on a device over a window; without a window, all metrics are missing."""
    gaps = device_gaps(data, device)
    metrics = {
        key: quantity
        for definition in _metrics_of(data, device)
        for key, quantity in _reductions(data, device, definition, data.series_of(device.key, definition.key), window, gaps)
    }
    if window is not None:
        metrics |= slowdowns(data.series_of(device.key, "throttle"), window)
        lock = power_lock(data, device, window)
        metrics |= device_energies(data, device, window, gaps, metrics.get("energy"), lock)
        if lock is not None:
            metrics["power_mean"] = noted(metrics["power_mean"], lock.warning)
    for key in [key for key in metrics if (definition := metric(key)) is not None and definition.kind is Kind.COUNTER]:
        metrics[key] = _from_the_first_reading(data, metrics[key], window)
    return DeviceResult(device, {key: _labelled(quantity, device) for key, quantity in metrics.items()}, gaps)


def device_gaps(data: SummaryInput, device: Device) -> tuple[RunGap, ...]:
    """Return a device's intervals without readings."""
    return tuple(gap for gap in data.gaps if gap.device in ("", device.key))


def _metrics_of(data: SummaryInput, device: Device) -> list[Metric]:
    recorded = [series.metric for series in data.series if series.device == device.key]
    keys = dict.fromkeys([*device.capabilities, *recorded])
    return [definition for key in keys if (definition := metric(key)) is not None]


def _reductions(
    data: SummaryInput, device: Device, definition: Metric, series: DeviceSeries | None, window: Window | None, gaps: Sequence[RunGap]
) -> Iterator[tuple[str, Quantity]]:
    for reduction in definition.reductions:
        key = reduced_key(definition, reduction)
        if series is None:
            yield key, _not_read(device, definition)
        elif window is None:
            yield key, Quantity.missing(definition.unit, data.no_window_reason(), series.source)
        else:
            is_energy = definition.kind is Kind.COUNTER and definition.unit == "J"
            value = _counter(data, device, series, window, gaps) if is_energy else reduce(series, definition, reduction, window)
            yield key, noted(value, gap_note(gaps, definition.key, window))


def _counter(data: SummaryInput, device: Device, series: DeviceSeries, window: Window, gaps: Sequence[RunGap]) -> Quantity:
    slept = suspend_note(gaps, series.metric, window)
    if slept is not None:
        return Quantity.missing("J", f"incomplete: {slept}", series.source)
    capability = device.capabilities.get(series.metric)
    gain = None if capability is None else capability.uncertainty
    return counter_energy(series, window, _power_limit(data, device), _longest_gap_s(device), gain)


def _not_read(device: Device, definition: Metric) -> Quantity:
    capability = device.capabilities.get(definition.key)
    if capability is None or capability.available:
        return Quantity.missing(definition.unit, "there is no reading", capability.source if capability else "")
    return Quantity.missing(definition.unit, capability.reason or "not available here", capability.source)


def _longest_gap_s(device: Device) -> float | None:
    """Return how long the device's energy counter may go unread before it can wrap; None if its back end does not specify it."""
    wrap_s = device.properties.get("energy_wrap_s")
    return float(wrap_s) if isinstance(wrap_s, (int, float)) else None


def _power_limit(data: SummaryInput, device: Device) -> float | None:
    """Return the highest power limit enforced during the run, in watts; None if it was not read."""
    series = data.series_of(device.key, "power_limit")
    limits = series.readings()[1] if series is not None else np.zeros(0)
    return float(limits.max()) if limits.size else None


def _from_the_first_reading(data: SummaryInput, quantity: Quantity, window: Window | None) -> Quantity:
    """Add a note if a command's window starts late: the workload runs before the sensors' first reading."""
    opened_ns = None if data.window is None or not data.is_command else data.window[0]
    if quantity.is_missing or not opened_ns or window is None or window[0] != opened_ns:
        return quantity
    return noted(quantity, f"without the first {opened_ns / 1e9:.2g} s, before the first readings")


def _labelled(quantity: Quantity, device: Device) -> Quantity:
    return replace(quantity, source=f"{quantity.source} [{device.simulated}]") if device.simulated else quantity


def slowdowns(series: DeviceSeries | None, window: Window) -> dict[str, Quantity]:
    """Return the share of time per slowdown metric; empty for a device that reports no throttle reasons.

    Args:
        series: Readings of the bit field of reasons; None if it was never read.
        window: Start and end in nanoseconds.
    """
    if series is None:
        return {}
    return {key: _share(series, bits, window) for key, bits in SLOWDOWN_BITS.items()}


def _share(series: DeviceSeries, bits: int, window: Window) -> Quantity:
    if series.quality is Quality.MISSING:
        return Quantity.missing("1", NO_READINGS, series.source)
    is_read = ~np.isnan(series.values)
    flagged = np.full(series.values.shape, np.nan)
    flagged[is_read] = (series.values[is_read].astype(np.int64) & bits) != 0
    try:
        share, note = time_weighted_mean(series.stamps_ns, flagged, window)
    except IncompleteError as reason:
        return Quantity.missing("1", str(reason), series.source)
    return Quantity(share, "1", series.quality, series.source, None, note)


POWER, AVERAGE = "power", "power_average"


def device_energies(
    data: SummaryInput, device: Device, window: Window, gaps: Sequence[RunGap], counter: Quantity | None, lock: StepLock | None
) -> dict[str, Quantity]:
    """Return the energies of a device by metric key: "energy" comes from the chosen source, the others are kept for comparison.

    Args:
        data: Everything recorded for the run.
        device: One of its devices.
        window: Start and end in nanoseconds from the run's start.
        gaps: The gaps of this device.
        counter: Energy from its cumulative counter; None for a device without a counter.
        lock: How the steps alias with its power sensor; None if they do not.
    """
    sources = EnergySources(counter, *_integrals(data, device, window, gaps, lock))
    window_s = (window[1] - window[0]) / 1e9
    chosen = sources.chosen(window_s)
    if chosen is None:
        return {}
    if lock is not None and chosen.source != (sources.instant or chosen).source:
        chosen = noted(chosen, lock.warning)
    chosen = noted(chosen, _whole_device_note(data, device))
    energies = {"energy": chosen, **_side_by_side(sources)}
    if device.key in data.baselines:
        energies["energy_net"] = _net(data, device, chosen, window_s)
    return energies


def power_lock(data: SummaryInput, device: Device, window: Window) -> StepLock | None:
    """Return how the run's steps alias with a device's power sensor; None if they do not, or if it cannot be determined."""
    power = data.series_of(device.key, POWER)
    if power is None or data.lost_steps:
        return None
    return step_lock(power.readings()[0], device_power_sampling(data, device), data.steps_ns, window)


def device_power_sampling(data: SummaryInput, device: Device, key: str = POWER) -> PowerSampling | None:
    """Return how a device's power readings ("power", "power_average") sample its power; None if unknown."""
    series = data.series_of(device.key, key)
    if series is None:
        return None
    capability = device.capabilities.get(key)
    return power_sampling(series, *((None, None) if capability is None else (capability.sampled_share, capability.window_s)))


def _integrals(
    data: SummaryInput, device: Device, window: Window, gaps: Sequence[RunGap], lock: StepLock | None
) -> tuple[Quantity | None, Quantity | None]:
    """Return the integrals of the instantaneous power and of the 1 s average."""
    power, average = _integral(data, device, POWER, window, gaps), _integral(data, device, AVERAGE, window, gaps)
    if _average_s(device, POWER) is not None:
        return None, average or power
    if power is not None and power.value is not None and lock is not None:
        power = noted(replace(power, uncertainty=widened_j(power.value, power.uncertainty, lock.uneven)), lock.warning)
    return power, average


def _integral(data: SummaryInput, device: Device, key: str, window: Window, gaps: Sequence[RunGap]) -> Quantity | None:
    """Return the integral of a GPU's power; None for power derived from an energy counter, as a CPU's is."""
    series = data.series_of(device.key, key)
    if series is None or device.kind is not DeviceKind.GPU or series.quality is not Quality.MEASURED:
        return None
    incomplete = incomplete_note(gaps, key, window)
    if incomplete is not None:
        return Quantity.missing("J", incomplete, series.source)
    capability = device.capabilities.get(key)
    gain = None if capability is None else capability.uncertainty
    integral = power_energy(series, window, device_power_sampling(data, device, key), gain)
    # An average over an undocumented window is the vendor's own arithmetic, so it ranks below the counter.
    is_modelled = key == AVERAGE and _average_s(device, key) is None and integral.value is not None
    return replace(integral, quality=Quality.VENDOR_MODELLED) if is_modelled else integral


def _average_s(device: Device, key: str) -> float | None:
    """Return the averaging window of a power reading in seconds; None if it is not fixed."""
    capability = device.capabilities.get(key)
    return None if capability is None else capability.window_s


def _side_by_side(sources: EnergySources) -> dict[str, Quantity]:
    """Return the energy from each source if there are several; empty otherwise."""
    by_source = {"energy_counter": sources.counter, "energy_instant": sources.instant, "energy_average": sources.average}
    present = {key: quantity for key, quantity in by_source.items() if quantity is not None}
    return present if len(present) > 1 else {}


def _whole_device_note(data: SummaryInput, device: Device) -> str | None:
    """Return a note that the energy covers the whole device if the device is shared (measurement.md, S12)."""
    processes = _processes(data, device)
    if processes is not None and processes > 1:
        return f"of the whole device, which {processes} processes used"
    return "of the whole device, all its partitions together" if device.properties.get("mig") else None


def _processes(data: SummaryInput, device: Device) -> int | None:
    series = data.series_of(device.key, "device_processes")
    counts = series.readings()[1] if series is not None else np.zeros(0)
    return int(counts.max()) if counts.size else None


def _net(data: SummaryInput, device: Device, gross: Quantity, window_s: float) -> Quantity:
    kind = _idle_kind(data, device)
    if kind is None:
        return Quantity.missing("J", "whether the run had a CUDA context is not known, so no idle baseline can be chosen")
    return net_energy(gross, data.baselines[device.key], kind, window_s, gain_of(device))


def _idle_kind(data: SummaryInput, device: Device) -> str | None:
    if device.kind is not DeviceKind.GPU:
        return BARE
    if not data.is_command and device.key in data.placement.devices:
        return CONTEXT
    processes = _processes(data, device)
    return None if processes is None else CONTEXT if processes else BARE
