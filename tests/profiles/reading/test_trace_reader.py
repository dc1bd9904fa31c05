"""Any valid JSON of trace events gives the same trace whatever its layout; anything else is refused with a message."""

import gzip
import io
import json
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gpuscope.profiles.operator_classes import OperatorClass, operator_class
from gpuscope.profiles.profile import Profile
from gpuscope.profiles.reading import json_document
from gpuscope.profiles.reading.json_document import JsonDocument
from gpuscope.profiles.reading.trace_file_error import TraceFileError
from gpuscope.profiles.reading.trace_reader import read_trace
from gpuscope.profiles.trace import Category, Trace
from tests.profiles.made import Event, copy, kernel, made_profile, operator, small_step

AWKWARD = 'a "}, {" \\ ]}, {[ name'
"""A name that looks like the boundary between two events."""


def read(folder: Path, text: str | bytes, name: str = "trace.json") -> Trace:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_trace(path)


def names(trace: Trace) -> list[str]:
    return [trace.name_of(index) for index in range(len(trace.slices))]


LAYOUTS: dict[str, Callable[[Any], str]] = {
    "on one line": lambda value: json.dumps(value, separators=(",", ":")),
    "as json writes it": json.dumps,
    "indented": lambda value: json.dumps(value, indent=4),
    "with empty lines": lambda value: json.dumps(value, indent=1).replace("\n", "\r\n\r\n\t"),
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("piece", [64, 300, 4096])
def test_pieces_are_cut_at_events_whatever_the_layout(layout: str, piece: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_document, "PIECE_BYTES", piece)
    events = [
        operator(f"{AWKWARD} {number}", number * 10, 5, {"Input Dims": [[1, 2], []], "nested": [{"a": {}}, {}]}) for number in range(40)
    ]
    document = {"before": [{"x": "}"}, {}], "traceEvents": events, "after": [{"traceEvents": []}, {}], "name": AWKWARD}
    trace = read(tmp_path, LAYOUTS[layout](document))
    assert names(trace) == [event["name"] for event in events]
    assert trace.notes == ()


def test_a_bare_list_is_a_trace(tmp_path: Path) -> None:
    assert len(read(tmp_path, json.dumps(small_step())).slices) == len(small_step())


def test_gzip_of_several_members_is_read(tmp_path: Path) -> None:
    text = json.dumps({"traceEvents": small_step()}).encode()
    assert len(read(tmp_path, gzip.compress(text[:100]) + gzip.compress(text[100:]), "t.json.gz").slices) == len(small_step())


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_the_only_file_of_an_archive_is_read(pack: Callable[[bytes], bytes], tmp_path: Path) -> None:
    archive = zipped({"__MACOSX/._a": b"x", "a.json": pack(json.dumps(small_step()).encode())})
    assert len(read(tmp_path, archive).slices) == len(small_step())


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda _: zipped({"a.json": b"[]", "b.json": b"[]"}), "an archive of 2 files"),
        (lambda archive: archive[: len(archive) // 2], "a damaged archive"),
        (lambda _: zipped({"ä.json": b"[]"}).replace("ä".encode(), b"\xff\xff"), "a damaged archive"),
        (lambda _: zipped({"a.json": b"[]"}, zipfile.ZIP_LZMA), "an archive of an unknown"),
        (lambda _: zipped({"a.json": b"[]"}, zipfile.ZIP_BZIP2), "an archive of an unknown"),
    ],
)
def test_other_archives_are_refused_in_words(change: Callable[[bytes], bytes], why: str, tmp_path: Path) -> None:
    with pytest.raises(TraceFileError, match=why):
        read(tmp_path, change(zipped({"a.json": json.dumps(small_step()).encode()})))


def zipped(members: dict[str, bytes], kind: int = zipfile.ZIP_DEFLATED) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", kind) as archive:
        for name, member in members.items():
            archive.writestr(name, member)
    return content.getvalue()


def test_numbers_that_json_does_not_have_are_missing(tmp_path: Path) -> None:
    events = json.dumps([kernel("a NaN, Infinity", 1, 10, 5, {"est. achieved occupancy %": float("nan"), "bandwidth": float("inf")})])
    trace = read(tmp_path, events)
    assert names(trace) == ["a NaN, Infinity"]
    assert trace.notes == ()


def test_quoted_bytes_keep_all_their_digits(tmp_path: Path) -> None:
    """As ROCm writes them."""
    copies = [copy("a", 1, 10, 5, {"bytes": "5368709120"}), copy("b", 2, 20, 5, {"bytes": "unknown"}), copy("c", 3, 30, 5, {"bytes": 7})]
    assert read(tmp_path, json.dumps(copies)).device_work.bytes.tolist() == [5_368_709_120, -1, 7]


def test_an_event_with_an_odd_member_keeps_the_digits_of_the_others(tmp_path: Path) -> None:
    """In a piece with one NaN or quoted number each event is decoded with conversions."""
    begin, big, odd = 1695835542515301, 2**53 + 1, '"est. achieved occupancy %": NaN'
    of_launch = '{{"ph": "X", "cat": "cuda_runtime", "name": "{}", "ts": {}.{}, "dur": 1, "args": {{"correlation": "{}"}}}}'
    of_kernel = '{{"ph": "X", "cat": "kernel", "name": "{}", "ts": {}.{}, "dur": 0.4, "args": {{"correlation": "{}", "stream": 7.0, {}}}}}'
    launches = [of_launch.format(name, begin - 10 + place, "25", big + place) for place, name in enumerate("cd")]
    kernels = [of_kernel.format(name, begin, f"{4 * place}01", big + place, odd) for place, name in enumerate("ab")]
    trace = read(tmp_path, f"[{', '.join(launches + kernels)}]")
    assert names(trace) == ["c", "d", "a", "b"]
    assert trace.origin_ns == (begin - 10) * 1000 + 250
    assert trace.slices.start_ns.tolist() == [0, 1000, 9751, 10_151]
    assert trace.slices.correlation.tolist() == [big, big + 1, big, big + 1]
    assert trace.device_work.stream.tolist() == [7, 7]


def test_values_of_an_event_with_an_odd_member_are_as_written(tmp_path: Path) -> None:
    args = '"Input Dims": [[4]], "Concrete Inputs": [0.1, "1e-05"], "correlation": 1e999, "External id": "9"'
    trace = read(tmp_path, f'[{{"ph": "X", "cat": "cpu_op", "name": "a", "ts": 1, "dur": 1e1, "args": {{{args}}}}}]')
    assert trace.texts[trace.operator_calls.values[0]] == '[0.1,"1e-05"]'
    assert (trace.slices.external.tolist(), trace.slices.correlation.tolist()) == ([9], [-1])
    assert trace.slices.duration_ns.tolist() == [10_000]


@pytest.mark.parametrize("odd", ["1e999999", "1e99999999999999999999", '"nan"', '"-1e999999999"', "[1]"])
def test_numbers_beyond_all_limits_are_missing(odd: str, tmp_path: Path) -> None:
    precise = '{"ph": "X", "name": "a", "ts": 1695835542515301.123, "dur": 1}'
    event = f'{{"ph": "X", "cat": "kernel", "name": "b", "ts": {odd}, "dur": 1, "args": {{"correlation": {odd}, "bytes": {odd}}}}}'
    other = event.replace(f'"ts": {odd}', '"ts": 1695835542515302')
    trace = read(tmp_path, f"[{precise}, {event}, {other}]")
    assert names(trace) == ["a", "b"]
    assert (trace.slices.correlation.tolist(), trace.device_work.bytes.tolist()) == ([-1, -1], [-1])
    assert trace.notes == ("1 event without a valid time left out.",)


def test_times_keep_their_nanoseconds(tmp_path: Path) -> None:
    text = (
        '[{"ph": "X", "name": "a", "ts": 1695835542515301.123, "dur": 1.5}, {"ph": "X", "name": "b", "ts": 1695835542515301.124, "dur": 1}]'
    )
    trace = read(tmp_path, text)
    assert trace.origin_ns == 1695835542515301123
    assert trace.slices.start_ns.tolist() == [0, 1]
    assert trace.slices.duration_ns.tolist() == [1500, 1000]


def test_the_base_of_times_is_added(tmp_path: Path) -> None:
    text = '{"baseTimeNanoseconds": 1751410836000000000, "traceEvents": [{"ph": "X", "name": "a", "ts": 10.5, "dur": 1}]}'
    assert read(tmp_path, text).origin_ns == 1751410836000010500


def test_times_too_large_for_microseconds_are_nanoseconds(tmp_path: Path) -> None:
    """1.7e18 µs would be 54,000 years from now; tools that write `time.time_ns()` do so, and their durations are nanoseconds too."""
    head = {"ph": "M", "name": "process_name", "pid": 0, "ts": 0, "args": {"name": "python"}}
    events = [{"ph": "X", "name": name, "ts": 1751410836000000000 + at, "dur": 250} for name, at in (("a", 1), ("b", 900), ("c", 1800))]
    trace = read(tmp_path, json.dumps({"baseTimeNanoseconds": 5, "displayTimeUnit": "ns", "traceEvents": [head, *events]}))
    assert trace.origin_ns == 1751410836000000001
    assert (trace.slices.start_ns.tolist(), trace.slices.duration_ns.tolist()) == ([0, 899, 1799], [250, 250, 250])
    assert trace.notes == ("The times are in nanoseconds, by their size; the format wants microseconds.",)


def test_a_unit_to_display_says_nothing_of_the_unit_of_times(tmp_path: Path) -> None:
    trace = read(tmp_path, json.dumps({"displayTimeUnit": "ns", "traceEvents": [operator("a", 100, 2)]}))
    assert trace.slices.duration_ns.tolist() == [2000]


def test_single_times_beyond_all_years_are_left_out(tmp_path: Path) -> None:
    trace = read(tmp_path, json.dumps([operator("a", 1e13, 2), operator("b", 1e13 + 5, 2), operator("c", 1e18, 2)]))
    assert (names(trace), trace.notes) == (["a", "b"], ("1 event without a valid time left out.",))


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("deviceProperties", {"computeMajor": 7, "computeMinor": 0, "numSms": 80}),
        ("computeProperties", {"major": 7, "minor": 0, "multiProcessorCount": 80}),
    ],
)
def test_devices_are_described_in_the_header_in_old_traces_too(name: str, numbers: dict[str, int], tmp_path: Path) -> None:
    device = {"id": 1, "name": "Tesla V100", "totalGlobalMem": 2**35, "warpSize": 32, **numbers}
    facts = read(tmp_path, json.dumps({name: [device], "traceEvents": small_step()})).devices[1]
    assert (facts.name, facts.memory_bytes, facts.multiprocessors, facts.compute_capability) == ("Tesla V100", 2**35, 80, "7.0")


@pytest.mark.parametrize(
    ("described", "expected"),
    [
        ({0: "MI300X"}, {0: "MI300X", 2: "MI300X"}),
        ({0: "MI300X", 1: "MI300X"}, {0: "MI300X", 1: "MI300X", 2: "MI300X"}),
        ({0: "MI300X", 1: "MI210"}, {0: "MI300X", 1: "MI210"}),
        ({0: "MI300X", 2: "MI210"}, {0: "MI300X", 2: "MI210"}),
        ({}, {}),
    ],
)
def test_a_device_that_the_header_numbers_otherwise_is_described_if_all_there_are_alike(
    described: dict[int, str], expected: dict[int, str], tmp_path: Path
) -> None:
    """ROCm's profiler numbers the devices of the machine, PyTorch those that the program may use."""
    head = [{"id": number, "name": name} for number, name in described.items()]
    trace = read(tmp_path, json.dumps({"deviceProperties": head, "traceEvents": [kernel("gemm", 1, 0, 10, device=2)]}))
    assert {number: facts.name for number, facts in trace.devices.items()} == expected
    assert all(number == facts.number for number, facts in trace.devices.items())


def test_begins_and_ends_become_slices(tmp_path: Path) -> None:
    pair = [("B", "outer", 0), ("B", "inner", 2), ("E", "", 5), ("E", "", 9), ("E", "", 20)]
    events = [{"ph": phase, "name": name, "pid": 1, "tid": 1, "ts": ts} for phase, name, ts in pair]
    trace = read(tmp_path, json.dumps(events))
    assert list(zip(names(trace), trace.slices.duration_ns.tolist(), strict=True)) == [("outer", 9000), ("inner", 3000)]
    assert trace.notes == ("1 range left out: begin or end is not in the file.",)


@pytest.mark.parametrize("piece", [64, 4 << 20])
def test_of_ranges_with_the_same_ends_the_first_that_begins_is_the_outer_one(
    piece: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As py-spy writes stacks: all calls of a sample begin together, and those still open at the end end together."""
    monkeypatch.setattr(json_document, "PIECE_BYTES", piece)
    names_in = ["module", "main", "work"]
    pair = [*(("B", name) for name in names_in), *(("E", name) for name in names_in[::-1])]
    events = [{"ph": phase, "name": name, "pid": 1, "tid": 1, "ts": 3 if phase == "B" else 8} for phase, name in pair]
    assert names(read(tmp_path, json.dumps(events))) == names_in


@pytest.mark.parametrize("piece", [64, 4 << 20])
def test_a_range_keeps_the_arguments_of_its_begin_whatever_is_read_until_its_end(
    piece: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(json_document, "PIECE_BYTES", piece)
    between = [operator(f"b{number}", 2, 1, {"Input Dims": [[number]]}) for number in range(300)]
    begin = {"ph": "B", "cat": "cpu_op", "name": "a", "pid": 1, "tid": 1, "ts": 1, "args": {"Input Dims": [[3, 4], []]}}
    trace = read(tmp_path, json.dumps([begin, *between, {"ph": "E", "pid": 1, "tid": 1, "ts": 9}]))
    assert [trace.texts[shapes] for shapes in trace.operator_calls.shapes] == ["[[3,4],[]]", *(f"[[{number}]]" for number in range(300))]


def test_equal_texts_of_different_arguments_are_told_apart(tmp_path: Path) -> None:
    """Of a call's arguments each may be missing, and an empty list counts as missing."""
    members = ("Input Dims", "Input type", "Input Strides", "Concrete Inputs")
    given: list[dict[str, Any]] = [
        {},
        *({name: [1, 2]} for name in members),
        {name: [] for name in members},
        {"Input dims": [1, 2], "Input type": [1, 2]},
    ]
    calls = read(tmp_path, json.dumps([operator("a", 10 * number, 1, args) for number, args in enumerate(given)])).operator_calls
    known = [(column >= 0).tolist() for column in (calls.shapes, calls.types, calls.strides, calls.values)]
    assert list(zip(*known, strict=True)) == [
        (False, False, False, False),
        (True, False, False, False),
        (False, True, False, False),
        (False, False, True, False),
        (False, False, False, True),
        (False, False, False, False),
        (True, True, False, False),
    ]


def test_an_event_larger_than_a_piece_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_document, "PIECE_BYTES", 300)
    events = [operator(f"{AWKWARD} {number}" * (60 if number == 9 else 1), number * 10, 5) for number in range(20)]
    assert names(read(tmp_path, json.dumps(events))) == [event["name"] for event in events]


def test_events_without_a_duration_are_instants_and_said(tmp_path: Path) -> None:
    trace = read(tmp_path, '[{"ph": "X", "name": "a", "ts": 1}]')
    assert trace.slices.duration_ns.tolist() == [0]
    assert trace.notes == ("1 event without a valid duration counted as instants.",)


def test_durations_below_zero_are_none_and_said(tmp_path: Path) -> None:
    trace = read(tmp_path, json.dumps([kernel("a", 1, 10, -5), kernel("b", 2, 20, 5)]))
    assert trace.slices.duration_ns.tolist() == [0, 5000]
    assert trace.notes == ("1 event without a valid duration counted as instants.",)


def test_values_of_other_types_are_converted_or_left_out(tmp_path: Path) -> None:
    event = kernel("a", 1, 10, 5) | {"ts": "10.0"}
    event["args"] |= {"stream": "7", "grid": [1, "x"], "correlation": 1.0}
    trace = read(tmp_path, json.dumps([event, 5, {"ph": 3}, operator("b", 12, 1)]))
    assert names(trace) == ["a", "b"]
    assert trace.device_work.stream.tolist() == [7]
    assert trace.notes == ("1 event could not be read, so left out.",)


def test_names_of_foreign_bytes_are_read(tmp_path: Path) -> None:
    text = json.dumps([operator("good", 0, 1), operator("bad", 5, 1)]).encode().replace(b'"bad"', b'"b\xff\x01d"')
    assert names(read(tmp_path, text)) == ["good", "b\ufffd d"]


def test_what_stands_among_the_events_and_is_none_is_passed_over(tmp_path: Path) -> None:
    trace = read(tmp_path, json.dumps({"traceEvents": [None, *small_step(), 5, "x", None], "schemaVersion": 1}))
    assert len(trace.slices) == len(small_step())
    assert trace.notes == ()


def test_a_file_that_is_cut_off_is_read_as_far_as_it_goes_and_says_so(tmp_path: Path) -> None:
    text = json.dumps({"traceEvents": small_step()})
    trace = read(tmp_path, text[: len(text) * 2 // 3])
    assert 0 < len(trace.slices) < len(small_step())
    assert "is cut off" in trace.notes[0]


GOES_ON = "The file goes on after the trace: what follows was not read. Open it as a file of its own."


@pytest.mark.parametrize("piece", [64, 4 << 20])
@pytest.mark.parametrize("rest", ['{"traceEvents": [{"ph": "X"}]}', "[]", "x"])
def test_what_follows_the_trace_in_its_file_is_named(rest: str, piece: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_document, "PIECE_BYTES", piece)
    for document in ({"traceEvents": small_step(), "name": "a"}, small_step()):
        text = json.dumps(document)
        trace = read(tmp_path, f"{text}\n{rest}")
        assert (len(trace.slices), trace.notes) == (len(small_step()), (GOES_ON,))
        assert read(tmp_path, f"{text}\n \t\r\n").notes == ()


def test_of_two_traces_packed_one_after_the_other_the_first_is_read_and_the_second_named(tmp_path: Path) -> None:
    first, second = (gzip.compress(json.dumps({"traceEvents": [kernel(name, 1, 0, 5)]}).encode()) for name in "ab")
    trace = read(tmp_path, first + second, "two.json.gz")
    assert (names(trace), trace.notes) == (["a"], (GOES_ON,))


def test_events_in_two_members_are_read_from_both(tmp_path: Path) -> None:
    first, second = (json.dumps([kernel(name, place + 1, place * 10, 5)]) for place, name in enumerate("ab"))
    trace = read(tmp_path, f'{{"traceEvents": {first}, "displayTimeUnit": "ms", "traceEvents": {second}}}')
    assert (names(trace), trace.notes) == (["a", "b"], ())


def test_members_that_exceed_the_limit_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_document, "_MOST_HEAD_BYTES", 20)
    trace = read(tmp_path, json.dumps({"a": "x" * 30, "traceEvents": small_step(), "b": 1}))
    assert trace.notes == ("2 members left out for size: facts on the recording may be missing.",)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "it is empty"),
        (b"hello", "it is no JSON"),
        (b"{}", "it holds no traceEvents"),
        (b'{"traceEvents": []}', "it holds no events"),
        (b"[]", "it holds no events"),
        (b"[" * 100_000, "it holds no events"),
        (b'{"a": "', "it ends before its events"),
        (b"\x1f\x8b\x08garbage", "unpacked"),
        (b"\x7fELF", "it is no JSON"),
    ],
)
def test_what_is_no_trace_is_refused_in_words(content: bytes, why: str, tmp_path: Path) -> None:
    with pytest.raises(TraceFileError, match=why) as refusal:
        read(tmp_path, content)
    assert refusal.value.hint


@pytest.mark.parametrize(
    ("name", "content", "what", "instead"),
    [
        ("host.xplane.pb", b"\x0a\x0d\x08\x01\x12\x09/host:CPU", "an XPlane file of JAX", ".trace.json.gz"),
        ("results.json", b'{\n "rocprofiler-sdk-tool": [{"metadata": {}}]}', "rocprofv3's own JSON", "--output-format pftrace"),
        ("report.nsys-rep", b"\x01\x02", "a report of Nsight Systems", "nsys export"),
        ("report.ncu-rep", b"NVR\0", "a report of Nsight Compute", "torch.profiler"),
        ("report.sqlite", b"SQLite format 3\0" + bytes(100), "a database", "nsys2json"),
        ("log.csv", b"timestamp, index, power.draw [W]\n2026/01/01 00:00:00.000, 0, 71.30 W\n", "a log of nvidia-smi", "gpuscope import"),
        ("log.txt", b"\xef\xbb\xbfindex, timestamp, utilization.gpu [%]\n", "a log of nvidia-smi", "gpuscope import"),
        ("emissions.csv", b"timestamp,project_name,duration,emissions,energy_consumed\n", "CodeCarbon's record", "gpuscope import"),
        ("samples.csv", b"t_s,gpu:0 power [W]\r\n0.0,71.3\r\n", "a table of readings that gpuscope wrote", "gpuscope import"),
        ("table.csv", b"name,calls\r\naten::mm,3\r\n", "a table", "gpuscope import"),
    ],
)
def test_another_profilers_recording_is_named_with_what_to_do_instead(
    name: str, content: bytes, what: str, instead: str, tmp_path: Path
) -> None:
    with pytest.raises(TraceFileError, match=f"{name} is not a readable trace: it is {what}") as refusal:
        read(tmp_path, content, name)
    assert instead in (refusal.value.hint or "")


def test_a_large_recording_of_another_profiler_is_not_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    path.write_bytes(b'{"rocprofiler-sdk-tool": [' + b"{}," * 2_000_000)
    read_so_far: list[float] = []
    with pytest.raises(TraceFileError, match="rocprofv3"):
        read_trace(path, read_so_far.append)
    assert max(read_so_far, default=0.0) < 0.5


def test_a_bracket_in_a_text_that_goes_on_in_the_next_piece_ends_nothing() -> None:
    document = JsonDocument(iter([b'{"of": {"device": "H100}', b' PCIe"}, "traceEvents": [{"name": "x]', b'"}]}']))
    events = list(document.events(lambda array: msgspec.json.decode(array), lambda pieces: pieces))
    assert (document.members, events) == ({"of": b'{"device": "H100} PCIe"}'}, [[{"name": "x]"}]])


def test_a_member_of_many_pieces_is_scanned_a_few_times(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was scanned anew with each piece, which made the time grow with the square of a file's size."""
    scanned: list[int] = []
    values = json_document._values

    def counted_values(buffer: bytearray, at: int) -> Iterator[tuple[int, int]]:
        scanned.append(at)
        return values(buffer, at)

    monkeypatch.setattr(json_document, "_values", counted_values)
    document = JsonDocument(iter([b'{"other": [', *(b"{}, " * 10 for _ in range(1000)), b'0], "traceEvents": [{"name": "x"}]}']))
    assert list(document.events(lambda array: len(array), lambda pieces: len(pieces))) == [15]
    assert len(scanned) < 15


def test_a_damaged_trace_with_the_name_of_a_table_is_no_table(tmp_path: Path) -> None:
    with pytest.raises(TraceFileError, match="it ends before its events"):
        read(tmp_path, b'{"timestamp": 1, "power.draw": "', "trace.csv")


def test_a_file_that_is_not_there_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(TraceFileError, match="cannot be opened"):
        read_trace(tmp_path / "none.json")


@pytest.mark.parametrize("value", [1e308, -1e308, 101])
def test_figures_beyond_anything_plausible_are_unknown(value: float, tmp_path: Path) -> None:
    calls = [operator("aten::mm", 10 * number, 5, {"flops": 1e25 if value > 0 else -1.0}) for number in range(2)]
    work = [kernel("gemm", number, 100 * number, 50, {"est. achieved occupancy %": value}) for number in range(2)]
    profile = made_profile(tmp_path, [*calls, *work])
    assert [row.occupancy for row in profile.kernels] == [None]
    assert [row.flops for row in profile.operators] == [None]


def test_a_bomb_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TraceFileError, match="unpacks to more"):
        read(tmp_path, gzip.compress(b"[" + b" " * (80 << 20)), "t.json.gz")


def test_older_names_of_categories_are_known(tmp_path: Path) -> None:
    events = [operator("a", 0, 5) | {"cat": "Operator"}, kernel("k", 1, 6, 1) | {"cat": "Kernel"}]
    assert read(tmp_path, json.dumps(events)).slices.category.tolist() == [Category.OPERATOR, Category.KERNEL]


def named(process: int | str, name: str, thread: int | None = None) -> Event:
    """Return the event that names a process, or one of its threads."""
    kind = "process_name" if thread is None else "thread_name"
    return {"ph": "M", "pid": process, "tid": thread or 0, "name": kind, "args": {"name": name}}


def ran(process: int | str, thread: int | str, name: str, ts: float, dur: float) -> Event:
    """Return a slice without a category."""
    return {"ph": "X", "pid": process, "tid": thread, "name": name, "ts": ts, "dur": dur, "args": {}}


JAX = [
    named(1, "/device:GPU:1"), named(1, "Stream #13(Compute)", 13), named(1, "Stream #14(MemcpyH2D)", 14), named(1, "XLA Ops", 99),
    named(701, "/host:CPU"), named(701, "python", 5), ran(701, 5, "$train.py:12 step", 0, 60),
    ran(1, 13, "gemm_fusion_dot_3", 10, 50), ran(1, 14, "MemcpyH2D", 20, 30), ran(1, 99, "gemm_fusion_dot.3", 10, 50),
]  # fmt: skip
ROCPROF = [
    ran("2", "77", "hipLaunchKernel", 0, 5), ran("6", "1", "vadd(float*)", 10, 50), ran("1", "0", "CopyHostToDevice", 20, 30),
    ran("6", "1", "Barrier", 70, 500), named("2", "CPU HIP API"), named("6", "GPU1"), named("1", "COPY"),
]  # fmt: skip
NSYS2JSON = [
    ran("Device 1", "Stream 13", "ampere_sgemm", 10, 50) | {"cat": "cuda"}, ran("Device 1", "Stream 14", "[CUDA memcpy HtoD]", 20, 30),
    ran("Device 1", "CUDA API 3", "cudaLaunchKernel", 0, 5) | {"cat": "cuda"}, ran("Device 1", "NVTX 3", "forward", 0, 90),
]  # fmt: skip
TPU = [
    named(3, "/device:TPU:1"), named(3, "XLA Ops", 13), named(3, "XLA Modules", 2), ran(3, 2, "jit_f", 0, 90),
    ran(3, 13, "fusion.3", 10, 50), ran(3, 13, "memcpy.1", 20, 30),
]  # fmt: skip


@pytest.mark.parametrize("events", [JAX, ROCPROF, NSYS2JSON, TPU], ids=["JAX", "rocprof", "nsys2json", "JAX on a TPU"])
def test_without_categories_the_names_of_tracks_tell_what_ran_on_a_device(events: list[Event], tmp_path: Path) -> None:
    trace = read(tmp_path, json.dumps([{}, *events]))
    work = trace.device_work
    assert trace.slices.category[work.slice].tolist() == [Category.KERNEL, Category.COPY]
    assert (trace.slices.start_ns[work.slice].tolist(), trace.slices.duration_ns[work.slice].tolist()) == (
        [10_000, 20_000],
        [50_000, 30_000],
    )
    assert work.device.tolist()[0] == 1
    assert work.stream.tolist()[0] in (13, 1)
    assert work.grid.tolist() == [[-1, -1, -1]] * 2
    track = trace.tracks[trace.slices.track[work.slice[0]]]
    assert (track.process, track.thread, track.thread_name) == (1, work.stream[0], "")


def with_args(event: Event, **args: str) -> Event:
    return {**event, "args": args}


XLA_ON_A_CPU = [
    with_args(ran(701, 5, "train", 0, 60), step_num="0"), with_args(ran(701, 5, "train", 70, 50), step_num="1"),
    ran(701, 5, "my update", 1, 40),
    with_args(ran(701, 9, "dot.3", 10, 20), hlo_op="dot.3", hlo_module="jit_step", device_ordinal="0"), ran(701, 9, "end: dot.3", 29, 0.5),
    with_args(ran(701, 9, "add_fusion", 80, 10), hlo_op="add_fusion"), with_args(ran(701, 5, "train", 200, 9), step_num="none"),
    named(701, "/host:CPU"), named(701, "python", 5), named(701, "tf_XLAPjRtCpuClient/-8184691859584990994", 9),
]  # fmt: skip


def test_what_jax_runs_on_a_cpu_are_operators_and_its_step_annotations_are_steps(tmp_path: Path) -> None:
    profile = Profile(read(tmp_path, json.dumps(XLA_ON_A_CPU)))
    assert [(row.number, round(row.duration_s * 1e6)) for row in profile.steps] == [(0, 60), (1, 50)]
    assert {row.name: (row.calls, round(row.self_host_s * 1e6)) for row in profile.operators} == {"dot.3": (1, 20), "add_fusion": (1, 10)}
    assert profile.trace.device_work.slice.size == 0
    assert [operator_class(name) for name in ("dot.3", "add_fusion", "ynn_fusion")] == [
        OperatorClass.GEMM,
        OperatorClass.COMPILED,
        OperatorClass.OTHER,
    ]


def test_on_a_device_xla_names_the_operator_of_its_kernels_and_of_the_lines_that_repeat_them(tmp_path: Path) -> None:
    events = [with_args(event, hlo_op="dot.3") if event.get("pid") == 1 and event["ph"] == "X" else event for event in JAX]
    trace = read(tmp_path, json.dumps([*events, with_args(ran(701, 5, "train", 0, 60), step_num="7")]))
    assert trace.slices.category[trace.device_work.slice].tolist() == [Category.KERNEL, Category.COPY]
    assert trace.operator_calls.slice.size == 0
    assert [row.number for row in Profile(trace).steps] == [7]


def test_tracks_with_ids_of_any_size_do_no_harm(tmp_path: Path) -> None:
    trace = read(tmp_path, json.dumps([ran("Device 1", f"Stream {'9' * 30}", "a", 0, 1), ran("GPU" + "9" * 30, 2**70, "b", 0, 1)]))
    assert trace.device_work.stream.tolist() == [999_999_999]


def test_with_categories_the_names_of_tracks_tell_nothing(tmp_path: Path) -> None:
    trace = read(tmp_path, json.dumps([*small_step(), named(0, "GPU0"), ran(0, 7, "a range of a tool", 0, 90)]))
    assert trace.device_work.slice.size == 3


@pytest.mark.parametrize("ranks", ["[0, 2]", [0, 2], "[0,2]"])
def test_the_process_group_of_a_collective_is_read_from_operators_and_kernels(ranks: Any, tmp_path: Path) -> None:
    group = {"Process Group Name": "3", "Process Group Ranks": ranks, "Collective name": "allreduce"}
    events = [
        operator("record_param_comms", 0, 10, group),
        operator("aten::mm", 20, 5),
        operator("record_param_comms", 30, 5, {"Collective name": "wait", "Process Group Ranks": "[]"}),
        kernel("ncclDevKernel_AllReduce", 1, 50, 10, {**group, "Process Group Name": 3}),
        kernel("ncclDevKernel_AllReduce", 2, 70, 10, {key: value for key, value in group.items() if key != "Collective name"}),
    ]
    collectives = read(tmp_path, json.dumps(events)).collectives
    assert collectives.slice.tolist() == [0, 2, 3, 4]
    assert [collectives.operations[number] for number in collectives.operation] == ["allreduce", "wait", "allreduce", ""]
    assert [collectives.groups[number] for number in collectives.group] == [("3", "[0, 2]"), ("", "[]"), *[("3", "[0, 2]")] * 2]
