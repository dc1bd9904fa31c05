"""A strip before its unit is known: its possible series, how each is read and drawn, and the axis."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial

import numpy as np
from PySide6.QtCore import QCoreApplication

from gpuscope.core import figures
from gpuscope.core.device import MACHINE, Device, DeviceKind
from gpuscope.core.figures import steady_unit
from gpuscope.core.metric import Family, Kind
from gpuscope.core.metric_registry import definition, metric
from gpuscope.core.quantity import Quality
from gpuscope.gui.charts.strip import Curve, SensorWindow, Strip
from gpuscope.gui.data.reading_table import Floats
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.recording.machine_state import LOAD_S
from gpuscope.reports.pictures.picture import Dash
from gpuscope.system.language import composed, labelled, noted, unit_name

Series = tuple[str, str]
"""(device, metric) of a sensor's series."""


@dataclass(frozen=True, slots=True)
class CurveSource:
    """A curve and the source of its values.

    Attributes:
        curve: Style of the curve.
        read: Returns (seconds from the run's start, SI values), float64 [n] each.
        series: Sensor series that it shows; None for other values.
    """

    curve: Curve
    read: Callable[[ShownRun], tuple[Floats, Floats]]
    series: Series | None = None


def is_offered(curve: Curve, hidden: Mapping[str, bool]) -> bool:
    """Return whether a curve is in its strip's legend."""
    return curve.visible or curve.key in hidden


@dataclass(frozen=True, slots=True)
class StripTemplate:
    """A strip with all its possible series.

    Attributes:
        key: Identifies it among its siblings.
        title: Displayed title.
        unit: SI.
        sources: In legend order.
        is_share: Whether the unit "1" means a share, which is shown in percent.
        low: Lower end of the range, SI; None to take it from the data.
        high: Upper end of the range, SI; None to take it from the data.
        note: Shown after the unit ("of 16 cores") if the strip has a single curve.
        is_caution: Whether the note is always shown, because the readings are not what they seem.
    """

    key: str
    title: str
    unit: str
    sources: tuple[CurveSource, ...]
    is_share: bool = False
    low: float | None = 0.0
    high: float | None = None
    note: str = ""
    is_caution: bool = False

    def strip(self, magnitudes: Mapping[str, float], hidden: Mapping[str, bool]) -> Strip | None:
        """Return the strip of the curves with readings; None without any.

        Args:
            magnitudes: Largest value so far by curve key, only for curves with readings.
            hidden: The user's choices by curve key, True for hidden. A curve hidden by default is not in the
                legend until it has been shown once.
        """
        read = [source.curve for source in self.sources if source.curve.key in magnitudes]
        there = [replace(curve, visible=not hidden.get(curve.key, not curve.visible)) for curve in read if is_offered(curve, hidden)]
        if not there or (len(there) == 1 and not there[0].visible):
            return None
        curves = tuple(there) if len(there) > 1 else (replace(there[0], label=self.title),)
        shown = [magnitudes[curve.key] for curve in curves if curve.visible] or list(magnitudes.values())
        unit = steady_unit(self.unit, max(shown), share=self.is_share)
        name = unit_name(unit.name)
        note = noted(name, self.note) if self.note and (len(curves) == 1 or self.is_caution) else ""
        return Strip(self.key, self.title, name, curves, 1.0 / unit.size, self.low, self.high, note, self._help(curves), self.is_caution)

    def _help(self, curves: Sequence[Curve]) -> str:
        """Return the definitions of the metrics of these curves, each once; several are named as the curves are."""
        keys = {source.curve.key: source.curve.key if source.series is None else source.series[1] for source in self.sources}
        texts = {text: curve.label for curve in reversed(curves) if (text := composed(definition(keys[curve.key])))}
        return "\n".join(labelled(label, text) if len(texts) > 1 else text for text, label in reversed(texts.items()))


DASHES = tuple(Dash)
_ONE_GPU = "gpu"
_RECORDED = "recorded on "
_DATE = 10
"""Characters of an ISO 8601 date."""


@dataclass(frozen=True, slots=True)
class SeriesInventory:
    """The devices and their series."""

    devices: Sequence[Device]
    series: frozenset[Series]
    quality: Mapping[Series, str] = field(default_factory=dict)

    @property
    def gpus(self) -> tuple[str, ...]:
        """Keys of the GPUs."""
        return tuple(device.key for device in self.devices if device.kind is DeviceKind.GPU and device.key != _ONE_GPU)

    @property
    def processors(self) -> int:
        """Number of processors of the machine; 1 if unknown."""
        machine = self._device(MACHINE)
        count = None if machine is None else machine.properties.get("processors")
        return count if isinstance(count, int) and count > 0 else 1

    @property
    def caution(self) -> str:
        """Note for strips of GPUs that are not real hardware ("simulated"); "" for real ones."""
        labels = (device.simulated for device in self.devices if device.kind is DeviceKind.GPU and device.simulated)
        return " ".join(dict.fromkeys(f"· {reality_label(label)}" for label in labels))

    def has(self, device: str, key: str) -> bool:
        """Return whether there is such a series."""
        return (device, key) in self.series

    def source(
        self,
        device: str,
        key: str,
        label: str,
        *,
        dash: Dash = Dash.SOLID,
        colour: str = "",
        visible: bool = True,
        read: Callable[[ShownRun], tuple[Floats, Floats]] | None = None,
    ) -> list[CurveSource]:
        """Return a series' curve as a list of one, empty if there is no such series; estimated and modelled readings are marked."""
        known = metric(key)
        if not self.has(device, key):
            return []
        if read is None:
            series = ShownRun.rate if known is not None and known.kind is Kind.COUNTER else ShownRun.series
            read = partial(series, device=device, metric=key)
        family = known.family if known is not None else Family.HOST
        quality = self.quality.get((device, key))
        if quality == Quality.ESTIMATED:
            dash, label = Dash.DASHED, f"~ {label}"
        elif quality == Quality.VENDOR_MODELLED:
            label = QCoreApplication.translate("DeviceStrips", "{0}, modelled by its vendor").format(label)
        curve = Curve(
            f"{device}/{key}",
            label,
            colour or family.value,
            dash,
            visible=visible,
            window=self._window(device, key),
            present_s=LOAD_S if key == "utilization" else 0.0,
        )
        return [CurveSource(curve, read, (device, key))]

    def of_gpus(self, key: str, label: str = "", *, place: int | None = None, visible: bool = True) -> list[CurveSource]:
        """Return a metric's curves of all GPUs, with different dashes.

        Args:
            key: Key of the metric.
            label: Label that distinguishes it from other curves of the same GPU.
            place: Index of the first GPU's dash; None for the first one, or the second if there is a label.
            visible: Whether they are drawn initially.
        """
        sources: list[CurveSource] = []
        first = (1 if label else 0) if place is None else place
        for index, gpu in enumerate(self.gpus):
            name = f"{gpu} {label}".strip() if len(self.gpus) > 1 or not label else label
            sources += self.source(gpu, key, name, dash=DASHES[(index + first) % len(DASHES)], visible=visible)
        return sources

    def _window(self, device: str, key: str) -> SensorWindow | None:
        """Return the sampling window of a sensor that measures only part of the time; None for others."""
        known = self._device(device)
        able = None if known is None else known.capabilities.get(key)
        if able is None or not able.period_s or not able.sampled_share or able.sampled_share >= 1:
            return None
        return SensorWindow(able.period_s, able.period_s * able.sampled_share)

    def _device(self, key: str) -> Device | None:
        return next((device for device in self.devices if device.key == key), None)


def reality_label(label: str, *, is_dated: bool = True) -> str:
    """Return a short label for readings that are not live from real hardware, optionally without the date."""
    if label.startswith(_RECORDED):
        if not is_dated:
            return QCoreApplication.translate("DeviceStrips", "recorded")
        date = label.removeprefix(_RECORDED)[:_DATE]
        return QCoreApplication.translate("DeviceStrips", "recorded on {0}").format(date)
    return QCoreApplication.translate("DeviceStrips", "simulated")


def step_name(number: int, warmup_steps: int) -> str:
    """Format a step: ``step 120``, ``warm-up step 7``.

    Args:
        number: Measured step from 1; 0 or negative in the warm-up.
        warmup_steps: Number of warm-up steps.
    """
    if number > 0 or not warmup_steps:
        return QCoreApplication.translate("StepWords", "step {0}").format(figures.figure(float(number), "1"))
    return QCoreApplication.translate("StepWords", "warm-up step {0}").format(figures.figure(float(number + warmup_steps), "1"))


class RunAxis(StrEnum):
    """The axis of the strips."""

    TIME = "time"
    STEPS = "steps"

    def places(self, data: ShownRun, times: Floats) -> Floats:
        """Convert times to axis positions: seconds, or measured steps finished, 0 or negative in the warm-up."""
        if self is RunAxis.TIME:
            return times
        ends = data.step_ends()
        if not ends.size:
            return np.zeros(times.size)
        return np.interp(times, ends, data.step_counts()[: ends.size])

    def place(self, data: ShownRun, time_s: float) -> float:
        """Convert one time to its axis position."""
        return float(self.places(data, np.array([time_s]))[0])
