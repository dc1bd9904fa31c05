"""Ends of steps in a ring that this process writes and the recorder reads: a store into mapped memory, no thread, no call.

Layout of ``steps-<pid>.ring``, all little-endian int64 but the magic: 4096 bytes of header, then 65,536 slots. Header:
bytes 0–7 ``GPUSRING``, at 8 the version (1), at 16 the number of slots, at 24 the pid, at 64 the head: how many steps
were taken; at 72 the samples of all steps that told theirs, at 80 those of the first step, at 88 how many steps told theirs.
The end of step i lies in slot ``i % 65536`` as nanoseconds of ``time.perf_counter_ns`` and is written before
the head, so that a reader that takes slots below the head never sees half a step. A head may go back by one: a step whose
block has only begun is no step yet.
"""

from __future__ import annotations

import mmap
import os
import struct
import sys
from pathlib import Path

MAGIC = b"GPUSRING"
VERSION = 1
"""Of the layout; ``recording.steps_ring`` reads no other."""
SLOTS = 65_536
"""Half a MiB: a second of steps of 15 µs, twenty times what the recorder reads at once. A power of two, so that a mask finds the slot."""
MASK = SLOTS - 1  # since SLOTS is a power of two
HEADER_BYTES = 4096
"""A page, so that the slots begin on one."""
FILE_BYTES = HEADER_BYTES + 8 * SLOTS  # a slot is an int64
HEAD = 64 // 8
"""Index of the head among the header's int64 numbers."""
SAMPLES, FIRST_SAMPLES, SAMPLED = HEAD + 1, HEAD + 2, HEAD + 3
"""Indices of the samples of all steps that told theirs, of those of the first step, and of how many steps told theirs."""


class StepRing:
    """The ring of this process.

    Attributes:
        name: Its file name in the run's folder.
        header: The header as int64 numbers; ``header[HEAD]`` is the head.
        slots: The slots as int64 numbers.

    Args:
        folder: The run's folder.

    Raises:
        OSError: No space for it, or the folder cannot be written. (A sparse file would do until the disk is full, and
            then the kernel would end the program with SIGBUS.)
        ValueError: This machine is not little-endian.
    """

    def __init__(self, folder: str) -> None:
        if sys.byteorder != "little":
            raise ValueError("steps are recorded on little-endian machines only")
        pid = os.getpid()
        self.name = f"steps-{pid}.ring"
        self._mapping = reserve(Path(folder, self.name), FILE_BYTES, MAGIC + struct.pack("<3q", VERSION, SLOTS, pid))
        self._view = memoryview(self._mapping).cast("q")
        self.header = self._view[: HEADER_BYTES // 8]
        self.slots = self._view[HEADER_BYTES // 8 :]

    def close(self) -> None:
        """Unmap the ring; the file stays. Storing through a ``header`` or ``slots`` that is still held raises ValueError."""
        for view in (self.header, self.slots, self._view):
            view.release()
        self._mapping.close()


def reserve(path: Path, size: int, begin: bytes) -> mmap.mmap:
    """Make a file that is mapped, whole or not at all: who reads it finds it with its first bytes.

    Args:
        path: The file.
        size: Bytes that it takes, all of them reserved.
        begin: Its first bytes; the rest are zeros.

    Raises:
        OSError: No space for it, or the folder cannot be written.
    """
    temporary = path.with_name(f"{path.name}.tmp")
    descriptor = os.open(temporary, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    try:
        _allocate(descriptor, size)
        mapping = mmap.mmap(descriptor, size)
    except BaseException:
        temporary.unlink()
        raise
    finally:
        os.close(descriptor)
    mapping[: len(begin)] = begin
    temporary.replace(path)
    return mapping


def _allocate(descriptor: int, size: int) -> None:
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(descriptor, 0, size)
    else:  # macOS and Windows: written out, which reserves as well
        os.write(descriptor, bytes(size))
