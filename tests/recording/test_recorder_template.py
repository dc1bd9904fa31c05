"""Recorders that are forked from one process: their state, and what remains when either is killed."""

import os
import re
import select
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psutil
import pytest

from gpuscope.core.plan import ItemState, Plan, PlanItem, PlanKind, PlanState
from gpuscope.core.runspec import RunSpec
from gpuscope.recording.conductor import conduct
from gpuscope.recording.plan_observer import PlanObserver
from gpuscope.recording.plan_start import create_plan
from gpuscope.recording.recorder_template import ForkedRecorder, RecorderTemplate
from gpuscope.recording.standby_recorder import StandbyRecorder
from tests.recording.recorders import of_home, recorders_by_run, store_url, until, with_words

pytestmark = pytest.mark.skipif(not Path("/proc/self").exists(), reason="recorders are forked on Linux only")
OF_STATUS = ("Umask", "Uid", "Groups", "Threads", "SigBlk", "SigIgn", "SigCgt", "ShdPnd", "Cpus_allowed", "Mems_allowed", "NoNewPrivs")


@contextmanager
def a_template() -> Iterator[RecorderTemplate]:
    """Start a template during the test itself: before, the environment names another stage of the test."""
    with closing(RecorderTemplate(shows_progress=False)) as made:
        yield made


@contextmanager
def ready(template: RecorderTemplate | None) -> Iterator[tuple[StandbyRecorder, psutil.Process]]:
    """Start a recorder, and give it once it is ready, with its process."""
    recorder = StandbyRecorder(store_url(), shows_progress=False, template=template)
    try:
        recorder.wait_until_ready()
        yield recorder, recorders_by_run(of_home())[recorder.run_id]
    finally:
        recorder.discard()
        assert recorder.has_ended()


def state(process: psutil.Process) -> dict[str, object]:
    """Return what the kernel knows of a process and its owner could have passed on."""
    folder = Path(f"/proc/{process.pid}")
    status = dict(line.split(":", 1) for line in (folder / "status").read_text().splitlines())
    autogroup = folder / "autogroup"
    return {
        **{name: status.get(name) for name in OF_STATUS},
        "session": (os.getsid(process.pid) == process.pid, os.getpgid(process.pid) == process.pid, process.terminal()),
        "autogroup": autogroup.read_text().split()[-1] if autogroup.exists() else None,
        "environment": (folder / "environ").read_bytes(),
        "folder": process.cwd(),
        "limits": (folder / "limits").read_text(),
        "niceness": process.nice(),
        "oom score": (folder / "oom_score_adj").read_text(),
        "groups": (folder / "cgroup").read_text(),
    }


def descriptors(process: psutil.Process) -> list[str]:
    """Return the kinds of a process's open files."""
    links = [os.readlink(link) for link in Path(f"/proc/{process.pid}/fd").iterdir()]
    return sorted("run's folder" if "/runs/" in link else re.sub(r":\[\d+\]", "", link) for link in links)


def test_the_end_of_a_recorder_is_seen_whatever_the_number_of_its_descriptor(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise ValueError("filedescriptor out of range in select()")  # as from 1024 on

    monkeypatch.setattr(select, "select", refused)
    end, theirs = os.pipe()
    with closing(ForkedRecorder(end)) as recorder:
        with pytest.raises(subprocess.TimeoutExpired):
            recorder.wait(0.0)
        os.write(theirs, b"123")
        os.close(theirs)
        assert recorder.wait(5.0) == 0


def test_the_state_of_a_fork_is_that_of_a_fresh_process(monkeypatch: pytest.MonkeyPatch) -> None:
    with a_template() as template, ready(None) as (_, fresh), ready(template) as (_, forked):
        parent = forked.parent()
        assert parent is not None
        assert "--template-fd" in parent.cmdline()
        assert descriptors(parent) == ["/dev/null", "/dev/null", "/dev/null", "socket"], "it has opened nothing that forks could share"
        assert parent.num_threads() == 1
        expected = state(fresh)
        assert not {name: (value, expected[name]) for name, value in state(forked).items() if value != expected[name]}
        assert descriptors(forked) == sorted([*descriptors(fresh), "pipe"]), "one more, whose end tells the conductor of its end"
        assert any("numpy" in area.path for area in forked.memory_maps()), "its imports are done"
        assert template.is_as_fresh()
        monkeypatch.setenv("OMP_NUM_THREADS", "3")
        assert not template.is_as_fresh()


def test_a_fork_imports_nothing_more(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("PYTHONPROFILEIMPORTTIME", "1")
    with closing(RecorderTemplate(shows_progress=True)) as template, ready(template) as (recorder, _):
        assert "gpuscope.recording.results" in capfd.readouterr().err
        recorder.begin({"arguments": ["--", "true"], "folder": "/", "store": store_url(), "plan": "0", "item": 0})
        until(lambda: "state" in (recorder.poll(0.1) or {}))
        assert recorder.has_ended(10.0)
        imported = re.findall(r"import time:.*\| +(\S+)", capfd.readouterr().err)
    assert [name for name in imported if name.partition(".")[0] in ("gpuscope", "sqlalchemy", "numpy", "zstandard")] == []


def test_a_fork_outlives_its_template_and_ends_with_its_conductor() -> None:
    with a_template() as template, ready(template) as (recorder, forked):
        parent = forked.parent()
        assert parent is not None
        parent.kill()
        until(lambda: not template.is_as_fresh())
        assert recorder.poll(0.1) is None
        assert not recorder.has_ended()
        with pytest.raises(ConnectionError):
            StandbyRecorder(store_url(), shows_progress=False, template=template)
    until(lambda: not of_home())


@pytest.mark.parametrize("runs", [1, 2])
def test_only_a_plan_of_several_runs_waits_for_a_template(runs: int) -> None:
    class Looking(PlanObserver):
        def run_started(self, plan: Plan, item: PlanItem, folder: Path) -> None:
            templates.append(len(with_words(psutil.Process().children(), "--template-fd")))

    templates: list[int] = []
    items = [PlanItem(number, "", RunSpec("command", command=("true",))) for number in range(runs)]
    assert conduct(store_url(), create_plan(store_url(), PlanKind.QUEUE, "a queue", items), Looking()).state is PlanState.FINISHED
    assert templates == [0 if runs == 1 else 1] * runs
    until(lambda: not of_home())


def test_a_recorder_that_does_not_end_leaves_no_open_file() -> None:
    before = set(os.listdir("/proc/self/fd"))
    with a_template() as template:
        recorder = StandbyRecorder(store_url(), shows_progress=False, template=template)  # it is not even forked yet
        recorder.discard(0.0)
        assert not recorder.has_ended()
    assert set(os.listdir("/proc/self/fd")) == before
    until(lambda: not of_home())


def test_a_killed_template_costs_no_run() -> None:
    class Killing(PlanObserver):
        def run_started(self, plan: Plan, item: PlanItem, folder: Path) -> None:
            for process in with_words(psutil.Process().children(), "--template-fd"):  # its forks are not our children
                killed.append(process)
                process.kill()

    killed: list[psutil.Process] = []
    items = [PlanItem(number, "", RunSpec("command", command=("true",))) for number in range(3)]
    plan = conduct(store_url(), create_plan(store_url(), PlanKind.QUEUE, "a queue", items), Killing())
    assert (plan.state, {item.state for item in plan.items}) == (PlanState.FINISHED, {ItemState.DONE})
    assert all("earlier_runs" not in item.details for item in plan.items)
    assert killed
    until(lambda: not of_home())
