"""Facts of a process started by someone else, from a simulated /proc and the real one."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gpuscope.core.errors import UnavailableError, UsageError
from gpuscope.system import process_facts
from gpuscope.system.process_facts import ProcessFacts

STAT = "7 (a) b) S 1 7 7 0 -1 4194304 1 0 0 0 0 0 0 0 20 0 1 0 8000 1 1 1"


def made(root: Path, *, command: bytes = b"python\0train.py\0", environ: bytes | None = b"CUDA_VISIBLE_DEVICES=1\0A=b\0") -> Path:
    folder = root / "7"
    folder.mkdir(parents=True)
    (folder / "stat").write_text(STAT)
    (folder / "cmdline").write_bytes(command)
    if environ is not None:
        (folder / "environ").write_bytes(environ)
    (folder / "cwd").symlink_to("/tmp")
    return root


def test_this_process() -> None:
    facts = ProcessFacts.of(os.getpid())
    assert facts.argv[0] == os.fsdecode(Path("/proc/self/cmdline").read_bytes().split(b"\0")[0])
    assert facts.folder == str(Path.cwd())
    begun = float(subprocess.run(["date", "+%s"], capture_output=True, check=True).stdout) - facts.started.timestamp()
    assert -1 < begun < 86400


def test_a_process_as_the_kernel_tells_of_it(tmp_path: Path) -> None:
    facts = ProcessFacts.of(7, made(tmp_path))
    assert (facts.pid, facts.created, facts.argv, facts.folder) == (7, 8000, ("python", "train.py"), "/tmp")
    assert facts.variables == {"CUDA_VISIBLE_DEVICES": "1", "A": "b"}


def test_a_process_of_another_user_is_refused_with_a_cure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = made(tmp_path)

    def refused(path: Path) -> bytes:
        if path.name == "environ":
            raise PermissionError(13, "Permission denied", str(path))
        return path.read_bytes()

    monkeypatch.setattr(process_facts, "_read", refused)
    with pytest.raises(UnavailableError, match="process 7 belongs to") as caught:
        ProcessFacts.of(7, root)
    assert "as that user" in caught.value.hint


def test_a_thread_of_the_kernel_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="kernel"):
        ProcessFacts.of(7, made(tmp_path, command=b""))


def test_no_process_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no process 7"):
        ProcessFacts.of(7, tmp_path)


def test_it_is_untried_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(UnavailableError, match="Linux"):
        ProcessFacts.of(7)
