"""Commands that do not start, in words, with the exit code to end with."""

import errno

import pytest

from gpuscope.recording.start_error import start_error


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
    assert ".log" not in error.hint  # a run that never began leaves none
    assert error.exit_code == code
