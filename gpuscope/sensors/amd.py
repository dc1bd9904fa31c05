"""AMD GPUs, through AMD SMI where the host has it, and through sysfs and hwmon for metrics that AMD SMI does not report.

Kernel documentation: gpu/amdgpu/thermal.rst (hwmon: power in µW, temperature in m°C, clocks in Hz), driver-misc.rst. AMD SMI's Python
module is supported in versions 5.6 to 7.0: a key that was renamed is looked up under each of its names, the import may raise KeyError,
OSError or AttributeError depending on what the host's ROCm unavailable, and "N/A" or the largest number of a type marks a missing value.
Tested against fakes of both; not tried on hardware.
"""

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from gpuscope.core.errors import pip_install
from gpuscope.sensors.backend import FAST_HZ
from gpuscope.sensors.card import FAST, HIGHEST_POWER_W, SELDOM, SLOW, Gauge, GpuFacts
from gpuscope.sensors.card_backend import CardBackend
from gpuscope.sensors.drm import DrmCard, DrmFinder, LibraryCard, SysFiles, drm_cards, sysfs_root
from gpuscope.sensors.energy_counter import EnergyCounter, Unavailable
from gpuscope.system.files import file_text

_SOURCE_NAME = "AMD SMI"
_COUNTER_NAME = "AMD SMI energy counter"
_MISSING = (0xFFFF, 0xFFFF_FFFF, 0xFFFF_FFFF_FFFF_FFFF)
"""AMD SMI reports a value that a model lacks as all ones, in the width of its field."""
_MICROWATTS_FROM = 100_000
"""Limits from this value up are in microwatts, as in newer versions; no GPU draws this many watts."""
_MILLIDEGREES_FROM = 1000
"""Temperatures from this value up are in millidegrees, as in some versions; no GPU gets this hot in degrees."""


def load(module: Any = None) -> "AmdSmi | str":
    """Load and initialise AMD SMI; return it, or why it is not available.

    Args:
        module: The module; None to import it.
    """
    try:
        api = module or importlib.import_module("amdsmi")
        api.amdsmi_init()
        return AmdSmi(api)
    except ImportError:
        return "its Python package is not installed"
    except Exception as error:  # noqa: BLE001  Whatever it raises, AMD SMI is not available.
        return f"{type(error).__name__}: {error}"


class AmdSmi:
    """AMD SMI, initialised."""

    def __init__(self, api: Any) -> None:
        self._api = api
        self._handles = {str(api.amdsmi_get_gpu_device_bdf(handle)).lower(): handle for handle in api.amdsmi_get_processor_handles()}

    def card(self, pci_address: str) -> LibraryCard | None:
        """Return the GPU at a PCI address; None if the library does not know it."""
        handle = self._handles.get(pci_address.lower())
        if handle is None:
            return None
        resolution = _optional(lambda: self._energy(handle)[1])
        counters = []
        if resolution:
            counter = EnergyCounter("energy_count", "energy", lambda: self._energy(handle)[0], resolution, 2**64, HIGHEST_POWER_W)
            counters = [(_COUNTER_NAME, counter)]
        name, driver = (
            self._fact("amdsmi_get_gpu_asic_info", handle, "market_name"),
            self._fact("amdsmi_get_gpu_driver_info", handle, "driver_version"),
        )
        uuid = _optional(lambda: str(self._ask("amdsmi_get_gpu_device_uuid", handle)))
        return LibraryCard(name, uuid, self._gauges(handle), counters, driver=driver)

    def _fact(self, call: str, handle: Any, key: str) -> str | None:
        fact = _optional(lambda: self._ask(call, handle)[key])
        return None if fact in (None, "", "N/A") else str(fact)

    def _energy(self, handle: Any) -> tuple[int, float]:
        """Return the energy counter and the joules per count."""
        answer = self._ask("amdsmi_get_energy_count", handle)
        return round(_value(answer, "energy_accumulator", "power")), _value(answer, "counter_resolution") * 1e-6

    def _gauges(self, handle: Any) -> list[Gauge]:
        def gauge(metric: str, read: Callable[[], float], group: str = SLOW, note: str | None = None) -> Gauge:
            def value() -> float:
                try:
                    return read()
                except (LookupError, TypeError, ZeroDivisionError) as error:
                    raise OSError(f"AMD SMI of this version reports it in another form: {error!r}") from None

            return Gauge(metric, _SOURCE_NAME, value, group, note)

        def ask(call: str, *arguments: object) -> Any:
            return self._ask(call, handle, *arguments)

        kinds, now = self._kinds("AmdSmiTemperatureType"), self._kinds("AmdSmiTemperatureMetric").get("CURRENT")
        clocks, vram = self._kinds("AmdSmiClkType"), self._kinds("AmdSmiMemoryType").get("VRAM")

        def celsius(kind: str) -> Callable[[], float]:
            return lambda: _degrees(_number(ask("amdsmi_get_temp_metric", kinds[kind], now)))

        def hertz(kind: str) -> Callable[[], float]:
            return lambda: _value(ask("amdsmi_get_clock_info", clocks[kind]), "clk", "cur_clk") * 1e6

        temperatures = [("temperature", kind) for kind in ("EDGE", "HOTSPOT", "JUNCTION")] + [("memory_temperature", "VRAM")]
        return [
            gauge("power", lambda: _value(ask("amdsmi_get_power_info"), "current_socket_power"), FAST),
            gauge("power_average", lambda: _value(ask("amdsmi_get_power_info"), "average_socket_power"), FAST, AVERAGED),
            gauge("power_limit", lambda: _watts(_value(ask("amdsmi_get_power_cap_info"), "power_cap")), FAST),
            gauge("utilization", lambda: _value(ask("amdsmi_get_gpu_activity"), "gfx_activity") / 100, SELDOM),
            gauge("memory_utilization", lambda: _value(ask("amdsmi_get_gpu_activity"), "umc_activity") / 100, SELDOM),
            gauge("memory_used", lambda: _number(ask("amdsmi_get_gpu_memory_usage", vram))),
            gauge("clock", hertz("GFX")),
            gauge("memory_clock", hertz("MEM")),
            gauge("fan", lambda: _number(ask("amdsmi_get_gpu_fan_speed", 0)) / _number(ask("amdsmi_get_gpu_fan_speed_max", 0))),
            *(gauge(metric, celsius(kind)) for metric, kind in temperatures),
        ]

    def _kinds(self, enumeration: str) -> dict[str, Any]:
        members = getattr(self._api, enumeration, None)
        return {name: getattr(members, name) for name in dir(members) if name.isupper()}

    def _ask(self, call: str, *arguments: object) -> Any:
        try:
            return getattr(self._api, call)(*arguments)
        except Exception as error:  # noqa: BLE001  The module's own errors share no base with each other in all its versions.
            raise OSError(_error_text(error)) from None

    def close(self) -> None:
        """Shut the library down."""
        _optional(self._api.amdsmi_shut_down)


def _error_text(error: Exception) -> str:
    code = getattr(error, "err_code", None)
    return f"AMD SMI status {code}" if code is not None else f"{type(error).__name__}: {error}"


def _optional(ask: Callable[[], Any]) -> Any:
    try:
        return ask()
    except Exception:  # noqa: BLE001  A fact that is not available is left out.
        return None


def _value(answer: Any, *names: str) -> float:
    return _number(next((answer[name] for name in names if name in answer), None))


def _number(value: Any) -> float:
    if not isinstance(value, int | float) or value in _MISSING:
        raise OSError("AMD SMI reports no value")
    return value


def _watts(value: float) -> float:
    return value * 1e-6 if value >= _MICROWATTS_FROM else value


def _degrees(value: float) -> float:
    return value * 1e-3 if value >= _MILLIDEGREES_FROM else value


VENDOR = "0x1002"
AVERAGED = "averaged by the GPU over a time that AMD does not specify"
_WHOLE_CHIP = "of the whole chip, its processor cores included"
_THROTTLE = Unavailable("AMD reports the reasons of throttling in a form that differs by model, and is not read here")
_NO_COUNTER = "the kernel's driver offers no energy counter, and AMD SMI is not usable: "
_SMI_CURE = f"Install ROCm's AMD SMI, then run '{pip_install('/opt/rocm/share/amd_smi')}'."
_FILES = (
    ("utilization", "gpu_busy_percent", 0.01, SELDOM),
    ("memory_utilization", "mem_busy_percent", 0.01, SELDOM),
    ("memory_used", "mem_info_vram_used", 1.0, SLOW),
)
"""Metric, file below the DRM device, factor to the SI unit, and rate group. Utilizations are in percent, memory in bytes."""
_HWMON = (
    ("power", "power1_input", 1e-6, FAST),
    ("power_average", "power1_average", 1e-6, FAST),
    ("power_limit", "power1_cap", 1e-6, FAST),
    ("clock", "freq1_input", 1.0, SLOW),
    ("memory_clock", "freq2_input", 1.0, SLOW),
)
"""As :data:`_FILES`, below hwmon. The kernel defines the units (Documentation/hwmon/sysfs-interface): µW, millidegrees, Hz."""


def amd(hz: float = FAST_HZ, root: Path | None = None) -> CardBackend | None:
    """Return the back end for AMD GPUs; None if /sys lists none."""
    named, label = sysfs_root()
    root = root or named
    return CardBackend("amd", AmdFinder(root), hz, label) if drm_cards(root, VENDOR) else None


class AmdFinder(DrmFinder[AmdSmi]):
    """Finds AMD GPUs, with AMD SMI."""

    vendor = VENDOR

    def _load(self) -> AmdSmi | str:
        return load(self._module)

    def _facts_of(self, card: DrmCard, files: SysFiles) -> GpuFacts:
        device, hwmon = card.folder / "device", card.hwmon
        gauges = [_gauge(files, device / name, metric, scale, group) for metric, name, scale, group in _FILES]
        counters = []
        if hwmon is not None:
            gauges += [_gauge(files, hwmon / name, metric, scale, group) for metric, name, scale, group in _HWMON]
            gauges += _temperatures(files, hwmon) + _fan(files, hwmon)
            if (hwmon / "energy1_input").exists():
                counters = [("hwmon energy1", files.energy_counter(hwmon / "energy1_input"))]
        smi = self._library.card(card.pci_address) if isinstance(self._library, AmdSmi) else None
        name = (smi and smi.name) or file_text(device / "product_name") or f"AMD GPU {card.pci_id}".strip()
        why = self._library if isinstance(self._library, str) else "it does not know this GPU" if smi is None else ""
        return GpuFacts(
            f"amd:{card.index}",
            name,
            (smi and smi.uuid) or file_text(device / "unique_id") or None,
            {"pci_address": card.pci_address, "driver_version": smi.driver if smi else card.driver, "memory_total": _vram(device)},
            [*(smi.gauges if smi else ()), *gauges],
            [*(smi.counters if smi else ()), *counters],
            {"throttle": _THROTTLE, **({"energy": Unavailable(_NO_COUNTER + why, _SMI_CURE)} if why else {})},
            lambda: files.is_asleep(card),
            files.close,
        )

    def close(self) -> None:
        """Shut AMD SMI down."""
        if isinstance(self._library, AmdSmi):
            self._library.close()
        super().close()


def _gauge(files: SysFiles, path: Path, metric: str, scale: float, group: str) -> Gauge:
    notes = [AVERAGED] if metric == "power_average" else []
    notes += [_WHOLE_CHIP] if metric in ("power", "power_average") and _is_apu(path.parent.parent.parent) else []
    source = f"hwmon {path.name}" if path.parent.name.startswith("hwmon") else f"sysfs {path.name}"
    return Gauge(metric, source, files.number(path, scale), group, "; ".join(notes) or None)


def _is_apu(device: Path) -> bool:
    """Whether the chip includes processor cores; the driver's metrics table then has format 2 or newer (kgd_pp_interface.h)."""
    try:
        header = (device / "gpu_metrics").read_bytes()[:4]
    except OSError:
        return False
    return len(header) == 4 and header[2] >= 2


def _temperatures(files: SysFiles, hwmon: Path) -> list[Gauge]:
    labels = {
        file_text(hwmon / f"temp{index}_label") or ("edge" if index == 1 else ""): hwmon / f"temp{index}_input" for index in (1, 2, 3)
    }
    order = (("temperature", "edge"), ("temperature", "junction"), ("memory_temperature", "mem"))
    return [_gauge(files, labels[label], metric, 1e-3, SLOW) for metric, label in order if label in labels]


def _fan(files: SysFiles, hwmon: Path) -> list[Gauge]:
    fastest = file_text(hwmon / "fan1_max")
    scale = 1 / int(fastest) if fastest.isdigit() and int(fastest) else None
    return [_gauge(files, hwmon / "fan1_input", "fan", scale, SLOW)] if scale else []


def _vram(device: Path) -> int | None:
    content = file_text(device / "mem_info_vram_total")
    return int(content) if content.isdigit() else None
