"""Worker processes that wait with their imports done: how they compare to fresh ones, and what ends them."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import psutil
import pytest

from gpuscope.core.event import Log
from gpuscope.core.run import RunRecord
from gpuscope.recording.standby_recorder import StandbyRecorder
from gpuscope.storage.store import StoreReader
from gpuscope.system.processes import is_running
from tests.recording.recorders import of_home, store_url, until, with_words

TRAINING = ("mnist-mlp", "--steps", "30", "--warmup-steps", "2")
KERNEL = ("gemm", "--set", "size=64", "--steps", "5", "--warmup-steps", "1")
RANKS = ("mnist-mlp", "--optimize", "ddp", "--ranks", "1", "--steps", "3", "--warmup-steps", "1")
INFERENCE = ("mnist-mlp", "--task", "inference", "--steps", "20", "--warmup-steps", "2", "--threads", "1", "--set", "pretrain_steps=0")
COMPILED = ("mnist-mlp", "--optimize", "compile,fused-optimizer", "--steps", "10", "--warmup-steps", "2")
CNN = ("cifar-cnn", "--task", "inference", "--set", "pretrain_steps=0", "--batch-size", "8", "--steps", "5", "--warmup-steps", "1")
CACHED = {"compile": COMPILED, **{engine: (*CNN, "--engine", engine) for engine in ("onnxruntime", "openvino", "onnxruntime-int8")}}
"""Rungs of the ladders that compile or export the model in the first run, and cache it."""
STATE_AT_THE_END = """
import atexit, os, sys


def write():
    if "torch" not in sys.modules:
        return
    import gc, json, re, resource, signal, torch

    state = {
        "environment": dict(os.environ), "threads": torch.get_num_threads(), "interop": torch.get_num_interop_threads(),
        "native_threads": len(os.listdir("/proc/self/task")), "folder": os.getcwd(), "affinity": sorted(os.sched_getaffinity(0)),
        "nice": os.nice(0), "umask": os.umask(0o77), "limits": [resource.getrlimit(n) for n in range(16)],
        "signals": [str(signal.getsignal(n)).split(" at ")[0] for n in sorted(signal.valid_signals())],
        "modules": sorted(name for name in sys.modules), "path": sys.path, "flags": str(sys.flags),
        "collector": [gc.isenabled(), gc.get_threshold()], "recursion": sys.getrecursionlimit(), "seed": torch.initial_seed(),
        "dtype": str(torch.get_default_dtype()), "matmul": torch.get_float32_matmul_precision(), "grad": torch.is_grad_enabled(),
        "deterministic": torch.are_deterministic_algorithms_enabled(), "parallel": torch.__config__.parallel_info(),
        "random": torch.random.get_rng_state().tolist(),
        "dynamo": "torch._dynamo" in sys.modules and {name: re.sub(" at 0x[0-9a-f]+", "", str(value))
            for name, value in torch._dynamo.config.get_config_copy().items()},
        "cuda": torch.cuda.is_initialized(), "streams": [os.readlink(f"/proc/self/fd/{n}").split(":")[0] for n in range(3)],
        "descriptors": len(os.listdir("/proc/self/fd")), "scheduler": os.sched_getscheduler(0),
        "session": os.getsid(0) == os.getpid(), "group": os.getpgid(0) == os.getpid(),
    }
    with open(os.path.join(os.environ["STATES"], os.environ["GPUSCOPE_RUN"]), "w") as file:
        json.dump(state, file)


atexit.register(write)
"""
OWN = {"GPUSCOPE_RUN", "GPUSCOPE_CHANNEL"}
_ADDRESS = "_TORCHINDUCTOR_PYOBJECT_TENSOR_DATA_PTR"
"""Set by torch's compiler to an address of its process, which differs between any two."""


@pytest.fixture
def standby() -> Iterator[StandbyRecorder]:
    recorder = StandbyRecorder(store_url(), shows_progress=False)
    yield recorder
    recorder.discard()
    until(lambda: not of_home())


def prepared(recorder: StandbyRecorder, kind: str = "kernel", folder: Path | None = None) -> psutil.Process:
    """Have a worker made ready, and return its process. Unless it naps, one for kernels imports half of what one for trainings does."""
    recorder.prepare(kind, str(folder or Path.cwd()))
    until(lambda: recorder.poll(0.1) is None and recorder.worker, 60)
    assert recorder.worker == "ready"
    assert 10e6 < (recorder.worker_bytes or 0) < 2e9
    (worker,) = [process for process in workers() if process.environ()["GPUSCOPE_RUN"] == recorder.run_id]
    return worker


def workers() -> list[psutil.Process]:
    return [process for process in with_words(of_home(), "workloads.ready_child") if "guard" not in " ".join(process.cmdline()[:4])]


def run(recorder: StandbyRecorder, *arguments: str, folder: Path | None = None) -> Mapping[str, Any]:
    """Record a run with it, and return the final message."""
    recorder.begin({"arguments": list(arguments), "folder": str(folder or Path.cwd()), "store": store_url()})
    ended: list[Mapping[str, Any]] = []

    def has_ended() -> bool:
        message = recorder.poll(0.1)
        if message is not None and "started" not in message and "ready" not in message:
            ended.append(message)
        return bool(ended)

    until(has_ended, 60)
    return ended[0]


def stored(run_id: str) -> RunRecord:
    with StoreReader(store_url()) as reader:
        return reader.run(run_id)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "arguments", "variables"),
    [
        ("training", TRAINING, {}),
        ("inference", INFERENCE, {"OMP_NUM_THREADS": "2", "MKL_NUM_THREADS": "1"}),
        ("kernel", KERNEL, {}),
        *(pytest.param("training" if key == "compile" else "inference", CACHED[key], {}, marks=pytest.mark.long) for key in CACHED),
    ],
    ids=["training", "inference", "kernel", *CACHED],
)
def test_a_ready_process_is_as_a_fresh_one(
    kind: str, arguments: tuple[str, ...], variables: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sitecustomize.py").write_text(STATE_AT_THE_END)
    states, folder = tmp_path / "states", tmp_path / "folder"
    states.mkdir()
    folder.mkdir()
    for name, value in {**variables, "PYTHONHASHSEED": "0", "PYTHONPATH": str(tmp_path), "STATES": str(states)}.items():
        monkeypatch.setenv(name, value)
    if arguments in CACHED.values():
        with contextlib.closing(StandbyRecorder(store_url(), shows_progress=False)) as first_of_all:
            assert run(first_of_all, *arguments, folder=folder)["state"] == "finished"
        assert first_of_all.has_ended(10)
    recorders = [StandbyRecorder(store_url(), shows_progress=False) for _ in range(2)]
    prepared(recorders[0], kind, folder)
    asked_ns = time.monotonic_ns()
    for recorder in recorders:
        recorder.wait_until_ready()
        assert run(recorder, *arguments, folder=folder)["state"] == "finished"
        recorder.close()
        assert recorder.has_ended(10)
    ready, fresh = (json.loads((states / recorder.run_id).read_text()) for recorder in recorders)
    compared = ready.keys() - {"environment", "modules"}
    assert {key: (ready[key], fresh[key]) for key in compared if ready[key] != fresh[key]} == {}
    assert {key for key, value in ready["environment"].items() if fresh["environment"].get(key) != value} - {_ADDRESS} == OWN
    assert ready["environment"].keys() == fresh["environment"].keys()
    assert set(ready["modules"]) ^ set(fresh["modules"]) == {"gpuscope.workloads.ready_child"}
    first, second = (stored(recorder.run_id) for recorder in recorders)
    assert (first.environment["worker"], second.environment["worker"]) == ("ready", "fresh")
    own = {"worker", "recorder.helper_cpu_time_s"}
    assert {key for key in first.environment if first.environment[key] != second.environment.get(key)} <= own
    results = [key for key in first.metrics if key in ("loss", "accuracy", "max_error", "drift")]
    assert [first.metrics[key].value for key in results] == [second.metrics[key].value for key in results]
    ours, theirs = losses(first), losses(second)  # reported by time, so not for the same steps in both
    assert {step: ours[step] for step in ours.keys() & theirs} == {step: theirs[step] for step in ours.keys() & theirs}
    assert first.spec == second.spec
    assert first.start_ns >= asked_ns  # the run begins when it is requested, not when its process starts


def losses(record: RunRecord) -> dict[int | None, float]:
    with StoreReader(store_url()) as reader:
        logs = [event for event in reader.events(record.run_id) if isinstance(event, Log)]
    return {log.step: float(log.values["loss"]) for log in logs if "loss" in log.values}


def test_a_worker_that_is_killed_while_it_waits_is_replaced_by_a_fresh_one(naps: Path, standby: StandbyRecorder) -> None:
    prepared(standby).kill()
    until(lambda: standby.poll(0.1) is None and standby.worker == "lost", 60)
    assert run(standby, *KERNEL)["state"] == "finished"
    assert stored(standby.run_id).environment["worker"] == "fresh"


def test_a_worker_that_is_killed_at_the_last_instant_is_replaced_too(naps: Path, standby: StandbyRecorder) -> None:
    worker = prepared(standby)
    recorder = next(process for process in with_words(of_home(), "--conducted-fd"))
    recorder.suspend()
    worker.kill()
    until(lambda: not is_running(worker.pid), 10)  # it has ended; the recorder has not been notified
    standby.begin({"arguments": list(KERNEL), "folder": str(Path.cwd()), "store": store_url()})
    recorder.resume()
    until(lambda: "state" in (standby.poll(0.1) or {}), 60)
    assert stored(standby.run_id).environment["worker"] == "fresh"


@pytest.mark.parametrize("victims", [("recorder", "first"), ("recorder", "second"), ("first", "second")])
def test_nothing_of_a_waiting_worker_survives_two_kills(naps: Path, standby: StandbyRecorder, victims: tuple[str, ...]) -> None:
    worker = prepared(standby)
    second = worker.parent()
    assert second is not None
    first = second.parent()
    assert first is not None
    recorder = first.parent()
    assert recorder is not None
    named = {"recorder": recorder, "first": first, "second": second}
    for victim in victims:
        with contextlib.suppress(ProcessLookupError):  # the first one's end may already have ended the second
            os.kill(named[victim].pid, signal.SIGKILL)
    until(lambda: _has_ended(worker))


def _has_ended(process: psutil.Process) -> bool:
    with contextlib.suppress(psutil.NoSuchProcess):  # it may end between the two questions
        return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE
    return True


def test_a_worker_ends_with_whoever_holds_it(naps: Path, standby: StandbyRecorder) -> None:
    prepared(standby)
    standby.close()
    until(lambda: not of_home())
    assert not standby.folder.exists()


def test_a_worker_ends_when_its_window_is_killed(naps: Path) -> None:
    code = (
        "import os, time\nfrom gpuscope.recording.standby_recorder import StandbyRecorder\n"
        f"held = StandbyRecorder({store_url()!r}, shows_progress=False)\nheld.prepare('kernel', os.getcwd())\n"
        "while not held.worker:\n    held.poll(0.1)\nprint(held.worker, flush=True)\ntime.sleep(600)"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as window:
        assert window.stdout is not None
        assert window.stdout.readline() == "ready\n"
        window.kill()
    until(lambda: not of_home())
    assert list((Path(os.environ["GPUSCOPE_HOME"]) / "runs").iterdir()) == []


@pytest.mark.parametrize(
    ("kind", "arguments"),
    [("kernel", ("--", "true")), ("inference", KERNEL), ("training", RANKS)],
    ids=["command", "kernel", "ranks"],
)
def test_what_needs_a_fresh_process_gets_one(naps: Path, standby: StandbyRecorder, kind: str, arguments: tuple[str, ...]) -> None:
    worker = prepared(standby, kind)
    assert run(standby, *arguments)["state"] == "finished"
    assert stored(standby.run_id).environment.get("worker") == (None if arguments[0] == "--" else "fresh")
    assert not worker.is_running()


def test_a_worker_may_be_asked_for_and_used_before_it_is_ready(standby: StandbyRecorder) -> None:
    standby.prepare("kernel", str(Path.cwd()))
    until(lambda: bool(workers()))
    assert run(standby, *KERNEL)["state"] == "finished"
    record = stored(standby.run_id)
    assert record.environment["worker"] == "importing"
    assert (record.steps, record.warmup_steps) == (5, 1), "it ended at once, as finished"


def test_a_refused_run_leaves_neither_worker_nor_folder(naps: Path, standby: StandbyRecorder) -> None:
    prepared(standby)
    assert "refused" in run(standby, "gemm", "--device", "cuda:7")
    until(lambda: not of_home())
    assert not standby.folder.exists()


def test_a_waiting_worker_takes_no_processor_time(standby: StandbyRecorder) -> None:
    worker = prepared(standby, "training")
    recorder = with_words(of_home(), "--conducted-fd")[0]
    before = [sum(process.cpu_times()[:2]) for process in (worker, recorder)]
    time.sleep(2)
    assert [sum(process.cpu_times()[:2]) for process in (worker, recorder)] == before
