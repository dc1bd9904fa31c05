"""Tests of commands that do not start: the message and the exit code."""

import errno
import sys
from pathlib import Path

import pytest

from gpuscope.core.errors import UsageError
from gpuscope.core.plan import PlanKind
from gpuscope.recording.plan_start import create_plan
from gpuscope.recording.start_error import refuse_missing_command, refuse_missing_folder, start_error
from gpuscope.system import paths


def test_what_is_there_passes() -> None:
    refuse_missing_folder()
    refuse_missing_command(sys.executable)
    refuse_missing_command("sh")


def test_a_program_may_be_named_by_its_place_from_the_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "train.sh").write_text("#!/bin/sh\n")
    (tmp_path / "train.sh").chmod(0o755)
    monkeypatch.chdir(tmp_path)
    refuse_missing_command("./train.sh")
    monkeypatch.chdir("/")
    refuse_missing_command("./train.sh", str(tmp_path))
    with pytest.raises(UsageError, match="is not found"):
        refuse_missing_command("train.sh")


@pytest.mark.parametrize("program", ["a\0b", "./a\0b", "\ud800"])
def test_a_name_that_no_file_can_have_is_not_found(program: str) -> None:
    with pytest.raises(UsageError, match="is not found"):
        refuse_missing_command(program)


def test_what_is_not_there_or_no_program_is_told_apart(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is not found"):
        refuse_missing_command("no-such-program-anywhere")
    file = tmp_path / "notes.txt"
    file.write_text("x")
    with pytest.raises(UsageError, match="cannot be executed"):
        refuse_missing_command(str(file))
    with pytest.raises(UsageError, match="cannot be executed") as refusal:
        refuse_missing_command(str(tmp_path))
    assert refusal.value.hint == "It is a folder: name a program in it."


def test_where_only_python3_is_there_its_name_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "python3").symlink_to(sys.executable)
    (tmp_path / "train.py").touch()
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UsageError, match="'python' is not found") as refusal:
        refuse_missing_command("python")
    assert refusal.value.hint == "This system has python3."
    with pytest.raises(UsageError, match="is not found") as refusal:
        refuse_missing_command("train.py", str(tmp_path))
    assert refusal.value.hint == "Name its interpreter: python3 train.py"
    (tmp_path / "python3").unlink()
    with pytest.raises(UsageError) as refusal:
        refuse_missing_command("python")
    assert refusal.value.hint == "Check the spelling and PATH."


def test_a_working_folder_that_is_gone_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    monkeypatch.chdir(folder)
    folder.rmdir()
    with pytest.raises(UsageError, match="the working folder is gone"):
        create_plan(paths.default_store_url(), PlanKind.QUEUE, "a queue")
    with pytest.raises(UsageError, match="the working folder is gone"):
        refuse_missing_folder()


@pytest.mark.parametrize(
    ("stage", "number", "said", "code"),
    [
        ("command", errno.ENOENT, "command not found: train", 2),
        ("command", errno.ENOEXEC, "not a program for this machine", 2),
        ("command", errno.ETXTBSY, "Text file busy", 2),
        ("command", errno.ENOMEM, "out of memory", 3),
        ("guard", errno.EAGAIN, "out of processes", 3),
        ("guard", errno.E2BIG, "too long", 2),
        ("guard", errno.EIO, "Input/output error", 3),
        ("folder", errno.EACCES, "cannot be entered", 2),
        ("folder", errno.ENOENT, "the working folder /gone is gone", 2),
    ],
)
def test_each_error_says_what_and_what_to_do(stage: str, number: int, said: str, code: int) -> None:
    error = start_error(["train", "--fast"], "/gone", stage, number)
    assert said in error.message
    assert error.hint
    assert ".log" not in error.hint  # a run that never began leaves no log
    assert error.exit_code == code
