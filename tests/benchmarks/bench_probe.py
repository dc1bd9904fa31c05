"""The cost to a workload of reporting to the recorder: all bookkeeping of the measured loop, and a single call of ``gpuscope.step``."""

import os
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import torch

from gpuscope.probe.channel import SOCKET_NAME, VARIABLE, Channel
from gpuscope.recording.report_rings import ReportRings
from gpuscope.recording.run_folder import REPORT_FILES
from gpuscope.system import sockets
from gpuscope.workloads.steps.clock import HostClock
from gpuscope.workloads.steps.measured import run_block
from gpuscope.workloads.steps.phases import Lap, StepPhases, no_lap
from tests.benchmarks.row import Row

STEP_NS = 50_000
BLOCK = 200
PAIRS = 150
TOLD_BLOCK, TOLD_PAIRS = 2200, 50
"""Blocks longer than a tenth of a second, so that one step of each is timed and reported."""
CALLS = 100_000
MESSAGES = 5_000
"""Number of calls that each send a message."""


def rows() -> list[Row]:
    """Measure everything in one run."""
    with tempfile.TemporaryDirectory() as folder:
        channel = Channel(folder)
        channel.say_hello()
        try:
            return [loop_row(HostClock(channel)), phases_row(channel), call_row(channel.stepper()), user_row(folder), *message_rows(folder)]
        finally:
            channel.close()


def step() -> None:
    """Take 50 µs of processor time, measured from the step's own beginning, so that any overhead between two steps adds to them."""
    end = time.perf_counter_ns() + STEP_NS
    while time.perf_counter_ns() < end:
        pass


def bare_block() -> None:
    for _ in range(BLOCK):
        step()


def phased_step(lap: Lap = no_lap) -> None:
    """Take the same time, in four phases that may be timed."""
    begin = time.perf_counter_ns()
    for phase, part_ns in (("data", 10_000), ("forward", 25_000), ("backward", 45_000), ("optimizer", STEP_NS)):
        while time.perf_counter_ns() < begin + part_ns:
            pass
        lap(phase)


def unphased_step() -> None:
    """Take the same time in the same four loops, without calls between them."""
    begin = time.perf_counter_ns()
    for _phase, part_ns in (("data", 10_000), ("forward", 25_000), ("backward", 45_000), ("optimizer", STEP_NS)):
        while time.perf_counter_ns() < begin + part_ns:
            pass


def loop_row(clock: HostClock) -> Row:
    """Compare blocks of steps in the measured loop with bare blocks, A B B A."""
    low, middle, high = interval(bare_block, lambda: run_block(step, clock, BLOCK), BLOCK, PAIRS)
    detail = f"median of {PAIRS} alternating pairs of {BLOCK} steps of 50 µs, 95 % interval {low:.2f} to {high:.2f}"
    return Row("bookkeeping per step, in a loop of 50 µs steps", middle, "µs", "≤ 1 µs", high <= 1.0, detail)


def phases_row(channel: Channel) -> Row:
    """Compare blocks of steps whose phases are sometimes timed and reported with blocks of steps without phases."""
    clock, phases = HostClock(channel), StepPhases(channel, torch.device("cpu"))

    def timed() -> None:
        run_block(phased_step, clock, TOLD_BLOCK, phases)
        phases.report(0)

    low, middle, high = interval(lambda: run_block(unphased_step, clock, TOLD_BLOCK), timed, TOLD_BLOCK, TOLD_PAIRS)
    pairs = f"median of {TOLD_PAIRS} alternating pairs of {TOLD_BLOCK} steps, one of each reported"
    detail = f"{pairs}, 95 % interval {low:.2f} to {high:.2f} µs a step"
    return Row("phases of a step, in a loop of 50 µs steps", middle / STEP_NS * 1e5, "%", "≤ 1 %", high / STEP_NS * 1e5 <= 1.0, detail)


def interval(without: Callable[[], object], ours: Callable[[], object], count: int, pairs: int) -> tuple[float, float, float]:
    """Return a block's extra time, in µs per step: the median with its 95 % confidence limits."""
    differences = []
    for pair in range(pairs):
        if pair % 2:
            longer, shorter = seconds(ours), seconds(without)
        else:
            shorter, longer = seconds(without), seconds(ours)
        differences.append((longer - shorter) / count * 1e6)
    differences.sort()
    # Order statistics: the median lies between these with 95 % probability, for any distribution.
    margin = round(0.98 * pairs**0.5)
    return differences[pairs // 2 - margin], statistics.median(differences), differences[pairs // 2 + margin]


def call_row(tick: Callable[[], None]) -> Row:
    """Measure the call alone, with the loop's overhead subtracted."""

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
    """Measure ``gpuscope.step()`` as users' programs call it, in a process of its own."""
    timing = f"min(timeit.repeat('gpuscope.step()', 'import gpuscope', number={CALLS}, repeat=7)) / {CALLS} * 1e6"
    script = f"import gpuscope, timeit; gpuscope.step(); print({timing})"
    done = subprocess.run(
        [sys.executable, "-c", script], env={**os.environ, VARIABLE: folder}, capture_output=True, text=True, timeout=60, check=True
    )
    cost = float(done.stdout)
    return Row("gpuscope.step() in a user's loop", cost, "µs", "≤ 1 µs", cost <= 1.0, f"best of 7 times {CALLS} calls, the loop included")


def message_rows(folder: str) -> list[Row]:
    """Measure messages sent immediately, in a process of its own, with a reader at the other end; and the same without a recorder."""
    calls = {
        "gpuscope.log(loss=…)": "gpuscope.log(loss=0.5, step=7)",
        "a phase as a block": "with gpuscope.phase('data'): pass",
        "a step as a block, with its samples": "with gpuscope.step(samples=64): pass",
    }
    script = "import gpuscope, timeit\ngpuscope.phase('begin')\n" + "".join(
        f"print(min(timeit.repeat({call!r}, 'import gpuscope, time; time.sleep(0.1)', number={MESSAGES}, repeat=7)) / {MESSAGES} * 1e6)\n"
        for call in calls.values()
    )
    server = sockets.listen(Path(folder, SOCKET_NAME))
    server.setblocking(True)
    reader = threading.Thread(target=read_to_the_end, args=(server, Path(folder)))
    reader.start()
    rows = []
    detail = f"best of 7 times {MESSAGES} calls"
    for name, folders in (("", {VARIABLE: folder}), (", without a recorder", {})):
        environment = {key: value for key, value in os.environ.items() if key != VARIABLE} | folders
        done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, timeout=60, check=True)
        bound = 1.0 if name else 3.0
        for call, cost in zip(calls, map(float, done.stdout.split()), strict=True):
            rows.append(Row(f"{call} in a user's loop{name}", cost, "µs", f"≤ {bound:.0f} µs", cost <= bound, detail))
    reader.join()
    server.close()
    return rows


def read_to_the_end(server: socket.socket, folder: Path) -> None:
    """Read as the recorder does: the socket, and every 50 ms the program's rings of log lines and phase times."""
    connection, _ = server.accept()
    connection.settimeout(0.05)
    told = ReportRings(folder)
    with connection:
        while True:
            try:
                if not connection.recv(1 << 16):
                    break
            except TimeoutError:
                pass
            for path in folder.glob(REPORT_FILES):
                told.open({"reports": path.name})
            told.read()
    told.close()


def seconds(block: Callable[[], object]) -> float:
    begin = time.perf_counter()
    block()
    return time.perf_counter() - begin
