"""How a live reading is formatted: a label of a word or two, digits and unit; the same for window, monitor and snapshot."""

import math

from gpuscope.core import figures
from gpuscope.core.device import MACHINE, WORKLOAD
from gpuscope.core.device_metrics import SHARES
from gpuscope.core.figures import DEGREES, energy_in, steady_unit
from gpuscope.core.metric_registry import metric
from gpuscope.system.language import translated
from gpuscope.system.settings import JOULE

LABELS = {
    "memory_used": "Memory",
    "memory_reserved": "Reserved",
    "memory_utilization": "Mem. control",
    "power_average": "Power",
    "swap_used": "Swap",
    "tensor_activity": "Tensor cores",
    "memory_activity": "Memory bus",
    "memory_temperature": "Mem. temp.",
    "memory_clock": "Mem. clock",
    "pcie_received": "PCIe to GPU",
    "pcie_sent": "PCIe from GPU",
    "nvlink_received": "NVLink received",
    "nvlink_sent": "NVLink sent",
    "device_processes": "Processes",
}
"""Short labels for small tiles and terminal columns, for metrics whose own label is too long."""
_ON_GPU = {
    "Memory": "GPU memory",
    "Memory used": "GPU memory used",
    "Memory used, peak": "GPU memory used, peak",
    "Memory used, mean": "GPU memory used, mean",
}
"""Labels shared by a GPU and the machine, for which a language may have a word of its own on a GPU: Chinese has 内存 and 显存."""


def label_on(device: str, label: str) -> str:
    """Return a metric's label in the current language, as it is called on a device.

    Args:
        device: Key of the device; "" for none.
        label: The label in English; a translated one is returned unchanged.
    """
    own = _ON_GPU.get(label, "") if device not in ("", MACHINE, WORKLOAD) else ""
    word = translated(own)
    return word if word != own else translated(label)


def live_label(key: str) -> str:
    """Return the short label of a metric, for places with little room."""
    known = metric(key)
    return LABELS.get(key) or (known.label if known is not None else key)


def live_number(key: str, value: float, energy_unit: str = JOULE) -> tuple[str, str]:
    """Return a reading as (figure, unit): ``("512", "W")``.

    Args:
        key: Key of the metric.
        value: In SI units.
        energy_unit: Unit in which energies are shown, "J" or "Wh".
    """
    known = metric(key)
    unit = "" if known is None else known.unit
    if key in SHARES:
        return live_percent(value), "%"
    if unit == DEGREES and math.isfinite(value):
        return str(round(value)), unit  # sensors report whole degrees
    if unit == "J":
        value, unit = energy_in(energy_unit, value), energy_unit
    shown = steady_unit(unit, value)
    return shown.figure(value), shown.name


def live_rate(per_second: float) -> tuple[str, str]:
    """Return the rate of a byte counter as (figure, unit)."""
    shown = steady_unit("B/s", per_second)
    return shown.figure(per_second), shown.name


def live_percent(share: float) -> str:
    """Return a live share in per cent, without decimals so that it stays readable while it changes; with one decimal below ten."""
    hundred = 100 * share
    if not math.isfinite(hundred):
        return figures.significant(hundred)
    if 0 < hundred < 0.05:  # would round to 0.0
        return "< 0.1"
    return str(round(hundred)) if hundred >= 9.95 or hundred == 0 else f"{hundred:.1f}"
