"""AMD's and Intel's GPUs as documented: trees of /sys, and the parts of amdsmi and pyzes that are used."""

import ctypes
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from gpuscope.sensors.card_backend import CardBackend

GIB = 2**30


class SysTree:
    """GPUs in a simulated /sys."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def card(self, index: int, vendor: str, pci: str, driver: str, **files: str | int) -> Path:
        """Add a card with files of its hwmon ("power1_cap"), its device ("device.gpu_busy_percent") or itself ("card.gt/…")."""
        folder = self.root / f"sys/class/drm/card{index}"
        for path, content in {
            "device/vendor": vendor,
            "device/uevent": f"DRIVER={driver}\nPCI_ID={vendor.removeprefix('0x')}:74A1\nPCI_SLOT_NAME={pci}",
            "device/power/runtime_status": "active",
            **{self._path(name): str(content) for name, content in files.items()},
        }.items():
            self.set(folder / path, content)
        return folder

    def _path(self, name: str) -> str:
        where, _, rest = name.partition(".")
        return {"device": f"device/{rest}", "card": rest}.get(where, f"device/hwmon/hwmon5/{name}")

    def set(self, path: Path, content: str | int) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("w") as file:  # in place, so that open descriptors see the new content, as in /sys
            file.write(f"{content}\n")


AMD_FILES: dict[str, str | int] = {
    "device.gpu_busy_percent": 87,
    "device.mem_busy_percent": 40,
    "device.mem_info_vram_used": 3 * GIB,
    "device.mem_info_vram_total": 16 * GIB,
    "device.unique_id": "a1b2c3",
    "power1_input": 250_000_000,
    "power1_average": 240_000_000,
    "power1_cap": 300_000_000,
    "energy1_input": 5_000_000,
    "freq1_input": 2_100_000_000,
    "freq2_input": 1_000_000_000,
    "temp1_input": 61_000,
    "temp1_label": "edge",
    "temp2_input": 75_000,
    "temp2_label": "junction",
    "temp3_input": 70_000,
    "temp3_label": "mem",
    "fan1_input": 1500,
    "fan1_max": 3000,
}
INTEL_FILES: dict[str, str | int] = {
    "energy1_input": 9_000_000,
    "power1_max": 190_000_000,
    "temp2_input": 55_000,
    "temp2_label": "pkg",
    "card.gt/gt0/rps_act_freq_mhz": 2050,
}
AMD_PCI, INTEL_PCI = "0000:03:00.0", "0000:4d:00.0"


def amd_tree(root: Path, **changes: str | int) -> SysTree:
    tree = SysTree(root)
    tree.card(0, "0x1002", AMD_PCI, "amdgpu", **AMD_FILES, **changes)
    tree.set(root / "sys/class/drm/card0-DP-1/status", "connected")
    return tree


def intel_tree(root: Path) -> SysTree:
    tree = SysTree(root)
    tree.card(1, "0x8086", INTEL_PCI, "i915", **INTEL_FILES)
    return tree


class SmiError(Exception):
    err_code = 2


class FakeAmdSmi:
    """The module amdsmi with one MI300X; its counter integrates its power, times ``gain``."""

    AmdSmiTemperatureType = SimpleNamespace(EDGE=0, HOTSPOT=1, JUNCTION=1, VRAM=2)
    AmdSmiTemperatureMetric = SimpleNamespace(CURRENT=0)
    AmdSmiClkType = SimpleNamespace(GFX=0, MEM=4)
    AmdSmiMemoryType = SimpleNamespace(VRAM=0)
    resolution_uj = 15.259

    def __init__(self, gain: float = 1.0, clock: Callable[[], int] = time.monotonic_ns) -> None:
        self.gain, self.clock = gain, clock
        self.watts: int | str = 600
        self.is_lost = False
        self.open = 0

    def amdsmi_init(self) -> None:
        self.open += 1

    def amdsmi_shut_down(self) -> None:
        self.open -= 1

    def amdsmi_get_processor_handles(self) -> list[str]:
        return ["handle"]

    def amdsmi_get_gpu_device_bdf(self, handle: str) -> str:
        assert handle == "handle"
        return AMD_PCI.upper()

    def amdsmi_get_gpu_device_uuid(self, _handle: str) -> str:
        return "uuid-of-amd"

    def amdsmi_get_gpu_asic_info(self, _handle: str) -> dict[str, str]:
        return {"market_name": "AMD Instinct MI300X OAM"}

    def amdsmi_get_gpu_driver_info(self, _handle: str) -> dict[str, str]:
        return {"driver_version": "6.12.12"}

    def amdsmi_get_energy_count(self, _handle: str) -> dict[str, float]:
        self._look()
        joules = 600 * self.gain * self.clock() * 1e-9
        return {"energy_accumulator": int(joules / self.resolution_uj * 1e6), "counter_resolution": self.resolution_uj, "timestamp": 1}

    def amdsmi_get_power_info(self, _handle: str) -> dict[str, int | str]:
        self._look()
        return {"current_socket_power": self.watts, "average_socket_power": "N/A", "power_limit": 0xFFFFFFFF}

    def amdsmi_get_power_cap_info(self, _handle: str) -> dict[str, int]:
        self._look()
        return {"power_cap": 750_000_000}

    def amdsmi_get_gpu_activity(self, _handle: str) -> dict[str, int]:
        return {"gfx_activity": 91, "umc_activity": 0xFFFF}

    def amdsmi_get_gpu_memory_usage(self, _handle: str, _kind: int) -> int:
        return 100 * GIB

    def amdsmi_get_clock_info(self, _handle: str, kind: int) -> dict[str, int]:
        return {"clk": 2100 if kind == 0 else 1300}

    def amdsmi_get_temp_metric(self, _handle: str, kind: int, _metric: int) -> int:
        if kind == 0:
            raise SmiError
        return 66

    def amdsmi_get_gpu_fan_speed(self, _handle: str, _index: int) -> int:
        raise SmiError

    def _look(self) -> None:
        if self.is_lost:
            raise SmiError


def _structure(*fields: tuple[str, Any]) -> type[ctypes.Structure]:
    return type("Made", (ctypes.Structure,), {"_fields_": [("stype", ctypes.c_int32), *fields]})


class FakePyzes:
    """The module pyzes with one card, whose counter runs at 150 W."""

    ZE_RESULT_SUCCESS, ZES_MEM_LOC_DEVICE, ZES_FREQ_DOMAIN_GPU = 0, 1, 0
    ZES_TEMP_SENSORS_GPU, ZES_TEMP_SENSORS_MEMORY, ZES_ENGINE_GROUP_ALL = 1, 2, 0
    zes_driver_handle_t = zes_device_handle_t = zes_mem_handle_t = zes_temp_handle_t = ctypes.c_void_p
    zes_freq_handle_t = zes_engine_handle_t = zes_pwr_handle_t = ctypes.c_void_p
    _address = _structure(*((name, ctypes.c_uint32) for name in ("domain", "bus", "device", "function")))
    _uuid = _structure(("id", ctypes.c_uint8 * 16))
    _core = _structure(("name", ctypes.c_char * 64), ("uuid", _uuid))
    zes_pci_properties_t = _structure(("address", _address))
    zes_device_properties_t = _structure(("core", _core))
    zes_mem_properties_t = _structure(("location", ctypes.c_int32))
    zes_mem_state_t = _structure(("free", ctypes.c_uint64), ("size", ctypes.c_uint64))
    zes_temp_properties_t = zes_freq_properties_t = zes_engine_properties_t = _structure(("type", ctypes.c_int32))
    zes_freq_state_t = _structure(("actual", ctypes.c_double))
    zes_engine_stats_t = _structure(("activeTime", ctypes.c_uint64), ("timestamp", ctypes.c_uint64))
    zes_power_properties_t = _structure(("onSubdevice", ctypes.c_uint8))
    zes_power_energy_counter_t = _structure(("energy", ctypes.c_uint64), ("timestamp", ctypes.c_uint64))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("ZES_STRUCTURE_TYPE_"):
            return 1
        if name.startswith(("zesDeviceEnum", "zesDriverGet")) or name == "zesDeviceGet":
            return self._one
        raise AttributeError(name)

    def zesInit(self, _flags: int) -> int:
        return 0

    def _one(self, *arguments: Any) -> int:
        count, handles = arguments[-2], arguments[-1]
        count._obj.value = 1
        if handles is not None:
            handles[0] = 77
        return 0

    def zesDevicePciGetProperties(self, _device: Any, told: Any) -> int:
        told._obj.address.bus = 0x4D
        return 0

    def zesDeviceGetProperties(self, _device: Any, told: Any) -> int:
        told._obj.core.name = b"Intel Arc A770"
        return 0

    def zesMemoryGetProperties(self, _module: Any, told: Any) -> int:
        told._obj.location = 1
        return 0

    def zesMemoryGetState(self, _module: Any, told: Any) -> int:
        told._obj.size, told._obj.free = 16 * GIB, 12 * GIB
        return 0

    def zesTemperatureGetProperties(self, _sensor: Any, told: Any) -> int:
        told._obj.type = 1
        return 0

    def zesTemperatureGetState(self, _sensor: Any, told: Any) -> int:
        told._obj.value = 58.0
        return 0

    def zesFrequencyGetProperties(self, _domain: Any, _told: Any) -> int:
        return 0

    def zesFrequencyGetState(self, _domain: Any, told: Any) -> int:
        told._obj.actual = 2400.0
        return 0

    def zesEngineGetProperties(self, _engine: Any, _told: Any) -> int:
        return 0

    def zesEngineGetActivity(self, _engine: Any, told: Any) -> int:
        now = time.monotonic_ns() // 1000
        told._obj.timestamp, told._obj.activeTime = now, now // 2
        return 0

    def zesPowerGetProperties(self, _domain: Any, _told: Any) -> int:
        return 0

    def zesPowerGetEnergyCounter(self, _domain: Any, told: Any) -> int:
        told._obj.energy = time.monotonic_ns() * 150 // 1000
        return 0


def values(backend: CardBackend, group: str) -> dict[str, float | int | None]:
    """Return the readings of a group of the first GPU, by metric."""
    call = next(one for one in backend.calls() if one.name == f"{backend.name}.{group}:{backend.name}:0")
    reading = backend.read(call.name)
    assert reading is not None
    return dict(zip((metric for _, metric in call.series), reading.values, strict=True))
