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


@dataclass(slots=True)
class _Line:
    """What several devices lack alike; every GPU has it when it is expected: many have no fan, and that is nothing to tell first."""

    words: str
    cure: str
    names: list[str]
    is_first: bool

    @property
    def text(self) -> str:
        return f"{', '.join(self.names)}: {self.words}" if self.names else self.words


def missing_note(devices: Sequence[Device]) -> MissingNote:
    """Return what to say of some devices, the same words once: of the GPUs first, of the processor only in the details."""
    lines: dict[tuple[str, str], _Line] = {}
    for device in sorted(devices, key=lambda one: (one.kind is not DeviceKind.GPU, one.simulated is None)):
        name = QCoreApplication.translate("MissingNote", "CPU") if device.key == MACHINE else "" if device.key == _NO_GPU else device.key
        for words, cure, is_expected in _lacks(device):
            line = lines.setdefault((words, cure), _Line(words, cure, [], False))
            line.names += [name] if name else []
            line.is_first |= is_expected and device.kind is DeviceKind.GPU
    first = next((line for line in lines.values() if line.is_first), None)
    details = "\n".join(f"{line.text}. {line.cure}".strip() for line in lines.values())
    return MissingNote(details=details) if first is None else MissingNote(first.text, first.cure, details)


def _lacks(device: Device) -> list[tuple[str, str, bool]]:
    """Return words, cure, and whether every GPU has what is lacking."""
    found: list[tuple[str, str, bool]] = []
    if device.simulated is not None:
        not_real = QCoreApplication.translate("MissingNote", "no real hardware")
        found.append((f"{device.simulated}, {not_real}", "", True))
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
            named = QCoreApplication.translate("MissingNote", "No GPU: {0}").format(reason)
            words = f"{reason[:1].upper()}{reason[1:]}" if "GPU" in reason else named
        else:
            words = QCoreApplication.translate("MissingNote", "no {0} ({1})").format(", ".join(labels), reason)
        found.append((words, capability.cure or "", capability in expected))
    return found


def _label(key: str) -> str:
    known = metric(key)
    label = engine_words(known.label) if known is not None else key
    return label[:1].lower() + label[1:] if not label[1:2].isupper() else label
