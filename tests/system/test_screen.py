"""Tests of whether a window can open here."""

import ctypes
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from gpuscope.core.errors import UnavailableError
from gpuscope.system import screen

ROOT = Path(__file__).resolve().parents[2]
SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")


def lacking(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """Make the dynamic linker find all libraries except these."""

    def load(name: str) -> None:
        if Path(name).name in names:
            raise OSError(f"{name}: cannot open shared object file")

    monkeypatch.setattr(ctypes, "CDLL", load)


def test_without_a_display_the_window_is_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in SCREENS:
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(UnavailableError, match="no screen") as told:
        screen.refuse_without_screen()
    assert "--help shows" in told.value.hint
    assert "gpuscope" not in told.value.hint  # a clone is started with main.py and has no such command


def test_offscreen_counts_as_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    screen.refuse_without_screen()


def test_missing_libraries_are_named_with_their_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.delenv("QT_QPA_PLATFORM", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    lacking(monkeypatch, "libxcb-icccm.so.4", "libEGL.so.1")
    with pytest.raises(UnavailableError) as told:
        screen.refuse_without_screen()
    assert "libxcb-icccm.so.4" in told.value.message
    assert told.value.hint.endswith("sudo apt-get install libegl1 libxcb-icccm4")


def test_libraries_of_x11_are_not_needed_offscreen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    lacking(monkeypatch, "libxcb-cursor.so.0")
    screen.refuse_without_screen()


@pytest.mark.parametrize(
    ("screens", "words"),
    [
        ({}, "no screen"),
        ({"DISPLAY": ":987"}, "(:987) does not answer"),
        ({"QT_QPA_PLATFORM": "xcb"}, "DISPLAY names no screen"),
        ({"QT_QPA_PLATFORM": "xcb", "DISPLAY": "nonsense"}, "(nonsense) does not answer"),
        ({"WAYLAND_DISPLAY": "wayland-987", "XDG_RUNTIME_DIR": "/no/such/folder"}, "(wayland-987) does not answer"),
        ({"WAYLAND_DISPLAY": "/no/such/socket", "DISPLAY": ":987"}, "(:987) does not answer"),
        ({"QT_QPA_PLATFORM": "holodeck"}, "'holodeck'"),
    ],
)
def test_the_command_line_ends_with_3_and_two_lines_before_qt_aborts(screens: dict[str, str], words: str) -> None:
    environment = {name: value for name, value in os.environ.items() if name not in SCREENS} | screens
    done = subprocess.run([sys.executable, "-m", "gpuscope"], cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (3, "", 2)
    assert words in done.stderr


def test_a_wayland_that_answers_is_a_screen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in SCREENS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-7")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "wayland-7"))
        server.listen()
        screen.refuse_without_screen()


@pytest.mark.parametrize("platform", ["offscreen:size=10x10", "holodeck;offscreen", "wayland-egl;minimal", "OFFSCREEN"])
def test_qt_takes_the_first_platform_that_works(monkeypatch: pytest.MonkeyPatch, platform: str) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", platform)
    monkeypatch.setenv("XDG_RUNTIME_DIR", "/no/such/folder")
    screen.refuse_without_screen()


def test_plugins_of_another_folder_are_qts_affair(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "holodeck")
    monkeypatch.setenv("QT_PLUGIN_PATH", "/opt/plugins")
    screen.refuse_without_screen()


def test_the_readme_and_ci_name_the_same_system_packages() -> None:
    packages = {**screen.QT_LIBRARIES, **screen.XCB_LIBRARIES}.values()
    for text in ((ROOT / "README.md").read_text(encoding="utf-8"), (ROOT / ".ci" / "run").read_text(encoding="utf-8")):
        assert [package for package in packages if package not in text.split()] == []


def test_a_library_that_a_package_brings_beside_qt_is_not_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def load(name: str) -> None:
        asked.append(name)
        if not name.startswith("/"):
            raise OSError(name)

    monkeypatch.setattr(ctypes, "CDLL", load)
    assert screen.missing_libraries(for_x11=False) == {}
    assert all(name.endswith(f"/Qt/lib/{Path(name).name}") for name in asked[1::2])
