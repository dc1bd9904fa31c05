"""The owner's side of the sensor helper: the readings that it accepts, and how it reports missing time."""

import os
import signal
import time
from collections.abc import Callable

import psutil
import pytest

from gpuscope.core.event import Gap, Hello, Log, Sample
from gpuscope.recording import clocks
from gpuscope.sensors.declaration import Declaration
from gpuscope.sensors.gap_tracker import ON_ITS_WAY_NS
from gpuscope.sensors.schedule import HOLD_NS
from gpuscope.system.suspends import asleep_ns
from tests.recording.helper_owner import FIELDS, HELLO, Owner, scripted, start
from tests.standin.fixtures import PlacedStandin, standin

__all__ = ["standin", "start"]


def test_devices_calls_and_samples_come_and_the_end_leaves_nothing(standin: PlacedStandin, start: Callable[..., Owner]) -> None:
    owner = start()
    assert not owner.supervisor.ready
    owner.until(lambda one: bool(one.samples(FIELDS)) and bool(one.samples("host.machine")) and bool(one.samples("host.recorder")))
    supervisor = owner.supervisor
    assert supervisor.ready
    assert [device.key for device in supervisor.devices] == ["cpu", "workload", "recorder", "gpu:0", "gpu:1"]
    assert supervisor.calls[FIELDS][3] == ("gpu:0", "energy")
    *_, hello = (event for event in owner.events if isinstance(event, Hello))
    assert Declaration.from_info(hello.info).quality["gpu:0/energy"] == ("measured", "NVML field 83, cumulative counter")
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
    garbage = ["", "{", "[]", "{},{}", "[1", "2]", '{"e": "end", "t": 1, "state": "x"}', "\0\xff"]
    code = HELLO + f"hello()\nfor line in {garbage!r}: print(line, flush=True)\n"
    owner = start(command=scripted(code + "say(e='hello', role='helper', pid=1, t=1, version=1, info={})\nsample()\nlisten()"))
    owner.until(lambda one: bool(one.samples("host.machine")))
    assert owner.supervisor.health.garbage == 9
    assert owner.words() == ["the sensor helper sent a line that is no event; it and others like it are left out"]


def test_a_reading_that_came_too_late_is_a_gap_and_one_in_time_is_none(start: Callable[..., Owner]) -> None:
    code = HELLO + "hello()\nfor pause in (0.05, 0.1, 0.35, 0.05):\n    sample(); time.sleep(pause)\nsample(); listen()"
    owner = start(command=scripted(code))
    owner.until(lambda one: len(one.samples("host.machine")) == 5)
    stamps = owner.samples("host.machine")
    gaps = owner.gaps("cpu", "memory_used")
    assert {(gap.start_ns, gap.reason) for gap in gaps} == {(stamps[2].after_ns, "no reading came for more than three sampling intervals")}
    assert gaps[-1].end_ns == stamps[3].before_ns


def test_a_suspend_is_a_gap_of_everything(start: Callable[..., Owner], monkeypatch: pytest.MonkeyPatch) -> None:
    owner = start(only="host")
    owner.until(lambda one: bool(one.samples("host.machine")))
    slept = asleep_ns() + 6_660_000_000_000
    monkeypatch.setattr(clocks, "asleep_ns", lambda: slept)
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
    time.sleep(1.5)  # the owner does not read either
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


def test_what_a_helper_said_before_it_ended_is_read_at_the_stop(start: Callable[..., Owner]) -> None:
    owner = start(command=scripted('say(e="log", t=1, level="warning", text="last words")'))
    assert owner.supervisor.pid is not None
    os.waitid(os.P_PID, owner.supervisor.pid, os.WEXITED | os.WNOWAIT)
    events = owner.supervisor.stop(0.0)
    assert [event.text for event in events if isinstance(event, Log)] == ["last words"]


def test_where_nobody_looks_on_readings_come_together_without_a_gap_and_all_at_once_again(start: Callable[..., Owner]) -> None:
    owner = start(only="host")
    owner.until(lambda one: len(one.samples("host.machine")) > 3)
    owner.supervisor.set_live(False)
    owner.drive(0.3)  # events still on their way
    arrivals: list[tuple[int, int]] = []
    end = time.monotonic() + 3 * HOLD_NS * 1e-9
    while time.monotonic() < end:
        before = len(owner.samples("host.machine"))
        owner.turn()
        found = owner.samples("host.machine")[before:]
        arrivals += [(len(found), time.monotonic_ns())] if found else []
    assert 2 <= len(arrivals) <= 5
    assert max(count for count, _ in arrivals) >= 6
    assert min(abs((stamp + HOLD_NS // 2) % HOLD_NS - HOLD_NS // 2) for _, stamp in arrivals) < 150_000_000
    owner.supervisor.set_live(True)
    begin = len(owner.samples("host.machine"))
    owner.drive(1.0)
    assert len(owner.samples("host.machine")) - begin >= 8
    assert [event for event in owner.events if isinstance(event, Gap)] == []


def test_a_helper_that_is_started_anew_still_knows_that_nobody_looks_on(start: Callable[..., Owner]) -> None:
    owner = start(only="host")
    owner.supervisor.set_live(False)
    owner.until(lambda one: len(one.samples("host.machine")) > 3)
    os.kill(owner.pids[0], signal.SIGKILL)
    owner.until(lambda one: len(one.pids) == 2)
    known = len(owner.samples("host.machine"))
    owner.until(lambda one: len(one.samples("host.machine")) > known)
    owner.drive(0.3)
    begin = len(owner.samples("host.machine"))
    turns = 0
    end = time.monotonic() + 2 * HOLD_NS * 1e-9
    while time.monotonic() < end:
        before = len(owner.samples("host.machine"))
        owner.turn()
        turns += len(owner.samples("host.machine")) > before
    assert len(owner.samples("host.machine")) > begin
    assert turns <= 4


@pytest.mark.parametrize(("is_live", "are_missing"), [(True, True), (False, False)])
def test_what_may_be_held_back_is_missed_later(is_live: bool, are_missing: bool, start: Callable[..., Owner]) -> None:
    owner = start(command=scripted(HELLO + "hello(); sample(); listen()"))
    owner.supervisor.set_live(is_live)
    owner.until(lambda one: len(one.samples("host.machine")) == 1)
    time.sleep(0.5)
    owner.events += owner.supervisor.tick(time.monotonic_ns())
    assert bool(owner.gaps("cpu", "memory_used")) == are_missing
    owner.until(lambda one: bool(one.gaps("cpu", "memory_used")))
    assert owner.gaps("cpu", "memory_used")[0].end_ns is None


def test_who_looks_on_again_misses_readings_as_soon_as_before(start: Callable[..., Owner]) -> None:
    owner = start(command=scripted(HELLO + "hello(); sample(); listen()"))
    owner.supervisor.set_live(False)
    owner.until(lambda one: len(one.samples("host.machine")) == 1)
    owner.supervisor.set_live(True)
    owner.until(lambda one: bool(one.gaps("cpu", "memory_used")))
    assert owner.supervisor._gaps.on_its_way_ns == ON_ITS_WAY_NS
