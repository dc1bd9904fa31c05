"""Run every available workload at its default size, one at a time: `python -m tests.catalogue [KEY…]`.

Each task runs two steps on the CPU, as `gpuscope run KEY --device cpu --steps 2`. Prints key, task, seconds, processor seconds and outcome;
the exit code is 1 if a run fails or takes longer than two minutes. The whole takes minutes and is therefore not part of the gate. The
processor seconds estimate the duration on an idle machine: half of them with two cores.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence

from gpuscope.workloads.capabilities import Capabilities
from gpuscope.workloads.catalog import usable_devices
from gpuscope.workloads.needs import missing
from gpuscope.workloads.workload import Workload
from gpuscope.workloads.workload_table import WORKLOADS
from tests.benchmarks.__main__ import machine

MOST_S = 120.0
STEPS = ("--device", "cpu", "--steps", "2")


def main(arguments: Sequence[str]) -> int:
    """Run the chosen workloads, print a line for each, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.catalogue", description="Run every workload at its default size on the CPU.")
    parser.add_argument("keys", nargs="*", metavar="KEY", help="one of `gpuscope workloads`; all that are available when none is named")
    chosen = parser.parse_args(arguments).keys
    if unknown := set(chosen) - WORKLOADS.keys():
        parser.error(f"no workload is called {', '.join(sorted(unknown))}")
    print(f"{machine()}\n\n| workload | task | seconds | processor s | outcome |\n|---|---|---|---|---|", flush=True)
    here = Capabilities.load()
    good = [told(one, task, here) for one in WORKLOADS.values() if one.key in (chosen or WORKLOADS) for task in one.tasks or ("",)]
    return int(not all(good))


def told(one: Workload, task: str, here: Capabilities) -> bool:
    """Run one task, print its line, and return whether it succeeded in time; an unavailable workload is printed and passes."""
    reason = missing(one.key, one.needs)
    if reason is not None or "cpu" not in usable_devices(one, here):
        return line(one, task, "–", "–", reason.message if reason is not None else f"runs on {' and '.join(one.devices)} only")
    begin, processor = time.monotonic(), children_s()
    code, words = run(one.key, task)
    taken = time.monotonic() - begin
    return line(one, task, f"{taken:.1f}", f"{children_s() - processor:.1f}", words) and code == 0 and taken <= MOST_S


def children_s() -> float:
    """Return the processor time of this process's ended children, in seconds."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(key: str, task: str) -> tuple[int, str]:
    """Run the two steps with a temporary store; return the exit code and the outcome."""
    command = [sys.executable, "-m", "gpuscope", "run", key, *STEPS, *(("--task", task) if task else ()), "--json"]
    with tempfile.TemporaryDirectory() as home:
        try:
            done = subprocess.run(command, env={**os.environ, "GPUSCOPE_HOME": home}, capture_output=True, text=True, timeout=2 * MOST_S)
        except subprocess.TimeoutExpired:
            return 1, f"not over after {2 * MOST_S:.0f} s"
    try:
        told = json.loads(done.stdout)
    except ValueError:
        return 1, (done.stderr.strip().splitlines() or [f"ended with {done.returncode}"])[-1]
    return done.returncode, told.get("reason") or told.get("state") or str(told)


def line(one: Workload, task: str, *cells: str) -> bool:
    """Print a line of the table."""
    print(f"| {' | '.join((one.key, task or '–', *cells))} |", flush=True)
    return True


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
