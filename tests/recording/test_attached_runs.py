"""`gpuscope attach` through real recorders: a running process becomes a run, and is never affected."""

import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from gpuscope.core.event import Log
from gpuscope.storage.store import StoreReader
from gpuscope.system import processes
from tests.recording.recorders import Done, gpuscope, of_home, recorder, store_url, until

BUSY = "import sys\nwhile True: sum(range(10000))"
PARENT = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import time; time.sleep(60)'])"


@contextlib.contextmanager
def running(script: str, *arguments: str, **variables: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process that gpuscope has not started and that has nothing of this test's home."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GPUSCOPE_")}
    process = subprocess.Popen(
        [sys.executable, "-c", script, *arguments], env={**environment, **variables}, stdin=subprocess.DEVNULL, start_new_session=True
    )
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def untouched(process: subprocess.Popen[bytes]) -> bool:
    return process.poll() is None and processes.is_running(process.pid) and not processes.is_stopped(process.pid)


def detached(*arguments: str) -> str:
    done = gpuscope("attach", "--detach", "--json", *arguments)
    assert done.code == 0, done.err
    return str(done.document["run_id"])


def shown(run_id: str = "last") -> Done:
    return gpuscope("show", run_id, "--json")


def test_a_process_is_recorded_for_so_long_and_goes_on() -> None:
    with running(BUSY, "--password", "swordfish", CUDA_VISIBLE_DEVICES="") as process:
        done = gpuscope("attach", str(process.pid), "--seconds", "3", "--json")
        assert untouched(process)
    assert done.code == 0, done.err
    run = done.document
    assert (run["state"], run["exit_code"], run["signal"]) == ("finished", None, None)
    assert run["reason"] == "recording ended; the process goes on"
    assert run["spec"]["workload"] == "attached"
    assert run["spec"]["command"][:2] == [sys.executable, "-c"]
    assert "swordfish" not in done.out
    assert run["name"].startswith("attached to python")
    assert run["environment"]["attached.pid"] == process.pid
    assert run["environment"]["attached.started"]
    assert run["environment"]["working_folder"] == str(Path.cwd())
    assert run["wall_s"] == pytest.approx(3.0, abs=0.7)
    assert 0 < run["window_start_s"] < 3
    assert run["duration_s"] == pytest.approx(run["wall_s"] - run["window_start_s"], abs=0.02)
    tree = next(device for device in run["devices"] if device["device"] == "workload")
    assert tree["metrics"]["cpu_time"]["value"] > 0.2
    energy = run["metrics"]["energy"]  # of the GPU, which is hidden from the process, or without one of the processor
    assert energy.get("value") is not None or energy["reason"].startswith("cpu: ") or "CUDA_VISIBLE_DEVICES" in energy["reason"]
    until(lambda: not of_home())


def test_the_tree_below_the_process_counts() -> None:
    with running(PARENT) as process:
        until(lambda: processes.children(process.pid))
        run = gpuscope("attach", str(process.pid), "--seconds", "2", "--json").document
    with StoreReader(store_url()) as reader:
        assert max(reader.series(run["run_id"], "workload", "processes").values) == 2


def test_it_ends_when_the_process_ends() -> None:
    with running("import time; time.sleep(60)") as process:
        run_id = detached("--name", "watched", str(process.pid))
        process.terminate()
        process.wait()
        until(lambda: shown(run_id).document["state"] != "running")
    run = shown(run_id).document
    assert (run["name"], run["state"], run["exit_code"]) == ("watched", "finished", None)
    assert run["reason"] == "ended; only its parent knows its exit code"
    until(lambda: not of_home())


def test_mark_and_stop_end_the_recording_and_not_the_process() -> None:
    with running("import time; time.sleep(60)") as process:
        run_id = detached(str(process.pid))
        assert gpuscope("mark", run_id, "here").code == 0
        with recorder("show", run_id, "--follow", "--json") as follower:
            stopped = gpuscope("stop", run_id)
            out, _ = follower.communicate(timeout=30)
        assert stopped.code == 0, stopped.err
        assert "the process goes on" in stopped.out
        assert untouched(process)
    assert json.loads(out)["state"] == "finished"
    with StoreReader(store_url()) as reader:
        assert [one.text for one in reader.events(run_id, ["log"]) if isinstance(one, Log) and one.level == "mark"] == ["here"]


def test_ctrl_c_ends_the_recording_in_good_order() -> None:
    with running("import time; time.sleep(60)") as process:
        with recorder("attach", str(process.pid), "--json") as watching:
            until(lambda: any(Path(os.environ["GPUSCOPE_HOME"]).glob("runs/*/recorder.sock")))
            watching.send_signal(signal.SIGINT)
            out, err = watching.communicate(timeout=30)
        assert untouched(process)
    assert watching.returncode == 0, err
    assert json.loads(out)["reason"] == "recording ended; the process goes on"


def test_a_killed_recorder_leaves_the_process_alone_and_the_next_start_takes_the_run_in() -> None:
    with running("import time; time.sleep(60)") as process:
        with recorder("attach", str(process.pid)) as watching:
            until(lambda: gpuscope("runs", "--json").document["runs"])
            watching.kill()
            watching.wait()
            until(lambda: not of_home())
        assert untouched(process)
        assert gpuscope("run", "--", "true").code == 0
        assert untouched(process)
    runs = {run["name"]: run for run in gpuscope("runs", "--json").document["runs"]}
    assert runs["true"]["state"] == "finished"
    (recovered,) = [run for name, run in runs.items() if name.startswith("attached to")]
    assert recovered["state"] == "interrupted"
    assert shown(recovered["run_id"]).document["environment"]["attached.pid"] == process.pid


def test_the_machine_is_recorded_with_no_process() -> None:
    done = gpuscope("attach", "--machine", "--seconds", "2", "--json")
    assert done.code == 0, done.err
    run = done.document
    assert (run["name"], run["state"], run["reason"]) == ("this machine", "finished", None)
    assert run["spec"] == {"workload": "attached", "command": []}
    cpu = next(device for device in run["devices"] if device["device"] == "cpu")
    assert 0 <= cpu["metrics"]["utilization_mean"]["value"] <= 1
    assert gpuscope("show", "last").code == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "nothing to attach to"),
        (("--machine", "1"), "not both"),
        (("nonsense",), "'nonsense'"),
        (("0",), "'0'"),
        (("4194400",), "no process 4194400"),
        (("--machine", "--seconds", "0"), "--seconds"),
    ],
)
def test_what_cannot_be_attached_to_is_told(arguments: tuple[str, ...], words: str) -> None:
    done = gpuscope("attach", *arguments)
    assert done.code == 2, done.err
    assert words in done.err
    assert not gpuscope("runs", "--json").document["runs"]


def test_a_process_that_has_ended_and_waits_for_its_parent_is_none() -> None:
    with running("") as process:
        until(lambda: not processes.is_running(process.pid))
        done = gpuscope("attach", str(process.pid))
    assert done.code == 2
    assert "has ended" in done.err
