"""The helper as a process: its input and output, and the modules that it loads."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from gpuscope.core.event import HANGS_SINCE, Event, Hello, Log, Sample
from gpuscope.core.event_json import decode
from gpuscope.sensors.helper_process import Ended, HelperProcess, helper_command, helper_environment
from gpuscope.system.paths import package_root
from tests.standin.fixtures import PlacedStandin
from tests.standin.standin import Gpu, Rule, Standin


class Conversation:
    """A helper and all of its output."""

    def __init__(self, command: list[str]) -> None:
        self.process = HelperProcess(command)
        self.events: list[Event] = []

    def until(self, is_enough: Callable[["Conversation"], bool], timeout_s: float = 10) -> None:
        end = time.monotonic() + timeout_s
        while not is_enough(self):
            assert time.monotonic() < end, f"not in time; the last words were {self.events[-3:]}"
            self.process.wait_readable(0.1)
            self.events += [decode(json.loads(line)) for line in self.process.read_lines()]

    def samples(self, call: str) -> list[Sample]:
        return [event for event in self.events if isinstance(event, Sample) and event.call == call]

    def logs(self, level: str) -> list[Log]:
        return [event for event in self.events if isinstance(event, Log) and event.level == level]

    def end(self) -> Ended:
        self.until(lambda one: one.process.is_at_end, 5)
        ended = self.process.wait(5)
        assert ended is not None
        return ended


@pytest.fixture
def start() -> Iterator[Callable[..., Conversation]]:
    made: list[Conversation] = []

    def begin(**options: object) -> Conversation:
        made.append(Conversation(helper_command(**options)))  # type: ignore[arg-type]
        return made[-1]

    yield begin
    for one in made:
        one.process.kill()
        one.process.wait(5)
        one.process.close()


def devices(hello: Event) -> list[str]:
    assert isinstance(hello, Hello)
    return [one["device"] for one in hello.info["devices"]]


def test_it_says_hello_first_then_samples_of_what_it_declared(standin: PlacedStandin, start: Callable[..., Conversation]) -> None:
    talk = start()
    talk.until(lambda one: bool(one.samples("nvml.fields:gpu:1")) and bool(one.samples("host.machine")))
    assert isinstance(talk.events[0], Hello)
    hello = [event for event in talk.events if isinstance(event, Hello)][-1]
    assert devices(hello) == ["cpu", "workload", "recorder", "gpu:0", "gpu:1"]
    assert hello.info["pending"] == []
    assert hello.info["calls"]["nvml.fields:gpu:0"][0] == ["gpu:0", "power"]
    assert hello.info["quality"]["gpu:0/energy"] == ["measured", "NVML field 83, cumulative counter"]
    assert hello.info["periods"]["nvml.fields:gpu:0"] == pytest.approx(0.1)
    for event in talk.events:
        if isinstance(event, Sample):
            assert len(event.values) == len(hello.info["calls"][event.call])


def test_it_ends_when_its_owner_does(start: Callable[..., Conversation]) -> None:
    talk = start(only="host")
    talk.until(lambda one: bool(one.events))
    talk.process._stdin.close()
    assert talk.end().description == "the sensor helper ended with code 0"


def test_it_ends_when_nobody_reads_it(start: Callable[..., Conversation]) -> None:
    talk = start(only="host")
    talk.until(lambda one: bool(one.events))
    talk.process._stdout.close()
    ended = talk.process.wait(5)
    assert ended is not None
    assert ended.description == "the sensor helper ended with code 0"


def test_it_quits_after_one_more_update_of_the_counter(standin: PlacedStandin, start: Callable[..., Conversation]) -> None:
    standin.show(Standin(gpus=(Gpu(update=0.25),)))
    talk = start()
    talk.until(lambda one: len(one.samples("nvml.fields:gpu:0")) > 2)
    asked = time.monotonic_ns()
    talk.process.send({"quit": True})
    talk.end()
    after = [one.values[3] for one in talk.samples("nvml.fields:gpu:0") if one.before_ns > asked]
    assert len(set(after)) == 2


def test_it_follows_a_process_tree_when_told(start: Callable[..., Conversation]) -> None:
    talk = start(only="host", hz=100)
    talk.process.send({"watch": os.getpid()})
    talk.until(lambda one: bool(one.samples("host.workload")))
    talk.process.send({"own": [os.getpid()], "base": 1000.0})
    talk.until(lambda one: any(float(sample.values[0] or 0) >= 1000 for sample in one.samples("host.recorder")))


def test_words_that_it_does_not_understand_are_told_and_hurt_nothing(start: Callable[..., Conversation]) -> None:
    talk = start(only="host", hz=100)
    garbage: tuple[Any, ...] = (["no object"], {"own": 5}, {"watch": {}})
    for words in garbage:
        talk.process.send(words)
    talk.until(lambda one: len(one.logs("warning")) >= 2)
    count = len(talk.samples("host.machine"))
    talk.until(lambda one: len(one.samples("host.machine")) > count + 5)


def test_a_hanging_call_is_told_while_the_host_goes_on(standin: PlacedStandin, start: Callable[..., Conversation]) -> None:
    talk = start(deadline_s=0.4)
    talk.until(lambda one: bool(one.samples("nvml.fields:gpu:0")))
    standin.show(standin.machine.with_rules(Rule("nvmlDeviceGetFieldValues", "hang", 0, 0)))
    hanging = {f"{HANGS_SINCE}nvml.fields:gpu:0", f"{HANGS_SINCE}nvml.burst:gpu:0"}
    talk.until(lambda one: any(hanging & log.values.keys() for log in one.logs("alive")))
    found = next(log for log in talk.logs("alive") if hanging & log.values.keys())
    assert all(found.t_ns - log_ns >= 0.4e9 for key, log_ns in found.values.items() if key in hanging)
    count = len(talk.samples("host.machine"))
    talk.until(lambda one: len(one.samples("host.machine")) > count + 3)
    standin.show(standin.machine.with_rules())
    count = len(talk.samples("nvml.fields:gpu:0"))
    talk.until(lambda one: len(one.samples("nvml.fields:gpu:0")) > count + 2)


def test_it_quits_even_while_a_call_hangs(standin: PlacedStandin, start: Callable[..., Conversation]) -> None:
    standin.show(standin.machine.with_rules(Rule("nvmlInitWithFlags", "hang")))
    talk = start()
    talk.until(lambda one: bool(one.samples("host.machine")))
    talk.process.send({"quit": True})
    assert talk.end().description == "the sensor helper ended with code 0"


def test_a_library_that_prints_does_not_come_between_the_lines(standin: PlacedStandin, start: Callable[..., Conversation]) -> None:
    standin.show(Standin(noise=1))
    talk = start()
    talk.until(lambda one: bool(one.samples("nvml.fields:gpu:0")))


def test_a_slow_call_skips_ticks_and_counts_them(standin: PlacedStandin, start: Callable[..., Conversation]) -> None:
    standin.show(standin.machine.with_rules(Rule("nvmlDeviceGetTemperature", "slow", 250, 0)))
    talk = start()
    talk.until(lambda one: any(log.values["skipped"] > 0 for log in one.logs("alive")))
    found = talk.samples("nvml.fields:gpu:0")
    intervals = [after.before_ns - before.before_ns for before, after in pairwise(found)]
    assert max(intervals) > 190_000_000


def test_it_imports_nothing_heavy() -> None:
    code = "import sys; sys.path.insert(0, sys.argv[1]); import gpuscope.sensors.helper, gpuscope.sensors.nvml; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-I", "-c", code, str(package_root())], capture_output=True, text=True, check=True, timeout=20)
    assert not {"numpy", "torch", "sqlalchemy", "psutil", "pynvml", "subprocess", "asyncio"} & set(done.stdout.split())


def test_the_environment_is_clean_but_for_what_names_another_nvml(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LD_LIBRARY_PATH", "LD_PRELOAD", "PYTHONPATH", "SECRET_TOKEN"):
        monkeypatch.setenv(name, "/planted")
    monkeypatch.setenv("GPUSCOPE_NVML_LIBRARY", "/abs/libnvml.so")
    assert helper_environment().keys() <= {"PATH", "LC_ALL", "GPUSCOPE_NVML_LIBRARY", "GPUSCOPE_HOME"}


def test_nothing_planted_in_the_working_folder_is_loaded(standin: PlacedStandin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    planted = tmp_path / "planted"
    planted.mkdir()
    shutil.copy(standin.place(), planted / "libnvidia-ml.so.1")
    for module in ("pynvml", "json", "psutil", "gpuscope"):
        (planted / f"{module}.py").write_text(f"open({str(planted / 'loaded')!r}, 'a').write(__name__)\nraise SystemExit(9)\n")
    monkeypatch.delenv("GPUSCOPE_NVML_LIBRARY")
    monkeypatch.setenv("LD_LIBRARY_PATH", ".:")
    monkeypatch.setenv("PYTHONPATH", str(planted))
    done = subprocess.run(
        [*helper_command(hz=50)], cwd=planted, env=helper_environment(), input=b'{"quit": true}\n', stdout=subprocess.PIPE, timeout=20
    )
    assert done.returncode == 0
    assert not (planted / "loaded").exists()
    hello = [event for event in (decode(json.loads(line)) for line in done.stdout.splitlines()) if isinstance(event, Hello)][-1]
    assert not [one for one in hello.info["devices"] if "Stand-in" in one["name"]]


def metrics(talk: Conversation) -> dict[str, dict[str, Any]]:
    """Return the latest availability of the first GPU's metrics; empty before there is one."""
    hellos = [event for event in talk.events if isinstance(event, Hello)]
    gpus = [one for one in hellos[-1].info["devices"] if one["device"] == "gpu:0"] if hellos else []
    return gpus[0]["metrics"] if gpus else {}


def test_the_update_periods_come_in_a_later_hello_and_are_there_at_once_the_next_time(
    standin: PlacedStandin, start: Callable[..., Conversation], gpuscope_home: Path
) -> None:
    standin.show(Standin(gpus=(Gpu(curve="ramp", high=600, period=7.3, update=0.02, window=0.01),)))
    talk = start(only="nvml")
    talk.until(lambda one: bool(metrics(one)))
    assert metrics(talk)["power"]["period_s"] is None
    talk.until(lambda one: metrics(one)["power"]["period_s"] is not None)
    hellos = [index for index, event in enumerate(talk.events) if isinstance(event, Hello)]
    assert any(isinstance(event, Sample) for event in talk.events[: hellos[-1]])
    for metric in ("power", "energy"):
        assert metrics(talk)[metric]["period_s"] == pytest.approx(0.02, abs=0.006)
    talk.process.send({"quit": True})
    talk.end()
    assert (gpuscope_home / "device_notes.json").exists()
    again = start(only="nvml")
    again.until(lambda one: bool(metrics(one)))
    assert metrics(again)["power"]["period_s"] == metrics(talk)["power"]["period_s"]


@pytest.mark.parametrize("in_detail", [False, True])
def test_what_is_shared_with_other_tools_is_read_only_in_detail(
    standin: PlacedStandin, start: Callable[..., Conversation], in_detail: bool
) -> None:
    talk = start(only="nvml", in_detail=in_detail)
    talk.until(lambda one: bool(metrics(one)))
    assert ("sm_activity" in metrics(talk)) == in_detail
