"""What every file for the recorder has in common: how it is created and mapped, and the rank of the process that writes it."""

from __future__ import annotations

import mmap
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any  # not at run time, since it takes milliseconds to import


def reserve(folder: str, name: str, size: int, begin: bytes) -> mmap.mmap:
    """Create and map a file atomically: a reader that finds it also finds its first bytes.

    With a sparse file, the kernel would kill the program with SIGBUS once the disk is full. A file of this name with the same first
    bytes, the pid among them, is mapped as it is: this process has replaced its program (exec), and a reader still maps the file.

    Args:
        folder: The folder.
        name: The file's name.
        size: Its size in bytes, all of them reserved on disk.
        begin: Its first bytes; the rest are zeros.

    Raises:
        OSError: There is no space for it, or the folder is not writable.
    """
    path = os.path.join(folder, name)  # without pathlib, which takes milliseconds to import
    if (left := _left(path, size, begin)) is not None:
        return left
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


def _left(path: str, size: int, begin: bytes) -> mmap.mmap | None:
    """Map a file that begins with these bytes; None if there is none."""
    try:
        descriptor = os.open(path, os.O_RDWR | getattr(os, "O_CLOEXEC", 0))
    except OSError:
        return None
    try:
        mapping = mmap.mmap(descriptor, size)
    except (OSError, ValueError):  # ValueError: it is shorter
        return None
    finally:
        os.close(descriptor)
    if mapping[: len(begin)] == begin:
        return mapping
    mapping.close()
    return None


def unused_name(folder: str, start: str) -> str:
    """Return the name of a file that does not exist: a process that has replaced its program (exec) keeps its pid, and its earlier file."""
    name, number = f"{start}.ring", 1
    while os.path.exists(os.path.join(folder, name)):
        number += 1
        name = f"{start}-{number}.ring"
    return name


def ranks() -> tuple[int, int]:
    """Return this process's rank (-1 for none) and the number of ranks, as known to torch, else from variables that launchers set."""
    group: Any = sys.modules.get("torch.distributed")
    try:
        if group is not None and group.is_available() and group.is_initialized():
            rank, size = int(group.get_rank()), int(group.get_world_size())
        else:
            rank, size = int(os.environ.get("RANK", "-1")), int(os.environ.get("WORLD_SIZE", "1"))
    except Exception:  # noqa: BLE001 - no number, or an error of torch's
        return -1, 1
    return (rank, size) if 0 <= rank < size <= 1 << 15 else (-1, 1)
