"""The figures of one device as it is now, whatever runs on it."""

from PySide6.QtCore import QCoreApplication

from gpuscope.core.device import MACHINE, Device
from gpuscope.gui.data.run_data import RunData
from gpuscope.gui.run_view import reading_figures
from gpuscope.gui.widgets.figure_tile import Figure

KEYS = ("utilization", "memory_used", "clock", "temperature", "power")
"""What is shown of each device, in this order."""


def device_figures(data: RunData, device: Device) -> list[Figure]:
    """Returns a device's figures. What a GPU lacks says why; what a processor lacks is left out, since it is told elsewhere."""
    found = [
        reading_figures.utilization(data, device.key, trust=_cores(device)),
        reading_figures.memory(data, device.key),
        reading_figures.reading(data, device.key, "clock"),
        reading_figures.reading(data, device.key, "temperature"),
        reading_figures.power(data, (device.key,)),
    ]
    if device.key != MACHINE:
        return found
    return [figure for key, figure in zip(KEYS, found, strict=True) if _is_measured(device, key)]


def device_words(device: Device) -> tuple[str, str]:
    """Returns a device's short name, and its maker's with what is to be known of it."""
    short = QCoreApplication.translate("DeviceFigures", "CPU") if device.key == MACHINE else device.key
    driver = device.properties.get("driver_version")
    parts = [device.name, *([QCoreApplication.translate("DeviceFigures", "driver {0}").format(driver)] if driver else [])]
    return short, " · ".join(parts)


def _cores(device: Device) -> str:
    count = device.properties.get("processors")
    return (
        QCoreApplication.translate("DeviceFigures", "of 1 core")
        if count == 1
        else QCoreApplication.translate("DeviceFigures", "of {0} cores").format(count)
        if count
        else ""
    )


def _is_measured(device: Device, key: str) -> bool:
    capability = device.capabilities.get(key)
    return capability is not None and capability.available
