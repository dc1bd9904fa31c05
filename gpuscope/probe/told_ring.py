"""What a program tells, lines and times of phases, in a file that both sides map: no call of the system, nothing lost at a kill.

Layout of ``told-<pid>.ring``, numbers are little-endian int64: 4096 bytes of header, 8192 of phases, 65,536 of their names, then 1 MiB of
lines. Header: bytes
0–7 ``GPUSTOLD``, at 8 the version (1), at 16 the bytes for lines, at 24 the pid, at 64 the head (bytes of lines written so far), at
128 the tail (those read, which the reader writes), at 192 the phase that the program is in (0 for none) and at 200 since when. Phase i
has two numbers: nanoseconds in it, phases within it not counted, and how often it was gone into; and 128 bytes of names: the number
of the phase that it lies in (0 for none), then what it is called, in UTF-8 with zeros behind it. Lines are JSON events; one may go
round the end.
"""

from __future__ import annotations

import os
import struct
import sys
import time
from pathlib import Path

from gpuscope.probe.ring import reserve

MAGIC = b"GPUSTOLD"
VERSION = 1
"""Of the layout; ``recording.told_rings`` reads no other."""
LINE_BYTES = 1 << 20
"""Ten thousand lines of a hundred bytes, at 2 µs a line as many as come in the 50 ms between two looks of the recorder. A power of two."""
HEADER_BYTES = 4096
PHASES = 512
"""Phases of different names; all others count as the last."""
PHASES_BYTES = 16 * PHASES
NAME_BYTES = 128
FILE_BYTES = HEADER_BYTES + PHASES_BYTES + PHASES * NAME_BYTES + LINE_BYTES
HEAD, TAIL, INSIDE, SINCE = 64 // 8, 128 // 8, 192 // 8, 200 // 8
"""Indices among the header's numbers; a cache line (64 bytes) each for what either side writes."""
_WAIT_S = 0.001
"""Between two looks whether the reader has made room; it reads every 50 ms."""


class ToldRing:
    """The file of this process. One thread writes at a time.

    Attributes:
        name: Its file name in the run's folder.
        header: The header as int64 numbers.
        phases: (nanoseconds, times gone into) of each phase, one after another.

    Args:
        folder: The run's folder.
        patience_s: How long writing may wait for the reader, all together.

    Raises:
        OSError: No space for it, or the folder cannot be written.
        ValueError: This machine is not little-endian.
    """

    def __init__(self, folder: str, patience_s: float) -> None:
        if sys.byteorder != "little":
            raise ValueError("a program is heard on little-endian machines only")
        pid = os.getpid()
        self.name = f"told-{pid}.ring"
        self._mapping = reserve(Path(folder, self.name), FILE_BYTES, MAGIC + struct.pack("<3q", VERSION, LINE_BYTES, pid))
        self._view = memoryview(self._mapping)
        self._numbers = self._view[: HEADER_BYTES + PHASES_BYTES].cast("q")
        self.header = self._numbers[: HEADER_BYTES // 8]
        self.phases = self._numbers[HEADER_BYTES // 8 :]
        self._names = self._view[HEADER_BYTES + PHASES_BYTES : FILE_BYTES - LINE_BYTES]
        self._lines = self._view[FILE_BYTES - LINE_BYTES :]
        self._head, self._limit = 0, LINE_BYTES
        self._patience_s = patience_s

    def write(self, line: bytes) -> bool:
        """Write a line; return False where there is no room for it, and the reader makes none in time."""
        head = self._head
        end = head + len(line)
        if end > self._limit and not self._wait(end):
            return False
        at = head & (LINE_BYTES - 1)
        if at + len(line) <= LINE_BYTES:
            self._lines[at : at + len(line)] = line
        else:
            before = LINE_BYTES - at
            self._lines[at:] = line[:before]
            self._lines[: len(line) - before] = line[before:]
        self._head = end
        self.header[HEAD] = end
        return True

    def name_phase(self, index: int, parent: int, name: str) -> None:
        """Say what a phase is called, and which one it lies in."""
        text = name.encode("utf-8", "replace")[: NAME_BYTES - 9]
        self._names[index * NAME_BYTES : (index + 1) * NAME_BYTES] = struct.pack("<q120s", parent, text)

    def _wait(self, end: int) -> bool:
        while (limit := self.header[TAIL] + LINE_BYTES) < end:
            if self._patience_s <= 0 or end - self._head > LINE_BYTES:
                return False
            self._patience_s -= _WAIT_S
            time.sleep(_WAIT_S)
        self._limit = limit
        return True

    def close(self) -> None:
        """Unmap the file, which stays."""
        for view in (self.header, self.phases, self._names, self._lines, self._numbers, self._view):
            view.release()
        self._mapping.close()
