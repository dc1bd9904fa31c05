"""Memory records: snapshots hold only plain values or are refused; timelines have the category of each allocation."""

import json
import os
import pickle
from pathlib import Path
from typing import Any

import pytest

from gpuscope.profiles.memory_record import MemoryRecord
from gpuscope.profiles.reading.trace_file_error import TraceFileError
from gpuscope.profiles.reading.trace_reader import read_recording, read_trace
from gpuscope.reports.memory_record_view import MemoryRecordView
from tests.profiles.recorded import recorded_file

MODEL, TRAIN = "/home/me/model.py", "/home/me/train.py"


def frames(filename: str, line: int) -> list[dict[str, Any]]:
    return [
        {"filename": "eval_frame.c", "line": 0, "name": "dynamo_custom_eval_frame_shim"},
        {"filename": "/x/site-packages/torch/nn/linear.py", "line": 1, "name": "forward"},
        {"filename": filename, "line": line, "name": "f"},
    ]


def entry(action: str, addr: int, size: int, time_us: int, filename: str = MODEL) -> dict[str, Any]:
    return {"action": action, "addr": addr, "size": size, "time_us": time_us, "stream": 0, "frames": frames(filename, 7)}


def snapshot() -> dict[str, Any]:
    history = [
        entry("alloc", 1, 100, 10),
        entry("alloc", 2, 50, 20, TRAIN),
        entry("free_completed", 1, 100, 30),
        entry("free_completed", 9, 30, 35),
        entry("oom", 0, 1 << 40, 40, TRAIN),
    ]
    block = {"size": 50, "state": "active_allocated", "frames": frames(TRAIN, 7)}
    segment = {"device": 0, "total_size": 2048, "blocks": [block, {"size": 1998, "state": "inactive"}]}
    return {"device_traces": [history, []], "segments": [segment]}


def read(folder: Path, content: bytes) -> MemoryRecord:
    path = folder / "memory.pickle"
    path.write_bytes(content)
    record = read_recording(path)
    assert isinstance(record, MemoryRecord)
    return record


@pytest.mark.parametrize("protocol", [2, 4, 5])
def test_a_snapshot_knows_who_held_memory_at_the_peak(protocol: int, tmp_path: Path) -> None:
    (device,) = read(tmp_path, pickle.dumps(snapshot(), protocol)).devices
    assert device.blocks.peak_bytes == 180
    assert device.blocks.peak_ns == 10_000
    assert device.blocks.at_peak() == {f"{MODEL}:7 f": 100, f"{TRAIN}:7 f": 50, "allocated before the record began": 30}
    assert device.held_bytes == {f"{TRAIN}:7 f": 50}
    assert device.reserved_bytes == 2048
    assert device.out_of_memory == ((1 << 40, f"{TRAIN}:7 f"),)


def test_an_older_snapshot_without_times_has_the_order_of_its_events_for_a_time(tmp_path: Path) -> None:
    content = snapshot()
    for event in content["device_traces"][0]:
        del event["time_us"]
    (device,) = read(tmp_path, pickle.dumps(content)).devices
    assert (device.blocks.peak_bytes, device.blocks.peak_ns) == (180, 1_000)
    assert device.blocks.at_peak()[f"{TRAIN}:7 f"] == 50


def test_a_snapshot_of_pytorch_1_13_consists_of_its_segments(tmp_path: Path) -> None:
    history = [{"real_size": 50, "frames": frames(TRAIN, 7)}]
    segments = [{"device": 0, "total_size": 2048, "blocks": [{"size": 50, "state": "active_allocated", "history": history}]}]
    record = read(tmp_path, pickle.dumps(segments))
    assert record.devices[0].held_bytes == {f"{TRAIN}:7 f": 50}
    assert "holds no history" in record.notes[0]


def test_the_view_of_a_snapshot_names_the_line_that_ran_out_of_memory(tmp_path: Path) -> None:
    view = MemoryRecordView(read(tmp_path, pickle.dumps(snapshot())))
    assert "An allocation of 1.00 TiB failed: /home/me/train.py:7 f." in view.sentences
    assert view.document()["devices"][0]["peak_bytes"] == 180


class Harmful:
    """An object whose unpickling would create a folder."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> Any:
        return os.mkdir, (str(self.path),)


@pytest.mark.parametrize("protocol", [2, 5])
def test_nothing_in_a_pickle_is_ever_called(protocol: int, tmp_path: Path) -> None:
    harm = tmp_path / "harm"
    with pytest.raises(TraceFileError, match="loads a name"):
        read(tmp_path, pickle.dumps({"device_traces": [Harmful(harm)], "segments": []}, protocol))
    assert not harm.exists()


@pytest.mark.parametrize(
    "content",
    [
        pickle.dumps([1, 2]),
        pickle.dumps({"a": 1}),
        pickle.dumps(snapshot())[:-30],
        b"\x80\x04\x8e\xff\xff\xff\xff\xff\xff\xff\x0f",
        b"\x80\x05.",
    ],
)
def test_other_pickles_are_refused_in_words(content: bytes, tmp_path: Path) -> None:
    with pytest.raises(TraceFileError):
        read(tmp_path, content)


def test_snapshots_of_odd_values_are_read_or_refused(tmp_path: Path) -> None:
    odd = {"device_traces": [[{"action": "alloc", "addr": "x", "size": None}, 5]], "segments": [{"blocks": 3}, None]}
    assert read(tmp_path, pickle.dumps(odd)).devices[0].blocks.peak_bytes == 0


def test_a_timeline_knows_what_memory_was_for(tmp_path: Path) -> None:
    rows = [[-1, 1, 100, 0], [5000, 2, 40, 4], [6000, 3, -100, 0], [6000, 3, 100, 5], [9000, 4, -40, 4]]
    (device,) = read(tmp_path, json.dumps(rows).encode()).devices
    assert device.blocks.at_peak() == {"parameters": 100, "activations": 40}
    assert device.blocks.bytes[device.blocks.owner == device.blocks.owners.index("gradients")].sum() == 100
    assert (device.blocks.peak_bytes, device.blocks.peak_ns) == (140, 0)


@pytest.mark.parametrize("content", [b"[[1, 2, 3]]", b'[[1, "a", 3, 4]]', b"[[1, 2, 3, 4]"])
def test_other_lists_are_refused_in_words(content: bytes, tmp_path: Path) -> None:
    with pytest.raises(TraceFileError, match="neither a trace nor a memory timeline"):
        read(tmp_path, content)


def test_a_record_of_memory_is_no_trace(tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    path.write_text("[[1, 2, 3, 4]]")
    with pytest.raises(TraceFileError, match="record of memory"):
        read_trace(path)


def test_a_recorded_timeline_ends_with_what_it_began_with() -> None:
    record = read_recording(recorded_file("hta/memory_timeline.raw.gz"))
    assert isinstance(record, MemoryRecord)
    blocks = record.devices[0].blocks
    assert blocks.in_use.min() >= 0
    assert next(iter(blocks.at_peak())) == "activations"
    assert sum(blocks.at_peak().values()) == pytest.approx(blocks.peak_bytes, rel=0.01)


def test_a_file_name_that_is_no_text_is_none(tmp_path: Path) -> None:
    """Written out, lists within lists grow twofold with each level."""
    name: Any = []
    for _ in range(18):
        name = [name, name]
    content = snapshot()
    for event in content["device_traces"][0]:
        event["frames"] = [{"filename": name, "line": 1, "name": name}]
    assert list(read(tmp_path, pickle.dumps(content)).devices[0].blocks.owners) == [
        "allocated before the record began",
        "unknown (recorded without stacks)",
    ]


def test_a_key_of_tuples_within_tuples_is_refused(tmp_path: Path) -> None:
    """Python looks at each of its parts, twice as many with each level, whenever it looks the key up."""
    key: Any = ()
    for _ in range(18):
        key = (key, key)
    with pytest.raises(TraceFileError, match="damaged pickle"):
        read(tmp_path, pickle.dumps(snapshot() | {key: 1}))
    assert read(tmp_path, pickle.dumps(snapshot() | {(0, 1): 1})).devices[0].blocks.peak_bytes == 180
