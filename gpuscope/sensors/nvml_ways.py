"""The NVML functions and fields that provide each metric, by preference, and the group in which each is read."""

import ctypes
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from gpuscope.sensors import nvml_reads as gpm
from gpuscope.sensors.backend import NOT_YET
from gpuscope.sensors.nvml_library import FUNCTION_NOT_FOUND, MILLI, ask
from gpuscope.sensors.nvml_processes import NvmlProcesses
from gpuscope.sensors.nvml_reads import Entries, Field, NvmlActivity, NvmlFields

ALL_LINKS = 0xFFFFFFFF
"""Scope UINT_MAX sums over all links of a GPU (nvml.h, at NVML_FI_DEV_NVLINK_THROUGHPUT_*)."""
POWER_INSTANT, POWER_AVERAGE, POWER_LIMIT, TOTAL_ENERGY, MEMORY_TEMPERATURE = (186, 0), (185, 0), (190, 0), (83, 0), (82, 0)
"""NVML field numbers (nvml.h, NVML_FI_DEV_*) with their scope, 0 for the GPU: power in mW, energy in mJ since the driver was loaded, °C."""
NVLINK_SENT, NVLINK_RECEIVED = (138, ALL_LINKS), (139, ALL_LINKS)
"""Field numbers of NVLink data, in KiB, with their scope."""
Value = float | int | None
FIELDS, STATE, UTILIZATION, FAN, PROCESSES, PCIE = "fields", "state", "utilization", "fan", "processes", "pcie"
SHARE_OF_RATE = {FIELDS: 1.0, STATE: 1 / 5, UTILIZATION: 1 / 10, FAN: 1 / 20, PROCESSES: 1 / 50, PCIE: 1 / 50}
"""Groups of metrics that are read together, with the fraction of the fast rate at which each is read (measurement.md, S3). The cost of a
call determines the fraction."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way to read one or more metrics.

    Attributes:
        group: The group with which it is read.
        metrics: The metrics that it returns, in this order.
        source: Description of the function or field.
        read: Returns one value per metric in SI units, None for one that needs a second reading; raises NVMLError. None for a field.
        field: The NVML field, read together with the others; None if ``read`` is used.
        scale: Factor from the field's unit to SI.
        averages: Whether the value is an average over the last second.
    """

    group: str
    metrics: tuple[str, ...]
    source: str
    read: Callable[[Any], Sequence[Value]] | None = None
    field: Field | None = None
    scale: float = MILLI
    averages: bool = False


def ways(api: Any, averages: bool, processes: NvmlProcesses, activity: NvmlActivity | None) -> list[Way]:
    """Return the ways in order of preference, the best first.

    Args:
        api: pynvml.
        averages: Whether nvmlDeviceGetPowerUsage reports a 1 s average on this GPU.
        processes: Reads the list of processes.
        activity: Reads the GPM counters; None to leave out GPM and the expensive PCIe metrics.
    """
    detail = [] if activity is None else _activity(activity) + _pcie(api)
    return [*_power(api, averages), *_state(api), *_slow(api, processes), *detail]


def _power(api: Any, averages: bool) -> list[Way]:
    kind = "1 s average" if averages else "instantaneous"
    reasons = ("nvmlDeviceGetCurrentClocksEventReasons", "nvmlDeviceGetCurrentClocksThrottleReasons")
    return [
        Way(FIELDS, ("power",), "NVML field 186, instantaneous power", field=POWER_INSTANT),
        Way(FIELDS, ("power",), f"nvmlDeviceGetPowerUsage, {kind}", _one(api, "nvmlDeviceGetPowerUsage", MILLI), averages=averages),
        Way(FIELDS, ("power_average",), "NVML field 185, 1 s average power", field=POWER_AVERAGE, averages=True),
        Way(FIELDS, ("power_limit",), "NVML field 190, current power limit", field=POWER_LIMIT),
        Way(FIELDS, ("power_limit",), "nvmlDeviceGetEnforcedPowerLimit", _one(api, "nvmlDeviceGetEnforcedPowerLimit", MILLI)),
        Way(FIELDS, ("energy",), "NVML field 83, cumulative counter", field=TOTAL_ENERGY),
        Way(
            FIELDS,
            ("energy",),
            "nvmlDeviceGetTotalEnergyConsumption, cumulative counter",
            _one(api, "nvmlDeviceGetTotalEnergyConsumption", MILLI),
        ),
        *(Way(FIELDS, ("throttle",), name, _bits(api, name)) for name in reasons),
    ]


def _state(api: Any) -> list[Way]:
    return [
        Way(STATE, ("clock",), "nvmlDeviceGetClockInfo, SM", _one(api, "nvmlDeviceGetClockInfo", 1e6, api.NVML_CLOCK_SM)),
        Way(STATE, ("memory_clock",), "nvmlDeviceGetClockInfo, memory", _one(api, "nvmlDeviceGetClockInfo", 1e6, api.NVML_CLOCK_MEM)),
        Way(STATE, ("temperature",), "nvmlDeviceGetTemperature, GPU core", _one(api, "nvmlDeviceGetTemperature", 1, 0)),
        Way(STATE, ("temperature",), "nvmlDeviceGetTemperatureV, GPU core", _one(api, "nvmlDeviceGetTemperatureV", 1, 0)),
        Way(STATE, ("memory_temperature",), "NVML field 82, memory temperature", field=MEMORY_TEMPERATURE, scale=1),
        Way(
            STATE,
            ("memory_used", "memory_reserved"),
            "nvmlDeviceGetMemoryInfo_v2, without what the driver reserves",
            lambda h: _memory(api.nvmlDeviceGetMemoryInfo(h, api.nvmlMemory_v2)),
        ),
        Way(
            STATE,
            ("memory_used",),
            "nvmlDeviceGetMemoryInfo, with what the driver reserves",
            lambda h: (api.nvmlDeviceGetMemoryInfo(h).used,),
        ),
    ]


def _slow(api: Any, processes: NvmlProcesses) -> list[Way]:
    return [
        Way(
            UTILIZATION,
            ("utilization", "memory_utilization"),
            "nvmlDeviceGetUtilizationRates",
            lambda h: _ratios(api.nvmlDeviceGetUtilizationRates(h)),
        ),
        Way(UTILIZATION, ("nvlink_received",), "NVML field 139, data of all NVLinks", field=NVLINK_RECEIVED, scale=1024),
        Way(UTILIZATION, ("nvlink_sent",), "NVML field 138, data of all NVLinks", field=NVLINK_SENT, scale=1024),
        Way(FAN, ("fan",), "nvmlDeviceGetFanSpeed", _one(api, "nvmlDeviceGetFanSpeed", 0.01)),
        *(
            Way(PROCESSES, ("device_processes",), f"nvmlDeviceGetComputeRunningProcesses_{version}", partial(processes.read, version))
            for version in ("v3", "v2")
        ),
    ]


def _activity(activity: NvmlActivity) -> list[Way]:
    """Return the ways of the GPM metrics, which are in percent; those of PCIe in MiB/s."""

    def read(number: int, scale: float, handle: Any) -> Sequence[Value]:
        value = activity.read(handle, number)
        return (None if value is None else value * scale,)

    counters = (
        ("sm_activity", gpm.SM_ACTIVITY, 0.01),
        ("sm_occupancy", gpm.SM_OCCUPANCY, 0.01),
        ("tensor_activity", gpm.TENSOR_ACTIVITY, 0.01),
        ("memory_activity", gpm.MEMORY_ACTIVITY, 0.01),
        ("pcie_received", gpm.PCIE_RECEIVED, 2.0**20),
        ("pcie_sent", gpm.PCIE_SENT, 2.0**20),
    )
    return [
        Way(UTILIZATION, (metric,), f"GPM metric {number}, mean since the reading before", partial(read, number, scale))
        for metric, number, scale in counters
    ]


def _pcie(api: Any) -> list[Way]:
    """Return the ways of PCIe throughput. Each of these calls blocks the driver for 20 ms."""
    name = "nvmlDeviceGetPcieThroughput"
    return [
        Way(PCIE, ("pcie_received",), f"{name}, over 20 ms", _one(api, name, 1024, api.NVML_PCIE_UTIL_RX_BYTES)),
        Way(PCIE, ("pcie_sent",), f"{name}, over 20 ms", _one(api, name, 1024, api.NVML_PCIE_UTIL_TX_BYTES)),
    ]


def _one(api: Any, name: str, scale: float = 1, *arguments: Any) -> Callable[[Any], Sequence[Value]]:
    function = getattr(api, name)
    return lambda handle: (function(handle, *arguments) * scale,)


def _bits(api: Any, name: str) -> Callable[[Any], Sequence[Value]]:
    """Return a reader of a 64-bit value into reused memory. It runs eighty times a second, and pynvml's wrapper would double the cost."""
    function = getattr(api.nvmlLib, name, None)
    bits = ctypes.c_ulonglong()
    place = ctypes.byref(bits)

    def read(handle: Any) -> Sequence[Value]:
        code = FUNCTION_NOT_FOUND if function is None else function(handle, place)
        if code:
            raise api.NVMLError(code)
        return (bits.value,)

    return read


def _ratios(rates: Any) -> tuple[float, float]:
    return rates.gpu / 100, rates.memory / 100


def _memory(memory: Any) -> tuple[int, int]:
    return memory.used, memory.reserved


Code = int | str
Results = tuple[list[Value], dict[str, Code]]
"""One value per metric in SI units, None for those that failed; and their codes by index as text: NVML's code, or "not-yet"."""
Seen = tuple[Entries | None, list[tuple[Any, int | None]]]
"""The raw entries of the fields, and (values, code) of each other way."""


class WayGroup:
    """The ways of one group on one GPU.

    Args:
        api: pynvml, initialised.
        ways: The ways; their fields are read in one call.

    Attributes:
        ways: The ways, those of fields first.
        metrics: Their metrics, in this order.
    """

    def __init__(self, api: Any, ways: Sequence[Way]) -> None:
        fields = [way.field for way in ways if way.field is not None]
        scales = [way.scale for way in ways if way.field is not None]
        others = [(way.read, len(way.metrics)) for way in ways if way.read is not None]
        self.ways = tuple(sorted(ways, key=lambda way: way.field is None))
        self.metrics = tuple(metric for way in self.ways for metric in way.metrics)
        self._places = {metric: place for place, metric in enumerate(self.metrics)}
        self._fields = NvmlFields(api, fields, scales) if fields else None
        self._reads = [read for read, _ in others]
        self._counts = [count for _, count in others]

    def fetch(self, handle: Any) -> Seen:
        """Read all ways, without converting the values."""
        return None if self._fields is None else self._fields.fetch(handle), [ask(read, handle) for read in self._reads]

    def results(self, seen: Seen) -> Results:
        """Convert what :meth:`fetch` returned."""
        entries, others = seen
        values: list[Value] = []
        codes: dict[str, Code] = {}
        if self._fields is not None and entries is not None:
            values, whys = self._fields.values(entries)
            codes.update((str(index), why) for index, why in enumerate(whys) if why)
        for (answer, code), count in zip(others, self._counts, strict=True):
            if answer is None or None in answer:
                answer = (None,) * count if answer is None else answer
                codes.update((str(index), code or NOT_YET) for index, value in enumerate(answer, len(values)) if value is None)
            values += answer
        return values, codes

    def value(self, metric: str, values: Sequence[Value]) -> Value:
        """Return a metric's value from the group's values; None if it failed or is not in the group."""
        place = self._places.get(metric)
        return None if place is None else values[place]

    def read(self, handle: Any) -> Results:
        """Read all ways, and convert the values at once."""
        return self.results(self.fetch(handle))
