"""How long the measured steps of a run took: not one number but all of them, thinned to quantiles."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpuscope.analysis.series import Stamps
from gpuscope.core.run import RunRecord

_QUANTILES = 1001
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class StepDistribution:
    """Durations of steps.

    Attributes:
        durations_s: Quantiles of them, evenly apart, ascending, float64 [n]; the first is the shortest step, the last the longest.
        steps: How many steps they are of.
    """

    durations_s: Floats
    steps: int


def step_distribution(record: RunRecord, ends_ns: Stamps) -> StepDistribution | None:
    """Return the durations of a run's measured steps, of which the latencies are percentiles; None where they are not known.

    Args:
        record: The run.
        ends_ns: Ends of all its steps, warm-up included, from the run's start.
    """
    if record.spec.is_command:
        ends, begin_ns = ends_ns[1:], int(ends_ns[0]) if ends_ns.size else 0
    elif record.window_start_s is None:
        return None
    else:
        ends, begin_ns = ends_ns[record.warmup_steps or 0 :][: record.steps], round(record.window_start_s * 1e9)
        if ends.size != record.steps:
            return None  # the ends of some were lost: what seems a long step may be several
    if not ends.size:
        return None
    durations = np.diff(ends, prepend=np.int64(begin_ns)) / 1e9
    return StepDistribution(np.quantile(durations, np.linspace(0.0, 1.0, _QUANTILES), method="inverted_cdf"), int(durations.size))


def pooled(runs: Sequence[StepDistribution]) -> StepDistribution:
    """Return the durations of several runs as one distribution in which each run weighs the same."""
    return StepDistribution(np.sort(np.concatenate([one.durations_s for one in runs])), sum(one.steps for one in runs))
