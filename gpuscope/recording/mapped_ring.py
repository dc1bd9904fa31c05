"""A ring of numbers in a file that another process writes and this one maps: its header, and stretches of it across its end."""

import mmap
import struct
from pathlib import Path
from typing import NamedTuple

from gpuscope.core.errors import EventError

_BEGIN = struct.Struct("<8sqqq")


class RingKind(NamedTuple):
    """A kind of ring.

    Attributes:
        magic: Magic number at the start of its file.
        version: Version of its layout.
        entries: How many entries it holds.
        size: Size of its file, in bytes.
        cut_short: The error for a shorter file.
        other_version: The error for a file with another start.
    """

    magic: bytes
    version: int
    entries: int
    size: int
    cut_short: str
    other_version: str


class MappedRing:
    """The reading end of one process's ring.

    Args:
        path: The file.
        kind: The kind of ring that it must be.
        writes: Whether this end writes too, such as how far it has read.

    Attributes:
        pid: The process that writes.

    Raises:
        EventError: The file is not a ring of this version.
        OSError: The file cannot be opened.
    """

    def __init__(self, path: Path, kind: RingKind, *, writes: bool = False) -> None:
        with path.open("r+b" if writes else "rb") as file:
            begin = file.read(_BEGIN.size)
            if len(begin) < _BEGIN.size:
                raise EventError(kind.cut_short)
            *found, self.pid = _BEGIN.unpack(begin)
            if tuple(found) != kind[:3]:
                raise EventError(kind.other_version)
            if path.stat().st_size < kind.size:  # only now: another version may have another size
                raise EventError(kind.cut_short)
            self._map = mmap.mmap(file.fileno(), kind.size, prot=mmap.PROT_READ | (mmap.PROT_WRITE if writes else 0))
        self._entries = kind.entries
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
