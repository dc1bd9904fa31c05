"""Processor energy where there is no /sys: the Windows Energy Meter Interface, and IOReport of Apple chips.

Windows: learn.microsoft.com/windows/win32/api/emi; one device interface per meter, four control codes, energy in picowatt-hours.
Apple: zeus-apple-silicon (AppleEnergyMonitor.get_cumulative_energy, fields in mJ); Apple does not document how these values are obtained,
so they count as vendor-modelled. Both are tested against fakes; not tried on hardware.
"""

import importlib
import re
import struct
import sys
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from gpuscope.core.errors import pip_install
from gpuscope.sensors.energy_counter import EnergyCounter, EnergySource, Unavailable

GET_VERSION, GET_METADATA_SIZE, GET_METADATA, GET_MEASUREMENT = 0x224000, 0x224004, 0x224008, 0x22400C
"""IOCTL_EMI_* in emi.h of the Windows SDK."""
_VERSION = 2
"""EMI_VERSION_V2: meters with named channels, since Windows 10 1809."""
_PICOWATT_HOURS = 0
"""EmiMeasurementUnitPicowattHours, the only unit that emi.h defines."""
_PICOWATT_HOUR_J = 3.6e-9  # 1e-12 W · 3600 s
_SPAN = 2**64
"""Windows and macOS count in 64 bits."""
_CHANNEL_COUNT_AT = 66
"""Offset of the channel count in EMI_METADATA_V2: vendor and model, 16 UTF-16 units each, a revision, the channel count, the channels."""
_MEASUREMENT = struct.Struct("<QQ")
_PACKAGE, _MEMORY = re.compile(r"RAPL_Package\d+_PKG"), re.compile(r"RAPL_Package\d+_DRAM")
_NO_MEMORY = Unavailable("the Energy Meter Interface reports no energy of the main memory")


class Meter(Protocol):
    """An open meter."""

    def control(self, code: int, size: int) -> bytes:
        """Return the answer to a control code, at most ``size`` bytes; raises OSError."""

    def close(self) -> None:
        """Close the meter; may be called twice."""


def energy_meters(meters: Sequence[Meter]) -> EnergySource | Unavailable:
    """Return the package channels of all meters, or why there are none. Closing the source closes the meters."""

    def close() -> None:
        for meter in meters:
            meter.close()

    counters = [counter for meter in meters for counter in _counters(meter)]
    metrics = {counter.metric for counter in counters}
    if "energy" not in metrics:
        close()
        return Unavailable("Windows' Energy Meter Interface offers no processor package here; common in virtual machines")
    unavailable = {} if "memory_energy" in metrics else {"memory_energy": _NO_MEMORY}
    return EnergySource("Windows Energy Meter Interface", "measured", counters, unavailable, close, untried=True)


def _counters(meter: Meter) -> list[EnergyCounter]:
    try:
        (version,) = struct.unpack_from("<H", meter.control(GET_VERSION, 2))
        if version != _VERSION:
            return []
        (size,) = struct.unpack_from("<L", meter.control(GET_METADATA_SIZE, 4))
        names = channel_names(meter.control(GET_METADATA, size))
    except (OSError, struct.error):
        return []
    counters = []
    for index, name in enumerate(names):
        metric = "energy" if _PACKAGE.fullmatch(name) else "memory_energy" if _MEMORY.fullmatch(name) else None
        if metric is not None:
            counters.append(EnergyCounter(name, metric, _reader(meter, index, len(names)), _PICOWATT_HOUR_J, _SPAN))
    return counters


def channel_names(metadata: bytes) -> list[str]:
    """Return the name of each channel, "" for a unit other than picowatt-hours; raises struct.error if the metadata is truncated."""
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


_CLASS = "{45BD8344-7ED6-49CF-A440-C276C933B053}"
"""GUID_DEVICE_ENERGY_METER."""
_GENERIC_READ, _SHARE_READ_WRITE, _OPEN_EXISTING = 0x80000000, 3, 3
"""GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE and OPEN_EXISTING of the Windows SDK; others may read the meter at the same time."""

if sys.platform == "win32":
    import contextlib
    import ctypes
    from ctypes import wintypes

    _kernel = ctypes.WinDLL("kernel32", use_last_error=True)
    _devices = ctypes.WinDLL("cfgmgr32")
    _kernel.CreateFileW.restype = wintypes.HANDLE
    _kernel.CreateFileW.argtypes = [wintypes.LPCWSTR, *[wintypes.DWORD] * 2, wintypes.LPVOID, *[wintypes.DWORD] * 2, wintypes.HANDLE]
    _kernel.DeviceIoControl.argtypes = [
        wintypes.HANDLE, wintypes.DWORD, wintypes.LPVOID, wintypes.DWORD, wintypes.LPVOID, wintypes.DWORD,
        ctypes.POINTER(wintypes.DWORD), wintypes.LPVOID,
    ]  # fmt: skip
    _kernel.CloseHandle.argtypes = [wintypes.HANDLE]

    class _Meter:
        def __init__(self, path: str) -> None:
            self._handle = _kernel.CreateFileW(path, _GENERIC_READ, _SHARE_READ_WRITE, None, _OPEN_EXISTING, 0, None)
            if self._handle in (None, wintypes.HANDLE(-1).value):
                raise ctypes.WinError(ctypes.get_last_error())

        def control(self, code: int, size: int) -> bytes:
            answer, length = ctypes.create_string_buffer(size), wintypes.DWORD()
            if not _kernel.DeviceIoControl(self._handle, code, None, 0, answer, size, ctypes.byref(length), None):
                raise ctypes.WinError(ctypes.get_last_error())
            return answer.raw[: length.value]

        def close(self) -> None:
            if self._handle is not None:
                _kernel.CloseHandle(self._handle)
                self._handle = None

    def _paths() -> list[str]:
        guid, size = (ctypes.c_byte * 16)(), wintypes.ULONG()
        ctypes.WinDLL("ole32").CLSIDFromString(ctypes.c_wchar_p(_CLASS), guid)
        if _devices.CM_Get_Device_Interface_List_SizeW(ctypes.byref(size), guid, None, 0):
            return []
        buffer = ctypes.create_unicode_buffer(size.value)
        if _devices.CM_Get_Device_Interface_ListW(guid, None, buffer, size, 0):
            return []
        return [path for path in ctypes.wstring_at(buffer, size.value).split("\0") if path]

    def open_meters() -> Sequence[_Meter]:
        """Open all energy meters that this user may open."""
        meters = []
        for path in _paths():
            with contextlib.suppress(OSError):
                meters.append(_Meter(path))
        return meters


_FIELDS = (("energy", "cpu_total_mj"), ("memory_energy", "dram_mj"))
_MILLIJOULE_J = 1e-3  # the fields' names end in _mj


def monitor() -> Any:
    """Return zeus-apple-silicon's monitor.

    Raises:
        ImportError: The package is not installed.
        RuntimeError: This machine has no such counters.
    """
    return importlib.import_module("zeus_apple_silicon").AppleEnergyMonitor()


def ioreport(make: Callable[[], Any] = monitor) -> EnergySource | Unavailable:
    """Return the Apple chip's counters, or why there are none."""
    try:
        chip = make()
        first = chip.get_cumulative_energy()
    except ImportError:
        cure = f"Run '{pip_install('zeus-apple-silicon')}'."
        return Unavailable("the package zeus-apple-silicon, which reads IOReport, is not installed", cure)
    except (RuntimeError, OSError) as error:
        return Unavailable(f"IOReport reports no energy here: {error}")
    fields = [(metric, field) for metric, field in _FIELDS if getattr(first, field, None) is not None]
    counters = [EnergyCounter(field, metric, _field_reader(chip, field), _MILLIJOULE_J, _SPAN) for metric, field in fields]
    unavailable = {metric: Unavailable("IOReport does not report it on this chip") for metric, _ in _FIELDS if metric not in dict(fields)}
    if "energy" in unavailable:
        return Unavailable("IOReport reports no energy of the processor on this chip")
    return EnergySource("IOReport by zeus-apple-silicon", "vendor-modelled", counters, unavailable, restarts=True, untried=True)


def _field_reader(chip: Any, field: str) -> Callable[[], int]:
    def read() -> int:
        try:
            return int(getattr(chip.get_cumulative_energy(), field))
        except (RuntimeError, TypeError) as error:
            raise OSError(str(error)) from None

    return read
