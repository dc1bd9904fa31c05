"""One training loop, bare and under each tool that observes it, in one run: wall-clock and processor time per step.

Every loop is started twice, each in a process tree of its own, because two processes of one program differ by some percent depending on
where their memory lies. Then they take turns: in each round of short blocks, in random order, one tree runs and all others are stopped
(SIGSTOP). Comparisons are made within a round, so that other load on the machine affects all alike. With a core free for the tool,
wall-clock time shows what the training loses; on a machine that others keep busy it measures only the scheduler. The processor time of the
training thread shows the tool's work within the steps, that of all processes of the tree what it takes from other programs. A verdict
requires an interval (95 %, of the median over the rounds) that excludes 1.
"""

import contextlib
import os
import random
import signal
import statistics
import subprocess
import tempfile
import time
from bisect import bisect
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import psutil

from tests.benchmarks.bench_recording import SETTLE_S, interval
from tests.benchmarks.row import Row
from tests.benchmarks.step_tools import BARE, GPUSCOPE, PROFILING, TOOLS, Tool, missing, python_of_the_loop, version

BLOCK_S = 0.5
ROUNDS = 30
INSTANCES = 2
PATIENCE_S = 120.0
"""For the first step under the slowest tool."""
WARM_S = 5.0
WALL = "time of a step under {0}, relative to the bare loop"
THREAD = "processor time of a step's own thread under {0}, relative to the bare loop"
TREE = "processor time of a step under {0}, all processes, relative to the bare loop"
_STAMP_BYTES = 16


@dataclass(frozen=True, slots=True)
class Block:
    """The measurements of a tree while it ran alone.

    Attributes:
        seconds: Wall-clock time from the end of the first step to the end of the last.
        steps: Number of steps in that time.
        thread_s: Median processor time per step of the training thread.
        tree_s: Processor time of all processes of the tree in the whole block.
        tree_steps: Number of steps in the whole block.
    """

    seconds: float
    steps: int
    thread_s: float
    tree_s: float
    tree_steps: int


class Training:
    """A training loop under a tool.

    Args:
        tool: The tool.
        folder: Working folder, also used as its home.
    """

    def __init__(self, tool: Tool, folder: Path) -> None:
        folder.mkdir()
        self.stamps = folder / "stamps"
        variables = {"HOME": str(folder), "GPUSCOPE_HOME": str(folder / "gpuscope"), "PYTHONPATH": str(Path(__file__).parents[2])}
        self._process = subprocess.Popen(
            tool.command(python_of_the_loop(), str(self.stamps)),
            cwd=folder,
            env={**os.environ, **variables},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=(folder / "errors").open("wb"),
            start_new_session=True,  # the kernel gives each session its own share of the processor: a tool that starts one would gain
        )
        self._errors = folder / "errors"

    def wait(self) -> None:
        """Wait until it is warm.

        Raises:
            RuntimeError: It ended, or did not start.
        """
        deadline = time.monotonic() + PATIENCE_S
        while not (self.stamps.exists() and self.stamps.stat().st_size > _STAMP_BYTES * 50):
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"the loop did not begin: {self._errors.read_text(errors='replace')[-2000:]}")
            time.sleep(0.1)
        time.sleep(WARM_S)

    @property
    def tree(self) -> list[psutil.Process]:
        """All of its processes, starting with the first."""
        try:
            first = psutil.Process(self._process.pid)
            return [first, *first.children(recursive=True)]
        except psutil.NoSuchProcess:
            raise RuntimeError(f"the loop has ended: {self._errors.read_text(errors='replace')[-2000:]}") from None

    def stop(self) -> None:
        """Stop all of its processes, parents first."""
        _signal(self.tree, signal.SIGSTOP)

    def go_on(self) -> None:
        """Continue them in the opposite order: a process that listens must find something to read."""
        _signal(self.tree[::-1], signal.SIGCONT)

    def block(self) -> Block:
        """Let it run alone for a while."""
        before, cpu_s = self.count, self._cpu_s()
        self.go_on()
        time.sleep(SETTLE_S)
        begin = time.monotonic_ns()
        time.sleep(BLOCK_S)
        end = time.monotonic_ns()
        self.stop()
        stamps = memoryview(self.stamps.read_bytes()[: self.count * _STAMP_BYTES]).cast("q").tolist()
        ends, own = stamps[::2], stamps[1::2]
        first, last = bisect(ends, begin), bisect(ends, end) - 1
        thread = [later - earlier for earlier, later in pairwise(own[first : last + 1])]
        span = (ends[last] - ends[first]) / 1e9 if thread else 0.0
        thread_s = statistics.median(thread) / 1e9 if thread else 0.0
        return Block(span, len(thread), thread_s, self._cpu_s() - cpu_s, len(ends) - before)

    @property
    def count(self) -> int:
        """The number of steps so far."""
        return self.stamps.stat().st_size // _STAMP_BYTES

    def _cpu_s(self) -> float:
        total = 0.0
        for process in self.tree:
            with contextlib.suppress(psutil.NoSuchProcess):
                user, system = process.cpu_times()[:2]
                total += user + system
        return total

    def end(self) -> None:
        """Kill all processes; whatever they would still write is not needed."""
        with contextlib.suppress(RuntimeError):
            _signal(self.tree, signal.SIGKILL)
        self._process.kill()
        self._process.wait()


def _signal(processes: Sequence[psutil.Process], number: signal.Signals) -> None:
    for process in processes:
        with contextlib.suppress(psutil.NoSuchProcess):
            process.send_signal(number)


def rows(rounds: int = ROUNDS) -> list[Row]:
    """Measure every installed tool."""
    reasons = {tool: missing(tool) for tool in TOOLS}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, _trainings(Path(folder), reasons) as trainings:
        blocks = _in_turn(trainings, rounds)
    absent = [Row(WALL.format(tool.name), None, "", detail=reason) for tool, reason in reasons.items() if reason]
    return [*ratio_rows(blocks), *absent]


@contextlib.contextmanager
def _trainings(folder: Path, reasons: dict[Tool, str | None]) -> Iterator[list[tuple[Tool, Training]]]:
    """Start all loops, one after another, each stopped once it is warm; keep the reason for each that does not start."""
    trainings: list[tuple[Tool, Training]] = []
    try:
        for number, tool in enumerate(INSTANCES * [tool for tool, reason in reasons.items() if reason is None]):
            trainings.append((tool, Training(tool, folder / str(number))))
            try:
                trainings[-1][1].wait()
                trainings[-1][1].stop()
            except RuntimeError as error:
                reasons[tool] = next(line for line in reversed(str(error).splitlines()) if line.strip())
        yield [(tool, training) for tool, training in trainings if reasons[tool] is None]
    finally:
        for _, training in trainings:
            training.end()


def _in_turn(trainings: Sequence[tuple[Tool, Training]], rounds: int) -> list[dict[Tool, Block]]:
    """Let each loop run alone in each round; return the blocks of each tool, combined."""
    chance = random.Random(0)
    taken = []
    for _ in range(rounds):
        blocks: dict[Tool, list[Block]] = defaultdict(list)
        for tool, training in chance.sample(trainings, len(trainings)):
            blocks[tool].append(training.block())
        taken.append({tool: _together(own) for tool, own in blocks.items()})
    return taken


def _together(blocks: Sequence[Block]) -> Block:
    """Combine the blocks of one tool: sums, and the mean of the thread's time per step; no steps if any block had none."""
    if not all(block.steps for block in blocks):
        return Block(0.0, 0, 0.0, 0.0, 0)
    return Block(
        sum(block.seconds for block in blocks),
        sum(block.steps for block in blocks),
        statistics.mean(block.thread_s for block in blocks),
        sum(block.tree_s for block in blocks),
        sum(block.tree_steps for block in blocks),
    )


def ratio_rows(rounds: Sequence[Mapping[Tool, Block]]) -> list[Row]:
    """Return each tool's time per step divided by the bare loop's, and gpuscope's by that of each tool that reports steps."""
    wall = [{tool: block.seconds / block.steps for tool, block in turn.items() if block.steps} for turn in rounds]
    thread = [{tool: block.thread_s for tool, block in turn.items() if block.thread_s} for turn in rounds]
    tree = [{tool: block.tree_s / block.tree_steps for tool, block in turn.items() if block.tree_steps and block.tree_s} for turn in rounds]
    step_ms = 1e3 * statistics.median(turn[BARE] for turn in thread if BARE in turn)
    how = f"{len(rounds)} rounds of blocks of {BLOCK_S:g} s, steps of {step_ms:.2f} ms of processor time, load {os.getloadavg()[0]:.1f}"
    return [*_rows(WALL, wall, how), *_rows(THREAD, thread, how), *_rows(TREE, tree, how)]


def _rows(name: str, rounds: Sequence[Mapping[Tool, float]], how: str) -> list[Row]:
    compared = []
    for tool in TOOLS:
        ratios = _ratios(rounds, tool, BARE)
        if tool is BARE or not ratios:
            continue
        low, middle, high = interval(ratios)
        named = f"{tool.name} {version(tool)}".rstrip()
        row = Row(name.format(named), middle, "×", detail=f"reports {tool.reports}; 95 % interval {low:.3f} to {high:.3f}; {how}")
        compared.append(_judged(row, rounds) if tool is GPUSCOPE else row)
    return compared


def _judged(row: Row, rounds: Sequence[Mapping[Tool, float]]) -> Row:
    """Return gpuscope's row with its verdict: met if it takes less than all others that report steps, missed if it takes more than any."""
    rivals = [tool for tool in TOOLS if tool.reports_steps and tool not in (GPUSCOPE, PROFILING)]
    bounds = {tool.name: interval(ratios) for tool in rivals if (ratios := _ratios(rounds, GPUSCOPE, tool))}
    is_less = bool(bounds) and all(high < 1 for _, _, high in bounds.values())
    is_more = any(low > 1 for low, _, _ in bounds.values())
    against = ", ".join(f"{middle:.3f} of {name}'s ({low:.3f} to {high:.3f})" for name, (low, middle, high) in bounds.items())
    met = True if is_less else False if is_more else None
    return Row(
        row.name, row.value, row.unit, "< every other tool that reports steps", met, f"{row.detail}; {against}" if against else row.detail
    )


def _ratios(rounds: Sequence[Mapping[Tool, float]], tool: Tool, other: Tool) -> list[float]:
    """Return the ratios of one tool's cost to another's, for each round in which both made steps."""
    return [turn[tool] / turn[other] for turn in rounds if tool in turn and other in turn]
