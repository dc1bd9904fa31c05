"""Intel GPUs: through the hwmon of the drivers i915 and xe, and through Level Zero Sysman for what that does not tell.

Kernel documentation: ABI/testing/sysfs-driver-intel-i915-hwmon and -xe-hwmon (energy in µJ, power in µW; channel 1 is the card, 2 the
package). Built on that and proved against fakes of it; not tried on hardware.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gpuscope.sensors.backend import FAST_HZ
from gpuscope.sensors.card import FAST, HIGHEST_POWER_W, SLOW, Found, Gauge
from gpuscope.sensors.card_backend import CardBackend
from gpuscope.sensors.drm import DrmCard, SysFiles, drm_cards, sysfs_root, text
from gpuscope.sensors.energy_counter import EnergyCounter, EnergyLack
from gpuscope.sensors.sysman import Sysman, load

VENDOR = "0x8086"
_INTEGRATED = "0000:00:02.0"
"""Where every integrated GPU of Intel's lies."""
_NO_ENERGY = {
    True: EnergyLack("the GPU is integrated: its energy is part of the processor package's"),
    False: EnergyLack("the kernel's driver offers no energy counter for this GPU", "Use Linux 6.2 or newer (i915), 6.8 or newer (xe)."),
}
_SYSMAN_CURE = f"Install Intel's Level Zero driver, then run '{sys.executable} -m pip install pyzes'."
_BY_SYSMAN = ("utilization", "memory_used", "temperature")
_CLOCKS = ("gt/gt0/rps_act_freq_mhz", "device/tile0/gt0/freq0/act_freq", "gt_act_freq_mhz")


def intel(hz: float = FAST_HZ, root: Path | None = None) -> CardBackend | None:
    """Return the back end of Intel's GPUs; None where /sys lists none."""
    named, label = sysfs_root()
    root = root or named
    return CardBackend("intel", IntelFinder(root), hz, label) if drm_cards(root, VENDOR) else None


class IntelFinder:
    """Finds Intel's GPUs.

    Args:
        root: Where /sys lies.
        module: The module pyzes; None to import it.
    """

    def __init__(self, root: Path, module: Any = None) -> None:
        self._root, self._module = root, module
        self._sysman: Sysman | str | None = None

    def find(self) -> Sequence[Found]:
        """Return the GPUs. The library wakes them: it is left alone where all are asleep."""
        cards = drm_cards(self._root, VENDOR)
        files = [SysFiles() for _ in cards]
        if self._sysman is None and not all(one.is_asleep(card) for one, card in zip(files, cards, strict=True)):
            self._sysman = load(self._module)
        return [self._found(card, one) for card, one in zip(cards, files, strict=True)]

    def _found(self, card: DrmCard, files: SysFiles) -> Found:
        sysman = self._sysman.card(card.pci_address) if isinstance(self._sysman, Sysman) else None
        hwmon = card.hwmon
        gauges = [Gauge("clock", f"sysfs {path}", files.number(card.folder / path, 1e6), SLOW) for path in _CLOCKS]
        gauges += _hwmon_gauges(files, hwmon) if hwmon else []
        why = self._sysman if isinstance(self._sysman, str) else "Level Zero does not know this GPU"
        lacks = {} if sysman else dict.fromkeys(_BY_SYSMAN, EnergyLack(why, _SYSMAN_CURE))
        name = (sysman and sysman.name) or f"Intel GPU {card.pci_id}".strip()
        return Found(
            f"intel:{card.index}",
            name,
            sysman.uuid if sysman else None,
            {"pci_address": card.pci_address, "driver_version": card.driver, "memory_total": sysman.memory_total if sysman else None},
            [*gauges, *(sysman.gauges if sysman else ())],
            [*(_counters(files, hwmon) if hwmon else ()), *(sysman.counters if sysman else ())],
            {"energy": _NO_ENERGY[card.pci_address == _INTEGRATED], **lacks},
            lambda: files.is_asleep(card),
            files.close,
        )

    def close(self) -> None:
        """Let go of the library, which has no call for that."""
        self._sysman = None


def _hwmon_gauges(files: SysFiles, hwmon: Path) -> list[Gauge]:
    limits = [name for name in ("power1_max", "power2_max") if text(hwmon / name) not in ("", "0")]
    found = [Gauge("power_limit", f"hwmon {name}", files.number(hwmon / name, 1e-6), FAST) for name in limits]
    labels = {text(hwmon / f"temp{index}_label"): f"temp{index}_input" for index in (1, 2, 3) if (hwmon / f"temp{index}_input").exists()}
    for metric, label in (("temperature", "pkg"), ("temperature", ""), ("memory_temperature", "vram")):
        if label in labels:
            found.append(Gauge(metric, f"hwmon {labels[label]}", files.number(hwmon / labels[label], 1e-3), SLOW))
    return found


def _counters(files: SysFiles, hwmon: Path) -> list[tuple[str, EnergyCounter]]:
    names = [name for name in ("energy1_input", "energy2_input") if (hwmon / name).exists()]
    return [(f"hwmon {name}", _counter(files, hwmon / name)) for name in names]


def _counter(files: SysFiles, path: Path) -> EnergyCounter:
    read = files.number(path)
    return EnergyCounter(path.name.removesuffix("_input"), "energy", lambda: int(read()), 1e-6, None, HIGHEST_POWER_W)
