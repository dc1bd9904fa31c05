"""The numbers of one device over a run's window."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from gpuscope.analysis.counter_energy import counter_energy
from gpuscope.analysis.device_energy import device_energies, power_lock
from gpuscope.analysis.energy import noted
from gpuscope.analysis.recorded_run import SummaryInput
from gpuscope.analysis.reduction import IncompleteError, Window, gap_words, reduce, slept_words, time_weighted_mean
from gpuscope.analysis.series import DeviceSeries
from gpuscope.core.device import Device
from gpuscope.core.metric import Kind, Metric
from gpuscope.core.metric_registry import metric, reduced_key
from gpuscope.core.quantity import Quantity
from gpuscope.core.run import DeviceResult, RunGap
from gpuscope.core.slowdown import SLOWDOWN_BITS


def device_result(data: SummaryInput, device: Device, window: Window | None) -> DeviceResult:
    """Reduce everything that was recorded on a device over a window; without one, everything is missing."""
    gaps = tuple(gap for gap in data.gaps if gap.device in ("", device.key))
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
            metrics["power_mean"] = noted(metrics["power_mean"], lock.words)
    for key in [key for key in metrics if (definition := metric(key)) is not None and definition.kind is Kind.COUNTER]:
        metrics[key] = _from_the_first_reading(data, metrics[key], window)
    return DeviceResult(device, {key: _labelled(quantity, device) for key, quantity in metrics.items()}, gaps)


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
            yield key, noted(value, gap_words(gaps, definition.key, window))


def _counter(data: SummaryInput, device: Device, series: DeviceSeries, window: Window, gaps: Sequence[RunGap]) -> Quantity:
    slept = slept_words(gaps, series.metric, window)
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
    """Return how long the device's energy counter may go unread, where its back end says so."""
    wrap_s = device.properties.get("energy_wrap_s")
    return float(wrap_s) if isinstance(wrap_s, (int, float)) else None


def _power_limit(data: SummaryInput, device: Device) -> float | None:
    """Return the highest limit that the device enforced during the run, in watts."""
    series = data.series_of(device.key, "power_limit")
    limits = series.readings()[1] if series is not None else np.zeros(0)
    return float(limits.max()) if limits.size else None


def _from_the_first_reading(data: SummaryInput, quantity: Quantity, window: Window | None) -> Quantity:
    """Note on a counter's difference the time that it misses: the workload runs before the sensors' first reading."""
    opened_ns = None if data.window is None or not data.is_command else data.window[0]
    if quantity.is_missing or not opened_ns or window is None or window[0] != opened_ns:
        return quantity
    return noted(quantity, f"without the first {opened_ns / 1e9:.2g} s, before the first readings")


def _labelled(quantity: Quantity, device: Device) -> Quantity:
    return replace(quantity, source=f"{quantity.source} [{device.simulated}]") if device.simulated else quantity


def slowdowns(series: DeviceSeries | None, window: Window) -> dict[str, Quantity]:
    """Return the share by metric key; nothing for a device that tells no reasons.

    Args:
        series: The bit field of reasons as it was read; None where it never was.
        window: Start and end in nanoseconds.
    """
    if series is None:
        return {}
    return {key: _share(series, bits, window) for key, bits in SLOWDOWN_BITS.items()}


def _share(series: DeviceSeries, bits: int, window: Window) -> Quantity:
    is_read = ~np.isnan(series.values)
    held = np.full(series.values.shape, np.nan)
    held[is_read] = (series.values[is_read].astype(np.int64) & bits) != 0
    try:
        share, note = time_weighted_mean(series.stamps_ns, held, window)
    except IncompleteError as reason:
        return Quantity.missing("1", str(reason), series.source)
    return Quantity(share, "1", series.quality, series.source, None, note)
