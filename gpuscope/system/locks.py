"""Locks that the kernel releases when their holder dies, for any reason (flock; on Windows a locked byte, untested).

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
"""Polling interval: writing a store takes 10 to 30 ms, so a waiting writer is delayed by only a fraction of that."""

_PROBED_S = 10.0
"""A reader that was interrupted while it held the lock has run again by then, even with twenty processes for each core."""

if sys.platform == "win32":  # pragma: no cover - untried
    import msvcrt

    def _try_lock(descriptor: int, *, exclusive: bool) -> bool:  # noqa: ARG001 - msvcrt supports only exclusive locks
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
    """Try to lock an open file exclusively until it is closed; return whether it succeeded."""
    return _try_lock(descriptor, exclusive=True)


class _Lock:
    """A lock that is held while its descriptor is open."""

    _descriptor: int | None = None

    def __init__(self, path: Path) -> None:
        self._path = path

    def _is_current(self, descriptor: int) -> bool:
        """Return whether an open file is still the one at the path: another process may have deleted or replaced it meanwhile."""
        with contextlib.suppress(OSError):
            return os.path.samestat(os.fstat(descriptor), self._path.stat())
        return False

    @property
    def descriptor(self) -> int:
        """The open file that holds the lock; a child that inherits it shares the lock. -1 if the lock is not held."""
        return -1 if self._descriptor is None else self._descriptor

    def release(self) -> None:
        """Release the lock; do nothing if it is not held."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


class FolderLock(_Lock):
    """A lock on a folder itself, so there is no lock file that could be deleted. A held lock marks a run as "running"."""

    def acquire(self, timeout_s: float = 1.0) -> bool:
        """Acquire the lock, retrying up to the timeout, since readers hold it for an instant when they probe.

        On a busy machine that instant may last: as long as nobody but readers holds the lock, the attempt goes on for :data:`_PROBED_S`.

        Returns:
            Whether the lock was acquired; False too if the folder was removed meanwhile.
        """
        descriptor = os.open(self._path, os.O_RDONLY | os.O_CLOEXEC)
        if (
            _wait(lambda: _try_lock(descriptor, exclusive=True), timeout_s)
            or (not is_locked(self._path) and _wait(lambda: _try_lock(descriptor, exclusive=True), _PROBED_S))
        ) and self._is_current(descriptor):
            self._descriptor = descriptor
            return True
        os.close(descriptor)
        return False


def is_locked(folder: Path) -> bool:
    """Return whether a process holds the folder's lock; False if the folder does not exist."""
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        return not _try_lock(descriptor, exclusive=False)
    finally:
        os.close(descriptor)


class LockTimeoutError(UnavailableError):
    """Another process held the lock until the timeout."""


class FileLock(_Lock):
    """A blocking lock on a dedicated file, also a context manager. Not reentrant.

    The file remains after the lock is released. If it was deleted or replaced while waiting, the lock is acquired on the
    current file instead.
    """

    def __init__(self, path: Path, *, timeout_s: float = 30.0, what: str = "the store") -> None:
        super().__init__(path)
        self._timeout_s = timeout_s
        self._what = what

    def acquire(self) -> None:
        """Acquire the lock.

        Raises:
            LockTimeoutError: The lock was not free before the timeout.
            UnavailableError: The lock file cannot be created.
        """
        if not _wait(self._attempt, self._timeout_s):
            raise LockTimeoutError(
                f"{self._what} has been in use by another gpuscope for more than {self._timeout_s:g} s",
                "Wait for it to end, then try again.",
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

    def __enter__(self) -> Self:
        self.acquire()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.release()
