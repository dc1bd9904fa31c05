import io
import tarfile
from pathlib import Path

import pytest

from gpuscope.core.errors import UnavailableError, UsageError
from gpuscope.workloads.data import cifar


def records(*labels: int) -> bytes:
    return b"".join(bytes([label]) + bytes([label + 1]) * cifar.PIXELS for label in labels)


def whole() -> dict[str, bytes]:
    return {f"{part}.bin": records(number, 9) for number, part in enumerate(cifar.PARTS)}


def archive(path: Path, members: dict[str, bytes], prefix: str = f"{cifar.FOLDER}/") -> Path:
    with tarfile.open(path, "w:gz") as file:
        for name, data in members.items():
            info = tarfile.TarInfo(prefix + name)
            info.size = len(data)
            file.addfile(info, io.BytesIO(data))
    return path


@pytest.mark.parametrize("prefix", [f"{cifar.FOLDER}/", f"./{cifar.FOLDER}/"])
def test_archive_is_read(tmp_path: Path, prefix: str) -> None:
    path = archive(tmp_path / cifar.ARCHIVE, whole() | {"readme.html": b"text", "batches.meta.txt": b"cat"}, prefix)
    cifar.check_archive(path)
    parts = cifar.read({"archive": path})
    assert {f"{part}.bin": bytes(data) for part, data in parts.items()} == whole()
    assert list(tmp_path.iterdir()) == [path]


def test_files_are_read(tmp_path: Path) -> None:
    for name, data in whole().items():
        (tmp_path / name).write_bytes(data)
    files = {part: tmp_path / f"{part}.bin" for part in cifar.PARTS}
    assert cifar.count(files["test_batch"]) == 2
    assert bytes(cifar.read(files)["data_batch_3"]) == records(2, 9)


def test_members_outside_the_folder_do_not_count(tmp_path: Path) -> None:
    path = archive(tmp_path / "a.tar.gz", whole(), prefix="../")
    with pytest.raises(UsageError, match=r"/data_batch_1\.bin is not in it"):
        cifar.read({"archive": path})


def test_links_are_not_followed(tmp_path: Path) -> None:
    path = tmp_path / "a.tar.gz"
    with tarfile.open(path, "w:gz") as file:
        for part in cifar.PARTS:
            info = tarfile.TarInfo(f"{cifar.FOLDER}/{part}.bin")
            info.type, info.linkname = tarfile.SYMTYPE, "/etc/passwd"
            file.addfile(info)
    with pytest.raises(UsageError, match="is not in it"):
        cifar.read({"archive": path})


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"test_batch.bin": records(1)[:-1]}, "test_batch.bin is not a usable CIFAR-10 file: its 3072 bytes"),
        ({"test_batch.bin": b""}, "its 0 bytes are not a whole number of images"),
        ({"data_batch_2.bin": records(1, 10)}, "data_batch_2.bin is not a usable CIFAR-10 file: a label is not a class"),
    ],
)
def test_malformed_members(tmp_path: Path, change: dict[str, bytes], why: str) -> None:
    with pytest.raises(UsageError, match=why):
        cifar.read({"archive": archive(tmp_path / cifar.ARCHIVE, whole() | change)})


def test_member_that_is_far_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cifar, "_MOST", 3 * (cifar.PIXELS + 1))
    with pytest.raises(UsageError, match="far larger"):
        cifar.read({"archive": archive(tmp_path / cifar.ARCHIVE, whole() | {"data_batch_1.bin": records(*range(5))})})


def test_broken_archives(tmp_path: Path) -> None:
    good = archive(tmp_path / "good.tar.gz", whole()).read_bytes()
    broken = tmp_path / cifar.ARCHIVE
    for data in (good[: len(good) // 2], b"\x1f\x8b" + b"x" * 100, b"\x1f\x8b"):
        broken.write_bytes(data)
        cifar.check_archive(broken)
        with pytest.raises(UsageError, match="is not a usable CIFAR-10 file"):
            cifar.read({"archive": broken})
    broken.write_bytes(b"PK\3\4")
    with pytest.raises(UsageError, match="not gzip data"):
        cifar.check_archive(broken)


def test_unreadable(tmp_path: Path) -> None:
    with pytest.raises(UnavailableError, match="cannot be read"):
        cifar.check_archive(tmp_path)
    with pytest.raises(UnavailableError, match="cannot be read: No such file"):
        cifar.read(dict.fromkeys(cifar.PARTS, tmp_path / "gone.bin"))
