"""The figures of one device as it is now, whatever runs on it; the most wanted first."""

import math
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QCoreApplication

from gpuscope.core import figures
from gpuscope.core.device import MACHINE, Device
from gpuscope.core.figures import energy_in
from gpuscope.core.metric import Family
from gpuscope.core.metric_registry import metric
from gpuscope.gui.data.run_data import RunData
from gpuscope.gui.engine_words import engine_words
from gpuscope.gui.pages.machine.energy_since import EnergySince
from gpuscope.gui.run_view import reading_figures
from gpuscope.gui.run_view.lack import lack
from gpuscope.gui.run_view.throttling import reason_words
from gpuscope.gui.widgets.figure_tile import Figure
from gpuscope.system.settings import JOULE

_OF_EVERY_GPU = frozenset({"utilization", "memory_used", "power", "energy", "temperature", "clock"})
"""Shown with the reason where a GPU lacks it; everything else, and whatever a processor lacks, is left out and told elsewhere."""
_MORE_GAUGES = (
    "sm_activity",
    "tensor_activity",
    "memory_activity",
    "fan",
    "memory_temperature",
    "memory_clock",
    "pcie_received",
    "pcie_sent",
    "swap_used",
)
_RATES = ("nvlink_received", "nvlink_sent", "disk_read", "disk_written", "network_received", "network_sent")


def device_figures(data: RunData, device: Device, energy: EnergySince, energy_unit: str = JOULE) -> list[Figure]:
    """Return a device's figures.

    Args:
        data: The readings.
        device: Which.
        energy: Knows where its counter began.
        energy_unit: "J" or "Wh".
    """
    key = device.key
    found = {
        "utilization": reading_figures.utilization(data, key, trust=_cores(device)),
        "memory_used": _memory(data, device),
        "power": _power(data, device),
        "energy": _energy(data, device, energy, energy_unit),
        "temperature": reading_figures.reading(data, key, "temperature"),
        "clock": reading_figures.reading(data, key, "clock", trust=throttling(data, device)),
    }
    found |= {one: reading_figures.reading(data, key, one, _short(one)) for one in _MORE_GAUGES if _is_measured(device, one)}
    found |= {one: _rate(data, device, one) for one in _RATES if _is_measured(device, one)}
    if not data.latest(key, "swap_used"):
        found.pop("swap_used", None)  # nothing to tell
    wanted = frozenset() if key == MACHINE else _OF_EVERY_GPU
    return [figure for one, figure in found.items() if one in wanted or _is_measured(device, one)]


def device_words(device: Device) -> tuple[str, str]:
    """Return a device's short name, and its maker's with what is to be known of it."""
    short = QCoreApplication.translate("DeviceFigures", "CPU") if device.key == MACHINE else device.key
    driver = device.properties.get("driver_version")
    parts = [device.name, *([QCoreApplication.translate("DeviceFigures", "driver {0}").format(driver)] if driver else [])]
    return short, " · ".join(parts)


def throttling(data: RunData, device: Device) -> str:
    """Return why a device is slowed now, in words; "" when it is not."""
    bits = data.latest(device.key, "throttle")
    return "" if bits is None or not math.isfinite(bits) else reason_words(int(bits))


def _cores(device: Device) -> str:
    count = device.properties.get("processors")
    return (
        QCoreApplication.translate("DeviceFigures", "of 1 core")
        if count == 1
        else QCoreApplication.translate("DeviceFigures", "of {0} cores").format(count)
        if count
        else ""
    )


def _memory(data: RunData, device: Device) -> Figure:
    """Return how much is taken, of how much; the peak, and what the driver keeps for itself, are in the tooltip."""
    shown, reserved = reading_figures.memory(data, device.key), data.latest(device.key, "memory_reserved")
    words = QCoreApplication.translate("DeviceFigures", "{0} reserved by the driver")
    parts = [shown.trust, "" if reserved is None else words.format(figures.figure(reserved, "B"))]
    return replace(shown, trust=shown.trust.partition(" · ")[0], more=" · ".join(part for part in parts if part))


def _power(data: RunData, device: Device) -> Figure:
    if _is_measured(device, "power") or not _is_measured(device, "power_average"):
        return reading_figures.power(data, (device.key,))
    words = QCoreApplication.translate("DeviceFigures", "1 s average")
    return reading_figures.reading(data, device.key, "power_average", QCoreApplication.translate("DeviceFigures", "Power"), words)


def _energy(data: RunData, device: Device, energy: EnergySince, unit: str) -> Figure:
    label, found = QCoreApplication.translate("DeviceFigures", "Energy"), energy.of(data, device.key)
    if found is None or data.is_in_gap(device.key, "energy"):
        return reading_figures.missing("energy", label, Family.POWER, lack(data, device.key, "energy"))
    words = QCoreApplication.translate("DeviceFigures", "in {0}").format(_span(found[1]))
    return reading_figures.figure("energy", label, Family.POWER, energy_in(unit, found[0]), unit, words)


def _rate(data: RunData, device: Device, key: str) -> Figure:
    values = data.rate(device.key, key)[1]
    is_known = bool(values.size and np.isfinite(values[-1])) and not data.is_in_gap(device.key, key)
    if not is_known:
        return reading_figures.missing(key, _label(key), Family.HOST, lack(data, device.key, key))
    value, unit = figures.figure(float(values[-1]), "B").split(" ")
    return Figure(key, _label(key), Family.HOST.value, value, f"{unit}/s")


def _short(key: str) -> str:
    """Return a label that fits a small tile; "" for the metric's own."""
    return {
        "tensor_activity": QCoreApplication.translate("DeviceFigures", "Tensor cores"),
        "memory_activity": QCoreApplication.translate("DeviceFigures", "Memory bus"),
        "memory_temperature": QCoreApplication.translate("DeviceFigures", "Mem. temp."),
        "memory_clock": QCoreApplication.translate("DeviceFigures", "Mem. clock"),
        "pcie_received": QCoreApplication.translate("DeviceFigures", "PCIe in"),
        "pcie_sent": QCoreApplication.translate("DeviceFigures", "PCIe out"),
        "nvlink_received": QCoreApplication.translate("DeviceFigures", "NVLink in"),
        "nvlink_sent": QCoreApplication.translate("DeviceFigures", "NVLink out"),
        "network_received": QCoreApplication.translate("DeviceFigures", "Network in"),
        "network_sent": QCoreApplication.translate("DeviceFigures", "Network out"),
    }.get(key, "")


def _label(key: str) -> str:
    known = metric(key)
    return _short(key) or (engine_words(known.label) if known is not None else key)


def _span(seconds: float) -> str:
    """Return a time that goes on: its last figure is reached, never rounded up to."""
    if seconds < 1:
        return f"{math.floor(10 * seconds) / 10:.1f} s"
    whole = math.floor(seconds)
    return f"{whole} s" if whole < 60 else figures.duration(whole)


def _is_measured(device: Device, key: str) -> bool:
    capability = device.capabilities.get(key)
    return capability is not None and capability.available
