"""Idle time of a device between two runs of a plan: from a run's end in the store to the start of the next run's workload.

For comparison, in the same minutes: the same runs one after another by `gpuscope run`, each with a recorder that starts when the previous
run has ended. The difference is what a plan saves.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from unittest import mock

from gpuscope.core.plan import PlanItem, PlanKind
from gpuscope.core.runspec import RunSpec
from gpuscope.recording.conductor import conduct
from gpuscope.recording.plan_start import create_plan
from gpuscope.recording.standby_recorder import StandbyRecorder
from gpuscope.storage.store import StoreReader
from gpuscope.system import device_use
from tests.benchmarks.row import Row

RUNS = 12
START = "from gpuscope.__main__ import main; import sys; sys.exit(main())"
SPEC = RunSpec("command", command=(sys.executable, "-c", "import time; time.sleep(1)"))
MOST_MS = 100.0


def rows() -> list[Row]:
    """Measure the gaps of a plan and those of single runs."""
    with tempfile.TemporaryDirectory() as folder:
        variables = {"GPUSCOPE_HOME": str(Path(folder) / "home"), device_use.VARIABLE: str(Path(folder) / "runtime")}
        with mock.patch.dict(os.environ, variables):
            url = f"sqlite:///{folder}/home/gpuscope.sqlite"
            gaps_ms, alone_ms = plan_gaps_ms(url), single_gaps_ms(url)
    median = statistics.median(gaps_ms)
    detail = f"median of {len(gaps_ms)}, from {min(gaps_ms):.0f} to {max(gaps_ms):.0f} ms"
    alone = f"median of {len(alone_ms)}, from {min(alone_ms):.0f} to {max(alone_ms):.0f} ms; end of the process to the next spawn"
    return [
        Row("plan: a run's end stored to the next workload's spawn", median, "ms", f"≤ {MOST_MS:.0f} ms", median <= MOST_MS, detail),
        Row("the same by gpuscope run, one after another", statistics.median(alone_ms), "ms", detail=alone),
    ]


def plan_gaps_ms(url: str) -> list[float]:
    """Run a plan of short runs, and return its gaps in milliseconds."""
    stored_ns: list[int] = []
    poll = StandbyRecorder.poll

    def noting(recorder: StandbyRecorder, timeout_s: float) -> dict[str, Any] | None:
        message = poll(recorder, timeout_s)
        if message and message.get("stored"):
            stored_ns.append(message["stored"])
        return message

    plan_id = create_plan(url, PlanKind.QUEUE, "gaps", [PlanItem(number, f"run {number}", SPEC) for number in range(RUNS)])
    with mock.patch.object(StandbyRecorder, "poll", noting):
        plan = conduct(url, plan_id)
    spawned_ns = [start_ns(url, str(item.run_id)) for item in plan.items]
    return [(spawned - stored) / 1e6 for stored, spawned in zip(stored_ns, spawned_ns[1:], strict=False)]


def single_gaps_ms(url: str) -> list[float]:
    """Run the same runs separately; return the times from the end of each process to the start of the next run's workload."""
    gaps, ended_ns = list[float](), 0
    for number in range(RUNS // 2):
        command = [sys.executable, "-c", START, "run", "--store", url, "--", *SPEC.command]
        subprocess.run(command, check=True, capture_output=True)
        begun_ns, before_ns = start_ns(url, "last"), ended_ns
        ended_ns = time.monotonic_ns()
        if number:
            gaps.append((begun_ns - before_ns) / 1e6)
    return gaps


def start_ns(url: str, run_id: str) -> int:
    """Return the monotonic timestamp at which a run's workload was started."""
    with StoreReader(url) as reader:
        return reader.run(run_id).start_ns
