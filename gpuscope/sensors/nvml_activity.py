"""GPM, the activity counters of Hopper and newer: shares over the time between two samples."""

import contextlib
from collections.abc import Callable
from typing import Any

from gpuscope.sensors.nvml_library import NOT_SUPPORTED

SM_ACTIVITY, SM_OCCUPANCY, TENSOR_ACTIVITY, MEMORY_ACTIVITY, PCIE_SENT, PCIE_RECEIVED = 2, 3, 5, 10, 20, 21
"""Numbers of GPM metrics (nvml.h, NVML_GPM_METRIC_*): percent, and MiB/s of PCIe."""
_ALL = (SM_ACTIVITY, SM_OCCUPANCY, TENSOR_ACTIVITY, MEMORY_ACTIVITY, PCIE_SENT, PCIE_RECEIVED)
_LEAST_NS = 100_000_000
_VERSION = 1


class NvmlActivity:
    """The counters of one GPU. They are shared with DCGM and its like, so this is read only while somebody looks.

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
        """Return one metric; the first of a round takes the sample. None until there are two samples far enough apart.

        Raises:
            NVMLError: This metric failed, or all did.
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
        return {one.metricId: (one.value, one.nvmlReturn) for one in asked.metrics[: len(_ALL)]}

    def close(self) -> None:
        """Give the samples back; the next reading takes new ones."""
        for sample in self._samples:
            with contextlib.suppress(self._api.NVMLError):
                self._api.nvmlGpmSampleFree(sample)
        self._samples, self._sampled_ns, self._results = [], None, {}
