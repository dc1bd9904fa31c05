"""Tests of the notes kept on a device between runs."""

import os
import threading
from pathlib import Path

import pytest

from gpuscope.core.errors import UnavailableError
from gpuscope.system import device_notes
from gpuscope.system.device_notes import DeviceNotes

ID = "GPU-1@580.1"


def test_what_was_noted_is_there_for_the_next_process(gpuscope_home: Path) -> None:
    DeviceNotes().update(ID, {"power_period_s": 0.1})
    DeviceNotes().update(ID, {"baseline": {"bare": {"power_w": 72.5}}})
    DeviceNotes().update("GPU-1@590.2", {"power_period_s": 0.02})
    assert DeviceNotes().get(ID) == {"power_period_s": 0.1, "baseline": {"bare": {"power_w": 72.5}}}
    assert (gpuscope_home / "device_notes.json").stat().st_mode & 0o777 == 0o600
    assert DeviceNotes().get("another") == {}


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b"\xff\xfe", b'{"GPU-1@580.1": 5}', b"[" * 100_000])
def test_a_broken_file_is_empty_and_written_anew(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.json"
    path.write_bytes(content)
    notes = DeviceNotes(path)
    assert notes.get(ID) == {}
    notes.update(ID, {"energy_period_s": 0.1})
    assert notes.get(ID) == {"energy_period_s": 0.1}


def test_a_home_that_cannot_be_written_keeps_nothing_and_raises_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    notes = DeviceNotes(tmp_path / "file" / "notes.json")
    notes.update(ID, {"power_period_s": 0.1})
    assert notes.get(ID) == {}


def test_no_home_at_all_keeps_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_home() -> Path:
        raise UnavailableError("no home")

    monkeypatch.setattr(device_notes, "device_notes_file", no_home)
    DeviceNotes().update(ID, {"power_period_s": 0.1})
    assert DeviceNotes().get(ID) == {}


def test_two_that_write_at_once_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "notes.json"

    def write(name: str) -> None:
        for number in range(20):
            DeviceNotes(path).update(name, {f"n{number}": number})

    threads = [threading.Thread(target=write, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [len(DeviceNotes(path).get(name)) for name in "abcd"] == [20] * 4
    assert not [name for name in os.listdir(tmp_path) if name.endswith(".tmp")]
