"""Whether a window can open here."""

import ctypes
import os
import subprocess
import sys
from pathlib import Path

import pytest

from gpuscope.core.errors import UnavailableError
from gpuscope.system import screen

ROOT = Path(__file__).resolve().parents[2]


def lacking(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """Makes the dynamic linker know everything but these libraries."""

    def load(name: str) -> None:
        if name in names:
            raise OSError(f"{name}: cannot open shared object file")

    monkeypatch.setattr(ctypes, "CDLL", load)


def test_without_a_display_the_window_is_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(UnavailableError, match="no screen"):
        screen.refuse_without_screen()


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


def test_the_command_line_ends_with_3_and_two_lines_before_qt_is_loaded() -> None:
    environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")}
    done = subprocess.run([sys.executable, "-m", "gpuscope"], cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (3, "", 2)


def test_the_readme_and_ci_name_the_same_system_packages() -> None:
    packages = {**screen.QT_LIBRARIES, **screen.XCB_LIBRARIES}.values()
    for text in ((ROOT / "README.md").read_text(encoding="utf-8"), (ROOT / ".ci" / "run").read_text(encoding="utf-8")):
        assert [package for package in packages if package not in text.split()] == []
