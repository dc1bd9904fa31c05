"""gpuscope beside other tools, in one run over the same 8 stand-in GPUs: the cost of a sample, and the slow-down of a training.

Each tool is a separate process, which spares tools designed to live in the training's process contention for its interpreter lock.

- **Processor time**: all tools run simultaneously, so that other load on the machine affects all alike. It is the tool's total, including
  processor readings and storage, divided by the samples of a GPU. A *sample* is one reading of everything that a tool reads at its fast
  rate: five readings with gpuscope (power, its average, its limit, energy, throttle reasons), one with codecarbon. gpuscope runs at the
  fastest rate that it allows, and tools that allow any interval run at the same rate; gpuscope at its default rates is shown beside them.
- **Slow-down**: a training keeps every core busy. In each round of short blocks each tool runs alone once, in random order, and in one
  block none does; the others are stopped (SIGSTOP). Comparisons are made within a round.

A verdict requires an interval (95 %, of the median over windows or rounds) that excludes 1.
"""

import contextlib
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import psutil

from tests.benchmarks.bench_recording import BLOCK_S, LOOP, SETTLE_S, interval
from tests.benchmarks.peers import AT_DEFAULTS, GPUSCOPE, PEERS, Peer, Watched, missing, watching
from tests.benchmarks.row import Row
from tests.standin.standin import Gpu, Standin, compiler

GPUS = 8
START_S = 45.0
"""By then all tools have finished their imports, and gpuscope the bursts that find update periods."""
WINDOW_S, WINDOWS = 5.0, 12
ROUNDS = 120
COST, READING, LOSS = (
    "processor time for a sample of a GPU",
    "processor time for a reading of a GPU",
    "slow-down of a training on all cores",
)


@dataclass(frozen=True, slots=True)
class Window:
    """The resources that a tool used in a period.

    Attributes:
        cpu_s: Processor time, in seconds.
        samples: Samples of one GPU.
        readings: Readings of one GPU: NVML calls, and fields within a call.
        seconds: Duration of the window.
    """

    cpu_s: float
    samples: int
    readings: int
    seconds: float


def rows(windows: int = WINDOWS, rounds: int = ROUNDS, start_s: float = START_S) -> list[Row]:
    """Measure gpuscope and every tool that is installed."""
    if compiler() is None:
        return [Row("gpuscope beside other tools", None, "", detail="no C compiler for the stand-in NVML")]
    machine = Standin(gpus=(Gpu(curve="square"),) * GPUS, fixed=1)
    with contextlib.ExitStack() as stack:
        name = stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
        tools: dict[Peer, Watched] = {}
        for peer in (GPUSCOPE, AT_DEFAULTS, *PEERS):
            if missing(peer) is None:
                folder = Path(name, peer.name)
                folder.mkdir()
                tools[peer] = stack.enter_context(watching(peer, folder, machine))
        time.sleep(start_s)
        costs = side_by_side(tools, windows)
        rates = in_turn(tools, Path(name), rounds)
    absent = [
        Row(f"{what}, {peer.name}", None, "", detail=str(missing(peer))) for peer in PEERS if peer not in tools for what in (COST, LOSS)
    ]
    return [*cost_rows(costs), *loss_rows(rates), *absent]


def side_by_side(tools: Mapping[Peer, Watched], windows: int) -> dict[Peer, list[Window]]:
    """Run all tools simultaneously."""
    edges: dict[Peer, list[tuple[float, int, int, float]]] = {peer: [] for peer in tools}
    for index in range(windows + 1):
        for peer, watched in tools.items():
            edges[peer].append((watched.cpu_s(), *watched.taken(), time.monotonic()))
        if index < windows:
            time.sleep(WINDOW_S)
    return {peer: [_between(one, other) for one, other in pairwise(found)] for peer, found in edges.items()}


def _between(before: tuple[float, int, int, float], after: tuple[float, int, int, float]) -> Window:
    return Window(after[0] - before[0], after[1] - before[1], after[2] - before[2], after[3] - before[3])


def in_turn(tools: Mapping[Peer, Watched], folder: Path, rounds: int) -> list[dict[Peer | None, float]]:
    """Run each tool alone beside a training, and none; return the training's steps per second in each block, by round."""
    chance = random.Random(0)
    edges: list[dict[Peer | None, tuple[int, int]]] = []
    processes = {peer: watched.processes for peer, watched in tools.items()}
    with training(folder) as stamps:
        for ours in processes.values():
            _signal(ours, signal.SIGSTOP)
        for _ in range(rounds):
            blocks: list[Peer | None] = [None, *tools]
            chance.shuffle(blocks)
            edges.append({peer: _block(processes.get(peer, []) if peer else []) for peer in blocks})
        for ours in processes.values():
            _signal(reversed(ours), signal.SIGCONT)
        ends = memoryview(stamps.read_bytes()[: stamps.stat().st_size // 8 * 8]).cast("q").tolist()
    return [{peer: _rate(ends, begin, end) for peer, (begin, end) in one.items()} for one in edges]


def _block(processes: Sequence[psutil.Process]) -> tuple[int, int]:
    _signal(reversed(processes), signal.SIGCONT)  # the helper sends before its owner listens
    begin = time.monotonic_ns() + int(SETTLE_S * 1e9)
    time.sleep(BLOCK_S)
    end = time.monotonic_ns()
    _signal(processes, signal.SIGSTOP)
    return begin, end


def _signal(processes: Iterator[psutil.Process] | Sequence[psutil.Process], number: signal.Signals) -> None:
    for one in processes:
        with contextlib.suppress(psutil.NoSuchProcess):
            one.send_signal(number)


def _rate(ends: Sequence[int], begin: int, end: int) -> float:
    inside = ends[bisect(ends, begin) : bisect(ends, end)]
    return (len(inside) - 1) / (inside[-1] - inside[0]) * 1e9 if len(inside) > 1 else 0.0


@contextlib.contextmanager
def training(folder: Path) -> Iterator[Path]:
    """Run the loop on all cores; yield its file of timestamps."""
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


def cost_rows(costs: Mapping[Peer, Sequence[Window]]) -> list[Row]:
    """Return the cost of a sample and of a reading with each tool, and gpuscope's relative to each of the others."""
    return [*_cost_rows(COST, costs, "samples"), *_cost_rows(READING, costs, "readings")]


def _cost_rows(what: str, costs: Mapping[Peer, Sequence[Window]], per: str) -> list[Row]:
    each = {
        peer: [one.cpu_s / (getattr(one, per) * GPUS) * 1e6 if getattr(one, per) else 0.0 for one in windows]
        for peer, windows in costs.items()
    }
    each = {peer: found for peer, found in each.items() if all(found)}
    against = {peer: interval(_ratios(each[GPUSCOPE], found)) for peer, found in each.items() if peer.script is not None}
    found = []
    for peer, values in each.items():
        share = sum(one.cpu_s for one in costs[peer]) / sum(one.seconds for one in costs[peer])
        hz = sum(one.samples for one in costs[peer]) / sum(one.seconds for one in costs[peer])
        detail = f"{share:.2%} of a core, {hz:.1f} samples a second of each of {GPUS} GPUs ({peer.rate})"
        if peer in against:
            low, middle, high = against[peer]
            detail += f"; gpuscope takes {middle:.2f} times as much, 95 % interval {low:.2f} to {high:.2f}"
        found.append(
            _row(what, peer, statistics.median(values), "µs", detail, {one: (low, high) for one, (low, _, high) in against.items()})
        )
    return found


def loss_rows(rates: Sequence[Mapping[Peer | None, float]]) -> list[Row]:
    """Return the slow-down of a training with each tool, and gpuscope's relative to each of the others."""
    whole = [one for one in rates if all(one.values())]
    loss = {peer: interval([one[peer] / one[None] for one in whole]) for peer in whole[0] if peer is not None}
    # The other tool's throughput divided by gpuscope's: below 1 if gpuscope slows the training less.
    against = {peer: interval([one[peer] / one[GPUSCOPE] for one in whole]) for peer in loss if peer.script is not None}
    found = []
    for peer in sorted(loss, key=lambda one: one is not GPUSCOPE):
        low, middle, high = loss[peer]
        detail = f"{len(whole)} rounds, 95 % interval {100 - 100 * high:.2f} to {100 - 100 * low:.2f} %"
        if peer in against:
            low, ratio, high = against[peer]
            detail += f"; throughput relative to that with gpuscope {ratio:.4f}, {low:.4f} to {high:.4f}: {verdict(low, high)}"
        found.append(_row(LOSS, peer, 100 - 100 * middle, "%", detail, {one: (low, high) for one, (low, _, high) in against.items()}))
    return found


def _ratios(ours: Sequence[float], others: Sequence[float]) -> list[float]:
    return [one / other for one, other in zip(ours, others, strict=True)]


def verdict(low: float, high: float) -> str:
    """Return the verdict of an interval of gpuscope's cost divided by another tool's."""
    return "gpuscope takes less" if high < 1 else "gpuscope takes more" if low > 1 else "no measurable difference"


def _row(what: str, peer: Peer, value: float, unit: str, detail: str, against: Mapping[Peer, tuple[float, float]]) -> Row:
    """Make a row. gpuscope's row has the target: met if it takes less than every other tool, missed if it takes more than any."""
    if peer is not GPUSCOPE or not against:
        return Row(f"{what}, {peer.name}", value, unit, detail=detail)
    is_less, is_more = all(high < 1 for _, high in against.values()), any(low > 1 for low, _ in against.values())
    undecided = [one.name for one, bounds in against.items() if verdict(*bounds) == "no measurable difference"]
    if undecided:
        detail += f"; no measurable difference from {', '.join(undecided)}"
    return Row(f"{what}, {peer.name}", value, unit, "< all others", True if is_less else False if is_more else None, detail)
