"""AMD GPUs: through AMD SMI where the host has it, and through sysfs and hwmon for what that does not tell.

Kernel documentation: gpu/amdgpu/thermal.rst (hwmon: power in µW, temperature in m°C, clocks in Hz), driver-misc.rst. Built on that
and proved against fakes of it; not tried on hardware.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gpuscope.sensors.amd_smi import AmdSmi, load
from gpuscope.sensors.backend import FAST_HZ
from gpuscope.sensors.card import FAST, HIGHEST_POWER_W, SELDOM, SLOW, Found, Gauge
from gpuscope.sensors.card_backend import CardBackend
from gpuscope.sensors.drm import DrmCard, SysFiles, drm_cards, sysfs_root, text
from gpuscope.sensors.energy_counter import EnergyCounter, EnergyLack

VENDOR = "0x1002"
AVERAGED = "averaged by the GPU over a time that AMD does not tell"
_WHOLE_CHIP = "of the whole chip, its processor cores included"
_THROTTLE = EnergyLack("AMD tells the reasons of throttling in a form that differs by model, and is not read here")
_NO_COUNTER = "the kernel's driver offers no energy counter, and AMD SMI is not usable: "
_SMI_CURE = f"Install ROCm's AMD SMI, then run '{sys.executable} -m pip install /opt/rocm/share/amd_smi'."
_FILES = (
    ("utilization", "gpu_busy_percent", 0.01, SELDOM),
    ("memory_utilization", "mem_busy_percent", 0.01, SELDOM),
    ("memory_used", "mem_info_vram_used", 1.0, SLOW),
)
_HWMON = (
    ("power", "power1_input", 1e-6, FAST),
    ("power_average", "power1_average", 1e-6, FAST),
    ("power_limit", "power1_cap", 1e-6, FAST),
    ("clock", "freq1_input", 1.0, SLOW),
    ("memory_clock", "freq2_input", 1.0, SLOW),
)


def amd(hz: float = FAST_HZ, root: Path | None = None) -> CardBackend | None:
    """Return the back end of AMD's GPUs; None where /sys lists none."""
    named, label = sysfs_root()
    root = root or named
    return CardBackend("amd", AmdFinder(root), hz, label) if drm_cards(root, VENDOR) else None


class AmdFinder:
    """Finds AMD's GPUs.

    Args:
        root: Where /sys lies.
        module: AMD SMI's Python module; None to import it.
    """

    def __init__(self, root: Path, module: Any = None) -> None:
        self._root, self._module = root, module
        self._smi: AmdSmi | str | None = None

    def find(self) -> Sequence[Found]:
        """Return the GPUs. The library wakes them: it is left alone where all are asleep."""
        cards = drm_cards(self._root, VENDOR)
        files = [SysFiles() for _ in cards]
        if self._smi is None and not all(one.is_asleep(card) for one, card in zip(files, cards, strict=True)):
            self._smi = load(self._module)
        return [self._found(card, one) for card, one in zip(cards, files, strict=True)]

    def _found(self, card: DrmCard, files: SysFiles) -> Found:
        device, hwmon = card.folder / "device", card.hwmon
        gauges = [_gauge(files, device / name, metric, scale, group) for metric, name, scale, group in _FILES]
        counters = []
        if hwmon is not None:
            gauges += [_gauge(files, hwmon / name, metric, scale, group) for metric, name, scale, group in _HWMON]
            gauges += _temperatures(files, hwmon) + _fan(files, hwmon)
            if (hwmon / "energy1_input").exists():
                read = files.number(hwmon / "energy1_input")
                counters = [("hwmon energy1", EnergyCounter("energy1", "energy", lambda: int(read()), 1e-6, None, HIGHEST_POWER_W))]
        smi = self._smi.card(card.pci_address) if isinstance(self._smi, AmdSmi) else None
        name = (smi and smi.name) or text(device / "product_name") or f"AMD GPU {card.pci_id}".strip()
        why = self._smi if isinstance(self._smi, str) else "it does not know this GPU" if smi is None else ""
        return Found(
            f"amd:{card.index}",
            name,
            (smi and smi.uuid) or text(device / "unique_id") or None,
            {"pci_address": card.pci_address, "driver_version": smi.driver if smi else card.driver, "memory_total": _vram(device)},
            [*(smi.gauges if smi else ()), *gauges],
            [*(smi.counters if smi else ()), *counters],
            {"throttle": _THROTTLE, **({"energy": EnergyLack(_NO_COUNTER + why, _SMI_CURE)} if why else {})},
            lambda: files.is_asleep(card),
            files.close,
        )

    def close(self) -> None:
        """Shut AMD SMI down."""
        if isinstance(self._smi, AmdSmi):
            self._smi.close()
        self._smi = None


def _gauge(files: SysFiles, path: Path, metric: str, scale: float, group: str) -> Gauge:
    notes = [AVERAGED] if metric == "power_average" else []
    notes += [_WHOLE_CHIP] if metric in ("power", "power_average") and _is_apu(path.parent.parent.parent) else []
    source = f"hwmon {path.name}" if path.parent.name.startswith("hwmon") else f"sysfs {path.name}"
    return Gauge(metric, source, files.number(path, scale), group, "; ".join(notes) or None)


def _is_apu(device: Path) -> bool:
    """Whether processor cores share the chip: then the driver's metrics table has format 2 or newer (kgd_pp_interface.h)."""
    try:
        header = (device / "gpu_metrics").read_bytes()[:4]
    except OSError:
        return False
    return len(header) == 4 and header[2] >= 2


def _temperatures(files: SysFiles, hwmon: Path) -> list[Gauge]:
    labels = {text(hwmon / f"temp{index}_label") or ("edge" if index == 1 else ""): hwmon / f"temp{index}_input" for index in (1, 2, 3)}
    order = (("temperature", "edge"), ("temperature", "junction"), ("memory_temperature", "mem"))
    return [_gauge(files, labels[label], metric, 1e-3, SLOW) for metric, label in order if label in labels]


def _fan(files: SysFiles, hwmon: Path) -> list[Gauge]:
    fastest = text(hwmon / "fan1_max")
    scale = 1 / int(fastest) if fastest.isdigit() and int(fastest) else None
    return [_gauge(files, hwmon / "fan1_input", "fan", scale, SLOW)] if scale else []


def _vram(device: Path) -> int | None:
    told = text(device / "mem_info_vram_total")
    return int(told) if told.isdigit() else None
