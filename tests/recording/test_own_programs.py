"""Reports of users' programs, from the program to the stored run."""

import os
import struct
import sys
from pathlib import Path
from typing import Any

import pytest

from gpuscope.core.event import Hello, Log, Phase
from gpuscope.storage.store import StoreReader
from tests.recording.recorders import gpuscope, of_home, recorder, store_url, until

TRAINING = """
import gpuscope, time
for epoch in range(2):
    with gpuscope.phase("epoch"):
        for index in range(20):
            with gpuscope.phase("data"):
                time.sleep(0.004)
            with gpuscope.step(samples=64 if index < 19 else 8):
                time.sleep(0.006)
            gpuscope.log(loss=1 / (index + 1), step=index)
"""


def recorded(tmp_path: Path, code: str, *options: str) -> dict[str, Any]:
    script = tmp_path / "train.py"
    script.write_text(code)
    done = gpuscope("run", "--json", *options, "--", sys.executable, str(script), cwd=tmp_path)
    assert done.code == 0, done.err
    return done.document


def logged(run_id: str) -> dict[str, list[float]]:
    with StoreReader(store_url()) as reader:
        logs = [event for event in reader.events(run_id) if isinstance(event, Log) and event.level == "values"]
    values: dict[str, list[float]] = {}
    for log in logs:
        for key, value in log.values.items():
            values.setdefault(key, []).append(value)
    return values


def test_steps_samples_phases_and_values_of_a_program_are_numbers_of_its_run(tmp_path: Path) -> None:
    run = recorded(tmp_path, TRAINING)
    metrics = run["metrics"]
    assert (run["steps"], run["samples"]) == (40, 2 * (19 * 64 + 8))
    assert metrics["throughput"]["value"] == pytest.approx(metrics["step_rate"]["value"] * (2 * (19 * 64 + 8) - 64) / 39)
    assert metrics["told loss"]["value"] == pytest.approx(1 / 20)
    assert "the last of 40 values, at step 19" in metrics["told loss"]["source"]
    epoch, data = metrics["in_phase epoch"], metrics["in_phase data"]
    assert 0.4 < epoch["value"] < run["wall_s"]
    assert 0.16 <= data["value"] < epoch["value"]
    assert "entered 40 times; within epoch" in data["source"]
    assert data["quality"] == "measured"
    shown = gpuscope("show", run["run_id"]).out
    assert "Its phases: epoch " in shown
    assert "Last reported: loss 0.05000." in shown


def test_samples_of_a_step_may_be_told_from_outside(tmp_path: Path) -> None:
    run = recorded(
        tmp_path, "import gpuscope, time\nfor index in range(5):\n  time.sleep(0.01)\n  gpuscope.step()", "--samples-per-step", "32"
    )
    assert (run["steps"], run["samples"]) == (5, 160)
    assert run["metrics"]["throughput"]["value"] == pytest.approx(32 * run["metrics"]["step_rate"]["value"])
    assert run["spec"]["options"] == {"samples_per_step": 32}
    assert recorded(tmp_path, TRAINING, "--samples-per-step", "7")["samples"] == 2 * (19 * 64 + 8)  # the program's own value wins


def test_a_single_step_was_reported_so_that_is_what_the_missing_figures_say(tmp_path: Path) -> None:
    run = recorded(tmp_path, "import gpuscope\ngpuscope.step(samples=4)")
    assert (run["steps"], run["samples"]) == (1, 4)
    for key in ("throughput", "step_rate", "latency_p50"):
        assert run["metrics"][key]["reason"] == "only one step was reported, so none can be timed"


def test_samples_of_some_steps_only_are_no_throughput(tmp_path: Path) -> None:
    run = recorded(tmp_path, "import gpuscope\nfor index in range(5):\n  gpuscope.step(samples=3 if index else None)")
    assert run["samples"] is None
    assert run["metrics"]["throughput"]["reason"] == "samples were reported for only 4 of 5 steps"


PAUSES = """
import time

clock = time.perf_counter_ns
now = clock()
time.perf_counter_ns = lambda: now  # steps of exact lengths, however busy the machine is
import gpuscope

for index in range(1, 81):
    now += 500_000_000 if index == 40 else 60_000_000 if index % 8 == 0 else 10_000_000
    gpuscope.step()
time.sleep(max(0.0, (now - clock()) / 1e9))
"""


def test_a_pause_at_every_eighth_step_and_a_single_long_one_are_told_at_the_end(tmp_path: Path) -> None:
    run = recorded(tmp_path, PAUSES)
    regular, _, single = run["environment"]["recorder.long_steps"].replace("\N{NO-BREAK SPACE}", " ").partition("; ")
    assert regular.startswith("every 8 steps one takes 6.00 × as long as the others, and the difference is 26.0 % of the time")
    assert single.startswith("1 of 79 timed steps took 28.9 % of the time, the others 63.41 steps/s: ")
    assert "\nEvery 8 steps one takes 6.00 × as long" in gpuscope("show", run["run_id"]).out.replace("\N{NO-BREAK SPACE}", " ")


RANKS = """
import os, subprocess, sys, time
if "RANK" not in os.environ:
    ranks = [subprocess.Popen([sys.executable, __file__], env={**os.environ, "RANK": str(rank), "LOCAL_RANK": str(rank), "WORLD_SIZE": "3"})
             for rank in (2, 1, 0)]
    sys.exit(max(process.wait() for process in ranks))
import gpuscope
rank = int(os.environ["RANK"])
time.sleep(0.3 * (rank == 0))
for index in range(10 + rank):
    with gpuscope.phase("train"):
        time.sleep(0.002)
    with gpuscope.phase("forward"):
        pass
    gpuscope.step(samples=8)
gpuscope.log(loss=float(rank))
"""


def test_ranks_are_told_apart_and_the_leading_one_counts(tmp_path: Path) -> None:
    run = recorded(tmp_path, RANKS)
    assert run["steps"] == 10
    assert logged(run["run_id"])["loss"] == [0.0]
    assert {"loss rank 1": [1.0], "loss rank 2": [2.0]}.items() <= logged(run["run_id"]).items()
    assert run["environment"]["stepping"] == "rank 0 of 3 processes that took steps"
    assert "Its steps are those of rank 0 of 3 processes that took steps." in gpuscope("show", run["run_id"]).out
    assert {"in_phase train", "in_phase train rank 1", "in_phase train rank 2"} <= run["metrics"].keys()
    assert {key for key in run["metrics"] if key.startswith("told ")} == {"told loss", "told loss rank 1", "told loss rank 2"}
    with StoreReader(store_url()) as reader:
        events = reader.events(run["run_id"])
    assert sum(isinstance(event, Phase) and event.name == "train" for event in events) <= 10
    assert {event.info.get("rank") for event in events if isinstance(event, Hello) and event.role == "workload"} == {0, 1, 2}


WORKERS = """
import os
import gpuscope
gpuscope.log(loss=0.0)
gpuscope.step()
for number in (1, 2):
    child = os.fork()
    if not child:
        gpuscope.step()
        gpuscope.log(loss=float(number))
        os._exit(0)
    os.waitpid(child, 0)
gpuscope.step()
gpuscope.step()
"""


def test_workers_are_told_apart_and_the_first_counts(tmp_path: Path) -> None:
    run = recorded(tmp_path, WORKERS)
    assert run["steps"] == 3
    assert logged(run["run_id"]) == {"loss": [0.0], "loss process 2": [1.0], "loss process 3": [2.0]}
    assert run["environment"]["stepping"] == "the first of 3 processes that took steps"


def test_a_program_that_exits_without_cleaning_up_has_told_everything(tmp_path: Path) -> None:
    code = "import gpuscope, os\nfor index in range(5000):\n  gpuscope.log(loss=float(index))\n  gpuscope.step()\nos._exit(0)"
    run = recorded(tmp_path, code)
    assert run["steps"] == 5000
    assert logged(run["run_id"])["loss"] == [float(index) for index in range(5000)]


def _steps() -> int:
    """Return the number of steps that the only run's program made."""
    rings = list((Path(os.environ["GPUSCOPE_HOME"]) / "runs").glob("*/steps-*.ring"))
    return struct.unpack_from("<q", rings[0].read_bytes(), 64)[0] if rings else 0


def test_what_a_program_told_outlives_its_recorder(tmp_path: Path) -> None:
    code = """
import gpuscope, time
gpuscope.phase("train")
for index in range(100_000):
    gpuscope.log(loss=float(index))
    gpuscope.step()
    time.sleep(0.005)
"""
    with recorder("run", "--name", "killed", "--", sys.executable, "-c", code) as process:
        until(lambda: _steps() > 500, 30)
        process.kill()
        process.wait()
        until(lambda: not of_home(), 5)
    run_id = gpuscope("show", "last", "--json").document["run_id"]
    assert gpuscope("run", "--", "true").code == 0  # the next start imports it
    document = gpuscope("show", run_id, "--json").document
    assert document["state"] == "interrupted"
    steps = document["steps"]
    values = logged(document["run_id"])["loss"]
    assert values == sorted(set(values))
    assert steps - 1 <= values[-1] <= steps  # the ring still held what the recorder had not read
    assert steps - len(values) <= 300  # steps read but not yet stored: less than a second's, plus the delay of a busy machine
    assert document["metrics"]["told loss"]["value"] == values[-1]
    assert document["metrics"]["in_phase train"]["value"] > 1.5
