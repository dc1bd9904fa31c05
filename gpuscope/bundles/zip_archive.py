"""Reader for untrusted zip files, streaming and under limits; nothing is written to disk.

Only the subset of the format that bundles use is supported: stored or deflated members, without encryption, 64-bit sizes, archive
comments or multiple disks. The central directory is authoritative; members must not overlap, so that no bytes are used twice.
"""

import os
import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from gpuscope.bundles import limits
from gpuscope.bundles.limits import RecordingFileError

_END = struct.Struct("<4s4H2IH")
_ENTRY = struct.Struct("<4s6H3I5H2I")
_LOCAL = struct.Struct("<4s5H3I2H")
_STORED, _DEFLATED = 0, 8
"""Accepted compression methods, numbered as in PKWARE's APPNOTE.TXT (4.4.5); all others are rejected."""
_FLAGS = 0x0808
"""Accepted flags: sizes after the data, and names in UTF-8."""
_PIECE = 64 * 1024
"""Bytes read and unpacked at once, which bounds memory regardless of a member's unpacked size."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A member as listed in the directory."""

    name: str
    method: int
    checksum: int
    packed: int
    size: int
    offset: int


class ZipArchive:
    """An open zip file, also a context manager.

    Args:
        path: The file.
        allowed: Returns whether a member name is accepted.
        progress: Called with the share of the file unpacked so far, 0 to 1.

    Attributes:
        names: Names of the members, in directory order.

    Raises:
        RecordingFileError: The file is not a supported zip, or exceeds the limits.
    """

    def __init__(self, path: Path, allowed: Callable[[str], bool], progress: Callable[[float], None] = lambda _: None) -> None:
        self._file = _opened(path)
        self._progress = progress
        self._packed = 0
        self._blocks = 0
        try:
            self._size = os.fstat(self._file.fileno()).st_size
            self._entries = {entry.name: entry for entry in self._directory(allowed)}
        except BaseException:
            self._file.close()
            raise
        self.names = list(self._entries)

    def _directory(self, allowed: Callable[[str], bool]) -> list[Entry]:
        begin, data, count = self._directory_bytes()
        entries: list[Entry] = []
        at = 0
        for _ in range(count):
            entry, at = _entry(data, at)
            if not allowed(entry.name):
                raise RecordingFileError(f"it holds {entry.name[:80]!r}, which is not part of a bundle")
            entries.append(entry)
        if at != len(data):
            raise _damaged("its directory is longer than it says")
        _check_sizes(entries, begin, self._size)
        return entries

    def _directory_bytes(self) -> tuple[int, bytes, int]:
        """Return the directory's offset, its bytes, and the number of members."""
        if not _END.size <= self._size <= limits.BUNDLE_BYTES:
            raise RecordingFileError("it is not a run bundle" if self._size < _END.size else "it is larger than any run bundle")
        mark, disk, first_disk, here, count, length, begin, comment = _END.unpack(self._read_at(self._size - _END.size, _END.size))
        if mark != b"PK\x05\x06" or comment:
            raise RecordingFileError("it is not a run bundle, or its end is missing")
        if disk or first_disk or here != count or count > limits.MEMBERS or length > limits.DIRECTORY_BYTES:
            raise RecordingFileError(f"its directory is larger than that of any run bundle ({count} members)")
        if begin + length + _END.size != self._size:
            raise _damaged("its directory is not where it should be")
        return begin, self._read_at(begin, length), count

    def _read_at(self, offset: int, length: int) -> bytes:
        self._file.seek(offset)
        data = self._file.read(length)
        if len(data) < length:
            raise _damaged("it ends too early")
        return data

    def member(self, name: str, most: int) -> "Member":
        """Open a member of at most ``most`` unpacked bytes; only one member may be open at a time.

        Raises:
            RecordingFileError: The member does not exist, or is larger.
        """
        entry = self._entries.get(name)
        if entry is None:
            raise RecordingFileError(f"it lacks {name}")
        if entry.size > most:
            raise RecordingFileError(f"{name} is larger than it may be ({entry.size} bytes)")
        return Member(entry, self._pieces(entry), self.count_block)

    def count_block(self) -> None:
        """Count a block of a member that will be stored separately.

        Raises:
            RecordingFileError: There are too many blocks.
        """
        self._blocks += 1
        if self._blocks > limits.BLOCKS:
            raise RecordingFileError(f"it has more than {limits.BLOCKS} blocks of readings or steps")

    def _pieces(self, entry: Entry) -> Callable[[], bytes]:
        """Return a function that returns the next packed bytes; b"" at the end."""
        mark, _, flags, method, _, _, _, _, _, name_length, extra_length = _LOCAL.unpack(self._read_at(entry.offset, _LOCAL.size))
        if mark != b"PK\x03\x04" or method != entry.method or flags & ~_FLAGS:
            raise _damaged(f"{entry.name} is not where it should be")
        begin = entry.offset + _LOCAL.size + name_length + extra_length
        place, end = begin, begin + entry.packed

        def next_piece() -> bytes:
            nonlocal place
            length = min(_PIECE, end - place)
            data = self._read_at(place, length) if length else b""
            place += length
            self._packed += length
            self._progress(min(1.0, self._packed / self._size))
            return data

        return next_piece

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


class Member:
    """Sequential reader for a member's unpacked bytes; length and checksum are verified against the directory.

    Attributes:
        name: Name of the member.
        left: Number of bytes not yet read.
        count_block: Adds a block to the archive's count.
    """

    def __init__(self, entry: Entry, next_piece: Callable[[], bytes], count_block: Callable[[], None]) -> None:
        self.name = entry.name
        self.left = entry.size
        self._entry, self._next_piece = entry, next_piece
        self.count_block = count_block
        self._inflate = zlib.decompressobj(-15) if entry.method == _DEFLATED else None
        self._buffer = b""
        self._checksum = 0

    def read(self, count: int) -> bytes:
        """Return exactly ``count`` bytes.

        Raises:
            RecordingFileError: The member has fewer bytes left, or is damaged.
        """
        while len(self._buffer) < count:
            piece = self._unpacked()
            if not piece:
                raise _damaged(f"{self.name} ends too early")
            self._buffer += piece
        data, self._buffer = self._buffer[:count], self._buffer[count:]
        self._took(data)
        return data

    def line(self, most: int) -> bytes:
        """Return the next line without its line end; b"" at the end of the member.

        Raises:
            RecordingFileError: The line is longer than ``most``, or the member is damaged.
        """
        searched = 0
        while (end := self._buffer.find(b"\n", searched)) < 0 and len(self._buffer) < self.left:
            searched = len(self._buffer)
            if searched > most:
                break
            piece = self._unpacked()
            if not piece:
                raise _damaged(f"{self.name} ends too early")
            self._buffer += piece
        length = (end + 1) if end >= 0 else len(self._buffer)
        if length > most:
            raise RecordingFileError(f"a line of {self.name} is longer than it may be")
        return self.read(length).rstrip(b"\n")

    def rest(self) -> bytes:
        """Return all remaining bytes, which are bounded by the limit at opening."""
        return self.read(self.left)

    def _took(self, data: bytes) -> None:
        self.left -= len(data)
        self._checksum = zlib.crc32(data, self._checksum)
        if self.left < 0 or (self.left == 0 and (self._checksum != self._entry.checksum or self._buffer)):
            raise _damaged(f"{self.name} is not what was written")

    def _unpacked(self) -> bytes:
        """Return the next unpacked bytes, at most ``_PIECE`` of them regardless of the compression ratio."""
        if self._inflate is None:
            return self._next_piece()
        try:
            while True:
                packed = self._inflate.unconsumed_tail or self._next_piece()
                data = self._inflate.decompress(packed, _PIECE)
                if data or not packed or self._inflate.eof:
                    return data
        except zlib.error:
            raise _damaged(f"{self.name} cannot be unpacked") from None


def _opened(path: Path) -> BinaryIO:
    try:
        if not path.is_file():
            raise RecordingFileError(f"there is no file {path}")
        return path.open("rb")
    except OSError as error:
        raise RecordingFileError(f"{path} cannot be read: {error.strerror}") from None


def _entry(data: bytes, at: int) -> tuple[Entry, int]:
    if at + _ENTRY.size > len(data):
        raise _damaged("its directory is shorter than it says")
    header = _ENTRY.unpack_from(data, at)
    mark, _, _, flags, method, _, _, checksum, packed, size, name_length, extra_length, comment_length, _, _, _, offset = header
    end = at + _ENTRY.size + name_length + extra_length + comment_length
    if mark != b"PK\x01\x02" or flags & ~_FLAGS or method not in (_STORED, _DEFLATED) or end > len(data):
        raise _damaged("its directory cannot be read")
    name = data[at + _ENTRY.size : at + _ENTRY.size + name_length].decode("utf-8", "replace")
    return Entry(name, method, checksum, packed, size, offset), end


def _check_sizes(entries: list[Entry], end: int, file_bytes: int) -> None:
    """Reject zip bombs: members that share bytes, or with a compression ratio beyond that of readings."""
    if len({entry.name for entry in entries}) < len(entries):
        raise _damaged("two members share a name")
    places = sorted((entry.offset, entry.offset + _LOCAL.size + entry.packed) for entry in entries)
    if any(place[1] > other[0] for place, other in pairwise([*places, (end, end)])):
        raise _damaged("its members overlap")
    unpacked = sum(entry.size for entry in entries)
    if unpacked > limits.UNPACKED_BYTES or unpacked > max(limits.FREE_BYTES, limits.UNPACKED_RATIO * file_bytes):
        raise RecordingFileError(f"it would expand to {unpacked} bytes, more than any run bundle")


def _damaged(how: str) -> RecordingFileError:
    return RecordingFileError(f"it is damaged: {how}")
