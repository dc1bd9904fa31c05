"""Ranks whose files a tool joined into one keep their launches, devices and steps, although all of them count their ids from 1."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gpuscope.profiles.profile import Profile
from tests.profiles.made import Event, annotation, kernel, launch, made_profile, operator


def rank_events(begin_us: float, names: tuple[str, str], device: int = 0) -> list[Event]:
    """Return a step with two launches, and a kernel launched before the capture, whose id is that of another rank's launch."""
    first, second = names
    return [
        annotation("ProfilerStep#3", begin_us, 90),
        operator(first, begin_us, 20, {"External id": 1}),
        launch(1, begin_us + 2),
        operator(second, begin_us + 30, 20, {"External id": 2}),
        launch(2, begin_us + 32),
        kernel("gemm", 1, begin_us + 40, 10, device=device),
        kernel("relu", 2, begin_us + 60, 5, device=device),
    ]


def ranks(*, one_device: bool = False) -> list[list[Event]]:
    earlier = kernel("earlier", 9, 4, 3, device=0 if one_device else 1)
    first = [*rank_events(0, ("aten::mm", "aten::relu")), launch(9, 80)]
    return [first, [*rank_events(8, ("aten::bmm", "aten::gelu"), 0 if one_device else 1), earlier]]


def one_after_the_other(events: list[Event], rank: int) -> list[Event]:
    """Give the host's process an id of its own; those of devices are their numbers."""
    return [{**event, "pid": 4000 + rank} if "device" not in event.get("args", {}) else event for event in events]


def labelled(events: list[Event], rank: int) -> list[Event]:
    return [{**event, "pid": f"[TP{rank:02d}] {event['pid']}"} for event in events]


def offset(events: list[Event], rank: int) -> list[Event]:
    return [{**event, "pid": event["pid"] + 100_000 * rank} for event in events]


def joined(tmp_path: Path, parts: list[list[Event]], change: Callable[[list[Event], int], list[Event]], **head: Any) -> Profile:
    return made_profile(tmp_path, [event for rank, events in enumerate(parts) for event in change(events, rank)], **head)


@pytest.mark.parametrize(
    ("change", "one_device"), [(one_after_the_other, False), (labelled, False), (labelled, True), (offset, False), (offset, True)]
)
def test_each_rank_keeps_its_launches_and_its_device(
    change: Callable[[list[Event], int], list[Event]], one_device: bool, tmp_path: Path
) -> None:
    profile = joined(tmp_path, ranks(one_device=one_device), change)
    operators = {(row.device, row.name): row.operator for row in profile.kernels}
    assert operators == {
        (0, "gemm"): "aten::mm", (0, "relu"): "aten::relu",
        (1, "gemm"): "aten::bmm", (1, "relu"): "aten::gelu", (1, "earlier"): None,
    }  # fmt: skip
    assert {part.device: part.busy_s for part in profile.device_time.devices} == pytest.approx({0: 15e-6, 1: 15e-6})
    assert profile.device_time.left_out == 1
    assert [step.device_busy_s for step in profile.steps] == pytest.approx([15e-6, 15e-6])
    (note,) = profile.trace.notes
    assert note.startswith("The file joins the traces of 2 processes")


def test_processes_whose_devices_cannot_be_told_apart_stay_as_written(tmp_path: Path) -> None:
    profile = joined(tmp_path, ranks(one_device=True), one_after_the_other)
    (note,) = profile.trace.notes
    assert note == (
        "Several processes launch work by the same ids: the operator of a kernel may be that of another process, and GPUs of one number "
        "count as one."
    )
    assert {row.device for row in profile.kernels} == {0}


def other_ids(events: list[Event], rank: int) -> list[Event]:
    ids = [
        {key: value + 100 * rank for key, value in event.get("args", {}).items() if key in ("correlation", "External id")}
        for event in events
    ]
    return one_after_the_other([{**event, "args": event.get("args", {}) | own} for event, own in zip(events, ids, strict=True)], rank)


def test_processes_with_ids_of_their_own_on_one_device_may_have_one_each(tmp_path: Path) -> None:
    assert joined(tmp_path, ranks(one_device=True), other_ids).trace.notes == (
        "Several processes launch work on GPU 0: if they have a GPU of this number each, these count as one.",
    )
    assert joined(tmp_path, ranks(), other_ids).trace.notes[0].startswith("The file joins the traces of 2 processes")


def test_captures_at_once_of_processes_of_one_number_are_named(tmp_path: Path) -> None:
    """In containers, every rank is process 1 and sees its GPU as 0."""
    first, second = (rank_events(begin, ("aten::mm", "aten::relu")) for begin in (0, 8))
    (note,) = made_profile(tmp_path, [*first, *second]).trace.notes
    assert note.startswith("A process launches work twice by the same ids: the file joins captures whose processes have one number.")
    later = rank_events(200, ("aten::mm", "aten::relu"))
    assert made_profile(tmp_path, [*first, *later, *rank_events(400, ("aten::mm", "aten::relu"))[:3]]).trace.notes == ()


def used(begin_us: float, total: int, device: int) -> Event:
    """Return an allocation; device -1 is the host."""
    args = {"Total Allocated": total, "Bytes": total, "Addr": 16, "Device Type": int(device >= 0), "Device Id": device}
    return {"ph": "i", "cat": "cpu_instant_event", "name": "[memory]", "pid": 1, "tid": 1, "ts": begin_us, "args": args}


def test_each_rank_keeps_its_memory_and_the_description_of_its_device(tmp_path: Path) -> None:
    """Ranks that each see one device number it 0, and one of their headers is left."""
    parts = [[*events, used(1 + rank, 100 * (rank + 1), 0), used(3, 7 + rank, -1)] for rank, events in enumerate(ranks(one_device=True))]
    head = {"deviceProperties": [{"id": 0, "name": "NVIDIA H100"}], "distributedInfo": {"rank": 0, "world_size": 2}}
    profile = joined(tmp_path, parts, labelled, **head)
    assert [(curve.title, curve.peak_bytes) for curve in profile.memory] == [
        ("GPU 0", 100), ("GPU 1", 200), ("host", 7), ("host, process 2", 8),
    ]  # fmt: skip
    assert {number: facts.name for number, facts in profile.trace.devices.items()} == {0: "NVIDIA H100", 1: "NVIDIA H100"}
    assert profile.trace.rank is None


def test_devices_of_joined_ranks_are_not_described_by_a_header_of_several_kinds(tmp_path: Path) -> None:
    head = {"deviceProperties": [{"id": 0, "name": "NVIDIA H100"}, {"id": 1, "name": "NVIDIA A100"}]}
    assert joined(tmp_path, ranks(one_device=True), labelled, **head).trace.devices == {}
    assert {facts.name for facts in joined(tmp_path, ranks(), labelled, **head).trace.devices.values()} == {"NVIDIA H100", "NVIDIA A100"}


def by_external_id(events: list[Event]) -> list[Event]:
    """Give launches and kernels external ids alone, as older ROCm versions do."""
    return [
        {**event, "args": {{"correlation": "External id"}.get(key, key): value for key, value in event["args"].items()}} for event in events
    ]


@pytest.mark.parametrize("change", [list, by_external_id])
@pytest.mark.parametrize("order", [(0, 1, 2, 3), (1, 0, 3, 2)])
def test_processes_in_another_order_stay_as_written(
    order: tuple[int, ...], change: Callable[[list[Event]], list[Event]], tmp_path: Path
) -> None:
    """By order a device belongs to the host before it; here there is none, or its launches are not that host's."""
    hosts_and_devices = [
        [operator("aten::mm", 0, 20), launch(6, 2)],
        [kernel("gemm", 5, 40, 10, device=0)],
        [operator("aten::bmm", 0, 20), launch(5, 2)],
        [kernel("gemm", 6, 40, 10, device=1)],
    ]
    profile = joined(tmp_path, [change(hosts_and_devices[part]) for part in order], one_after_the_other)
    assert {row.device: row.operator for row in profile.kernels} == {0: "aten::bmm", 1: "aten::mm"}
    assert profile.trace.notes == ()
