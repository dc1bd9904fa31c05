"""Ends of steps in a ring that this process writes and the recorder reads: a store into mapped memory, no thread, no call.

Layout of ``steps-<pid>.ring``, all little-endian int64 but the magic: 4096 bytes of header, then 65,536 slots. Header:
bytes 0–7 ``GPUSRING``, at 8 the version (1), at 16 the number of slots, at 24 the pid, at 64 the head: how many steps
were taken. The end of step i lies in slot ``i % 65536`` as nanoseconds of ``time.perf_counter_ns`` and is written before
the head, so that a reader that takes slots below the head never sees half a step.
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
        temporary = Path(folder, f"{self.name}.tmp")
        self._mapping = _reserve(temporary, pid)
        temporary.replace(Path(folder, self.name))
        self._view = memoryview(self._mapping).cast("q")
        self.header = self._view[: HEADER_BYTES // 8]
        self.slots = self._view[HEADER_BYTES // 8 :]

    def close(self) -> None:
        """Unmap the ring; the file stays. Storing through a ``header`` or ``slots`` that is still held raises ValueError."""
        for view in (self.header, self.slots, self._view):
            view.release()
        self._mapping.close()


def _reserve(path: Path, pid: int) -> mmap.mmap:
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    try:
        _allocate(descriptor)
        mapping = mmap.mmap(descriptor, FILE_BYTES)
    except BaseException:
        path.unlink()
        raise
    finally:
        os.close(descriptor)
    mapping[:32] = MAGIC + struct.pack("<3q", VERSION, SLOTS, pid)
    return mapping


def _allocate(descriptor: int) -> None:
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(descriptor, 0, FILE_BYTES)
    else:  # macOS and Windows: written out, which reserves as well
        os.write(descriptor, bytes(FILE_BYTES))
