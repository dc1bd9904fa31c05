"""What the host back end asks of whoever reads the machine: /proc, or psutil."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from gpuscope.sensors.proc import ProcFile
from gpuscope.sensors.process_tree import Totals

Share = tuple[int, float | None]
"""(number of a core, share of time in which it was busy); None when no tick has passed since the look before."""


class Cores:
    """Busy share of each core that is switched on between two looks.

    Args:
        root: Where /proc lies.

    Raises:
        OSError: /proc/stat cannot be read.
    """

    def __init__(self, root: Path) -> None:
        self._file = ProcFile(root / "proc/stat", 16384)
        self._last = self._look()

    def _look(self) -> dict[int, tuple[int, int]]:
        ticks_by_core = {}
        for line in self._file.read().split(b"\n")[1:]:
            if not line.startswith(b"cpu"):
                break
            # user nice system idle iowait irq softirq steal; guest is within user already.
            fields = line.split()
            ticks = [int(word) for word in fields[1:9]]
            total = sum(ticks)
            ticks_by_core[int(fields[0][3:])] = (total - ticks[3] - ticks[4], total)
        return ticks_by_core

    def shares(self) -> Sequence[Share]:
        """Return the share (0 to 1) of each core since the last call, by its number; None for one that has just been switched on."""
        before, self._last = self._last, self._look()
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
        """Return what they take; None when they are gone for good."""

    def close(self) -> None:
        """Give everything back."""


class MachineSource(Protocol):
    """Where the host's numbers come from: /proc, or psutil."""

    @property
    def name(self) -> str:
        """The processor's name."""

    @property
    def sources(self) -> Mapping[str, str]:
        """Where each metric comes from; one that is not in here cannot be read."""

    @property
    def reasons(self) -> Mapping[str, str]:
        """Why a metric cannot be read."""

    @property
    def properties(self) -> Mapping[str, str | int | float | None]:
        """Facts of the machine."""

    def sample(self) -> Callable[[], dict[str, Value]]:
        """Look at all metrics but the clock; what comes back works out their values, once, in the order of the looks."""

    def clock(self) -> Value:
        """Return the mean frequency in Hz."""

    def cores(self) -> Sequence[Share]:
        """Return the busy share of each core since the last call; empty where none is reported."""

    def tree(self, pid: int, apart: Sequence[int]) -> Members:
        """Return the process tree under a pid."""

    def own(self, pids: Sequence[int], base_s: float) -> Members:
        """Return gpuscope's own processes."""

    def close(self) -> None:
        """Give everything back."""
