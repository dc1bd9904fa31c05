"""One NVIDIA GPU: which NVML call gives which metric on this GPU and driver, found out by trying."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from gpuscope.core.device import Capability, Device, DeviceKind
from gpuscope.sensors.declaration import GPU_METRICS
from gpuscope.sensors.nvml_library import GPU_IS_LOST, NOT_SUPPORTED, PERMANENT, UNKNOWN, UNSUITED, ask, trouble

AMPERE = 7
POWER_INSTANT, POWER_AVERAGE, POWER_LIMIT, TOTAL_ENERGY = 186, 185, 190, 83
"""NVML field numbers (nvml.h, NVML_FI_DEV_*): power in mW, energy in mJ since the driver was loaded."""
Value = float | int | None
FIELDS, STATE, UTILIZATION = "fields", "state", "utilization"
"""Groups of metrics that are read together: at the fast rate, a fifth and a tenth of it."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way to read some metrics.

    Attributes:
        group: The call that it belongs to.
        metrics: What it gives, in this order.
        source: In words.
        field: Number of the NVML field, read together with the others; None when ``read`` does it.
        read: Reads one value a metric in SI units; raises NVMLError.
        scale: From the field's unit to SI.
    """

    group: str
    metrics: tuple[str, ...]
    source: str
    read: Callable[[Any], Sequence[Value]] | None = None
    field: int | None = None
    scale: float = 1e-3


def ways(api: Any, averages: bool) -> list[Way]:
    """Returns the ways by preference, the better first.

    Args:
        api: pynvml.
        averages: Whether nvmlDeviceGetPowerUsage tells a 1 s average on this GPU (Ampere except GA100, and newer: nvml.h).
    """
    words = "1 s average" if averages else "instantaneous"
    return [
        Way(FIELDS, ("power",), "NVML field 186, instantaneous power", field=POWER_INSTANT),
        Way(FIELDS, ("power",), f"nvmlDeviceGetPowerUsage, {words}", lambda h: (api.nvmlDeviceGetPowerUsage(h) * 1e-3,)),
        Way(FIELDS, ("power_average",), "NVML field 185, 1 s average power", field=POWER_AVERAGE),
        Way(FIELDS, ("power_limit",), "NVML field 190, current power limit", field=POWER_LIMIT),
        Way(FIELDS, ("power_limit",), "nvmlDeviceGetEnforcedPowerLimit", lambda h: (api.nvmlDeviceGetEnforcedPowerLimit(h) * 1e-3,)),
        Way(FIELDS, ("energy",), "NVML field 83, cumulative counter", field=TOTAL_ENERGY),
        Way(
            FIELDS,
            ("energy",),
            "nvmlDeviceGetTotalEnergyConsumption, cumulative counter",
            lambda h: (api.nvmlDeviceGetTotalEnergyConsumption(h) * 1e-3,),
        ),
        Way(
            FIELDS,
            ("throttle",),
            "nvmlDeviceGetCurrentClocksEventReasons",
            lambda h: (api.nvmlDeviceGetCurrentClocksEventReasons(h),),
        ),
        Way(
            FIELDS,
            ("throttle",),
            "nvmlDeviceGetCurrentClocksThrottleReasons",
            lambda h: (api.nvmlDeviceGetCurrentClocksThrottleReasons(h),),
        ),
        Way(STATE, ("clock",), "nvmlDeviceGetClockInfo, SM", lambda h: (api.nvmlDeviceGetClockInfo(h, api.NVML_CLOCK_SM) * 1e6,)),
        Way(
            STATE,
            ("memory_clock",),
            "nvmlDeviceGetClockInfo, memory",
            lambda h: (api.nvmlDeviceGetClockInfo(h, api.NVML_CLOCK_MEM) * 1e6,),
        ),
        Way(STATE, ("temperature",), "nvmlDeviceGetTemperature, GPU core", lambda h: (api.nvmlDeviceGetTemperature(h, 0),)),
        Way(STATE, ("temperature",), "nvmlDeviceGetTemperatureV, GPU core", lambda h: (api.nvmlDeviceGetTemperatureV(h, 0),)),
        Way(
            STATE,
            ("memory_used",),
            "nvmlDeviceGetMemoryInfo_v2, without what the driver reserves",
            lambda h: (api.nvmlDeviceGetMemoryInfo(h, api.nvmlMemory_v2).used,),
        ),
        Way(
            STATE,
            ("memory_used",),
            "nvmlDeviceGetMemoryInfo, with what the driver reserves",
            lambda h: (api.nvmlDeviceGetMemoryInfo(h).used,),
        ),
        Way(
            UTILIZATION,
            ("utilization", "memory_utilization"),
            "nvmlDeviceGetUtilizationRates",
            lambda h: _ratios(api.nvmlDeviceGetUtilizationRates(h)),
        ),
    ]


def _ratios(rates: Any) -> tuple[float, float]:
    return rates.gpu / 100, rates.memory / 100


class NvmlGpu:
    """One GPU behind its handle.

    Attributes:
        key: "gpu:N", N in NVML's order.
        lost: Why it does not answer; None while it does.
    """

    def __init__(self, api: Any, index: int, simulated: str | None) -> None:
        self.key = f"gpu:{index}"
        self.lost: str | None = None
        self._api = api
        self._index = index
        self._simulated = simulated
        self._handle: Any = None
        self._facts: dict[str, str | int | float | None] = {}
        self._name, self._uuid = "NVIDIA GPU", None
        self._ways: dict[str, list[Way]] = {}
        self._off: dict[str, Capability] = {}
        self._has_opened = False

    def open(self) -> int | None:
        """Gets the handle, the facts and what can be measured; also after a loss. Returns the code when there is no handle."""
        handle, code = ask(self._api.nvmlDeviceGetHandleByIndex, self._index)
        uuid, uuid_code = ask(self._api.nvmlDeviceGetUUID, handle) if code is None else (None, code)
        if uuid_code in (GPU_IS_LOST, UNKNOWN):
            code = uuid_code
        if code is not None:
            self.lost = trouble(code).reason
            return code
        if self._has_opened and uuid != self._uuid:
            self.lost = "another GPU has taken its place"
            return UNKNOWN
        self._handle, self._uuid, self.lost = handle, uuid, None
        if not self._has_opened:
            self._look()
            self._choose()
            self._has_opened = True
        return None

    def _look(self) -> None:
        api, handle = self._api, self._handle
        name, _ = ask(api.nvmlDeviceGetName, handle)
        self._name = name or self._name
        memory, _ = ask(api.nvmlDeviceGetMemoryInfo, handle)
        pci, _ = ask(api.nvmlDeviceGetPciInfo, handle)
        limit, _ = ask(api.nvmlDeviceGetEnforcedPowerLimit, handle)
        capability, _ = ask(api.nvmlDeviceGetCudaComputeCapability, handle)
        driver, _ = ask(api.nvmlSystemGetDriverVersion)
        cuda, _ = ask(api.nvmlSystemGetCudaDriverVersion)
        mig, _ = ask(api.nvmlDeviceGetMigMode, handle)
        bus = getattr(pci, "busId", None)
        self._facts = {
            "driver_version": driver,
            "cuda_driver_version": None if cuda is None else f"{cuda // 1000}.{cuda % 1000 // 10}",
            "memory_total": None if memory is None else memory.total,
            "pci_address": bus.decode("ascii", "replace") if isinstance(bus, bytes) else bus,
            "power_limit": None if limit is None else limit * 1e-3,
            "compute_capability": None if capability is None else f"{capability[0]}.{capability[1]}",
            "mig": None if mig is None else bool(mig[0]),
        }

    def _averages(self) -> bool:
        architecture, code = ask(self._api.nvmlDeviceGetArchitecture, self._handle)
        is_ga100 = self._facts["compute_capability"] == "8.0"
        return code is None and architecture >= AMPERE and not is_ga100

    def _choose(self) -> None:
        """Tries the ways of each metric in order; one that fails for now is kept, one that fails for good gives way to the next."""
        chosen: dict[str, Way] = {}
        for way in ways(self._api, self._averages()):
            if any(metric in chosen for metric in way.metrics):
                continue
            codes = [code for _, code in self._take([way])]
            if any(code in UNSUITED for code in codes):
                self._switch_off(way, next(code for code in codes if code in UNSUITED))
                continue
            for metric in way.metrics:
                chosen[metric] = way
                self._off.pop(metric, None)
        for way in dict.fromkeys(chosen.values()):
            self._ways.setdefault(way.group, []).append(way)

    def _switch_off(self, way: Way, code: int | None) -> None:
        found = trouble(code or UNKNOWN)
        reason, cure = found.reason, found.cure
        if self._facts.get("mig") and way.group == UTILIZATION and code == NOT_SUPPORTED:
            reason, cure = "MIG is on: NVML tells no utilization of a partitioned GPU", None
        for metric in way.metrics:
            self._off.setdefault(metric, Capability(False, way.source, None, reason, cure))

    def _take(self, group: Sequence[Way]) -> list[tuple[Value, int | None]]:
        """Reads some ways: (value, None) or (None, code) a metric. The fields go in one call, each with its own code."""
        fields = [way.field for way in group if way.field is not None]
        entries: dict[int, tuple[Value, int | None]] = {}
        if fields:
            found, code = ask(self._api.nvmlDeviceGetFieldValues, self._handle, fields)
            for index, field in enumerate(fields):
                entries[field] = (None, code) if code is not None else self._entry(found[index])
        results: list[tuple[Value, int | None]] = []
        for way in group:
            if way.field is not None:
                value, code = entries[way.field]
                results.append((None if value is None else value * way.scale, code))
            elif way.read is not None:
                values, code = ask(way.read, self._handle)
                results += [(None, code)] * len(way.metrics) if values is None else [(value, None) for value in values]
        return results

    def _entry(self, entry: Any) -> tuple[Value, int | None]:
        if entry.nvmlReturn:
            return None, entry.nvmlReturn
        # nvmlValueType_t: double, unsigned int, unsigned long, unsigned long long, long long, int.
        name = ("dVal", "uiVal", "ulVal", "ullVal", "sllVal", "siVal")[entry.valueType]
        return getattr(entry.value, name), None

    def read(self, group: str) -> tuple[list[Value], dict[str, int | str], bool]:
        """Reads a group: its values, the codes of those that failed, and whether a metric was switched off for good by it."""
        members = self._ways[group]
        found = self._take(members)
        if not any(code for _, code in found):
            return [value for value, _ in found], {}, False
        codes: dict[str, int | str] = {str(index): code for index, (_, code) in enumerate(found) if code is not None}
        return [value for value, _ in found], codes, self._drop_permanent(group, found)

    def _drop_permanent(self, group: str, found: Sequence[tuple[Value, int | None]]) -> bool:
        position, kept = 0, []
        for way in self._ways[group]:
            codes = [code for _, code in found[position : position + len(way.metrics)]]
            position += len(way.metrics)
            if any(code in PERMANENT for code in codes):
                self._switch_off(way, next(code for code in codes if code in PERMANENT))
            else:
                kept.append(way)
        is_less = len(kept) < len(self._ways[group])
        self._ways[group] = kept
        return is_less

    def series(self, group: str) -> tuple[tuple[str, str], ...]:
        """Returns (device, metric) of what a group gives."""
        return tuple((self.key, metric) for way in self._ways.get(group, ()) for metric in way.metrics)

    @property
    def metrics(self) -> tuple[str, ...]:
        """Returns all metrics that it gives."""
        return tuple(metric for group in self._ways.values() for way in group for metric in way.metrics)

    def device(self) -> Device:
        """Returns the device with what can be measured on it."""
        able = {metric: Capability(True, way.source) for group in self._ways.values() for way in group for metric in way.metrics}
        if not self._has_opened:
            lost = Capability(False, "NVML", None, self.lost, None)
            able = dict.fromkeys(GPU_METRICS, lost)
        return Device(self.key, DeviceKind.GPU, self._name, self._uuid, dict(self._facts), able | self._off, self._simulated)

    def quality(self) -> dict[str, tuple[str, str]]:
        """Returns (quality, source) by "device/metric"."""
        return {
            f"{self.key}/{metric}": ("measured", way.source) for group in self._ways.values() for way in group for metric in way.metrics
        }
