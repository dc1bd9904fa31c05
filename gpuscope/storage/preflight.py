"""Whether a store can be written, before a workload starts: quick, without opening it, standard library only."""

import os
from pathlib import Path

from gpuscope.core.errors import UnavailableError
from gpuscope.storage.sqlite_file import refuse_foreign, refuse_later, store_path
from gpuscope.system.paths import private_folder

_ROOM_BYTES = 1 << 20


def refuse_unusable(url: str) -> None:
    """Refuse a store in which a run could not be kept; make its folder when that is missing.

    A damaged store is no reason: it is set aside when it is opened.

    Args:
        url: SQLAlchemy URL of the store.

    Raises:
        UnavailableError: The URL is not one that is served, the file is foreign or of a later version, it or its folder
            cannot be written, or its disk is full.
    """
    path = store_path(url)
    private_folder(path.parent)
    refuse_later(path, refuse_foreign(path).revision)
    if path.exists() and not os.access(path, os.W_OK):
        raise UnavailableError(f"the store {path} cannot be written", "Make it writable, or name another with --store.")
    _refuse_full(path.parent)


def refuse_unwritable(url: str) -> None:
    """Refuse a store whose file or folder cannot be written, by permissions alone: nothing is made, nothing is probed.

    Raises:
        UnavailableError: It is so, or the URL is not one that is served.
    """
    path = store_path(url)
    there = next(one for one in (path, *path.parents) if one.exists())
    if not (there.is_dir() or there == path) or not os.access(there, os.W_OK):
        raise UnavailableError(f"nothing can be written to {there}", "Make it writable, or set GPUSCOPE_HOME to another folder.")


def _refuse_full(folder: Path) -> None:
    """Reserve a little room in the folder and give it back: quotas and read-only disks show this way as well."""
    probe = folder / f".room-{os.getpid()}"
    try:
        descriptor = os.open(probe, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            probe.unlink()
            if hasattr(os, "posix_fallocate"):
                os.posix_fallocate(descriptor, 0, _ROOM_BYTES)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise UnavailableError(
            f"nothing can be written to {folder}: {error.strerror}",
            "Free its disk or make it writable, or name another store with --store.",
        ) from None
