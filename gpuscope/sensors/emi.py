"""Energy of the processor's packages through Windows' Energy Meter Interface.

Documented at learn.microsoft.com/windows/win32/api/emi: one device interface a meter, four control codes, energy in
picowatt-hours. Built on that and proved against a fake meter; not tried on hardware.
"""

import re
import struct
from collections.abc import Callable, Sequence
from typing import Protocol

from gpuscope.sensors.energy_counter import EnergyCounter, EnergySource, Lack

GET_VERSION, GET_METADATA_SIZE, GET_METADATA, GET_MEASUREMENT = 0x224000, 0x224004, 0x224008, 0x22400C
_VERSION = 2
"""EMI_VERSION_V2, since Windows 10 1809: meters with named channels."""
_PICOWATT_HOURS = 0
_PICOWATT_HOUR_J = 3.6e-9
_SPAN = 2**64
_CHANNEL_COUNT_AT = 66
"""EMI_METADATA_V2: maker and model, 16 UTF-16 units each, a revision, the number of channels, then the channels."""
_MEASUREMENT = struct.Struct("<QQ")
_PACKAGE, _MEMORY = re.compile(r"RAPL_Package\d+_PKG"), re.compile(r"RAPL_Package\d+_DRAM")
_NO_MEMORY = Lack("the Energy Meter Interface tells no energy of the main memory")


class Meter(Protocol):
    """An open meter."""

    def control(self, code: int, size: int) -> bytes:
        """Return the answer to a control code, of at most that many bytes; raises OSError."""

    def close(self) -> None:
        """Close it; may be called twice."""


def energy_meters(meters: Sequence[Meter]) -> EnergySource | Lack:
    """Return the packages' channels of all meters, which are closed with it, or why there are none."""

    def close() -> None:
        for meter in meters:
            meter.close()

    counters = [counter for meter in meters for counter in _counters(meter)]
    metrics = {one.metric for one in counters}
    if "energy" not in metrics:
        close()
        return Lack("Windows' Energy Meter Interface offers no processor package here; common in virtual machines")
    lacks = {} if "memory_energy" in metrics else {"memory_energy": _NO_MEMORY}
    return EnergySource("Windows Energy Meter Interface", "measured", counters, lacks, close, untried=True)


def _counters(meter: Meter) -> list[EnergyCounter]:
    try:
        (version,) = struct.unpack_from("<H", meter.control(GET_VERSION, 2))
        if version != _VERSION:
            return []
        (size,) = struct.unpack_from("<L", meter.control(GET_METADATA_SIZE, 4))
        names = channel_names(meter.control(GET_METADATA, size))
    except (OSError, struct.error):
        return []
    found = []
    for index, name in enumerate(names):
        metric = "energy" if _PACKAGE.fullmatch(name) else "memory_energy" if _MEMORY.fullmatch(name) else None
        if metric is not None:
            found.append(EnergyCounter(name, metric, _reader(meter, index, len(names)), _PICOWATT_HOUR_J, _SPAN))
    return found


def channel_names(metadata: bytes) -> list[str]:
    """Return the name of each channel, "" for one in another unit than picowatt-hours; raises struct.error for what is cut off."""
    (count,) = struct.unpack_from("<H", metadata, _CHANNEL_COUNT_AT)
    names, offset = [], _CHANNEL_COUNT_AT + 2
    for _ in range(count):
        unit, size = struct.unpack_from("<lH", metadata, offset)
        name = metadata[offset + 6 : offset + 6 + size].decode("utf-16-le", "replace").rstrip("\0")
        names.append(name if unit == _PICOWATT_HOURS else "")
        offset += 6 + size
    return names


def _reader(meter: Meter, index: int, count: int) -> Callable[[], int]:
    def read() -> int:
        content = meter.control(GET_MEASUREMENT, _MEASUREMENT.size * count)
        try:
            energy, _ = _MEASUREMENT.unpack_from(content, _MEASUREMENT.size * index)
        except struct.error as error:
            raise OSError(f"the meter's answer is cut off: {error}") from None
        return int(energy)

    return read
