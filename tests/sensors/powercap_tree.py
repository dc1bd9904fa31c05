"""The /sys and /proc of a small machine with energy counters of known values."""

from pathlib import Path

RANGE_UJ = 262_143_328_850
INTEL = "vendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: 106\nmodel name\t: A Xeon\nflags\t\t: fpu vme\n\n"
AMD = "vendor_id\t: AuthenticAMD\ncpu family\t: 25\nmodel\t\t: 1\nmodel name\t: An EPYC\nflags\t\t: fpu vme\n\n"


class PowercapTree:
    """Zones by the name of their folder, as in /sys/class/powercap."""

    def __init__(self, root: Path, cpuinfo: str = INTEL) -> None:
        self.root = root
        self._zones = root / "sys/class/powercap"
        self._write(root / "proc/cpuinfo", cpuinfo)

    def zone(self, folder: str, name: str, energy_uj: int | str, range_uj: int | None = RANGE_UJ) -> None:
        self._write(self._zones / folder / "name", f"{name}\n")
        self.set(folder, energy_uj)
        if range_uj is not None:
            self._write(self._zones / folder / "max_energy_range_uj", f"{range_uj}\n")

    def set(self, folder: str, energy_uj: int | str) -> None:
        self._write(self._zones / folder / "energy_uj", f"{energy_uj}\n")

    def event(self, name: str, text: str, cpumask: str = "0") -> None:
        """Add an event of perf's "power" unit."""
        unit = self.root / "sys/bus/event_source/devices/power"
        self._write(unit / "type", "32\n")
        self._write(unit / "cpumask", f"{cpumask}\n")
        self._write(unit / f"events/{name}", f"{text}\n")
        self._write(unit / f"events/{name}.scale", f"{2**-32!r}\n")
        self._write(unit / f"events/{name}.unit", "Joules\n")

    def package(self, cpu: int, package: int) -> None:
        self._write(self.root / f"sys/devices/system/cpu/cpu{cpu}/topology/physical_package_id", f"{package}\n")

    def _write(self, path: Path, text: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        # In place, so that open descriptors see the new content, as in /sys.
        with path.open("w") as file:
            file.write(text)
