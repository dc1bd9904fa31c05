"""gpuscope beside other tools, in one run over the same 8 stand-in GPUs: what a sample costs, and what a training loses.

Each tool is a process of its own, which spares those that are meant to live in the training's process its interpreter lock. The
training keeps every core busy; the tool is stopped (SIGSTOP) in every other block, as in :mod:`tests.benchmarks.bench_recording`.
"""

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil

from tests.benchmarks.bench_recording import BLOCK_S, LOOP, SETTLE_S, interval, ratios_of
from tests.benchmarks.peers import GPUSCOPE, PEERS, Peer, Watched, missing, watching
from tests.benchmarks.row import Row
from tests.standin.standin import Gpu, Standin, compiler

GPUS = 8
START_S = 22.0
"""By then all are past their imports, and gpuscope past the bursts that find the update periods."""
COUNT_S = 20.0
BLOCKS = 200


@dataclass(frozen=True, slots=True)
class Cost:
    """What a tool cost.

    Attributes:
        sample_us: Processor time for one sample of one GPU; None when it read no GPU.
        reading_us: Processor time for one reading of one GPU; a sample has one to about ten of them.
        share: Processor time by the clock.
        hz: How often it read each GPU.
        slowdown: (low, median, high) of the throughput with it by that without it.
    """

    sample_us: float | None
    reading_us: float | None
    share: float
    hz: float
    slowdown: tuple[float, float, float]


def rows(count_s: float = COUNT_S, blocks: int = BLOCKS) -> list[Row]:
    """Measures gpuscope and every tool that is installed."""
    if compiler() is None:
        return [Row("gpuscope beside other tools", None, "", detail="no C compiler for the stand-in NVML")]
    costs = {peer: measured(peer, count_s, blocks) for peer in (GPUSCOPE, *PEERS) if missing(peer) is None}
    return [row for peer in (GPUSCOPE, *PEERS) for row in rows_of(peer, costs)]


def measured(peer: Peer, count_s: float, blocks: int) -> Cost:
    """Lets a tool watch nothing for a while, then a training."""
    machine = Standin(gpus=(Gpu(curve="square"),) * GPUS)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name, watching(peer, Path(name), machine) as watched:
        time.sleep(START_S)
        begin, cpu, before = time.monotonic(), watched.cpu_s(), watched.taken()
        time.sleep(count_s)
        seconds, spent = time.monotonic() - begin, watched.cpu_s() - cpu
        samples, readings = (after - then for after, then in zip(watched.taken(), before, strict=True))
        sample_us, reading_us = (spent / (count * GPUS) * 1e6 if count else None for count in (samples, readings))
        slowdown = interval(alternating(watched, Path(name), blocks))
        return Cost(sample_us, reading_us, spent / seconds, samples / seconds, slowdown)


def alternating(watched: Watched, folder: Path, blocks: int) -> list[float]:
    """Returns the training's throughput in each block that is watched by that of its neighbour that is not."""
    edges = []
    with training(folder) as stamps:
        ours = watched.processes
        for block in range(blocks):
            is_watched = block % 4 in (0, 3)  # A B B A
            for one in reversed(ours) if is_watched else ours:
                with contextlib.suppress(psutil.NoSuchProcess):
                    one.send_signal(signal.SIGCONT if is_watched else signal.SIGSTOP)
            begin = time.monotonic_ns() + int(SETTLE_S * 1e9)
            time.sleep(BLOCK_S)
            edges.append((is_watched, begin, time.monotonic_ns()))
        ends = memoryview(stamps.read_bytes()[: stamps.stat().st_size // 8 * 8]).cast("q").tolist()
    return ratios_of(edges, ends)


@contextlib.contextmanager
def training(folder: Path) -> Iterator[Path]:
    """Runs the loop on all cores; yields its file of stamps."""
    script, stamps = folder / "loop.py", folder / "stamps"
    script.write_text(LOOP)
    process = subprocess.Popen([sys.executable, str(script), str(os.cpu_count()), str(stamps)])
    try:
        while not (stamps.exists() and stamps.stat().st_size):
            time.sleep(0.1)
        time.sleep(1.0)
        yield stamps
    finally:
        process.kill()
        process.wait()


def rows_of(peer: Peer, costs: dict[Peer, Cost]) -> list[Row]:
    """Returns the rows of a tool; gpuscope's have a target where there is another to compare it with."""
    names = ("processor time for a sample of a GPU", "processor time for a reading of a GPU", "slow-down of a training on all cores")
    cost = costs.get(peer)
    if cost is None:
        return [Row(f"{name}, {peer.name}", None, "", detail=str(missing(peer))) for name in names]
    low, middle, high = cost.slowdown
    values = cost.sample_us, cost.reading_us, 100 - 100 * middle
    others = [other for one, other in costs.items() if one is not GPUSCOPE] if peer is GPUSCOPE else []
    least = (
        min((other.sample_us for other in others if other.sample_us), default=None),
        min((other.reading_us for other in others if other.reading_us), default=None),
        min((100 - 100 * other.slowdown[1] for other in others), default=None),
    )
    details = (
        f"{cost.share:.2%} of a core for {GPUS} GPUs, each sampled {cost.hz:.1f} times a second ({peer.rate})",
        "calls to NVML, and fields within a call",
        f"95 % interval {100 - 100 * high:.2f} to {100 - 100 * low:.2f} %",
    )
    return [
        Row(
            f"{name}, {peer.name}",
            value,
            unit,
            "" if bound is None else "< all others",
            None if bound is None or value is None else value < bound,
            detail,
        )
        for name, value, unit, bound, detail in zip(names, values, ("µs", "µs", "%"), least, details, strict=True)
    ]
