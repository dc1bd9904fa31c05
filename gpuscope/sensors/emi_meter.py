"""Opens Windows' energy meters: the device interface, its control codes. Loaded on Windows alone."""

import sys
from collections.abc import Sequence

_CLASS = "{45BD8344-7ED6-49CF-A440-C276C933B053}"
"""GUID_DEVICE_ENERGY_METER."""
_GENERIC_READ, _SHARE_READ_WRITE, _OPEN_EXISTING = 0x80000000, 3, 3

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
