"""How often comparisons report differences that do not exist, and find those that do: false alarms, coverage, power.

Runs are simulated: a run's truth scatters about its group's, and its samples are autocorrelated (0.9), like real ones. GPUSCOPE_AA=0 skips
the twenty real comparisons of a workload with itself, which take some minutes.
"""

import json
import math
import os
import subprocess
import sys
import tempfile
import time

import numpy as np

from gpuscope.analysis.comparison import compare
from gpuscope.analysis.group import Group
from gpuscope.analysis.repeats_plan import detectable_ratio
from gpuscope.analysis.statistics.estimate import estimate
from gpuscope.analysis.statistics.verdict import FAMILY_SHARES, RATE, adjusted
from gpuscope.analysis.statistics.verdict import PRIMARY as PRIMARY_FAMILY
from gpuscope.core.metric import Family
from gpuscope.core.metric_registry import is_primary, reduced_metrics
from gpuscope.core.run import DeviceResult, RunRecord
from gpuscope.core.runspec import RunSpec
from tests.analysis.records import CPU, measured, run_record
from tests.benchmarks.row import Row

COUNT = 2000
REPEATS = 5
SCATTER = 0.01
"""Standard deviation of a run's truth, as a share."""
METRICS = ("throughput", "latency_p50", "latency_p99", "time_to_first_step", "resident_memory_peak", "flops")
_CORRELATION, _SAMPLES, _NOISE = 0.9, 300, 0.05
_REAL = 20
SPEED = ("throughput", "step_rate", "latency_p50")
"""Correlated metrics: a change of speed changes all of them."""
PRIMARY = (*SPEED, "latency_p95", "latency_p99", "cpu_time_per_sample", "resident_memory_peak", "memory_allocated_peak", "accuracy", "loss")
BESIDE = tuple(f"cpu/{key}" for key, one, _ in reduced_metrics() if one.family is not Family.POWER)[:35]
"""As many other metrics as a run on a processor has: utilizations, clocks, bytes read, sent and swapped."""
WIDE_SCATTER = 0.02
"""Standard deviation of a run's truth at which a 5 % difference is not reliably found: a machine with a little other load."""
_GEMM = ("gemm", "--set", "size=256", "--steps", "60", "--warmup-steps", "20", "--threads", "1")


def rows() -> list[Row]:
    """Simulate, and compare a real workload with itself."""
    random = np.random.default_rng(20261121)
    found = [false_alarms(random), *(coverage(random, repeats) for repeats in (3, 5, 10)), *powers(random)]
    found += [*families(random), duration(random)]
    return found if os.environ.get("GPUSCOPE_AA") == "0" else [*found, real_false_alarms()]


def false_alarms(random: np.random.Generator) -> Row:
    """Compare groups of the same truth, several metrics each, with the comparison that users get."""
    alarms = sum(
        any(entries[1].verdict != "no-difference" for key, entries in made(random, 1.0).items() if key in METRICS) for _ in range(COUNT)
    )
    low, high = exact_interval(alarms, COUNT)
    detail = f"{alarms} of {COUNT:,}, {REPEATS} repeats a side, {len(METRICS)} metrics; 95 % interval {low:.2%} to {high:.2%}"
    return Row("comparisons of equal groups that report a difference", 100 * alarms / COUNT, "%", "<= 5", low <= 0.05, detail)


def coverage(random: np.random.Generator, repeats: int) -> Row:
    """Count how often the interval of a ratio contains the true value; each run is an autocorrelated series."""
    truth = 1.3
    hits = 0
    for _ in range(COUNT):
        ours, theirs = (run_means(random, truth, repeats), run_means(random, 1.0, repeats))
        ratio = estimate(ours, theirs).ratio
        hits += ratio is not None and ratio[1] <= truth <= ratio[2]
    share = 100 * hits / COUNT
    name = f"95 % intervals that contain the true ratio, {repeats} repeats a side"
    return Row(
        name, share, "%", "93 to 97", 93 <= share <= 97, f"{COUNT:,} pairs of series of {_SAMPLES} samples, autocorrelation {_CORRELATION}"
    )


def powers(random: np.random.Generator) -> list[Row]:
    """Count how often injected differences are reported, against the power predicted beforehand."""
    found = []
    least = detectable_ratio(SCATTER, REPEATS, (sum(map(is_primary, METRICS)) + 1) / FAMILY_SHARES[PRIMARY_FAMILY])
    for factor in (1.02, 1.05, 1.2, least):
        told = sum(made(random, factor)["throughput"][1].verdict == "better" for _ in range(COUNT // 4)) / (COUNT // 4)
        is_promised = factor >= least
        target = ">= 75" if is_promised else ""
        name = f"a true {100 * (factor - 1):.2g} % gain in throughput is detected, spread {100 * SCATTER:g} %, {len(METRICS)} metrics"
        words = f"predicted beforehand: {REPEATS} repeats a side detect differences above {100 * (least - 1):.2g} %"
        found.append(Row(name, 100 * told, "%", target, told >= 0.75 if is_promised else None, words))
    return found


def families(random: np.random.Generator) -> list[Row]:
    """Count false alarms, and how often 5 % is found, in runs with as many metrics as real ones: as one family, then as two."""
    words = f"{len(PRIMARY)} + {len(BESIDE)} metrics, {REPEATS} repeats a side, spread {100 * WIDE_SCATTER:g} %"
    alarms = [any(whole.values()) for whole in (told(random, 1.0)[1] for _ in range(COUNT))]
    low, high = exact_interval(sum(alarms), COUNT)
    found = [
        Row(
            "comparisons of equal groups, with all metrics of a run, that report a difference",
            100 * sum(alarms) / COUNT,
            "%",
            "<= 5",
            low <= 0.05,
            f"{sum(alarms)} of {COUNT:,}; {words}; 95 % interval {low:.2%} to {high:.2%}",
        )
    ]
    pairs = [told(random, 1.05) for _ in range(COUNT // 4)]
    before, after = (100 * sum(side["throughput"] for side in sides) / len(pairs) for sides in zip(*pairs, strict=True))
    count = len(PRIMARY) + len(BESIDE)
    name = f"a true 5 % gain in throughput is detected, spread {100 * WIDE_SCATTER:g} %, {count} metrics, p-values corrected in {{0}}"
    found.append(Row(name.format("one family"), before, "%", "", None, words))
    found.append(Row(name.format("two families"), after, "%", f">= {before:.1f}", after >= before, words))
    return found


def told(random: np.random.Generator, factor: float) -> tuple[dict[str, bool], dict[str, bool]]:
    """Return by metric whether a difference is reported: with all metrics corrected as one family, and by the comparison that users get.

    Args:
        random: The random number generator.
        factor: How many times faster the second group is.
    """
    sides = [values_of_all(random, 1.0), values_of_all(random, factor)]
    entries = compare([Group(name, recorded(side, name)) for name, side in zip("ab", sides, strict=True)]).metrics
    estimates = {key: estimate(sides[1][key], sides[0][key]) for key in sides[0]}
    corrected = adjusted([one.spread.p_value for one in estimates.values()] + [1.0])  # and the time from start to exit, which is the same
    as_one = {
        key: p_value <= RATE and one.ratio is not None and not one.ratio[1] <= 1.0 <= one.ratio[2]
        for (key, one), p_value in zip(estimates.items(), corrected, strict=False)
    }
    return as_one, {key: entries[key][1].verdict != "no-difference" for key in sides[0]}


def values_of_all(random: np.random.Generator, factor: float) -> dict[str, list[float]]:
    """Return the repeats' values of all metrics of a run on a processor; those of the speed are correlated."""
    speed = factor * np.exp(random.normal(0.0, WIDE_SCATTER, REPEATS))
    found = {key: [float(one) for one in (1.0 / speed if key.startswith("latency") else speed)] for key in SPEED}
    for key in (*PRIMARY, *BESIDE):
        if key not in found:
            found[key] = [float(one) for one in np.exp(random.normal(0.0, WIDE_SCATTER, REPEATS))]
    return found


def recorded(values: dict[str, list[float]], name: str) -> tuple[RunRecord, ...]:
    """Return runs with the given values."""
    spec = RunSpec("mnist-mlp")
    return tuple(
        run_record(
            f"{name}{index}",
            spec.with_values({"seed": index}),
            {key: measured(side[index], "1") for key, side in values.items() if "/" not in key},
            (DeviceResult(CPU, {key.partition("/")[2]: measured(side[index], "1") for key, side in values.items() if "/" in key}),),
            wall_s=10.0,
        )
        for index in range(REPEATS)
    )


def duration(random: np.random.Generator) -> Row:
    """Time the comparison of 20 runs, with scipy already imported."""
    groups = [Group(f"group {index}", runs(random, 1.0, f"{index:02}")) for index in range(4)]
    compare(groups)
    took = []
    for _ in range(5):
        begin = time.perf_counter()
        compare(groups)
        took.append(time.perf_counter() - begin)
    middle = sorted(took)[2] * 1e3
    return Row(
        "comparison of 20 runs", middle, "ms", "<= 300", middle <= 300, f"{len(groups)} groups of {REPEATS}, without the import of scipy"
    )


def real_false_alarms() -> Row:
    """Compare a short, real workload with itself: two variants that differ only in name."""
    alarms = 0
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "GPUSCOPE_HOME": home}
        for _ in range(_REAL):
            ids = [real_run(environment) for _ in range(2 * REPEATS)]
            a, b = ids[0::4] + ids[3::4], ids[1::4] + ids[2::4]
            found = json.loads(gpuscope(environment, "compare", "--json", "--group", f"a={','.join(a)}", "--group", f"b={','.join(b)}"))
            alarms += any(entries[1]["verdict"] in ("better", "worse") for entries in found["metrics"].values())
    low, high = exact_interval(alarms, _REAL)
    return Row(
        "real comparisons of equal groups that report a difference",
        alarms,
        f"of {_REAL}",
        "",
        None,
        f"95 % interval {low:.1%} to {high:.1%}; {' '.join(_GEMM)}",
    )


def real_run(environment: dict[str, str]) -> str:
    """Record one run and return its id."""
    return str(json.loads(gpuscope(environment, "run", *_GEMM, "--json"))["run_id"])


def gpuscope(environment: dict[str, str], *arguments: str) -> str:
    """Run a gpuscope command and return its output."""
    command = [sys.executable, "-m", "gpuscope", *arguments]
    return subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout


def made(random: np.random.Generator, factor: float) -> dict:  # type: ignore[type-arg]
    """Return the metrics of a comparison of two groups, the second faster by a factor."""
    return dict(compare([Group("a", runs(random, 1.0, "a")), Group("b", runs(random, factor, "b"))]).metrics)


def runs(random: np.random.Generator, factor: float, name: str) -> tuple:  # type: ignore[type-arg]
    """Return repeats whose metrics scatter independently."""
    spec = RunSpec("mnist-mlp")
    values = {key: factor * np.exp(random.normal(0.0, SCATTER, REPEATS)) for key in METRICS}
    return tuple(
        run_record(f"{name}{index}", spec, {key: measured(float(values[key][index]), "1") for key in METRICS}, wall_s=10.0)
        for index in range(REPEATS)
    )


def run_means(random: np.random.Generator, truth: float, repeats: int) -> list[float]:
    """Return the means of runs: each run's truth scatters about the group's, and its autocorrelated samples about the run's."""
    found = []
    for _ in range(repeats):
        noise = random.normal(0.0, _NOISE * math.sqrt(1 - _CORRELATION**2), _SAMPLES)
        noise[0] = random.normal(0.0, _NOISE)
        for at in range(1, _SAMPLES):
            noise[at] += _CORRELATION * noise[at - 1]
        found.append(float(truth * math.exp(random.normal(0.0, SCATTER)) * (1 + noise.mean())))
    return found


def exact_interval(hits: int, count: int) -> tuple[float, float]:
    """Return the 95 % interval of a rate (C. J. Clopper and E. S. Pearson, Biometrika 26, 1934)."""
    from scipy.special import betaincinv

    low = 0.0 if hits == 0 else float(betaincinv(hits, count - hits + 1, 0.025))
    high = 1.0 if hits == count else float(betaincinv(hits + 1, count - hits, 0.975))
    return low, high
