"""Malicious files, and files damaged in transit: a clear error, nothing written outside, nothing in the store, little memory."""

import json
import os
import random
import struct
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gpuscope.bundles import limits
from gpuscope.bundles.limits import RecordingFileError
from gpuscope.bundles.recording_import import import_recording
from gpuscope.storage import repair
from gpuscope.storage.store import StoreReader
from tests.bundles.members import DOCUMENT, EVENTS, READINGS, STEPS, packed, small_bundle
from tests.bundles.recorded import everything, url

MOST_BYTES = 256 << 20
ROOT = Path(__file__).parents[2]
_MEASURED = """
import sys
from pathlib import Path
from gpuscope.bundles.recording_import import import_recording
from gpuscope.core.errors import GpuscopeError
for name in sys.argv[1:]:
    try:
        import_recording(f"sqlite:///{name}.sqlite", Path(name))
    except GpuscopeError as error:
        print(name, error.message)
peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(int(peak.split()[1]) * 1024)
"""


@pytest.fixture(scope="module")
def seed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("seed")
    return small_bundle(url(folder), folder)


def refusal(folder: Path, data: bytes) -> str:
    """Return why a file is refused, and assert that it left nothing behind; "" if it is accepted."""
    path = folder / "in" / "x.gpuscope"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data)
    before = sorted(one for one in folder.rglob("*") if "store" not in one.parts)
    words = ""
    try:
        import_recording(url(folder), path)
    except RecordingFileError as error:
        words = error.message
    assert sorted(one for one in folder.rglob("*") if "store" not in one.parts) == before
    with StoreReader(url(folder)) as reader:
        ids = [record.run_id for record in reader.runs()]
    assert bool(ids) == (not words)
    for run_id in ids:
        everything(url(folder), run_id)
    return words


def changed(seed: dict[str, bytes], path: tuple[str | int, ...], value: object) -> bytes:
    """Return the bundle with a value of the run's document replaced."""
    document = json.loads(seed[DOCUMENT])
    place: Any = document
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return packed(seed | {DOCUMENT: json.dumps(document).encode()})


def test_the_seed_is_taken(seed: dict[str, bytes], tmp_path: Path) -> None:
    assert refusal(tmp_path, packed(seed)) == ""
    assert repair.check(url(tmp_path)) == []


@pytest.mark.parametrize("share", [0.0, 0.01, 0.3, 0.6, 0.9, 0.999])
def test_a_truncated_file(seed: dict[str, bytes], tmp_path: Path, share: float) -> None:
    data = packed(seed)
    assert "not a run bundle" in refusal(tmp_path, data[: int(len(data) * share)])


@pytest.mark.parametrize(
    "name",
    [
        "../outside",
        "/tmp/outside",
        "runs/0000/../../x",
        "runs\\0000\\x",
        "runs/0000/x.pickle",
        "runs/0000/",
        "C:x",
        "runs/99999/run.json",
        "\0",
    ],
)
def test_a_member_that_does_not_belong_there(seed: dict[str, bytes], tmp_path: Path, name: str) -> None:
    assert "not part of a bundle" in refusal(tmp_path, packed(seed | {name: b"x"}))


@pytest.mark.parametrize("name", ["../../x", "/etc/x", "", ".", "a/b", "x" * 65, "é", "last", "p0123"])
def test_an_id_that_is_a_path_or_names_something_else(seed: dict[str, bytes], tmp_path: Path, name: str) -> None:
    assert "id" in refusal(tmp_path, changed(seed, ("record", "run_id"), name))


def wrong_values() -> Iterator[tuple[tuple[str | int, ...], object]]:
    odd: tuple[object, ...] = (None, 5, -1, "x", "\ud800", [], {}, [[]], 1e400, 2**70, True, "x" * 100_000, float("nan"))
    record = (
        *("name", "state", "reason", "spec", "environment", "started_at", "start_ns", "host", "exit_code", "steps", "duration_s"),
        *("metrics", "devices", "tags", "note", "heartbeat_at", "tool"),
    )
    for value in odd:
        yield from ((("record", key), value) for key in record)
        yield from (((key,), value) for key in ("record", "series", "layouts", "calls", "committed"))
        yield from ((("series", 0, place), value) for place in range(5))
        yield from ((("layouts", 0, place), value) for place in range(3))
        yield from (
            (("record", "metrics", "energy", key), value) for key in ("value", "unit", "quality", "source", "uncertainty", "reason")
        )
        yield from ((("record", "devices", 1, key), value) for key in ("device", "metrics", "gaps"))
        yield from ((("record", "devices", 1, "device", key), value) for key in ("device", "kind", "name", "uuid", "properties", "metrics"))
        yield from ((("record", "devices", 1, "gaps", 0, place), value) for place in range(5))
        yield from ((("record", "spec", key), value) for key in ("workload", "command", "options"))


def test_values_of_a_wrong_type(seed: dict[str, bytes], tmp_path: Path) -> None:
    refused = 0
    for count, (path, value) in enumerate(wrong_values()):
        folder = tmp_path / str(count % 8)
        folder.mkdir(exist_ok=True)
        refused += bool(refusal_or_taken(folder, changed(seed, path, value)))
    assert refused > 300
    for folder in tmp_path.iterdir():
        with StoreReader(url(folder)) as reader:
            for record in reader.runs():
                everything(url(folder), record.run_id)
        assert repair.check(url(folder)) == []


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("record", "duration_s"), -1.0),
        (("record", "wall_s"), -1e-9),
        (("record", "metrics", "energy", "uncertainty"), -0.5),
        (("record", "spec", "options"), {"workers": float("inf")}),
        (("record", "spec", "options"), {"workers": float("nan")}),
    ],
)
def test_numbers_that_nothing_has(seed: dict[str, bytes], tmp_path: Path, path: tuple[str | int, ...], value: object) -> None:
    assert refusal(tmp_path, changed(seed, path, value))


def test_bytes_that_were_changed_on_the_way(seed: dict[str, bytes], tmp_path: Path) -> None:
    data, chance = packed(seed), random.Random(7)
    told = set()
    for _ in range(60):
        at = chance.randrange(len(data))
        words = refusal_or_taken(tmp_path, data[:at] + bytes([data[at] ^ (1 << chance.randrange(8))]) + data[at + 1 :])
        told.add(bool(words))
    assert True in told


def refusal_or_taken(folder: Path, data: bytes) -> str:
    path = folder / "x.gpuscope"
    path.write_bytes(data)
    try:
        import_recording(url(folder), path)
    except RecordingFileError as error:
        return error.message
    return ""


@pytest.mark.parametrize(
    ("member", "data"),
    [
        (DOCUMENT, b"[" * 100_000),
        (DOCUMENT, b'{"a":' * 30 + b"1" + b"}" * 30),
        (DOCUMENT, b"9" * 5000),
        (DOCUMENT, b"x" * (limits.DOCUMENT_BYTES + 1)),
        (EVENTS, b'["log",0,0,{"e":"log","t":"x"}]\n'),
        (EVENTS, b'["log",0,0,{"e":"end","t":1,"state":"x"}]\n'),
        (EVENTS, b'["sample",0,0,{"e":"sample","call":"x","b":1,"a":1,"v":[1]}]\n'),
        (EVENTS, b'["hello",0,0,{"e":"hello","role":"helper","pid":1,"t":1,"version":1,"info":{"devices":[{"device":5}]}}]\n'),
        (EVENTS, b'["codes",0,0,{"call":5}]\n'),
        (EVENTS, b'["' + b"x" * (2 * limits.EVENT_LINE_BYTES) + b'"]\n'),
        (EVENTS, b"\n\n"),
        (READINGS, struct.pack("<III", 0, 65537, 1)),
        (READINGS, struct.pack("<III", 0, 65536, 3)),
        (READINGS, struct.pack("<III", 0, 1, 2**32 - 1)),
        (READINGS, struct.pack("<III", 99, 1, 0)),
        (READINGS, struct.pack("<IIIqq", 0, 1, 1, 2**63 - 1, 0)),
        (READINGS, struct.pack("<IIIqqIdId", 0, 1, 2, 1, 1, 0, 0.5, 0, 0.5)),
        (STEPS, struct.pack("<qqIq", 1, -1, 1, 5)),
        (STEPS, struct.pack("<qqI", 1, 0, 2**32 - 1)),
        ("bundle.json", b'{"format": "gpuscope run bundle", "version": 2, "runs": 1}'),
        ("bundle.json", b'{"format": "gpuscope run bundle", "version": 1, "runs": 1000000}'),
        ("bundle.json", b'{"format": "gpuscope run bundle", "version": 1, "runs": 2}'),
    ],
)
def test_a_member_that_is_none(seed: dict[str, bytes], tmp_path: Path, member: str, data: bytes) -> None:
    assert refusal(tmp_path, packed(seed | {member: data}))


def test_a_member_that_is_missing(seed: dict[str, bytes], tmp_path: Path) -> None:
    for name in seed:
        assert f"lacks {name}" in refusal(tmp_path, packed({key: value for key, value in seed.items() if key != name}))


def overlapping(seed: dict[str, bytes]) -> bytes:
    """Return a bundle with two members that are the same bytes of the file."""
    data = packed(seed)
    begin = struct.unpack_from("<I", data, len(data) - 6)[0]
    directory = data[begin:-22]
    at = directory.index(READINGS.encode()) - 46
    more = directory + directory[at : at + 46] + READINGS.replace("0000.bin", "0001.bin").encode()
    count = len(seed) + 1
    return data[:begin] + more + struct.pack("<4s4H2IH", b"PK\x05\x06", 0, 0, count, count, len(more), begin, 0)


def lying(seed: dict[str, bytes], size: int) -> bytes:
    """Return a bundle with a member whose directory entry gives a wrong size."""
    data = bytearray(packed(seed | {EVENTS: b" " * (32 << 20)}))
    at = data.rindex(EVENTS.encode())
    struct.pack_into("<I", data, at - 46 + 24, size)
    return bytes(data)


def test_bombs(seed: dict[str, bytes], tmp_path: Path) -> None:
    assert "damaged" in refusal(tmp_path, overlapping(seed))
    assert refusal(tmp_path, lying(seed, 100))
    assert refusal(tmp_path, lying(seed, 2**32 - 2))
    assert "expand" in refusal(tmp_path, packed(seed | {"runs/0000/readings-0001.bin": b"\0" * (100 << 20)}))
    many = {f"runs/{at // 10:04}/readings-{at % 10:04}.bin": b"" for at in range(limits.MEMBERS + 1)}
    assert "directory" in refusal(tmp_path, packed(many, zipfile.ZIP_STORED))


@pytest.mark.parametrize(("member", "block"), [(READINGS, struct.pack("<IIIqq", 0, 1, 0, 1, 1)), (STEPS, struct.pack("<qqIq", 1, 0, 1, 5))])
def test_tiny_blocks_are_counted(
    seed: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, member: str, block: bytes
) -> None:
    monkeypatch.setattr(limits, "BLOCKS", 50)
    assert "more than 50 blocks" in refusal(tmp_path, packed(seed | {member: block * 60}))


def large_files(seed: dict[str, bytes], folder: Path) -> Iterator[Path]:
    """Files of the largest admitted size, and files that would be larger in memory."""
    empty = b"{" + b",".join(b'"%d":{}' % at for at in range(300_000)) + b"}"
    document = json.loads(seed[DOCUMENT])
    document["record"]["environment"] = json.loads(empty)
    line = json.dumps(["log", 0, 0, {"e": "log", "t": 1, "values": {str(at): 1.5 for at in range(40_000)}}]).encode() + b"\n"
    yield written(folder / "objects.gpuscope", packed(seed | {DOCUMENT: json.dumps(document).encode()[: limits.DOCUMENT_BYTES]}))
    yield written(folder / "array.gpuscope", packed(seed | {DOCUMENT: b"[" + b"{}," * ((limits.DOCUMENT_BYTES - 10) // 3) + b"{}]"}))
    yield written(folder / "lines.gpuscope", packed(seed | {EVENTS: line[: limits.EVENT_LINE_BYTES] * 60}))
    yield written(folder / "no line.gpuscope", packed(seed | {EVENTS: b" " * (60 << 20)}))
    column = b"\0" * (65536 * 8)
    block = struct.pack("<III", 0, 65536, 2) + b"\0" * (65536 * 16) + struct.pack("<I", 0) + column + struct.pack("<I", 1) + column
    yield written(folder / "readings.gpuscope", packed(seed | {READINGS: block * 28}))
    yield written(folder / "line.csv", b"timestamp, power.draw [W]\n" + b"x" * (64 << 20))
    yield written(folder / "columns.csv", b"timestamp, power.draw [W]\n" + b"," * 60_000)
    yield written(folder / "quote.csv", b'timestamp, power.draw [W]\n"' + b"x\n" * (16 << 20))


def large_folders(folder: Path) -> Iterator[Path]:
    """A run of MLflow's of the largest admitted size: texts, a metric that is a single line, a metric that breaks off again and again."""
    for name in ("texts", "line", "pauses"):
        run = folder / name / "0" / "abc"
        (run / "metrics" / "system").mkdir(parents=True)
        (run / "params").mkdir()
        written(run.parent / "meta.yaml", b"name: x\n")
        written(run / "meta.yaml", b"run_id: abc\nstart_time: 1700000000000\nend_time: 1700000100000\nstatus: 3\n")
        yield folder / name
    for number in range(limits.MLFLOW_FILES):
        written(folder / "texts" / "0" / "abc" / "params" / str(number), b"\xc3\xa9" * (limits.MLFLOW_TEXT_BYTES // 2))
    written(folder / "line" / "0" / "abc" / "metrics" / "x", b"1" * limits.MLFLOW_FILE_BYTES)
    waits = np.where(np.arange(limits.MLFLOW_VALUES - 1) % 5 % 2, 1000, 10)
    lines = (b"%d 100 0" % stamp for stamp in (1_700_000_000_000 + np.cumsum(waits)).tolist())
    written(folder / "pauses" / "0" / "abc" / "metrics" / "system" / "gpu_0_power_usage_watts", b"\n".join(lines))


def written(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def test_memory_stays_small(seed: dict[str, bytes], tmp_path: Path) -> None:
    files = [str(path) for path in (*large_files(seed, tmp_path), *large_folders(tmp_path))]
    done = subprocess.run([sys.executable, "-c", _MEASURED, *files], cwd=ROOT, capture_output=True, text=True, check=True)
    *told, peak = done.stdout.splitlines()
    assert int(peak) < MOST_BYTES, f"{int(peak) >> 20} MiB"
    for name in ("array.gpuscope", "no line.gpuscope", "line.csv", "columns.csv", "quote.csv", "texts"):
        assert any(f"/{name} cannot be imported: " in line for line in told), name
    assert done.stderr == ""


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.gpuscope")
    for name in ("pipe.gpuscope", "nothing.csv", "."):
        with pytest.raises(RecordingFileError):
            import_recording(url(tmp_path), tmp_path / name)
