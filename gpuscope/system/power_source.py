"""Whether this machine runs on its battery, which slows processors and GPUs."""

import sys
from pathlib import Path

_SUPPLIES = Path("/sys/class/power_supply")


def power_source(supplies: Path = _SUPPLIES) -> str | None:
    """Return "battery" or "mains" of a machine that has a battery; None where there is none, or nobody knows.

    Args:
        supplies: The kernel's folder of power supplies (Documentation/ABI/testing/sysfs-class-power).
    """
    if not sys.platform.startswith("linux"):
        return None
    states = [_read(supply, "status") for supply in _listed(supplies) if _read(supply, "type") == "Battery" and _is_of_machine(supply)]
    return None if not states else "battery" if "Discharging" in states else "mains"


def _listed(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def _is_of_machine(supply: Path) -> bool:
    """Whether it is not the battery of a mouse or a keyboard."""
    return _read(supply, "scope") != "Device"


def _read(supply: Path, name: str) -> str:
    try:
        return (supply / name).read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return ""
