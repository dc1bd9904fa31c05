"""The strips of what sensors read: one a kind of metric, with a curve for each device that has it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QCoreApplication

from gpuscope.core.device import MACHINE, RECORDER, WORKLOAD, Device, DeviceKind
from gpuscope.core.metric import Family, Kind, metric
from gpuscope.gui.charts.strip import Curve, Dash
from gpuscope.gui.data.reading_table import Floats
from gpuscope.gui.data.run_data import RunData
from gpuscope.gui.run_view.strip_template import CurveSource, Series, StripTemplate

_DASHES = tuple(Dash)
_ONE_GPU = "gpu"


def _series(device: str, key: str, data: RunData) -> tuple[Floats, Floats]:
    return data.series(device, key)


def _rate(device: str, key: str, data: RunData) -> tuple[Floats, Floats]:
    return data.rate(device, key)


def _cores_share(device: str, processors: float, data: RunData) -> tuple[Floats, Floats]:
    """Returns the share of all processors that some processes keep busy."""
    times, seconds_a_second = data.rate(device, "cpu_time")
    return times, seconds_a_second / processors


@dataclass(frozen=True, slots=True)
class _Inventory:
    """What there is to be drawn."""

    devices: Sequence[Device]
    series: frozenset[Series]

    @property
    def gpus(self) -> tuple[str, ...]:
        return tuple(one.key for one in self.devices if one.kind is DeviceKind.GPU and one.key != _ONE_GPU)

    @property
    def processors(self) -> int:
        machine = next((one for one in self.devices if one.key == MACHINE), None)
        count = None if machine is None else machine.properties.get("processors")
        return count if isinstance(count, int) and count > 0 else 1

    def has(self, device: str, key: str) -> bool:
        return (device, key) in self.series

    @property
    def caution(self) -> str:
        """Words for the strips of GPUs that are not real; "" when they are."""
        return (
            QCoreApplication.translate("DeviceStrips", "· stand-in")
            if any(one.simulated for one in self.devices if one.kind is DeviceKind.GPU)
            else ""
        )

    def source(
        self,
        device: str,
        key: str,
        label: str,
        *,
        dash: Dash = Dash.SOLID,
        colour: str = "",
        visible: bool = True,
        read: Callable[[RunData], tuple[Floats, Floats]] | None = None,
    ) -> list[CurveSource]:
        """Returns the curve of a series, or nothing when there is no such series."""
        known = metric(key)
        if not self.has(device, key):
            return []
        if read is None:
            read = partial(_rate if known is not None and known.kind is Kind.COUNTER else _series, device, key)
        family = known.family if known is not None else Family.HOST
        return [CurveSource(Curve(f"{device}/{key}", label, colour or family.value, dash, visible=visible), read, (device, key))]

    def of_gpus(self, key: str, label: str = "", *, visible: bool = True) -> list[CurveSource]:
        """Returns the curves of a metric of all GPUs; they differ in their dash."""
        found: list[CurveSource] = []
        for index, gpu in enumerate(self.gpus):
            words = f"{gpu} {label}".strip() if len(self.gpus) > 1 or not label else label
            dash = _DASHES[(index + (1 if label else 0)) % len(_DASHES)]
            found += self.source(gpu, key, words, dash=dash, visible=visible)
        return found


def device_strips(data: RunData) -> list[StripTemplate]:
    """Returns the strips of everything that sensors read, in the order in which they are shown: what the run is placed on first."""
    there = _Inventory(data.devices, frozenset(data.series_keys()))
    gpu, clock, temperature = _gpu_strips(there), *_shared_strips(there)
    cpu, memory = _cpu_strip(there), _memory_strip(there)
    if there.gpus:
        busy, power, taken = gpu
        strips = [busy, power, clock, taken, temperature, cpu, memory]
    else:
        strips = [cpu, memory, *gpu, clock, temperature]
    strips += _moved_strips(there)
    drawn = {source.series for strip in strips for source in strip.sources}
    return [strip for strip in (*strips, *_other_strips(there, drawn)) if strip.sources]


def _gpu_strips(there: _Inventory) -> tuple[StripTemplate, StripTemplate, StripTemplate]:
    note = there.caution
    busy = (
        *there.of_gpus("utilization"),
        *there.of_gpus("memory_utilization", QCoreApplication.translate("DeviceStrips", "memory controller"), visible=False),
    )
    return (
        StripTemplate(
            "utilization",
            QCoreApplication.translate("DeviceStrips", "Utilization"),
            "1",
            busy,
            is_share=True,
            high=1.0,
            note=note,
            is_caution=bool(note),
        ),
        StripTemplate(
            "power", QCoreApplication.translate("DeviceStrips", "Power"), "W", tuple(_power(there)), note=note, is_caution=bool(note)
        ),
        StripTemplate(
            "gpu_memory",
            QCoreApplication.translate("DeviceStrips", "GPU memory"),
            "B",
            tuple(there.of_gpus("memory_used")),
            note=note,
            is_caution=bool(note),
        ),
    )


def _shared_strips(there: _Inventory) -> tuple[StripTemplate, StripTemplate]:
    """Returns the strips that GPUs and the CPU are in: clock, temperature."""
    note = there.caution
    return (
        StripTemplate(
            "clock", QCoreApplication.translate("DeviceStrips", "Clock"), "Hz", tuple(_clocks(there)), note=note, is_caution=bool(note)
        ),
        StripTemplate(
            "temperature",
            QCoreApplication.translate("DeviceStrips", "Temperature"),
            "°C",
            tuple(_temperatures(there)),
            low=None,
            note=note,
            is_caution=bool(note),
        ),
    )


def _power(there: _Inventory) -> list[CurveSource]:
    """Returns power as the sensors tell it; where only an energy counter is told, how fast that grows."""
    found: list[CurveSource] = []
    for index, gpu in enumerate(there.gpus):
        dash = _DASHES[index % len(_DASHES)]
        average = QCoreApplication.translate("DeviceStrips", "{0}, 1 s average").format(gpu)
        counter = QCoreApplication.translate("DeviceStrips", "{0}, from its energy counter").format(gpu)
        is_told = there.has(gpu, "power")
        found += there.source(gpu, "power", gpu, dash=dash)
        found += there.source(gpu, "power_average", average, dash=_DASHES[(index + 1) % len(_DASHES)], visible=not is_told)
        if not is_told and not there.has(gpu, "power_average"):
            found += there.source(gpu, "energy", counter, dash=dash)
    return found + there.source(MACHINE, "power", QCoreApplication.translate("DeviceStrips", "CPU"), dash=Dash.DASH_DOT)


def _clocks(there: _Inventory) -> list[CurveSource]:
    """The CPU's clock is three times a GPU's: beside one it is switched off at first."""
    dash, visible = (Dash.DASH_DOT, False) if there.gpus else (Dash.SOLID, True)
    return [
        *there.of_gpus("clock"),
        *there.of_gpus("memory_clock", QCoreApplication.translate("DeviceStrips", "memory"), visible=False),
        *there.source(MACHINE, "clock", QCoreApplication.translate("DeviceStrips", "CPU"), dash=dash, visible=visible),
    ]


def _temperatures(there: _Inventory) -> list[CurveSource]:
    dash = Dash.DASH_DOT if there.gpus else Dash.SOLID
    return [
        *there.of_gpus("temperature"),
        *there.source(MACHINE, "temperature", QCoreApplication.translate("DeviceStrips", "CPU"), dash=dash),
    ]


def _moved_strips(there: _Inventory) -> list[StripTemplate]:
    """What goes to and from disks and networks, each both ways."""
    pairs = {
        "disk": (
            QCoreApplication.translate("DeviceStrips", "Disk"),
            ("disk_read", QCoreApplication.translate("DeviceStrips", "read")),
            ("disk_written", QCoreApplication.translate("DeviceStrips", "written")),
        ),
        "network": (
            QCoreApplication.translate("DeviceStrips", "Network"),
            ("network_received", QCoreApplication.translate("DeviceStrips", "received")),
            ("network_sent", QCoreApplication.translate("DeviceStrips", "sent")),
        ),
    }
    return [
        StripTemplate(
            key,
            title,
            "B/s",
            (*there.source(MACHINE, first[0], first[1]), *there.source(MACHINE, second[0], second[1], dash=Dash.DASHED)),
        )
        for key, (title, first, second) in pairs.items()
    ]


def _cpu_strip(there: _Inventory) -> StripTemplate:
    """The machine's processors, and what part of them the run takes."""
    own = partial(_cores_share, WORKLOAD, float(there.processors))
    ours = partial(_cores_share, RECORDER, float(there.processors))
    busy = Family.HOST.value if there.gpus else Family.COMPUTE.value
    sources = (
        *there.source(MACHINE, "utilization", QCoreApplication.translate("DeviceStrips", "machine"), colour=busy),
        *there.source(WORKLOAD, "cpu_time", QCoreApplication.translate("DeviceStrips", "this run"), dash=Dash.DASHED, read=own),
        *there.source(
            RECORDER, "cpu_time", QCoreApplication.translate("DeviceStrips", "gpuscope"), dash=Dash.DOTTED, visible=False, read=ours
        ),
    )
    note = QCoreApplication.translate("DeviceStrips", "of {0} cores").format(there.processors) if there.processors > 1 else ""
    return StripTemplate("cpu", QCoreApplication.translate("DeviceStrips", "CPU"), "1", sources, is_share=True, high=1.0, note=note)


def _memory_strip(there: _Inventory) -> StripTemplate:
    """Main memory, and what part of it the run takes."""
    sources = (
        *there.source(MACHINE, "memory_used", QCoreApplication.translate("DeviceStrips", "machine")),
        *there.source(WORKLOAD, "resident_memory", QCoreApplication.translate("DeviceStrips", "this run"), dash=Dash.DASHED),
        *there.source(MACHINE, "swap_used", QCoreApplication.translate("DeviceStrips", "swap"), dash=Dash.DASH_DOT, visible=False),
        *there.source(RECORDER, "resident_memory", QCoreApplication.translate("DeviceStrips", "gpuscope"), dash=Dash.DOTTED, visible=False),
    )
    return StripTemplate(
        "memory",
        QCoreApplication.translate("DeviceStrips", "Main memory") if there.gpus else QCoreApplication.translate("DeviceStrips", "Memory"),
        "B",
        sources,
    )


def _other_strips(there: _Inventory, drawn: set[Series | None]) -> list[StripTemplate]:
    """What a later version measures has a strip too."""
    strips: dict[str, StripTemplate] = {}
    for device, key in sorted(there.series - drawn):
        if metric(key) is None:
            before = strips[key].sources if key in strips else ()
            dash = _DASHES[len(before) % len(_DASHES)]
            strips[key] = StripTemplate(f"other/{key}", key[:60], "", (*before, *there.source(device, key, device, dash=dash)), low=None)
    return list(strips.values())
