"""The cost of the hooks to a program unaware of them: per step, in the start of Python, and until the first step."""

import compileall
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from gpuscope.probe.channel import VARIABLE
from tests.benchmarks.row import Row

HERE = Path(__file__).parent
ENTRY = HERE.parents[1] / "gpuscope" / "probe" / "hooks" / "entry"
LOOPS = ((5.0, 4_900_000, 20, 400, 99.5), (0.2, 100_000, 400, 400, 98.0))
"""Step time in ms, nanoseconds of it that are work beside the training, steps per block, pairs, percent of the bare throughput."""
JOINED = 4
"""Number of successive pairs that are judged as one: their blocks hold a whole cycle of timed and untimed steps, a single one does not."""
STARTS = 60
FIRST_STEPS = (24, 120, 0.02)
"""Fewest and most pairs of starts, and the width of the interval of their ratio below which no more are needed."""
START = "from gpuscope.__main__ import main; import sys; sys.exit(main())"


def rows() -> list[Row]:
    """Measure everything in one run."""
    compileall.compile_dir(HERE.parents[1] / "gpuscope", quiet=1)  # as its installation does; Python may not write bytecode
    with tempfile.TemporaryDirectory() as folder:
        return [*(loop_row(folder, *loop) for loop in LOOPS), start_row(folder), first_step_row(folder)]


def hooked(folder: str) -> dict[str, str]:
    """Return the environment of a program whose steps are detected."""
    return {**os.environ, VARIABLE: folder, "PYTHONPATH": os.pathsep.join((str(ENTRY), str(HERE.parents[1])))}


def loop_row(folder: str, step_ms: float, work_ns: int, steps: int, pairs: int, target: float) -> Row:
    """Compare blocks of a loop with hooks to blocks without, in one process, A B B A."""
    arguments = [str(HERE / "hooked_training.py"), str(work_ns), str(steps), str(pairs)]
    done = subprocess.run([sys.executable, *arguments], env=hooked(folder), capture_output=True, text=True, timeout=600, check=True)
    single = json.loads(done.stdout)
    times = [tuple(map(sum, zip(*single[begin : begin + JOINED], strict=True))) for begin in range(0, pairs, JOINED)]
    shares = sorted(bare / ours * 100 for bare, ours in times)
    share, margin = statistics.median(shares), round(0.98 * len(shares) ** 0.5)
    low, high = shares[len(shares) // 2 - margin], shares[len(shares) // 2 + margin]
    taken_ms = statistics.median(bare for bare, _ in times) / steps / JOINED * 1e3
    added_us = statistics.median(ours - bare for bare, ours in times) / steps / JOINED * 1e6
    detail = (
        f"median of {len(times)} groups of {JOINED} alternating pairs of {steps} steps of {taken_ms:.2f} ms, 95 % interval {low:.2f} to "
        f"{high:.2f}; {added_us:.1f} µs a step"
    )
    return Row(f"throughput under the hooks, steps of {step_ms:g} ms", share, "%", f"≥ {target:g} %", share >= target, detail)


def start_row(folder: str) -> Row:
    """Compare the start of an idle Python with and without the code that runs first."""
    bare = {name: value for name, value in os.environ.items() if name != VARIABLE}
    differences = []
    for _ in range(STARTS):
        differences.append((started(hooked(folder)) - started(bare)) * 1e3)
    added = statistics.median(differences)
    return Row(
        "added to the start of a Python", added, "ms", "≤ 5 ms", added <= 5, f"median of {STARTS} pairs of python -c pass, processor time"
    )


def started(variables: dict[str, str]) -> float:
    """Return the processor time of a Python process that does nothing, in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", "pass"], env=variables, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def first_step_row(folder: str) -> Row:
    """Compare the time from the command to the end of the first step, recorded and bare, in pairs of random order."""
    script = str(HERE / "bare_training.py")
    bare_command = [sys.executable, script, "--steps", "1"]
    ours_command = [sys.executable, "-c", START, "run", "--", *bare_command]
    order = random.Random(15)
    pairs: list[tuple[float, float]] = []
    fewest, most, width = FIRST_STEPS
    first_step(ours_command, {"GPUSCOPE_HOME": folder})  # warms the disk cache
    while len(pairs) < fewest or (len(pairs) < most and interval_width(pairs) > width):
        taken = [0.0, 0.0]
        for which in order.sample((0, 1), 2):
            taken[which] = first_step((bare_command, ours_command)[which], {"GPUSCOPE_HOME": folder} if which else {})
        pairs.append((taken[0], taken[1]))
    ratio, low, high = median_ratio(pairs)
    bare, ours = (statistics.median(seconds) for seconds in zip(*pairs, strict=True))
    detail = (
        f"median of {len(pairs)} pairs in random order, 95 % interval {low:.3f} to {high:.3f}; {ours:.2f} s against {bare:.2f} s, "
        f"1 min load {os.getloadavg()[0]:.1f} on {os.cpu_count()} CPUs"
    )
    return Row(
        "gpuscope run -- python train.py to its first step, against bare", ratio, "×", "≤ 1.05 ×, the whole interval", high <= 1.05, detail
    )


def median_ratio(pairs: Sequence[tuple[float, float]]) -> tuple[float, float, float]:
    """Return the median of second / first, and the ends of its 95 % interval from the ranks (sign test, normal approximation)."""
    ratios = sorted(second / first for first, second in pairs)
    margin = round(0.98 * len(ratios) ** 0.5)
    middle = len(ratios) // 2
    return statistics.median(ratios), ratios[max(0, middle - margin)], ratios[min(len(ratios) - 1, middle + margin)]


def interval_width(pairs: Sequence[tuple[float, float]]) -> float:
    _, low, high = median_ratio(pairs)
    return high - low


def first_step(command: list[str], variables: dict[str, str]) -> float:
    """Return the seconds from the start of a command to its first training step, which it prints on the monotonic clock."""
    begin = time.monotonic_ns()
    done = subprocess.run(command, env={**os.environ, **variables}, check=True, capture_output=True, text=True)
    return (int(done.stdout.split()[0]) - begin) / 1e9
