"""Processes that are prepared together for the runs of a ladder: who gets one, how many there are, and what ends them."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import ClassVar

import psutil
import pytest

from gpuscope.core.errors import GpuscopeError
from gpuscope.core.plan import Plan, PlanItem, PlanKind, PlanState
from gpuscope.core.runspec import RunSpec
from gpuscope.recording import guard, launch, planners, standby_pool, standby_recorder
from gpuscope.recording.conductor import conduct
from gpuscope.recording.ladder import ladder_options
from gpuscope.recording.plan_folder import request_stop
from gpuscope.recording.plan_observer import PlanObserver
from gpuscope.recording.plan_start import create_plan
from gpuscope.recording.planners import Planner
from gpuscope.recording.recorder_template import TEMPLATE_FLAG, RecorderTemplate
from gpuscope.recording.run_history import RunHistory
from gpuscope.recording.standby_pool import StandbyPool, batch_size
from gpuscope.recording.standby_recorder import READY
from gpuscope.system import paths
from gpuscope.system.settings import settings_file
from gpuscope.workloads import rungs
from gpuscope.workloads.capabilities import Capabilities
from tests.recording.recorders import of_home, recorders_by_run, store_url, until, with_words

GIB = 1024**3
SHORT = RunSpec("mnist-mlp", duration_s=0.1, warmup_steps=1, threads=1)
HOLDING = """
import os, time
from gpuscope.recording.standby_pool import StandbyPool

pool = StandbyPool({url!r}, shows_progress=False)
print("begins", flush=True)
pool.prepare({count}, "training", os.getcwd(), lambda: False)
print("prepared", flush=True)
time.sleep(600)
"""
UNPRIVILEGED = """
import ctypes, os, sys
ctypes.CDLL(None).prctl(24, 21, 0, 0, 0)  # PR_CAPBSET_DROP, CAP_SYS_ADMIN: fails for those who do not have it
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""
"""Executes Python without the right to set the niceness of sessions as often as it wants to."""


@pytest.fixture(autouse=True)
def roomy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine of two cores on mains, with memory for sixteen processes."""
    monkeypatch.setattr(standby_pool, "cpu_count", lambda: 2)
    monkeypatch.setattr(standby_pool, "free_memory_bytes", lambda: 9 * GIB)
    monkeypatch.setattr(standby_pool, "power_source", lambda: None)


class _Watching(PlanObserver):
    """Notes what was said, and the workload processes that wait when an item begins."""

    def __init__(self) -> None:
        self.notices: list[str] = []
        self.waiting: list[int] = []

    def item_begins(self, plan: Plan, item: PlanItem) -> None:
        self.waiting.append(len(waiting()))

    def notice(self, text: str) -> None:
        self.notices.append(text)


def waiting() -> list[psutil.Process]:
    """Return the workload processes that were started in advance."""
    return [process for process in with_words(of_home(), "workloads.ready_child") if "guard" not in " ".join(process.cmdline()[:4])]


def a_ladder(monkeypatch: pytest.MonkeyPatch) -> str:
    """Store a ladder of five runs: the base, one rung, and three that repeat these."""
    monkeypatch.setitem(rungs._LADDERS, ("cpu", "training"), (rungs.FUSED_OPTIMIZER,))
    options = ladder_options(SHORT, Capabilities.load()).to_json()
    return create_plan(store_url(), PlanKind.LADDER, "a ladder", options=options)


def origins(plan: Plan) -> list[object]:
    """Return how the workload process of each run started."""
    with RunHistory(store_url()) as history:
        return [history.find(str(item.run_id)).environment.get("worker") for item in plan.items]


class _Prepared(Planner):
    """Runs the items in order, with processes prepared for all of them."""

    def runs_ahead(self, plan: Plan) -> int:
        return sum(not item.state.is_settled for item in plan.items)


def prepared_plan(monkeypatch: pytest.MonkeyPatch, *specs: RunSpec, folders: Mapping[int, Path] | None = None) -> str:
    """Store a plan with processes prepared for all items; some may have a working folder of their own, by number."""
    monkeypatch.setitem(planners.PLANNERS, PlanKind.SWEEP, f"{__name__}:_Prepared")
    details = {number: {"folder": str(folder)} for number, folder in (folders or {}).items()}
    items = [PlanItem(number, "", spec, details=details.get(number, {})) for number, spec in enumerate(specs)]
    return create_plan(store_url(), PlanKind.SWEEP, "prepared", items)


def test_the_processes_of_a_quick_ladder_are_ready_before_its_first_run(naps: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    watching = _Watching()
    plan = conduct(store_url(), a_ladder(monkeypatch), watching)
    assert (plan.state, plan.reason) == (PlanState.FINISHED, None)
    assert [item.group for item in plan.items][:3] == ["base", "fused-optimizer", "base again"]
    assert origins(plan) == ["ready"] * 5
    assert watching.notices == ["preparing the processes of 5 runs"]
    assert watching.waiting == [5, 4, 3, 2, 1], "none is started between the runs, nor beside one"
    until(lambda: not of_home())
    assert len(list(paths.runs_folder(store_url()).iterdir())) == 5


def test_a_batch_that_is_used_up_is_followed_by_the_next(naps: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standby_pool, "_MOST", 1)
    watching = _Watching()
    plan = conduct(store_url(), prepared_plan(monkeypatch, SHORT, SHORT), watching)
    assert origins(plan) == ["ready"] * 2
    assert watching.notices == ["preparing the processes of 1 run"] * 2


def test_no_process_is_prepared_for_a_user_who_wants_none(naps: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings_file().parent.mkdir(parents=True, exist_ok=True)
    settings_file().write_text('{"start_at_once": false}')
    watching = _Watching()
    assert origins(conduct(store_url(), prepared_plan(monkeypatch, SHORT), watching)) == ["fresh"]
    assert (watching.notices, watching.waiting) == ([], [0])


def test_a_ladder_stopped_while_it_prepares_is_stopped_and_leaves_nothing(naps: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Stopping(PlanObserver):
        def notice(self, text: str) -> None:
            request_stop(store_url(), plan_id)

    plan_id = a_ladder(monkeypatch)
    plan = conduct(store_url(), plan_id, Stopping())
    assert (plan.state, plan.reason, plan.items) == (PlanState.STOPPED, "stopped on request", ())
    until(lambda: not of_home())
    assert list(paths.runs_folder(store_url()).iterdir()) == []


def test_a_run_of_another_kind_folder_or_environment_has_a_fresh_process(
    naps: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    class Changing(_Watching):
        def item_ended(self, plan: Plan, item: PlanItem) -> None:
            if item.number == 2:
                monkeypatch.setenv("OMP_NUM_THREADS", "1")

    kernel = RunSpec("gemm", steps=10, warmup_steps=1).with_values({"size": 64})
    watching = Changing()
    plan = conduct(store_url(), prepared_plan(monkeypatch, SHORT, kernel, SHORT, SHORT, folders={2: tmp_path}), watching)
    assert origins(plan) == ["ready", "fresh", "fresh", "fresh"]
    assert watching.notices == ["preparing the processes of 4 runs"]


def has_ended(process: psutil.Process) -> bool:
    try:
        return process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def test_processes_that_are_killed_while_they_wait_cost_no_run(naps: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Killing(_Watching):
        def item_ended(self, plan: Plan, item: PlanItem) -> None:
            killed = list(recorders_by_run(of_home()).values())
            for process in killed:
                process.kill()
            until(lambda: all(map(has_ended, killed)))  # not only without a command line: its connection must be closed

    plan = conduct(store_url(), prepared_plan(monkeypatch, SHORT, SHORT), Killing())
    assert plan.state is PlanState.FINISHED
    assert origins(plan)[0] == "ready"
    assert all("earlier_runs" not in item.details for item in plan.items)


@pytest.mark.parametrize("instant", ["begins", "prepared"])
def test_nothing_of_a_batch_survives_the_kill_of_its_conductor(naps: Path, instant: str) -> None:
    command = [sys.executable, "-c", HOLDING.format(url=store_url(), count=2)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as conductor:
        assert conductor.stdout is not None
        while conductor.stdout.readline().strip() != instant:
            pass
        until(lambda: len(recorders_by_run(of_home())) == 2)
        conductor.kill()
    until(lambda: not of_home())
    assert list(paths.runs_folder(store_url()).iterdir()) == []


def niceness_of(process: psutil.Process) -> int:
    """Return the niceness of a process's session."""
    return int(Path(f"/proc/{process.pid}/autogroup").read_text().split()[-1])


@pytest.mark.skipif(not os.access("/proc/self/autogroup", os.W_OK), reason="this kernel has no autogroups")
def test_each_session_of_a_batch_has_the_niceness_of_its_plan(naps: Path) -> None:
    command = [sys.executable, "-c", UNPRIVILEGED, "-c", HOLDING.format(url=store_url(), count=8)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as conductor:
        assert conductor.stdout is not None
        guard.renice_session(7, f"/proc/{conductor.pid}/autogroup")
        wanted = guard.niceness(f"/proc/{conductor.pid}/autogroup")
        while conductor.stdout.readline().strip() != "prepared":
            pass
        sessions = [*recorders_by_run(of_home()).values(), *waiting()]
        found = [niceness_of(process) for process in sessions]
        conductor.kill()
    assert found == [wanted] * 16
    until(lambda: not of_home())


def test_a_batch_is_limited_by_the_runs_the_cores_and_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [batch_size(runs) for runs in (0, 3, 50)] == [0, 3, 10]
    monkeypatch.setattr(standby_pool, "cpu_count", lambda: 64)
    assert batch_size(50) == 16
    sizes: Mapping[float, int] = {3.9: 0, 4.2: 0, 4.3: 1, 5.0: 3}
    for free_gib, size in sizes.items():
        monkeypatch.setattr(standby_pool, "free_memory_bytes", lambda free_gib=free_gib: int(free_gib * GIB))
        assert batch_size(50) == size, f"{free_gib} GiB"
    monkeypatch.setattr(standby_pool, "free_memory_bytes", lambda: None)
    assert batch_size(50) == 16
    monkeypatch.setattr(standby_pool, "power_source", lambda: "battery")
    assert batch_size(50) == 0


class _Started(standby_recorder.StandbyRecorder):
    """A recorder; whether it was forked is noted."""

    forked: ClassVar[list[bool]]

    def __init__(self, url: str, *, shows_progress: bool, template: RecorderTemplate | None = None) -> None:
        self.forked.append(template is not None)
        super().__init__(url, shows_progress=shows_progress, template=template)


@pytest.fixture
def forked(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """The recorders that a pool starts: whether each is forked from the template."""
    monkeypatch.setattr(_Started, "forked", [], raising=False)
    monkeypatch.setattr(standby_pool, "StandbyRecorder", _Started)
    return _Started.forked


@contextlib.contextmanager
def a_pool() -> Iterator[StandbyPool]:
    pool = StandbyPool(store_url(), shows_progress=False)
    try:
        yield pool
    finally:
        pool.close()
        pool.end_template()


def test_a_recorder_that_refuses_is_not_tried_twice(forked: list[bool]) -> None:
    paths.home().mkdir()
    paths.runs_folder(store_url()).touch()
    with a_pool() as pool, pytest.raises(GpuscopeError, match="cannot be made"):
        pool.claim(is_last=False)
    assert forked == [True]


def test_a_recorder_that_hangs_is_not_tried_twice(forked: list[bool], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standby_recorder, "READY_S", 0.05)
    with a_pool() as pool:
        with pytest.raises(GpuscopeError, match="did not start"):
            pool.claim(is_last=False)
        assert not pool._waiting
        until(lambda: not recorders_by_run(of_home()))
    assert forked == [True]


@pytest.mark.parametrize("is_forked", [True, False], ids=["forked", "fresh"])
def test_a_recorder_that_does_not_end_is_killed(is_forked: bool, forked: list[bool]) -> None:
    with a_pool() as pool:
        recorder = pool.claim(is_last=not is_forked)
        assert forked == [is_forked]
        process = recorders_by_run(of_home())[recorder.run_id]
        process.suspend()
        recorder.discard(0.1)
        until(lambda: has_ended(process))
        assert not recorder.folder.exists()


def test_a_template_that_cannot_import_costs_no_run(forked: list[bool], monkeypatch: pytest.MonkeyPatch) -> None:
    failing, usual = [sys.executable, "-c", "raise ImportError('numpy')"], launch.recorder_command
    monkeypatch.setattr(launch, "recorder_command", lambda words: failing if TEMPLATE_FLAG in words else usual(words))
    with a_pool() as pool:
        recorder = pool.claim(is_last=False)
        assert recorder.is_ready
        recorder.discard()
    assert forked[-1] is False


def test_a_process_that_hangs_costs_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    class Recorder:
        made: ClassVar[list["Recorder"]] = []

        def __init__(self, *_: object, **__: object) -> None:
            self.hangs, self.worker, self.is_discarded = not self.made, "", False
            self.made.append(self)

        def prepare(self, *_: object) -> None:
            pass

        def poll(self, _: float) -> None:
            self.worker = "" if self.hangs else READY

        def discard(self) -> None:
            self.is_discarded = True

    monkeypatch.setattr(standby_pool, "StandbyRecorder", Recorder)
    monkeypatch.setattr(standby_pool, "is_possible", lambda: False)
    monkeypatch.setattr(standby_pool, "READY_S", 0.05)
    pool = StandbyPool("sqlite://", shows_progress=False)
    pool.prepare(3, "training", "/", lambda: False)
    assert [recorder.is_discarded for recorder in Recorder.made] == [True, False, False]
    assert pool.has_prepared
