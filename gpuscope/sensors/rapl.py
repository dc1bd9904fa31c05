"""Energy of the processor packages through Linux powercap: Intel RAPL, and AMD's counters behind the same driver.

Kernel documentation: power/powercap/powercap.rst. Only the package zones are summed: core and uncore are part of their package, psys
includes the package and more, and the same counter may be reported twice, by MSR and by MMIO, or once per die.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from gpuscope.sensors.energy_counter import HIGHEST_POWER_W, EnergyCounter, EnergySource, Unavailable
from gpuscope.sensors.proc import ProcFile
from gpuscope.system.files import file_text

_ZONES = "sys/class/powercap"
_SOURCE_NAME = "powercap, package zones"
_CURE = (
    """echo 'SUBSYSTEM=="powercap", KERNEL=="intel-rapl*:*", RUN+="/bin/chmod a+r /sys%p/energy_uj"' """
    "| sudo tee /etc/udev/rules.d/70-gpuscope.rules && sudo udevadm control --reload && sudo udevadm trigger --subsystem-match=powercap"
)
"""Lets all users read the counters, now and after each boot; kernels restrict them to root since CVE-2020-8694."""
_MASKED_CURE = "Start the container with '--security-opt systempaths=unconfined', or run gpuscope outside of it."
_UNIT_J = 1e-6
"""powercap's ``energy_uj`` counts microjoules."""
_MIRROR_COUNTS = round(HIGHEST_POWER_W * 2e-3 / _UNIT_J)
"""Two successive readings of the same counter differ by at most two of its 1 ms updates."""
_PACKAGE = re.compile(r"(package-\d+)(?:-die-\d+)?")
_MODELLED_INTEL = (42, 45, 58, 62)
"""Family 6 models before Haswell, whose RAPL is modelled; from Haswell on it is measured (Hackenberg et al., IPDPSW 2015)."""


@dataclass(frozen=True, slots=True)
class Processor:
    """The first processor in /proc/cpuinfo."""

    vendor: str = ""
    family: int = 0
    model: int = 0
    is_virtual: bool = False

    @classmethod
    def read(cls, root: Path) -> "Processor":
        """Read /proc/cpuinfo; without the file all fields keep their defaults."""
        first = file_text(root / "proc/cpuinfo").partition("\n\n")[0]
        facts = dict(re.findall(r"^([\w ]+?)\s*:\s*(.*)$", first, re.MULTILINE))
        family, model = (int(facts.get(key, "")) if facts.get(key, "").isdigit() else 0 for key in ("cpu family", "model"))
        return cls(facts.get("vendor_id", ""), family, model, "hypervisor" in facts.get("flags", "").split())

    @property
    def mirrors_dies(self) -> bool:
        """Whether all dies report the same package counter, as on AMD where the kernel (6.9 to 6.11) treats dies as domains."""
        return self.vendor in ("AuthenticAMD", "HygonGenuine")

    @property
    def energy_quality(self) -> str:
        """Quality of its counters; AMD's are modelled (Schöne et al., Energy Efficiency Aspects of the AMD Zen 2 Architecture)."""
        is_old_intel = self.vendor == "GenuineIntel" and self.family == 6 and self.model in _MODELLED_INTEL
        return "vendor-modelled" if self.mirrors_dies or is_old_intel else "measured"


class _Zone:
    """A powercap zone: its folder, its name, and its counter if that can be read."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.name = (folder / "name").read_text().strip()
        self._file: ProcFile | None = None

    @property
    def rank(self) -> tuple[int, str]:
        """Sort key: MSR zones come first, so that their duplicates are the ones that are dropped."""
        return (not self.folder.name.startswith("intel-rapl:"), self.folder.name)

    def read(self) -> int:
        """Return the counter in microjoules; raises OSError."""
        if self._file is None:
            self._file = ProcFile(self.folder / "energy_uj", 64)
        try:
            return int(self._file.read())
        except ValueError:
            raise OSError(f"{self.folder.name} reports no number") from None

    def counter(self, metric: str, name: str) -> EnergyCounter:
        """Return the zone as a counter of a metric."""
        try:
            span = int((self.folder / "max_energy_range_uj").read_text()) or None
        except (OSError, ValueError):
            span = None
        return EnergyCounter(name, metric, self.read, _UNIT_J, span)

    def close(self) -> None:
        """Close the descriptor."""
        if self._file is not None:
            self._file.close()
            self._file = None


def powercap(root: Path = Path("/")) -> EnergySource | Unavailable:
    """Return the package counters, or why there are none.

    Args:
        root: The folder that contains /sys and /proc.
    """
    processor = Processor.read(root)
    zones = _zones(root)
    if isinstance(zones, Unavailable):
        return zones
    packages = _packages([zone for zone in zones if zone.folder.name.count(":") == 1], processor)
    memory = [
        zone
        for zone in zones
        if zone.name == "dram" and zone.folder.name.rpartition(":")[0] in {package.folder.name for package in packages}
    ]

    def close() -> None:
        for zone in zones:
            zone.close()

    refusal = _refusal(packages) if packages else Unavailable("powercap reports no package of the processor")
    if refusal:
        close()
        return refusal
    counters = [zone.counter("energy", zone.name) for zone in packages]
    no_memory = _refusal(memory) if memory else Unavailable("the processor does not count its main memory's energy")
    if no_memory is None:
        counters += [zone.counter("memory_energy", f"dram of {zone.folder.name.rpartition(':')[0]}") for zone in memory]
    unavailable = {"memory_energy": no_memory} if no_memory else {}
    return EnergySource(_SOURCE_NAME, processor.energy_quality, counters, unavailable, close, untried=True)


def _zones(root: Path) -> list[_Zone] | Unavailable:
    try:
        folders = [folder for folder in (root / _ZONES).iterdir() if ":" in folder.name and "rapl" in folder.name]
    except OSError:
        return Unavailable("no powercap")
    zones = []
    for folder in folders:
        try:
            zones.append(_Zone(folder))
        except OSError:
            continue
    if folders and not zones:
        return Unavailable("the counters of powercap are hidden from this container", _MASKED_CURE)
    return sorted(zones, key=lambda folder: folder.rank) or Unavailable("no powercap")


def _packages(zones: list[_Zone], processor: Processor) -> list[_Zone]:
    """Return the zones whose counters add up to the energy of all packages, each counter once."""
    kept: dict[str, list[_Zone]] = {}
    for zone in zones:
        matched = _PACKAGE.fullmatch(zone.name)
        if matched is None:
            continue
        others = kept.setdefault(matched.group(1), [])
        is_told = any(other.name in (zone.name, matched.group(1)) or zone.name == matched.group(1) for other in others)
        if not (is_told or (others and (processor.mirrors_dies or any(_are_one(other, zone) for other in others)))):
            others.append(zone)
    return [zone for package in kept.values() for zone in package]


def _are_one(zone: _Zone, other: _Zone) -> bool:
    try:
        return abs(other.read() - zone.read()) <= _MIRROR_COUNTS
    except OSError:
        return False


def _refusal(zones: list[_Zone]) -> Unavailable | None:
    """Return why one of the counters cannot be read; None if all can."""
    for zone in zones:
        path = zone.folder / "energy_uj"
        try:
            zone.read()
        except PermissionError:
            return Unavailable(f"{path} can be read only by root", _CURE)
        except OSError as error:
            return Unavailable(f"{path} cannot be read: {error.strerror or error}")
    return None
