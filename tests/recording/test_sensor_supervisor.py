"""The owner's side of the sensor helper: with the real helper on the stand-in NVML, and with helpers that misbehave by script."""

import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from gpuscope.core.event import Event, Gap, Hello, Log, Sample, Table
from gpuscope.recording import helper_keeper, sleep_watch
from gpuscope.recording.helper_health import HelperHealth
from gpuscope.recording.sensor_supervisor import SensorSupervisor
from gpuscope.sensors.helper_process import HelperProcess
from tests.standin.fixtures import PlacedStandin, standin
from tests.standin.standin import Rule

__all__ = ["standin"]
FIELDS = "nvml.fields:gpu:0"


class Owner:
    """Drives a supervisor as a recorder's loop does, and keeps all that comes out."""

    def __init__(self, **options: object) -> None:
        self.supervisor = SensorSupervisor(**options)  # type: ignore[arg-type]
        self.events: list[Event] = []
        self.pids: list[int] = []

    def turn(self) -> None:
        descriptor = self.supervisor.fileno()
        wait_ns = self.supervisor.next_deadline_ns() - time.monotonic_ns()
        if descriptor is not None and self.supervisor._keeper.process is not None:
            self.supervisor._keeper.process.wait_readable(min(0.1, max(0, wait_ns) * 1e-9))
            self.events += self.supervisor.on_readable()
        else:
            time.sleep(min(0.05, max(0, wait_ns) * 1e-9))
        if time.monotonic_ns() >= self.supervisor.next_deadline_ns():
            self.events += self.supervisor.tick(time.monotonic_ns())
        pid = self.supervisor.pid
        if pid is not None and pid not in self.pids:
            # Never a second helper beside a first one.
            assert not any(psutil.pid_exists(earlier) for earlier in self.pids)
            self.pids.append(pid)

    def until(self, is_enough: Callable[["Owner"], bool], timeout_s: float = 15) -> None:
        end = time.monotonic() + timeout_s
        while not is_enough(self):
            assert time.monotonic() < end, f"not in time; the last events were {self.events[-5:]}"
            self.turn()

    def drive(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        self.until(lambda _: time.monotonic() >= end)

    def samples(self, call: str) -> list[Sample]:
        return [event for event in self.events if isinstance(event, Sample) and event.call == call]

    def gaps(self, device: str, metric: str) -> list[Gap]:
        return [event for event in self.events if isinstance(event, Gap) and event.device == device and metric in event.metrics]

    def health(self) -> HelperHealth | None:
        """How the helper fared as was last told; None as long as nothing was."""
        tables = [event for event in self.events if isinstance(event, Table) and (event.device, event.name) == ("recorder", "helper")]
        return HelperHealth.of(tables[-1]) if tables else None

    def words(self) -> list[str]:
        return [event.text for event in self.events if isinstance(event, Log)]


@pytest.fixture
def start() -> Iterator[Callable[..., Owner]]:
    made: list[Owner] = []

    def begin(**options: object) -> Owner:
        owner = Owner(**options)
        made.append(owner)
        owner.supervisor.start(own_pids=[os.getpid()])
        return owner

    yield begin
    for one in made:
        one.supervisor.stop(0.2)


def scripted(code: str) -> list[str]:
    """A helper that does what a few lines say; ``say`` prints an event."""
    lines = "import json, os, sys, time\ndef say(**words): print(json.dumps(words), flush=True)\n"
    return [sys.executable, "-I", "-c", lines + code]


HELLO = """
info = {"devices": [{"device": "cpu", "kind": "cpu", "name": "fake"}], "calls": {"host.machine": [["cpu", "memory_used"]]},
        "periods": {"host.machine": 0.05}, "quality": {"cpu/memory_used": ["measured", "fake"]}, "pending": []}
def hello(): say(e="hello", role="helper", pid=os.getpid(), t=time.monotonic_ns(), version=1, info=info)
def sample(): say(e="sample", call="host.machine", b=time.monotonic_ns(), a=time.monotonic_ns(), v=[1])
def listen(): sys.stdin.read()
"""


VENDORS = """
KEYS = {"host": "cpu", "nvml": "gpu:0", "amd": "amd:0"}
def tell(*names, pending=()):
    devices = [{"device": KEYS[name], "kind": "cpu" if name == "host" else "gpu", "name": name,
                "metrics": {"power": {"available": True, "source": name}}} for name in names]
    calls = {f"{name}.fast:{KEYS[name]}": [[KEYS[name], "power"]] for name in names}
    info = {"devices": devices, "calls": calls, "periods": {call: 0.05 for call in calls}, "pending": list(pending),
            "quality": {f"{KEYS[name]}/power": ["measured", name] for name in names}, "backends": {name: [KEYS[name]] for name in names}}
    say(e="hello", role="helper", pid=os.getpid(), t=time.monotonic_ns(), version=1, info=info)
def read(*names, times=1, hangs=""):
    for _ in range(times):
        for name in names:
            say(e="sample", call=f"{name}.fast:{KEYS[name]}", b=time.monotonic_ns(), a=time.monotonic_ns(), v=[1])
        say(e="log", t=time.monotonic_ns(), level="alive", text=hangs, values={})
        time.sleep(0.03)
starts = open(sys.argv[1], "a+"); starts.write("x"); starts.flush()
start = starts.seek(0, 2)
"""
"""A helper of three back ends; ``start`` counts the helpers that were started with the same file."""


def vendors(tmp_path: Path, code: str) -> list[str]:
    return [*scripted(VENDORS + code), str(tmp_path / "starts")]


def test_devices_calls_and_samples_come_and_the_end_leaves_nothing(standin: PlacedStandin, start: Callable[..., Owner]) -> None:
    owner = start()
    assert not owner.supervisor.ready
    owner.until(lambda one: bool(one.samples(FIELDS)) and bool(one.samples("host.machine")) and bool(one.samples("host.recorder")))
    supervisor = owner.supervisor
    assert supervisor.ready
    assert [device.key for device in supervisor.devices] == ["cpu", "workload", "recorder", "gpu:0", "gpu:1"]
    assert supervisor.calls[FIELDS][3] == ("gpu:0", "energy")
    assert supervisor.quality["gpu:0/energy"] == ("measured", "NVML field 83, cumulative counter")
    assert [event for event in owner.events if isinstance(event, Gap)] == []
    assert owner.words() == []
    pid = supervisor.pid
    assert pid is not None
    asked = time.monotonic_ns()
    last = supervisor.stop()
    assert [event for event in last if isinstance(event, Sample) and event.call == FIELDS and event.before_ns > asked]
    assert not psutil.pid_exists(pid)
    assert supervisor.pid is None
    assert supervisor.fileno() is None
    assert 0.02 < supervisor.cpu_time_s < 5
    assert supervisor.stop() == []
    assert supervisor.tick(time.monotonic_ns()) == []


def test_a_crash_is_a_gap_and_the_helper_is_back_within_two_seconds(standin: PlacedStandin, start: Callable[..., Owner]) -> None:
    owner = start()
    owner.supervisor.watch(os.getpid())
    owner.until(lambda one: len(one.samples(FIELDS)) > 3)
    healthy = standin.machine
    standin.show(healthy.with_rules(Rule("nvmlDeviceGetFieldValues", "crash", 0, 0)))
    owner.until(lambda one: bool(one.words()))
    standin.show(healthy)
    seen = len(owner.samples(FIELDS))
    owner.until(lambda one: len(one.samples(FIELDS)) > seen + 1 and bool(one.samples("host.workload")))
    assert owner.words() == ["the sensor helper was ended by SIGSEGV"]
    before, after = owner.samples(FIELDS)[seen - 1 : seen + 1]
    assert (after.before_ns - before.after_ns) * 1e-9 < 2
    ends = [gap for gap in owner.gaps("gpu:0", "energy") if gap.end_ns is not None]
    assert [(gap.start_ns, gap.end_ns, gap.reason) for gap in ends] == [
        (before.after_ns, after.before_ns, "the sensor helper was ended by SIGSEGV")
    ]
    assert len(owner.pids) == 2
    assert {device.key for device in owner.supervisor.devices} >= {"gpu:0", "gpu:1"}


def test_the_third_crash_within_a_minute_switches_the_gpus_off_with_a_reason(standin: PlacedStandin, start: Callable[..., Owner]) -> None:
    owner = start()
    owner.until(lambda one: bool(one.samples(FIELDS)))
    standin.show(standin.machine.with_rules(Rule("nvmlDeviceGetCount_v2", "crash"), Rule("nvmlDeviceGetFieldValues", "crash")))
    owner.until(lambda one: len(one.pids) == 4)
    count = len(owner.samples("host.machine"))
    owner.until(lambda one: len(one.samples("host.machine")) > count + 5)
    reason = "switched off: the sensor helper ended 3 times within a minute"
    assert owner.words() == ["the sensor helper was ended by SIGSEGV"] * 3 + [f"GPU sensors are {reason}"]
    gpus = [device for device in owner.supervisor.devices if device.key.startswith("gpu")]
    assert [device.key for device in gpus] == ["gpu:0", "gpu:1"]
    assert {one.reason for device in gpus for one in device.capabilities.values()} == {reason}
    assert owner.supervisor.ready
    told = [event for event in owner.events if isinstance(event, Hello)][-1]
    assert told.info["devices"][-1]["metrics"]["power"]["reason"] == reason
    assert owner.gaps("gpu:0", "energy")[-1].end_ns is None


def test_crashes_are_counted_and_told_and_the_sensors_can_be_tried_again(standin: PlacedStandin, start: Callable[..., Owner]) -> None:
    healthy = standin.machine
    owner = start()
    owner.until(lambda one: bool(one.samples(FIELDS)))
    owner.supervisor.try_again()  # nothing is off
    owner.until(lambda one: one.health() is not None)
    assert (len(owner.pids), owner.health()) == (1, HelperHealth())
    standin.show(healthy.with_rules(Rule("nvmlDeviceGetCount_v2", "crash"), Rule("nvmlDeviceGetFieldValues", "crash")))
    owner.until(lambda one: len(one.pids) == 4)
    off = "switched off: the sensor helper ended 3 times within a minute"
    owner.until(lambda one: one.health() == HelperHealth(restarts=3, crashes=3, off=off))
    standin.show(healthy)
    count = len(owner.samples(FIELDS))
    owner.supervisor.try_again()
    owner.until(lambda one: len(one.samples(FIELDS)) > count)
    owner.until(lambda one: one.health() == HelperHealth(restarts=4, crashes=3))
    assert all(one.available for one in owner.supervisor.devices[-1].capabilities.values())


def test_hangs_are_counted(standin: PlacedStandin, start: Callable[..., Owner]) -> None:
    owner = start(deadline_s=0.4)
    owner.until(lambda one: len(one.samples(FIELDS)) > 3)
    standin.show(standin.machine.with_rules(Rule("nvmlDeviceGetFieldValues", "hang", 0, 0)))
    owner.until(lambda one: (found := one.health()) is not None and (found.hangs, found.restarts) >= (1, 1))
    assert owner.health().crashes == 0


def test_a_crash_before_any_gpu_was_told_names_the_gpus_as_a_whole(standin: PlacedStandin, start: Callable[..., Owner]) -> None:
    standin.show(standin.machine.with_rules(Rule("nvmlInitWithFlags", "crash")))
    owner = start()
    owner.until(lambda one: one.supervisor.ready and bool(one.samples("host.machine")))
    assert [device.key for device in owner.supervisor.devices] == ["cpu", "workload", "recorder", "gpu"]


def test_a_hang_is_told_the_helper_respawned_once_and_then_left_alone(standin: PlacedStandin, start: Callable[..., Owner]) -> None:
    owner = start(deadline_s=0.4)
    owner.until(lambda one: len(one.samples(FIELDS)) > 3)
    healthy = standin.machine
    standin.show(healthy.with_rules(Rule("nvmlDeviceGetFieldValues", "hang", 0, 0)))
    owner.until(lambda one: len(one.words()) >= 3)
    assert ":gpu:0 not answering since " in owner.words()[0]  # of "fields", or of "burst", which is read more often at first
    assert re.match(r"the sensor helper is started anew: nvml\.\w+:gpu:0 was not answering since ", owner.words()[1])
    assert "nvml.open not answering since " in owner.words()[2]
    assert len(owner.pids) == 2
    assert owner.supervisor.ready
    assert "nvml.open not answering" in str(owner.supervisor.devices[-1].capabilities["power"].reason)
    count = len(owner.samples("host.machine"))
    owner.drive(1.0)
    assert len(owner.pids) == 2
    assert len(owner.samples("host.machine")) > count + 5
    assert owner.gaps("gpu:0", "energy")[-1].end_ns is None
    standin.show(healthy)
    seen = len(owner.samples(FIELDS))
    owner.until(lambda one: len(one.samples(FIELDS)) > seen + 1)
    gap = owner.gaps("gpu:0", "energy")[-1]
    assert gap.end_ns is not None
    assert "not answering since" in gap.reason
    assert owner.supervisor.devices[-1].capabilities["power"].available


def test_a_hang_that_no_kill_reaches_gets_no_second_helper(
    standin: PlacedStandin, start: Callable[..., Owner], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(HelperProcess, "is_in_the_kernel", lambda self: True)
    owner = start(deadline_s=0.4)
    owner.until(lambda one: bool(one.samples(FIELDS)))
    standin.show(standin.machine.with_rules(Rule("nvmlDeviceGetFieldValues", "hang")))
    owner.until(lambda one: bool(one.words()))
    count = len(owner.samples("host.machine"))
    owner.until(lambda one: len(one.samples("host.machine")) > count + 5)
    assert len(owner.pids) == 1


def test_stop_ends_a_helper_whose_call_hangs(standin: PlacedStandin, start: Callable[..., Owner]) -> None:
    owner = start()
    owner.until(lambda one: bool(one.samples(FIELDS)))
    standin.show(standin.machine.with_rules(Rule("nvmlDeviceGetFieldValues", "hang")))
    owner.drive(0.2)
    pid = owner.supervisor.pid
    assert pid is not None
    begin = time.monotonic()
    owner.supervisor.stop(1.5)
    assert time.monotonic() - begin < 2
    assert not psutil.pid_exists(pid)


def test_a_lost_gpu_ends_in_a_gap_and_the_other_goes_on(standin: PlacedStandin, start: Callable[..., Owner]) -> None:
    owner = start()
    owner.until(lambda one: len(one.samples(FIELDS)) > 2)
    standin.show(standin.machine.with_gpu(0, lost_from=1))
    owner.until(lambda one: bool(one.gaps("gpu:0", "energy")))
    count = len(owner.samples("nvml.fields:gpu:1"))
    owner.until(lambda one: len(one.samples("nvml.fields:gpu:1")) > count + 4)
    (gap,) = owner.gaps("gpu:0", "energy")
    assert gap.reason == "the GPU is lost: it no longer answers on the bus"
    assert (gap.start_ns, gap.end_ns) == (owner.samples(FIELDS)[-1].after_ns, None)
    assert not owner.gaps("gpu:1", "energy")
    assert len(owner.pids) == 1


def test_a_silent_helper_is_killed_and_replaced(start: Callable[..., Owner]) -> None:
    owner = start(only="host", deadline_s=0.5)
    owner.until(lambda one: bool(one.samples("host.machine")))
    pid = owner.supervisor.pid
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    owner.until(lambda one: len(one.pids) == 2)
    owner.until(lambda one: any(gap.end_ns for gap in one.gaps("cpu", "memory_used")))
    assert "the sensor helper was not answering since " in owner.words()[0]
    gap = [gap for gap in owner.gaps("cpu", "memory_used") if gap.end_ns][-1]
    assert "not answering" in gap.reason
    opened = [one for one in owner.gaps("cpu", "memory_used") if one.end_ns is None]
    assert {one.start_ns for one in opened} == {gap.start_ns}  # told again when its cause is known


def test_an_owner_that_was_held_up_calls_nobody_silent(start: Callable[..., Owner]) -> None:
    owner = start(only="host", deadline_s=0.5)
    owner.until(lambda one: bool(one.samples("host.machine")))
    time.sleep(0.8)
    owner.events += owner.supervisor.tick(time.monotonic_ns())
    owner.drive(0.3)
    assert owner.words() == []
    assert [event for event in owner.events if isinstance(event, Gap)] == []
    assert len(owner.pids) == 1


def test_garbage_is_counted_and_told_once(start: Callable[..., Owner]) -> None:
    code = (
        HELLO
        + "hello()\nfor line in ('', '{', '[]', '{\"e\": \"end\", \"t\": 1, \"state\": \"x\"}', '\\x00\\xff'): print(line, flush=True)\n"
    )
    owner = start(command=scripted(code + "say(e='hello', role='helper', pid=1, t=1, version=1, info={})\nsample()\nlisten()"))
    owner.until(lambda one: bool(one.samples("host.machine")))
    assert owner.supervisor.health.garbage == 6
    assert owner.words() == ["the sensor helper sent a line that is no event; it and others like it are left out"]


def test_a_reading_that_came_too_late_is_a_gap_and_one_in_time_is_none(start: Callable[..., Owner]) -> None:
    code = HELLO + "hello()\nfor pause in (0.05, 0.1, 0.35, 0.05):\n    sample(); time.sleep(pause)\nsample(); listen()"
    owner = start(command=scripted(code))
    owner.until(lambda one: len(one.samples("host.machine")) == 5)
    stamps = owner.samples("host.machine")
    gaps = owner.gaps("cpu", "memory_used")
    assert {(gap.start_ns, gap.reason) for gap in gaps} == {(stamps[2].after_ns, "no reading came for more than three sampling intervals")}
    assert gaps[-1].end_ns == stamps[3].before_ns


def test_a_helper_that_cannot_start_is_tried_again_ever_more_rarely(start: Callable[..., Owner]) -> None:
    owner = start(command=scripted("sys.exit(7)"))
    owner.until(lambda one: len(one.pids) >= 4)
    assert owner.words()[0] == "the sensor helper ended with code 7"
    assert owner.supervisor.next_deadline_ns() - time.monotonic_ns() <= 1_700_000_000
    assert owner.supervisor.ready is False


def test_a_suspend_is_a_gap_of_everything(start: Callable[..., Owner], monkeypatch: pytest.MonkeyPatch) -> None:
    owner = start(only="host")
    owner.until(lambda one: bool(one.samples("host.machine")))
    slept = sleep_watch.asleep_ns() + 6_660_000_000_000
    monkeypatch.setattr(sleep_watch, "asleep_ns", lambda: slept)
    owner.until(lambda one: bool(one.words()))
    assert owner.words() == ["the computer slept for 1 h 51 min"]
    (gap,) = [event for event in owner.events if isinstance(event, Gap)]
    assert (gap.device, gap.metrics) == ("", ())
    assert gap.end_ns is not None
    assert gap.start_ns <= gap.end_ns


def test_a_helper_that_was_held_up_together_with_its_owner_is_no_silent_one(start: Callable[..., Owner]) -> None:
    owner = start(only="host", deadline_s=1.2)
    owner.until(lambda one: bool(one.samples("host.machine")))
    (pid,) = owner.pids
    before = len(owner.samples("host.machine"))
    os.kill(pid, signal.SIGSTOP)
    time.sleep(1.5)  # the owner does not look either
    owner.events += owner.supervisor.tick(time.monotonic_ns())
    os.kill(pid, signal.SIGCONT)
    owner.until(lambda one: len(one.samples("host.machine")) > before)
    assert owner.pids == [pid]


def test_the_helpers_processor_time_survives_its_restart(start: Callable[..., Owner]) -> None:
    owner = start(only="host")
    owner.until(lambda one: one.supervisor.cpu_time_s > 0 and bool(one.samples("host.recorder")))
    before = owner.supervisor.cpu_time_s
    recorded = owner.samples("host.recorder")[-1].values[0]
    assert owner.supervisor.pid is not None
    os.kill(owner.supervisor.pid, signal.SIGKILL)
    owner.until(lambda one: len(one.pids) == 2)
    assert owner.supervisor.cpu_time_s >= before
    seen = len(owner.samples("host.recorder"))
    owner.until(lambda one: len(one.samples("host.recorder")) > seen)
    after = owner.samples("host.recorder")[-1].values[0]
    assert recorded is not None
    assert after is not None
    assert after >= recorded
    assert owner.words() == ["the sensor helper was ended by SIGKILL"]


def test_a_status_taken_by_somebody_else_does_no_harm(start: Callable[..., Owner]) -> None:
    owner = start(only="host")
    owner.until(lambda one: bool(one.samples("host.machine")))
    pid = owner.supervisor.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    owner.until(lambda one: len(one.pids) == 2)
    assert owner.words() == ["the sensor helper ended"]


def test_a_helper_that_cannot_be_spawned_is_told_and_raises_nothing(start: Callable[..., Owner]) -> None:
    owner = start(command=["/nowhere/python"])
    assert owner.supervisor.fileno() is None
    owner.until(lambda one: bool(one.words()))
    assert owner.words() == ["the sensor helper cannot be started: No such file or directory; it is tried again every 10 s"]
    assert owner.supervisor.next_deadline_ns() > time.monotonic_ns() + 9_000_000_000


def test_a_helper_that_cannot_be_spawned_is_told_once(start: Callable[..., Owner], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(helper_keeper, "_LONGEST_BACK_OFF_NS", 5_000_000)
    owner = start(command=["/nowhere/python"])
    keeper, tries = owner.supervisor._keeper, list[int]()
    spawn = keeper._spawn

    def counted(now_ns: int) -> None:
        tries.append(now_ns)
        spawn(now_ns)

    monkeypatch.setattr(keeper, "_spawn", counted)
    owner.until(lambda _: len(tries) == 4)
    assert len(owner.words()) == 1


def test_what_a_helper_said_before_it_ended_is_read_at_the_stop(start: Callable[..., Owner]) -> None:
    owner = start(command=scripted('say(e="log", t=1, level="warning", text="last words")'))
    assert owner.supervisor.pid is not None
    os.waitid(os.P_PID, owner.supervisor.pid, os.WEXITED | os.WNOWAIT)
    events = owner.supervisor.stop(0.0)
    assert [event.text for event in events if isinstance(event, Log)] == ["last words"]


def test_a_library_that_hangs_leaves_the_other_vendors_sensors_on(tmp_path: Path, start: Callable[..., Owner]) -> None:
    code = """
if start == 1:
    tell("host", "nvml", "amd"); read("host", "nvml", "amd", times=3)
    read("host", "nvml", times=1000, hangs=f"hangs: amd.fast:amd:0 since {time.monotonic_ns()}")
tell("host", pending=("nvml", "amd")); tell("host", "nvml", pending=["amd"])
read("host", "nvml", times=1000, hangs=f"hangs: amd.open since {time.monotonic_ns()}")
"""
    owner = start(command=vendors(tmp_path, code))
    owner.until(lambda one: any("amd.open" in text for text in one.words()))
    count = len(owner.samples("nvml.fast:gpu:0"))
    owner.until(lambda one: len(one.samples("nvml.fast:gpu:0")) > count + 5)
    supervisor = owner.supervisor
    assert supervisor.ready
    assert len(owner.pids) == 2
    able = {device.key: device.capabilities["power"] for device in supervisor.devices}
    assert able["gpu:0"].available
    assert str(able["amd:0"].reason).startswith("amd.open not answering since ")
    assert owner.gaps("gpu:0", "power")[-1].end_ns is not None
    assert owner.gaps("amd:0", "power")[-1].end_ns is None


def test_a_library_that_goes_on_hanging_costs_the_others_no_second_gap(
    tmp_path: Path, start: Callable[..., Owner], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(helper_keeper, "WITHIN_NS", 100_000_000)
    code = """
if start == 1:
    tell("host", "nvml", "amd"); read("host", "nvml", times=1000, hangs=f"hangs: amd.fast:amd:0 since {time.monotonic_ns()}")
tell("host", "nvml", pending=["amd"]); read("host", "nvml", times=1000, hangs=f"hangs: amd.open since {time.monotonic_ns()}")
"""
    owner = start(command=vendors(tmp_path, code))
    owner.until(lambda one: len(one.pids) == 2 and len(one.samples("nvml.fast:gpu:0")) > 20)
    assert len(owner.pids) == 2


def test_two_libraries_that_hang_are_both_told(tmp_path: Path, start: Callable[..., Owner], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HelperProcess, "is_in_the_kernel", lambda self: True)
    code = """
tell("host", "nvml", "amd"); read("host", "nvml", "amd", times=2)
first = f"hangs: amd.fast:amd:0 since {time.monotonic_ns()}"
read("host", "nvml", times=2, hangs=first)
read("host", times=1000, hangs=f"{first}, nvml.fast:gpu:0 since {time.monotonic_ns()}")
"""
    owner = start(command=vendors(tmp_path, code))
    owner.until(lambda one: bool(one.gaps("gpu:0", "power")) and bool(one.gaps("amd:0", "power")))
    assert [text.partition(" since")[0] for text in owner.words()] == ["amd.fast:amd:0 not answering", "nvml.fast:gpu:0 not answering"]
    assert "amd.fast:amd:0 not answering" in owner.gaps("amd:0", "power")[-1].reason
    assert "nvml.fast:gpu:0 not answering" in owner.gaps("gpu:0", "power")[-1].reason


def test_three_crashes_switch_every_vendor_off_and_nothing_else(tmp_path: Path, start: Callable[..., Owner]) -> None:
    code = """
if start <= 3:
    tell("host", "nvml", "amd"); read("host", "nvml", "amd"); os.abort()
tell("host"); read("host", times=1000)
"""
    owner = start(command=vendors(tmp_path, code))
    owner.until(lambda one: len(one.pids) == 4)
    count = len(owner.samples("host.fast:cpu"))
    owner.until(lambda one: len(one.samples("host.fast:cpu")) > count)
    able = {device.key: device.capabilities["power"] for device in owner.supervisor.devices}
    assert [able[key].available for key in ("cpu", "gpu:0", "amd:0")] == [True, False, False]
    assert {able["gpu:0"].reason, able["amd:0"].reason} == {"switched off: the sensor helper ended 3 times within a minute"}
    assert owner.supervisor.ready


def test_a_back_end_that_is_told_late_after_a_crash_has_its_gap(tmp_path: Path, start: Callable[..., Owner]) -> None:
    code = """
if start == 1:
    tell("host", "amd"); read("host", "amd", times=2); os.abort()
tell("host", pending=["amd"]); read("host", times=8); tell("host", "amd"); read("host", "amd", times=1000)
"""
    owner = start(command=vendors(tmp_path, code))
    owner.until(lambda one: len(one.samples("amd.fast:amd:0")) > 3)
    before, after = owner.samples("amd.fast:amd:0")[1:3]
    ended = [(gap.start_ns, gap.end_ns, gap.reason) for gap in owner.gaps("amd:0", "power") if gap.end_ns]
    assert ended == [(before.after_ns, after.before_ns, "the sensor helper was ended by SIGABRT")]
