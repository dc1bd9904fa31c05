"""The demo's messages and exit codes when its runs cannot be made."""

import io
import subprocess
import sys
from pathlib import Path

import pytest

from gpuscope.cli import parser
from gpuscope.recording import launch
from gpuscope.system import screen
from gpuscope.workloads.capabilities import Capabilities


@pytest.fixture(autouse=True)
def one_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without a GPU, with unknown free memory."""
    monkeypatch.setattr(Capabilities, "load", staticmethod(lambda: Capabilities("2.13", (), "there is none", None)))


def test_an_unusable_store_is_refused_before_any_run(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "other.sqlite"
    path.write_bytes(b"no database at all" * 100)
    code = parser.main(["demo", "--steps", "1", "-o", str(tmp_path / "out.csv"), "--store", f"sqlite:///{path}"])
    out, err = capfd.readouterr()
    assert (code, out) == (3, "")
    assert len(err.splitlines()) == 2
    assert "other.sqlite" in err


def test_the_window_is_announced_before_it_opens_even_into_a_pipe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    received = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BufferedWriter(received), encoding="utf-8"))
    monkeypatch.setattr(screen, "has_screen", lambda: True)
    monkeypatch.setattr(screen, "refuse_without_screen", lambda: None)
    seen: list[str] = []

    def open_window(_: object) -> int:
        seen.append(received.getvalue().decode())
        return 0

    assert parser.main(["demo", "-o", str(tmp_path / "out.csv")], open_window) == 0
    assert seen == [f"The window measures a ladder of optimizations. It writes {tmp_path}/out.csv and {tmp_path}/out.pdf.\n"]


@pytest.mark.parametrize("ends", [1, -9])
def test_a_recorder_that_cannot_start_ends_the_demo_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], ends: int
) -> None:
    command = ["sh", "-c", f"exit {ends}" if ends > 0 else f"kill {ends} $$"]
    monkeypatch.setattr(launch, "recorder_command", lambda _arguments: command)
    assert subprocess.run(command, check=False).returncode == ends
    assert parser.main(["demo", "--steps", "1", "-o", str(tmp_path / "out.csv")]) == 1
    assert "the recorder of the next run did not start" in capfd.readouterr().err
    assert list(tmp_path.glob("out.*")) == []


def test_a_machine_that_can_run_nothing_is_told_before_the_first_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Capabilities, "load", staticmethod(lambda: Capabilities(None, (), "there is none", None)))
    assert parser.main(["demo", "-o", str(tmp_path / "out.csv")]) == 3
    assert "torch is not installed" in capfd.readouterr().err
