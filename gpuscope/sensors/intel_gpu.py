"""Intel GPUs, through hwmon of the i915 and xe drivers, and through Level Zero Sysman for metrics that hwmon does not report.

Kernel documentation: ABI/testing/sysfs-driver-intel-i915-hwmon and -xe-hwmon (energy in µJ, power in µW; channel 1 is the card, 2 the
package). Sysman comes from the package pyzes 0.1, whose import raises OSError if Level Zero's loader is missing. Tested against fakes of
both; not tried on hardware.
"""

import importlib
from collections.abc import Callable
from ctypes import byref, c_double, c_uint32
from pathlib import Path
from typing import Any, TypeVar

from gpuscope.core.errors import pip_install
from gpuscope.sensors.backend import FAST_HZ
from gpuscope.sensors.card import FAST, HIGHEST_POWER_W, SELDOM, SLOW, Gauge, GpuFacts
from gpuscope.sensors.card_backend import CardBackend
from gpuscope.sensors.drm import DrmCard, DrmFinder, LibraryCard, SysFiles, drm_cards, sysfs_root
from gpuscope.sensors.energy_counter import EnergyCounter, Unavailable
from gpuscope.system.files import file_text

_SOURCE_NAME = "Level Zero Sysman"
_SPAN = 2**64
"""``zes_power_energy_counter_t`` is a uint64 of microjoules."""


def load(module: Any = None) -> "Sysman | str":
    """Load and initialise Sysman; return it, or why it is not available.

    Args:
        module: The module pyzes; None to import it.
    """
    try:
        return Sysman(module or importlib.import_module("pyzes"))
    except ImportError:
        return "the package pyzes, which reads Level Zero Sysman, is not installed"
    except Exception as error:  # noqa: BLE001  Whatever it raises, Sysman is not available.
        return f"Level Zero Sysman cannot be used: {error}"


class Sysman:
    """Level Zero Sysman, initialised."""

    def __init__(self, api: Any) -> None:
        self._api = api
        self._ask("zesInit", 0)
        self._devices: dict[str, Any] = {}
        for driver in self._every("zesDriverGet", "zes_driver_handle_t"):
            for device in self._every("zesDeviceGet", "zes_device_handle_t", driver):
                address = self._queried("zesDevicePciGetProperties", device, "zes_pci_properties_t", "PCI_PROPERTIES").address
                self._devices[f"{address.domain:04x}:{address.bus:02x}:{address.device:02x}.{address.function:x}"] = device

    def card(self, pci_address: str) -> LibraryCard | None:
        """Return the GPU at a PCI address; None if the library does not know it."""
        device = self._devices.get(pci_address.lower())
        if device is None:
            return None
        facts = self._queried("zesDeviceGetProperties", device, "zes_device_properties_t", "DEVICE_PROPERTIES")
        name = facts.core.name.decode("utf-8", "replace") or None
        uuid = bytes(facts.core.uuid.id).hex() or None
        total, memory = _part(self._memory, device) or (None, [])
        gauges = [gauge for part in (self._temperatures, self._clock, self._activity) for gauge in _part(part, device) or ()]
        return LibraryCard(name, uuid, [*memory, *gauges], _part(self._energy, device) or (), memory_total=total)

    def _memory(self, device: Any) -> tuple[int, list[Gauge]] | None:
        for module in self._every("zesDeviceEnumMemoryModules", "zes_mem_handle_t", device):
            if (
                self._queried("zesMemoryGetProperties", module, "zes_mem_properties_t", "MEM_PROPERTIES").location
                == self._api.ZES_MEM_LOC_DEVICE
            ):

                def used(module: Any = module) -> int:
                    state = self._queried("zesMemoryGetState", module, "zes_mem_state_t", "MEM_STATE")
                    return int(state.size - state.free)

                size = self._queried("zesMemoryGetState", module, "zes_mem_state_t", "MEM_STATE").size
                return int(size), [Gauge("memory_used", _SOURCE_NAME, used, SLOW)]
        return None

    def _temperatures(self, device: Any) -> list[Gauge]:
        metrics = {self._api.ZES_TEMP_SENSORS_GPU: "temperature", self._api.ZES_TEMP_SENSORS_MEMORY: "memory_temperature"}
        gauges = []
        for sensor in self._every("zesDeviceEnumTemperatureSensors", "zes_temp_handle_t", device):
            kind = self._queried("zesTemperatureGetProperties", sensor, "zes_temp_properties_t", "TEMP_PROPERTIES").type
            if kind in metrics:

                def celsius(sensor: Any = sensor) -> float:
                    degrees = c_double()
                    self._ask("zesTemperatureGetState", sensor, byref(degrees))
                    return degrees.value

                gauges.append(Gauge(metrics[kind], _SOURCE_NAME, celsius, SLOW))
        return gauges

    def _clock(self, device: Any) -> list[Gauge]:
        for domain in self._every("zesDeviceEnumFrequencyDomains", "zes_freq_handle_t", device):
            if (
                self._queried("zesFrequencyGetProperties", domain, "zes_freq_properties_t", "FREQ_PROPERTIES").type
                == self._api.ZES_FREQ_DOMAIN_GPU
            ):

                def hertz(domain: Any = domain) -> float:
                    actual = self._queried("zesFrequencyGetState", domain, "zes_freq_state_t", "FREQ_STATE").actual
                    if actual < 0:
                        raise OSError("Level Zero does not know the clock")
                    return float(actual) * 1e6

                return [Gauge("clock", _SOURCE_NAME, hertz, SLOW)]
        return []

    def _activity(self, device: Any) -> list[Gauge]:
        for engine in self._every("zesDeviceEnumEngineGroups", "zes_engine_handle_t", device):
            kind = self._queried("zesEngineGetProperties", engine, "zes_engine_properties_t", "ENGINE_PROPERTIES").type
            if kind == self._api.ZES_ENGINE_GROUP_ALL:

                def stats(engine: Any = engine) -> tuple[int, int]:
                    answer = self._queried("zesEngineGetActivity", engine, "zes_engine_stats_t")
                    return answer.activeTime, answer.timestamp

                return [Gauge("utilization", _SOURCE_NAME, _Busy(stats), SELDOM)]
        return []

    def _energy(self, device: Any) -> list[tuple[str, EnergyCounter]]:
        for domain in self._every("zesDeviceEnumPowerDomains", "zes_pwr_handle_t", device):
            if not self._queried("zesPowerGetProperties", domain, "zes_power_properties_t", "POWER_PROPERTIES").onSubdevice:

                def count(domain: Any = domain) -> int:
                    return int(self._queried("zesPowerGetEnergyCounter", domain, "zes_power_energy_counter_t").energy)

                return [(f"{_SOURCE_NAME} energy counter", EnergyCounter("power domain 0", "energy", count, 1e-6, _SPAN, HIGHEST_POWER_W))]
        return []

    def _every(self, call: str, handle: str, *of: Any) -> list[Any]:
        count = c_uint32()
        self._ask(call, *of, byref(count), None)
        handles = (getattr(self._api, handle) * count.value)()
        self._ask(call, *of, byref(count), handles)
        kind = getattr(self._api, handle)
        return [kind(handle) for handle in handles]

    def _queried(self, call: str, handle: Any, structure: str, stype: str = "") -> Any:
        answer = getattr(self._api, structure)()
        if stype:
            answer.stype = getattr(self._api, f"ZES_STRUCTURE_TYPE_{stype}")
        self._ask(call, handle, byref(answer))
        return answer

    def _ask(self, call: str, *arguments: Any) -> None:
        code = getattr(self._api, call)(*arguments)
        if code != self._api.ZE_RESULT_SUCCESS:
            raise OSError(f"Level Zero result {code:#x}")


T = TypeVar("T")


def _part(open_group: Callable[[Any], T], device: Any) -> T | None:
    """Return one group of a GPU's sensors; None if this version of the library or driver does not support it."""
    try:
        return open_group(device)
    except (OSError, AttributeError):
        return None


class _Busy:
    """Utilization between two readings of an engine group, each (busy time, timestamp) in microseconds."""

    def __init__(self, read: Callable[[], tuple[int, int]]) -> None:
        self._read = read
        self._last: tuple[int, int] | None = None

    def __call__(self) -> float | None:
        """Return the utilization since the last reading; None at the first."""
        busy, stamp = self._read()
        last, self._last = self._last, (busy, stamp)
        if last is None or stamp <= last[1]:
            return None
        return min(1.0, max(0.0, (busy - last[0]) / (stamp - last[1])))


VENDOR = "0x8086"
_INTEGRATED = "0000:00:02.0"
"""PCI address of every integrated Intel GPU."""
_NO_ENERGY = {
    True: Unavailable("the GPU is integrated: its energy is part of the processor package's"),
    False: Unavailable("the kernel's driver offers no energy counter for this GPU", "Use Linux 6.2 or newer (i915), 6.8 or newer (xe)."),
}
_SYSMAN_CURE = f"Install Intel's Level Zero driver, then run '{pip_install('pyzes')}'."
_BY_SYSMAN = ("utilization", "memory_used", "temperature")
_CLOCKS = ("gt/gt0/rps_act_freq_mhz", "device/tile0/gt0/freq0/act_freq", "gt_act_freq_mhz")


def intel(hz: float = FAST_HZ, root: Path | None = None) -> CardBackend | None:
    """Return the back end for Intel GPUs; None if /sys lists none."""
    named, label = sysfs_root()
    root = root or named
    return CardBackend("intel", IntelFinder(root), hz, label) if drm_cards(root, VENDOR) else None


class IntelFinder(DrmFinder[Sysman]):
    """Finds Intel GPUs, with pyzes."""

    vendor = VENDOR

    def _load(self) -> Sysman | str:
        return load(self._module)

    def _facts_of(self, card: DrmCard, files: SysFiles) -> GpuFacts:
        sysman = self._library.card(card.pci_address) if isinstance(self._library, Sysman) else None
        hwmon = card.hwmon
        gauges = [Gauge("clock", f"sysfs {path}", files.number(card.folder / path, 1e6), SLOW) for path in _CLOCKS]
        gauges += _hwmon_gauges(files, hwmon) if hwmon else []
        why = self._library if isinstance(self._library, str) else "Level Zero does not know this GPU"
        unavailable = {} if sysman else dict.fromkeys(_BY_SYSMAN, Unavailable(why, _SYSMAN_CURE))
        name = (sysman and sysman.name) or f"Intel GPU {card.pci_id}".strip()
        return GpuFacts(
            f"intel:{card.index}",
            name,
            sysman.uuid if sysman else None,
            {"pci_address": card.pci_address, "driver_version": card.driver, "memory_total": sysman.memory_total if sysman else None},
            [*gauges, *(sysman.gauges if sysman else ())],
            [*(_counters(files, hwmon) if hwmon else ()), *(sysman.counters if sysman else ())],
            {"energy": _NO_ENERGY[card.pci_address == _INTEGRATED], **unavailable},
            lambda: files.is_asleep(card),
            files.close,
        )


def _hwmon_gauges(files: SysFiles, hwmon: Path) -> list[Gauge]:
    limits = [name for name in ("power1_max", "power2_max") if file_text(hwmon / name) not in ("", "0")]
    gauges = [Gauge("power_limit", f"hwmon {name}", files.number(hwmon / name, 1e-6), FAST) for name in limits]
    labels = {
        file_text(hwmon / f"temp{index}_label"): f"temp{index}_input" for index in (1, 2, 3) if (hwmon / f"temp{index}_input").exists()
    }
    for metric, label in (("temperature", "pkg"), ("temperature", ""), ("memory_temperature", "vram")):
        if label in labels:
            gauges.append(Gauge(metric, f"hwmon {labels[label]}", files.number(hwmon / labels[label], 1e-3), SLOW))
    return gauges


def _counters(files: SysFiles, hwmon: Path) -> list[tuple[str, EnergyCounter]]:
    names = [name for name in ("energy1_input", "energy2_input") if (hwmon / name).exists()]
    return [(f"hwmon {name}", files.energy_counter(hwmon / name)) for name in names]
