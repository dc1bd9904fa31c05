"""What telling the recorder costs a workload: the whole bookkeeping of the measured loop, and one call of ``gpuscope.step``."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

from gpuscope.probe.channel import VARIABLE, Channel
from gpuscope.workloads.loops.measured import take_block
from gpuscope.workloads.loops.step_clock import HostClock
from tests.benchmarks.row import Row

STEP_NS = 50_000
BLOCK = 200
PAIRS = 150
CALLS = 100_000


def rows() -> list[Row]:
    """Measures both in one run."""
    with tempfile.TemporaryDirectory() as folder:
        channel = Channel(folder)
        channel.say_hello()
        try:
            return [loop_row(HostClock(channel)), call_row(channel.stepper()), user_row(folder)]
        finally:
            channel.close()


def step() -> None:
    """Take 50 µs of processor time, counted from its own begin, so that whatever comes between two steps adds to them."""
    end = time.perf_counter_ns() + STEP_NS
    while time.perf_counter_ns() < end:
        pass


def bare_block() -> None:
    for _ in range(BLOCK):
        step()


def loop_row(clock: HostClock) -> Row:
    """Compares blocks of steps in the measured loop with blocks of bare ones, A B B A."""
    differences = []
    for pair in range(PAIRS):
        order = (True, False) if pair % 2 else (False, True)
        taken = {ours: seconds(lambda ours=ours: take_block(step, clock, BLOCK) if ours else bare_block()) for ours in order}  # type: ignore[misc]
        differences.append((taken[True] - taken[False]) / BLOCK * 1e6)
    differences.sort()
    middle = statistics.median(differences)
    # Order statistics: the median lies between these with 95 % probability, whatever the distribution.
    margin = round(0.98 * PAIRS**0.5)
    low, high = differences[PAIRS // 2 - margin], differences[PAIRS // 2 + margin]
    detail = f"median of {PAIRS} alternating pairs of {BLOCK} steps of 50 µs, 95 % interval {low:.2f} to {high:.2f}"
    return Row("bookkeeping a step, in a loop of 50 µs steps", middle, "µs", "≤ 1 µs", high <= 1.0, detail)


def call_row(tick: Callable[[], None]) -> Row:
    """Measures the call alone, the loop around it taken off."""

    def nothing() -> None:
        pass

    def per_call(function: Callable[[], None]) -> float:
        def block() -> None:
            for _ in range(CALLS):
                function()

        return min(seconds(block) for _ in range(7)) / CALLS * 1e6

    cost = per_call(tick) - per_call(nothing)
    return Row(
        "one end of a step stored in the ring", cost, "µs", "≤ 1 µs", cost <= 1.0, f"best of 7 times {CALLS} calls, an empty call taken off"
    )


def user_row(folder: str) -> Row:
    """Measures ``gpuscope.step()`` as a user's program writes it, in a process of its own."""
    timing = f"min(timeit.repeat('gpuscope.step()', 'import gpuscope', number={CALLS}, repeat=7)) / {CALLS} * 1e6"
    script = f"import gpuscope, timeit; gpuscope.step(); print({timing})"
    done = subprocess.run(
        [sys.executable, "-c", script], env={**os.environ, VARIABLE: folder}, capture_output=True, text=True, timeout=60, check=True
    )
    cost = float(done.stdout)
    return Row("gpuscope.step() in a user's loop", cost, "µs", "≤ 1 µs", cost <= 1.0, f"best of 7 times {CALLS} calls, the loop included")


def seconds(block: Callable[[], object]) -> float:
    begin = time.perf_counter()
    block()
    return time.perf_counter() - begin
