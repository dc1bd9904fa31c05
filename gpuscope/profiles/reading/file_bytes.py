"""The bytes of a file in pieces, decompressed if it is gzip or zip, on a separate thread that works ahead of the decoder."""

import os
import queue
import threading
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from gpuscope.profiles.reading.trace_file_error import TraceFileError

GZIP_MAGIC = b"\x1f\x8b"
_ZIP_MAGIC = b"PK\x03\x04"
MOST_BYTES = 32 << 30
"""Maximum decompressed size. A trace of that size has a hundred million events, more than fit a workstation's memory."""
_MOST_RATIO = 300
"""Maximum compression ratio. The most repetitive real traces reach 40; gzip allows up to 1032."""
_FREE_BYTES = 64 << 20
"""Bytes that may be decompressed at any ratio."""
_READ_BYTES, _PIECE_BYTES = 1 << 20, 2 << 20
"""Bytes read from the file, and decompressed, at a time: large enough that the calls cost nothing, small enough for the queue's memory."""
_AHEAD = 4
"""Most pieces queued for the reader."""

Progress = Callable[[float], None]
"""Called with the fraction of the file read so far."""


@contextmanager
def file_pieces(path: Path, progress: Progress | None = None) -> Iterator[Iterator[bytes]]:
    """Open a file and yield an iterator over its decompressed bytes, in pieces of a few MB.

    Raises:
        TraceFileError: It cannot be opened, read or decompressed, or exceeds the limits; also raised while iterating.
    """
    try:
        file = path.open("rb")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "that is not a file name"
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
    """Reads and decompresses on a separate thread, a few pieces ahead."""

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
        except Exception as error:  # noqa: BLE001 - whatever a damaged file raises, the reader waits for an end
            end = TraceFileError(f"it cannot be read: {error}", "Copy it once more, or record it again.")
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
        """Make the thread end, even if it is waiting."""
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

    def _unzipped(self) -> Iterator[bytes]:
        """Yield the content of the only file in an archive."""
        import zipfile  # with three other compressions, which the other traces do not need

        try:
            with zipfile.ZipFile(self._file) as archive:
                members = [member for member in archive.infolist() if not member.is_dir() and not member.filename.startswith("__MACOSX/")]
                if len(members) != 1:
                    raise TraceFileError(f"it is an archive of {len(members)} files", "Unpack it, and open the trace in it.")
                if members[0].compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                    raise NotImplementedError  # the other kinds unpack a piece to any size at once
                with archive.open(members[0]) as file:
                    while data := file.read(_PIECE_BYTES):
                        self._read = self._file.tell()
                        yield data
        except (zipfile.BadZipFile, EOFError, ValueError):  # ValueError: a name that is not UTF-8
            raise TraceFileError("it is a damaged archive", "Copy it once more.") from None
        except RuntimeError:
            raise TraceFileError("it is an archive of an unknown or encrypted kind", "Unpack it, and open the trace in it.") from None

    def _unpacked(self) -> Iterator[bytes]:
        is_zip = self._file.read(len(_ZIP_MAGIC)) == _ZIP_MAGIC
        self._file.seek(0)
        raw = self._unzipped() if is_zip else self._raw()
        first = next(raw, b"")
        if not first:
            raise TraceFileError("it is empty", "Record it again: the profiler writes it when it stops.")
        total = 0
        for piece in _gunzipped(first, raw) if first.startswith(GZIP_MAGIC) else chain([first], raw):
            total += len(piece)
            if total > MOST_BYTES or (total > _FREE_BYTES and total > _MOST_RATIO * self._read):
                raise TraceFileError("it unpacks to more than any trace holds", "This is not a trace; nothing of it was read.")
            yield piece


def _gunzipped(first: bytes, raw: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the content of gzip members; truncation raises no error here, as the missing end of the trace reveals it."""
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
                    return  # padding after the last member
                unpacker = zlib.decompressobj(zlib.MAX_WBITS | 16)
        data = next(raw, None)
    if rest := unpacker.flush():
        yield rest
