"""Locks are free once their holder is gone, however it ended."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from gpuscope.core.errors import UnavailableError
from gpuscope.system import locks
from gpuscope.system.locks import FileLock, FolderLock, is_locked

HOLDER = "import sys; from pathlib import Path; from gpuscope.system.locks import FolderLock; \
lock = FolderLock(Path(sys.argv[1])); print(lock.acquire(), flush=True); sys.stdin.read()"


def holder(folder: Path) -> subprocess.Popen[str]:
    process = subprocess.Popen([sys.executable, "-c", HOLDER, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "True\n"
    return process


def end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout):
        assert stream is not None
        stream.close()


def test_the_lock_dies_with_its_holder(tmp_path: Path) -> None:
    process = holder(tmp_path)
    try:
        assert is_locked(tmp_path)
        assert not FolderLock(tmp_path).acquire(timeout_s=0.02)
    finally:
        end(process)
    assert not is_locked(tmp_path)
    mine = FolderLock(tmp_path)
    assert mine.acquire(timeout_s=0.02)
    assert is_locked(tmp_path)
    mine.release()
    mine.release()
    assert not is_locked(tmp_path)


def test_the_lock_of_a_folder_that_was_removed_meanwhile_is_not_acquired(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "held"
    folder.mkdir()

    def removed_first(descriptor: int, *, exclusive: bool) -> bool:
        folder.rmdir()
        return bool(descriptor and exclusive)

    monkeypatch.setattr(locks, "_try_lock", removed_first)
    lock = FolderLock(folder)
    assert not lock.acquire()
    assert lock.descriptor == -1


def test_a_reader_that_probes_does_not_keep_the_recorder_out(tmp_path: Path) -> None:
    for _ in range(50):
        assert not is_locked(tmp_path)
    lock = FolderLock(tmp_path)
    assert lock.acquire(timeout_s=0.0)
    lock.release()


@pytest.mark.skipif(sys.platform == "win32", reason="there, readers lock as recorders do")
def test_a_reader_that_is_interrupted_while_it_probes_does_not_either(tmp_path: Path) -> None:
    """On a busy machine a reader may lose its core while it holds the lock."""
    import fcntl

    probing = os.open(tmp_path, os.O_RDONLY)
    fcntl.flock(probing, fcntl.LOCK_SH)
    later = threading.Timer(0.2, os.close, (probing,))
    later.start()
    lock = FolderLock(tmp_path)
    assert lock.acquire(timeout_s=0.02)
    later.join()
    lock.release()


def test_a_folder_that_is_not_there_is_not_locked(tmp_path: Path) -> None:
    assert not is_locked(tmp_path / "no")


def test_a_file_lock_excludes_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "x.lock"
    with FileLock(path), pytest.raises(UnavailableError, match="in use by another"):
        FileLock(path, timeout_s=0.02).acquire()
    with FileLock(path, timeout_s=0.02):
        pass


def test_a_file_that_was_replaced_is_locked_anew(tmp_path: Path) -> None:
    path = tmp_path / "x.lock"
    first = FileLock(path)
    first.acquire()
    path.unlink()
    second = FileLock(path, timeout_s=0.05)
    second.acquire()  # a new file: the first holder's lock has become ineffective
    with pytest.raises(UnavailableError):
        FileLock(path, timeout_s=0.02).acquire()
    first.release()
    second.release()


def test_an_unwritable_folder_is_said_in_words(tmp_path: Path) -> None:
    with pytest.raises(UnavailableError, match="cannot be written"):
        FileLock(tmp_path / "no" / "x.lock").acquire()
