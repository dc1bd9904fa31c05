"""How long the user waits: from the command to the first step, against a bare script; and for the verbs, against a bare Python."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.benchmarks.row import Row

ROUNDS = 9
CLICKS = 5
RUNS = 10_000
TRAINING = ("cifar-cnn", "--batch-size", "64", "--steps", "20", "--warmup-steps", "0")
START = "from gpuscope.__main__ import main; import sys; sys.exit(main())"


def rows() -> list[Row]:
    """Measure everything in one run."""
    with tempfile.TemporaryDirectory() as folder:
        return [*first_step(Path(folder)), *click(Path(folder)), *shortest_run(Path(folder)), *verbs(Path(folder))]


def environment(home: Path) -> dict[str, str]:
    return {**os.environ, "GPUSCOPE_HOME": str(home)}


def first_step(folder: Path) -> list[Row]:
    """Interleave `gpuscope run` with the same training as a bare script; both report the end of their first step."""
    home = folder / "start"
    ours: list[float] = []
    bare: list[float] = []
    for _ in range(ROUNDS + 1):
        ours.append(recorded_first_step(home))
        bare.append(bare_first_step())
    ratio = statistics.median(a / b for a, b in zip(ours[1:], bare[1:], strict=True))  # the first pair warms the disk cache
    detail = f"median of {ROUNDS} pairs; {statistics.median(ours[1:]):.2f} s against {statistics.median(bare[1:]):.2f} s"
    return [Row("command to first step, against a bare script", ratio, "×", "≤ 1.15 ×", ratio <= 1.15, detail)]


def recorded_first_step(home: Path) -> float:
    """Return the seconds from starting `gpuscope run` to the end of its first step, as recorded in the store."""
    from gpuscope.storage.store import StoreReader

    begin = time.monotonic_ns()
    done = subprocess.run([sys.executable, "-c", START, "run", *TRAINING, "--json"], env=environment(home), check=True, capture_output=True)
    run_id = json.loads(done.stdout)["run_id"]
    with StoreReader(f"sqlite:///{home / 'gpuscope.sqlite'}") as reader:
        return (reader.run(run_id).start_ns + int(reader.steps(run_id)[0]) - begin) / 1e9


def bare_first_step() -> float:
    begin = time.monotonic_ns()
    script = Path(__file__).parent / "bare_training.py"
    done = subprocess.run([sys.executable, str(script)], check=True, capture_output=True, text=True)
    return (int(done.stdout.split()[0]) - begin) / 1e9


def click(folder: Path) -> list[Row]:
    """Interleave starts from the window with and without a ready worker, timed from the click to the end of the first measured step."""
    program = [sys.executable, "-m", "tests.benchmarks.clicked_start", str(CLICKS)]
    done = subprocess.run(program, env={**environment(folder / "click"), "QT_QPA_PLATFORM": "offscreen"}, check=True, capture_output=True)
    measured = json.loads(done.stdout)
    ready, fresh = measured["ready"], measured["fresh"]
    ratio = statistics.median(a / b for a, b in zip(ready, fresh, strict=True))
    seconds, detail = statistics.median(ready), f"median of {CLICKS}; {min(ready):.2f} to {max(ready):.2f} s"
    not_ready = f"median of {CLICKS} pairs; {statistics.median(fresh):.2f} s without it"
    return [
        Row("click on Start to first measured step, mnist-mlp, worker ready", seconds, "s", "≤ 0.5 s", seconds <= 0.5, detail),
        Row("the same, against a start with no worker ready", ratio, "×", "≤ 0.3 ×", ratio <= 0.3, not_ready),
        Row("memory of the waiting processes", measured["memory_bytes"] / 1e6, "MB", detail="worker, guards and recorder, each page once"),
    ]


def shortest_run(folder: Path) -> list[Row]:
    """Interleave `gpuscope run -- true`, a run whose workload does nothing, with a Python that imports what reads and writes the store."""
    store = "import sqlalchemy, numpy"
    pass_s, store_s, run_s = interleaved(
        [[sys.executable, "-c", "pass"], [sys.executable, "-c", store], [sys.executable, "-c", START, "run", "--", "true"]],
        folder / "shortest",
    )
    ratio = run_s / store_s
    detail = f"median of {ROUNDS} rounds; {run_s:.2f} s against {store_s:.2f} s, python -c pass {pass_s * 1e3:.0f} ms"
    return [Row(f"gpuscope run -- true, against python -c '{store}'", ratio, "×", "≤ 4 ×", ratio <= 4.0, detail)]


def verbs(folder: Path) -> list[Row]:
    """Interleave `--help` and `runs` on 10,000 runs with a Python that does nothing."""
    home = folder / "verbs"
    fill(home)
    pass_s, help_s, runs_s = interleaved(
        [
            [sys.executable, "-c", "pass"],
            [sys.executable, "-c", START, "--help"],
            [sys.executable, "-c", START, "runs"],
        ],
        home,
    )
    return [
        Row("gpuscope --help, beyond python -c pass", (help_s - pass_s) * 1e3, "ms", "≤ 150 ms", help_s - pass_s <= 0.15, ""),
        Row(
            f"gpuscope runs on {RUNS:,} runs, beyond python -c pass",
            (runs_s - pass_s) * 1e3,
            "ms",
            "≤ 150 ms",
            runs_s - pass_s <= 0.15,
            f"python -c pass takes {pass_s * 1e3:.0f} ms",
        ),
    ]


def interleaved(commands: Sequence[Sequence[str]], home: Path) -> list[float]:
    """Run the commands in turn; return the median seconds of each."""
    times: list[list[float]] = [[] for _ in commands]
    for _ in range(ROUNDS + 1):
        for command, taken in zip(commands, times, strict=True):
            taken.append(timed(lambda command=command: subprocess.run(command, env=environment(home), check=True, capture_output=True)))  # type: ignore[misc]
    return [statistics.median(taken[1:]) for taken in times]


def timed(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def fill(home: Path) -> None:
    """Fill a store with 10,000 finished runs: one through the writer, the others as copies of its row."""
    import sqlite3

    from gpuscope.core.quantity import Quality, Quantity
    from gpuscope.core.run import RunRecord, RunState
    from gpuscope.core.runspec import RunSpec
    from gpuscope.storage import schema
    from gpuscope.storage.checksums import progress_checksum, with_checksum
    from gpuscope.storage.run_writer import RunWriter

    home.mkdir()
    record = RunRecord(
        run_id="0" * 12,
        name="cifar-cnn cpu fp32",
        state=RunState.FINISHED,
        reason=None,
        spec=RunSpec("cifar-cnn", batch_size=64),
        environment={f"key.{index}": "a value of usual length" for index in range(40)},
        started_at=datetime.now(UTC),
        start_ns=0,
        host="host",
        boot_id="boot",
        folder="",
        steps=500,
        samples=32_000,
        duration_s=12.0,
        wall_s=14.0,
        metrics={key: Quantity(1.5, "1", Quality.MEASURED, "clock") for key in ("throughput", "latency_p50", "loss", "accuracy")},
    )
    with RunWriter(f"sqlite:///{home / 'gpuscope.sqlite'}", record) as writer:
        writer.finish(record)
    with sqlite3.connect(home / "gpuscope.sqlite") as connection:
        columns = [name for _, name, *_ in connection.execute("PRAGMA table_info(runs)")]
        row = connection.execute("SELECT * FROM runs").fetchone()
        named = dict(zip(columns, row, strict=True))
        marks = ",".join("?" * len(columns))
        for number in range(1, RUNS):
            started = (record.started_at - timedelta(minutes=number)).isoformat()
            copy = {**named, "run_id": f"{number:012x}"}
            if isinstance(named.get("started_at"), str):
                copy["started_at"] = started
            if "id" in copy:
                copy["id"] = number + 1
            if "checksum" in copy:
                copy |= with_checksum(schema.RUNS, copy)
                copy["progress_checksum"] = progress_checksum(copy["run_id"], copy["committed"], copy["heartbeat_at"])
            connection.execute(f"INSERT INTO runs VALUES ({marks})", [copy[name] for name in columns])
    connection.close()


if __name__ == "__main__":
    for one in rows():
        print(one)
