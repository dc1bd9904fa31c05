"""Tiles of current sensor readings of a run's devices and of the machine. The figures come from the live state."""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QCoreApplication

from gpuscope.core import figures
from gpuscope.core.device import MACHINE, WORKLOAD, Device, DeviceKind
from gpuscope.core.figures import steady_figure, steady_unit
from gpuscope.core.metric import Family
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.engine_texts import engine_sentence, engine_text
from gpuscope.gui.widgets.figure_tile import Figure
from gpuscope.recording import machine_figures
from gpuscope.recording.machine_figures import LiveFigure, MissingReading
from gpuscope.reports.live_reading import label_on
from gpuscope.system.language import duration_text, labelled


def span(seconds: float) -> str:
    """Format a time span, with two digits below a minute: ``1.4 s``, ``30 s``, ``3 min 20 s``."""
    return duration_text(f"{figures.significant(seconds, 2)} s" if seconds < 59.5 else figures.duration(round(seconds)))


def figure(key: str, label: str, family: Family, value: float | None, unit: str, trust: str, *, share: bool = False) -> Figure:
    """Return a figure in a suitable unit.

    Args:
        key: Identifies it among its siblings.
        label: Label.
        family: Metric family, which determines the colour.
        value: SI; None if missing, with the reason in ``trust``.
        unit: SI unit.
        trust: Its uncertainty or origin.
        share: Whether the unit "1" means a share, which is shown in percent.
    """
    if value is None:
        return Figure(key, label, family.value, trust=trust, more=labelled(label, trust) if trust else "")
    shown = steady_unit(unit, value, share=share)
    return Figure(key, label, family.value, shown.figure(value), shown.name, trust)


def tile(device: str, live: LiveFigure, label: str = "", trust: str = "") -> Figure:
    """Return a live figure of a device as a tile; ``label`` and ``trust`` replace its own label and notes."""
    key, name = f"{device}/{live.key}", label or label_on(device, live.label)
    if live.missing is not None:
        return missing(key, name, live.family, live.missing)
    notes = [engine_sentence(note) for note in live.notes]
    if (below := live.of_whole) is not None:
        notes.insert(0, _of_limit(*below.values) if live.key == "power" else engine_sentence(below))
    return Figure(key, name, live.family.value, live.value, live.unit, trust or " · ".join(notes))


def _of_limit(limit: str) -> str:
    """Return the text below a power: some languages name a limit otherwise than a whole."""
    return QCoreApplication.translate("ReadingFigures", "of {0}").format(limit)


def missing(key: str, label: str, family: Family, why: MissingReading) -> Figure:
    """Return a figure without a value."""
    return Figure(key, label, family.value, trust=engine_sentence(why.short), more=labelled(label, why.full), is_bad=why.is_bad)


def device_of(data: ShownRun, key: str) -> Device:
    """Return a device by its key; an empty description if it is unknown."""
    return next((device for device in data.devices if device.key == key), Device(key, DeviceKind.GPU, key))


def reading(data: ShownRun, device: str, key: str, label: str = "", trust: str = "") -> Figure:
    """Return the tile of a series' newest value, or the reason why there is none."""
    return tile(device, machine_figures.reading_figure(data.machine, device_of(data, device), key), label, trust)


def peak(data: ShownRun, device: str, key: str) -> float | None:
    """Return the largest value of a series so far; None without one."""
    values = data.series(device, key)[1]
    most = float(np.max(values, where=np.isfinite(values), initial=-math.inf))
    return most if math.isfinite(most) else None


def utilization(data: ShownRun, device: str, label: str = "", trust: str = "") -> Figure:
    """Return the utilization of a device."""
    return tile(device, machine_figures.load_figure(data.machine, device_of(data, device)), label, trust)


def cpu(data: ShownRun) -> Figure:
    """Return the CPU utilization, and how many of its cores the run uses."""
    count, share = device_of(data, MACHINE).properties.get("processors"), data.progress.cpu_share
    share_text = ""
    if share is not None and isinstance(count, int) and count > 0:
        # The two clocks are read one after the other, so a run that uses the whole machine may seem to exceed it slightly.
        taken = figures.significant(min(share, float(count)), 2)
        share_text = QCoreApplication.translate("ReadingFigures", "this run {0} of {1}").format(taken, count)
    return utilization(data, MACHINE, QCoreApplication.translate("ReadingFigures", "CPU"), share_text)


def command_cpu(data: ShownRun) -> Figure:
    """Return the CPU utilization of a command's own processes with the machine's beside it; the machine's alone until it is known."""
    count, cores = device_of(data, MACHINE).properties.get("processors"), data.progress.cpu_share
    if cores is None or not isinstance(count, int) or count <= 0:
        return cpu(data)
    cores = min(cores, float(count))  # as above
    parts = [QCoreApplication.translate("ReadingFigures", "{0} of {1} cores").format(figures.significant(cores, 2), count)]
    if (machine := data.latest(MACHINE, "utilization")) is not None:
        parts.append(QCoreApplication.translate("ReadingFigures", "machine {0}").format(figures.percent(machine)))
    label = QCoreApplication.translate("ReadingFigures", "CPU of the command")
    return figure("command_cpu", label, Family.HOST, cores / count, "1", " · ".join(parts), share=True)


def power(data: ShownRun, devices: Sequence[str]) -> Figure:
    """Return the total power of some devices, with their total limit."""
    each = [machine_figures.power_figure(data.machine, device_of(data, device)) for device in devices]
    if len(devices) == 1:
        return replace(tile(devices[0], each[0]), key="power")
    for device, live in zip(devices, each, strict=True):
        if live.missing is not None:
            silent = missing("power", engine_text(live.label), Family.POWER, live.missing)
            return replace(silent, trust=labelled(device, silent.trust))
    label = engine_text(each[0].label)
    total = sum(data.latest(device, "power") or data.latest(device, "power_average") or 0.0 for device in devices)
    limits = [machine_figures.power_limit(data.machine, device_of(data, device)) for device in devices]
    notes = [QCoreApplication.translate("ReadingFigures", "{0} GPUs").format(len(devices))]
    if None not in limits:
        notes.insert(0, _of_limit(steady_figure(sum(limit or 0.0 for limit in limits), "W")))
    return figure("power", label, Family.POWER, total, "W", " · ".join(notes))


def memory(data: ShownRun, device: str, label: str = "") -> Figure:
    """Return a device's memory in use, its total, and the peak so far."""
    shown = tile(device, machine_figures.memory_figure(data.machine, device_of(data, device)), label)
    most = peak(data, device, "memory_used")
    if most is None or not shown.unit:
        return shown
    peak_text = QCoreApplication.translate("ReadingFigures", "peak {0}").format(steady_figure(most, "B"))
    return replace(shown, trust=" · ".join(filter(None, (shown.trust, peak_text))))


def process_memory(data: ShownRun) -> Figure:
    """Return the resident memory of the run's processes, and the peak so far."""
    most = peak(data, WORKLOAD, "resident_memory")
    peak_text = "" if most is None else QCoreApplication.translate("ReadingFigures", "peak {0}").format(steady_figure(most, "B"))
    return reading(data, WORKLOAD, "resident_memory", QCoreApplication.translate("ReadingFigures", "Resident memory"), peak_text)
