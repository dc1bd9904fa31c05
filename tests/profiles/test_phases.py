"""The phases of steps, from the ranges that PyTorch marks by itself."""

from pathlib import Path

from gpuscope.profiles.phases import step_phases
from tests.profiles.made import Event, annotation, copy, launch, made_profile, operator

BACKWARD = "autograd::engine::evaluate_function: MmBackward0"


def phases(folder: Path, events: list[Event]) -> list[tuple[str, int, int]]:
    """Return (name, start, end) in microseconds."""
    found = step_phases(made_profile(folder, events).tree)
    return [(phase.name, phase.start_ns // 1000, phase.end_ns // 1000) for phase in found]


def test_a_training_step_is_data_forward_clearing_backward_and_optimizer(tmp_path: Path) -> None:
    events = [annotation("ProfilerStep#0", 0, 1000), annotation("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", 0, 200)]
    events += [operator("aten::mm", 210, 100), annotation("Optimizer.zero_grad#SGD.zero_grad", 400, 20)]
    events += [operator(BACKWARD, 430, 200, tid=2), operator(BACKWARD, 640, 160, tid=2)]  # 10 µs apart, so one pass
    events += [annotation("Optimizer.step#SGD.step", 850, 100)]
    assert phases(tmp_path, events) == [
        ("data", 0, 200), ("forward", 200, 400), ("backward", 400, 420), ("backward", 430, 800), ("optimizer", 850, 950),
    ]  # fmt: skip


def test_copies_between_main_memory_and_the_device_are_no_forward(tmp_path: Path) -> None:
    """Neither a conversion on the device nor what a loader, a backward pass or an optimizer copies is one."""
    names = {
        10: "HtoD (Pageable -> Device)",
        210: "HtoD (Pinned -> Device)",
        300: "DtoD (Device -> Device)",
        350: "DtoH (Device -> Pageable)",
    }
    names |= {500: "DtoH (Device -> Pinned)", 860: "HtoD (Pageable -> Device)"}
    events = [annotation("ProfilerStep#0", 0, 1000), annotation("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", 0, 200)]
    events += [operator(BACKWARD, 450, 300, tid=2), annotation("Optimizer.step#SGD.step", 850, 100), operator("aten::mm", 250, 40)]
    for number, (begin, name) in enumerate(names.items()):
        tid = 2 if begin == 500 else 1
        events += [operator("aten::to", begin, 40, tid=tid), operator("aten::copy_", begin + 2, 36, tid=tid)]
        events += [launch(number + 1, begin + 10, tid=tid), copy(f"Memcpy {name}", number + 1, begin + 15, 4)]
    assert phases(tmp_path, events) == [
        ("data", 0, 200), ("copy", 210, 250), ("forward", 250, 350), ("copy", 350, 390), ("forward", 390, 450), ("backward", 450, 750),
        ("optimizer", 850, 950),
    ]  # fmt: skip


def test_passes_that_are_accumulated_each_have_their_forward(tmp_path: Path) -> None:
    events = [annotation("ProfilerStep#0", 0, 1000)]
    for begin in (0, 500):
        events += [operator("aten::mm", begin + 10, 100), operator(BACKWARD, begin + 200, 250, tid=2)]
    assert phases(tmp_path, events) == [("forward", 0, 200), ("backward", 200, 450), ("forward", 450, 700), ("backward", 700, 950)]


def test_without_a_backward_pass_or_a_step_nothing_is_guessed(tmp_path: Path) -> None:
    assert phases(tmp_path, [annotation("ProfilerStep#0", 0, 1000), operator("aten::mm", 10, 100)]) == []
    assert phases(tmp_path, [operator("aten::mm", 10, 100), operator(BACKWARD, 200, 100)]) == []


def test_phases_behind_a_range_within_a_step_are_the_step_s(tmp_path: Path) -> None:
    events = [
        annotation("ProfilerStep#0", 0, 1000),
        annotation("gpuscope step 7", 100, 50),
        annotation("Optimizer.step#SGD.step", 850, 100),
    ]
    assert phases(tmp_path, events) == [("optimizer", 850, 950)]
