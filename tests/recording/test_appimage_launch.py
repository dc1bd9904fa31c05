"""A recorder that is started from an AppImage has a mount of its own; a process that only inherits an AppImage's variables has not."""

import os
import sys
from pathlib import Path

import pytest

from gpuscope.recording.launch import recorder_command


@pytest.mark.parametrize(
    ("inside", "is_mount", "through"),
    [(True, True, True), (True, False, False), (False, True, False)],
    ids=["mounted", "unpacked", "another program's"],
)
def test_a_recorder_goes_through_the_image_that_is_mounted(
    inside: bool, is_mount: bool, through: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("APPIMAGE", "/home/me/gpuscope.AppImage")
    monkeypatch.setenv("APPDIR", str(Path(sys.executable).parent if inside else tmp_path))
    monkeypatch.setattr(os.path, "ismount", lambda folder: is_mount)
    assert recorder_command(["run"])[0] == ("/home/me/gpuscope.AppImage" if through else sys.executable)
