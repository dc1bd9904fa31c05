import os
import re
import struct
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from gpuscope.core.event import Event, Hello, Log, Phase
from gpuscope.core.workload_keys import STEP_PHASES
from gpuscope.probe import program, report_ring
from gpuscope.probe.ring import HEAD, StepRing
from gpuscope.recording import report_rings
from gpuscope.recording.report_rings import ReportRing
from gpuscope.recording.steps_ring import StepsRing
from tests.probe.listener import Listener
from tests.probe.test_channel import heads

RESTARTING = """
import gpuscope, os, sys
count = int(sys.argv[1])
gpuscope.phase("load")
for index in range(count):
    with gpuscope.phase("train"):
        gpuscope.step(samples=10 * count)
    gpuscope.log(loss=float(count), step=index)
with gpuscope.phase(f"test {count}"):
    pass
if count > 2:
    os.execv(sys.executable, [sys.executable, sys.argv[0], str(count - 1)])
"""
"""Takes four steps of 40 samples, then replaces itself by a program of three steps of 30, and that one by one of two steps of 20."""


@pytest.fixture
def listener(tmp_path: Path) -> Iterator[Listener]:
    with Listener(tmp_path) as one:
        yield one


def heard(folder: Path) -> tuple[list[Event], dict[str, int]]:
    """Return the events that a process wrote to its file, and how often it entered each of its phases."""
    (path,) = folder.glob("reports-*.ring")
    ring = ReportRing(path)
    events = ring.read(report_ring.LINE_BYTES)
    times = {name: count for name, (_, count) in ring.phases(0).items()}
    assert not ring.garbage
    ring.close()
    return events, times


def told(folder: Path) -> list[Event]:
    return heard(folder)[0]


def phases(events: list[Event]) -> list[str]:
    return [event.name for event in events if isinstance(event, Phase)]


PROGRAM = """
import gpuscope, os
gpuscope.phase("train")
for index in range(3):
    gpuscope.step()
    gpuscope.log(loss=1 / (index + 1), step=index)
gpuscope.log("epoch over", accuracy=0.5)
gpuscope.log(bad=object())
"""


README = Path(__file__).parents[2] / "README.md"


def run_program(code: str, folder: Path | None, **environment: str) -> subprocess.CompletedProcess[str]:
    variables = {**os.environ, **environment} | ({"GPUSCOPE_CHANNEL": str(folder)} if folder else {})
    return subprocess.run([sys.executable, "-c", code], env=variables, capture_output=True, text=True, check=False)


def example() -> str:
    """Return the program from the README, unchanged."""
    block = re.search(r"\n\n((?:    .*\n|\n)*    import gpuscope\n(?:    .*\n|\n)*)", README.read_text())
    assert block is not None
    return textwrap.dedent(block[1])


@pytest.mark.parametrize("recorded", [True, False])
def test_the_example_of_the_readme_runs_as_it_stands(listener: Listener, recorded: bool) -> None:
    given = "batches = [1, 2]\ndef load(batch): return batch\ndef train(images): return 0.5\n"
    done = run_program(given + example(), listener.folder if recorded else None)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    if recorded:
        events = told(listener.folder)
        assert phases(events)[:2] == ["epoch 1", "data"]
        assert [event.values for event in events if isinstance(event, Log) and "loss" in event.values] == [{"loss": 0.5}, {"loss": 0.5}]
        assert list(heads(listener.folder).values()) == [2]


def test_what_has_no_text_is_told_all_the_same(listener: Listener) -> None:
    done = run_program("import gpuscope\nclass A:\n  __str__ = None\ngpuscope.phase(A())\ngpuscope.log(A())", listener.folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert [event.KIND for event in told(listener.folder)] == ["phase", "log"]


ODD_VALUES = """
import gpuscope
class Array:
    def __eq__(self, other): return self
    __ne__ = __eq__
    def __bool__(self): raise ValueError("ambiguous")
    def __str__(self): return "[1 2]"
gpuscope.log(Array(), loss=0.5)
gpuscope.log(loss=0.25, step=10**5000)
"""


def test_values_that_cannot_be_compared_or_written_do_not_disturb_the_program(listener: Listener) -> None:
    """NumPy's arrays have no truth value, and Python writes no integer of more than 4300 digits."""
    done = run_program(ODD_VALUES, listener.folder)
    assert (done.returncode, done.stderr) == (0, "")
    logs = [event for event in told(listener.folder) if isinstance(event, Log)]
    assert [(log.text, log.values, log.step) for log in logs] == [("[1 2]", {"loss": 0.5}, None), ("", {"loss": 0.25}, None)]


def test_a_request_for_a_profile_that_cannot_be_read_does_not_disturb_the_program(listener: Listener) -> None:
    code = "import sys, gpuscope\nsys.modules['torch'] = sys\nfor _ in range(3):\n    gpuscope.step()\nprint('over')"
    done = run_program(code, listener.folder, GPUSCOPE_PROFILE="steps=one:two")
    assert (done.returncode, done.stdout, done.stderr) == (0, "over\n", "")
    assert [*heads(listener.folder).values()] == [3]


@pytest.mark.parametrize(
    ("rank", "size", "info"),
    [
        ("1", "2", {"rank": 1, "world_size": 2}),
        ("0", "1", {}),
        ("²", "4", {}),
        ("9" * 5000, "9" * 5000, {}),
        ("3", "", {}),
        ("4", "4", {}),
        ("-1", "4", {}),
    ],
)
def test_a_rank_is_told_if_its_variables_are_such(listener: Listener, rank: str, size: str, info: dict[str, int]) -> None:
    assert run_program("import gpuscope\ngpuscope.step()", listener.folder, RANK=rank, WORLD_SIZE=size).returncode == 0
    (hello,) = [event for event in listener.events() if isinstance(event, Hello)]
    assert {key: hello.info[key] for key in ("rank", "world_size") if key in hello.info} == info


def test_a_rank_that_only_torch_knows_is_told(listener: Listener) -> None:
    group = "is_available=lambda: True, is_initialized=lambda: True, get_rank=lambda: 1, get_world_size=lambda: 2"
    code = f"import gpuscope, sys, types\nsys.modules['torch.distributed'] = types.SimpleNamespace({group})\ngpuscope.step()"
    assert run_program(code, listener.folder).returncode == 0
    (hello,) = [event for event in listener.events() if isinstance(event, Hello)]
    assert (hello.info["rank"], hello.info["world_size"], hello.info["leads"]) == (1, 2, False)


def test_leaving_a_phase_lets_the_programs_own_error_through(listener: Listener) -> None:
    done = run_program("import gpuscope\nwith gpuscope.phase('a') as nothing:\n    assert nothing is None\n    exit(7)", listener.folder)
    assert (done.returncode, done.stdout, done.stderr) == (7, "", "")


PHASES = """
import contextlib, gpuscope
gpuscope.phase("setup")
with gpuscope.phase("epoch 1"):
    with gpuscope.phase("validation"):
        pass
    with contextlib.suppress(ValueError), gpuscope.phase("checkpoint"):
        gpuscope.phase("upload")
        raise ValueError
gpuscope.phase("end")
"""


def test_a_phase_ends_with_its_block_and_goes_back_to_the_one_around_it(listener: Listener) -> None:
    done = run_program(PHASES, listener.folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert phases(told(listener.folder)) == ["setup", "epoch 1", "validation", "epoch 1", "checkpoint", "upload", "epoch 1", "setup", "end"]


def test_names_for_users_programs(listener: Listener) -> None:
    done = run_program(PROGRAM, listener.folder)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    events = told(listener.folder)
    assert [event.KIND for event in events] == ["phase", "log", "log", "log", "log", "log"]
    assert [event.KIND for event in listener.events()] == ["hello", "hello"]
    assert [(event.values, event.step) for event in events if isinstance(event, Log) and "loss" in event.values][1] == ({"loss": 0.5}, 1)
    assert list(heads(listener.folder).values()) == [3]


@pytest.mark.parametrize("value", [None, "", "/not/there", "\N{SNOWMAN}"])
def test_users_program_without_a_recorder(tmp_path: Path, value: str | None) -> None:
    done = run_program(PROGRAM, None, **({} if value is None else {"GPUSCOPE_CHANNEL": value}), HOME=str(tmp_path))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_both_sides_know_one_layout() -> None:
    for name in ("HEADER_BYTES", "PHASES", "NAME_BYTES", "LINE_BYTES"):
        assert getattr(report_rings, name) == getattr(report_ring, name)
    assert STEP_PHASES.keys() - {"other"} == program._STEP_PHASES  # which only hooks detect


def samples_of(folder: Path) -> tuple[int, int, int]:
    """Return (samples of all steps, of the first step, number of steps that report samples) from the steps ring."""
    (path,) = folder.glob("steps-*.ring")
    return struct.unpack_from("<3q", path.read_bytes(), 72)


def test_a_step_may_be_a_block_and_may_have_samples(listener: Listener) -> None:
    code = """
import gpuscope, contextlib
for size in (64, 64, 10):
    with gpuscope.step(samples=size) as nothing:
        assert nothing is None
with contextlib.suppress(ValueError), gpuscope.step(samples=64):
    raise ValueError  # no step
gpuscope.step(samples=32)
gpuscope.step()
gpuscope.step(samples="many")
with gpuscope.step():
    pass
"""
    assert run_program(code, listener.folder).stderr == ""
    assert list(heads(listener.folder).values()) == [7]
    assert samples_of(listener.folder) == (170, 64, 4)
    hellos = [event.info for event in listener.events() if isinstance(event, Hello)]
    assert [info.get("samples_per_step") for info in hellos] == [None, 64]


def test_threads_that_take_their_first_steps_at_once_lose_none(listener: Listener) -> None:
    code = """
import gpuscope, threading, time
from gpuscope.probe import channel
class SlowDisk(channel.StepRing):
    def __init__(self, folder):
        time.sleep(0.1)
        super().__init__(folder)
channel.StepRing = SlowDisk
def work():
    for _ in range(100):
        gpuscope.step()
threads = [threading.Thread(target=work) for _ in range(3)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
"""
    assert run_program(code, listener.folder).stderr == ""
    assert list(heads(listener.folder).values()) == [300]
    (path,) = listener.folder.glob("steps-*.ring")
    assert all(struct.unpack_from("<300q", path.read_bytes(), 4096))


def test_a_block_that_has_only_begun_is_no_step(listener: Listener) -> None:
    code = "import gpuscope, os\nfor index in range(36):\n  gpuscope.step()\nwith gpuscope.step():\n  os._exit(3)"
    assert run_program(code, listener.folder).returncode == 3
    assert list(heads(listener.folder).values()) == [36]


def test_what_was_told_outlives_a_program_that_is_killed(listener: Listener) -> None:
    code = "import gpuscope, os, signal\ngpuscope.phase('load')\ngpuscope.log(loss=0.5)\nos.kill(os.getpid(), signal.SIGKILL)"
    assert run_program(code, listener.folder).returncode == -9
    assert [event.KIND for event in told(listener.folder)] == ["phase", "log"]


def test_short_phases_are_added_up_and_no_longer_told_one_by_one(listener: Listener) -> None:
    code = """
import gpuscope
for epoch in range(2):
    with gpuscope.phase("epoch"):
        for index in range(300):
            with gpuscope.phase("data"):
                pass
"""
    assert run_program(code, listener.folder).stderr == ""
    events, times = heard(listener.folder)
    assert times == {"epoch": 2, "epoch / data": 600}
    names = phases(events)
    assert names.count("data") == 20
    assert names.count("epoch") == 2 + 20
    assert names[-1] == ""


def test_a_phase_within_one_that_has_no_block_lies_in_it(listener: Listener) -> None:
    code = """
import gpuscope
gpuscope.phase("a")
with gpuscope.phase("inner"):
    pass
gpuscope.phase("b")
"""
    assert run_program(code, listener.folder).stderr == ""
    events, times = heard(listener.folder)
    assert times == {"a": 1, "a / inner": 1, "b": 1}
    assert phases(events) == ["a", "inner", "a", "b"]


def test_more_phases_than_there_is_room_for_count_as_one(listener: Listener) -> None:
    code = "import gpuscope\nfor index in range(1000):\n  with gpuscope.phase(f'{index}'):\n    pass"
    assert run_program(code, listener.folder).stderr == ""
    _, times = heard(listener.folder)
    assert len(times) == 511
    assert times["further phases"] == 1000 - 510


def test_times_of_a_steps_phases_are_told_for_some_steps(listener: Listener) -> None:
    code = """
import gpuscope, time
for index in range(30):
    with gpuscope.phase("data"):
        time.sleep(0.006)
    with gpuscope.step(), gpuscope.phase("forward"):
        time.sleep(0.004)
"""
    assert run_program(code, listener.folder).stderr == ""
    logs = [event for event in told(listener.folder) if isinstance(event, Log)]
    assert 1 <= len(logs) <= 15  # at most every other step, if a busy machine makes each step long
    for log in logs:
        assert set(log.values) == {"time_data", "time_forward"}
        assert log.values["time_data"] >= 0.006
        assert log.step is not None
        assert 1 < log.step <= 30


def test_a_forked_process_tells_in_a_file_of_its_own(listener: Listener) -> None:
    code = """
import gpuscope, os
with gpuscope.phase("train"):
    gpuscope.log(of="parent", loss=1.0)
    child = os.fork()
    if not child:
        gpuscope.log(loss=2.0)
        with gpuscope.phase("inner"):
            pass
    else:
        os.waitpid(child, 0)
"""
    assert run_program(code, listener.folder).stderr == ""
    assert len(list(listener.folder.glob("reports-*.ring"))) == 2
    by_pid = {}
    for path in listener.folder.glob("reports-*.ring"):
        ring = ReportRing(path)
        by_pid[ring.pid] = [event.values["loss"] for event in ring.read() if isinstance(event, Log)]
        assert not ring.garbage
        ring.close()
    assert sorted(by_pid.values()) == [[1.0], [2.0]]


def test_a_reader_that_does_not_read_costs_events_and_little_time(listener: Listener) -> None:
    code = """
import gpuscope, time
from gpuscope.probe import program
program._program._file()._patience_s = 0.02
begin = time.monotonic()
for index in range(1500):
    gpuscope.log("x" * 1000)
assert time.monotonic() - begin < 20
print(program._program._unsent)
"""
    done = run_program(code, listener.folder)
    assert done.stderr == ""
    untold = int(done.stdout)
    assert 400 < untold < 600
    assert len(told(listener.folder)) == 1500 - untold


@pytest.mark.parametrize("version", [(3, 8), (3, 9)])
def test_what_runs_in_foreign_programs_is_read_by_old_pythons(version: tuple[int, int]) -> None:
    import ast

    folder = Path(program.__file__).parent
    paths = [*folder.rglob("*.py"), folder.parent / "__init__.py"]
    assert len(paths) > 5
    for path in paths:
        ast.parse(path.read_text(), str(path), feature_version=version)


def test_a_program_that_replaces_itself_goes_on_reporting(listener: Listener) -> None:
    """As a training that restarts itself by ``os.execv``: its pid stays, and the recorder still maps its files."""
    script = listener.folder / "train.py"
    script.write_text(RESTARTING)
    began_ns = time.perf_counter_ns()
    done = subprocess.run(
        [sys.executable, script, "4"], env={**os.environ, "GPUSCOPE_CHANNEL": str(listener.folder)}, capture_output=True, check=False
    )
    ended_ns = time.perf_counter_ns()
    assert (done.returncode, done.stderr) == (0, b"")
    (path,) = listener.folder.glob("steps-*.ring")
    steps = StepsRing(path)
    first, stamps = steps.read()
    assert (first, len(stamps), steps.samples) == (0, 9, (4 * 40 + 3 * 30 + 2 * 20, 40, 9))
    assert began_ns < stamps[0] < stamps[-1] < ended_ns
    steps.close()
    (path,) = listener.folder.glob("reports-*.ring")
    ring = ReportRing(path)
    logs = [event for event in ring.read() if isinstance(event, Log) and "loss" in event.values]
    assert [(log.values["loss"], log.step) for log in logs] == [
        (4, 0), (4, 1), (4, 2), (4, 3), (3, 0), (3, 1), (3, 2), (2, 0), (2, 1),
    ]  # fmt: skip
    assert not ring.garbage
    phases = ring.phases(ended_ns)
    assert {name: times for name, (_, times) in phases.items()} == {
        "load": 3, "load / train": 9, "load / test 4": 1, "load / test 3": 1, "load / test 2": 1,
    }  # fmt: skip
    assert sum(seconds for seconds, _ in phases.values()) * 1e9 < ended_ns - began_ns
    ring.close()


def test_a_file_that_another_layout_left_is_not_gone_on_with(tmp_path: Path) -> None:
    for make in (StepRing, lambda folder: report_ring.ReportRing(folder, 0.0)):
        before = make(str(tmp_path))
        before.header[1], before.header[HEAD] = 99, 5  # the version
        before.close()
        after = make(str(tmp_path))
        assert (after.header[1], after.header[HEAD]) == (1, 0)
        after.close()
