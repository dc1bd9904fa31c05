"""The owners of memory at the peak, and memory over time, stacked by owner."""

from pathlib import Path

import numpy as np
import pytest

from gpuscope.profiles.document import profile_document
from gpuscope.profiles.memory import OUTSIDE, allocation_blocks
from gpuscope.profiles.memory_record import BEFORE_CAPTURE, Blocks, MemoryRecord
from gpuscope.profiles.memory_stack import memory_stack
from gpuscope.profiles.profile import Profile
from gpuscope.profiles.reading.trace_reader import read_recording
from gpuscope.reports.profile_view import ProfileView
from tests.profiles.made import Event, made_profile, operator
from tests.profiles.recorded import recorded_file, recorded_profile

MIB = 2**20


def allocation(ts: float, size: int, address: int, allocated: int, *, reserved: int = 64 * MIB, device_type: int = 1) -> Event:
    """Return the profiler's event for an allocation, or for a release if ``size`` is negative."""
    args = {
        "Bytes": size,
        "Addr": address,
        "Total Allocated": allocated,
        "Total Reserved": reserved,
        "Device Type": device_type,
        "Device Id": 0 if device_type else -1,
    }
    return {"ph": "i", "cat": "cpu_instant_event", "s": "t", "name": "[memory]", "pid": 1, "tid": 1, "ts": ts, "args": args}


def module(name: str, ts: float, dur: float, number: int) -> Event:
    args = {"Python id": number, "Python parent id": None}
    return {"ph": "X", "cat": "python_function", "name": f"nn.Module: {name}", "pid": 1, "tid": 1, "ts": ts, "dur": dur, "args": args}


def events() -> list[Event]:
    """Return 10 MiB held from before, 20 by a linear layer, 5 by an addition and 3 by neither; the 10 and the addition's 5 are freed."""
    return [
        operator("aten::zeros", 0, 1),
        module("Linear_3", 2, 10, 1),
        operator("aten::linear", 3, 8),
        operator("aten::empty", 4, 3),
        allocation(5, 20 * MIB, 0x100, 30 * MIB),
        operator("aten::add", 20, 5),
        allocation(21, 5 * MIB, 0x200, 35 * MIB),
        allocation(30, 3 * MIB, 0x300, 38 * MIB),
        allocation(40, -5 * MIB, 0x200, 33 * MIB),
        allocation(50, -10 * MIB, 0x900, 23 * MIB),
        allocation(60, 64, 0x10, 64, reserved=0, device_type=0),
    ]


def owners_at_peak(profile: Profile) -> dict[str, int]:
    curve = profile.memory[0]
    return allocation_blocks(profile.tree, curve).at_peak()


def test_the_peak_names_module_and_operator_of_what_was_alive(tmp_path: Path) -> None:
    assert owners_at_peak(made_profile(tmp_path, events())) == {
        "Linear, aten::linear": 20 * MIB,
        BEFORE_CAPTURE: 10 * MIB,
        "aten::add": 5 * MIB,
        OUTSIDE: 3 * MIB,
    }


def test_the_peak_of_memory_that_only_falls_is_what_was_in_use_before_the_first_event(tmp_path: Path) -> None:
    falling = [operator("aten::x", 0, 100), allocation(10, -3 * MIB, 0x100, 5 * MIB), allocation(20, MIB, 0x200, 6 * MIB)]
    profile = made_profile(tmp_path, falling)
    (curve,) = profile.memory
    assert (curve.peak_bytes, curve.peak_ns) == (8 * MIB, 10_000)
    assert owners_at_peak(profile) == {BEFORE_CAPTURE: 8 * MIB}
    view = ProfileView(profile)
    (row,) = view.memory.rows
    assert row[1:3] == pytest.approx((8 * MIB, 10e-6))
    (memory,) = profile_document(profile)["memory"]
    assert (memory["peak_bytes"], memory["peak_at_s"]) == pytest.approx((8 * MIB, 10e-6))


def test_what_is_given_back_belongs_to_whom_it_was_given(tmp_path: Path) -> None:
    profile = made_profile(tmp_path, events())
    blocks = allocation_blocks(profile.tree, profile.memory[0])
    last = {name: int(blocks.bytes[blocks.owner == place].sum()) for place, name in enumerate(blocks.owners)}
    assert last == {BEFORE_CAPTURE: 0, "Linear, aten::linear": 20 * MIB, "aten::add": 0, OUTSIDE: 3 * MIB}
    assert blocks.peak_ns == 30_000


def test_the_stack_adds_up_to_what_was_in_use_and_keeps_the_few_largest(tmp_path: Path) -> None:
    profile = made_profile(tmp_path, events())
    stack = memory_stack(allocation_blocks(profile.tree, profile.memory[0]), profile.memory[0])
    assert stack is not None
    assert stack.total.tolist() == [size * MIB for size in (10, 30, 35, 38, 33, 23)]
    assert (stack.bytes.sum(axis=0) == stack.total).all()
    assert stack.peak_bytes == 38 * MIB
    assert stack.reserved_bytes is not None
    assert stack.high_bytes == 64 * MIB


def test_owners_beyond_the_largest_are_one() -> None:
    count = 12
    blocks = Blocks(np.arange(count), np.arange(count, 0, -1), np.arange(count), tuple(f"owner {place}" for place in range(count)))
    stack = memory_stack(blocks)
    assert stack is not None
    assert stack.owners == tuple(f"owner {place}" for place in range(7))
    assert stack.bytes[:, -1].tolist() == [12, 11, 10, 9, 8, 7, 6, 5 + 4 + 3 + 2 + 1]
    assert len(stack.at_peak) == count


def test_a_column_shows_the_most_that_was_in_use_within_it() -> None:
    times = np.array([0, 101, 110, 120, 350])
    stack = memory_stack(Blocks(times, np.array([5, 1, 90, -80, 4]), np.zeros(5, np.int64), ("all",)))
    assert stack is not None
    shown = stack.columns(0.0, 100.0, 4)
    assert [int(stack.total[place]) for place in shown] == [5, 96, 16, 20]
    assert stack.columns(-200.0, 100.0, 2).tolist() == [-1, 0]


def test_the_last_column_of_a_view_knows_nothing_of_what_comes_after_it() -> None:
    times = np.array([0, 110, 150, 250])
    stack = memory_stack(Blocks(times, np.array([5, 5, 10, 100]), np.zeros(4, np.int64), ("all",)))
    assert stack is not None
    assert [int(stack.total[place]) for place in stack.columns(0.0, 100.0, 2)] == [5, 20]


def test_columns_keep_the_peak_among_a_hundred_thousand_events() -> None:
    sizes = np.where(np.arange(100_000) % 2, -10, 10)
    sizes[50_000:50_002] = 1_000, -1_000
    stack = memory_stack(Blocks(np.arange(100_000), sizes, np.zeros(100_000, np.int64), ("all",)))
    assert stack is not None
    shown = stack.columns(0.0, 100.0, 1000)
    assert int(stack.total[shown].max()) == stack.peak_bytes


def test_nothing_recorded_is_no_stack() -> None:
    none = np.empty(0, np.int64)
    assert memory_stack(Blocks(none, none, none, ())) is None


@pytest.mark.parametrize("name", ["h100-qwen1.5-0.5b", "mi300-bert-small"])
def test_owners_of_a_recorded_trace_hold_all_that_the_allocator_told(name: str) -> None:
    profile = recorded_profile(name)
    for curve in profile.memory:
        blocks = allocation_blocks(profile.tree, curve)
        assert (blocks.in_use == curve.allocated_bytes).all()
        assert (blocks.time_ns == curve.time_ns).all()
        assert sum(blocks.at_peak().values()) == curve.peak_bytes


def test_categories_of_a_recorded_memory_timeline_are_stacked() -> None:
    record = read_recording(recorded_file("hta/memory_timeline.raw.gz"))
    assert isinstance(record, MemoryRecord)
    stack = memory_stack(record.devices[0].blocks)
    assert stack is not None
    assert "parameters" in stack.at_peak
    assert sum(stack.at_peak.values()) == stack.peak_bytes


@pytest.mark.parametrize(("device_type", "is_said"), [(0, True), (1, False)])
def test_the_peak_of_the_hosts_memory_says_what_it_leaves_out(tmp_path: Path, device_type: int, *, is_said: bool) -> None:
    profile = made_profile(tmp_path, [operator("aten::empty", 4, 3), allocation(5, MIB, 0x100, MIB, device_type=device_type)])
    assert any("only what PyTorch allocates while it records" in note for note in ProfileView(profile).owners.notes) is is_said


@pytest.mark.parametrize("temporary_bytes", [1, 100])
def test_what_memory_is_for_is_stacked_from_what_is_kept_longest_whatever_is_largest(temporary_bytes: int) -> None:
    """What comes and goes lies above what stays, whose area is flat then."""
    sizes = np.array([10, temporary_bytes, -temporary_bytes, 5])
    stack = memory_stack(Blocks(np.arange(4), sizes, np.array([1, 0, 0, 2]), ("temporary", BEFORE_CAPTURE, "activations")))
    assert stack is not None
    assert stack.owners == (BEFORE_CAPTURE, "activations", "temporary")
    assert (stack.bytes[0] == 10).all()
