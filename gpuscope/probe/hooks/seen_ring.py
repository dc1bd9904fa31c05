"""The ring in which the hooks write one record a step; the recorder reads it. A store into mapped memory: no thread, no call.

Layout of ``seen-<pid>.ring``, all little-endian int64 but the magic: 4096 bytes of header, then 16,384 records of eight numbers.
Header: bytes 0–7 ``GPUSSEEN``, at 8 the version (1), at 16 the number of records, at 24 the pid, at 32 the rank (-1 for none), at 40 the
number of ranks, at 64 the head: how many records were written. A record:

====  ==================================================================================
word  what
====  ==================================================================================
0     end, in nanoseconds of ``time.perf_counter_ns``
1     which: kind (below) × 2³² + serial number of the optimizer, from 1
2–5   nanoseconds since the record before that went into data, forward, backward, optimizer
6     samples of the batches that were drawn for it; 0 where none was drawn; words 2–6 of
      records with a 2 in word 7 may be anything
7     1 where the optimizer left its update out (GradScaler's overflow), plus 2 where words
      2–6 were not timed, plus 4 where a profiler ran meanwhile, plus 256 × the number of the
      thread that it was ended by: 0 for the one that has the phases
====  ==================================================================================

A record is written before the head, so that a reader that takes records below the head never sees half of one.
"""

from __future__ import annotations

import mmap
import os
import struct
import sys
from itertools import count

MAGIC = b"GPUSSEEN"
VERSION = 1
RECORDS = 16_384
"""A MiB: of steps of 20 µs a third of a second, six times what the recorder reads at once. A power of two: a mask finds a record."""
WORDS = 8
HEADER_BYTES = 4096
"""A page, so that the records begin on one."""
FILE_BYTES = HEADER_BYTES + 8 * WORDS * RECORDS
HEAD_OFFSET = 64
"""A cache line of its own."""
BATCH, FORWARD, BACKWARD, OPTIMIZER = 1, 2, 3, 4
"""What ended: a loader's batch, a forward pass, a backward pass, an optimizer's step. What ranks higher is what counts as the step."""
SKIPPED, UNTIMED, PROFILED, THREAD_SHIFT = 1, 2, 4, 8
"""Bits of the last word, and where the thread's number begins."""
RECORD_BYTES = 8 * WORDS
HEAD = HEAD_OFFSET // 8
FIRST = HEADER_BYTES // 8
"""Word with which the records begin."""
pack_into = struct.Struct("<8q").pack_into
MASK = RECORDS - 1  # since RECORDS is a power of two


class SeenRing:
    """The ring of this process.

    Attributes:
        mapping: The file.
        words: The same as int64 numbers; ``words[HEAD]`` is the head.
        next_head: Gives the number of the next record, to each thread another.

    Args:
        folder: The run's folder.

    Raises:
        OSError: No space for it, or the folder cannot be written.
        ValueError: This machine is not little-endian.
    """

    def __init__(self, folder: str) -> None:
        if sys.byteorder != "little":
            raise ValueError("steps are recorded on little-endian machines only")
        self.mapping = _reserved(os.path.join(folder, f"seen-{os.getpid()}.ring"))
        self.words = memoryview(self.mapping).cast("q")
        self.next_head = count().__next__

    def put(self, end_ns: int, which: int, data: int, forward: int, backward: int, optimizer: int, samples: int, flags: int) -> None:
        """Write a record."""
        head = self.next_head()
        at = HEADER_BYTES + (head & MASK) * RECORD_BYTES
        pack_into(self.mapping, at, end_ns, which, data, forward, backward, optimizer, samples, flags)
        self.words[HEAD] = head + 1

    def taken_since(self, head: int) -> list[int]:
        """Return by what the records from that head on were ended, their second words."""
        first, low, high = FIRST + 1, head & MASK, self.words[HEAD] & MASK
        if low <= high:
            return self.words[first + low * WORDS : first + high * WORDS : WORDS].tolist()
        return self.words[first + low * WORDS :: WORDS].tolist() + self.words[first : first + high * WORDS : WORDS].tolist()

    def close(self) -> None:
        """Unmap it; the file stays."""
        self.words.release()
        self.mapping.close()


def _reserved(path: str) -> mmap.mmap:
    """Return the mapped file, its space reserved: a sparse one would do until the disk is full, and then SIGBUS would end the program."""
    descriptor = os.open(path + ".tmp", os.O_RDWR | os.O_CREAT | os.O_TRUNC | getattr(os, "O_CLOEXEC", 0), 0o600)
    try:
        if hasattr(os, "posix_fallocate"):
            os.posix_fallocate(descriptor, 0, FILE_BYTES)
        else:
            os.write(descriptor, bytes(FILE_BYTES))
        mapping = mmap.mmap(descriptor, FILE_BYTES)
    except BaseException:
        os.unlink(path + ".tmp")
        raise
    finally:
        os.close(descriptor)
    mapping[:48] = MAGIC + struct.pack("<5q", VERSION, RECORDS, os.getpid(), *_ranks())
    os.replace(path + ".tmp", path)
    return mapping


def _ranks() -> tuple[int, int]:
    """Return this process's rank, -1 for none, and how many there are, as torchrun and its like tell them."""
    try:
        rank, size = int(os.environ.get("RANK", "-1")), int(os.environ.get("WORLD_SIZE", "1"))
    except ValueError:
        return -1, 1
    return (rank, size) if 0 <= rank < size <= 1 << 15 else (-1, 1)
