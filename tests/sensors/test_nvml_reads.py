"""Field values in NVML's memory layout, for each value type and each return code."""

import ctypes
import struct
from types import SimpleNamespace

import pytest

from gpuscope.sensors.nvml_library import FUNCTION_NOT_FOUND
from gpuscope.sensors.nvml_reads import NvmlFields

LAYOUT = "=IIqqII8s"


@pytest.mark.parametrize(
    ("kind", "packed", "value"),
    [
        (0, struct.pack("=d", -2.5), -2.5),
        (1, struct.pack("=II", 4_000_000_000, 0xFFFF_FFFF), 4_000_000_000),
        (2, struct.pack("=Q", 5), 5),
        (3, struct.pack("=Q", 2**63 + 1), 2**63 + 1),
        (4, struct.pack("=q", -7), -7),
        (5, struct.pack("=iI", -9, 0xFFFF_FFFF), -9),
    ],
)
def test_each_type_of_value_is_read(kind: int, packed: bytes, value: float) -> None:
    def call(_: object, count: int, memory: ctypes.Array[ctypes.c_char]) -> int:
        assert count == 1
        number, scope, *_ = struct.unpack(LAYOUT, memory.raw)
        assert (number, scope) == (186, 2)
        memory.raw = struct.pack(LAYOUT, number, scope, 0, 0, kind, 0, packed)
        return 0

    assert read(fields(call, (186, 2))) == [(value, 0)]


def test_a_field_that_fails_hides_no_other() -> None:
    def call(_: object, __: int, memory: ctypes.Array[ctypes.c_char]) -> int:
        memory.raw = b"".join(struct.pack(LAYOUT, 1, 0, 0, 0, 3, code, struct.pack("=Q", 8)) for code in (0, 3))
        return 0

    assert read(fields(call, (1, 0), (2, 0))) == [(8, 0), (None, 3)]


def test_a_call_that_fails_fails_for_every_field() -> None:
    assert read(fields(lambda *_: 15, (1, 0), (2, 0))) == [(None, 15)] * 2


def test_a_library_without_the_function_says_so() -> None:
    assert read(NvmlFields(SimpleNamespace(nvmlLib=SimpleNamespace()), [(1, 0)], [1])) == [(None, FUNCTION_NOT_FOUND)]


def read(found: NvmlFields) -> list[tuple[float | int | None, int]]:
    """Return (value, code) of each field."""
    values, codes = found.values(found.fetch(None))
    return list(zip(values, codes or [0] * len(values), strict=True))


def fields(call: object, *wanted: tuple[int, int]) -> NvmlFields:
    return NvmlFields(SimpleNamespace(nvmlLib=SimpleNamespace(nvmlDeviceGetFieldValues=call)), wanted, [1] * len(wanted))
