"""The binary version of CIFAR-10 (format: cs.toronto.edu/~kriz/cifar.html): records of a label and 3·32·32 bytes, channel by channel.

Only archive members with known names are read, as a stream; nothing is unpacked to disk, and the pickled version for Python is never read.
"""

import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import IO

from gpuscope.core.errors import UnavailableError, UsageError

ARCHIVE = "cifar-10-binary.tar.gz"
FOLDER = "cifar-10-batches-bin"
TRAINING = tuple(f"data_batch_{number}" for number in range(1, 6))
PARTS = (*TRAINING, "test_batch")
PIXELS = 3 * 32 * 32  # channels, rows, columns
WHOLE_COUNT = 60_000  # 50,000 for training, 10,000 for testing
_RECORD = 1 + PIXELS  # the label's byte, then the pixels
_MOST = 100_000 * _RECORD
"""Maximum bytes of one part: ten times the size of the real ones, against decompression bombs."""


def count(path: Path) -> int:
    """Return the number of records of a .bin file, from its size.

    Raises:
        UsageError: Its size is not a multiple of the record size.
        UnavailableError: It cannot be read.
    """
    try:
        size = path.stat().st_size
    except OSError as error:
        raise _unreadable(path, error) from None
    return _records(path.name, size)


def check_archive(path: Path) -> None:
    """Check that the archive is gzip data.

    Raises:
        UsageError: It is not gzip data.
        UnavailableError: It cannot be read.
    """
    try:
        with open(path, "rb") as file:
            magic = file.read(2)
    except OSError as error:
        raise _unreadable(path, error) from None
    if magic != b"\x1f\x8b":
        raise _malformed(path.name, "it is not gzip data")


def read(files: Mapping[str, Path]) -> dict[str, bytearray]:
    """Return the bytes of each part, after checking that they are whole records with valid labels.

    Args:
        files: {"archive": path}, or the paths of the six parts by name.

    Raises:
        UsageError: Something is missing or malformed.
        UnavailableError: Something cannot be read.
    """
    parts = _read_archive(files["archive"]) if "archive" in files else {part: _read_file(path) for part, path in files.items()}
    for part, data in parts.items():
        _records(f"{part}.bin", len(data))
        if max(data[::_RECORD]) > 9:
            raise _malformed(f"{part}.bin", "a label is not a class from 0 to 9")
    return parts


def _read_file(path: Path) -> bytearray:
    try:
        with open(path, "rb") as file:
            return _bounded(path.name, file)
    except OSError as error:
        raise _unreadable(path, error) from None


def _read_archive(path: Path) -> dict[str, bytearray]:
    import tarfile  # takes 10 ms to import; checking a spec needs only names and sizes

    wanted = {f"{FOLDER}/{part}.bin": part for part in PARTS}
    parts: dict[str, bytearray] = {}
    try:
        with tarfile.open(path, "r|gz") as archive:
            for member in archive:
                part = wanted.get(member.name.removeprefix("./"))
                if part is not None and member.isreg() and part not in parts:
                    file = archive.extractfile(member)
                    parts[part] = _bounded(f"{part}.bin", file) if file else bytearray()
    except (tarfile.TarError, EOFError, zlib.error):
        raise _malformed(path.name, "it is not a whole archive") from None
    except OSError as error:
        raise _unreadable(path, error) from None
    missing = [part for part in PARTS if part not in parts]
    if missing:
        raise _malformed(path.name, f"{FOLDER}/{missing[0]}.bin is not in it")
    return parts


def _bounded(name: str, file: IO[bytes]) -> bytearray:
    data = bytearray(file.read(_MOST + 1))
    if len(data) > _MOST:
        raise _malformed(name, "it is far larger than CIFAR-10's parts")
    return data


def _records(name: str, size: int) -> int:
    if size == 0 or size % _RECORD:
        raise _malformed(name, f"its {size} bytes are not a whole number of images of {_RECORD} bytes")
    return size // _RECORD


def _malformed(name: str, why: str) -> UsageError:
    return UsageError(
        f"{name} is not a usable CIFAR-10 file: {why}", "Download the binary version again, or name another folder with --data."
    )


def _unreadable(path: Path, error: OSError) -> UnavailableError:
    return UnavailableError(f"{path} cannot be read: {error.strerror or error}", "Check its permissions.")
