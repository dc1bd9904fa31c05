"""Why a series has no value now, and whether a whole device has fallen silent."""

import time
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from gpuscope.core import figures
from gpuscope.core.device import Device, DeviceKind
from gpuscope.core.event import ASLEEP, NOT_ANSWERING
from gpuscope.core.run import RunGap
from gpuscope.gui.data.run_data import RunData

_OF_A_DEVICE = ("utilization", "memory_used", "power", "power_average", "energy", "temperature", "clock")
"""A device is silent when all of these that it has are."""


@dataclass(frozen=True, slots=True)
class Lack:
    """Why there is no value.

    Attributes:
        words: In one short line; a call that does not return is counted in seconds.
        whole: The reason as it was told.
        is_bad: Whether something has failed that had worked.
    """

    words: str
    whole: str
    is_bad: bool = False


def lack(data: RunData, device: str, key: str) -> Lack:
    """Return why a series has no value now."""
    gap = _lasting_gap(data, device, key)
    if gap is not None:
        return Lack(_gap_words(data, gap), gap.reason, gap.reason != ASLEEP)
    found = next((one for one in data.devices if one.key == device), None)
    capability = None if found is None else found.capabilities.get(key)
    if capability is not None and not capability.available:
        reason = capability.reason or QCoreApplication.translate("ReadingFigures", "not available here")
    else:
        reason = QCoreApplication.translate("ReadingFigures", "no reading yet")
    return Lack(reason, reason)


def device_trouble(data: RunData, device: Device) -> str:
    """Return why a GPU tells nothing any more, and for how long or since when; "" while it does."""
    able = [key for key in _OF_A_DEVICE if key in device.capabilities and device.capabilities[key].available]
    gaps = [_lasting_gap(data, device.key, key) for key in able]
    first = gaps[0] if gaps else None
    if first is None or None in gaps or device.kind is not DeviceKind.GPU or first.reason == ASLEEP:
        return ""
    words = _gap_words(data, first)
    if words != first.reason:
        return words
    return QCoreApplication.translate("ReadingFigures", "{0} · since {1}").format(words, _time_of_day(data.end_s - first.start_s))


def _lasting_gap(data: RunData, device: str, key: str) -> RunGap | None:
    return next(
        (gap for gap in data.gaps if gap.end_s is None and gap.device in ("", device) and (not gap.metrics or key in gap.metrics)), None
    )


def _gap_words(data: RunData, gap: RunGap) -> str:
    if NOT_ANSWERING not in gap.reason:
        return gap.reason
    seconds = max(0, round(data.end_s - gap.start_s))
    lasting = f"{seconds} s" if seconds < 60 else figures.duration(seconds)
    return QCoreApplication.translate("ReadingFigures", "not answering for {0}").format(lasting)


def _time_of_day(ago_s: float) -> str:
    return time.strftime("%H:%M:%S", time.localtime(time.time() - ago_s))
