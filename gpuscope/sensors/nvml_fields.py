"""Field values of one NVIDIA GPU, as many as wanted in one call, into memory that is kept: they are read eighty times a second."""

import ctypes
import struct
from collections.abc import Callable, Sequence
from typing import Any

from gpuscope.sensors.nvml_library import FUNCTION_NOT_FOUND

Field = tuple[int, int]
"""(number, scope), as nvml.h has them."""
_ENTRY = struct.Struct("=IIqqIIQ")
"""nvmlFieldValue_t: number, scope, stamp, microseconds taken, type, return code, value."""
_READ = "24xIIQ"
"""What of an entry is looked at: type, return code, value."""
_FROM_BITS: tuple[Callable[[int], float | int], ...] = (
    lambda bits: float(struct.unpack("=d", struct.pack("=Q", bits))[0]),
    lambda bits: bits & 0xFFFF_FFFF,
    lambda bits: ctypes.c_ulong(bits).value,
    lambda bits: bits,
    lambda bits: ctypes.c_longlong(bits).value,
    lambda bits: ctypes.c_int(bits & 0xFFFF_FFFF).value,
)
"""By nvmlValueType_t: double, unsigned int, unsigned long, unsigned long long, long long, int."""

_MASKS = {1: 0xFFFF_FFFF, 3: 0xFFFF_FFFF_FFFF_FFFF}
"""Of the types that nearly all fields are of, to save a call each."""

Entries = tuple[int, bytes]
"""NVML's return code, and the entries as it left them."""


class NvmlFields:
    """Some fields of one GPU.

    Args:
        api: pynvml, initialised.
        fields: Which ones.
        scales: From the unit of each to SI.
    """

    def __init__(self, api: Any, fields: Sequence[Field], scales: Sequence[float]) -> None:
        self._function = getattr(api.nvmlLib, "nvmlDeviceGetFieldValues", None)
        self._scales = tuple(scales)
        self._count = len(fields)
        asked = b"".join(_ENTRY.pack(number, scope, 0, 0, 0, 0, 0) for number, scope in fields)
        self._memory = ctypes.create_string_buffer(asked, len(asked))
        self._kinds: tuple[int, ...] = ()
        self._masks: list[int] | None = None
        self._unpack = struct.Struct("=" + _READ * len(fields)).unpack

    def take(self, handle: Any) -> Entries:
        """Read them."""
        code = FUNCTION_NOT_FOUND if self._function is None else self._function(handle, self._count, self._memory)
        return code, self._memory.raw

    def values(self, taken: Entries) -> tuple[list[float | int | None], Sequence[int]]:
        """Return each field's value in SI units, None where it failed, and the fields' own return codes; none where all are 0."""
        code, content = taken
        if code:
            return [None] * self._count, [code] * self._count
        found = self._unpack(content)
        codes = found[1::3]
        if any(codes):
            told = zip(found[::3], codes, found[2::3], self._scales, strict=True)
            return [None if own else _FROM_BITS[kind](bits) * scale for kind, own, bits, scale in told], codes
        if (kinds := found[::3]) != self._kinds:
            self._kinds = kinds
            self._masks = [_MASKS[kind] for kind in kinds] if _MASKS.keys() >= set(kinds) else None
        if self._masks is None:
            return [_FROM_BITS[kind](bits) * scale for kind, bits, scale in zip(kinds, found[2::3], self._scales, strict=True)], ()
        return [(bits & mask) * scale for bits, mask, scale in zip(found[2::3], self._masks, self._scales, strict=True)], ()
