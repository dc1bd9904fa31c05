"""Programs unaware of gpuscope: their steps are detected exactly, and they run as they do alone."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Set
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from gpuscope.core.event import Hello, Log, Steps
from gpuscope.core.steppers import leading
from gpuscope.recording.run_folder import SEEN_FILES
from gpuscope.recording.seen_steps import SEEN, SeenSteps
from tests.probe import preloaded
from tests.recording.recorders import gpuscope

pytest.importorskip("torch")
ENTRY = Path(__file__).parents[3] / "gpuscope" / "probe" / "hooks" / "entry"
SCRIPTS = Path(__file__).parent.parent / "scripts"
STEPS: dict[str, tuple[int, str, float | None]] = {
    "plain": (60, "optimizer", 16),
    "uneven": (12, "optimizer", 52.5),
    "gan": (30, "optimizer", None),
    "critic": (12, "optimizer", None),
    "accumulation": (25, "optimizer", 32),
    "scaler": (20, "optimizer", None),
    "scaler_fused": (20, "optimizer", None),
    "lbfgs": (8, "optimizer", None),
    "compiled": (15, "optimizer", None),
    "workers": (24, "optimizer", 8),
    "inference": (40, "batch", 16),
    "slow_python": (40, "optimizer", 4),
    "leaks": (30, "optimizer", None),
    "dies": (36, "optimizer", None),
    "forks": (20, "optimizer", None),
    "no_optimizer": (18, "backward", None),
    "functional": (12, "backward", None),
    "threads": (30, "optimizer", 8),
    "folds": (30, "optimizer", None),
    "copies": (24, "optimizer", None),
    "copied_inference": (20, "batch", 16),
}
"""By program: number of steps, kind of step, and samples per step where detectable."""


FRESH = {"plain", "copied_inference"}
"""Programs run as a process of their own, one of them because it is to import the compiler itself. The others are forked with torch
imported, bare or with the hooks: that import is most of their time, and the hooks do the same in each during an import."""
FRESH_WITH_HOOKS = {"compiled", "copied_inference", "forks", "threads", "workers"}
"""With hooks, programs whose compiler, threads or processes the hooks affect are also run from scratch; so is each that is recorded."""
Program = Callable[..., "subprocess.CompletedProcess[str]"]
"""Takes the name of a script, and its arguments."""


def run_fresh(script: str, *arguments: str, folder: Path, variables: Mapping[str, str]) -> "subprocess.CompletedProcess[str]":
    """Run a program in a process of its own."""
    words = [*command(script), *arguments]
    return subprocess.run(words, cwd=folder, env=variables, capture_output=True, text=True, timeout=300, check=False)


@contextmanager
def forking(fresh: Set[str], folder: Path, variables: Mapping[str, str]) -> Iterator[Program]:
    """Yield a function that runs a program in a fork of a single process, or, if in `fresh`, in a process of its own; all in one folder."""
    with subprocess.Popen(
        [sys.executable, preloaded.__file__], cwd=folder, env=variables, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None

        def run(script: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
            if script in fresh:
                return run_fresh(script, *arguments, folder=folder, variables=variables)
            words = [*command(script), *arguments]
            print(json.dumps(words[1:]), file=server.stdin, flush=True)
            told = json.loads(server.stdout.readline())
            return subprocess.CompletedProcess(words, told["code"], told["out"], told["err"])

        yield run
        server.stdin.close()


def without_gpuscope() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in ("GPUSCOPE_CHANNEL", "PYTHONPATH")}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder in which programs run alone and leave their files."""
    return tmp_path_factory.mktemp("alone")


@pytest.fixture(scope="module")
def alone(place: Path) -> Iterator[Program]:
    """Yield a function that runs a program unchanged, once."""
    with forking(FRESH, place, without_gpuscope()) as run:
        yield cache(run)


@pytest.fixture(scope="module")
def channel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("channel")


@pytest.fixture(scope="module")
def hooked(channel: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """Yield a function that runs a program with the hooks, which write to the channel."""
    with forking(
        FRESH_WITH_HOOKS, tmp_path_factory.mktemp("hooked"), {**os.environ, "GPUSCOPE_CHANNEL": str(channel), "PYTHONPATH": str(ENTRY)}
    ) as run:
        yield run


def command(script: str) -> list[str]:
    return [sys.executable, str(SCRIPTS / f"{script}.py")]


def move_rings(channel: Path, folder: Path) -> None:
    """Move the rings of the program that ran last, before the next starts."""
    for ring in channel.glob(SEEN_FILES):
        ring.rename(folder / ring.name)


def recorded(script: str, folder: Path, *arguments: str, interpreter: str = sys.executable) -> tuple[int, dict[str, Any], str]:
    """Return exit code, document and output of the same program when recorded."""
    done = gpuscope("run", "--json", "--", interpreter, str(SCRIPTS / f"{script}.py"), *arguments, cwd=folder)
    return done.code, done.document, done.err


def _lines(text: str) -> list[str]:
    """Return the lines without the time and the pid that precede torch's own warnings."""
    return [re.sub(r"^W\d{4} [\d:.]+ \d+ ", "", line) for line in text.splitlines()]


@pytest.mark.parametrize("script", STEPS)
def test_every_step_is_seen_and_nothing_else_is_changed(
    script: str, alone: Program, hooked: Program, channel: Path, tmp_path: Path
) -> None:
    done = hooked(script)
    move_rings(channel, tmp_path)
    assert (done.returncode, done.stdout) == (alone(script).returncode, alone(script).stdout)
    assert _lines(done.stderr) == _lines(alone(script).stderr)
    seen = SeenSteps(tmp_path)
    ends: dict[int, int] = {}
    info: dict[int, Mapping[str, Any]] = {}
    for event in seen.read(is_last=True):
        if isinstance(event, Steps):
            ends[event.pid] = ends.get(event.pid, 0) + len(event.stamps_ns)
        elif isinstance(event, Hello):
            info[event.info[SEEN]] = event.info
    seen.close()
    stepper = leading(ends)
    assert stepper is not None
    assert (ends[stepper], info[stepper]["steps_kind"], info[stepper].get("samples_per_step")) == STEPS[script]


def test_a_recorded_program_is_told_with_its_steps_runs_as_alone_and_writes_the_same_files(
    alone: Program, place: Path, tmp_path: Path
) -> None:
    bare = alone("plain")
    (folder := tmp_path / "recorded").mkdir()
    code, run, output = recorded("plain", folder)
    assert (code, run["steps"], run["steps_kind"], run["samples"]) == (0, 60, "optimizer", 60 * 16)
    assert sorted(output.splitlines()) == sorted((bare.stdout + bare.stderr).splitlines())
    assert run["metrics"]["throughput"]["value"] == pytest.approx(16 * run["metrics"]["step_rate"]["value"])
    files = {path.name: path.read_bytes() for path in place.iterdir()}
    assert sorted(files) == ["checkpoint.pt", "loss.txt", "optimizer.txt"]
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == files


def test_the_memory_of_torchs_allocator_is_told_with_its_highest_peak(tmp_path: Path) -> None:
    _, run, _ = recorded("torch_memory", tmp_path)
    values = {key: run["metrics"][f"memory_{key}_peak"]["value"] for key in ("allocated", "reserved")}
    assert values == {"allocated": 3 << 30, "reserved": 6 << 30}


def test_a_program_that_dies_keeps_its_code_its_words_and_the_steps_before(alone: Program, tmp_path: Path) -> None:
    code, run, output = recorded("dies", tmp_path)
    assert (code, run["steps"], output) == (alone("dies").returncode, 36, alone("dies").stderr)


def test_a_program_of_an_environment_without_gpuscope_is_seen_too_and_the_verdict_is_that_it_waits_for_its_slow_data_set(
    tmp_path: Path,
) -> None:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(tmp_path)], check=True, timeout=60)
    (packages,) = tmp_path.glob("lib/python*/site-packages")
    torch = find_spec("torch")
    assert torch is not None
    (packages / "torch.pth").write_text(str(Path(str(torch.origin)).parents[1]))
    code, run, _ = recorded("slow_python", tmp_path, interpreter=str(tmp_path / "bin" / "python"))
    assert (code, run["steps"]) == (0, STEPS["slow_python"][0])
    assert run["bottleneck"]["verdict"] == "input-bound"
    assert set(run["metrics"]) >= {f"phase_time_{phase}" for phase in ("data", "forward", "backward", "optimizer", "other")}


@pytest.mark.parametrize("milliseconds", [(20, 5, 8, 3, 4), (1, 10, 20, 5, 0)], ids=["waits for data", "computes"])
def test_phases_are_those_of_the_programs_own_stopwatch(
    milliseconds: tuple[int, ...], hooked: Program, channel: Path, tmp_path: Path
) -> None:
    done = hooked("timed", *map(str, milliseconds))
    move_rings(channel, tmp_path)
    own = {phase: float(share) for phase, share in (part.split("=") for part in done.stdout.split())}
    assert seen_shares(tmp_path) == pytest.approx({"copy": 0.0, **own}, abs=0.03)


def seen_shares(folder: Path) -> dict[str, float]:
    """Return the detected share of each phase in the only process of a folder."""
    seen = SeenSteps(folder)
    (log,) = (event for event in seen.read(is_last=True) if isinstance(event, Log))
    seen.close()
    whole = sum(log.values.values())
    return {phase: log.values.get(f"time_{phase}", 0.0) / whole for phase in ("data", "copy", "forward", "backward", "optimizer", "other")}


@pytest.mark.parametrize("batches", ["loaded", "prefetched", "kept", "filled"])
def test_copies_to_a_device_and_back_are_a_phase(batches: str, hooked: Program, channel: Path, tmp_path: Path) -> None:
    done = hooked("timed_copies", "4", "2", "5", batches)
    move_rings(channel, tmp_path)
    own = dict(part.split("=") for part in done.stdout.split())
    assert seen_shares(tmp_path)["copy"] == pytest.approx(float(own["copy"]), abs=0.03)


def test_copies_of_a_recorded_program_are_told_and_what_it_reports_itself_goes_before_them(tmp_path: Path) -> None:
    runs = [recorded("timed_copies", tmp_path, "20", "20", "5", "loaded", *how)[1] for how in ((), ("reported",))]
    seen_s, reported_s = (run["metrics"]["phase_time_copy"]["value"] for run in runs)
    assert seen_s >= 0.04
    assert reported_s == pytest.approx(seen_s / 2, rel=0.3), "the copy to the device alone, and once"


@pytest.mark.serial
def test_phases_of_loops_of_other_shapes_are_those_of_the_programs_own_stopwatch(tmp_path: Path) -> None:
    variables = {**os.environ, "GPUSCOPE_CHANNEL": str(tmp_path), "PYTHONPATH": str(ENTRY)}
    done = subprocess.run(command("timed_shapes"), env=variables, capture_output=True, text=True, timeout=300, check=True)
    for pid, shape, *parts in (line.split() for line in done.stdout.splitlines()):
        (folder := tmp_path / shape).mkdir()
        (ring,) = tmp_path.glob(f"seen-{pid}*.ring")
        ring.rename(folder / ring.name)
        own = {phase: float(share) for phase, share in (part.split("=") for part in parts)}
        assert seen_shares(folder) == pytest.approx({"copy": 0.0, **own}, abs=0.03), shape


def test_two_ranks_take_one_step_together() -> None:
    started = ["-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2", str(SCRIPTS / "ranks.py")]
    done = gpuscope("run", "--json", "--", sys.executable, *started, OMP_NUM_THREADS="1")
    run = done.document
    assert (done.code, run["steps"], run["samples"]) == (0, 20, 20 * 2 * 8)
    assert run["environment"]["stepping"] == "rank 0 of 2 processes that took steps"
    assert not [key for key in run["metrics"] if key.startswith("told ")]
