"""The figures that the mini view can show, and their current values, from the same readings as on the other pages."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QCoreApplication

from gpuscope.core.device import MACHINE, NO_GPU, Device, DeviceKind
from gpuscope.core.figures import MISSING
from gpuscope.gui.data.reading_table import Floats
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.engine_texts import engine_sentence
from gpuscope.gui.run_view.run_figures import logged_figure, throughput_figure
from gpuscope.gui.run_view.strip_template import reality_label
from gpuscope.recording.machine_figures import is_measured, machine_figures
from gpuscope.reports.live_reading import label_on, live_label
from gpuscope.system.language import unit_name

SPAN_S = 60.0
"""Seconds covered by a sparkline: the same as the charts' initial window."""
MOST = 12
"""Maximum rows of a window that is meant to be small."""
_POINTS = 90
"""Maximum points of a sparkline; each is the largest of its readings, so that no peak is lost."""
_OF_GPU = ("utilization", "power", "temperature", "memory_used", "clock", "fan", "memory_temperature")
_OF_MACHINE = ("utilization", "memory_used", "power", "temperature", "clock")
_OF_RUN = ("throughput", "loss")
_FIRST_OF_GPU, _FIRST_OF_MACHINE = ("utilization", "power", "temperature", "memory_used"), ("utilization", "memory_used")
_RUN = "run"


@dataclass(frozen=True, slots=True)
class MiniRow:
    """One figure with its last minute.

    Attributes:
        key: "gpu:0/power", "run/loss".
        label: Displayed label.
        origin: Label of readings that are not live from real hardware; "" otherwise.
        family: Name of the palette colour.
        value: The figure; "–" if there is none.
        unit: Unit of the figure.
        why: Why there is none; "" otherwise.
        places: Horizontal positions of the sparkline's points, 0 to 1.
        heights: Heights of the points, 0 to 1; NaN in a gap.
    """

    key: str
    label: str
    origin: str
    family: str
    value: str
    unit: str
    why: str
    places: Floats
    heights: Floats

    @property
    def sentence(self) -> str:
        """The row in words, for screen readers."""
        return " ".join(part for part in (f"{self.label}:", self.value, unit_name(self.unit), self.origin, self.why) if part)


def offered(data: ShownRun) -> list[tuple[str, str]]:
    """Return (key, label) of all available figures: the run's first, then those of GPUs and of the machine."""
    choices = [(f"{_RUN}/{key}", _run_label(key)) for key in _run_keys(data)]
    for device in _devices(data):
        keys = _OF_MACHINE if device.key == MACHINE else _OF_GPU
        choices += [
            (f"{device.key}/{key}", _label(device, label_on(device.key, live_label(key)))) for key in keys if _is_there(device, key)
        ]
    return choices


def first_choice(data: ShownRun) -> list[str]:
    """Return the keys shown by default: a run's throughput, figures of up to two GPUs, and one of the machine, or two without a GPU."""
    gpus = [device for device in _devices(data) if device.kind is DeviceKind.GPU][:2]
    chosen = [f"{device.key}/{key}" for device in gpus for key in _FIRST_OF_GPU if _is_there(device, key)]
    chosen += [f"{MACHINE}/{key}" for key in (_FIRST_OF_MACHINE[:1] if gpus else _FIRST_OF_MACHINE)]
    there = {key for key, _ in offered(data)}
    return [key for key in (f"{_RUN}/throughput", *chosen) if key in there]


def mini_rows(data: ShownRun, chosen: Sequence[str], energy_unit: str) -> list[MiniRow]:
    """Return the selected figures that are available, in the order of :func:`offered`, at most :data:`MOST`."""
    wanted = set(chosen)
    rows: list[MiniRow] = []
    rows += [_run_row(data, key) for key in _run_keys(data) if f"{_RUN}/{key}" in wanted]
    for device in _devices(data):
        keys = _OF_MACHINE if device.key == MACHINE else _OF_GPU
        if wanted & {f"{device.key}/{key}" for key in keys}:
            rows += _device_rows(data, device, [key for key in keys if f"{device.key}/{key}" in wanted], energy_unit)
    return rows[:MOST]


def unreal(data: ShownRun) -> str:
    """Return the labels of all devices whose readings are not live from real hardware; "" for none."""
    return ", ".join(dict.fromkeys(reality_label(device.simulated, is_dated=False) for device in data.devices if device.simulated))


def _device_rows(data: ShownRun, device: Device, keys: Sequence[str], energy_unit: str) -> list[MiniRow]:
    rows = []
    origin = reality_label(device.simulated, is_dated=False) if device.simulated else ""
    for live in machine_figures(data.machine, device, energy_unit):
        if live.key in keys:
            series = "power_average" if live.key == "power" and not is_measured(device, "power") else live.key
            why = "" if live.missing is None else engine_sentence(live.missing.short)
            spark = _sparkline(*data.series(device.key, series), data.end_s)
            label = _label(device, label_on(device.key, live.label))
            rows.append(MiniRow(f"{device.key}/{live.key}", label, origin, live.family.value, live.value, live.unit, why, *spark))
    return sorted(rows, key=lambda row: keys.index(row.key.partition("/")[2]))


def _run_row(data: ShownRun, key: str) -> MiniRow:
    figure = throughput_figure(data) if key == "throughput" else logged_figure(data, key)
    times, values = data.throughput() if key == "throughput" else data.logged(key)[::2]
    why = figure.trust if figure.value == MISSING else ""
    spark = _sparkline(times, values, data.end_s)
    return MiniRow(f"{_RUN}/{key}", _run_label(key), "", figure.colour, figure.value, figure.unit, why, *spark)


def _sparkline(times: Floats, values: Floats, end_s: float) -> tuple[Floats, Floats]:
    """Return (places, heights) for the last minute: the largest value of each column, scaled from 0 or the least value if negative.

    The line is interrupted after a column with a missing reading, so that a gap shorter than a column's readings is seen too.
    """
    first = int(times.searchsorted(end_s - SPAN_S))
    times, values = times[first:], values[first:]
    if not times.size or not np.isfinite(values).any():
        return np.empty(0), np.empty(0)
    step = -(-times.size // _POINTS)
    starts = np.arange(0, times.size, step)
    tops = np.maximum.reduceat(np.where(np.isfinite(values), values, -np.inf), starts)
    tops = np.where(np.isfinite(tops), tops, np.nan)
    least, most = min(0.0, float(np.nanmin(tops))), float(np.nanmax(tops))
    breaks = np.flatnonzero(np.logical_or.reduceat(~np.isfinite(values), starts)) + 1
    places, heights = 1.0 - (end_s - times[starts]) / SPAN_S, (tops - least) / ((most - least) or 1.0)
    return np.insert(places, breaks, 1.0), np.insert(heights, breaks, np.nan)


def _devices(data: ShownRun) -> list[Device]:
    devices = [device for device in data.devices if device.key == MACHINE or (device.kind is DeviceKind.GPU and device.key != NO_GPU)]
    return sorted(devices, key=lambda device: device.kind is not DeviceKind.GPU)


def _is_there(device: Device, key: str) -> bool:
    return is_measured(device, key) or (key == "power" and is_measured(device, "power_average"))


def _run_keys(data: ShownRun) -> list[str]:
    if data.record is None:
        return []
    return [key for key in _OF_RUN if (key == "throughput" and data.progress.steps) or key in data.logged_keys()]


def _label(device: Device, label: str) -> str:
    name = QCoreApplication.translate("MiniView", "CPU") if device.key == MACHINE else device.key
    return f"{name} · {label}"


def _run_label(key: str) -> str:
    names = {"throughput": QCoreApplication.translate("MiniView", "Throughput"), "loss": QCoreApplication.translate("MiniView", "Loss")}
    return names[key]
