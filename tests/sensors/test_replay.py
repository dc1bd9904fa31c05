"""A recording and its replay: the readings come again, at their pace, under another key and with its label."""

import gzip
import json
from pathlib import Path

import pytest

from gpuscope.core.device import Capability, Device, DeviceKind
from gpuscope.core.errors import UnavailableError, UsageError
from gpuscope.core.event import Gap, Hello, Log, Sample
from gpuscope.sensors import recording_file
from gpuscope.sensors.backends import checked, requested
from gpuscope.sensors.declaration import Declaration
from gpuscope.sensors.recording_file import LONGEST_LINE, RecordingReader, RecordingWriter
from gpuscope.sensors.replay import ENDED, ReplayBackend

SECOND = 1_000_000_000
CALL = "nvml.fields:gpu:0"


class Clock:
    now_ns = 900 * SECOND

    def __call__(self) -> int:
        return self.now_ns


def declared(*devices: Device) -> Hello:
    calls = {f"nvml.fields:{one.key}": ((one.key, "power"), (one.key, "energy")) for one in devices}
    quality = {f"{one.key}/{metric}": ("measured", "NVML") for one in devices for metric in ("power", "energy")}
    told = Declaration({one.key: one for one in devices}, calls, dict.fromkeys(calls, 0.1), quality)
    return Hello("helper", 1, 5, told.to_info())


def gpu(index: int = 0) -> Device:
    able = {"power": Capability(True, "NVML"), "energy": Capability(True, "NVML")}
    return Device(f"gpu:{index}", DeviceKind.GPU, "NVIDIA H100", f"GPU-{index}", {}, able)


def sample(t_s: float, power: float, energy: float, call: str = CALL) -> Sample:
    at = round(t_s * SECOND)
    return Sample(call, at, at + 1000, (power, energy))


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    path = tmp_path / "machine.gpurec"
    with RecordingWriter(path) as writer:
        writer.write([Log(1, text="words are left out"), declared(gpu())])
        writer.write([sample(50 + index / 10, 100.0 + index, 10.0 * index) for index in range(5)])
        writer.write([Gap("gpu:0", ("power",), 51 * SECOND, 52 * SECOND, "lost")])
    return path


def test_the_readings_come_again_with_their_stamps_moved(recording: Path) -> None:
    clock = Clock()
    backend = ReplayBackend(recording, clock)
    backend.open()
    (call,) = backend.calls()
    assert call.series == (("replay:0", "power"), ("replay:0", "energy"))
    assert backend.read(call.name) is None  # it takes a microsecond
    found = []
    for _ in range(12):
        clock.now_ns += SECOND // 20
        if (reading := backend.read(call.name)) is not None:
            found.append(reading)
    assert [reading.values for reading in found] == [(100.0 + index, 10.0 * index) for index in range(5)]
    assert [reading.before_ns - 900 * SECOND for reading in found] == [index * SECOND // 10 for index in range(5)]
    gaps = [one for one in backend.events() if isinstance(one, Gap)]
    assert (gaps[0].device, gaps[0].start_ns) == ("replay:0", 901 * SECOND)
    assert (gaps[1].reason, gaps[1].end_ns) == (ENDED, None)
    backend.close()


def test_what_was_recorded_is_in_the_file_when_the_recorder_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording_file, "_FLUSH_EVERY_S", 0.0)
    path = tmp_path / "machine.gpurec"
    with RecordingWriter(path) as writer:
        for count in range(4):
            writer.write([sample(50 + count, 100.0, 10.0)])
            reader = RecordingReader(path)
            assert len(list(reader.events())) == count + 1
            assert reader.is_cut
            reader.close()


def test_the_device_says_when_and_where_it_was_recorded(recording: Path) -> None:
    backend = ReplayBackend(recording)
    backend.open()
    (device,) = backend.devices()
    assert device.key == "replay:0"
    assert device.simulated is not None
    assert device.simulated.startswith("recorded on 20")
    backend.close()


def test_a_file_that_is_cut_ends_early_and_says_so(recording: Path) -> None:
    recording.write_bytes(recording.read_bytes()[:-30])
    clock = Clock()
    backend = ReplayBackend(recording, clock)
    backend.open()
    clock.now_ns += 60 * SECOND
    for call in backend.calls():
        backend.read(call.name)
    assert [one.reason for one in backend.events() if isinstance(one, Gap)][-1:] == [f"{ENDED}: the file is cut"]
    backend.close()


def test_a_file_that_is_cut_before_its_first_reading_says_so_once(recording: Path) -> None:
    recording.write_bytes(recording.read_bytes()[:200])
    backend = ReplayBackend(recording, Clock())
    backend.open()
    [told] = backend.events()
    assert isinstance(told, Log)
    assert (told.level, told.text) == (
        "warning",
        f"{recording.name}: the file is cut before the first reading, so that there is nothing to play; take a whole copy of the recording",
    )
    assert backend.events() == []
    backend.close()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"text",
        gzip.compress(b"{}\n"),
        gzip.compress(b'{"format": "gpuscope-recording", "version": 99}\n'),
        gzip.compress(b"x" * 2 * LONGEST_LINE),
    ],
    ids=["empty", "text", "nothing", "later version", "long line"],  # gzip includes the time in its output
)
def test_what_is_no_recording_is_refused_in_words(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(UnavailableError, match="recording"):
        RecordingReader(path)


def test_a_line_that_is_no_event_ends_the_reading(recording: Path) -> None:
    lines = gzip.decompress(recording.read_bytes()).splitlines(keepends=True)
    recording.write_bytes(gzip.compress(b"".join([*lines[:3], json.dumps({"e": "bomb"}).encode() + b"\n", *lines[3:]])))
    reader = RecordingReader(recording)
    assert len(list(reader.events())) == 2
    reader.close()


@pytest.mark.parametrize(
    "spoilt",
    [{"devices": [None]}, {"devices": 5}, {"calls": None}, {"periods": {}}, {"periods": {CALL: 0.0}}, {"periods": {CALL: "inf"}}],
    ids=str,
)
def test_a_declaration_that_is_none_ends_the_reading(recording: Path, spoilt: dict[str, object]) -> None:
    """A file is untrusted: its helper ended with an error of Python."""
    header, hello, *rest = gzip.decompress(recording.read_bytes()).splitlines(keepends=True)
    document = json.loads(hello)
    document["info"] |= spoilt
    recording.write_bytes(gzip.compress(b"".join([header, json.dumps(document).encode() + b"\n", *rest])))
    backend = ReplayBackend(recording, Clock())
    try:
        backend.open()
        [told] = backend.events()
        assert isinstance(told, Log)
        assert (told.level, backend.calls()) == ("warning", [])
    finally:
        backend.close()


def test_what_is_asked_for_is_checked_before_anything_starts(recording: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert checked("replay:machine.gpurec") == f"replay:{recording}"
    assert checked("simulated:2") == "simulated:2"
    assert len(requested("simulated:2", 10.0).devices()) == 2
    for wrong in ("simulated:0", "simulated:x", "simulated:²", "replay:", "meter"):
        with pytest.raises(UsageError):
            checked(wrong)
    with pytest.raises(UnavailableError, match="cannot be read"):
        checked("replay:not-there")
