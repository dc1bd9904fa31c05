"""Complete runs over two ranks: their stored results, a killed rank, a stop, two machines."""

import json
import os
import signal
import socket
import subprocess
import time
from pathlib import Path

import psutil
import pytest

from gpuscope.core.event import Log
from gpuscope.core.tolerance import TOLERANCES
from gpuscope.storage.store import StoreReader
from gpuscope.system.settings import store_url
from gpuscope.workloads.launch import PARALLEL
from tests.recording.recorders import command, gpuscope, recorder, until

TINY = ("--device", "cpu", "--threads", "1", "--warmup-steps", "2", "--json")
ENDLESS = ("--steps", "100000000")
WAITING = ("ddp", "pipeline-parallel")
"""A form whose ranks wait for all others, and a form whose ranks wait for their neighbours; the rest wait like the first."""
PATIENCE_S = 60.0


def ranks_below(process: "subprocess.Popen[str]") -> dict[int, psutil.Process]:
    """Return the processes of the ranks, by rank."""
    found = {}
    for one in psutil.Process(process.pid).children(recursive=True):
        try:
            number = one.environ().get("RANK")
        except psutil.Error:
            continue
        if number is not None:
            found[int(number)] = one
    return found


def steps_taken(home: Path, pid: int) -> int:
    """Return the number of steps that a rank has made, from its ring."""
    ring = next(home.glob(f"runs/*/steps-{pid}.ring"), None)
    return 0 if ring is None else int.from_bytes(ring.read_bytes()[64:72], "little")


def in_the_middle(process: "subprocess.Popen[str]", home: Path) -> dict[int, psutil.Process]:
    """Wait until both ranks train, and return them."""
    until(lambda: len(list(home.glob("runs/*/steps-*.ring"))) == 2, PATIENCE_S)  # looking through all processes takes longer
    ranks = ranks_below(process)
    assert sorted(ranks) == [0, 1]
    until(lambda: all(steps_taken(home, one.pid) > 10 for one in ranks.values()), PATIENCE_S)
    return ranks


@pytest.mark.slow
@pytest.mark.parametrize("form", [pytest.param(form, marks=[] if form in WAITING else pytest.mark.long) for form in sorted(PARALLEL)])
def test_a_rank_that_is_killed_ends_all_and_the_run_says_which_and_why(gpuscope_home: Path, form: str) -> None:
    with recorder("run", "mnist-mlp", "--optimize", form, "--ranks", "2", *ENDLESS, *TINY) as process:
        ranks = in_the_middle(process, gpuscope_home)
        ranks[1].send_signal(signal.SIGKILL)
        begin = time.monotonic()
        out, _ = process.communicate(timeout=PATIENCE_S)
    assert time.monotonic() - begin < 15
    assert not [one for one in ranks.values() if one.is_running()]
    assert process.returncode == 1
    document = json.loads(out)
    assert document["state"] == "failed"
    assert document["reason"] == "rank 1 was ended from outside or by itself: SIGKILL (killed); the other ranks were ended"
    assert document["steps"] > 0


@pytest.mark.slow
def test_ranks_are_streams_of_one_run_and_stop_after_the_same_step_with_what_they_measured(gpuscope_home: Path) -> None:
    with recorder("run", "mnist-mlp", "--optimize", "ddp", "--ranks", "2", *ENDLESS, *TINY) as process:
        ranks = in_the_middle(process, gpuscope_home)
        until(lambda: all(steps_taken(gpuscope_home, one.pid) > 300 for one in ranks.values()), PATIENCE_S)
        (folder,) = (gpuscope_home / "runs").iterdir()
        assert gpuscope("stop", folder.name).code == 0
        out, _ = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 130
    document = json.loads(out)
    assert (document["state"], document["name"]) == ("stopped", "mnist-mlp cpu fp32 1 thread 2 ranks ddp")
    with StoreReader(store_url()) as reader:
        logs = [event for event in reader.events(document["run_id"]) if isinstance(event, Log)]
        counts = {reader.steps(document["run_id"], one.pid).size for one in ranks.values()}
    assert counts == {document["steps"] + 2}
    assert document["samples"] == 64 * document["steps"]
    metrics, facts = document["metrics"], document["environment"]
    assert metrics["throughput"]["value"] == pytest.approx(document["samples"] / document["duration_s"])
    assert metrics["accuracy"]["value"] > 0.5
    assert metrics["flops"]["value"] > 0
    assert metrics["mfu"]["value"] > 0
    assert "stopped" in metrics["drift"]["reason"]
    assert metrics["phase_time_backward"]["value"] > 0
    assert (facts["ranks"], facts["collectives"]) == (2, "gloo")
    told = {key for log in logs for key in log.values}
    assert {"loss", *(f"{key} rank {rank}" for key in ("loss", "throughput") for rank in (0, 1))} <= told
    assert not [log.text for log in logs if log.level == "warning"]


@pytest.mark.slow
def test_machines_meet_and_each_run_tells_its_share(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("localhost", 0))
        meeting = f"localhost:{free.getsockname()[1]}"
    arguments = ("run", "mnist-mlp", "--optimize", "ddp", "--nodes", "2", "--rendezvous", meeting, "--steps", "100", *TINY)
    machines = [
        subprocess.Popen(
            command(*arguments),
            env={**os.environ, "GPUSCOPE_HOME": str(tmp_path / name), "GLOO_SOCKET_IFNAME": "lo"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for name in ("one", "other")
    ]
    found = [json.loads(machine.communicate(timeout=PATIENCE_S)[0]) for machine in machines]
    assert [one["state"] for one in found] == ["finished", "finished"]
    assert [(one["steps"], one["samples"], one["environment"]["ranks"]) for one in found] == [(100, 3200, 2)] * 2
    assert all(0 < one["metrics"]["drift"]["value"] <= TOLERANCES["fp32"] for one in found)
    accuracies = [one["metrics"]["accuracy"] for one in found]
    assert sorted(one["value"] is None for one in accuracies) == [False, True]
    assert "on another machine" in next(one["reason"] for one in accuracies if one["value"] is None)
