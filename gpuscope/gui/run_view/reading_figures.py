"""Figures of what sensors read now: of a run's devices, and of the machine's."""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QCoreApplication

from gpuscope.core import figures
from gpuscope.core.device import MACHINE, WORKLOAD, Device, DeviceKind
from gpuscope.core.device_metrics import SHARES
from gpuscope.core.figures import beside, steady_unit
from gpuscope.core.metric import Family
from gpuscope.core.metric_registry import metric
from gpuscope.gui.data.run_data import RunData
from gpuscope.gui.engine_words import engine_words
from gpuscope.gui.run_view.lack import Lack, lack
from gpuscope.gui.widgets.figure_tile import Figure

_RECENT_S = 1.0


def figure(key: str, label: str, family: Family, value: float | None, unit: str, trust: str, *, share: bool = False) -> Figure:
    """Return a figure in the unit that fits it.

    Args:
        key: Tells it from the others.
        label: What it is.
        family: Gives the colour.
        value: SI; None for a missing one, of which ``trust`` says why.
        unit: SI.
        trust: How far it can be trusted.
        share: Whether the unit "1" is that of a share.
    """
    if value is None:
        return Figure(key, label, family.value, trust=trust, more=f"{label}: {trust}" if trust else "")
    shown = steady_unit(unit, value, share=share)
    return Figure(key, label, family.value, shown.figure(value), shown.name, trust)


def reading(data: RunData, device: str, key: str, label: str = "", trust: str = "") -> Figure:
    """Return the figure of a series' newest value, or why there is none."""
    known = metric(key)
    name = label or (engine_words(known.label) if known is not None else key)
    family, unit = (known.family, known.unit) if known is not None else (Family.HOST, "")
    value = data.latest(device, key)
    if value is None:
        return missing(f"{device}/{key}", name, family, lack(data, device, key))
    return figure(f"{device}/{key}", name, family, value, unit, trust, share=key in SHARES)


def missing(key: str, label: str, family: Family, why: Lack) -> Figure:
    """Return a figure without a value."""
    return Figure(key, label, family.value, trust=why.words, more=f"{label}: {why.whole}", is_bad=why.is_bad)


def device_of(data: RunData, key: str) -> Device | None:
    """Return a device by its key; None when there is no such."""
    return next((one for one in data.devices if one.key == key), None)


def recent_mean(data: RunData, device: str, key: str) -> float | None:
    """Return the mean of the last second of a series; None without a reading in it."""
    times, values = data.series(device, key)
    part = values[times.searchsorted(data.end_s - _RECENT_S) :]
    there = part[np.isfinite(part)]
    return float(there.mean()) if there.size else None


def peak(data: RunData, device: str, key: str) -> float | None:
    """Return the largest value of a series so far; None without one."""
    values = data.series(device, key)[1]
    most = float(np.max(values, where=np.isfinite(values), initial=-math.inf))
    return most if math.isfinite(most) else None


def utilization(data: RunData, device: str, label: str = "", trust: str = "") -> Figure:
    """Return the share of time in which a device was busy, over the last second: a single reading jumps."""
    now = reading(data, device, "utilization", label, trust)
    if device == MACHINE and any(one.kind is DeviceKind.GPU and one.key != "gpu" for one in data.devices):
        now = replace(now, colour=Family.HOST.value)  # beside a GPU the processor is what stands around it
    mean = recent_mean(data, device, "utilization")
    return now if mean is None or not now.unit else replace(now, value=figures.significant(100 * mean, 3 if mean >= 0.1 else 2))


def cpu(data: RunData) -> Figure:
    """Return how busy the processors are, and how many of them the run takes."""
    machine = device_of(data, MACHINE)
    count = None if machine is None else machine.properties.get("processors")
    share = data.progress.cpu_share
    if share is None or not count:
        return utilization(
            data,
            MACHINE,
            QCoreApplication.translate("ReadingFigures", "CPU"),
            QCoreApplication.translate("ReadingFigures", "of 1 core")
            if count == 1
            else QCoreApplication.translate("ReadingFigures", "of {0} cores").format(count)
            if count
            else "",
        )
    words = QCoreApplication.translate("ReadingFigures", "this run {0} of {1}").format(figures.significant(share, 2), count)
    return utilization(data, MACHINE, QCoreApplication.translate("ReadingFigures", "CPU"), words)


def power(data: RunData, devices: Sequence[str]) -> Figure:
    """Return the power of some devices together, against the limit that they enforce."""
    label, watts = QCoreApplication.translate("ReadingFigures", "Power"), [data.latest(device, "power") for device in devices]
    for device, value in zip(devices, watts, strict=True):
        if value is None:
            why = lack(data, device, "power")
            return missing("power", label, Family.POWER, why if len(devices) == 1 else replace(why, words=f"{device}: {why.words}"))
    total = float(sum(value for value in watts if value is not None))
    limits = [power_limit(data, device) for device in devices]
    words = (
        ""
        if None in limits
        else QCoreApplication.translate("ReadingFigures", "of {0}").format(figures.figure(sum(limit or 0.0 for limit in limits), "W"))
    )
    several = QCoreApplication.translate("ReadingFigures", "{0} GPUs").format(len(devices)) if len(devices) > 1 else ""
    return figure("power", label, Family.POWER, total, "W", " · ".join(part for part in (words, several) if part))


def power_limit(data: RunData, device: str) -> float | None:
    """Return the limit that a device enforces, in watts: the newest reading, else what it told at first."""
    latest = data.latest(device, "power_limit")
    if latest is not None:
        return latest
    found = device_of(data, device)
    told = None if found is None else found.properties.get("power_limit")
    return float(told) if isinstance(told, (int, float)) else None


def memory(data: RunData, device: str, label: str = "") -> Figure:
    """Return how much of a device's memory is taken, of how much, and the most so far."""
    found, most = device_of(data, device), peak(data, device, "memory_used")
    total = None if found is None else found.properties.get("memory_total")
    now = data.latest(device, "memory_used")
    parts = (
        [QCoreApplication.translate("ReadingFigures", "of {0}").format(beside(total, now, "B"))] if isinstance(total, (int, float)) else []
    )
    if most is not None:
        parts.append(QCoreApplication.translate("ReadingFigures", "peak {0}").format(beside(most, now, "B")))
    return reading(data, device, "memory_used", label or QCoreApplication.translate("ReadingFigures", "Memory"), " · ".join(parts))


def process_memory(data: RunData) -> Figure:
    """Return the memory that the run's processes hold, and the most so far."""
    most = peak(data, WORKLOAD, "resident_memory")
    now = data.latest(WORKLOAD, "resident_memory")
    words = "" if most is None else QCoreApplication.translate("ReadingFigures", "peak {0}").format(beside(most, now, "B"))
    return reading(data, WORKLOAD, "resident_memory", QCoreApplication.translate("ReadingFigures", "Process memory"), words)
