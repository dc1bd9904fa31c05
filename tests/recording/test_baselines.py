"""`--baseline` through a real recorder and the stand-in NVML, and idle minutes of a monitored machine."""

import re
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from gpuscope.core.device import Device, DeviceKind
from gpuscope.core.event import Phase, Result, Sample
from gpuscope.core.runspec import RunSpec
from gpuscope.recording.baseline_stage import BaselineStage
from gpuscope.recording.idle_power import IdleMinutes
from gpuscope.recording.run_connection import RunConnection
from gpuscope.system import paths
from gpuscope.system.device_notes import DeviceNotes, device_id
from tests.recording.recorders import PATIENCE_S, gpuscope, recorder, store_url, until
from tests.standin.fixtures import PlacedStandin, standin  # noqa: F401 - a fixture
from tests.standin.standin import Gpu, Standin

SECOND = 1_000_000_000
GPU = Device("gpu:0", DeviceKind.GPU, "H100", "GPU-1", {"driver_version": "580"})
CALLS = {"fast": (("gpu:0", "power"), ("gpu:0", "energy")), "slow": (("gpu:0", "utilization"), ("gpu:0", "device_processes"))}


def readings(begin_s: float, end_s: float, watts: float, utilization: float = 0.0, processes: int = 0) -> Iterator[Sample]:
    for index in range(round(begin_s * 10), round(end_s * 10)):
        t_ns = index * SECOND // 10
        yield Sample("fast", t_ns, t_ns, (watts, watts * index / 10))
        if index % 10 == 0:
            yield Sample("slow", t_ns, t_ns, (utilization, processes))


@pytest.fixture
def notes(tmp_path: Path) -> DeviceNotes:
    return DeviceNotes(tmp_path / "device_notes.json")


def kept(notes: DeviceNotes) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = notes.get(device_id(GPU)).get("baseline", {})
    return found


def test_context_and_bare_idle_are_told_apart(notes: DeviceNotes) -> None:
    stage = BaselineStage(RunSpec("mnist-mlp", device="cuda:0"), 10.0)
    stage.handle(Result(0, {}, {"device_uuid": "GPU-1"}))
    for sample in readings(0, 5, 400.0, 1.0, 1):
        stage.observe(sample, CALLS, [GPU])
    stage.handle(Phase("baseline", 5 * SECOND))
    for sample in (*readings(5, 7, 300.0, 0.5, 1), *readings(7, 17, 122.0, 0.0, 1)):
        stage.observe(sample, CALLS, [GPU])
    stage.workload_ended()
    assert stage.begin(18 * SECOND)
    assert not stage.begin(18 * SECOND)
    for event in (*readings(18, 20, 100.0, 0.0, 1), *readings(20, 30, 72.0)):
        stage.observe(event, CALLS, [GPU])
    assert not stage.is_over(30 * SECOND - 1)
    assert stage.is_over(30 * SECOND)
    facts, words = stage.keep(notes)
    assert (kept(notes)["context"]["power_w"], kept(notes)["bare"]["power_w"]) == (122.0, 72.0)
    assert facts["gpu:0.idle_context_w"] == 122.0
    assert ["context" in one for one in words] == [True, False]


def test_a_device_that_others_hold_gives_none(notes: DeviceNotes) -> None:
    stage = BaselineStage(RunSpec("command", command=("true",)), 10.0)
    stage.begin(0)
    for event in readings(2, 12, 122.0, 0.0, 2):
        stage.observe(event, CALLS, [GPU])
    facts, words = stage.keep(notes)
    assert (facts, kept(notes)) == ({}, {})
    assert words == ["no bare idle baseline of gpu:0: 2 other processes had it open"]


def test_one_that_is_cut_short_gives_none(notes: DeviceNotes) -> None:
    stage = BaselineStage(RunSpec("command", command=("true",)), 10.0)
    stage.begin(0)
    for event in readings(2, 5, 72.0):
        stage.observe(event, CALLS, [GPU])
    stage.cut()
    assert stage.is_over(6 * SECOND)
    assert "too short" in stage.keep(notes)[1][0]


def test_one_that_is_cut_before_it_begins_does_not_begin(notes: DeviceNotes) -> None:
    """The command has ended, and what it left behind is being ended."""
    stage = BaselineStage(RunSpec("command", command=("true",)), 10.0)
    stage.cut()
    assert not stage.begin(0)
    assert stage.is_over(0)
    assert "cut short" in stage.keep(notes)[1][0]


def test_where_none_was_asked_for_a_cut_is_not_told(notes: DeviceNotes) -> None:
    stage = BaselineStage(RunSpec("command", command=("true",)), 0.0)
    stage.cut()
    assert stage.keep(notes) == ({}, [])


@pytest.mark.parametrize(("processes", "kind"), [(0, "bare"), (1, "context")])
def test_an_idle_minute_is_noted(notes: DeviceNotes, processes: int, kind: str) -> None:
    minutes = IdleMinutes(notes)
    for event in readings(0, 59, 72.0, processes=processes):
        minutes.observe(event, CALLS, [GPU])
    assert not kept(notes)
    for event in readings(59, 62, 72.0, processes=processes):
        minutes.observe(event, CALLS, [GPU])
    assert kept(notes)[kind]["power_w"] == 72.0


def test_a_minute_with_work_in_it_is_not(notes: DeviceNotes) -> None:
    minutes = IdleMinutes(notes)
    for begin, utilization in ((0, 0.0), (50, 0.1), (51, 0.0)):
        for event in readings(begin, begin + (50 if not begin else 1 if begin == 50 else 55), 72.0, utilization):
            minutes.observe(event, CALLS, [GPU])
    assert not kept(notes)


def idle_gpu() -> Standin:
    return Standin(gpus=(Gpu(low=72.0, utilization=0),))


def test_after_a_command_bare_idle_is_recorded_and_net_energy_names_it(standin: PlacedStandin) -> None:  # noqa: F811
    standin.show(idle_gpu())
    begin_s = time.monotonic()
    done = gpuscope("run", "--baseline", "6s", "--json", "--", "sleep", "2")
    took_s = time.monotonic() - begin_s
    assert done.code == 0, done.err
    run = done.document
    assert 2.0 <= run["wall_s"] < took_s - 6.0, "the idle time comes after the run"
    assert "bare idle baseline of gpu:0: 72" in done.err
    assert run["environment"]["gpu:0.idle_bare_w"] == pytest.approx(72.0, abs=2.0)
    assert run["state"] == "finished"
    assert len(DeviceNotes()._read()) >= 1


def test_a_stop_ends_the_idle_time_and_the_run_is_finished(standin: PlacedStandin, tmp_path: Path) -> None:  # noqa: F811
    standin.show(idle_gpu())
    pid = tmp_path / "pid"
    with recorder("run", "--baseline", "10min", "--", "sh", "-c", f"echo $$ > {pid}.new; mv {pid}.new {pid}; sleep 0.5") as process:
        until(pid.exists)
        until(lambda: not psutil.pid_exists(int(pid.read_text())))
        until(lambda: gpuscope("show", "last", "--json").code == 0)
        run_id = gpuscope("show", "last", "--json").document["run_id"]
        with RunConnection.open(paths.runs_folder(store_url()) / run_id) as connection:
            until(lambda: connection.request("ping")["program_pid"] is None)  # its recorder learns of the end after it
        assert gpuscope("stop", run_id).code == 0
        _, err = process.communicate(timeout=PATIENCE_S)
    run = gpuscope("show", run_id, "--json").document
    assert run["state"] == "finished", err
    assert re.search("no (bare )?idle baseline.*(too short|cut short)", err)


@pytest.mark.parametrize("text", ["soon", "2s", "1h", "700s", "-5"])
def test_a_time_that_is_none_is_refused(text: str) -> None:
    done = gpuscope("run", f"--baseline={text}", "--", "true")
    assert done.code == 2
    assert "--baseline" in done.err
