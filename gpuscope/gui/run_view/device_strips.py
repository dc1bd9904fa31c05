"""The strips of sensor readings: one per kind of metric, with a curve per device."""

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QCoreApplication

from gpuscope.core.device import MACHINE, RECORDER, WORKLOAD
from gpuscope.core.metric import Family
from gpuscope.core.metric_registry import metric
from gpuscope.gui.data.reading_table import Floats
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.run_view.strip_template import DASHES, CurveSource, Series, SeriesInventory, StripTemplate
from gpuscope.reports.pictures.picture import Dash

_CPU = "cpu"
"""Key of the strip of the processors' utilization."""


def gpu_strips(there: SeriesInventory) -> dict[str, StripTemplate]:
    """Return the GPU strips by key, in display order, including those without a series."""
    note = there.caution
    strips = (
        _utilization(there), _activity(there), _power(there), _clock(there), _memory(there), _temperature(there), _fan(there),
        *_links(there),
    )  # fmt: skip
    return {strip.key: replace(strip, note=note, is_caution=bool(note)) for strip in strips}


def _utilization(there: SeriesInventory) -> StripTemplate:
    controller = QCoreApplication.translate("DeviceStrips", "memory controller")
    sources = (*there.of_gpus("utilization"), *there.of_gpus("memory_utilization", controller, visible=False))
    title = QCoreApplication.translate("DeviceStrips", "Utilization")
    return StripTemplate("utilization", title, "1", sources, is_share=True, high=1.0)


def _activity(there: SeriesInventory) -> StripTemplate:
    """Return the strip of active GPU units, where the GPU reports them."""
    sources = (
        *there.of_gpus("sm_activity", QCoreApplication.translate("DeviceStrips", "SM"), place=0),
        *there.of_gpus("tensor_activity", QCoreApplication.translate("DeviceStrips", "tensor cores")),
        *there.of_gpus("memory_activity", QCoreApplication.translate("DeviceStrips", "memory bandwidth"), place=3),
        *there.of_gpus("sm_occupancy", QCoreApplication.translate("DeviceStrips", "SM occupancy"), place=4, visible=False),
    )
    return StripTemplate("activity", QCoreApplication.translate("DeviceStrips", "Activity"), "1", sources, is_share=True, high=1.0)


def _memory(there: SeriesInventory) -> StripTemplate:
    title = QCoreApplication.translate("DeviceStrips", "GPU memory")
    return StripTemplate("gpu_memory", title, "B", tuple(there.of_gpus("memory_used")))


def _power(there: SeriesInventory) -> StripTemplate:
    """Return the power strip: reported power, else the rate of the energy counter."""
    sources: list[CurveSource] = []
    for index, gpu in enumerate(there.gpus):
        dash = DASHES[index % len(DASHES)]
        average = QCoreApplication.translate("DeviceStrips", "{0}, 1 s average").format(gpu)
        is_known = there.has(gpu, "power")
        sources += there.source(gpu, "power", gpu, dash=dash)
        sources += there.source(gpu, "power_average", average, dash=DASHES[(index + 1) % len(DASHES)], visible=not is_known)
        if not is_known and not there.has(gpu, "power_average"):
            sources += _from_counter(there, gpu, gpu, dash)
    cpu = QCoreApplication.translate("DeviceStrips", "CPU")
    dash = Dash.DASH_DOT if there.gpus else Dash.SOLID
    sources += there.source(MACHINE, "power", cpu, dash=dash) or _from_counter(there, MACHINE, cpu, dash)
    memory = QCoreApplication.translate("DeviceStrips", "main memory")
    sources += there.source(MACHINE, "memory_energy", memory, dash=Dash.DOTTED, visible=False)
    return StripTemplate("power", QCoreApplication.translate("DeviceStrips", "Power"), "W", tuple(sources))


def _from_counter(there: SeriesInventory, device: str, name: str, dash: Dash) -> list[CurveSource]:
    label = QCoreApplication.translate("DeviceStrips", "{0}, from its energy counter").format(name)
    return there.source(device, "energy", label, dash=dash)


def _clock(there: SeriesInventory) -> StripTemplate:
    """Return the strip of clocks; beside a GPU the CPU's curve starts switched off, because its clock is three times as high."""
    dash, visible = (Dash.DASH_DOT, False) if there.gpus else (Dash.SOLID, True)
    sources = (
        *there.of_gpus("clock"),
        *there.of_gpus("memory_clock", QCoreApplication.translate("DeviceStrips", "memory"), visible=False),
        *there.source(MACHINE, "clock", QCoreApplication.translate("DeviceStrips", "CPU"), dash=dash, visible=visible),
    )
    return StripTemplate("clock", QCoreApplication.translate("DeviceStrips", "Clock"), "Hz", sources)


def _temperature(there: SeriesInventory) -> StripTemplate:
    dash = Dash.DASH_DOT if there.gpus else Dash.SOLID
    sources = (
        *there.of_gpus("temperature"),
        *there.of_gpus("memory_temperature", QCoreApplication.translate("DeviceStrips", "memory")),
        *there.source(MACHINE, "temperature", QCoreApplication.translate("DeviceStrips", "CPU"), dash=dash),
    )
    return StripTemplate("temperature", QCoreApplication.translate("DeviceStrips", "Temperature"), "°C", sources, low=None)


def _fan(there: SeriesInventory) -> StripTemplate:
    title = QCoreApplication.translate("DeviceStrips", "Fan")
    return StripTemplate("fan", title, "1", tuple(there.of_gpus("fan")), is_share=True, high=1.0)


def _links(there: SeriesInventory) -> tuple[StripTemplate, StripTemplate]:
    """Return the strips of traffic to and from GPUs."""
    pcie = (
        *there.of_gpus("pcie_received", QCoreApplication.translate("DeviceStrips", "to the GPU"), place=0),
        *there.of_gpus("pcie_sent", QCoreApplication.translate("DeviceStrips", "from the GPU")),
    )
    nvlink = (
        *there.of_gpus("nvlink_received", QCoreApplication.translate("DeviceStrips", "received"), place=0),
        *there.of_gpus("nvlink_sent", QCoreApplication.translate("DeviceStrips", "sent")),
    )
    return (
        StripTemplate("pcie", QCoreApplication.translate("DeviceStrips", "PCIe"), "B/s", pcie),
        StripTemplate("nvlink", QCoreApplication.translate("DeviceStrips", "NVLink"), "B/s", nvlink),
    )


def machine_strips(data: ShownRun) -> list[StripTemplate]:
    """Return the strips of a machine, named as the tiles of its devices: among the CPU's, its load is a utilization."""
    title = QCoreApplication.translate("DeviceStrips", "CPU utilization")
    return [replace(strip, title=title) if strip.key == _CPU else strip for strip in device_strips(data)]


def device_strips(data: ShownRun) -> list[StripTemplate]:
    """Return the strips of all sensor readings in display order, the run's devices first."""
    there = SeriesInventory(data.devices, frozenset(data.series_keys()), data.quality)
    strips = gpu_strips(there)
    cpu, memory = _cpu_strip(there), _memory_strip(there)
    if there.gpus:
        links = [strips.pop(key) for key in ("fan", "pcie", "nvlink")]
        shown = [*strips.values(), cpu, memory, *links]
    else:
        shown = [cpu, memory, *strips.values()]
    shown += _moved_strips(there)
    drawn = {source.series for strip in shown for source in strip.sources}
    return [strip for strip in (*shown, *_other_strips(there, drawn)) if strip.sources]


def _cores_share(device: str, processors: float, data: ShownRun) -> tuple[Floats, Floats]:
    """Return the share of all processors used by some processes."""
    times, seconds_a_second = data.rate(device, "cpu_time")
    return times, seconds_a_second / processors


def _moved_strips(there: SeriesInventory) -> list[StripTemplate]:
    """Return the strips of disk and network traffic, in both directions."""
    pairs = {
        "disk": (
            QCoreApplication.translate("DeviceStrips", "Disk"),
            ("disk_read", QCoreApplication.translate("DeviceStrips", "read")),
            ("disk_written", QCoreApplication.translate("DeviceStrips", "written")),
        ),
        "network": (
            QCoreApplication.translate("DeviceStrips", "Network"),
            ("network_received", QCoreApplication.translate("DeviceStrips", "in")),
            ("network_sent", QCoreApplication.translate("DeviceStrips", "out")),
        ),
    }
    return [
        StripTemplate(
            key, title, "B/s", (*there.source(MACHINE, first[0], first[1]), *there.source(MACHINE, second[0], second[1], dash=Dash.DASHED))
        )
        for key, (title, first, second) in pairs.items()
    ]


def _cpu_strip(there: SeriesInventory) -> StripTemplate:
    """Return the strip of processor utilization, with the run's share."""
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
    return StripTemplate(_CPU, QCoreApplication.translate("DeviceStrips", "CPU"), "1", sources, is_share=True, high=1.0, note=note)


def _memory_strip(there: SeriesInventory) -> StripTemplate:
    """Return the strip of main memory in use, with the run's share."""
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


def _other_strips(there: SeriesInventory, drawn: set[Series | None]) -> list[StripTemplate]:
    """Return strips for series without one of their own, such as metrics that a later version measures."""
    strips: dict[str, StripTemplate] = {}
    for device, key in sorted(there.series - drawn):
        if metric(key) is None:
            before = strips[key].sources if key in strips else ()
            dash = DASHES[len(before) % len(DASHES)]
            strips[key] = StripTemplate(f"other/{key}", key[:60], "", (*before, *there.source(device, key, device, dash=dash)), low=None)
    return list(strips.values())
