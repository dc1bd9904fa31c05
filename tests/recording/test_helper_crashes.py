"""A sensor helper that crashes, hangs, falls silent or cannot be started."""

import os
import re
import signal
import time
from collections.abc import Callable

import psutil
import pytest

from gpuscope.core.event import Hello
from gpuscope.recording import helper_keeper
from gpuscope.recording.helper_keeper import HelperHealth
from gpuscope.sensors.helper_process import HelperProcess
from tests.recording.helper_owner import FIELDS, Owner, scripted, start
from tests.standin.fixtures import PlacedStandin, standin
from tests.standin.standin import Rule

__all__ = ["standin", "start"]


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
    assert re.match(r"the sensor helper is restarted: nvml\.\w+:gpu:0 was not answering since ", owner.words()[1])
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
    assert {one.start_ns for one in opened} == {gap.start_ns}  # reported again when its cause is known


def test_a_helper_that_cannot_start_is_tried_again_ever_more_rarely(start: Callable[..., Owner]) -> None:
    owner = start(command=scripted("sys.exit(7)"))
    owner.until(lambda one: len(one.pids) >= 4)
    assert owner.words()[0] == "the sensor helper ended with code 7"
    assert owner.supervisor.next_deadline_ns() - time.monotonic_ns() <= 1_700_000_000
    assert owner.supervisor.ready is False


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
