"""The bytes of a file, unpacked where it is gzip, in pieces: the next is unpacked on a thread of its own while the last is decoded."""

import os
import queue
import threading
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from gpuscope.profiles.reading.trace_file_error import TraceFileError

GZIP_MAGIC = b"\x1f\x8b"
MOST_BYTES = 32 << 30
"""Unpacked. A trace of that size has a hundred million events, more than fit the memory of a workstation."""
_MOST_RATIO = 300
"""Unpacked by packed bytes. The most repetitive of real traces reach 40; gzip itself goes up to 1032."""
_FREE_BYTES = 64 << 20
"""So much may be unpacked at whatever ratio."""
_READ_BYTES = 1 << 20
_PIECE_BYTES = 2 << 20
_AHEAD = 4
"""Pieces that wait for the reader."""

Progress = Callable[[float], None]
"""Told which share of the file has been read."""


@contextmanager
def file_pieces(path: Path, progress: Progress | None = None) -> Iterator[Iterator[bytes]]:
    """Open a file and hand out its bytes, unpacked, in pieces of a few MB.

    Raises:
        TraceFileError: It cannot be opened, read or unpacked, or it is beyond the limits. Also while the pieces are taken.
    """
    try:
        file = path.open("rb")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "that is no file name"
        raise TraceFileError(f"it cannot be opened: {reason}", "Name a trace file.") from None
    with file:
        reader = _Reader(file, progress)
        thread = threading.Thread(target=reader.run, name="trace-bytes", daemon=True)
        thread.start()
        try:
            yield reader.pieces()
        finally:
            reader.stop()
            thread.join()


class _Reader:
    """Reads and unpacks on its own thread, a few pieces ahead."""

    def __init__(self, file: BinaryIO, progress: Progress | None) -> None:
        self._file = file
        self._progress = progress
        self._size = max(1, os.fstat(file.fileno()).st_size)
        self._read = 0
        self._queue: queue.Queue[bytes | TraceFileError | None] = queue.Queue(_AHEAD)
        self._stopped = threading.Event()

    def run(self) -> None:
        """Read until the end, an error, or a stop."""
        end: TraceFileError | None = None
        try:
            for piece in self._unpacked():
                if not self._put(piece):
                    return
        except OSError as error:
            end = TraceFileError(f"it cannot be read: {error.strerror}", "Copy it to another disk.")
        except zlib.error as error:
            end = TraceFileError(f"it cannot be unpacked: {str(error).rpartition(': ')[2]}", "Copy it once more, or record it again.")
        except TraceFileError as error:
            end = error
        self._put(end)

    def pieces(self) -> Iterator[bytes]:
        """Yield the pieces, on the caller's thread."""
        while True:
            piece = self._queue.get()
            if piece is None:
                return
            if isinstance(piece, TraceFileError):
                raise piece
            yield piece
            if self._progress is not None:
                self._progress(min(1.0, self._read / self._size))

    def stop(self) -> None:
        """Let the thread end, whatever it waits for."""
        self._stopped.set()

    def _put(self, piece: bytes | TraceFileError | None) -> bool:
        while not self._stopped.is_set():
            try:
                self._queue.put(piece, timeout=0.1)
                return True
            except queue.Full:
                pass
        return False

    def _raw(self) -> Iterator[bytes]:
        while data := self._file.read(_READ_BYTES):
            self._read += len(data)
            yield data

    def _unpacked(self) -> Iterator[bytes]:
        raw = self._raw()
        first = next(raw, b"")
        if not first:
            raise TraceFileError("it is empty", "Record it again: the profiler writes it when it stops.")
        if not first.startswith(GZIP_MAGIC):
            yield first
            yield from raw
            return
        total = 0
        for piece in _gunzipped(first, raw):
            total += len(piece)
            if total > MOST_BYTES or (total > _FREE_BYTES and total > _MOST_RATIO * self._read):
                raise TraceFileError("it unpacks to more than any trace holds", "This is no trace; nothing of it was read.")
            yield piece


def _gunzipped(first: bytes, raw: Iterator[bytes]) -> Iterator[bytes]:
    """Yield what gzip members hold; a file that is cut off ends without an error, which is told by what is missing at its end."""
    unpacker = zlib.decompressobj(zlib.MAX_WBITS | 16)
    data: bytes | None = first
    while data is not None:
        while data:
            piece = unpacker.decompress(data, _PIECE_BYTES)
            if piece:
                yield piece
            data = unpacker.unconsumed_tail
            if unpacker.eof:
                data = unpacker.unused_data
                if data and not data.startswith(GZIP_MAGIC[:1]):
                    return  # padding behind the last member
                unpacker = zlib.decompressobj(zlib.MAX_WBITS | 16)
        data = next(raw, None)
    if rest := unpacker.flush():
        yield rest
