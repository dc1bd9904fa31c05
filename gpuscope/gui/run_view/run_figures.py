"""The figures of a live run with their uncertainty and origin."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication

from gpuscope.analysis.placement import place, reported_uuids
from gpuscope.analysis.uncertainty import UNKNOWN_GAIN
from gpuscope.core.device import MACHINE, RECORDER, Device, DeviceKind
from gpuscope.core.figures import MISSING, in_unit, spread, steady_figure
from gpuscope.core.metric import Family
from gpuscope.core.metric_registry import SHARES, metric
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.gui.data.reading_table import Floats
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.engine_texts import composed_text, engine_sentence, engine_text
from gpuscope.gui.run_view import reading_figures
from gpuscope.gui.run_view.reading_figures import figure, span
from gpuscope.gui.run_view.run_strips import drawn_keys
from gpuscope.gui.run_view.strip_template import reality_label, step_name
from gpuscope.gui.widgets.figure_tile import Figure
from gpuscope.recording.machine_figures import missing_reading
from gpuscope.reports.energy_account import EnergyAccount, has_energy_sensor, spread_text
from gpuscope.system.settings import JOULE

SPAN_S = 30.0
"""Throughput and step time are taken over this many seconds of the newest measured steps."""
_BLOCKS, _T_9 = 10, 2.262
"""The mean's uncertainty is computed from the means of ten equal blocks (batch means), because single steps need not be independent;
95 % quantile of Student's t distribution with nine degrees of freedom."""
_SHORTEST_S = 2.0
"""Below this duration no interval is given: a block would last less than 0.2 s, and a single delayed step would decide its mean."""
_ENOUGH_STEPS = {"p99": 100, "p95": 20}
"""Least number of steps for each quantile; with fewer, it is merely the slowest step."""
_MOST_LOGGED = 2
"""Maximum number of tiles of logged values, loss and accuracy first; the others only have strips."""


def live_account(data: ShownRun) -> EnergyAccount:
    """Return the energy account so far of the devices that a run computes on."""
    placed = placed_devices(data)
    is_measurable = any(has_energy_sensor(device) for device in data.devices if device.key in placed)
    cpu_s = data.latest(RECORDER, "cpu_time")
    own = None if cpu_s is None else Quantity(cpu_s, "s", Quality.MEASURED, "")
    return EnergyAccount(live_energy(data, placed) if placed else None, own_cpu_s=own, window_s=data.end_s, is_measurable=is_measurable)


def run_figures(data: ShownRun, energy_unit: str = JOULE) -> list[Figure]:
    """Return the figures of a live run, most important first; energy in joules or watt hours."""
    devices = placed_devices(data)
    is_command = data.record is not None and data.record.spec.is_command
    steps = [] if is_command and not data.progress.steps else [throughput_figure(data), _step_time(data)]
    logged = [logged_figure(data, key) for key in drawn_keys(data.logged_keys())[:_MOST_LOGGED]]
    if any(device != MACHINE for device in devices):
        busy = logged if is_command and not steps else []
        busy = busy if steps else [*busy, reading_figures.utilization(data, devices[0])]
        gpus = [*busy, reading_figures.power(data, devices), *_energies(data, devices, energy_unit), _gpu_memory(data, devices)]
        return [*steps, *labelled(gpus, [device for device in data.devices if device.key in devices])]
    of_cpu = [energy for energy in _energies(data, devices, energy_unit) if energy.value != MISSING] if devices else []
    has_process = data.record is None or not data.record.spec.is_machine
    processes = [reading_figures.process_memory(data)] if has_process else []
    of_command = is_command and has_process
    busy_cpu = reading_figures.command_cpu(data) if of_command else reading_figures.cpu(data)
    machine_memory = reading_figures.memory(data, MACHINE, QCoreApplication.translate("RunFigures", "Machine memory"))
    return [*steps, *logged, *of_cpu, busy_cpu, *processes, machine_memory]


def labelled(figures: Sequence[Figure], devices: Sequence[Device]) -> list[Figure]:
    """Return the figures, labelled if their values are simulated or recorded."""
    origin = " · ".join(dict.fromkeys(reality_label(device.simulated, is_dated=False) for device in devices if device.simulated))
    return [
        replace(shown, trust=" · ".join(filter(None, (origin, shown.trust)))) if origin and shown.value != MISSING else shown
        for shown in figures
    ]


def placed_devices(data: ShownRun) -> tuple[str, ...]:
    """Return the keys of the devices that a run computes on; for a command, those visible to it."""
    if data.record is None:
        return ()
    gpus = tuple(device.key for device in data.devices if device.kind is DeviceKind.GPU and device.key != "gpu")
    if not gpus:
        return (MACHINE,)
    placement = place(data.record.spec, [device for device in data.devices if device.key != "gpu"], reported_uuids(data.facts))
    return placement.devices or tuple(gpu for gpu in gpus if gpu == data.progress.placed_on) or (MACHINE,)


@dataclass(frozen=True, slots=True)
class _Recent:
    """The recent steps: their ends, and the number of steps finished at each."""

    ends: Floats
    counts: Floats

    @property
    def seconds(self) -> float:
        return float(self.ends[-1] - self.ends[0])

    @property
    def rate(self) -> float:
        return float(self.counts[-1] - self.counts[0]) / self.seconds

    def relative_uncertainty(self) -> float | None:
        """Return the relative half width of the mean rate's 95 % interval; None with too few steps or too short a time."""
        if self.seconds < _SHORTEST_S or self.ends.size < 2 * _BLOCKS:
            return None
        edges = np.interp(np.linspace(self.ends[0], self.ends[-1], _BLOCKS + 1), self.ends, self.counts)
        blocks = np.diff(edges)
        mean = float(blocks.mean())
        return _T_9 * float(blocks.std(ddof=1)) / math.sqrt(_BLOCKS) / mean if mean > 0 else None


def _recent(data: ShownRun) -> _Recent | None:
    """Return the measured steps of the last :data:`SPAN_S` seconds; None before the second one."""
    ends = data.step_ends()
    phases = {name: t_s for t_s, name in data.phases}
    begin = phases.get("measured", math.inf if data.progress.warmup_steps else 0.0)
    last = int(ends.searchsorted(phases.get("evaluate", math.inf), side="right"))
    if last < 2:
        return None
    first = int(ends.searchsorted(max(begin, float(ends[last - 1]) - SPAN_S)))
    part = slice(max(0, first - 1), last)
    recent = _Recent(ends[part], data.step_counts(part))
    return recent if first < last and recent.ends.size > 1 and recent.seconds > 0 else None


def _no_steps(data: ShownRun) -> str:
    if not data.progress.steps:
        return engine_text(data.progress.phase)
    return QCoreApplication.translate("RunFigures", "from the first measured step on")


def throughput_figure(data: ShownRun) -> Figure:
    """Return the speed of the measured steps of the last seconds."""
    recent, label, unit = _recent(data), QCoreApplication.translate("RunFigures", "Throughput"), data.throughput_unit
    if recent is None:
        return figure("throughput", label, Family.THROUGHPUT, None, unit, _no_steps(data))
    uncertainty, seconds = recent.relative_uncertainty(), span(recent.seconds)
    if uncertainty is None:
        trust = QCoreApplication.translate("RunFigures", "over {0}").format(seconds)
    else:
        trust = QCoreApplication.translate("RunFigures", "{0} over {1}").format(spread(uncertainty), seconds)
    return figure("throughput", label, Family.THROUGHPUT, recent.rate * (data.progress.samples_per_step or 1), unit, trust)


def _step_time(data: ShownRun) -> Figure:
    recent, label = _recent(data), QCoreApplication.translate("RunFigures", "Step time")
    if recent is None:
        return figure("step_time", label, Family.THROUGHPUT, None, "s", _no_steps(data))
    counts = np.diff(recent.counts)
    if counts.max() > 1:  # in a fast loop not every end is kept: no quantiles
        return figure(
            "step_time",
            label,
            Family.THROUGHPUT,
            1.0 / recent.rate,
            "s",
            QCoreApplication.translate("RunFigures", "mean over {0}").format(span(recent.seconds)),
        )
    times = np.diff(recent.ends)
    middle = float(np.quantile(times, 0.5, method="inverted_cdf"))
    median = QCoreApplication.translate("RunFigures", "median")
    name = next((name for name, least in _ENOUGH_STEPS.items() if times.size >= least), None)
    if name is None:
        return figure("step_time", label, Family.THROUGHPUT, middle, "s", median)
    tail = float(np.quantile(times, float(name[1:]) / 100, method="inverted_cdf"))
    trust = f"{median} · {name} {steady_figure(tail, 's')}"
    return figure("step_time", label, Family.THROUGHPUT, middle, "s", trust)


def logged_figure(data: ShownRun, key: str) -> Figure:
    """Return the last value that the workload logged under a key."""
    known = metric(key)
    _, steps, values = data.logged(key)
    step = (
        ""
        if not steps.size or np.isnan(steps[-1])
        else QCoreApplication.translate("RunFigures", "at {0}").format(step_name(int(steps[-1]), data.progress.warmup_steps))
    )
    label = engine_text(known.label) if known is not None else key[:40]
    value = float(values[-1]) if values.size else None
    family, unit = (known.family, known.unit) if known is not None else (Family.LOSS, "")
    if unit == "1" and key not in SHARES:
        unit = ""
    return figure(f"logged/{key}", label, family, value, unit, step, share=key in SHARES)


def live_energy(data: ShownRun, devices: tuple[str, ...]) -> Quantity:
    """Return the energy between the window's start and its end or last step, from the counters of some devices."""
    begin, end = _window_start(data), _window_end(data)
    joules = {device: None if begin is None else _counted(data, device, begin, end) for device in devices}
    lacking = next((device for device, value in joules.items() if value is None), None)
    if lacking is not None:
        has_readings = data.series(lacking, "energy")[0].size > 0
        return Quantity.missing(
            "J", _no_steps(data) if has_readings else engine_sentence(missing_reading(data.machine, lacking, "energy").short)
        )
    total = float(sum(value for value in joules.values() if value is not None))
    is_modelled = any(data.quality.get((device, "energy")) == Quality.VENDOR_MODELLED for device in devices)
    quality = Quality.VENDOR_MODELLED if is_modelled else Quality.MEASURED
    source = QCoreApplication.translate("RunFigures", "counter of {0}, so far").format(", ".join(devices))
    simulated = dict.fromkeys(device.simulated for device in data.devices if device.key in devices and device.simulated)
    source += "".join(f" [{composed_text(label)}]" for label in simulated)
    return Quantity(total, "J", quality, source, total * max(_gain(data, device) for device in devices))


def _energies(data: ShownRun, devices: tuple[str, ...], unit: str) -> list[Figure]:
    """Return the energy so far, in total and per sample."""
    label, energy = QCoreApplication.translate("RunFigures", "Energy"), live_energy(data, devices)
    shown = in_unit(energy, unit)
    if energy.value is None:
        return [figure("energy", label, Family.POWER, None, shown.unit, composed_text(energy.reason or ""))]
    off = spread_text(energy, unit)
    trust = QCoreApplication.translate("RunFigures", "counter · {0}").format(off)
    if energy.quality is Quality.VENDOR_MODELLED:
        trust = QCoreApplication.translate("RunFigures", "modelled by its vendor · {0}").format(off)
    energies = [figure("energy", label, Family.POWER, shown.value, shown.unit, trust)]
    samples = (data.progress.steps - data.progress.warmup_steps) * (data.progress.samples_per_step or 0)
    if samples > 0:
        label = QCoreApplication.translate("RunFigures", "Energy per sample")
        band = None if energy.uncertainty is None else energy.uncertainty / samples
        each = replace(energy, value=energy.value / samples, uncertainty=band)
        energies.append(figure("energy_per_sample", label, Family.POWER, in_unit(each, unit).value, shown.unit, spread_text(each, unit)))
    return energies


def _gain(data: ShownRun, device: str) -> float:
    """Return the gain uncertainty of a device's energy sensor, as a share."""
    able = next((candidate.capabilities.get("energy") for candidate in data.devices if candidate.key == device), None)
    return UNKNOWN_GAIN if able is None or able.uncertainty is None else able.uncertainty


def _window_start(data: ShownRun) -> float | None:
    """Return the start of the measured window in seconds, None before it; a command is measured from its start."""
    if data.window is not None:
        return data.window[0]
    is_command = data.record is not None and data.record.spec.is_command
    return 0.0 if is_command else next((t_s for t_s, name in data.phases if name == "measured"), None)


def _window_end(data: ShownRun) -> float:
    """Return the end of the measured window, or the last step so far, as in a stopped run's saved figures; infinity for a command."""
    if data.window is not None:
        return data.window[1]
    ends = data.step_ends()
    is_ours = data.record is not None and not data.record.spec.is_command
    return float(ends[-1]) if is_ours and ends.size else math.inf


def _counted(data: ShownRun, device: str, begin_s: float, end_s: float) -> float | None:
    """Return the increase of a device's energy counter between two instants, or up to its newest reading, in joules."""
    times, values = data.series(device, "energy")
    there = np.isfinite(values)
    edges = sorted({place for instant in (begin_s, end_s) for place in _beside(there, int(times.searchsorted(instant)))})
    if np.count_nonzero(there) < 2 or times[edges[-1]] <= begin_s:
        return None
    first, last = np.interp((begin_s, min(end_s, float(times[edges[-1]]))), times[edges], values[edges])
    grown = float(last - first)
    return grown if grown >= 0 else None


def _beside(there: NDArray[np.bool_], place: int) -> Iterator[int]:
    """Yield the nearest valid index before a position and the nearest at or after it, without copying the array."""
    before, after = there[:place][::-1], there[place:]
    if before.any():
        yield place - 1 - int(before.argmax())
    if after.any():
        yield place + int(after.argmax())


def _gpu_memory(data: ShownRun, devices: tuple[str, ...]) -> Figure:
    return reading_figures.memory(
        data,
        devices[0],
        QCoreApplication.translate("RunFigures", "Memory")
        if len(devices) == 1
        else QCoreApplication.translate("RunFigures", "Memory, {0}").format(devices[0]),
    )
