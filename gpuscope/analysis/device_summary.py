"""The numbers of one device over a run's window."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from gpuscope.analysis import energy
from gpuscope.analysis.reduction import Window, reduce
from gpuscope.analysis.run_data import RunData
from gpuscope.analysis.series import DeviceSeries
from gpuscope.core.device import Device
from gpuscope.core.metric import Kind, Metric, metric, reduced_key
from gpuscope.core.quantity import Quantity
from gpuscope.core.run import DeviceResult, RunGap


def no_window_reason(data: RunData) -> str:
    """Returns why a run has no window."""
    if data.planned_steps is None:
        return "the run ended before its window opened"
    return data.no_steps_reason or "the run ended before the first measured step"


def device_result(data: RunData, device: Device, window: Window | None) -> DeviceResult:
    """Reduces everything that was recorded on a device over a window; without one, everything is missing."""
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
            yield key, Quantity.missing(one.unit, no_window_reason(data), series.source)
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
