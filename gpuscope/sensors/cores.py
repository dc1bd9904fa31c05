"""The load of each core of the processor, from /proc/stat."""

from collections.abc import Sequence
from pathlib import Path

from gpuscope.sensors.proc import ProcFile

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
        found = {}
        for line in self._file.read().split(b"\n")[1:]:
            if not line.startswith(b"cpu"):
                break
            # user nice system idle iowait irq softirq steal; guest is within user already.
            words = line.split()
            ticks = [int(word) for word in words[1:9]]
            total = sum(ticks)
            found[int(words[0][3:])] = (total - ticks[3] - ticks[4], total)
        return found

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
