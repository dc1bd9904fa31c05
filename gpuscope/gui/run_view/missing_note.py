"""What this machine lacks, said once and quietly: no GPU, no sensor, readings of a stand-in; with the cure where there is one."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from gpuscope.core.device import MACHINE, Capability, Device, DeviceKind
from gpuscope.core.metric_registry import metric
from gpuscope.gui.engine_words import engine_words
from gpuscope.sensors.declaration import GPU_METRICS

_NO_GPU = "gpu"


@dataclass(frozen=True, slots=True)
class MissingNote:
    """What to say.

    Attributes:
        text: One line; "" when nothing is missing.
        cure: What would change it; "" when nothing would.
        details: Everything that is missing, a line each.
    """

    text: str = ""
    cure: str = ""
    details: str = ""


def missing_note(devices: Sequence[Device]) -> MissingNote:
    """Returns what to say of some devices: of the GPUs first, of the processor only in the details."""
    details: list[str] = []
    first: tuple[str, str] | None = None
    for device in sorted(devices, key=lambda one: (one.kind is not DeviceKind.GPU, one.simulated is None)):
        for text, cure, is_expected in _lines(device):
            details.append(f"{text}. {cure}".strip())
            if first is None and is_expected and device.kind is DeviceKind.GPU:
                first = (text, cure)
    text, cure = first or ("", "")
    return MissingNote(text, cure, "\n".join(details))


def _lines(device: Device) -> list[tuple[str, str, bool]]:
    """Returns words, cure, and whether every GPU has what is lacking: many have no fan, and that is nothing to tell first."""
    found: list[tuple[str, str, bool]] = []
    if device.simulated is not None:
        not_real = QCoreApplication.translate("MissingNote", "no real hardware")
        found.append((f"{device.key}: {device.simulated}, {not_real}", "", True))
    lacking: dict[Capability, list[str]] = {}
    expected: set[Capability] = set()
    for key, capability in device.capabilities.items():
        if not capability.available:
            alike = Capability(False, "", None, capability.reason, capability.cure)
            lacking.setdefault(alike, []).append(_label(key))
            expected |= {alike} if key in GPU_METRICS else set()
    for capability, labels in lacking.items():
        reason = capability.reason or QCoreApplication.translate("MissingNote", "not available here")
        if device.key == _NO_GPU:
            text = (
                f"{reason[:1].upper()}{reason[1:]}"
                if "GPU" in reason
                else QCoreApplication.translate("MissingNote", "No GPU: {0}").format(reason)
            )
        else:
            name = QCoreApplication.translate("MissingNote", "CPU") if device.key == MACHINE else device.key
            text = QCoreApplication.translate("MissingNote", "{0}: no {1} ({2})").format(name, ", ".join(labels), reason)
        found.append((text, capability.cure or "", capability in expected))
    return found


def _label(key: str) -> str:
    known = metric(key)
    label = engine_words(known.label) if known is not None else key
    return label[:1].lower() + label[1:] if not label[1:2].isupper() else label
