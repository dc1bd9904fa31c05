"""Readers of the Linux /proc and /sys files behind the host metrics, each on a descriptor that stays open."""

import contextlib
import os
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

from gpuscope.system.files import file_text

SECTOR_BYTES = 512
"""Unit of /proc/diskstats, independent of the disk's own sector size (kernel Documentation/admin-guide/iostats.rst)."""

_ENDS_WITHIN = 2048
"""The kernel fills a page with records as long as the next one fits, and no record is longer than this. So a read that leaves this much
of a page unused was the last; a second read, which costs as much as the first, is unnecessary."""


class ProcFile:
    """A file in /proc or /sys that is read repeatedly from its beginning.

    Args:
        path: The file.
        size: Expected maximum size in bytes; grows if needed.
        records: Whether the kernel returns it by records, at most a page per read (diskstats, net/dev, cpuinfo). Other files are returned
            whole, and a second read would make the kernel generate them twice.

    Raises:
        OSError: It cannot be opened.
    """

    def __init__(self, path: str | Path, size: int = 4096, records: bool = False) -> None:
        self._descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        self._size = size
        self._records = records

    def read(self) -> bytes:
        """Return the current content.

        Raises:
            OSError: It cannot be read (the process or sensor behind it is gone).
        """
        content = os.pread(self._descriptor, self._size, 0)
        if self._records:
            while len(content) > _ENDS_WITHIN and (more := os.pread(self._descriptor, self._size, len(content))):
                content += more
            return content
        while len(content) == self._size:
            self._size *= 4
            content = os.pread(self._descriptor, self._size, 0)
        return content

    def close(self) -> None:
        """Close the descriptor."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


def opened(paths: Iterable[Path | str], size: int) -> list[ProcFile]:
    """Open those of some files that can be opened; arguments as for :class:`ProcFile`."""
    files = []
    for path in paths:
        with contextlib.suppress(OSError):
            files.append(ProcFile(path, size))
    return files


class Counters(Protocol):
    """Metrics that are read many times a second; the content may be parsed later, in the order in which it was read."""

    def read(self) -> bytes:
        """Return the current raw content.

        Raises:
            OSError: It cannot be read.
        """

    def values(self, content: bytes) -> Sequence[float | int | None]:
        """Parse raw content into one value per metric, in SI units.

        Raises:
            ValueError, IndexError: It cannot be parsed.
        """

    def close(self) -> None:
        """Close the descriptors."""


class Jiffies:
    """Utilization of all processors between two readings of /proc/stat."""

    def __init__(self, root: Path) -> None:
        self._file = ProcFile(root / "proc/stat", 16384)
        self._busy, self._total = _ticks(self.read())

    def read(self) -> bytes:
        """Return /proc/stat."""
        return self._file.read()

    def values(self, content: bytes) -> tuple[float | None]:
        """Return the utilization (0 to 1) since the previous reading; None if no tick has passed since."""
        busy, total = _ticks(content)
        before_busy, before_total = self._busy, self._total
        if total <= before_total:
            return (None,)
        self._busy, self._total = busy, total
        return (min(1.0, max(0.0, (busy - before_busy) / (total - before_total))),)

    def close(self) -> None:
        """Close the descriptor."""
        self._file.close()


def _ticks(content: bytes) -> tuple[int, int]:
    """Return the busy and the total ticks, summed over all processors."""
    # user nice system idle iowait irq softirq steal; user already includes guest.
    ticks = [int(word) for word in content[: content.index(b"\n")].split()[1:9]]
    total = sum(ticks)
    return total - ticks[3] - ticks[4], total


class Memory:
    """Main memory and swap, from /proc/meminfo."""

    def __init__(self, root: Path) -> None:
        self._file = ProcFile(root / "proc/meminfo", 8192)

    def read(self) -> bytes:
        """Return /proc/meminfo."""
        return self._file.read()

    def values(self, content: bytes) -> tuple[int | None, int | None]:
        """Return the bytes of main memory that are not available, and the bytes of swap in use."""
        return _difference(content, b"MemTotal:", b"MemAvailable:"), _difference(content, b"SwapTotal:", b"SwapFree:")

    def total(self) -> int | None:
        """Return the bytes of main memory."""
        kilobytes = _entry(self._file.read(), b"MemTotal:")
        return None if kilobytes is None else kilobytes * 1024

    def close(self) -> None:
        """Close the descriptor."""
        self._file.close()


def _entry(content: bytes, key: bytes) -> int | None:
    start = content.find(key)
    return None if start < 0 else int(content[start + len(key) : content.index(b"k", start + len(key))])


def _difference(content: bytes, whole: bytes, part: bytes) -> int | None:
    total, rest = _entry(content, whole), _entry(content, part)
    return None if total is None or rest is None else (total - rest) * 1024


class PairSum:
    """Sums two counters over items that come and go; the last count of one that disappears, starts anew or wraps stays in the sum."""

    def __init__(self) -> None:
        self._last: dict[str, tuple[int, int]] = {}
        self._gone = [0, 0]

    def update(self, items: dict[str, tuple[int, int]]) -> tuple[int, int]:
        """Set the current counters of all items, and return both sums, which never fall."""
        for name, counts in self._last.items():
            for index, (before, now) in enumerate(zip(counts, items.get(name, (0, 0)), strict=True)):
                if now < before:
                    self._gone[index] += before
        self._last = items
        return (self._gone[0] + sum(first for first, _ in items.values()), self._gone[1] + sum(second for _, second in items.values()))


class PairCounters(ABC):
    """Two counters since boot, summed over the items that the lines of a file list."""

    def __init__(self, path: Path) -> None:
        self._file = ProcFile(path, records=True)
        self._sum = PairSum()
        self._last: tuple[bytes, tuple[int, int]] = b"", (0, 0)

    def read(self) -> bytes:
        """Return the file's content."""
        return self._file.read()

    def values(self, content: bytes) -> tuple[int, int]:
        """Return both sums."""
        if content != self._last[0]:  # usually it is: no activity within a tenth of a second
            items = filter(None, map(self._item, content.decode("ascii", "replace").splitlines()))
            self._last = content, self._sum.update(dict(items))
        return self._last[1]

    @abstractmethod
    def _item(self, line: str) -> tuple[str, tuple[int, int]] | None:
        """Return the name of a line's item and its counters; None for one that does not count."""

    def close(self) -> None:
        """Close the descriptor."""
        self._file.close()


class Disks(PairCounters):
    """Bytes read from and written to physical disks, without partitions, loop devices, RAM disks, device mapper and RAID layers."""

    def __init__(self, root: Path) -> None:
        super().__init__(root / "proc/diskstats")
        self._block = root / "sys/block"
        self._physical: dict[str, bool] = {}

    def _is_physical(self, name: str) -> bool:
        is_physical = self._physical.get(name)
        if is_physical is None:
            # Only disks on real or virtual hardware have a device; paths of an NVMe multipath disk (nvme0c0n1) are counted with the disk.
            is_physical = (self._block / name / "device").exists() and not re.fullmatch(r"nvme\d+c\d+n\d+", name)
            self._physical[name] = is_physical
        return is_physical

    def _item(self, line: str) -> tuple[str, tuple[int, int]] | None:
        fields = line.split(None, 10)
        if len(fields) <= 9 or not self._is_physical(fields[2]):
            return None
        return fields[2], (int(fields[5]) * SECTOR_BYTES, int(fields[9]) * SECTOR_BYTES)


class Network(PairCounters):
    """Bytes received and sent over all interfaces but loopback, from /proc/net/dev."""

    def __init__(self, root: Path) -> None:
        super().__init__(root / "proc/net/dev")

    def _item(self, line: str) -> tuple[str, tuple[int, int]] | None:
        name, colon, rest = line.partition(":")
        if not colon or (name := name.strip()) == "lo":
            return None
        fields = rest.split(None, 9)
        return name, (int(fields[0]), int(fields[8]))


class Clock:
    """Mean frequency of the processors, from cpufreq if available, else from /proc/cpuinfo."""

    def __init__(self, root: Path) -> None:
        self._cpuinfo: ProcFile | None = None
        self.source = ""
        self._files = opened(sorted((root / "sys/devices/system/cpu").glob("cpu[0-9]*/cpufreq/scaling_cur_freq")), 64)
        if self._files:
            self.source = "cpufreq scaling_cur_freq, mean over the cores"
        else:
            self._try_cpuinfo(root)

    def _try_cpuinfo(self, root: Path) -> None:
        try:
            self._cpuinfo = ProcFile(root / "proc/cpuinfo", records=True)
        except OSError:
            return
        if self.mean() is None:
            self.close()
        else:
            self.source = "/proc/cpuinfo cpu MHz, mean over the cores"

    def mean(self) -> float | None:
        """Return the mean frequency in Hz; None if no processor reports one."""
        try:
            values = list(self._read())
        except (OSError, ValueError):
            return None
        return sum(values) / len(values) if values else None

    def _read(self) -> Iterator[float]:
        for file in self._files:
            yield int(file.read()) * 1e3
        if self._cpuinfo is not None:
            for match in re.finditer(rb"^cpu MHz\s*:\s*([\d.]+)", self._cpuinfo.read(), re.MULTILINE):
                yield float(match.group(1)) * 1e6

    def close(self) -> None:
        """Close the descriptors."""
        for file in self._files:
            file.close()
        if self._cpuinfo is not None:
            self._cpuinfo.close()
        self._files, self._cpuinfo = [], None


class Thermometer:
    """The processor's temperature sensors in hwmon: the hottest package."""

    NAMES = ("coretemp", "k10temp", "zenpower", "cpu_thermal", "fam15h_power")

    def __init__(self, root: Path) -> None:
        self._files: list[ProcFile] = []
        names = set()
        for chip in sorted((root / "sys/class/hwmon").glob("hwmon*")):
            name = file_text(chip / "name")
            if name in self.NAMES:
                names.add(name)
                self._files += self._sensors(chip)
        self.source = f"hwmon {', '.join(sorted(names))}, hottest package" if self._files else ""

    def _sensors(self, chip: Path) -> list[ProcFile]:
        inputs = sorted(chip.glob("temp*_input"))
        # A package's own sensor is sufficient. On some processors Tctl includes an offset for fan control; Tdie does not.
        for wanted in (("Package", "Tdie"), ("Tctl",), ("",)):
            chosen = [path for path in inputs if file_text(path.with_name(path.name.replace("_input", "_label"))).startswith(wanted)]
            if chosen:
                break
        return opened(chosen, 64)

    def read(self) -> bytes:
        """Return the sensors' readings, one per line; sensors that do not answer are left out."""
        readings = []
        for file in self._files:
            with contextlib.suppress(OSError):
                readings.append(file.read().strip())
        return b"\n".join(readings)

    def values(self, content: bytes) -> tuple[float | None]:
        """Return the highest temperature in degrees Celsius; None if no sensor answered."""
        return (max((int(line) / 1000 for line in content.split(b"\n") if line.lstrip(b"-").isdigit()), default=None),)

    def close(self) -> None:
        """Close the descriptors."""
        for file in self._files:
            file.close()


def processor_name(root: Path) -> str:
    """Return the processor's name from /proc/cpuinfo; "Processor" if it has none."""
    match = re.search(r"^(?:model name|Hardware|cpu model)\s*:\s*(.+)$", file_text(root / "proc/cpuinfo"), re.MULTILINE)
    return match.group(1).strip() if match else "Processor"
