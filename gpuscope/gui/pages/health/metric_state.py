"""Whether a metric gives readings now."""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from gpuscope.core.device import WORKLOAD, Device, DeviceKind
from gpuscope.gui.data.shown_run import ShownRun

LIVE, WAITING, SILENT, OFF, MISSING = "live", "waiting", "silent", "off", "missing"
NO_GPU = "gpu"
"""The device that stands for the GPUs where there is none, or none was told of."""
_OFF_WORDS = "switched off"
"""How the reason begins for what the owner of the sensor helper has switched off."""


@dataclass(frozen=True, slots=True)
class MetricState:
    """How a metric stands.

    Attributes:
        kind: One of the constants of this module.
        word: It in a word or two.
        tone: Name of the palette's colour for it.
        reason: Why there are no readings; "" where there are.
    """

    kind: str
    word: str
    tone: str
    reason: str = ""


def metric_state(data: ShownRun, device: Device, metric: str) -> MetricState:
    """Return how a metric of a device stands."""
    capability = device.capabilities[metric]
    reason = capability.reason or ""
    if reason.startswith(_OFF_WORDS):
        return MetricState(OFF, QCoreApplication.translate("MetricState", "switched off"), "bad", reason)
    if not capability.available:
        return MetricState(MISSING, QCoreApplication.translate("MetricState", "missing"), "warn" if capability.cure else "muted", reason)
    if data.is_in_gap(device.key, metric):
        return MetricState(SILENT, QCoreApplication.translate("MetricState", "no reading"), "bad", _gap_reason(data, device.key, metric))
    if data.latest(device.key, metric) is None:
        return MetricState(WAITING, QCoreApplication.translate("MetricState", "waiting"), "muted")
    return MetricState(LIVE, QCoreApplication.translate("MetricState", "live"), "good")


def _gap_reason(data: ShownRun, device: str, metric: str) -> str:
    lasting = (gap for gap in reversed(data.gaps) if gap.end_s is None and gap.device in ("", device))
    return next((gap.reason for gap in lasting if not gap.metrics or metric in gap.metrics), "")


def shown_devices(data: ShownRun) -> list[Device]:
    """Return the devices of this machine, GPUs first; the workload's processes only while there is a run."""
    devices = [device for device in data.devices if device.key != NO_GPU and (device.key != WORKLOAD or data.record is not None)]
    return sorted(devices, key=lambda device: (device.kind is not DeviceKind.GPU, device.kind is DeviceKind.PROCESSES))
