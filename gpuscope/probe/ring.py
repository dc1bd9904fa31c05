"""A ring of step end times that this process writes and the recorder reads. Writing is a store to mapped memory: no thread, no system call.

Layout of ``steps-<pid>.ring``, all little-endian int64 except the magic: 4096 bytes of header, then 65,536 slots. Header:
bytes 0–7 ``GPUSRING``, at 8 the version (1), at 16 the number of slots, at 24 the pid, at 64 the head: the number of steps
taken; at 72 the samples of all steps that reported them, at 80 those of the first step, at 88 the number of steps that reported them.
The end of step i is in slot ``i % 65536``, in nanoseconds of ``time.perf_counter_ns``, and is written before the head, so that a reader of
slots below the head never sees an incomplete step. The head may go back by one: a step whose block has only begun does not count yet.
A process that has replaced its program (exec) goes on with its file and its counts.
"""

from __future__ import annotations

import os
import struct
import sys

from gpuscope.probe.hooks.mapped_file import reserve

MAGIC = b"GPUSRING"
VERSION = 1
"""Version of the layout; ``recording.steps_ring`` reads no other."""
SLOTS = 65_536
"""Half a MiB: one second of 15 µs steps, twenty times what the recorder reads at once. A power of two, so that a mask finds the slot."""
MASK = SLOTS - 1  # since SLOTS is a power of two
HEADER_BYTES = 4096
"""One page, so that the slots are page-aligned."""
FILE_BYTES = HEADER_BYTES + 8 * SLOTS  # a slot is an int64
HEAD = 64 // 8
"""Index of the head among the header's int64 numbers."""
SAMPLES, FIRST_SAMPLES, SAMPLED = HEAD + 1, HEAD + 2, HEAD + 3
"""Indices of the samples of all steps that reported them, the samples of the first step, and the number of steps that reported them."""


class StepRing:
    """The ring of this process.

    Attributes:
        name: Its file name in the run's folder.
        header: The header as int64 numbers; ``header[HEAD]`` is the head.
        slots: The slots as int64 numbers.
        steps_before: Number of steps that the process had taken when it replaced its program; 0 if it has not.

    Args:
        folder: The run's folder.

    Raises:
        OSError: There is no space for it, or the folder is not writable.
        ValueError: This machine is not little-endian.
    """

    def __init__(self, folder: str) -> None:
        if sys.byteorder != "little":
            raise ValueError("steps are recorded on little-endian machines only")
        pid = os.getpid()
        self.name = f"steps-{pid}.ring"
        self._mapping = reserve(folder, self.name, FILE_BYTES, MAGIC + struct.pack("<3q", VERSION, SLOTS, pid))
        self._view = memoryview(self._mapping).cast("q")
        self.header = self._view[: HEADER_BYTES // 8]
        self.slots = self._view[HEADER_BYTES // 8 :]
        self.steps_before = self.header[HEAD]

    def close(self) -> None:
        """Unmap the ring; the file stays. Storing through a reference to ``header`` or ``slots`` raises ValueError afterwards."""
        for view in (self.header, self.slots, self._view):
            view.release()
        self._mapping.close()
