"""Level Zero Sysman through the package pyzes: its values in SI units.

Written against pyzes 0.1, whose import raises OSError where the loader of Level Zero is missing.
"""

import importlib
from collections.abc import Callable, Sequence
from ctypes import byref, c_double, c_uint32
from dataclasses import dataclass
from typing import Any, TypeVar

from gpuscope.sensors.card import HIGHEST_POWER_W, SELDOM, SLOW, Gauge
from gpuscope.sensors.energy_counter import EnergyCounter

_WORDS = "Level Zero Sysman"
_SPAN = 2**64


@dataclass(frozen=True, slots=True)
class SysmanCard:
    """One GPU as Sysman knows it."""

    name: str | None
    uuid: str | None
    memory_total: int | None
    gauges: Sequence[Gauge]
    counters: Sequence[tuple[str, EnergyCounter]]


def load(module: Any = None) -> "Sysman | str":
    """Return Sysman, initialised; or why it is not to be had.

    Args:
        module: The module pyzes; None to import it.
    """
    try:
        return Sysman(module or importlib.import_module("pyzes"))
    except ImportError:
        return "the package pyzes, which reads Level Zero Sysman, is not installed"
    except Exception as error:  # noqa: BLE001  Whatever it raises says the same: not here.
        return f"Level Zero Sysman cannot be used: {error}"


class Sysman:
    """The library, initialised."""

    def __init__(self, api: Any) -> None:
        self._api = api
        self._ask("zesInit", 0)
        self._devices: dict[str, Any] = {}
        for driver in self._every("zesDriverGet", "zes_driver_handle_t"):
            for device in self._every("zesDeviceGet", "zes_device_handle_t", driver):
                address = self._told("zesDevicePciGetProperties", device, "zes_pci_properties_t", "PCI_PROPERTIES").address
                self._devices[f"{address.domain:04x}:{address.bus:02x}:{address.device:02x}.{address.function:x}"] = device

    def card(self, pci_address: str) -> SysmanCard | None:
        """Return the GPU at an address; None when the library does not know it."""
        device = self._devices.get(pci_address.lower())
        if device is None:
            return None
        facts = self._told("zesDeviceGetProperties", device, "zes_device_properties_t", "DEVICE_PROPERTIES")
        name = facts.core.name.decode("utf-8", "replace") or None
        uuid = bytes(facts.core.uuid.id).hex() or None
        total, memory = _part(self._memory, device) or (None, [])
        gauges = [one for part in (self._temperatures, self._clock, self._activity) for one in _part(part, device) or ()]
        return SysmanCard(name, uuid, total, [*memory, *gauges], _part(self._energy, device) or ())

    def _memory(self, device: Any) -> tuple[int, list[Gauge]] | None:
        for module in self._every("zesDeviceEnumMemoryModules", "zes_mem_handle_t", device):
            if (
                self._told("zesMemoryGetProperties", module, "zes_mem_properties_t", "MEM_PROPERTIES").location
                == self._api.ZES_MEM_LOC_DEVICE
            ):

                def used(module: Any = module) -> int:
                    state = self._told("zesMemoryGetState", module, "zes_mem_state_t", "MEM_STATE")
                    return int(state.size - state.free)

                size = self._told("zesMemoryGetState", module, "zes_mem_state_t", "MEM_STATE").size
                return int(size), [Gauge("memory_used", _WORDS, used, SLOW)]
        return None

    def _temperatures(self, device: Any) -> list[Gauge]:
        metrics = {self._api.ZES_TEMP_SENSORS_GPU: "temperature", self._api.ZES_TEMP_SENSORS_MEMORY: "memory_temperature"}
        found = []
        for sensor in self._every("zesDeviceEnumTemperatureSensors", "zes_temp_handle_t", device):
            kind = self._told("zesTemperatureGetProperties", sensor, "zes_temp_properties_t", "TEMP_PROPERTIES").type
            if kind in metrics:

                def celsius(sensor: Any = sensor) -> float:
                    degrees = c_double()
                    self._ask("zesTemperatureGetState", sensor, byref(degrees))
                    return degrees.value

                found.append(Gauge(metrics[kind], _WORDS, celsius, SLOW))
        return found

    def _clock(self, device: Any) -> list[Gauge]:
        for domain in self._every("zesDeviceEnumFrequencyDomains", "zes_freq_handle_t", device):
            if (
                self._told("zesFrequencyGetProperties", domain, "zes_freq_properties_t", "FREQ_PROPERTIES").type
                == self._api.ZES_FREQ_DOMAIN_GPU
            ):

                def hertz(domain: Any = domain) -> float:
                    actual = self._told("zesFrequencyGetState", domain, "zes_freq_state_t", "FREQ_STATE").actual
                    if actual < 0:
                        raise OSError("Level Zero does not know the clock")
                    return float(actual) * 1e6

                return [Gauge("clock", _WORDS, hertz, SLOW)]
        return []

    def _activity(self, device: Any) -> list[Gauge]:
        for engine in self._every("zesDeviceEnumEngineGroups", "zes_engine_handle_t", device):
            kind = self._told("zesEngineGetProperties", engine, "zes_engine_properties_t", "ENGINE_PROPERTIES").type
            if kind == self._api.ZES_ENGINE_GROUP_ALL:

                def stats(engine: Any = engine) -> tuple[int, int]:
                    told = self._told("zesEngineGetActivity", engine, "zes_engine_stats_t")
                    return told.activeTime, told.timestamp

                return [Gauge("utilization", _WORDS, _Busy(stats), SELDOM)]
        return []

    def _energy(self, device: Any) -> list[tuple[str, EnergyCounter]]:
        for domain in self._every("zesDeviceEnumPowerDomains", "zes_pwr_handle_t", device):
            if not self._told("zesPowerGetProperties", domain, "zes_power_properties_t", "POWER_PROPERTIES").onSubdevice:

                def count(domain: Any = domain) -> int:
                    return int(self._told("zesPowerGetEnergyCounter", domain, "zes_power_energy_counter_t").energy)

                return [(f"{_WORDS} energy counter", EnergyCounter("power domain 0", "energy", count, 1e-6, _SPAN, HIGHEST_POWER_W))]
        return []

    def _every(self, call: str, handle: str, *of: Any) -> list[Any]:
        count = c_uint32()
        self._ask(call, *of, byref(count), None)
        made = (getattr(self._api, handle) * count.value)()
        self._ask(call, *of, byref(count), made)
        kind = getattr(self._api, handle)
        return [kind(one) for one in made]

    def _told(self, call: str, handle: Any, structure: str, stype: str = "") -> Any:
        made = getattr(self._api, structure)()
        if stype:
            made.stype = getattr(self._api, f"ZES_STRUCTURE_TYPE_{stype}")
        self._ask(call, handle, byref(made))
        return made

    def _ask(self, call: str, *arguments: Any) -> None:
        code = getattr(self._api, call)(*arguments)
        if code != self._api.ZE_RESULT_SUCCESS:
            raise OSError(f"Level Zero result {code:#x}")


T = TypeVar("T")


def _part(look: Callable[[Any], T], device: Any) -> T | None:
    """Return a part of what is known of a GPU; None where this version of library or driver has it not."""
    try:
        return look(device)
    except (OSError, AttributeError):
        return None


class _Busy:
    """The busy share between two looks at an engine group: (busy time, stamp) in microseconds."""

    def __init__(self, look: Callable[[], tuple[int, int]]) -> None:
        self._look = look
        self._last: tuple[int, int] | None = None

    def __call__(self) -> float | None:
        """Return the share since the last look; None at the first."""
        busy, stamp = self._look()
        last, self._last = self._last, (busy, stamp)
        if last is None or stamp <= last[1]:
            return None
        return min(1.0, max(0.0, (busy - last[0]) / (stamp - last[1])))
