"""MNIST's IDX files, plain or gzipped (format: yann.lecun.com/exdb/mnist): a big-endian header, then bytes."""

import gzip
import struct
import zlib
from pathlib import Path
from typing import BinaryIO, cast

from gpuscope.core.errors import UnavailableError, UsageError

ROWS = 28  # and columns, of MNIST's images
_LABELS, _IMAGES = 0x0801, 0x0803
"""IDX's magic numbers: unsigned bytes (08) of one and of three dimensions."""
_MOST = 10_000_000
"""Maximum number of items; MNIST has 60,000, and a header with more is damaged."""
FILES = {
    f"{half}-{part}": tuple(f"{prefix}-{part}{separator}{kind}-ubyte{end}" for end in ("", ".gz") for separator in ("-", "."))
    for half, prefix in (("train", "train"), ("test", "t10k"))
    for part, kind in (("images", "idx3"), ("labels", "idx1"))
}
"""File names by part, the usual one first."""


def count(path: Path, *, images: bool) -> int:
    """Return the number of images or labels in a file's header; the size of a plain file is checked too.

    Raises:
        UsageError: It is not an IDX file of that kind, or its size differs from its header.
        UnavailableError: It cannot be read.
    """
    with _opened(path) as file:
        items, length, header = _header(path, file, images)
    size = _size(path)
    if path.suffix != ".gz" and size != header + length:
        raise _malformed(path, f"its header announces {header + length} bytes, but it has {size}")
    return items


def read(path: Path, *, images: bool) -> tuple[int, bytearray]:
    """Return (count, bytes): 28·28 per image, row by row, or one per label.

    Raises:
        UsageError: It is malformed: too short, too long, or a label is not a digit.
        UnavailableError: It cannot be read.
    """
    with _opened(path) as file:
        items, length, _ = _header(path, file, images)
        body = bytearray(_read(path, file, length + 1))
    if len(body) != length:
        raise _malformed(path, f"its header announces {length} bytes, but it has {'more' if len(body) > length else len(body)}")
    if not images and any(label > 9 for label in body):
        raise _malformed(path, "a label is not a digit")
    return items, body


def _opened(path: Path) -> BinaryIO:
    try:
        return cast(BinaryIO, gzip.open(path, "rb")) if path.suffix == ".gz" else open(path, "rb")
    except OSError as error:
        raise UnavailableError(f"{path} cannot be read: {error.strerror}", "Check its permissions.") from None


def _header(path: Path, file: BinaryIO, images: bool) -> tuple[int, int, int]:
    """Return (count, bytes of the body, bytes of the header)."""
    size = 16 if images else 8
    head = _read(path, file, size)
    if len(head) < size:
        raise _malformed(path, "it is too short for a header")
    magic, items = struct.unpack(">ii", head[:8])
    if magic != (_IMAGES if images else _LABELS):
        raise _malformed(path, f"it does not begin as IDX {'images' if images else 'labels'} do")
    if not 0 < items <= _MOST:
        raise _malformed(path, f"it announces {items} of them")
    if images and struct.unpack(">ii", head[8:]) != (ROWS, ROWS):
        raise _malformed(path, f"its images are not {ROWS}×{ROWS}")
    return items, items * (ROWS * ROWS if images else 1), size


def _read(path: Path, file: BinaryIO, length: int) -> bytes:
    try:
        return file.read(length)
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise _malformed(path, "it is not whole gzip data") from None
    except OSError as error:
        raise UnavailableError(f"{path} cannot be read: {error.strerror}", "Check its disk.") from None


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError as error:
        raise UnavailableError(f"{path} cannot be read: {error.strerror}", "Check its permissions.") from None


def _malformed(path: Path, why: str) -> UsageError:
    return UsageError(f"{path.name} is not a usable MNIST file: {why}", "Download it again, or name another folder with --data.")
