"""Perfetto's native traces, encoded field by field from the protobuf schema."""

import base64
import gzip
import struct
import zlib
from pathlib import Path

import pytest

from gpuscope.profiles.profile import Profile
from gpuscope.profiles.reading.trace_file_error import TraceFileError
from gpuscope.profiles.reading.trace_reader import read_trace
from gpuscope.profiles.trace import Category, Trace

BEGIN, END = 1, 2
OFFICIAL = base64.b64decode(
    "ChgyFAoHCAYQwJaxAgoHCAMQgJL0ARAGUAAKJTIVCgcIBhDAlrECCgoIQBCgHxgBIOgHUAFoAdoDB1oCWAvQA0AKFEAAUAHiAw0IChoJCE0yBXRyYWluChdAAFAB4gMQ"
    "CAsiCghNEE4qBG1haW4oCgoXQABQAeIDEAgMEgVwb3dlcigKQgMg6AcKO0BkUAFaGxgBIgkYIFIFYmF0Y2hIAVAB+QIJAAAAAAAAAGIYCgwIARIIdHJhaW5pbmcSCAgB"
    "EgRzdGVwChFAFFABWgtIAboBBmxhdW5jaAoIQApQAVoCSAIKDUAFUAFaB0gEWAzwAQMKEkBBUAFaDEgCgQMJAAAAAAAAAApiQABQAmJaugEGCAEQTRgCwgETCAESDUNv"
    "bXB1dGUgUXVldWUgAsIBEQgCEgtnZW1tX2tlcm5lbCACwgEkCAMSHk1lbWNweSBIdG9EIChQaW5uZWQgLT4gRGV2aWNlKSACaAEKG0Dwpf0BUAKqAw4IABCw6gEoAVgB"
    "aAFwAtADAwobQJDC/gFQAqoDDggBEMC4AigBWAFoAXAD0AMD"
)
"""Written by the ``perfetto`` package 0.59.1 from PyPI (TraceProtoBuilder): a thread on a clock of its own with incremental timestamps in
µs, with a flow and a counter, which are skipped; and a GPU producer on CLOCK_MONOTONIC, 1 ms behind the trace's clock."""


def number(value: int) -> bytes:
    coded = bytearray()
    while True:
        value, low = value >> 7, value & 0x7F
        coded.append(low | (0x80 if value else 0))
        if not value:
            return bytes(coded)


def field(key: int, value: int | bytes | str | float) -> bytes:
    if isinstance(value, int):
        return number(key << 3) + number(value)
    if isinstance(value, float):
        return number(key << 3 | 1) + struct.pack("<d", value)
    data = value.encode() if isinstance(value, str) else value
    return number(key << 3 | 2) + number(len(data)) + data


def packet(*parts: bytes) -> bytes:
    return field(1, b"".join(parts))


def thread(uuid: int, pid: int, tid: int, name: str) -> bytes:
    return packet(field(60, field(1, uuid) + field(4, field(1, pid) + field(2, tid) + field(5, name))))


def event(kind: int, time_ns: int, track: int, *parts: bytes, sequence: int = 1) -> bytes:
    return packet(field(8, time_ns), field(10, sequence), field(11, field(9, kind) + field(11, track) + b"".join(parts)))


def names(iid: int, name: str, *, cleared: bool = False, sequence: int = 1) -> bytes:
    return packet(field(10, sequence), *([field(13, 1)] if cleared else []), field(12, field(2, field(1, iid) + field(2, name))))


def read(folder: Path, data: bytes) -> Trace:
    path = folder / "trace.pftrace"
    path.write_bytes(data)
    return read_trace(path)


def slices(trace: Trace) -> list[tuple[str, int, int]]:
    columns = trace.slices
    return [(trace.name_of(place), int(columns.start_ns[place]), int(columns.duration_ns[place])) for place in range(len(columns))]


def test_slices_nest_on_their_thread_with_names_of_their_sequence(tmp_path: Path) -> None:
    data = thread(5, 10, 11, "main") + names(1, "outer", cleared=True) + names(1, "of another writer", sequence=2)
    data += event(BEGIN, 1000, 5, field(10, 1)) + event(BEGIN, 1100, 5, field(23, "inner")) + event(END, 1300, 5) + event(END, 1900, 5)
    trace = read(tmp_path, data)
    assert slices(trace) == [("outer", 0, 900), ("inner", 100, 200)]
    assert (trace.tracks[0].process, trace.tracks[0].thread, trace.tracks[0].thread_name) == (10, 11, "main")
    assert trace.origin_ns == 1000


def test_clocks_of_a_sequence_add_up_differences(tmp_path: Path) -> None:
    clock = field(1, field(1, 64) + field(2, 7) + field(3, 1) + field(4, 1000))
    data = packet(field(10, 1), field(6, clock), field(59, field(58, 64) + field(11, field(11, 9))))
    data += packet(field(8, 1), field(10, 1), field(11, field(9, BEGIN) + field(23, "a")))
    data += packet(field(8, 5), field(10, 1), field(11, field(9, END)))
    trace = read(tmp_path, data)
    assert slices(trace) == [("a", 0, 5000)]
    assert trace.origin_ns == 8000


def test_kernels_of_rocprof_are_device_work_of_their_launch(tmp_path: Path) -> None:
    def annotated(name: str, value: int) -> bytes:
        return field(4, field(10, name) + field(3, value))

    data = thread(1, 10, 10, "host") + thread(2, 20, 20, "queue")
    data += event(BEGIN, 100, 1, field(22, "hip_api"), field(23, "hipLaunchKernel"), annotated("corr_id", 77)) + event(END, 200, 1)
    data += event(BEGIN, 300, 2, field(22, "kernel_dispatch"), field(23, "gemm"), annotated("corr_id", 77), annotated("agent", 3))
    data += event(END, 900, 2)
    profile = Profile(read(tmp_path, data))
    assert profile.timeline is not None
    assert profile.timeline.busy_s == pytest.approx(600e-9)
    assert (profile.kernels[0].name, profile.kernels[0].device, profile.kernels[0].is_foreign) == ("gemm", 3, False)
    assert profile.trace.slices.category.tolist() == [Category.RUNTIME, Category.KERNEL]


def test_packed_packets_and_packed_files_are_read(tmp_path: Path) -> None:
    inner = event(BEGIN, 0, 8, field(23, "a")) + event(END, 9, 8)
    assert slices(read(tmp_path, packet(field(50, zlib.compress(inner))))) == [("a", 0, 9)]
    assert slices(read(tmp_path, gzip.compress(inner))) == [("a", 0, 9)]


def test_packed_packets_within_packed_ones_are_left_out(tmp_path: Path) -> None:
    """Perfetto writes none; a thousand of them, a few bytes each, would be unpacked one within the other."""
    inner = event(BEGIN, 0, 8, field(23, "a")) + event(END, 9, 8)
    for _ in range(1000):
        inner = packet(field(50, zlib.compress(inner)))
    assert slices(read(tmp_path, event(BEGIN, 0, 8, field(23, "b")) + event(END, 5, 8) + inner)) == [("b", 0, 5)]


def test_a_trace_that_is_cut_off_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    data = event(BEGIN, 0, 8, field(23, "a")) + event(END, 9, 8) + event(BEGIN, 10, 8, field(23, "b" * 50))
    trace = read(tmp_path, data[:-20])
    assert slices(trace) == [("a", 0, 9)]
    assert "is cut off" in trace.notes[0]


@pytest.mark.parametrize(
    "data", [b"\x0a", b"\x0a\x05hello", b"\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", packet(b""), b"\x0a\x01\xff" * 9]
)
def test_what_is_no_trace_of_perfetto_is_refused_in_words(data: bytes, tmp_path: Path) -> None:
    with pytest.raises(TraceFileError):
        read(tmp_path, data)


def test_a_trace_that_perfettos_own_package_wrote_is_read_on_one_clock(tmp_path: Path) -> None:
    trace = read(tmp_path, OFFICIAL)
    assert trace.origin_ns == 5_100_000
    assert slices(trace) == [
        ("step", 0, 100_000),
        ("launch", 20_000, 10_000),
        ("gemm_kernel", 50_000, 30_000),
        ("Memcpy HtoD (Pinned -> Device)", 70_000, 40_000),
    ]
    assert {track.thread_name for track in trace.tracks} == {"main", "Compute Queue"}
    timeline = Profile(trace).timeline
    assert timeline is not None
    assert (timeline.busy_s, timeline.copy_exposed_s) == pytest.approx((60e-6, 30e-6))


def test_render_stages_are_device_work_with_their_kernels_and_submissions(tmp_path: Path) -> None:
    kernel = field(1000, field(1, 1) + field(2, "_Z4gemmv") + field(3, "gemm(float*)"))
    interned = field(12, field(24, field(1, 1) + field(2, "compute")) + field(24, field(1, 2) + field(2, "stage")) + kernel)
    size = field(1, field(1, 256) + field(2, 2)) + field(2, field(1, 128))
    data = thread(5, 10, 11, "main") + packet(field(10, 2), interned)
    data += event(BEGIN, 100, 5, field(23, "cuLaunchKernel"), field(3000, field(1, 0))) + event(END, 120, 5)
    for time_ns, parts in ((200, field(19, 1) + field(21, size)), (400, field(14, 2))):
        stage = field(1, 0 if time_ns == 200 else 1) + field(2, 50) + field(13, 1) + parts
        data += packet(field(8, time_ns), field(10, 2), field(53, stage))
    profile = Profile(read(tmp_path, data))
    assert [(row.name, row.calls, row.grid, row.block) for row in profile.kernels] == [
        ("gemm(float*)", 1, (256, 2, 1), (128, 1, 1)),
        ("stage", 1, None, None),
    ]
    assert profile.tree.launch.tolist() == [0, -1]


def test_events_with_phases_of_the_json_format_are_read(tmp_path: Path) -> None:
    def legacy(phase: str, *parts: bytes) -> bytes:
        return field(6, field(2, ord(phase)) + b"".join(parts))

    descriptor = packet(field(10, 1), field(44, field(1, 7) + field(2, 8) + field(5, "worker") + field(6, 1000)))
    data = descriptor + packet(field(10, 1), field(11, field(23, "whole") + field(1, 5) + legacy("X", field(3, 12))))
    data += event(0, 30_000, 9, field(23, "begun"), legacy("B")) + event(0, 45_000, 9, legacy("E"))
    trace = read(tmp_path, data)
    assert sorted(slices(trace)) == [("begun", 0, 15_000), ("whole", 975_000, 12_000)]
    assert ("worker", 8) in [(track.thread_name, track.thread) for track in trace.tracks]
