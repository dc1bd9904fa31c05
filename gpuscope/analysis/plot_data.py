"""Data for the plots of a comparison: step durations, phases of a step, roofline.

Roofline: S. Williams, A. Waterman, D. Patterson, "Roofline: an insightful visual performance model", CACM 52 (2009).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpuscope.analysis.comparison import Comparison
from gpuscope.analysis.profiled import Cuts
from gpuscope.analysis.recorded_run import Profiled
from gpuscope.analysis.series import Stamps
from gpuscope.analysis.summary import step_durations_s
from gpuscope.core.run import RunRecord
from gpuscope.core.workload_keys import STEP_PHASES

_QUANTILES = 1001
"""One per thousandth, so that p99.9 is a point of the curve."""
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class StepDistribution:
    """Distribution of step durations.

    Attributes:
        durations_s: Evenly spaced quantiles, ascending, float64, shape (n,); the first is the shortest step, the last the longest.
        steps: Number of steps.
    """

    durations_s: Floats
    steps: int


def step_distribution(record: RunRecord, ends_ns: Stamps, profiled: Sequence[Profiled] = ()) -> StepDistribution | None:
    """Return the durations of a run's measured steps, whose percentiles are the latencies; None if unknown.

    Args:
        record: The run.
        ends_ns: End times of all its steps, warm-up included, in nanoseconds from the run's start.
        profiled: Parts in which a profiler slowed its steps down; these are left out, as in all its metrics.
    """
    cuts, numbers = Cuts.of(profiled), None
    if record.spec.is_command:
        left = cuts.left(ends_ns)
        ends, begin_ns = left[1:], int(left[0]) if left.size else 0
    elif record.window_start_s is None:
        return None
    else:
        ends, begin_ns = ends_ns[record.warmup_steps or 0 :][: record.steps], round(record.window_start_s * 1e9)
        if ends.size != record.steps:
            return None  # some end times were lost: an apparently long step may be several
        numbers = np.flatnonzero(~cuts.hides(ends))
        ends, begin_ns = cuts.left(ends), cuts.moved_one(begin_ns)
    durations = step_durations_s(ends, begin_ns, record.spec.tested_every, numbers)
    if not durations.size:
        return None
    return StepDistribution(np.quantile(durations, np.linspace(0.0, 1.0, _QUANTILES), method="inverted_cdf"), int(durations.size))


def pooled(runs: Sequence[StepDistribution]) -> StepDistribution:
    """Return the durations of several runs as one distribution with equal weight per run."""
    return StepDistribution(np.sort(np.concatenate([run.durations_s for run in runs])), sum(run.steps for run in runs))


TIME, ENERGY = "phase_time_", "phase_energy_"
"""Prefixes of the metric keys."""


@dataclass(frozen=True, slots=True)
class PhaseShares:
    """The phases of one group's step.

    Attributes:
        parts: Seconds or joules by phase, in the order of a step.
        reason: Why there are none.
    """

    parts: Mapping[str, float]
    reason: str = ""


def phase_shares(comparison: Comparison, prefix: str) -> tuple[PhaseShares, ...]:
    """Return the phases of all groups, in seconds (:data:`TIME`) or joules (:data:`ENERGY`); phases with negative values are omitted."""
    return tuple(_shares(comparison, index, prefix) for index in range(len(comparison.groups)))


def _shares(comparison: Comparison, index: int, prefix: str) -> PhaseShares:
    entries = {phase: comparison.metrics[key][index] for phase in STEP_PHASES if (key := f"{prefix}{phase}") in comparison.metrics}
    parts = {phase: entry.value for phase, entry in entries.items() if entry.value is not None and entry.value >= 0}
    reason = next((entry.note for entry in entries.values() if entry.value is None and entry.note), "")
    return PhaseShares(parts, reason)


@dataclass(frozen=True, slots=True)
class RooflinePoint:
    """A run in the roofline plot.

    Attributes:
        intensity: FLOP per byte that the algorithm must move.
        flops: Achieved, FLOP/s.
        ceiling_flops: Measured on the device, FLOP/s.
        ceiling_bandwidth: Measured on the device, B/s.
    """

    intensity: float
    flops: float
    ceiling_flops: float
    ceiling_bandwidth: float


def roofline_point(run: RunRecord) -> RooflinePoint | None:
    """Return a run's point in the roofline plot; None unless its workload reported FLOP, bytes and both ceilings."""
    flops, bandwidth = (quantity.value if (quantity := run.metrics.get(key)) else None for key in ("flops", "bandwidth"))
    ceilings = [run.environment.get(key) for key in ("ceiling_flops", "ceiling_bandwidth")]
    positive = [float(number) for number in (flops, bandwidth, *ceilings) if isinstance(number, int | float) and number > 0]
    if len(positive) < 4:
        return None
    return RooflinePoint(positive[0] / positive[1], positive[0], positive[2], positive[3])
