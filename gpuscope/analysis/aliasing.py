"""Whether a run's steps lock to its power sensor, so that the sensor sees the same part of each step (measurement.md, S10).

A sensor that looks at 25 of every 100 ms sees, of steps of 100 ms, always the same quarter: its mean may err by up to 43 %,
however long the run (computed from the raw data of arXiv 2312.02741). Each update that was read is laid over the steps as the
span of time that it saw; the steps' phase is divided into 8 bins, and where the bins are seen unevenly the readings are locked.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpuscope.analysis.power_integral import PowerSampling
from gpuscope.analysis.reduction import Window
from gpuscope.analysis.series import Stamps
from gpuscope.core import figures

_BINS = 8
_SAMPLES_NEEDED = 30
_UNEVEN = 0.15
_CHANCE = 1.0
"""What chance may add to the unevenness of n samples, times sqrt(n): it averages that much, and hardly varies."""


@dataclass(frozen=True, slots=True)
class StepLock:
    """Steps that lock to the power sensor.

    Attributes:
        step_s: Their median duration.
        uneven: Share of the readings that would have to fall on another part of the step, 0 to 1.
    """

    step_s: float
    uneven: float

    @property
    def words(self) -> str:
        """The warning."""
        return f"step time locks to the power sensor ({figures.figure(self.step_s, 's')}); a jitter between blocks of steps would undo it"


def step_lock(stamps_ns: Stamps, sampling: PowerSampling | None, steps_ns: Stamps, window: Window) -> StepLock | None:
    """Return whether the steps within the window lock to the power sensor; None when not, or when there is too little to tell.

    Args:
        stamps_ns: When power was read.
        sampling: How the readings sample the power.
        steps_ns: Ends of the steps, rising, without a hole.
        window: Start and end in nanoseconds.
    """
    if sampling is None or steps_ns.size < 2:
        return None
    moments = stamps_ns[:: sampling.stride]
    moments = moments[(moments >= max(window[0], int(steps_ns[0]))) & (moments < min(window[1], int(steps_ns[-1])))]
    if moments.size < _SAMPLES_NEEDED:
        return None
    after = np.searchsorted(steps_ns, moments, side="right")
    durations = (steps_ns[after] - steps_ns[after - 1]).astype(np.float64)
    phases = (moments - steps_ns[after - 1]) / durations
    spans = (sampling.window_s or sampling.period_s) * 1e9 / durations
    uneven = float(np.abs(_seen(phases, spans) - 1.0 / _BINS).sum()) / 2.0
    if uneven <= _UNEVEN + _CHANCE / math.sqrt(moments.size):
        return None
    return StepLock(float(np.median(durations)) / 1e9, uneven)


def _seen(phases: NDArray[np.float64], spans: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the share of the samples' time that lies in each bin of the step's phase; shape (8,)."""
    edges = np.arange(_BINS)[:, np.newaxis] / _BINS

    def until(x: NDArray[np.float64]) -> NDArray[np.float64]:
        whole = np.floor(x)
        return np.asarray(whole / _BINS + np.clip(x - whole - edges, 0.0, 1.0 / _BINS))

    return np.asarray(np.mean((until(phases + spans) - until(phases)) / spans, axis=1))
