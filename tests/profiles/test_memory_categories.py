"""What memory is for: by phase and lifetime in synthetic steps, and in a training that torch really records, as torch itself has it."""

from pathlib import Path

import pytest

from gpuscope.profiles.document import profile_document
from gpuscope.profiles.memory_record import BEFORE_CAPTURE
from gpuscope.profiles.memory_stack import memory_stack
from gpuscope.profiles.profile import Profile
from gpuscope.reports.profile_view import ProfileView
from tests.profiles.made import Event, annotation, copy, launch, made_profile, operator
from tests.profiles.recorded import recorded_profile
from tests.profiles.test_memory_stack import MIB, allocation

BACKWARD = "autograd::engine::evaluate_function: AddmmBackward0"


class Memory:
    """Allocations and frees in order of time, with what is in use after each."""

    def __init__(self, before: int) -> None:
        self.in_use, self.events = before, list[Event]()

    def take(self, ts: float, mib: int, address: int) -> None:
        self.in_use += mib * MIB
        self.events.append(allocation(ts, mib * MIB, address, self.in_use))


def step(memory: Memory, begin: int) -> list[Event]:
    """Return a step of 100 µs: its batch, a forward pass, a backward pass, and an optimizer, with memory of every kind."""
    at = begin + 0.5
    memory.take(at + 2, 1, begin + 1)  # the batch, kept until the step's end
    memory.take(at + 12, 8, begin + 2)  # an activation, freed in the backward pass
    memory.take(at + 13, 3, begin + 3)  # workspace of the same operator
    memory.take(at + 14, -3, begin + 3)
    memory.take(at + 22, 2, begin + 8)  # a tensor of the forward pass that no backward pass needs
    memory.take(at + 25, -2, begin + 8)
    memory.take(at + 42, 5, begin + 4)  # workspace of the backward pass
    memory.take(at + 44, 4, begin + 5)  # a gradient, cleared in the next step
    memory.take(at + 46, -8, begin + 2)
    memory.take(at + 48, -5, begin + 4)
    memory.take(at + 62, 6, begin + 6)  # the optimizer's
    memory.take(at + 63, 7, begin + 7)
    memory.take(at + 64, -7, begin + 7)
    memory.take(at + 80, -1, begin + 1)
    return [
        annotation(f"ProfilerStep#{begin // 100}", begin, 100),
        operator("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", begin + 1, 6),
        operator("aten::linear", begin + 10, 10),
        operator("aten::relu", begin + 21, 3),
        operator(BACKWARD, begin + 40, 15),
        annotation("Optimizer.step#Adam.step", begin + 60, 10),
        operator("aten::add", begin + 61, 4),
    ]


def at_peak(profile: Profile) -> dict[str, int]:
    return {name: size // MIB for name, size in profile.memory_categories[0].at_peak().items()}


def test_memory_is_named_by_its_phase_and_by_how_long_it_is_kept(tmp_path: Path) -> None:
    memory = Memory(20 * MIB)
    profile = made_profile(tmp_path, [*step(memory, 0), *memory.events])
    assert at_peak(profile) == {BEFORE_CAPTURE: 20, "activations": 8, "temporary": 5, "gradients": 4, "inputs": 1}
    blocks = profile.memory_categories[0]
    left = {name: int(blocks.bytes[blocks.owner == place].sum()) // MIB for place, name in enumerate(blocks.owners)}
    assert {name: size for name, size in left.items() if size} == {BEFORE_CAPTURE: 20, "gradients": 4, "optimizer state": 6}
    assert (blocks.in_use == profile.memory_blocks[0].in_use).all()


def test_categories_without_memory_at_the_peak_are_shown_too(tmp_path: Path) -> None:
    memory = Memory(20 * MIB)
    profile = made_profile(tmp_path, [*step(memory, 0), *memory.events])
    stack = memory_stack(profile.memory_categories[0], profile.memory[0])
    assert stack is not None
    assert stack.owners == (BEFORE_CAPTURE, "optimizer state", "inputs", "gradients", "activations", "temporary")
    assert "optimizer state" not in stack.at_peak
    assert stack.bytes[1].max() == 6 * MIB
    assert not stack.bytes[6].any()
    assert (stack.bytes.sum(axis=0) == stack.total).all()


def test_what_is_kept_over_two_backward_passes_is_no_activation(tmp_path: Path) -> None:
    memory = Memory(0)
    memory.take(11, 9, 999)  # in the first step's forward pass, never freed
    events = [event for begin in (0, 100, 200) for event in step(memory, begin)]
    profile = made_profile(tmp_path, [*events, *sorted(memory.events, key=lambda event: float(event["ts"]))])
    assert at_peak(profile)["other"] == 9


def test_an_interrupted_backward_pass_is_one(tmp_path: Path) -> None:
    memory = Memory(0)
    memory.take(2, 3, 1)
    memory.take(12, 4, 2)  # a gradient that the same pass, interrupted for half of the step, frees
    memory.take(72, -4, 2)
    memory.take(73, -3, 1)
    events = [annotation("ProfilerStep#1", 0, 100), operator("aten::linear", 1, 5), operator(BACKWARD, 10, 5), operator(BACKWARD, 70, 5)]
    assert at_peak(made_profile(tmp_path, [*events, *memory.events])) == {"temporary": 4, "activations": 3}


def test_a_batch_that_an_operator_copies_to_the_device_is_an_input(tmp_path: Path) -> None:
    memory = Memory(0)
    memory.take(4, 2, 1)
    memory.take(24, 3, 2)
    events = [operator("aten::to", 1, 10), operator("aten::copy_", 5, 5), launch(1, 6, name="cudaMemcpyAsync")]
    events += [copy("Memcpy HtoD (Pinned -> Device)", 1, 8, 4), operator("aten::to", 20, 10)]
    assert at_peak(made_profile(tmp_path, [*events, *memory.events])) == {"activations": 3, "inputs": 2}


def test_tables_and_the_document_have_the_categories(tmp_path: Path) -> None:
    memory = Memory(20 * MIB)
    profile = made_profile(tmp_path, [*step(memory, 0), *memory.events])
    (told,) = profile_document(profile)["memory"]
    assert {"name": "activations", "bytes": 8 * MIB} in told["categories"]
    table = ProfileView(profile).purposes
    assert ("activations", 8 * MIB) in [row[:2] for row in table.rows]
    assert [row[-1] for row in table.rows] == pytest.approx([20 / 38, 8 / 38, 5 / 38, 4 / 38, 1 / 38])


@pytest.mark.parametrize("name", ["h100-qwen1.5-0.5b", "mi300-bert-small"])
def test_categories_of_a_recorded_trace_hold_all_that_the_allocator_told(name: str) -> None:
    profile = recorded_profile(name)
    for curve, blocks in zip(profile.memory, profile.memory_categories, strict=True):
        assert (blocks.in_use == curve.allocated_bytes).all()
        assert sum(blocks.at_peak().values()) == curve.peak_bytes
