"""Time from the click on Start to the workload's first step, against the same run from the command line."""

import statistics
from pathlib import Path

from gpuscope.core.runspec import RunSpec
from gpuscope.storage.store import StoreReader
from tests.benchmarks.bench_start import recorded_first_step
from tests.benchmarks.row import Row
from tests.benchmarks.window_process import played

PAIRS = 7
SPEC = RunSpec("cifar-cnn", batch_size=64, steps=20, warmup_steps=0)
"""The same as `bench_start.TRAINING` on the command line."""


def rows(folder: Path) -> list[Row]:
    """Measure both in turn."""
    home = folder / "click"
    pairs = [(_clicked(home), recorded_first_step(home)) for _ in range(PAIRS + 1)][1:]  # the first pair warms the disk cache
    ratio = statistics.median(click / command for click, command in pairs)
    times = [statistics.median(column) for column in zip(*pairs, strict=True)]
    detail = f"median of {PAIRS} pairs; {times[0]:.2f} s against {times[1]:.2f} s"
    return [Row("click on Start to the first step, against gpuscope run", ratio, "×", "≤ 1.1 ×", ratio <= 1.1, detail)]


def _clicked(home: Path) -> float:
    """Return the seconds from the click to the end of the first step, as recorded in the store."""
    told = played("click", home, spec=SPEC.to_json())
    with StoreReader(f"sqlite:///{home / 'gpuscope.sqlite'}") as reader:
        run_id = told["run_id"]
        return (reader.run(run_id).start_ns + int(reader.steps(run_id)[0]) - int(told["clicked_ns"])) / 1e9
