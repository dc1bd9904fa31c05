import gzip
import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from gpuscope.core.errors import UnavailableError, UsageError
from gpuscope.workloads.data import idx


def images(count: int, *, rows: int = 28, announced: int | None = None) -> bytes:
    head = struct.pack(">iiii", 0x803, count if announced is None else announced, rows, rows)
    return head + bytes(index % 251 for index in range(count * rows * rows))


def labels(values: bytes) -> bytes:
    return struct.pack(">ii", 0x801, len(values)) + values


def plain(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def gzipped(path: Path, data: bytes) -> Path:
    return plain(path.with_name(path.name + ".gz"), gzip.compress(data))


@pytest.mark.parametrize("written", [plain, gzipped])
def test_files_are_read_back(tmp_path: Path, written: Callable[[Path, bytes], Path]) -> None:
    path = written(tmp_path / "train-images-idx3-ubyte", images(3))
    assert idx.count(path, images=True) == 3
    found, body = idx.read(path, images=True)
    assert (found, bytes(body)) == (3, images(3)[16:])
    path = written(tmp_path / "train-labels-idx1-ubyte", labels(bytes([0, 9, 5])))
    assert idx.read(path, images=False) == (3, bytearray([0, 9, 5]))


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "too short for a header"),
        (images(1)[:15], "too short for a header"),
        (labels(b"\1"), "too short for a header"),
        (labels(b"\1" * 20), "does not begin as IDX images do"),
        (images(1)[:4] + b"\xff" * 12 + bytes(784), "it announces -1 of them"),
        (images(0), "it announces 0 of them"),
        (images(1, announced=2**31 - 1), "it announces 2147483647 of them"),
        (images(1, rows=32), "are not 28×28"),
        (images(2)[:-1], "but it has 1583"),
        (images(2) + b"\0", "but it has 1585"),
    ],
)
def test_malformed_images(tmp_path: Path, data: bytes, why: str) -> None:
    path = plain(tmp_path / "t10k-images-idx3-ubyte", data)
    with pytest.raises(UsageError) as caught:
        idx.count(path, images=True)
    assert caught.value.message.startswith("t10k-images-idx3-ubyte is not a usable MNIST file: ")
    assert why in caught.value.message


@pytest.mark.parametrize(
    ("compressed", "why"),
    [
        (b"plain text, no gzip", "not whole gzip data"),
        (gzip.compress(images(2))[:-20], "not whole gzip data"),
        (gzip.compress(images(2))[:-8] + bytes(8), "not whole gzip data"),
        (gzip.compress(images(2)[:-1]), "announces 1568 bytes, but it has 1567"),
        (gzip.compress(images(2) + bytes(10**6)), "announces 1568 bytes, but it has more"),
    ],
)
def test_malformed_gzip(tmp_path: Path, compressed: bytes, why: str) -> None:
    path = plain(tmp_path / "train-images-idx3-ubyte.gz", compressed)
    with pytest.raises(UsageError, match=why):
        idx.read(path, images=True)


def test_label_that_is_no_digit(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="a label is not a digit"):
        idx.read(plain(tmp_path / "labels", labels(bytes([1, 10]))), images=False)


def test_unreadable(tmp_path: Path) -> None:
    with pytest.raises(UnavailableError, match="cannot be read: Is a directory"):
        idx.count(tmp_path, images=True)
