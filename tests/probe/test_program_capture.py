"""Profiles of users' programs: real recorders and real torch, known steps."""

import gzip
import json
import os
import sys
import textwrap
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from gpuscope.core.event import Capture
from gpuscope.probe import torch_profile
from gpuscope.probe.program_capture import ProgramCapture
from gpuscope.profiles.phases import step_phases
from gpuscope.profiles.profile import Profile
from gpuscope.profiles.reading.trace_reader import read_trace
from gpuscope.profiles.trace import Category, Trace
from gpuscope.recording.captures import captures, profile_files
from gpuscope.storage.store import StoreReader
from tests.recording.recorders import START, gpuscope, recorder, store_url, until

LOOP = """
import gpuscope, sys, time, torch
layer = torch.nn.Linear(16, 16)
def one():
    layer(torch.ones(4, 16)).sum().backward()
    time.sleep(0.002)
"""
CALLS = "for _ in range({steps}):\n    one()\n    gpuscope.step(samples=4)\n"
BLOCKS = "for _ in range({steps}):\n    with gpuscope.step(samples=4):\n        one()\n"


@pytest.fixture
def script(tmp_path: Path) -> Path:
    return tmp_path / "train.py"


def kept() -> tuple[list[Capture], list[Path], dict[str, str]]:
    with StoreReader(store_url()) as reader:
        (row,) = reader.runs()
        record = reader.run(row.run_id)
        return captures(reader.events(row.run_id)), profile_files(Path(record.folder)), dict(record.environment)


def named_steps(path: Path) -> list[str]:
    data = path.read_bytes()
    events = json.loads(gzip.decompress(data) if path.suffix == ".gz" else data)["traceEvents"]
    return [event["name"] for event in events if event.get("cat") == "user_annotation" and event["name"].startswith("ProfilerStep")]


@pytest.mark.parametrize("loop", [CALLS, pytest.param(BLOCKS, marks=pytest.mark.long)])
def test_the_chosen_steps_of_a_command_are_profiled(script: Path, loop: str) -> None:
    script.write_text(LOOP + loop.format(steps=60) + "print('compiler' if 'torch._inductor' in sys.modules else 'no compiler')\n")
    done = gpuscope("run", "--profile", "steps=20:25", "--json", "--", sys.executable, str(script))
    assert done.code == 0, done.err
    assert "no compiler" in done.out + done.err, "the profiler imports torch's compiler unless it is kept from it"
    (told,), (path,), environment = kept()
    assert (told.state, told.first, told.steps, told.taken) == ("written", 20, 5, 5)
    assert named_steps(path) == [f"ProfilerStep#{number}" for number in range(20, 25)]
    assert environment["recorder.profile"].startswith("the profiler recorded 5 steps from 20 on")
    throughput = done.document["metrics"]["throughput"]
    assert "in which the profiler ran" in throughput["reason"]
    assert done.document["spec"] == {
        "workload": "command",
        "command": [sys.executable, str(script)],
        "profile": "steps=20:25",
    }
    assert "USDT" not in done.err


GAN = """
import time, torch
from torch import nn
g, d = nn.Linear(8, 8), nn.Linear(8, 1)
og, od = torch.optim.Adam(g.parameters()), torch.optim.Adam(d.parameters())
for (batch,) in torch.utils.data.DataLoader(torch.utils.data.TensorDataset(torch.randn(400, 8)), batch_size=4):
    for optimizer, loss in ((od, lambda: d(batch).sum()), (og, lambda: d(g(batch)).sum())):
        optimizer.zero_grad()
        loss().backward()
        optimizer.step()
    time.sleep(0.002)
"""


def test_the_chosen_steps_of_a_script_that_knows_nothing_of_gpuscope_are_profiled(script: Path) -> None:
    script.write_text(GAN)
    done = gpuscope("run", "--profile", "steps=20:25", "--json", "--", sys.executable, str(script))
    assert done.code == 0, done.err
    assert done.document["steps"] == 100
    (told,), (path,), _ = kept()
    assert (told.state, told.first, told.steps) == ("written", 20, 5)
    assert named_steps(path) == [f"ProfilerStep#{number}" for number in range(20, 25)]
    events = json.loads(gzip.decompress(path.read_bytes()))["traceEvents"]
    assert sum(event.get("name") == "Optimizer.step#Adam.step" for event in events) in range(9, 12), "two optimizers, five steps"
    assert torn_ranges(events) == [], "Perfetto drops them"
    assert done.document["metrics"]["step_rate"]["reason"].endswith("in which the profiler ran")


def torn_ranges(events: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """Return the ranges of a thread that end after the range that they began in, each with that range."""
    torn = []
    threads: dict[tuple[object, object], list[tuple[float, float, str]]] = {}
    for event in events:
        if event["ph"] == "X":
            threads.setdefault((event["pid"], event["tid"]), []).append((event["ts"], -event["ts"] - event["dur"], event["name"]))
    for slices in threads.values():
        around: list[tuple[float, str]] = []
        for start, negative_end, name in sorted(slices):
            while around and around[-1][0] <= start:
                around.pop()
            if around and -negative_end > around[-1][0]:
                torn.append((name, around[-1][1]))
            else:
                around.append((-negative_end, name))
    return torn


def test_a_program_that_ends_while_it_is_profiled_leaves_the_steps_that_it_took_and_the_workers_that_it_forked_leave_nothing(
    script: Path,
) -> None:
    """The children end as multiprocessing ends them; a child that exits through the interpreter aborts under any torch profiler."""
    fork = "import multiprocessing\nchild = multiprocessing.get_context('fork').Process(target=one)\nchild.start()\nchild.join(20)\n"
    script.write_text(LOOP + CALLS.format(steps=22) + fork + CALLS.format(steps=8) + "raise SystemExit(7)\n")
    done = gpuscope("run", "--profile", "steps=20:120", "--", sys.executable, str(script))
    assert done.code == 7, done.err
    (told,), (path,), _ = kept()
    assert (told.state, told.steps, told.text) == ("written", 10, "the program ended before the last of its steps")
    assert named_steps(path)[:10] == [f"ProfilerStep#{number}" for number in range(20, 30)]


def test_a_run_within_a_profiled_one_is_not_profiled(script: Path) -> None:
    script.write_text(LOOP + CALLS.format(steps=40))
    inner = (sys.executable, "-P", "-c", START, "run", "--", sys.executable, str(script))
    assert gpuscope("run", "--profile", "steps=20:25", "--", *inner).code == 0
    with StoreReader(store_url()) as reader:
        records = {row.run_id: reader.run(row.run_id) for row in reader.runs()}
        told = {record.spec.profile: captures(reader.events(run_id)) for run_id, record in records.items()}
    assert told == {None: [], "steps=20:25": []}


def test_a_program_without_torch_is_told_that_it_has_no_profiler(script: Path) -> None:
    script.write_text("import gpuscope\nfor _ in range(200):\n    gpuscope.step()\n")
    done = gpuscope("run", "--profile", "steps=150:160", "--", sys.executable, str(script))
    assert done.code == 0
    _, paths, environment = kept()
    assert not paths
    assert environment["recorder.profile"] == "nothing was profiled: the program does not use PyTorch, whose profiler this is"


def test_a_program_that_profiles_itself_goes_on_undisturbed(script: Path) -> None:
    script.write_text(
        LOOP
        + textwrap.dedent("""
        from torch.profiler import ProfilerActivity, profile
        with profile(activities=[ProfilerActivity.CPU]) as own:
            for _ in range(40):
                one()
                gpuscope.step()
        print("own", sum(event.count for event in own.key_averages() if event.key == "aten::linear"))
        """)
    )
    done = gpuscope("run", "--profile", "steps=10:20", "--", sys.executable, str(script))
    assert done.code == 0
    assert "own 40" in done.out
    (told,), paths, _ = kept()
    assert (told.state, told.text, paths) == ("failed", "the program was using the profiler itself", [])


def test_the_next_steps_of_a_live_program_are_profiled_on_request(script: Path) -> None:
    script.write_text(LOOP + BLOCKS.format(steps=20_000))
    with recorder("run", "--", sys.executable, str(script)):
        until(
            lambda: "steps-" in " ".join(name for _, _, files in os.walk(Path(os.environ["GPUSCOPE_HOME"]) / "runs") for name in files), 60
        )
        until(lambda: gpuscope("capture", "last", "--steps", "5", "--json").code == 0, 60)
        done = gpuscope("capture", "last", "--steps", "7", "--with", "memory", "--json")
        assert done.code == 0, done.err
        path = Path(done.document["file"])
        assert done.document["steps"] == 7
        first = done.document["first"]
        assert named_steps(path) == [f"ProfilerStep#{number}" for number in range(first, first + 7)]
        assert "[memory]" in path.read_text()
        assert gpuscope("capture", "last", "--steps", "0").code == 2
        assert "live" not in gpuscope("profile", "last").err
        gpuscope("stop", "last")
    late = gpuscope("capture", "last")
    assert late.code == 2
    assert "no run is live" in late.err
    told, paths, environment = kept()
    assert [one.steps for one in told] == [5, 7]
    assert len(paths) == 2
    assert environment["recorder.profile"].count("the profiler recorded") == 2


def test_as_many_steps_are_recorded_as_were_asked_for_though_the_count_of_steps_jumps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It jumps when one of several optimizers is no longer used."""
    told: list[dict[str, Any]] = []
    channel: Any = SimpleNamespace(folder=str(tmp_path), send=told.append)
    monkeypatch.setattr(torch_profile.TorchProfile, "_start", lambda _: None)
    monkeypatch.setattr(torch_profile.TorchProfile, "_stop", lambda _, path: path.touch())
    capture = ProgramCapture(channel, "")
    (tmp_path / "profile.request").write_text(json.dumps({"serial": 1, "steps": 4}))
    for taken in (20, 21, 922, 923, 924, 925):
        capture.after_step(taken)
    assert [(one["state"], one["first"], one["steps"], one["text"]) for one in told] == [("capturing", 20, 4, ""), ("written", 20, 4, "")]


def test_steps_that_were_profiled_before_the_program_was_replaced_are_not_profiled_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The variable with the planned steps outlives ``os.execv``, and the count of steps goes on."""
    told: list[dict[str, Any]] = []
    channel: Any = SimpleNamespace(folder=str(tmp_path), send=told.append)
    monkeypatch.setattr(torch_profile.TorchProfile, "_start", lambda _: None)
    for before, begun in ((7, 0), (6, 1)):
        capture = ProgramCapture(channel, "steps=5:7", before)
        capture.after_step(before + 1)
        assert len(told) == begun


@pytest.mark.parametrize("answer", ["own", "earlier", "later", "none"])
def test_a_request_is_answered_once_by_a_process_and_the_program_that_replaces_its_own_and_not_by_later_ones(
    answer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other processes that work when it is answered, such as ranks, answer it too."""
    told: list[dict[str, Any]] = []
    channel: Any = SimpleNamespace(folder=str(tmp_path), send=told.append)
    monkeypatch.setattr(torch_profile.TorchProfile, "_start", lambda _: None)
    monkeypatch.setattr(torch_profile.TorchProfile, "_stop", lambda _, path: path.touch())
    (tmp_path / "profile.request").write_text(json.dumps({"serial": 1, "steps": 4}))
    if answer == "own":
        before = ProgramCapture(channel, "")
        for taken in range(20, 25):
            before.after_step(taken)
    elif answer != "none":
        stamp_ns = 1 if answer == "earlier" else time.clock_gettime_ns(time.CLOCK_BOOTTIME)
        (tmp_path / "profile.answers").write_text(f"1 {os.getpid() + 1} {stamp_ns}\n")
    told.clear()
    capture = ProgramCapture(channel, "", 24)
    capture.after_step(25)
    assert [one["state"] for one in told] == ([] if answer in ("own", "earlier") else ["capturing"])
    capture.finish("")
    (tmp_path / "profile.request").write_text(json.dumps({"serial": 2, "steps": 4}))
    monkeypatch.setattr(capture, "_poll_ns", 0)
    told.clear()
    capture.after_step(30)
    assert [one["state"] for one in told] == ["capturing"], "the next request is another one"


@pytest.mark.parametrize(
    ("spare", "step", "words"),
    [
        (10**9, 2e9, "a step would take about 2.0 GB of the disk, and 1.0 GB can be spared"),
        (-(10**8), None, "only 1.0 GB of the disk are free, of which a profile leaves 1.1 GB"),
        (10**9, None, ""),
        (10**9, 1e6, ""),
    ],
)
def test_what_has_no_room_for_one_step_is_not_begun(
    spare: int, step: float | None, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(torch_profile, "_free_disk", lambda _: torch_profile._KEPT_FREE_BYTES + spare)
    monkeypatch.setattr(torch_profile, "_free_memory", lambda: None)
    channel: Any = SimpleNamespace(folder=str(tmp_path))
    profile = torch_profile.TorchProfile(channel)
    profile.bytes_per_step = step
    assert (profile._check_room() or "") == words
    assert profile._most == (1000 if step == 1e6 else 0)


def test_a_profiler_that_prepares_in_a_way_of_its_own_is_used_as_it_is() -> None:
    class Other:
        def __init__(self) -> None:
            super().__init__()

        prepare_trace = __init__  # a method that needs its class cannot be given other globals

    for kind in (Other, object):
        assert torch_profile._profile_class(SimpleNamespace(profile=kind)) is kind


PHASED = """
for _ in range(40):
    with gpuscope.step():
        with gpuscope.phase("data"):
            time.sleep(0.002)
        with gpuscope.phase("train"):
            with gpuscope.phase("inner"):
                one()
    gpuscope.phase("between")
"""


def test_the_phases_that_a_program_tells_are_ranges_of_its_profile(script: Path) -> None:
    script.write_text(LOOP + PHASED)
    done = gpuscope("run", "--profile", "steps=20:23", "--", sys.executable, str(script))
    assert done.code == 0, done.err
    (_,), (path,), _ = kept()
    profile = Profile(read_trace(path))
    told = {"data", "train", "inner", "between"}
    ranges = [(name, start, end) for name, start, end in annotations(profile) if name in told or name.startswith("ProfilerStep")]
    steps = [(start, end) for name, start, end in ranges if name.startswith("ProfilerStep")]
    assert len(steps) == 3
    for begin, end in steps:
        inside = [(name, start, stop) for name, start, stop in ranges if name in told and begin <= start < end]
        assert [name for name, _, _ in inside] == ["between", "data", "train", "inner"]
        assert all(stop <= end for _, _, stop in inside), "what goes on ends with its step"
        (data,) = [stop - start for name, start, stop in inside if name == "data"]
        assert data >= 2_000_000
    assert {phase.name for phase in step_phases(profile.tree)} == {"data"}, "what is told goes before what is seen"
    exported = script.with_name("perfetto.json.gz")
    assert gpuscope("profile", "last", "--perfetto", str(exported)).code == 0
    names = [event.get("name") for event in json.loads(gzip.decompress(exported.read_bytes()))["traceEvents"]]
    assert names.count("train") == 3


def annotations(profile: Profile) -> list[tuple[str, int, int]]:
    """Return the ranges of a profile by their beginning: name, beginning and end in ns."""
    trace = profile.trace
    found = [(trace.name_of(index), int(trace.slices.start_ns[index]), int(trace.slices.end_ns[index])) for index in rows(trace)]
    return sorted(found, key=lambda one: one[1])


def rows(trace: Trace) -> list[int]:
    return [int(index) for index in trace.slices.of(Category.ANNOTATION)]


def test_the_phases_of_a_program_leave_its_profiled_steps_out(script: Path) -> None:
    script.write_text(
        "import time, torch\nfrom torch.utils.data import DataLoader\nweights = torch.zeros(8, requires_grad=True)\n"
        "for number, batch in enumerate(DataLoader(torch.ones(80, 8), batch_size=2)):\n"
        "    time.sleep(0.2 if 20 <= number < 25 else 0.005)\n"
        "    (weights * batch).sum().backward()\n"
    )
    done = gpuscope("run", "--profile", "steps=20:25", "--json", "--", sys.executable, str(script))
    assert done.code == 0, done.err
    metrics = done.document["metrics"]
    assert 0.005 < metrics["phase_time_forward"]["value"] < 0.025, "with the profiled steps it would be 0.03 s"
