"""The cost of recording to the workload: throughput with and without it in alternating blocks, and the recorder's own CPU time.

The workload runs under a real ``gpuscope run --``; recorder and helper are stopped (SIGSTOP) in every other block, so that both kinds of
block are of the same process, seconds apart (measurement.md S4).
"""

import contextlib
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psutil

from tests.benchmarks.row import Row

BLOCKS = 120
BLOCK_S = 0.5
"""Two unsampled blocks follow each other; a helper that is silent for 2 s would be replaced."""
SETTLE_S = 0.1
"""Excluded at the start of each block, while the recorder catches up on events from its stop."""
START = "from gpuscope.__main__ import main; import sys; sys.exit(main())"
LOOP = """
import struct, sys, time, torch
torch.set_num_threads(int(sys.argv[1]))
a = torch.randn(420, 420)
with open(sys.argv[2], "wb", buffering=0) as file:
    stamps = []
    while True:
        for _ in range(20):
            a @ a
            stamps.append(time.monotonic_ns())
        file.write(struct.pack(f"<{len(stamps)}q", *stamps))
        stamps.clear()
"""


def rows() -> list[Row]:
    """Measure with one core free, and with all busy."""
    cores = os.cpu_count() or 1
    found = []
    for threads, target, name in ((max(1, cores - 1), 0.99, "with a core free"), (cores, 0.98, "with all cores busy")):
        ratios, cost = alternating(threads)
        low, mid, high = interval(ratios)
        detail = f"{len(ratios)} pairs of {BLOCK_S:g} s blocks; median {mid:.4f}, 95 % interval {low:.4f} to {high:.4f}"
        found.append(Row(f"throughput under recording, {name}", low * 100, "%", f"≥ {target:.0%}", low >= target, detail))
        found.append(Row(f"recorder and helper, {name}", cost * 100, "% of a core", "≤ 2 %", cost <= 0.02, "at the default rates"))
    return found


@contextlib.contextmanager
def recorded_loop(folder: Path, threads: int) -> Iterator[tuple[Path, list[psutil.Process]]]:
    """Run the loop under a recorder; yield its file of timestamps, and the processes of the recorder and its helper."""
    script, stamps = folder / "loop.py", folder / "stamps"
    script.write_text(LOOP)
    command = [sys.executable, "-c", START, "run", "--", sys.executable, str(script), str(threads), str(stamps)]
    environment = {**os.environ, "GPUSCOPE_HOME": str(folder / "home")}
    recorder = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while not (stamps.exists() and stamps.stat().st_size):
            time.sleep(0.1)
        time.sleep(8)  # until the store is open
        ours = psutil.Process(recorder.pid)
        helpers = [one for one in ours.children() if "sensors" in " ".join(one.cmdline())]
        yield stamps, [ours, *helpers]
    finally:
        recorder.send_signal(signal.SIGCONT)
        recorder.send_signal(signal.SIGTERM)
        recorder.wait(20)


def alternating(threads: int) -> tuple[list[float], float]:
    """Return the ratio of steps in each sampled block to those in its unsampled neighbour, and the recorder's share of a core."""
    with tempfile.TemporaryDirectory() as name, recorded_loop(Path(name), threads) as (stamps, ours):
        cost = share_of_a_core(ours, 15.0)
        edges = []
        for block in range(2 * BLOCKS):
            sampled = block % 4 in (0, 3)  # A B B A
            for one in reversed(ours) if sampled else ours:  # the helper sends before its owner listens
                one.send_signal(signal.SIGCONT if sampled else signal.SIGSTOP)
            begin = time.monotonic_ns() + int(SETTLE_S * 1e9)
            time.sleep(BLOCK_S)
            edges.append((sampled, begin, time.monotonic_ns()))
        for one in reversed(ours):
            one.send_signal(signal.SIGCONT)
        ends = memoryview(stamps.read_bytes()[: stamps.stat().st_size // 8 * 8]).cast("q").tolist()
    return ratios_of(edges, ends), cost


def ratios_of(edges: list[tuple[bool, int, int]], ends: list[int]) -> list[float]:
    """Return the ratio of sampled to unsampled, pair by pair."""
    import bisect

    rates = []
    for sampled, begin, end in edges:
        inside = ends[bisect.bisect(ends, begin) : bisect.bisect(ends, end)]
        rates.append((sampled, (len(inside) - 1) / (inside[-1] - inside[0]) if len(inside) > 1 else 0.0))
    pairs = [sorted(rates[index : index + 2]) for index in range(0, len(rates) - 1, 2)]
    return [on / off for (_, off), (_, on) in pairs if off > 0]


def share_of_a_core(ours: list[psutil.Process], seconds: float) -> float:
    """Return the processor time of recorder and helper divided by wall-clock time."""

    def used() -> float:
        return sum(sum(one.cpu_times()[:2]) for one in ours)

    begin, cpu = time.monotonic(), used()
    time.sleep(seconds)
    return (used() - cpu) / (time.monotonic() - begin)


def interval(ratios: list[float]) -> tuple[float, float, float]:
    """Return (low, median, high): a 95 % interval of the median from 4,000 bootstrap samples."""
    chance = random.Random(0)
    medians = sorted(statistics.median(chance.choices(ratios, k=len(ratios))) for _ in range(4000))
    return medians[100], statistics.median(ratios), medians[3899]


if __name__ == "__main__":
    for one in rows():
        print(json.dumps([one.name, one.value, one.target, one.met, one.detail]))
