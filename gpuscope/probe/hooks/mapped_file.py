"""What every file for the recorder has in common: how it is created and mapped, and the rank of the process that writes it."""

from __future__ import annotations

import mmap
import os


def reserve(folder: str, name: str, size: int, begin: bytes) -> mmap.mmap:
    """Create and map a file atomically: a reader that finds it also finds its first bytes.

    With a sparse file, the kernel would kill the program with SIGBUS once the disk is full.

    Args:
        folder: The folder.
        name: The file's name.
        size: Its size in bytes, all of them reserved on disk.
        begin: Its first bytes; the rest are zeros.

    Raises:
        OSError: There is no space for it, or the folder is not writable.
    """
    path = os.path.join(folder, name)  # without pathlib, which takes milliseconds to import
    temporary = f"{path}.tmp"
    descriptor = os.open(temporary, os.O_RDWR | os.O_CREAT | os.O_TRUNC | getattr(os, "O_CLOEXEC", 0), 0o600)
    try:
        if hasattr(os, "posix_fallocate"):
            os.posix_fallocate(descriptor, 0, size)
        else:  # macOS and Windows: writing zeros reserves the space as well
            os.write(descriptor, bytes(size))
        mapping = mmap.mmap(descriptor, size)
    except BaseException:
        os.unlink(temporary)
        raise
    finally:
        os.close(descriptor)
    mapping[: len(begin)] = begin
    os.replace(temporary, path)
    return mapping


def ranks() -> tuple[int, int]:
    """Return this process's rank (-1 for none) and the number of ranks, from the variables that torchrun and similar launchers set."""
    try:
        rank, size = int(os.environ.get("RANK", "-1")), int(os.environ.get("WORLD_SIZE", "1"))
    except ValueError:
        return -1, 1
    return (rank, size) if 0 <= rank < size <= 1 << 15 else (-1, 1)
