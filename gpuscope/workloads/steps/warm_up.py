"""The warm-up of a run: when it ends, and whether the speed was steady at that point (measurement.md, S18)."""

import os
from collections import deque
from dataclasses import dataclass
from pathlib import Path

from gpuscope.probe.channel import VARIABLE

BLOCK_S = 1.0
"""Length of the blocks whose speeds are compared: long enough that each contains the machine's periodic activity."""
_AGREE = 0.01
"""Maximum difference between the slowest and the fastest of the last blocks, relative to their mean."""
_BLOCKS = 3
"""Number of blocks compared; two may agree by chance while the speed is still rising."""
HEATING = "heating"
"""File in the run's folder that exists while the recorder observes that the run's GPU is warming up."""


@dataclass(slots=True)
class WarmUp:
    """State of a run's warm-up.

    Attributes:
        steps: Number of warm-up steps; None during the warm-up.
        unsteady: Why the run was not steady at its end; "" if it was, None if that was not checked.
    """

    steps: int | None = None
    unsteady: str | None = None


def is_heating() -> bool:
    """Return whether the recorder of this process's run observes that its GPU is warming up."""
    folder = os.environ.get(VARIABLE)
    return bool(folder) and Path(str(folder), HEATING).exists()


class Steadiness:
    """Decides, block by block, whether a run has become steady.

    It uses the duration of the steps, not a clock of its own, so that all ranks decide alike and tests are deterministic.

    Args:
        limit_s: Maximum warm-up in seconds, steady or not.
    """

    def __init__(self, limit_s: float) -> None:
        self._left_s = limit_s
        self._steps, self._seconds = 0, 0.0
        self._times_s: deque[float] = deque(maxlen=_BLOCKS)
        self._is_heating = False

    def add(self, steps: int, seconds: float, *, is_heating: bool) -> None:
        """Add completed steps and their duration; ``is_heating`` is whether the device is still warming up."""
        self._left_s -= seconds
        self._is_heating = is_heating
        self._steps += steps
        self._seconds += seconds
        if self._seconds >= BLOCK_S:
            self._times_s.append(self._seconds / self._steps)
            self._steps, self._seconds = 0, 0.0

    @property
    def is_over(self) -> bool:
        """Whether the run is steady or the time limit is reached."""
        return not self.trouble or self._left_s <= 0

    @property
    def trouble(self) -> str:
        """Why the run is not steady; "" if it is."""
        if len(self._times_s) < _BLOCKS:
            return f"fewer than {_BLOCKS} blocks of {BLOCK_S:g} s were taken"
        spread = (max(self._times_s) - min(self._times_s)) / (sum(self._times_s) / _BLOCKS)
        if spread > _AGREE:
            return f"the speed of the last {_BLOCKS} blocks of steps differs by {spread:.1%}, more than {_AGREE:.0%}"
        return "the temperature of the GPU still rose, or was not known" if self._is_heating else ""
