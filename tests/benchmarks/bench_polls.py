"""Stability of the NVIDIA sensors over a million readings: `python -m tests.benchmarks.bench_polls [POLLS]`."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from gpuscope.core.event import Sample
from gpuscope.sensors.nvml import NvmlBackend
from tests.benchmarks.row import Row
from tests.standin.standin import Gpu, Standin, build, compiler, environment
from tests.standin.stepped import SteppedClock, driven

POLLS = 1_000_000
WARM_UP = 50_000
GROWTH_MB = 1.0


def descriptors() -> int:
    """Return the number of descriptors that this process has open."""
    return len(os.listdir("/proc/self/fd"))


def resident_mb() -> float:
    """Return the resident memory of this process, in MB of 10^6 bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") * 1e-6


def polled(polls: int, warm_up: int = WARM_UP) -> dict[str, float]:
    """Poll the stand-in named by the environment, all groups at their rates; return the resources held before and after."""
    clock = SteppedClock(Path(os.environ["GPUSCOPE_NVML_LIBRARY"]))
    backend = NvmlBackend(clock=clock, in_detail=True)
    backend.open()
    taken, before = 0, {"descriptors": 0.0, "mb": 0.0}
    for event in driven(backend, clock, float("1e9")):
        taken += isinstance(event, Sample)
        if taken == warm_up:
            before = {"descriptors": descriptors(), "mb": resident_mb()}
        if taken >= warm_up + polls:
            break
    after = {"descriptors_after": descriptors(), "mb_after": resident_mb()}
    backend.close()
    clock.close()
    return {**before, **after, "polls": polls}


def rows(polls: int = POLLS, warm_up: int = WARM_UP) -> list[Row]:
    """Measure in a process of its own."""
    names = (f"Descriptors after {polls:,} readings of the stand-in NVML", f"Memory after {polls:,} readings of the stand-in NVML")
    if compiler() is None:
        why = "no C compiler for the stand-in NVML"
        return [Row(names[0], None, "more", "0", None, why), Row(names[1], None, "MB more", f"<= {GROWTH_MB:g}", None, why)]
    code = f"import json; from tests.benchmarks.bench_polls import polled; print(json.dumps(polled({polls}, {warm_up})))"
    with tempfile.TemporaryDirectory() as folder:
        configuration = Path(folder, "standin.conf")
        Standin(gpus=(Gpu(curve="square", processes=f"{os.getpid()}/c/1000"),)).write(configuration)
        variables = {**os.environ, **environment(build(Path(folder)), configuration), "GPUSCOPE_HOME": folder}
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=Path(__file__).parents[2], env=variables, stdout=subprocess.PIPE, check=True, timeout=900
        )
    found = json.loads(done.stdout)
    more, growth = found["descriptors_after"] - found["descriptors"], found["mb_after"] - found["mb"]
    return [
        Row(names[0], more, "more", "0", more == 0, f"{found['descriptors']:.0f} before, {found['descriptors_after']:.0f} after"),
        Row(
            names[1],
            growth,
            "MB more",
            f"<= {GROWTH_MB:g}",
            growth <= GROWTH_MB,
            f"{found['mb']:.1f} MB before, {found['mb_after']:.1f} after",
        ),
    ]


if __name__ == "__main__":
    for row in rows(int(sys.argv[1]) if len(sys.argv) > 1 else POLLS):
        print(f"{row.name:<60} {row.value} {row.unit} (target {row.target}); {row.detail}")
