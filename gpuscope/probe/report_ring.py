"""A program's log lines and phase times, in a file that both sides map: no system call, nothing lost if the program is killed.

Layout of ``reports-<pid>.ring``; numbers are little-endian int64: 4096 bytes of header, 8192 of phases, 65,536 of phase names, then 1 MiB
of lines. Header: bytes 0–7 ``GPUSRPRT``, at 8 the version (1), at 16 the size of the line buffer, at 24 the pid, at 64 the head (bytes of
lines written so far), at 128 the tail (bytes read so far, written by the reader), at 192 the current phase (0 for none), at 200 its start.
Phase i has two numbers: nanoseconds spent in it, excluding nested phases, and the number of times it was entered; and 128 bytes in the
names: the number of the enclosing phase (0 for none), then its name in UTF-8, padded with zeros. Lines are JSON events; a line may wrap
around the end of the buffer. A process that has replaced its program (exec) goes on with its file.
"""

from __future__ import annotations

import os
import struct
import sys
import time

from gpuscope.probe.hooks.mapped_file import reserve

MAGIC = b"GPUSRPRT"
VERSION = 1
"""Version of the layout; ``recording.report_rings`` reads no other."""
LINE_BYTES = 1 << 20
"""Ten thousand lines of 100 bytes: at 2 µs per line, 20 ms of uninterrupted logging. The recorder reads every 50 ms. A power of two."""
HEADER_BYTES = 4096
"""One page, so that what follows is page-aligned."""
PHASES = 512
"""Maximum number of distinct phases; all further ones are counted together."""
PHASES_BYTES = 16 * PHASES  # two int64 each: nanoseconds, and number of times entered
NAME_BYTES = 128
"""Bytes of a phase's name; longer ones are cut."""
FILE_BYTES = HEADER_BYTES + PHASES_BYTES + PHASES * NAME_BYTES + LINE_BYTES
HEAD, TAIL, INSIDE, SINCE = 64 // 8, 128 // 8, 192 // 8, 200 // 8
"""Indices in the header; head, tail and the current phase are on separate cache lines (64 bytes)."""
_WAIT_S = 0.001
"""Interval of checks whether the reader has made room; it reads every 50 ms."""


class ReportRing:
    """The file of this process. One thread writes at a time.

    Attributes:
        name: Its file name in the run's folder.
        header: The header as int64 numbers.
        phases: (nanoseconds, times entered) of each phase, flattened.

    Args:
        folder: The run's folder.
        patience_s: How long all writes together may wait for the reader.

    Raises:
        OSError: There is no space for it, or the folder is not writable.
        ValueError: This machine is not little-endian.
    """

    def __init__(self, folder: str, patience_s: float) -> None:
        if sys.byteorder != "little":
            raise ValueError("logs and phases are recorded on little-endian machines only")
        pid = os.getpid()
        self.name = f"reports-{pid}.ring"
        self._mapping = reserve(folder, self.name, FILE_BYTES, MAGIC + struct.pack("<3q", VERSION, LINE_BYTES, pid))
        self._view = memoryview(self._mapping)
        self._numbers = self._view[: HEADER_BYTES + PHASES_BYTES].cast("q")
        self.header = self._numbers[: HEADER_BYTES // 8]
        self.phases = self._numbers[HEADER_BYTES // 8 :]
        self._names = self._view[HEADER_BYTES + PHASES_BYTES : FILE_BYTES - LINE_BYTES]
        self._lines = self._view[FILE_BYTES - LINE_BYTES :]
        self._head, self._limit = self.header[HEAD], self.header[TAIL] + LINE_BYTES
        self._patience_s = patience_s

    def write(self, line: bytes) -> bool:
        """Write a line; return False if there is no room for it and the reader makes none in time."""
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

    def has_room(self) -> bool:
        """Return whether half of the line buffer is free."""
        return self._head - self.header[TAIL] < LINE_BYTES // 2

    def name_phase(self, index: int, parent: int, name: str) -> None:
        """Write the name of a phase and the number of its enclosing phase."""
        text = name.encode("utf-8", "replace")[: NAME_BYTES - 9]
        self._names[index * NAME_BYTES : (index + 1) * NAME_BYTES] = struct.pack("<q120s", parent, text)

    def named_phases(self) -> list[tuple[int, str]]:
        """Return the number of the enclosing phase and the name of each phase from number 1 on; the name is "" where there is none."""
        found = [struct.unpack_from("<q120s", self._names, index * NAME_BYTES) for index in range(1, PHASES)]
        named = [(parent, text.rstrip(b"\0").decode("utf-8", "ignore")) for parent, text in found]
        while named and not named[-1][1]:
            named.pop()
        return named

    def leave_phase(self, end_ns: int) -> None:
        """End the phase that the process was in when it replaced its program."""
        inside, self.header[INSIDE] = self.header[INSIDE], 0
        if inside:
            self.phases[2 * inside] += max(0, end_ns - self.header[SINCE])

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
