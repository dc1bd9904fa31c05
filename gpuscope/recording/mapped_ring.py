"""A ring of numbers in a file that another process writes and this one maps: its header, and stretches of it across its end."""

import mmap
import struct
from pathlib import Path
from typing import NamedTuple

from gpuscope.core.errors import EventError


class RingHeader(NamedTuple):
    """The beginning of a ring's file: its magic number, its version, and how many entries it holds."""

    magic: bytes
    version: int
    entries: int


class MappedRing:
    """The reading end of one process's ring.

    Args:
        path: The file.
        header: The header that it must have.
        size: The size that it must have, in bytes.
        name: What it is, for errors.
        is_shared: Whether this end writes too.

    Attributes:
        pid: The process that writes.

    Raises:
        EventError: The file is not a ring of this version.
        OSError: The file cannot be opened.
    """

    def __init__(self, path: Path, header: RingHeader, size: int, name: str, *, is_shared: bool = False) -> None:
        with path.open("r+b" if is_shared else "rb") as file:
            if path.stat().st_size < size:
                raise EventError(f"{name} is cut short")
            self._map = mmap.mmap(file.fileno(), size, prot=mmap.PROT_READ | (mmap.PROT_WRITE if is_shared else 0))
        *found, self.pid = struct.unpack_from("<8sqqq", self._map, 0)
        if tuple(found) != header:
            self._map.close()
            raise EventError(f"{name} is not of this version")
        self._entries = header.entries
        self._view = memoryview(self._map)
        self._words = self._view.cast("q")

    def _between(self, begin: int, end: int, at: int, width: int = 1) -> list[int]:
        """Return the words of the entries from ``begin`` up to but not including ``end``, counted since the ring's start.

        Args:
            begin: Number of the first entry.
            end: Number of the entry after the last; at most a whole ring further.
            at: Index of the ring's first word in the file.
            width: Words of an entry.
        """
        if begin == end:
            return []
        low, high = (at + number % self._entries * width for number in (begin, end))
        if low < high:
            return self._words[low:high].tolist()
        return self._words[low : at + self._entries * width].tolist() + self._words[at:high].tolist()

    def close(self) -> None:
        """Release the file."""
        self._words.release()
        self._view.release()
        self._map.close()
