"""Locks that the kernel frees when their holder dies, however it dies (flock; on Windows a locked byte, untried).

A lock belongs to an open file description: a forked child that keeps the descriptor keeps the lock. Descriptors here
are close-on-exec, and nothing in gpuscope forks without exec while it holds one.
"""

import contextlib
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from gpuscope.core.errors import UnavailableError

_POLL_S = 0.005
"""A store is written in 10 to 30 ms: a waiting writer is late by a fraction of that."""

if sys.platform == "win32":  # pragma: no cover - untried
    import msvcrt

    def _try_lock(descriptor: int, *, exclusive: bool) -> bool:  # noqa: ARG001 - LockFileEx by way of msvcrt knows only exclusive
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _try_lock(descriptor: int, *, exclusive: bool) -> bool:
        try:
            fcntl.flock(descriptor, (fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def _wait(attempt: Callable[[], bool], timeout_s: float) -> bool:
    deadline = time.monotonic() + timeout_s
    while not attempt():
        if time.monotonic() >= deadline:
            return False
        time.sleep(_POLL_S)
    return True


def lock_open_file(descriptor: int) -> bool:
    """Take the lock on an open file, until it is closed; return whether nobody else held it."""
    return _try_lock(descriptor, exclusive=True)


class FolderLock:
    """A lock on a folder itself: no file that somebody could delete. Says "running" of a run while it is held."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._descriptor: int | None = None

    def acquire(self, timeout_s: float = 1.0) -> bool:
        """Take the lock, trying for that long, since readers hold it for an instant when they probe.

        Returns:
            Whether it is held now.
        """
        descriptor = os.open(self._folder, os.O_RDONLY | os.O_CLOEXEC)
        if not _wait(lambda: _try_lock(descriptor, exclusive=True), timeout_s):
            os.close(descriptor)
            return False
        self._descriptor = descriptor
        return True

    def release(self) -> None:
        """Free the lock; do nothing when it is not held."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def is_locked(folder: Path) -> bool:
    """Return whether some process holds the folder's lock; False when the folder is not there."""
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        return not _try_lock(descriptor, exclusive=False)
    finally:
        os.close(descriptor)


class LockTimeoutError(UnavailableError):
    """Somebody else held the lock all the time."""


class FileLock:
    """A lock on a file of its own, waited for; a context manager. Not reentrant.

    The file stays when the lock is freed. When somebody deleted or replaced it in the meantime, the lock is taken again
    on the file that is there now.
    """

    def __init__(self, path: Path, *, timeout_s: float = 30.0, what: str = "the store") -> None:
        self._path = path
        self._timeout_s = timeout_s
        self._what = what
        self._descriptor: int | None = None

    def acquire(self) -> None:
        """Take the lock.

        Raises:
            LockTimeoutError: It was not free within the time.
            UnavailableError: Its file cannot be made.
        """
        if not _wait(self._attempt, self._timeout_s):
            raise LockTimeoutError(
                f"{self._what} is in use by another gpuscope for over {self._timeout_s:g} s", "Wait for it to end, then try again."
            )

    def _attempt(self) -> bool:
        try:
            descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise UnavailableError(
                f"{self._path} cannot be written: {error.strerror}", "Make its folder writable, or name another store with --store."
            ) from None
        if _try_lock(descriptor, exclusive=True) and self._is_current(descriptor):
            self._descriptor = descriptor
            return True
        os.close(descriptor)
        return False

    def _is_current(self, descriptor: int) -> bool:
        with contextlib.suppress(OSError):
            return os.path.samestat(os.fstat(descriptor), self._path.stat())
        return False

    def release(self) -> None:
        """Free the lock; do nothing when it is not held."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def __enter__(self) -> Self:
        self.acquire()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.release()
