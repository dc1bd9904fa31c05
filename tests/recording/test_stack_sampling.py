"""Stacks of a live program, from py-spy where it is installed, and from a stand-in that writes the same output."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from gpuscope.cli.capture import _sampled_s
from gpuscope.core.errors import GpuscopeError, UnavailableError, UsageError
from gpuscope.profiles.call_tree import call_tree
from gpuscope.profiles.profile import Profile
from gpuscope.profiles.reading.trace_reader import read_trace
from gpuscope.profiles.stacks import flame_graph
from gpuscope.recording.captures import profile_files
from gpuscope.recording.stack_sampling import sample_stacks, sampler
from gpuscope.reports.profile_text import profile_report
from gpuscope.reports.profile_view import ProfileView
from gpuscope.reports.text import render
from tests.recording.recorders import command, gpuscope, until

WORK = """
import time

def inner():
    sum(i * i for i in range(10000))
def outer():
    while time.monotonic() < end:
        inner()
end = time.monotonic() + 60
outer()
"""
CALLS = [
    ("B", "process 7:python", "", 0), ("B", "outer", "/x/train.py", 0), ("B", "inner", "/x/train.py", 0),
    ("E", "inner", "/x/train.py", 50), ("E", "outer", "/x/train.py", 100), ("E", "process 7:python", "", 100),
]  # fmt: skip
EVENTS = [
    {"args": {"filename": file, "line": 3 if file else 0}, "cat": "py-spy", "name": name, "ph": kind, "pid": 7, "tid": 7, "ts": at}
    for kind, name, file, at in CALLS
]
"""As py-spy 0.4.3 writes them with --subprocesses: the calls of a sample begin at the same time."""


def stand_in(folder: Path, monkeypatch: pytest.MonkeyPatch, then: str) -> None:
    """Put a program in py-spy's place that writes two nested calls and then runs the given code."""
    words = f"import json, sys; open(sys.argv[sys.argv.index('--output') + 1], 'w').write({json.dumps(EVENTS)!r}); {then}"
    (folder / "spy.py").write_text(words)
    (folder / "py-spy").write_text(f'#!/bin/sh\nexec "{sys.executable}" "{folder / "spy.py"}" "$@"\n')
    (folder / "py-spy").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    monkeypatch.setattr(sys, "executable", str(folder / "python"))


def test_sampled_calls_are_a_flame_graph_with_their_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(tmp_path, monkeypatch, "")
    sampled = sample_stacks(7, 1.0, tmp_path)
    graph = flame_graph(call_tree(read_trace(tmp_path / sampled.file)))
    paths = {tuple(graph.path(node)[1:]): int(graph.host_ns[node]) for node in range(len(graph))}
    assert paths[("/x/train.py(3): outer", "/x/train.py(3): inner")] == 50_000
    assert paths[("/x/train.py(3): outer",)] == 100_000
    assert [path.name for path in profile_files(tmp_path)] == ["profile-7-1.json"]
    assert sample_stacks(7, 1.0, tmp_path).file == "profile-7-2.json"


@pytest.mark.parametrize(
    ("then", "message"),
    [
        ("sys.exit('Error: Failed to get process executable name')", "Failed to get process executable name"),
        ("sys.exit('Permission Denied: Try running again with elevated permissions')", "not permitted to inspect the program"),
        ("open(sys.argv[sys.argv.index('--output') + 1], 'w').write('{')", "cannot be read"),
    ],
)
def test_what_keeps_the_sampler_out_is_told_and_nothing_is_left(
    then: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(tmp_path, monkeypatch, then)
    (folder := tmp_path / "run").mkdir()
    with pytest.raises(GpuscopeError, match=message):
        sample_stacks(7, 1.0, folder)
    assert [*folder.iterdir()] == []


def test_sampled_functions_are_told_by_their_own_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(tmp_path, monkeypatch, "")
    profile = Profile(read_trace(tmp_path / sample_stacks(7, 1.0, tmp_path).file))
    assert [(row.name, row.place) for row in profile.functions] == [("outer", "/x/train.py:3"), ("inner", "/x/train.py:3")]
    assert [(row.self_s, row.total_s, row.share) for row in profile.functions] == [(5e-5, 1e-4, 0.5), (5e-5, 5e-5, 0.5)]
    view = ProfileView(profile)
    assert view.headline == "Python stacks of 100 µs, by the time in each function itself: outer 50.0 % and inner 50.0 %."
    printed = render(profile_report(view, everything=False), 120)
    assert "/x/train.py:3" in printed
    assert "operators" not in printed


def test_without_the_sampler_it_is_said_how_to_install_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    with pytest.raises(UnavailableError) as refused:
        sampler()
    assert f"{sys.executable} -m pip install py-spy" in (refused.value.hint or "")


@pytest.fixture
def live_run(tmp_path: Path) -> Iterator[str]:
    """Return the id of a live run of a program that works in its own Python code."""
    (tmp_path / "work.py").write_text(WORK)
    started = gpuscope("run", "--json", "--detach", "--", sys.executable, str(tmp_path / "work.py"))
    yield started.document["run_id"]
    subprocess.run(command("stop", started.document["run_id"]), capture_output=True, timeout=60, check=False)


@pytest.mark.parametrize("time", ["soon", "0.5s", "2h"])
def test_a_time_for_which_no_stacks_are_sampled_is_refused_with_an_example(time: str) -> None:
    with pytest.raises(UsageError) as refused:
        _sampled_s(time)
    assert refused.value.hint == "For example: --stacks 10s"


def test_stacks_of_a_live_run_are_its_profile_and_the_run_says_so(live_run: str) -> None:
    done = gpuscope("capture", live_run, "--stacks", "1s", "--json")
    if "not permitted to inspect the program" in done.err:
        pytest.skip("this system lets a process inspect its descendants alone (kernel.yama.ptrace_scope)")
    assert done.code == 0, done.err
    trace = read_trace(Path(done.document["file"]))
    assert any(name.endswith(": inner") for name in trace.names)
    assert "inner" in [row["name"] for row in gpuscope("profile", live_run, "--json").document["functions"]]
    gpuscope("stop", live_run)
    until(lambda: gpuscope("show", live_run, "--json").document["state"] != "running")
    # a second less the sampler's start and end
    assert re.search(r"Python stacks were sampled for (1(\.\d+)? s|[89]\d\d ms)", gpuscope("show", live_run, "--all").out)
