"""The warm-up of a run: when it is over, and whether its speed was steady by then (measurement.md, S18)."""

import os
from collections import deque
from dataclasses import dataclass
from pathlib import Path

from gpuscope.probe.channel import VARIABLE

BLOCK_S = 1.0
"""How long a block of steps is whose speed is compared: so long that what a machine does now and then is in each of them."""
_AGREE = 0.01
"""Of the last blocks the slowest and the fastest differ by this share of their mean at most."""
_BLOCKS = 3
"""Two blocks may agree by chance while the speed still rises; three have to."""
HEATING = "heating"
"""File in the run's folder that is there as long as the recorder sees the run's GPU become warmer."""


@dataclass(slots=True)
class WarmUp:
    """How far the warm-up of a run has come.

    Attributes:
        steps: How many steps it took; None while it lasts.
        unsteady: Why the run was not steady at its end; "" when it was, None when nobody asked.
    """

    steps: int | None = None
    unsteady: str | None = None


def is_heating() -> bool:
    """Whether the recorder of this process's run sees its GPU become warmer."""
    folder = os.environ.get(VARIABLE)
    return bool(folder) and Path(str(folder), HEATING).exists()


class Steadiness:
    """Judges, from one block of steps to the next, whether a run has become steady.

    It goes by the time that steps took, not by a clock of its own, so that all ranks and all tests judge alike.

    Args:
        limit_s: After so long it is enough, steady or not.
    """

    def __init__(self, limit_s: float) -> None:
        self._left_s = limit_s
        self._steps, self._seconds = 0, 0.0
        self._times_s: deque[float] = deque(maxlen=_BLOCKS)
        self._is_heating = False

    def add(self, steps: int, seconds: float, *, is_heating: bool) -> None:
        """Take in steps that were taken.

        Args:
            steps: How many.
            seconds: What they took.
            is_heating: Whether the device still becomes warmer.
        """
        self._left_s -= seconds
        self._is_heating = is_heating
        self._steps += steps
        self._seconds += seconds
        if self._seconds >= BLOCK_S:
            self._times_s.append(self._seconds / self._steps)
            self._steps, self._seconds = 0, 0.0

    @property
    def is_over(self) -> bool:
        """Whether the run is steady, or the time is."""
        return not self.trouble or self._left_s <= 0

    @property
    def trouble(self) -> str:
        """What is not steady, in words; "" for nothing."""
        if len(self._times_s) < _BLOCKS:
            return f"fewer than {_BLOCKS} blocks of {BLOCK_S:g} s were taken"
        spread = (max(self._times_s) - min(self._times_s)) / (sum(self._times_s) / _BLOCKS)
        if spread > _AGREE:
            return f"the speed of the last {_BLOCKS} blocks of steps differs by {spread:.1%}, more than {_AGREE:.0%}"
        return "the temperature of the GPU still rose, or was not known" if self._is_heating else ""
