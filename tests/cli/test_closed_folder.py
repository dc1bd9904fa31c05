"""A file in a folder without access is refused with a message by every verb, never reported as a bug."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.stored_runs import store_run

CODE = """
import contextlib, ctypes, io, json, sys
from gpuscope.cli import parser

class Header(ctypes.Structure):
    _fields_ = [("version", ctypes.c_uint32), ("pid", ctypes.c_int)]

rights = (ctypes.c_uint32 * 6)()  # none: root, too, has to keep to the modes of files now
assert ctypes.CDLL(None).capset(ctypes.byref(Header(0x20080522, 0)), rights) == 0
for argv in json.load(sys.stdin):
    with contextlib.redirect_stderr(io.StringIO()) as told, contextlib.redirect_stdout(io.StringIO()):
        code = parser.main(argv)
    print(json.dumps([code, told.getvalue()]))
"""
A = "aaaa11112222"


@pytest.fixture
def closed(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "closed"
    folder.mkdir()
    (folder / "program").touch(0o700)
    folder.chmod(0)
    yield folder
    folder.chmod(0o700)


@pytest.mark.skipif(sys.platform != "linux", reason="root's rights are given up as Linux has it")
def test_a_folder_that_may_not_be_entered_is_no_bug(closed: Path) -> None:
    store_run(A)
    cases = [
        (["monitor", "-o", f"{closed}/x.csv", "--seconds", "1"], 3, f"{closed} cannot be written"),
        (["monitor", "--record", f"{closed}/x", "--seconds", "1"], 3, f"{closed} cannot be written"),
        (["export", A, "-o", f"{closed}/x.csv"], 3, f"{closed} cannot be written"),
        (["compare", A, A, "-o", f"{closed}/x.pdf"], 3, f"{closed} cannot be written"),
        (["import", f"{closed}/x.csv"], 2, "x.csv cannot be imported: it cannot be read: Permission denied"),
        (["import", str(closed)], 2, "closed cannot be imported: closed cannot be read: Permission denied"),
        (["run", "--", f"{closed}/program"], 2, "is not found"),
        (["run", "mnist-mlp", "--data", f"{closed}/data", "--steps", "2"], 2, f"data folder {closed}/data is not there"),
        (["runs", "--store", f"sqlite:///{closed}/x.sqlite"], 3, "cannot be read: Permission denied"),
    ]
    asked = json.dumps([argv for argv, _, _ in cases])
    done = subprocess.run([sys.executable, "-c", CODE], input=asked, capture_output=True, text=True, check=True)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    for (argv, code, words), (is_code, told) in zip(cases, found, strict=True):
        assert words in told, argv
        assert is_code == code, argv
        assert "bug" not in told, argv
