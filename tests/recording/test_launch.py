"""Tests of the messages from a detached recorder to its launcher."""

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from gpuscope.core.errors import UnavailableError
from gpuscope.recording.launch import Launcher, launch_detached, recorder_command


def test_a_launcher_is_told_once_and_its_descriptor_is_not_used_again() -> None:
    (read, write), (ours, reused) = os.pipe(), os.pipe()
    launcher = Launcher(write)
    launcher.report_ready("abc", Path("/runs/abc"))
    os.dup2(reused, write)  # reused by someone else
    launcher.report_refused(UnavailableError("too late", ""))
    launcher.report_ready("def", Path("/runs/def"))
    os.write(write, b"still open")
    with os.fdopen(read, "rb") as told:
        assert json.loads(told.read()) == {"run_id": "abc", "folder": "/runs/abc"}
    assert os.read(ours, 100) == b"still open"
    for descriptor in (ours, reused, write):
        os.close(descriptor)


def test_a_launcher_that_is_gone_raises_nothing() -> None:
    read, write = os.pipe()
    os.close(read)
    Launcher(write).report_refused(UnavailableError("no", "hint"))
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(write)


@pytest.mark.parametrize(
    ("inside", "is_mount", "through"),
    [(True, True, True), (True, False, False), (False, True, False)],
    ids=["mounted", "unpacked", "another program's"],
)
def test_a_recorder_goes_through_the_appimage_that_is_mounted(
    inside: bool, is_mount: bool, through: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("APPIMAGE", "/home/me/gpuscope.AppImage")
    monkeypatch.setenv("APPDIR", str(Path(sys.executable).parent if inside else tmp_path))
    monkeypatch.setattr(os.path, "ismount", lambda folder: is_mount)
    assert recorder_command(["run"])[0] == ("/home/me/gpuscope.AppImage" if through else sys.executable)


def test_a_system_out_of_processes_is_an_error_with_a_hint_and_leaks_no_descriptor(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    monkeypatch.setattr(subprocess, "Popen", refuse)
    with pytest.raises(UnavailableError, match="cannot be started: Resource temporarily unavailable") as raised:
        launch_detached(["run", "mnist-mlp"])
    assert raised.value.hint
