"""The ring to which the hooks write one record per step, for the recorder. Writing is a store to mapped memory: no thread, no system call.

Layout of ``seen-<pid>.ring`` (``seen-<pid>-2.ring`` once the process has replaced its program), all little-endian int64 except the
magic: 4096 bytes of header, then 16,384 records of nine numbers.
Header: bytes 0–7 ``GPUSSEEN``, at 8 the version (2), at 16 the number of records, at 24 the pid, at 32 the rank (-1 for none), at 40 the
number of ranks, at 48 and 56 the peaks of the memory that torch's allocators had allocated and reserved on devices, in bytes (0 for none),
at 64 the head: the number of records written. A record:

====  ==================================================================================
word  content
====  ==================================================================================
0     end, in nanoseconds of ``time.perf_counter_ns``
1     which: kind (below) × 2³² + serial number of the optimizer, from 1
2–6   nanoseconds spent in data, copy, forward, backward and optimizer since the previous record
7     samples of the batches drawn for it, in units of 1 / ``SAMPLE``; 0 if none was drawn. Words
      2–7 are undefined if word 8 includes 2
8     1 if the optimizer skipped its update (GradScaler overflow), plus 2 if words 2–7 were
      not measured, plus 4 if a profiler was running, plus 8 if it was timed because a
      loader began an epoch shortly before, so that it stands for no other record, plus
      256 × the number of the thread that ended it: 0 for the thread whose phases are timed
====  ==================================================================================

A record is written before the head, so that a reader of records below the head never sees an incomplete one.
"""

from __future__ import annotations

import contextlib
import os
import struct
import sys
from itertools import count

from .mapped_file import ranks, reserve, unused_name

MAGIC = b"GPUSSEEN"
VERSION = 2
RECORDS = 16_384
"""1.1 MiB: a third of a second of 20 µs steps, six times what the recorder reads at once. A power of two, so that a mask finds a record."""
WORDS = 9
SAMPLES_AT, FLAGS_AT = 7, 8
"""Indices of the words after those of the phases."""
SAMPLE = 1 << 20
"""One sample in that word. The mean of an epoch's batches, the last of which may be smaller, is no whole number."""
HEADER_BYTES = 4096
"""One page, so that the records are page-aligned."""
FILE_BYTES = HEADER_BYTES + 8 * WORDS * RECORDS
HEAD_OFFSET = 64
"""On a separate cache line."""
BATCH, FORWARD, BACKWARD, OPTIMIZER = 1, 2, 3, 4
"""What ended: a loader's batch, a forward pass, a backward pass, an optimizer's step. The highest kind of a program counts as its step."""
SKIPPED, UNTIMED, PROFILED, BEGUN, THREAD_SHIFT = 1, 2, 4, 8, 8
"""Flags in the last word, and the bit position of the thread's number."""
NO_RING = "saw.errno."
"""Name of a file in the run's folder, followed by the number of the error, if a process could not create its ring."""
RECORD_BYTES = 8 * WORDS
HEAD = HEAD_OFFSET // 8
ALLOCATED, RESERVED = 6, 7
"""Indices of the words with the peaks of memory."""
FIRST = HEADER_BYTES // 8
"""Index of the first record's first word."""
pack_into = struct.Struct("<9q").pack_into
MASK = RECORDS - 1  # since RECORDS is a power of two


class SeenRing:
    """The ring of this process.

    Attributes:
        mapping: The mapped file.
        words: The mapping as int64 numbers; ``words[HEAD]`` is the head.
        next_head: Returns the number of the next record, unique across threads.

    Args:
        folder: The run's folder.

    Raises:
        OSError: No space for it, or the folder cannot be written.
        ValueError: This machine is not little-endian.
    """

    def __init__(self, folder: str) -> None:
        if sys.byteorder != "little":
            raise ValueError("steps are recorded on little-endian machines only")
        pid = os.getpid()
        begin = MAGIC + struct.pack("<5q", VERSION, RECORDS, pid, *ranks())
        self.mapping = reserve(folder, unused_name(folder, f"seen-{pid}"), FILE_BYTES, begin)
        self.words = memoryview(self.mapping).cast("q")
        self.next_head = count().__next__

    def put(self, *record: int) -> None:
        """Write a record of nine numbers."""
        head = self.next_head()
        at = HEADER_BYTES + (head & MASK) * RECORD_BYTES
        pack_into(self.mapping, at, *record)
        self.words[HEAD] = head + 1

    def note_memory(self, allocated: int, reserved: int) -> None:
        """Keep the highest peaks so far: the program may have reset its own."""
        self.words[ALLOCATED] = max(self.words[ALLOCATED], allocated)
        self.words[RESERVED] = max(self.words[RESERVED], reserved)

    def taken_since(self, head: int) -> list[int]:
        """Return the second words (kind and optimizer) of the records from that head on."""
        first, low, high = FIRST + 1, head & MASK, self.words[HEAD] & MASK
        if low <= high:
            return self.words[first + low * WORDS : first + high * WORDS : WORDS].tolist()
        return self.words[first + low * WORDS :: WORDS].tolist() + self.words[first : first + high * WORDS : WORDS].tolist()

    def close(self) -> None:
        """Unmap the file, which stays."""
        self.words.release()
        self.mapping.close()


def opened_ring(folder: str) -> SeenRing:
    """Return the ring of this process; if there is no space for it, leave an empty file named after the error, for the end of the run.

    Raises:
        OSError: No space for it, or the folder cannot be written.
        ValueError: This machine is not little-endian.
    """
    try:
        return SeenRing(folder)
    except OSError as error:
        mark = os.path.join(folder, f"{NO_RING}{error.errno}")
        with contextlib.suppress(OSError):
            os.close(os.open(mark, os.O_WRONLY | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600))
        raise
