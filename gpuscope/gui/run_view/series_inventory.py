"""The series available for drawing, and the curve for each."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from PySide6.QtCore import QCoreApplication

from gpuscope.core.device import MACHINE, Device, DeviceKind
from gpuscope.core.metric import Family, Kind
from gpuscope.core.metric_registry import metric
from gpuscope.core.quantity import Quality
from gpuscope.gui.charts.strip import Curve, SensorWindow
from gpuscope.gui.data.reading_table import Floats
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.run_view.strip_template import CurveSource, Series
from gpuscope.reports.pictures.picture import Dash

DASHES = tuple(Dash)
_ONE_GPU = "gpu"
_RECORDED = "recorded on "
_DATE = 10


def _series(device: str, key: str, data: ShownRun) -> tuple[Floats, Floats]:
    return data.series(device, key)


def _rate(device: str, key: str, data: ShownRun) -> tuple[Floats, Floats]:
    return data.rate(device, key)


@dataclass(frozen=True, slots=True)
class SeriesInventory:
    """The devices, and what is read of them.

    Attributes:
        devices: As last told.
        series: Those that were declared.
        quality: Of their readings, as told.
    """

    devices: Sequence[Device]
    series: frozenset[Series]
    quality: Mapping[Series, str] = field(default_factory=dict)

    @property
    def gpus(self) -> tuple[str, ...]:
        """Keys of the GPUs."""
        return tuple(device.key for device in self.devices if device.kind is DeviceKind.GPU and device.key != _ONE_GPU)

    @property
    def processors(self) -> int:
        """How many the machine has; 1 where that was not told."""
        machine = self._device(MACHINE)
        count = None if machine is None else machine.properties.get("processors")
        return count if isinstance(count, int) and count > 0 else 1

    @property
    def caution(self) -> str:
        """Words for the strips of GPUs that are not real: what they are instead; "" for real ones."""
        labels = (device.simulated for device in self.devices if device.kind is DeviceKind.GPU and device.simulated)
        return " ".join(dict.fromkeys(f"· {short_label(label)}" for label in labels))

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
        """Return the curve of a series, or nothing when there is no such series; an estimate has a mark of its own."""
        known = metric(key)
        if not self.has(device, key):
            return []
        if read is None:
            read = partial(_rate if known is not None and known.kind is Kind.COUNTER else _series, device, key)
        family = known.family if known is not None else Family.HOST
        quality = self.quality.get((device, key))
        if quality == Quality.ESTIMATED:
            dash, label = Dash.DASHED, f"~ {label}"
        elif quality == Quality.VENDOR_MODELLED:
            label = QCoreApplication.translate("DeviceStrips", "{0}, modelled by its vendor").format(label)
        curve = Curve(f"{device}/{key}", label, colour or family.value, dash, visible=visible, window=self._window(device, key))
        return [CurveSource(curve, read, (device, key))]

    def of_gpus(self, key: str, label: str = "", *, place: int | None = None, visible: bool = True) -> list[CurveSource]:
        """Return the curves of a metric of all GPUs; they differ in their dash.

        Args:
            key: Of the metric.
            label: What it is called beside others of the same GPU.
            place: Which of the dashes the first GPU has; None for the first one, or the second where there is a label.
            visible: Whether they are drawn at first.
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


def short_label(label: str, *, is_dated: bool = True) -> str:
    """Return what readings are that are none of real hardware here and now, as short as strips need it; figures leave out the date."""
    if label.startswith(_RECORDED):
        if not is_dated:
            return QCoreApplication.translate("DeviceStrips", "recorded")
        date = label.removeprefix(_RECORDED)[:_DATE]
        return QCoreApplication.translate("DeviceStrips", "recorded on {0}").format(date)
    if label.startswith("SIMULATED"):
        return QCoreApplication.translate("DeviceStrips", "simulated")
    return QCoreApplication.translate("DeviceStrips", "stand-in")
