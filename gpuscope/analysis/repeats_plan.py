"""Plan the repeats of a comparison: the difference they can detect, estimated beforehand, and whether they are enough."""

import math
import platform
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from gpuscope.analysis.group import Group
from gpuscope.analysis.reduction import ENERGY_WINDOW_S, TOO_SHORT
from gpuscope.analysis.run_value import metric_keys, quantity, speed
from gpuscope.analysis.statistics.estimate import CONFIDENCE, estimate, mean, mean_half_width
from gpuscope.analysis.statistics.verdict import FAMILY_SHARES, PRIMARY
from gpuscope.core.errors import UsageError
from gpuscope.core.figures import counted, figure, percent, significant
from gpuscope.core.metric_registry import is_primary
from gpuscope.core.run import RunRecord, RunState
from gpuscope.core.runspec import RunSpec

POWER = 0.8
"""Statistical power: share of comparisons in which a difference this large is detected (Cohen's convention)."""


def detectable_ratio(scatter: float, repeats: int, metrics: float = 1.0) -> float:
    """Return the smallest ratio above 1 that repeats detect in four of five comparisons.

    Args:
        scatter: Standard deviation of the logarithm of a run's value; about its coefficient of variation.
        repeats: Repeats per side, at least 2.
        metrics: Number of metrics tested; a Bonferroni correction, the strictest one, is applied.
    """
    from scipy.special import nctdtr, stdtrit

    # Degrees of freedom of Welch's test for two sides of equal scatter: (n - 1)(a + b)² / (a² + b²) with their variances a and b, as the
    # ratio of the expectations. Student's 2(n - 1) would promise too much for few repeats.
    freedom = 2.0 * (repeats - 1) * repeats / (repeats + 1)
    bound = float(stdtrit(freedom, 1.0 - (1.0 - CONFIDENCE) / 2 / metrics))
    low, high = 0.0, 10.0 * bound
    while high - low > 1e-6:  # power grows with the distance of the means in standard errors
        middle = (low + high) / 2.0
        low, high = (middle, high) if 1.0 - float(nctdtr(freedom, middle, bound)) < POWER else (low, middle)
    return math.exp(high * scatter * math.sqrt(2.0 / repeats))


MOST_REPEATS = 50
"""Maximum for ``--until``: the interval shrinks with the square root of the repeats, so halving it again would take two hundred."""
_LEAST_EARLIER = 3
"""Minimum number of earlier runs for estimating scatter; a deviation from two values is off by a factor of two or more."""
_USUAL_METRICS = 10
"""Primary metrics of a training on the CPU, assumed while there are no earlier runs to count them in."""
_MOST_EARLIER = 20
"""Maximum number of earlier runs used, the newest: a machine may have changed a lot within months."""


def share_of(text: str | None) -> float | None:
    """Parse a share: "2%", "2 %" or "0.02"; return None for None.

    Raises:
        UsageError: The text is not a share between 0.01 % and 100 %.
    """
    if text is None:
        return None
    number, percent, rest = text.strip().partition("%")
    try:
        share = float(number) / (100.0 if percent else 1.0)
    except ValueError:
        share = math.nan
    if rest.strip() or not 1e-4 <= share < 1.0:
        raise UsageError(f"{text[:60]!r} is not a share", "For example: --until 2%")
    return share


_LARGEST_USEFUL = 1.0
"""Detectable difference above which repeats are useless: few changes make a run twice as fast."""


def alike(spec: RunSpec, earlier: Iterable[RunRecord]) -> list[RunRecord]:
    """Return the earlier runs with the same spec, ignoring seed and warm-up."""
    wanted = _measured(spec)
    return [run for run in earlier if _measured(run.spec) == wanted]


def _measured(spec: RunSpec) -> str:
    return replace(spec, warmup_steps=0, warmup_limit_s=0.0).identity()


def expected_precision_sentence(earlier: Sequence[RunRecord], repeats: int, others: int = 1) -> str:
    """Return a sentence on the difference that repeats can detect, based on the scatter of earlier baseline runs if there are enough.

    Args:
        earlier: Earlier runs, newest first; runs that did not finish, were slowed by heat, or ran on another machine are ignored.
        repeats: Repeats per side.
        others: Number of variants besides the baseline.
    """
    if repeats < 2:
        return "One repeat per side gives a ratio and no verdict."
    finished = _finished_here(earlier)
    values = _throughputs(finished)[:_MOST_EARLIER]
    if len(values) < _LEAST_EARLIER:
        tested = _USUAL_METRICS * others / FAMILY_SHARES[PRIMARY]
        times = significant(math.log(detectable_ratio(1.0, repeats, tested)), 2)
        at_one_percent = significant((detectable_ratio(0.01, repeats, tested) - 1.0) * 100.0, 2)
        return (
            f"{repeats} repeats will show differences larger than {times} times the scatter between runs: above {at_one_percent} %"
            f" where runs scatter by 1 %; once the baseline has {_LEAST_EARLIER} earlier runs, their scatter turns this into a percentage."
        )
    scatter = statistics.stdev([math.log(value) for value in values])
    detectable = detectable_ratio(_highest_scatter(scatter, len(values)), repeats, _compared(finished[0]) * others) - 1.0
    if detectable > _LARGEST_USEFUL:
        differ = significant(100 * scatter, 2)
        return f"{repeats} repeats are too few for a verdict: {len(values)} earlier runs of the baseline differ by {differ} %."
    shown = significant(detectable * 100.0, 2)
    return f"{repeats} repeats will show differences in throughput above {shown} %, judged by {len(values)} earlier runs of the baseline."


def _highest_scatter(scatter: float, count: int) -> float:
    """Return the upper limit of a scatter that was estimated from a number of values.

    A few runs may agree by chance, and would promise too much; the limit, at the confidence that equals the power, keeps the promise
    (R. H. Browne, Statistics in Medicine 14, 1995).
    """
    from scipy.special import chdtri

    return scatter * math.sqrt((count - 1) / float(chdtri(count - 1, POWER)))


def short_windows_sentence(earlier: Sequence[RunRecord]) -> str:
    """Return a sentence if runs like the newest earlier one are too short for comparing energy; "" if they are long enough."""
    last = next(iter(_finished_here(earlier)), None)
    energy = None if last is None else last.metrics.get("energy")
    if last is None or energy is None or not last.duration_s or last.duration_s >= ENERGY_WINDOW_S:
        return ""
    if energy.is_missing and TOO_SHORT not in (energy.reason or ""):
        return ""
    took, enough = figure(last.duration_s, "s"), math.ceil((last.steps or 0) * ENERGY_WINDOW_S / last.duration_s)
    cure = f"{counted(enough, 'step')} would suffice." if enough else ""
    short = f"Power and energy will not be compared: that takes windows of {ENERGY_WINDOW_S:g} s, the last run's was {took}."
    return f"{short} {cure}" if cure else short


def _finished_here(earlier: Iterable[RunRecord]) -> list[RunRecord]:
    return [run for run in earlier if run.state is RunState.FINISHED and run.host == platform.node()]


def _compared(run: RunRecord) -> float:
    """Return the number of primary metrics a run has, divided by that family's share of the false discovery rate."""
    measured = sum(is_primary(key) and not quantity(run, key).is_missing for key in metric_keys([Group("", (run,))]))
    return measured / FAMILY_SHARES[PRIMARY]


def is_narrow(baseline: Sequence[RunRecord], other: Sequence[RunRecord], share: float) -> bool:
    """Return whether the full width of the interval of the throughput ratio is at most a share of the ratio.

    Also true if there are two runs per side but no throughput, since further repeats cannot narrow the interval.
    """
    if min(len(_throughputs(other)), len(_throughputs(baseline))) < 2:
        return min(map(len, (baseline, other))) >= 2
    width = ratio_width(baseline, other)
    return width is None or width <= share


def is_mean_narrow(runs: Sequence[RunRecord], share: float) -> bool:
    """Return whether the full width of the interval of the mean throughput is at most a share of the mean; see :func:`is_narrow`."""
    if len(_throughputs(runs)) < 2:
        return len(runs) >= 2
    width = mean_width(runs)
    return width is None or width <= share


def ratio_width(baseline: Sequence[RunRecord], other: Sequence[RunRecord]) -> float | None:
    """Return the full width of the interval of the throughput ratio, as a share of the ratio; None if there is no interval."""
    sides = _throughputs(other), _throughputs(baseline)
    ratio = estimate(*sides).ratio if min(map(len, sides)) >= 2 else None
    return None if ratio is None else (ratio[2] - ratio[1]) / ratio[0]


def mean_width(runs: Sequence[RunRecord]) -> float | None:
    """Return the full width of the interval of the geometric mean throughput, as a share of it; None below two runs."""
    values = _throughputs(runs)
    if len(values) < 2:
        return None
    return 2.0 * math.sinh(mean_half_width([math.log(value) for value in values]))


def repeated_document(runs: Sequence[RunRecord]) -> dict[str, Any]:
    """Return the result of repeats as JSON: mean and range of wall time and of throughput if reported, and the width of its interval.

    As in a comparison, means are geometric, and runs that were slowed, or did not finish, are left out.
    """
    kept = _finished(runs)
    times = [run.wall_s for run in kept if run.wall_s]
    rates = [value for run in kept if (throughput := run.metrics.get("throughput")) is not None and (value := throughput.value) is not None]
    figures_by_key = (("wall_time", times, "s"), ("throughput", rates, "samples/s"))
    return {
        "runs": [run.run_id for run in runs],
        **{
            key: {"mean": mean(values), "least": min(values), "most": max(values), "unit": unit, "n": len(values)}
            for key, values, unit in figures_by_key
            if values
        },
        "interval_width": mean_width(runs),
    }


def repeated_sentence(document: Mapping[str, Any]) -> str:
    """Return the document of :func:`repeated_document` in words."""
    parts = []
    for key, phrase in (("wall_time", "from start to exit"), ("throughput", "of throughput")):
        if (spread := document.get(key)) is not None:
            average, least, most = (figure(spread[end], spread["unit"]) for end in ("mean", "least", "most"))
            parts.append(f"{average} {phrase} on average, from {least} to {most}")
    width = document["interval_width"]
    parts += [f"the mean is known within ± {percent(width / 2)} (95 %)"] if width is not None else []
    return f"{counted(len(document['runs']), 'run')}: {'; '.join(parts)}." if parts else "No run finished."


def _throughputs(runs: Sequence[RunRecord]) -> list[float]:
    """Return the throughput of each finished run that is not set aside; for a command without throughput, runs per second."""
    return [value for run in _finished(runs) if (value := speed(run)) is not None]


def _finished(runs: Sequence[RunRecord]) -> list[RunRecord]:
    """Return the finished runs that are not set aside."""
    return [run for run in (Group("", tuple(runs)).compared if runs else ()) if run.state is RunState.FINISHED]
