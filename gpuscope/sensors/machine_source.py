"""The interface between the host back end and its source, /proc or psutil."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from gpuscope.sensors.proc import ProcFile
from gpuscope.sensors.process_tree import Totals

Share = tuple[int, float | None]
"""(number of a core, its utilization from 0 to 1); None if no tick has passed since the previous reading."""


class Cores:
    """Utilization of each online core between two readings.

    Args:
        root: The folder that contains /proc.

    Raises:
        OSError: /proc/stat cannot be read.
    """

    def __init__(self, root: Path) -> None:
        self._file = ProcFile(root / "proc/stat", 16384)
        self._last = self._read_counters()

    def _read_counters(self) -> dict[int, tuple[int, int]]:
        ticks_by_core = {}
        for line in self._file.read().split(b"\n")[1:]:
            if not line.startswith(b"cpu"):
                break
            # user nice system idle iowait irq softirq steal; user already includes guest.
            fields = line.split()
            ticks = [int(word) for word in fields[1:9]]
            total = sum(ticks)
            ticks_by_core[int(fields[0][3:])] = (total - ticks[3] - ticks[4], total)
        return ticks_by_core

    def shares(self) -> Sequence[Share]:
        """Return the utilization (0 to 1) of each core since the last call; None for a core that has just come online."""
        before, self._last = self._last, self._read_counters()
        return [(number, _share(before.get(number), now)) for number, now in self._last.items()]

    def close(self) -> None:
        """Close the descriptor."""
        self._file.close()


def _share(before: tuple[int, int] | None, now: tuple[int, int]) -> float | None:
    if before is None or now[1] <= before[1]:
        return None
    return min(1.0, max(0.0, (now[0] - before[0]) / (now[1] - before[1])))


Value = float | int | None


class Members(Protocol):
    """A set of processes."""

    def totals(self) -> Totals | None:
        """Return their totals; None once the processes are gone for good."""

    def close(self) -> None:
        """Release all resources."""


class MachineSource(Protocol):
    """Source of the host metrics: /proc or psutil."""

    @property
    def name(self) -> str:
        """The processor's name."""

    @property
    def sources(self) -> Mapping[str, str]:
        """Source of each metric by key; a metric that is missing here cannot be read."""

    @property
    def reasons(self) -> Mapping[str, str]:
        """Why a metric cannot be read."""

    @property
    def properties(self) -> Mapping[str, str | int | float | None]:
        """Properties of the machine."""

    def sample(self) -> Callable[[], dict[str, Value]]:
        """Read all metrics except the clock. The returned function converts them to SI units; call each once, in the order of the reads."""

    def clock(self) -> Value:
        """Return the mean frequency in Hz; None if it cannot be read."""

    def cores(self) -> Sequence[Share]:
        """Return the utilization of each core since the last call; empty if none is reported."""

    def tree(self, pid: int, apart: Sequence[int]) -> Members:
        """Return the process tree below a pid."""

    def own(self, pids: Sequence[int], base_s: float) -> Members:
        """Return gpuscope's own processes."""

    def close(self) -> None:
        """Release all resources."""
