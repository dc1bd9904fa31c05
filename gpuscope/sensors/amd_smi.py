"""AMD SMI's Python module: its values in SI units, its many ways to fail as one.

Written against amdsmi 5.6 to 7.0: what a version calls otherwise is looked for under each of its names. Its import raises whatever the
host's ROCm lacks (KeyError, OSError, AttributeError), and "N/A" or the largest number of a type stands for a value that is missing.
"""

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from gpuscope.sensors.card import FAST, HIGHEST_POWER_W, SELDOM, SLOW, Gauge
from gpuscope.sensors.energy_counter import EnergyCounter

_WORDS = "AMD SMI"
_COUNTER_WORDS = "AMD SMI energy counter"
_AVERAGED = "averaged by the GPU over a time that AMD does not tell"
_MISSING = (0xFFFF, 0xFFFF_FFFF, 0xFFFF_FFFF_FFFF_FFFF)
_MICROWATTS_FROM = 100_000
"""A limit from here on is in microwatts, as newer versions have it; no GPU may draw as many watts."""
_MILLIDEGREES_FROM = 1000


@dataclass(frozen=True, slots=True)
class SmiCard:
    """One GPU as AMD SMI knows it."""

    name: str | None
    uuid: str | None
    driver: str | None
    gauges: Sequence[Gauge]
    counters: Sequence[tuple[str, EnergyCounter]]


def load(module: Any = None) -> "AmdSmi | str":
    """Return AMD SMI, initialised; or why it is not to be had.

    Args:
        module: The module; None to import it.
    """
    try:
        api = module or importlib.import_module("amdsmi")
        api.amdsmi_init()
        return AmdSmi(api)
    except ImportError:
        return "its Python package is not installed"
    except Exception as error:  # noqa: BLE001  Whatever it raises says the same: not here.
        return f"{type(error).__name__}: {error}"


class AmdSmi:
    """The library, initialised."""

    def __init__(self, api: Any) -> None:
        self._api = api
        self._handles = {str(api.amdsmi_get_gpu_device_bdf(one)).lower(): one for one in api.amdsmi_get_processor_handles()}

    def card(self, pci_address: str) -> SmiCard | None:
        """Return the GPU at an address; None when the library does not know it."""
        handle = self._handles.get(pci_address.lower())
        if handle is None:
            return None
        resolution = _optional(lambda: self._energy(handle)[1])
        counters = []
        if resolution:
            counter = EnergyCounter("energy_count", "energy", lambda: self._energy(handle)[0], resolution, 2**64, HIGHEST_POWER_W)
            counters = [(_COUNTER_WORDS, counter)]
        name, driver = (
            self._fact("amdsmi_get_gpu_asic_info", handle, "market_name"),
            self._fact("amdsmi_get_gpu_driver_info", handle, "driver_version"),
        )
        return SmiCard(
            name, _optional(lambda: str(self._ask("amdsmi_get_gpu_device_uuid", handle))), driver, self._gauges(handle), counters
        )

    def _fact(self, call: str, handle: Any, key: str) -> str | None:
        found = _optional(lambda: self._ask(call, handle)[key])
        return None if found in (None, "", "N/A") else str(found)

    def _energy(self, handle: Any) -> tuple[int, float]:
        """Return the counter, and joules of a count."""
        told = self._ask("amdsmi_get_energy_count", handle)
        return round(_value(told, "energy_accumulator", "power")), _value(told, "counter_resolution") * 1e-6

    def _gauges(self, handle: Any) -> list[Gauge]:
        def gauge(metric: str, read: Callable[[], float], group: str = SLOW, note: str | None = None) -> Gauge:
            return Gauge(metric, _WORDS, read, group, note)

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
            gauge("power_average", lambda: _value(ask("amdsmi_get_power_info"), "average_socket_power"), FAST, _AVERAGED),
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
        found = getattr(self._api, enumeration, None)
        return {name: getattr(found, name) for name in dir(found) if name.isupper()}

    def _ask(self, call: str, *arguments: object) -> Any:
        try:
            return getattr(self._api, call)(*arguments)
        except Exception as error:  # noqa: BLE001  The module's own errors share no base with each other in all its versions.
            raise OSError(_words(error)) from None

    def close(self) -> None:
        """Shut the library down."""
        _optional(self._api.amdsmi_shut_down)


def _words(error: Exception) -> str:
    code = getattr(error, "err_code", None)
    return f"AMD SMI status {code}" if code is not None else f"{type(error).__name__}: {error}"


def _optional(ask: Callable[[], Any]) -> Any:
    try:
        return ask()
    except Exception:  # noqa: BLE001  A fact that cannot be had.
        return None


def _value(told: Any, *names: str) -> float:
    return _number(next((told[name] for name in names if name in told), None))


def _number(told: Any) -> float:
    if not isinstance(told, int | float) or told in _MISSING:
        raise OSError("AMD SMI tells no value")
    return told


def _watts(told: float) -> float:
    return told * 1e-6 if told >= _MICROWATTS_FROM else told


def _degrees(told: float) -> float:
    return told * 1e-3 if told >= _MILLIDEGREES_FROM else told
