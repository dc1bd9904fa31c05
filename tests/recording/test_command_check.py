"""What speaks against a command before it is started."""

import sys
from pathlib import Path

import pytest

from gpuscope.core.errors import UsageError
from gpuscope.recording.command_check import refuse_missing_command, refuse_missing_folder


def test_what_is_there_passes() -> None:
    refuse_missing_folder()
    refuse_missing_command(sys.executable)
    refuse_missing_command("sh")


def test_what_is_not_there_or_no_program_is_told_apart(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is not found"):
        refuse_missing_command("no-such-program-anywhere")
    file = tmp_path / "notes.txt"
    file.write_text("x")
    with pytest.raises(UsageError, match="cannot be executed"):
        refuse_missing_command(str(file))


def test_a_working_folder_that_is_gone_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    monkeypatch.chdir(folder)
    folder.rmdir()
    with pytest.raises(UsageError, match="the working folder is gone"):
        refuse_missing_folder()
