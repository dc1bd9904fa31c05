"""Tests of the bug log."""

import subprocess
import sys
from pathlib import Path

import pytest

from gpuscope.system import bug_log

WINDOW = "import faulthandler, os, sys; from gpuscope.system.bug_log import CrashFile; file = CrashFile(); "


def test_a_log_that_grew_is_turned_over(gpuscope_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bug_log, "_LOG_BYTES", 10)
    bug_log.log_bug(ValueError("one"))
    bug_log.log_bug(ValueError("two"))
    assert "one" in (gpuscope_home / "gpuscope.log.1").read_text()
    assert "one" not in (gpuscope_home / "gpuscope.log").read_text()


@pytest.mark.parametrize(("end", "is_told"), [("faulthandler._sigsegv()", True), ("file.close()", False), ("os._exit(0)", False)])
def test_the_stacks_of_a_window_that_crashed_are_told_once(end: str, is_told: bool, gpuscope_home: Path) -> None:
    subprocess.run([sys.executable, "-c", WINDOW + end], check=False)
    text = bug_log.take_crashes()
    assert ("Segmentation fault" in text, "<string>" in text) == (is_told, is_told)
    assert bug_log.take_crashes() == ""
    assert list(gpuscope_home.glob("*.crash")) == []
    assert (gpuscope_home / "gpuscope.log").exists() is is_told


def test_the_file_of_a_window_that_is_open_is_left_to_it(gpuscope_home: Path) -> None:
    command = [sys.executable, "-c", WINDOW + "print(flush=True); sys.stdin.read(); faulthandler._sigsegv()"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as window:
        assert window.stdout is not None
        window.stdout.readline()
        assert bug_log.take_crashes() == ""
        assert len(list(gpuscope_home.glob("*.crash"))) == 1
        assert window.stdin is not None
        window.stdin.close()
        window.wait(30)
    assert "Segmentation fault" in bug_log.take_crashes()


def test_without_a_home_that_can_be_written_there_is_no_file(gpuscope_home: Path) -> None:
    gpuscope_home.parent.mkdir(parents=True, exist_ok=True)
    gpuscope_home.write_text("no folder")
    assert subprocess.run([sys.executable, "-c", WINDOW + "file.close()"], check=False).returncode == 0
    assert bug_log.take_crashes() == ""
