"""The strips of what sensors read: one a kind of metric, with a curve for each device that has it."""

from functools import partial

from PySide6.QtCore import QCoreApplication

from gpuscope.core.device import MACHINE, RECORDER, WORKLOAD
from gpuscope.core.metric import Family
from gpuscope.core.metric_registry import metric
from gpuscope.gui.data.reading_table import Floats
from gpuscope.gui.data.run_data import RunData
from gpuscope.gui.run_view.gpu_strips import gpu_strips
from gpuscope.gui.run_view.series_inventory import DASHES, SeriesInventory
from gpuscope.gui.run_view.strip_template import Series, StripTemplate
from gpuscope.reports.pictures.picture import Dash


def device_strips(data: RunData) -> list[StripTemplate]:
    """Return the strips of everything that sensors read, in the order in which they are shown: what the run is placed on first."""
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


def _cores_share(device: str, processors: float, data: RunData) -> tuple[Floats, Floats]:
    """Return the share of all processors that some processes keep busy."""
    times, seconds_a_second = data.rate(device, "cpu_time")
    return times, seconds_a_second / processors


def _moved_strips(there: SeriesInventory) -> list[StripTemplate]:
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


def _cpu_strip(there: SeriesInventory) -> StripTemplate:
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


def _memory_strip(there: SeriesInventory) -> StripTemplate:
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


def _other_strips(there: SeriesInventory, drawn: set[Series | None]) -> list[StripTemplate]:
    """What a later version measures has a strip too."""
    strips: dict[str, StripTemplate] = {}
    for device, key in sorted(there.series - drawn):
        if metric(key) is None:
            before = strips[key].sources if key in strips else ()
            dash = DASHES[len(before) % len(DASHES)]
            strips[key] = StripTemplate(f"other/{key}", key[:60], "", (*before, *there.source(device, key, device, dash=dash)), low=None)
    return list(strips.values())
