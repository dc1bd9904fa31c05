"""NVML values that are read many per call: field values of one GPU, and GPM, the activity counters of Hopper and newer."""

import contextlib
import ctypes
import struct
from collections.abc import Callable, Sequence
from typing import Any

from gpuscope.sensors.nvml_library import FUNCTION_NOT_FOUND, NOT_SUPPORTED

Field = tuple[int, int]
"""(number, scope), as defined in nvml.h."""
_ENTRY = struct.Struct("=IIqqIIQ")
"""nvmlFieldValue_t: number, scope, timestamp, latency in microseconds, type, return code, value."""
_READ = "24xIIQ"
"""The part of an entry that is used: type, return code, value."""
_FROM_BITS: tuple[Callable[[int], float | int], ...] = (
    lambda bits: float(struct.unpack("=d", struct.pack("=Q", bits))[0]),
    lambda bits: bits & 0xFFFF_FFFF,
    lambda bits: ctypes.c_ulong(bits).value,
    lambda bits: bits,
    lambda bits: ctypes.c_longlong(bits).value,
    lambda bits: ctypes.c_int(bits & 0xFFFF_FFFF).value,
)
"""Converters indexed by nvmlValueType_t: double, unsigned int, unsigned long, unsigned long long, long long, int."""

_MASKS = {1: 0xFFFF_FFFF, 3: 0xFFFF_FFFF_FFFF_FFFF}
"""Masks for the types of nearly all fields, which save a function call per value."""

Entries = tuple[int, bytes]
"""NVML's return code, and the raw entries that it filled in."""


class NvmlFields:
    """A set of fields of one GPU.

    Args:
        api: pynvml, initialised.
        fields: The fields to read.
        scales: Factor from each field's unit to SI.
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

    def fetch(self, handle: Any) -> Entries:
        """Read all fields in one call."""
        code = FUNCTION_NOT_FOUND if self._function is None else self._function(handle, self._count, self._memory)
        return code, self._memory.raw

    def values(self, taken: Entries) -> tuple[list[float | int | None], Sequence[int]]:
        """Return each field's value in SI units, None where it failed, and the fields' return codes; no codes if all are 0."""
        code, content = taken
        if code:
            return [None] * self._count, [code] * self._count
        content_fields = self._unpack(content)
        codes = content_fields[1::3]
        if any(codes):
            entries = zip(content_fields[::3], codes, content_fields[2::3], self._scales, strict=True)
            return [None if own else _FROM_BITS[kind](bits) * scale for kind, own, bits, scale in entries], codes
        if (kinds := content_fields[::3]) != self._kinds:
            self._kinds = kinds
            self._masks = [_MASKS[kind] for kind in kinds] if _MASKS.keys() >= set(kinds) else None
        if self._masks is None:
            return [_FROM_BITS[kind](bits) * scale for kind, bits, scale in zip(kinds, content_fields[2::3], self._scales, strict=True)], ()
        return [(bits & mask) * scale for bits, mask, scale in zip(content_fields[2::3], self._masks, self._scales, strict=True)], ()


SM_ACTIVITY, SM_OCCUPANCY, TENSOR_ACTIVITY, MEMORY_ACTIVITY, PCIE_SENT, PCIE_RECEIVED = 2, 3, 5, 10, 20, 21
"""Numbers of GPM metrics (nvml.h, NVML_GPM_METRIC_*), in percent; those of PCIe in MiB/s."""
_ALL = (SM_ACTIVITY, SM_OCCUPANCY, TENSOR_ACTIVITY, MEMORY_ACTIVITY, PCIE_SENT, PCIE_RECEIVED)
_LEAST_NS = 100_000_000
"""GPM needs two samples more than 100 ms apart (measurement.md)."""
_VERSION = 1
"""NVML_GPM_METRICS_GET_VERSION."""


class NvmlActivity:
    """The GPM counters of one GPU. They are shared with DCGM and similar tools, so they are read only while a user is watching.

    Args:
        api: pynvml.
        clock: Monotonic nanoseconds.
    """

    def __init__(self, api: Any, clock: Callable[[], int]) -> None:
        self._api = api
        self._clock = clock
        self._samples: list[Any] = []
        self._sampled_ns: int | None = None
        self._results: dict[int, tuple[float | None, int]] = {}

    def read(self, handle: Any, number: int) -> float | None:
        """Return one metric; the first read of a round takes the sample. None until there are two samples far enough apart.

        Raises:
            NVMLError: This metric failed, or all failed.
        """
        if number not in self._results:
            self._results = self._sample(handle)
        value, code = self._results.pop(number)
        if code:
            raise self._api.NVMLError(code)
        return value

    def _sample(self, handle: Any) -> dict[int, tuple[float | None, int]]:
        api = self._api
        if not self._samples:
            if not api.nvmlGpmQueryDeviceSupport(handle).isSupportedDevice:
                raise api.NVMLError(NOT_SUPPORTED)
            self._samples = [api.nvmlGpmSampleAlloc(), api.nvmlGpmSampleAlloc()]
        now, before = self._clock(), self._sampled_ns
        if before is not None and now - before < _LEAST_NS:
            return dict.fromkeys(_ALL, (None, 0))
        self._samples.reverse()
        self._sampled_ns = None
        api.nvmlGpmSampleGet(handle, self._samples[1])
        self._sampled_ns = now
        return dict.fromkeys(_ALL, (None, 0)) if before is None else self._metrics()

    def _metrics(self) -> dict[int, tuple[float | None, int]]:
        asked = self._api.c_nvmlGpmMetricsGet_t()
        asked.version, asked.numMetrics = _VERSION, len(_ALL)
        asked.sample1, asked.sample2 = self._samples
        for index, number in enumerate(_ALL):
            asked.metrics[index].metricId = number
        self._api.nvmlGpmMetricsGet(asked)
        return {metric.metricId: (metric.value, metric.nvmlReturn) for metric in asked.metrics[: len(_ALL)]}

    def close(self) -> None:
        """Free the samples; the next reading allocates new ones."""
        for sample in self._samples:
            with contextlib.suppress(self._api.NVMLError):
                self._api.nvmlGpmSampleFree(sample)
        self._samples, self._sampled_ns, self._results = [], None, {}
