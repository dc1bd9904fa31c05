"""Workloads as forks of a process that has made their imports: what they are like beside fresh ones, and what ends them."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import psutil
import pytest

from gpuscope.core.plan import ItemState, Plan, PlanItem, PlanKind
from gpuscope.core.run import RunState
from gpuscope.core.runspec import RunSpec
from gpuscope.core.sweep_axes import parse_axis
from gpuscope.recording import conductor
from gpuscope.recording.conductor import Unobserved, conduct
from gpuscope.recording.forks import ForkServer
from gpuscope.recording.guarded_process import MARKER
from gpuscope.recording.ladder import LadderPlanner, ladder_options
from gpuscope.recording.plan_start import create_plan
from gpuscope.recording.run_folder import new_run_id
from gpuscope.recording.standby_recorder import CONDUCTED_FLAG, StandbyRecorder
from gpuscope.recording.sweep import sweep_items, sweep_options
from gpuscope.storage.store import StoreReader
from gpuscope.system import paths, processes
from gpuscope.workloads.capabilities import Capabilities
from gpuscope.workloads.workload_table import fork_kind, workload
from tests.recording.conducted_runs import INFERENCE, KERNEL, RANKS, STATE_AT_THE_END, TRAINING, losses, run, stored
from tests.recording.recorders import command, gpuscope, of_home, store_url, until, with_words

LONG = ("gemm", "--set", "size=64", "--duration", "60s")


@contextmanager
def fork_server(kind: str = "kernel", folder: Path | None = None) -> Iterator[ForkServer]:
    """Have one; pytest tells each phase of a test by a variable, so that a fixture's would not fit the test."""
    server = ForkServer(kind, str(folder or Path.cwd()), str(paths.runs_folder(store_url()) / new_run_id()))
    try:
        assert server.wait_until_ready(lambda: False)
        yield server
    finally:
        server.close()
        until(lambda: not of_home())


@pytest.fixture
def standby() -> Iterator[StandbyRecorder]:
    with fork_server() as server:
        recorder = a_recorder(server)
        yield recorder
        recorder.discard()


def a_recorder(server: ForkServer | None) -> StandbyRecorder:
    recorder = StandbyRecorder(store_url(), shows_progress=False, fork_server=server)
    recorder.wait_until_ready()
    return recorder


def fork_point_of(recorder: StandbyRecorder) -> psutil.Process:
    (child,) = psutil.Process(recorder._process.pid).children()
    return child


def begun(recorder: StandbyRecorder, *arguments: str) -> list[psutil.Process]:
    """Have it record, and return recorder, first and second guard and workload once that runs."""
    recorder.begin({"arguments": list(arguments), "folder": str(Path.cwd()), "store": store_url()})
    until(lambda: "started" in (recorder.poll(0.1) or {}))
    chain = [psutil.Process(recorder._process.pid)]
    while len(chain) < 4:
        chain.append(next(child for child in chain[-1].children() if not with_words([child], "sensors.helper")))
    return chain


def started_as(run_id: str) -> str:
    return str(stored(run_id).environment["worker"])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "arguments", "variables"),
    [("training", TRAINING, {}), ("inference", INFERENCE, {"OMP_NUM_THREADS": "2", "MKL_NUM_THREADS": "1"}), ("kernel", KERNEL, {})],
    ids=["training", "inference", "kernel"],
)
def test_a_fork_is_as_a_fresh_process(
    kind: str, arguments: tuple[str, ...], variables: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sitecustomize.py").write_text(STATE_AT_THE_END)
    states, folder = tmp_path / "states", tmp_path / "folder"
    states.mkdir()
    folder.mkdir()
    for name, value in {**variables, "PYTHONHASHSEED": "0", "PYTHONPATH": str(tmp_path), "STATES": str(states)}.items():
        monkeypatch.setenv(name, value)
    if kind == "inference":  # else one of them would train the model first
        gpuscope("run", *arguments)
    with fork_server(kind, folder) as server:
        recorders = [a_recorder(server), a_recorder(None), a_recorder(server)]
        for recorder in recorders:
            assert run(recorder, *arguments, folder=folder)["state"] == "finished"
            recorder.close()
            assert recorder.has_ended(10)
    first, fresh, second = (json.loads((states / recorder.run_id).read_text()) for recorder in recorders)
    compared = first.keys() - {"environment", "modules", "arguments", "python", "resident", "native_threads"}
    for fork in (first, second):
        assert {key: (fork[key], fresh[key]) for key in compared if fork[key] != fresh[key]} == {}
        assert {key for key, value in fork["environment"].items() if fresh["environment"].get(key) != value} == {MARKER, "GPUSCOPE_CHANNEL"}
        assert fork["environment"].keys() == fresh["environment"].keys()
        own = {"gpuscope.workloads.ready_child", "gpuscope.workloads.forked_child", "gpuscope.system.mapped_pages"}
        own |= {"gpuscope.recording", "gpuscope.recording.guard", "gpuscope.recording.fork_server", "gpuscope.system.inheritance"}
        assert set(fork["modules"]) - set(fresh["modules"]) <= own
        assert set(fresh["modules"]) <= set(fork["modules"])
        assert fork["arguments"] == fresh["arguments"]
        assert fork["resident"] == pytest.approx(fresh["resident"], rel=0.03)
        assert fresh["native_threads"] - fork["native_threads"] in (0, idle_blas_threads())
    assert len({first["python"], fresh["python"], second["python"]}) == 3, "random numbers that nobody has seeded"
    runs = [stored(recorder.run_id) for recorder in recorders]
    assert [record.environment["worker"] for record in runs] == ["forked", "fresh", "forked"]
    own_facts = {"worker", "recorder.helper_cpu_time_s"}
    assert {key for key in runs[0].environment if runs[0].environment[key] != runs[1].environment.get(key)} <= own_facts
    results = [key for key in runs[0].metrics if key in ("loss", "accuracy", "max_error", "drift")]
    for record in (runs[0], runs[2]):
        assert [record.metrics[key].value for key in results] == [runs[1].metrics[key].value for key in results]
        ours, theirs = losses(record), losses(runs[1])  # told by the clock, so not of the same steps each time
        assert {step: ours[step] for step in ours.keys() & theirs} == {step: theirs[step] for step in ours.keys() & theirs}
        assert record.spec == runs[1].spec


def idle_blas_threads() -> int:
    """Return how many threads numpy's OpenBLAS starts when it is imported, which wait; a fork has them once a product needs them."""
    return len(os.sched_getaffinity(0)) - 1


def test_a_fork_stands_where_a_fresh_process_would(standby: StandbyRecorder) -> None:
    recorder, first, second, workload = begun(standby, *LONG)
    assert first.ppid() == recorder.pid == os.getsid(recorder.pid)
    assert [os.getpgid(process.pid) for process in (first, second)] == [first.pid, first.pid]
    assert os.getsid(workload.pid) == workload.pid
    assert workload.environ()[MARKER] == standby.run_id
    assert workload.environ()["GPUSCOPE_CHANNEL"] == str(standby.folder)
    assert "torch" not in Path(f"/proc/{recorder.pid}/maps").read_text()
    workload.kill()
    until(lambda: "state" in (standby.poll(0.1) or {}))
    record = stored(standby.run_id)
    assert (record.state, record.environment["worker"]) == (RunState.FAILED, "forked")
    assert "SIGKILL" in str(record.reason)


def test_a_stop_reaches_a_fork(standby: StandbyRecorder) -> None:
    recorder, *_ = begun(standby, *LONG)
    recorder.send_signal(signal.SIGINT)
    ended = {}
    until(lambda: "state" in ended or ended.update(standby.poll(0.1) or {}))
    assert ended["state"] == "stopped"


@pytest.mark.parametrize("victims", [(0, 1), (0, 2), (1, 2)], ids=["recorder and first", "recorder and second", "both guards"])
def test_nothing_of_a_forked_run_survives_two_kills(standby: StandbyRecorder, victims: tuple[int, int]) -> None:
    chain = begun(standby, *LONG)
    workload = chain[3]
    for victim in victims:
        chain[victim].kill()
    if 0 in victims:
        until(lambda: not workload.is_running() or workload.status() == psutil.STATUS_ZOMBIE)
        return
    assert standby.poll(1.0) is None, "the recorder has adopted the workload, and goes on"
    chain[0].send_signal(signal.SIGTERM)
    until(lambda: "state" in (standby.poll(0.1) or {}))


def test_what_is_left_after_three_kills_is_found_by_its_environment(standby: StandbyRecorder) -> None:
    *others, workload = begun(standby, *LONG)
    for process in others:
        process.suspend()
    for process in others:
        process.kill()
    until(lambda: not any(process.is_running() and process.status() != psutil.STATUS_ZOMBIE for process in others))
    assert workload.is_running()
    assert processes.end_orphans(MARKER, standby.run_id) == 1
    until(lambda: not workload.is_running() or workload.status() == psutil.STATUS_ZOMBIE)


def test_a_run_goes_on_without_its_fork_server_and_the_next_starts_afresh() -> None:
    with fork_server() as server:
        before = a_recorder(server)
        begun(before, "gemm", "--set", "size=64", "--duration", "1s")
        server._process.kill()
        server._process.wait()
        until(lambda: "state" in (before.poll(0.1) or {}))
        after = a_recorder(server)
        assert run(after, *KERNEL)["state"] == "finished"
        assert (started_as(before.run_id), started_as(after.run_id)) == ("forked", "fresh")
        for recorder in (before, after):
            recorder.close()
            assert recorder.has_ended(10)


def test_a_fork_point_that_is_killed_while_it_waits_is_replaced_by_a_fresh_process(standby: StandbyRecorder) -> None:
    fork_point_of(standby).kill()
    assert run(standby, *KERNEL)["state"] == "finished"
    assert started_as(standby.run_id) == "fresh"


@pytest.mark.parametrize("victim", ["recorder", "conductor"])
def test_a_fork_point_ends_with_whoever_holds_it(standby: StandbyRecorder, victim: str) -> None:
    fork_point = fork_point_of(standby)
    if victim == "recorder":
        psutil.Process(standby._process.pid).kill()
    else:
        standby.close()
    until(lambda: not fork_point.is_running() or fork_point.status() == psutil.STATUS_ZOMBIE)
    standby.discard()
    assert not standby.folder.exists()


def test_nothing_is_left_of_a_conductor_that_is_killed() -> None:
    code = (
        "import os, time\nfrom gpuscope.recording.forks import ForkServer\n"
        "from gpuscope.recording.standby_recorder import StandbyRecorder\n"
        f"server = ForkServer('kernel', os.getcwd(), {str(paths.runs_folder(store_url()) / new_run_id())!r})\n"
        "server.wait_until_ready(lambda: False)\n"
        f"held = StandbyRecorder({store_url()!r}, shows_progress=False, fork_server=server)\nheld.wait_until_ready()\n"
        "print(held.is_ready, flush=True)\ntime.sleep(600)"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "True\n"
        assert len(of_home()) == 4, "the holder, its server, a recorder and a fork point"
        holder.kill()
    until(lambda: not of_home())


@pytest.mark.parametrize("change", ["variable", "folder", "processors"])
def test_what_a_fresh_process_would_have_otherwise_is_a_fresh_process(change: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with fork_server() as server:
        if change == "variable":
            monkeypatch.setenv("OMP_NUM_THREADS", "1")
        recorder = a_recorder(server)
        assert len(psutil.Process(recorder._process.pid).children()) == (0 if change == "variable" else 1)
        if change == "processors":
            os.sched_setaffinity(recorder._process.pid, {min(os.sched_getaffinity(0))})
        assert run(recorder, *KERNEL, folder=tmp_path if change == "folder" else None)["state"] == "finished"
        assert started_as(recorder.run_id) == "fresh"
        recorder.close()
        assert recorder.has_ended(10)


@pytest.mark.parametrize("arguments", [("--", "true"), INFERENCE, RANKS], ids=["command", "another kind", "ranks"])
def test_what_needs_a_process_of_its_own_gets_one(standby: StandbyRecorder, arguments: tuple[str, ...]) -> None:
    fork_point = fork_point_of(standby)
    assert run(standby, *arguments)["state"] == "finished"
    assert stored(standby.run_id).environment.get("worker") == (None if arguments[0] == "--" else "fresh")
    assert not fork_point.is_running()


def test_only_what_computes_on_the_processor_alone_and_is_not_profiled_may_be_a_fork() -> None:
    spec = RunSpec("mnist-mlp", device="cpu")
    assert fork_kind(spec) == "training"
    assert fork_kind(RunSpec("gemm", device="cpu")) == "kernel"
    assert fork_kind(RunSpec("mnist-mlp", device="cuda:0")) is None
    assert fork_kind(spec.with_values({"profile": "steps=1:2"})) is None
    assert fork_kind(spec.with_values({"workers": 2})) is None
    assert fork_kind(RunSpec("command", command=("true",))) is None


def test_a_waiting_fork_server_takes_no_processor_time(standby: StandbyRecorder) -> None:
    waiting = [fork_point_of(standby), *with_words(of_home(), "recording.fork_server")]
    assert len(waiting) == 3, "fork point, server, and the fork point by its parent's command line"
    before = [sum(process.cpu_times()[:2]) for process in waiting]
    time.sleep(2)
    assert [sum(process.cpu_times()[:2]) for process in waiting] == before


@pytest.mark.parametrize("thorough", [False, True], ids=["quick", "thorough"])
def test_rungs_of_a_quick_ladder_are_forks_and_repeats_of_a_thorough_one_are_not(thorough: bool) -> None:
    options = ladder_options(RunSpec("mnist-mlp", device="cpu"), Capabilities.load(), thorough=thorough)
    plan = Plan("p00000000000a", PlanKind.LADDER, "a ladder", datetime(2026, 11, 22, tzinfo=UTC), options, ())
    asked = LadderPlanner().forked_as(plan)
    assert (None if asked is None else fork_kind(asked)) == (None if thorough else "training")


def a_sweep(sizes: str, duration_s: float = 0.1) -> str:
    """Store a sweep over the size of a matrix product; return the plan's id."""
    asked = RunSpec("gemm", device="cpu").with_values({"duration_s": duration_s, "warmup_steps": 1})
    options = sweep_options(asked, [parse_axis(workload("gemm").all_options["size"], sizes)], Capabilities.load())
    return create_plan(store_url(), PlanKind.SWEEP, "a sweep", sweep_items(options), options)


def ways(plan: Plan) -> list[str]:
    assert {item.state for item in plan.items} == {ItemState.DONE}
    return [started_as(str(item.run_id)) for item in plan.items]


class CountsRecorders(Unobserved):
    def __init__(self) -> None:
        self.counts: list[int] = []

    def item_ended(self, plan: Plan, item: PlanItem) -> None:
        self.counts.append(len(with_words(of_home(), CONDUCTED_FLAG)))


def test_the_cells_of_a_sweep_are_forks_of_one_process_and_no_recorder_starts_beside_them() -> None:
    observer = CountsRecorders()
    assert ways(conduct(store_url(), a_sweep("32,64,128"), observer)) == ["forked"] * 3
    assert max(observer.counts) <= 1, "that of the run which has just ended"
    until(lambda: not of_home())


def test_with_little_free_memory_a_plan_has_no_fork_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conductor, "free_memory_bytes", lambda: 4 * 1024**3 - 1)
    assert ways(conduct(store_url(), a_sweep("32,64"))) == ["fresh"] * 2


def test_a_killed_conductor_leaves_the_run_and_no_fork_server_and_is_resumed() -> None:
    plan_id = a_sweep("32,64", duration_s=2.0)
    with subprocess.Popen(command("resume", plan_id), stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as killed:
        until(lambda: with_words(of_home(), "sensors.helper"))
        killed.kill()
    until(lambda: not of_home())
    assert ways(conduct(store_url(), plan_id)) == ["forked"] * 2
    with StoreReader(store_url()) as reader:
        assert len(list(reader.runs())) == 2


def test_a_stop_during_the_imports_of_a_fork_server_stops_the_plan() -> None:
    plan_id = a_sweep("32,64")
    with subprocess.Popen(command("resume", plan_id), stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as stopped:
        until(lambda: with_words(of_home(), "recording.fork_server"))
        stopped.send_signal(signal.SIGTERM)
    until(lambda: not of_home())
    assert ways(conduct(store_url(), plan_id)) == ["forked"] * 2
