"""Tests of which optimizers' steps are the program's steps, and what is reported about them."""

import os
import struct
import sys
from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace

import pytest

from gpuscope.core.errors import EventError
from gpuscope.core.event import SEEN_PHASES, Event, Hello, Log, Steps
from gpuscope.core.steppers import leading, process_of
from gpuscope.probe.hooks.seen_ring import BACKWARD, BATCH, BEGUN, OPTIMIZER, PROFILED, RECORDS, SAMPLE, THREAD_SHIFT, UNTIMED, SeenRing
from gpuscope.recording.seen_steps import PEAKS, SEEN, RecordRing, SeenSteps, left_in_seen_rings
from gpuscope.recording.steps_of_optimizers import StepsOfOptimizers

A, B, C = (OPTIMIZER << 32 | serial for serial in (1, 2, 3))


def counted(order: Iterable[int], *, at_once: int = 1) -> list[int]:
    """Return the ends of a program's steps, for optimizers that stepped in the given order at 1, 2, 3, …, reading a few at a time."""
    steps, whose = StepsOfOptimizers(), list(order)
    told: dict[int, list[int]] = {}
    for begin in range(0, len(whose), at_once):
        part = whose[begin : begin + at_once]
        steps.add(range(begin + 1, begin + 1 + len(part)), part, [0] * len(part))
        ends = steps.drain()
        told.setdefault(steps.count, []).extend(ends)
        assert steps.reported == len(told[steps.count])
    return told[steps.count]


@pytest.mark.parametrize("at_once", [1, 7, 1000])
def test_of_optimizers_in_turn_the_one_with_the_fewest_steps_counts(at_once: int) -> None:
    assert len(counted([A, B] * 10, at_once=at_once)) == 10
    assert counted([A, B] * 3, at_once=at_once) == [2, 4, 6]
    assert len(counted(([A] * 5 + [B]) * 8, at_once=at_once)) == 8
    assert len(counted([A, B, C] * 6, at_once=at_once)) == 6


@pytest.mark.parametrize("at_once", [1, 7, 1000])
def test_one_after_another_they_go_on_counting(at_once: int) -> None:
    assert counted([A] * 10 + [B] * 20 + [C] * 5, at_once=at_once) == list(range(1, 36))


@pytest.mark.parametrize("at_once", [1, 7, 1000])
def test_what_is_in_use_for_a_short_time_counts_for_nothing(at_once: int) -> None:
    outer = [number for task in range(12) for number in ([OPTIMIZER << 32 | 100 + task] * 4 + [A])]
    assert counted(outer, at_once=at_once) == list(range(5, 61, 5))
    assert len(counted([A] * 50 + [B, A, B] + [A] * 50, at_once=at_once)) == 101


def test_threads_that_train_side_by_side_are_told_apart() -> None:
    steps = StepsOfOptimizers()
    steps.add(range(1, 25), [A, B, C] * 8, [0, 1, 1] * 8)
    assert (len(steps.drain()), steps.leader, steps.threads) == (8, A, 2)


def test_one_optimizer_that_threads_step_in_turn_is_one() -> None:
    steps = StepsOfOptimizers()
    steps.add(range(1, 21), [A] * 20, [0, 1] * 10)
    assert (len(steps.drain()), steps.threads) == (20, 1)
    steps.add(range(21, 41), [A, B] * 10, [0, 1] * 10)
    assert steps.threads == 1


def test_an_optimizer_for_each_weight_does_not_fill_the_memory() -> None:
    steps = StepsOfOptimizers()
    for task in range(5000):
        steps.add([2 * task + 1, 2 * task + 2], [OPTIMIZER << 32 | 10 + task, A], [0, 0])
        steps.drain()
    assert steps.reported == 5000
    assert len(steps._ends) <= 64


def test_an_optimizers_steps_take_the_place_of_backward_passes() -> None:
    assert counted([BACKWARD << 32] * 4 + [A, A]) == [5, 6]


def record(end: int, which: int = A, *, data: int = 0, copy: int = 0, samples: int = 0) -> tuple[int, ...]:
    return (end, which, data, copy, 20, 30, 10, samples * SAMPLE, 0)


def put(ring: SeenRing, *records: tuple[int, ...]) -> None:
    for values in records:
        ring.put(*values)


def test_ends_and_samples_and_means_of_the_phases_are_told(tmp_path: Path) -> None:
    ring, seen = SeenRing(str(tmp_path)), SeenSteps(tmp_path)
    put(ring, *(record(1000 + 100 * number, data=5, samples=8) for number in range(5)))
    hello, steps, log = seen.read(is_last=True)
    assert isinstance(hello, Hello)
    assert {key: hello.info[key] for key in ("steps_kind", "samples_per_step")} == {"steps_kind": "optimizer", "samples_per_step": 8}
    assert isinstance(steps, Steps)
    assert (steps.pid, steps.first, steps.stamps_ns) == (hello.info[SEEN], 0, (1000, 1100, 1200, 1300, 1400))
    assert isinstance(log, Log)
    assert (log.level, log.step, log.t_ns) == (SEEN_PHASES, 5, 1400)
    assert log.values == pytest.approx(
        {"time_data": 5e-9, "time_forward": 20e-9, "time_backward": 30e-9, "time_optimizer": 10e-9, "time_other": 35e-9}
    )
    seen.close()
    ring.close()


def test_without_a_loader_nothing_is_said_of_waiting_for_data(tmp_path: Path) -> None:
    ring, seen = SeenRing(str(tmp_path)), SeenSteps(tmp_path)
    put(ring, *(record(1000 + 100 * number) for number in range(5)))
    hello, _, log = seen.read(is_last=True)
    assert isinstance(log, Log)
    assert isinstance(hello, Hello)
    assert "time_data" not in log.values
    assert "samples_per_step" not in hello.info
    seen.close()
    ring.close()


def test_batches_that_another_thread_drew_before_the_first_step_are_no_waiting(tmp_path: Path) -> None:
    """They are taken for steps until the first backward pass, on whose thread nothing is drawn."""
    ring, seen = SeenRing(str(tmp_path)), SeenSteps(tmp_path)
    put(ring, *((100 * number, BATCH << 32, 50, 0, 0, 0, 0, 0, 0) for number in range(1, 5)))
    seen.find_rings()
    seen.read()
    put(ring, *(record(1000 + 100 * number) for number in range(5)))
    log = seen.read(is_last=True)[-1]
    assert isinstance(log, Log)
    assert "time_data" not in log.values
    assert "time_other" in log.values
    seen.close()
    ring.close()


def test_steps_that_were_timed_stand_for_those_that_were_not(tmp_path: Path) -> None:
    ring, seen = SeenRing(str(tmp_path)), SeenSteps(tmp_path)
    for number in range(41):
        put(
            ring,
            record(1000 + 100 * number, data=50, samples=8) if number % 8 == 0 else (1000 + 100 * number, A, 0, 0, 0, 0, 0, 0, UNTIMED),
        )
    hello, steps, log = seen.read(is_last=True)
    assert isinstance(steps, Steps)
    assert isinstance(hello, Hello)
    assert isinstance(log, Log)
    assert (len(steps.stamps_ns), hello.info["samples_per_step"]) == (41, 8)
    assert log.values["time_data"] == pytest.approx(50e-9 * 100 / 110)
    seen.close()
    ring.close()


def test_steps_under_a_profiler_are_in_no_mean(tmp_path: Path) -> None:
    ring, seen = SeenRing(str(tmp_path)), SeenSteps(tmp_path)
    put(ring, *(record(1000 + 100 * number, data=5) for number in range(5)))
    put(ring, *((2400 + 1000 * number, A, 500, 0, 20, 300, 10, 0, PROFILED) for number in range(3)))
    put(ring, *(record(4500 + 100 * number, data=5) for number in range(2)))
    _, steps, log = seen.read(is_last=True)
    assert isinstance(steps, Steps)
    assert isinstance(log, Log)
    assert (len(steps.stamps_ns), log.step) == (10, 10)
    assert sum(log.values.values()) == pytest.approx(100e-9)
    assert log.values["time_data"] == pytest.approx(5e-9)
    seen.close()
    ring.close()


def test_steps_of_other_threads_are_in_no_mean(tmp_path: Path) -> None:
    ring, seen = SeenRing(str(tmp_path)), SeenSteps(tmp_path)
    for number in range(5):
        put(ring, record(1000 + 100 * number, data=5, samples=8), (1050 + 100 * number, B, 0, 0, 0, 0, 0, 0, UNTIMED | 1 << THREAD_SHIFT))
    hello, steps, log = seen.read(is_last=True)
    assert isinstance(hello, Hello)
    assert isinstance(steps, Steps)
    assert isinstance(log, Log)
    assert (hello.info["threads"], hello.info["samples_per_step"], len(steps.stamps_ns)) == (2, 8, 5)
    assert log.values["time_other"] == pytest.approx(35e-9)
    seen.close()
    ring.close()


def test_batches_that_are_drawn_ahead_of_the_first_step_are_not_its_samples(tmp_path: Path) -> None:
    ring, seen = SeenRing(str(tmp_path)), SeenSteps(tmp_path)
    put(ring, record(900, BATCH << 32, samples=4), *(record(1000 + 100 * number, samples=8) for number in range(5)))
    put(ring, record(1500, samples=4))  # the last batch was drawn before
    events = seen.read(is_last=True)
    assert [event.info.get("samples_per_step") for event in events if isinstance(event, Hello)][-1:] == [None]
    put(ring, *(record(1600 + 100 * number, samples=8) for number in range(5)))
    hello = next(event for event in seen.read(is_last=True) if isinstance(event, Hello))
    assert hello.info["samples_per_step"] == 8
    seen.close()
    ring.close()


def test_samples_are_a_mean_where_batches_differ_in_size(tmp_path: Path) -> None:
    ring, seen = SeenRing(str(tmp_path)), SeenSteps(tmp_path)
    put(ring, *((1000 + 100 * number, A, 0, 0, 20, 30, 10, SAMPLE * 105 // 2, 0) for number in range(5)))
    hello = next(event for event in seen.read(is_last=True) if isinstance(event, Hello))
    assert hello.info["samples_per_step"] == 52.5
    seen.close()
    ring.close()


@pytest.mark.parametrize("at_once", [1, 7, 40])
def test_stages_with_other_batches_have_no_usual_samples_and_the_phases_of_both(tmp_path: Path, at_once: int) -> None:
    """Read at once, the steps of the last optimizer would else stand for those of all."""
    ring, seen = SeenRing(str(tmp_path)), SeenSteps(tmp_path)
    stages = [*((A, 5, 48) for _ in range(20)), *((B, 35, 96) for _ in range(20))]
    records = [record(1000 + 100 * number, which, data=data, samples=samples) for number, (which, data, samples) in enumerate(stages)]
    events: list[Event] = []
    for begin in range(0, len(records), at_once):
        put(ring, *records[begin : begin + at_once])
        seen.find_rings()
        events += seen.read(is_last=begin + at_once >= len(records))
    assert "samples_per_step" not in [event for event in events if isinstance(event, Hello)][-1].info
    (log,) = [event for event in events if isinstance(event, Log)]
    assert log.values["time_data"] == pytest.approx((19 * 5e-9 + 20 * 35e-9) / 39)
    assert log.values["time_other"] == pytest.approx(40e-9 - (19 * 5e-9 + 20 * 35e-9) / 39)
    seen.close()
    ring.close()


@pytest.mark.parametrize("at_once", [1, 9, 1000])
@pytest.mark.parametrize(("fast", "samples"), [(16, None), (4, 4)])
def test_steps_that_are_timed_represent_the_others_in_what_a_step_usually_draws(
    tmp_path: Path, at_once: int, fast: int, samples: int | None
) -> None:
    """Of a stage of short steps few are timed, but it may have most of the steps; one timed step with a batch more does not matter."""
    ring, seen = SeenRing(str(tmp_path)), SeenSteps(tmp_path)
    flags = [0] * 600 + ([0] * 4 + [UNTIMED] * 46) * 10
    drawn = [4] * 600 + [fast] * 500
    drawn[650 + 2] = 2 * fast
    records = [(1000 + 100 * number, A, 5, 0, 20, 30, 10, drawn[number] * SAMPLE * (not flag), flag) for number, flag in enumerate(flags)]
    hellos: list[Hello] = []
    for begin in range(0, len(records), at_once):
        put(ring, *records[begin : begin + at_once])
        seen.find_rings()
        hellos += [event for event in seen.read(is_last=begin + at_once >= len(records)) if isinstance(event, Hello)]
    assert hellos[-1].info.get("samples_per_step") == samples
    seen.close()
    ring.close()


def test_a_count_that_begins_anew_leads(tmp_path: Path) -> None:
    ring, seen = SeenRing(str(tmp_path)), SeenSteps(tmp_path)
    told: dict[int, list[int]] = {}
    seen.find_rings()
    for number in range(12):
        put(ring, record(1000 + 100 * number, A if number % 6 < 5 else B))
        seen.find_rings()
        for event in seen.read():
            if isinstance(event, Steps):
                told.setdefault(event.pid, []).extend(event.stamps_ns)
    stepper = leading(told)
    assert stepper is not None
    assert told[stepper] == [1500, 2100]
    seen.close()
    ring.close()


def test_what_comes_faster_than_it_is_read_is_said_to_be_lost(tmp_path: Path) -> None:
    ring, seen = SeenRing(str(tmp_path)), SeenSteps(tmp_path)
    put(ring, *(record(1000 + number) for number in range(RECORDS + 10)))
    warning = next(event for event in seen.read(is_last=True) if isinstance(event, Log) and event.level == "warning")
    assert warning.values == {"lost_steps": 10.0 + 1.0}  # the writer would overwrite the oldest record next
    seen.close()
    ring.close()


def test_the_process_that_stepped_first_leads_whatever_its_pid(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A child of process 32,767 may have the pid 310."""
    rings = []
    for pid, begin in ((32_767, 1000), (310, 5000), (4000, 9000)):
        monkeypatch.setattr(os, "getpid", lambda pid=pid: pid)
        rings.append(SeenRing(str(tmp_path)))
        put(rings[-1], *(record(begin + 100 * number) for number in range(3)))
    seen = SeenSteps(tmp_path)
    steps = [event for event in seen.read(is_last=True) if isinstance(event, Steps)]
    assert [process_of(event.pid) for event in steps] == [32_767, 310, 4000]
    leader = leading(event.pid for event in steps)
    assert leader is not None
    assert process_of(leader) == 32_767
    seen.close()
    for ring in rings:
        ring.close()


def two_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ranks: tuple[str, str] | None) -> dict[int, list[Log]]:
    """Return the phases told of two processes, the first of which begins later, at the same steps, by pid."""
    rings: list[SeenRing] = []
    for pid, begin, data in ((700, 1050, 5), (300, 1000, 35)):
        monkeypatch.setattr(os, "getpid", lambda pid=pid: pid)
        if ranks is not None:
            monkeypatch.setenv("RANK", ranks[len(rings)])
            monkeypatch.setenv("WORLD_SIZE", "2")
        rings.append(SeenRing(str(tmp_path)))
        put(rings[-1], *(record(begin + 100 * number, data=data) for number in range(5)))
    seen = SeenSteps(tmp_path)
    logs = [event for event in seen.read(is_last=True) if isinstance(event, Log)]
    seen.close()
    for ring in rings:
        ring.close()
    return {pid: [log for log in logs if log.t_ns == begin + 400] for pid, begin in ((700, 1050), (300, 1000))}


@pytest.mark.parametrize("ranks", [("0", "1"), None])
def test_the_phases_of_each_process_are_told_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ranks: tuple[str, str] | None) -> None:
    """Ranks take the same steps: one that waits in its backward pass for another would else have the other's phases in turns."""
    told = two_processes(tmp_path, monkeypatch, ranks)
    leader, other = (700, 300) if ranks else (300, 700)
    assert [log.values["time_data"] for log in told[leader]] == pytest.approx([5e-9 if ranks else 35e-9])
    suffix = "rank 1" if ranks else "process 2"
    assert [log.values[f"time_data {suffix}"] for log in told[other]] == pytest.approx([35e-9 if ranks else 5e-9])
    assert all(key.endswith(suffix) for log in told[other] for key in log.values)


def test_a_file_that_is_no_ring_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "seen-1.ring").write_bytes(b"x" * 100)
    (tmp_path / "seen-2.ring").write_bytes(b"x" * (4096 + 64 * RECORDS))
    seen = SeenSteps(tmp_path)
    assert seen.read(is_last=True) == []
    seen.close()


def test_what_a_killed_recorder_had_not_handed_on_is_taken_from_the_ring(tmp_path: Path) -> None:
    ring, seen = SeenRing(str(tmp_path)), SeenSteps(tmp_path)
    put(ring, *(record(1000 + 100 * number, (A, B)[number % 2]) for number in range(8)))
    events = seen.read(is_last=True)
    known = [end for event in events if isinstance(event, Steps) for end in event.stamps_ns]
    put(ring, *(record(2000 + 100 * number, (A, B)[number % 2]) for number in range(4)))
    (left,) = left_in_seen_rings(tmp_path, events, lambda _: known)
    assert (left.first, left.stamps_ns) == (4, (2100, 2300))
    assert left_in_seen_rings(tmp_path, [], lambda _: []) == []
    seen.close()
    ring.close()


def test_copies_are_a_phase_from_the_first_on(tmp_path: Path) -> None:
    ring, seen = SeenRing(str(tmp_path)), SeenSteps(tmp_path)
    put(ring, *(record(1000 + 100 * number) for number in range(5)))
    seen.find_rings()
    (log,) = (event for event in seen.read(is_last=True) if isinstance(event, Log))
    assert "time_copy" not in log.values
    put(ring, record(1500, copy=15), record(1600, copy=25))
    (log,) = (event for event in seen.read(is_last=True) if isinstance(event, Log))
    times = {"time_copy": 20e-9, "time_forward": 20e-9, "time_backward": 30e-9, "time_optimizer": 10e-9, "time_other": 20e-9}
    assert log.values == pytest.approx(times)
    put(ring, record(1700))
    (log,) = (event for event in seen.read(is_last=True) if isinstance(event, Log))
    assert log.values["time_copy"] == 0
    seen.close()
    ring.close()


def test_a_ring_of_an_earlier_version_is_refused_by_its_version(tmp_path: Path) -> None:
    """Its records have eight words, so that its file is shorter too."""
    path = tmp_path / "seen-7.ring"
    path.write_bytes(b"GPUSSEEN" + struct.pack("<6q", 1, RECORDS, 7, -1, 1, 0) + bytes(8 + 4096 - 64 + 64 * RECORDS))
    with pytest.raises(EventError, match="not of this version"):
        RecordRing(path)
    seen = SeenSteps(tmp_path)
    seen.find_rings()
    assert seen.read(is_last=True) == []
    path.write_bytes(path.read_bytes()[:20])
    with pytest.raises(EventError, match="cut short"):
        RecordRing(path)


def test_the_first_step_is_in_no_mean(tmp_path: Path) -> None:
    """Its backward passes look like steps of their own until its optimizer ends it; an optimizer's first step is the longest."""
    ring, seen = SeenRing(str(tmp_path)), SeenSteps(tmp_path)
    put(ring, record(1000, BACKWARD << 32, data=500))
    seen.find_rings()
    seen.read()
    put(ring, record(1500, BACKWARD << 32), record(90_000, data=5))
    put(ring, *(record(90_000 + 100 * number, data=5) for number in range(1, 5)))
    *_, log = seen.read(is_last=True)
    assert isinstance(log, Log)
    assert sum(log.values.values()) == pytest.approx(100e-9)
    assert log.values["time_optimizer"] == pytest.approx(10e-9)
    seen.close()
    ring.close()


def test_the_first_steps_of_an_epoch_stand_for_themselves(tmp_path: Path) -> None:
    """One step in ten is timed, and the first of an epoch, which waits 20 times as long as others."""
    ring, seen = SeenRing(str(tmp_path)), SeenSteps(tmp_path)
    end = 1000
    put(ring, record(end))
    for number in range(100):
        end += 2000 if number == 55 else 100
        if number == 55:
            put(ring, (end, A, 1905, 0, 20, 30, 10, 0, BEGUN))
        else:
            put(ring, record(end, data=5) if number % 10 == 0 else (end, A, 0, 0, 0, 0, 0, 0, UNTIMED))
    *_, log = seen.read(is_last=True)
    assert isinstance(log, Log)
    assert sum(log.values.values()) == pytest.approx(119e-9)
    assert log.values["time_data"] == pytest.approx((99 * 5 + 1905) / 100 * 1e-9)
    assert log.values["time_forward"] == pytest.approx(20e-9)
    seen.close()
    ring.close()


def test_the_first_steps_of_an_epoch_wait_for_others_to_represent_what_was_not_timed(tmp_path: Path) -> None:
    ring, seen = SeenRing(str(tmp_path)), SeenSteps(tmp_path)
    put(ring, record(1000), (600_001_000, A, 599_999_000, 0, 200, 300, 500, 0, BEGUN), (600_002_000, A, 0, 0, 0, 0, 0, 0, UNTIMED))
    seen.find_rings()
    assert not any(isinstance(event, Log) for event in seen.read())
    put(ring, (600_003_000, A, 100, 0, 200, 300, 400, 0, 0))
    (log,) = (event for event in seen.read() if isinstance(event, Log))
    assert log.values["time_optimizer"] == pytest.approx((500 + 400 + 400) / 3 * 1e-9)
    seen.close()
    ring.close()


def test_a_program_that_begins_an_epoch_at_each_step_has_phases_while_it_runs(tmp_path: Path) -> None:
    """After ``next(iter(loader))`` at each step, no step is timed but those after the begin of an epoch."""
    ring, seen = SeenRing(str(tmp_path)), SeenSteps(tmp_path)
    put(ring, record(1000))
    for number in range(1, 10):
        end = 1000 + number * 1_000_000_000
        put(ring, (end - 999_000_000, A, 200_000, 0, 300_000, 400_000, 100_000, 0, BEGUN), (end, A, 0, 0, 0, 0, 0, 0, UNTIMED))
    seen.find_rings()
    (log,) = (event for event in seen.read() if isinstance(event, Log))
    assert log.values["time_backward"] == pytest.approx(0.4 * sum(log.values.values()))
    seen.close()
    ring.close()


def test_a_process_that_replaces_its_program_goes_on_counting(tmp_path: Path) -> None:
    """As a training that restarts itself by ``os.execv``: its pid is the same, and its optimizers are numbered from 1 again."""
    seen = SeenSteps(tmp_path)
    before = SeenRing(str(tmp_path))
    put(before, *(record(1000 + 100 * number, samples=8) for number in range(3)))
    before.note_memory(7, 9)
    seen.find_rings()
    events = seen.read()
    put(before, record(1300, samples=8))
    before.close()
    after = SeenRing(str(tmp_path))
    put(after, *(record(5000 + 100 * number, samples=8) for number in range(4)))
    after.note_memory(5, 11)
    seen.find_rings()
    events += [*seen.read(), *seen.read(is_last=True)]
    steps = [event for event in events if isinstance(event, Steps)]
    assert [(event.first, event.stamps_ns) for event in steps] == [
        (0, (1000, 1100, 1200)), (3, (1300,)), (4, (5000, 5100, 5200, 5300)),
    ]  # fmt: skip
    assert len({event.pid for event in steps}) == 1
    assert [event.info[PEAKS] for event in events if isinstance(event, Hello) and PEAKS in event.info] == [[7, 11]]
    seen.close()
    after.close()


def test_ranks_that_only_torch_knows_are_ranks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Spawned processes call ``init_process_group(rank=…, world_size=…)`` without a launcher's variables."""
    group = SimpleNamespace(is_available=lambda: True, is_initialized=lambda: True, get_rank=lambda: 1, get_world_size=lambda: 2)
    monkeypatch.setitem(sys.modules, "torch.distributed", group)
    for name in ("RANK", "WORLD_SIZE"):
        monkeypatch.delenv(name, raising=False)
    ring, seen = SeenRing(str(tmp_path)), SeenSteps(tmp_path)
    put(ring, *(record(1000 + 100 * number, samples=8) for number in range(5)))
    hello = next(event for event in seen.read(is_last=True) if isinstance(event, Hello))
    assert (hello.info["rank"], hello.info["ranks"], hello.info["samples_per_step"]) == (1, 2, 16)
    seen.close()
    ring.close()
