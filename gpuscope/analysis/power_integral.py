"""Energy as the integral of a power sensor's readings (measurement.md, S6 G2 and G3).

A sensor updates every period P with the mean over its last averaging window w, and is read every interval I. A reading is held until
the next one (zero-order hold). On average its value is min(I, P) / 2 old when it is read, refers to the middle of the w that ended
then, and represents max(I, P) around that middle; so held readings are shifted back by (I + P + w) / 2 and clipped to the window.
After Yang, Adamek, Armour, "Part-time power measurements", arXiv 2312.02741.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpuscope.analysis import uncertainty
from gpuscope.analysis.reduction import HOLD_INTERVALS, TOO_SHORT, IncompleteError, Window, require_periods
from gpuscope.analysis.series import DeviceSeries, Stamps, Values, interval_ns, update_period_s
from gpuscope.core import figures
from gpuscope.core.quantity import Quality, Quantity

_UNIT = "J"
_LAST_HOLD = 2.0
"""Number of ``hold_s`` for which the last reading is held: a command's readings end soon after it does."""
AVERAGE_S = 1.0
"""Averaging window of the driver's average power (nvml.h)."""
_AVERAGE_NEEDED_S = 5.0
"""S6 G3: the 1 s average smears both edges of the window by half a second each, a fifth of five seconds in total."""
_MUCH = 0.02
"""Share of the energy above which the unobserved part is noted; as in S7, where sources within 2 % agree."""


@dataclass(frozen=True, slots=True)
class PowerSampling:
    """How a series of readings samples a device's power.

    Attributes:
        interval_s: Interval between readings.
        period_s: Update period of the sensor.
        window_s: Averaging window of a reading; None if unknown.
    """

    interval_s: float
    period_s: float
    window_s: float | None

    @property
    def hold_s(self) -> float:
        """The time that each distinct reading represents."""
        return max(self.interval_s, self.period_s)

    @property
    def shift_s(self) -> float:
        """Time from the beginning of the interval that a reading represents to the reading."""
        return (self.interval_s + self.period_s + (self.period_s if self.window_s is None else self.window_s)) / 2

    @property
    def share(self) -> float | None:
        """Share of the time that the sensor observes, 0 to 1; None if its averaging window is unknown."""
        return None if self.window_s is None else min(1.0, self.window_s / self.hold_s)

    @property
    def stride(self) -> int:
        """Readings per update: the number of successive readings with the same value."""
        return max(1, round(self.period_s / self.interval_s))


def power_sampling(series: DeviceSeries, share: float | None, average_s: float | None = None) -> PowerSampling | None:
    """Return how a series samples the power; None if its update period is unknown.

    Args:
        series: Power readings.
        share: Share of its period that the sensor averages over; None if unknown.
        average_s: Window of a sensor that averages over a fixed time; None for a sensor that averages over a share of its period.
    """
    stamps, values = series.readings()
    interval = interval_ns(stamps)
    period_s = update_period_s(stamps, values, series.period_s)
    if not interval or period_s is None:
        return None
    window_s = average_s if average_s is not None else None if share is None else share * period_s
    return PowerSampling(interval / 1e9, period_s, window_s)


def power_energy(series: DeviceSeries, window: Window, sampling: PowerSampling | None, gain: float | None = None) -> Quantity:
    """Return the integral of power over the window in joules; missing, with the reason, if it cannot be determined.

    Args:
        series: Power readings.
        window: Start and end in nanoseconds from the run's start.
        sampling: How the series samples the power.
        gain: Relative uncertainty of the sensor's gain (k = 2); None if unknown.
    """
    window_s = (window[1] - window[0]) / 1e9
    try:
        if sampling is not None and sampling.window_s == AVERAGE_S and window_s < _AVERAGE_NEEDED_S:
            raise IncompleteError(f"{TOO_SHORT}: the 1 s average needs a window of {_AVERAGE_NEEDED_S:g} s, this one has {window_s:.3g} s")
        note = require_periods(None if sampling is None else sampling.hold_s, window)
        assert sampling is not None
        value = _held(*series.readings(), sampling, window)
    except IncompleteError as reason:
        return Quantity.missing(_UNIT, str(reason), series.source)
    edges = uncertainty.edges_j(value, window_s, max(sampling.hold_s, sampling.window_s or 2 * sampling.period_s))
    unseen = _unseen_j(series, window, sampling)
    whole = uncertainty.whole_j(value, gain, edges, unseen)
    notes = [text for text in (note, _unseen_note(value, unseen, sampling)) if text]
    quality = Quality.DERIVED if series.quality is Quality.MISSING else series.quality
    return Quantity(value, _UNIT, quality, _source_text(series, sampling), whole, "; ".join(notes) or None)


def _unseen_note(value: float, unseen: float, sampling: PowerSampling) -> str | None:
    """Return a note on the energy that the sensor may have missed; None if negligible."""
    if unseen <= _MUCH * abs(value):
        return None
    seen = "an unknown share" if sampling.share is None else f"{figures.significant(100 * sampling.share, 2)} %"
    open_share = figures.significant(100 * unseen / abs(value), 2)
    return f"the power was sampled {seen} of the time and varied: ± {open_share} % for the unsampled part"


def _source_text(series: DeviceSeries, sampling: PowerSampling) -> str:
    if sampling.window_s == AVERAGE_S:
        return f"integral of the 1 s average ({series.source})"
    seen = "an unknown share of the time" if sampling.share is None else f"{100 * sampling.share:.0f} % of the time"
    return f"integral of {series.source}, sampled {seen}"


def held_stretches(stamps: Stamps, sampling: PowerSampling, window: Window) -> tuple[Values, Values]:
    """Return begin and end of the interval that each reading represents, in seconds from the window's start, clipped to the window.

    Raises:
        IncompleteError: There is a gap of more than three intervals, or the readings do not cover the window.
    """
    # In seconds from the window's start: nanoseconds since the run's start would cost precision at the edges.
    starts = (stamps - window[0]) / 1e9 - sampling.shift_s
    length_s = (window[1] - window[0]) / 1e9
    ends = np.append(starts[1:], starts[-1] + _LAST_HOLD * sampling.hold_s)
    inside = (ends > 0) & (starts < length_s)
    if not np.any(inside) or starts[0] > 0:
        raise IncompleteError(f"incomplete: the power was first read {max(0.0, float(starts[0])):.2g} s into the window")
    longest = float((ends - starts)[:-1][inside[:-1]].max(initial=0.0))
    if longest > HOLD_INTERVALS * sampling.interval_s * (1 + 1e-9):
        raise IncompleteError(f"incomplete: {longest:.2g} s of the window without power readings")
    if ends[-1] < length_s:
        raise IncompleteError(f"incomplete: the power readings end {length_s - ends[-1]:.2g} s too early for the window")
    return np.clip(starts, 0.0, length_s), np.clip(ends, 0.0, length_s)


def _held(stamps: Stamps, values: Values, sampling: PowerSampling, window: Window) -> float:
    """Return the integral of the held readings over the window, in joules; raises as :func:`held_stretches`."""
    starts, ends = held_stretches(stamps, sampling, window)
    return float(np.dot(values, ends - starts))


def _unseen_j(series: DeviceSeries, window: Window, sampling: PowerSampling) -> float:
    """Estimate the energy in joules that the sensor may have missed, from the successive differences of its updates (von Neumann)."""
    stamps, values = series.readings()
    samples = values[(stamps >= window[0]) & (stamps <= window[1])][:: sampling.stride]
    if samples.size < 2:
        return 0.0
    deviation_w = float(np.sqrt(np.mean(np.diff(samples) ** 2) / 2.0))
    seconds = (window[1] - window[0]) / 1e9
    return 2.0 * deviation_w / float(np.sqrt(samples.size)) * float(np.sqrt(1.0 - (sampling.share or 0.0))) * seconds


_BINS = 8
"""Bins of a step (S10)."""
_SAMPLES_NEEDED = 30
"""About four in each bin; with fewer, chance alone leaves bins empty."""
_UNEVEN = 0.15
"""Share of misplaced readings above which the steps count as locked: the error is then up to 15 % for on-off power (S10)."""
_CHANCE = 1.0
"""Unevenness of n samples expected by chance, times sqrt(n); it hardly varies."""


@dataclass(frozen=True, slots=True)
class StepLock:
    """Steps that alias with the power sensor.

    Attributes:
        step_s: Their median duration.
        uneven: Share of the readings that would have to fall elsewhere in the step for an even spread, 0 to 1.
    """

    step_s: float
    uneven: float

    @property
    def warning(self) -> str:
        """The warning text."""
        return f"step time locks to the power sensor ({figures.figure(self.step_s, 's')}); a jitter between blocks of steps would undo it"


def step_lock(stamps_ns: Stamps, sampling: PowerSampling | None, steps_ns: Stamps, window: Window) -> StepLock | None:
    """Return how the steps within the window alias with the power sensor; None if they do not, or if there are too few readings.

    Args:
        stamps_ns: When power was read.
        sampling: How the readings sample the power.
        steps_ns: Ends of the steps, rising, without gaps.
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
    """Return the share of the sampled time in each bin of the step; shape (8,)."""
    edges = np.arange(_BINS)[:, np.newaxis] / _BINS

    def until(x: NDArray[np.float64]) -> NDArray[np.float64]:
        whole = np.floor(x)
        return np.asarray(whole / _BINS + np.clip(x - whole - edges, 0.0, 1.0 / _BINS))

    return np.asarray(np.mean((until(phases + spans) - until(phases)) / spans, axis=1))
