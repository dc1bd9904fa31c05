"""Measures gpuscope's assumptions about an NVIDIA GPU, in under eight minutes: ``python -m tests.gpu.measure``.

Needs torch with CUDA, numpy, psutil and nvidia-ml-py, and an otherwise idle machine. Writes a dated table to ``tests/gpu/results/``, with
recordings for ``--sensor replay:FILE`` beside it. Read-only: changes no clock, limit or mode. ``--dry-run`` runs the same code on the
stand-in NVML, in seconds and without writing a table, to test the script.
"""

import argparse
import math
import os
import platform
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from tests.benchmarks.__main__ import cpu_model, table
from tests.benchmarks.row import Row

if TYPE_CHECKING:
    from tests.gpu.bench import Load

HERE = Path(__file__).parent
NO_GPU = 3
DRY_PACE = 0.03
BUDGET_S = 480.0
RECORDED_S = 8.0
_STARTING_S = 3.0
"""Time of a recording in addition to its readings: the helper's start and end, a model's first step."""
LARGEST_BYTES = 1_000_000
PAUSE_S = 0.02
"""Time that an input-bound training waits for its data in each step."""
RECORDINGS: Mapping[str, tuple[str, dict[str, object]]] = {
    "idle": ("idle", {}),
    "gemm": ("gemm", {}),
    **{
        f"{model}-{precision}": ("training", {"model": model, "precision": precision})
        for model in ("mlp", "cnn")
        for precision in ("fp32", "tf32", "bf16")
    },
    "input-bound": ("training", {"model": "cnn", "precision": "bf16", "pause_s": PAUSE_S}),
}


def why_not() -> str | None:
    """Return why nothing can be measured here; None if it can."""
    from gpuscope.sensors.nvml_library import has_nvidia_gpu

    if os.environ.get("GPUSCOPE_NVML_LIBRARY"):
        return "GPUSCOPE_NVML_LIBRARY names a stand-in: nothing of it may enter a table of results"
    if not has_nvidia_gpu(Path("/")) and not Path("/dev/nvidiactl").exists():
        return "this machine has no NVIDIA GPU"
    return "torch is not installed" if find_spec("torch") is None else None


def main(arguments: Sequence[str]) -> int:
    """Measure, write and print; return 0, 1 if a figure missed its target, 3 if there is no GPU."""
    parser = argparse.ArgumentParser(prog="python -m tests.gpu.measure", description="Measure what gpuscope assumes of an NVIDIA GPU.")
    parser.add_argument("--results", type=Path, default=HERE / "results", help="folder of the table")
    parser.add_argument("--recordings", type=Path, help="folder of the recordings (default: recordings/ in that of the table)")
    parser.add_argument("--no-recordings", action="store_true", help="measure alone")
    parser.add_argument("--dry-run", action="store_true", help="over the stand-in NVML, quickly; no table is written")
    chosen = parser.parse_args(arguments)
    reason = None if chosen.dry_run else why_not()
    if reason:
        print(f"nothing was measured: {reason}", file=sys.stderr)
        return NO_GPU
    with tempfile.TemporaryDirectory() as home:
        os.environ["GPUSCOPE_HOME"] = home
        return _measure(chosen, Path(home))


def _measure(chosen: argparse.Namespace, home: Path) -> int:
    from tests.gpu.bench import Load, Watch
    from tests.gpu.measurements import WITH_LOAD, Bench, bare_idle

    start, rows = time.monotonic(), []
    bench = Bench("dry", DRY_PACE) if chosen.dry_run else Bench("cuda:0")
    with Watch() as watch:
        gpu = watch.gpu
    if bool(gpu.simulated) != chosen.dry_run:
        print(f"nothing was measured: the sensors read {gpu.simulated or gpu.name}", file=sys.stderr)
        return NO_GPU
    rows += _taken("bare_idle", lambda: bare_idle(bench))
    with Load(bench.device) as load:
        facts = load.do("facts")
        if facts["uuid"] not in (None, gpu.uuid):
            print(f"nothing was measured: {bench.device} is {facts['uuid']}, the first GPU of NVML is {gpu.uuid}", file=sys.stderr)
            return NO_GPU
        for name, measure in WITH_LOAD.items():
            rows += _taken(name, lambda measure=measure: measure(bench, load))  # type: ignore[misc]
        if not chosen.no_recordings:
            folder = home if chosen.dry_run else chosen.recordings or chosen.results / "recordings"
            rows += _taken("recordings", lambda: recorded(folder, load, bench.seconds(RECORDED_S), start + BUDGET_S))
    seconds = time.monotonic() - start
    rows.append(Row("all of this", seconds, "s", f"< {BUDGET_S:g}", seconds < BUDGET_S))
    _tell(chosen, f"{gpu.name}, driver {gpu.properties.get('driver_version')}, torch {facts['torch']}", gpu.simulated, rows, start)
    return int(any(row.met is False for row in rows))


def _tell(chosen: argparse.Namespace, name: str, simulated: str | None, rows: list[Row], start: float) -> None:
    """Print the table, and write it if it is from real hardware."""
    now = datetime.now(UTC)
    conditions = f"{now:%Y-%m-%d %H:%M UTC}, {cpu_model()}, Python {platform.python_version()}, {time.monotonic() - start:.0f} s"
    text = f"# {name}\n\n{conditions}\n\n{table(rows)}\n"
    print(f"STAND-IN, no results: {simulated}\n\n{text}" if simulated else text)
    if not simulated:
        chosen.results.mkdir(parents=True, exist_ok=True)
        (chosen.results / f"{now:%Y-%m-%d-%H%M}-{_slug(name.partition(',')[0])}.md").write_text(text, encoding="utf-8")


def _taken(name: str, measure: Callable[[], list[Row]]) -> list[Row]:
    """Take a measurement; a failure does not affect the others."""
    print(f"{datetime.now(UTC):%H:%M:%S} {name}", file=sys.stderr, flush=True)
    try:
        return measure()
    except Exception as error:  # noqa: BLE001 - told in the table
        traceback.print_exc()
        return [Row(name, None, "", "measured", False, f"{type(error).__name__}: {error}")]


def recorded(folder: Path, load: "Load", seconds: float, until_s: float = math.inf) -> list[Row]:
    """Make the recordings for which there is time, each with its own helper, so that it begins with its declaration."""
    from gpuscope.sensors.recording_file import RecordingWriter
    from tests.gpu.bench import Watch

    folder.mkdir(parents=True, exist_ok=True)
    rows = []
    for name, (kind, words) in RECORDINGS.items():
        if time.monotonic() + seconds + _STARTING_S > until_s:
            rows.append(Row(f"recording {name}", None, "kB", "< 1000", False, "no time was left"))
            continue
        path = folder / f"{name}.jsonl.gz"
        with RecordingWriter(path) as writer, Watch(in_detail=True, recording=writer) as watch:
            watch.during(load, kind, seconds, **words)
            power = watch.mean("power")
        size = path.stat().st_size
        rows.append(Row(f"recording {name}", size / 1000, "kB", "< 1000", size < LARGEST_BYTES, f"mean power {power:.0f} W"))
    return rows


def _slug(name: str) -> str:
    return "".join(one if one.isalnum() else "-" for one in name.lower()).strip("-")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
