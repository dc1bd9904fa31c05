"""Downloads of data sets: from files of this machine in place of the network."""

import hashlib
from pathlib import Path

import pytest

from gpuscope.core.errors import UnavailableError
from gpuscope.workloads.data import download
from gpuscope.workloads.data.download import Part
from gpuscope.workloads.data.source import find_source
from tests.workloads.data.test_cifar import archive, whole

SETS = ("digits", "CIFAR-10")


@pytest.fixture
def published(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Part:
    """Put an archive where the network would have it."""
    path = tmp_path / "cifar-10-binary.tar.gz"
    archive(path, whole())
    part = Part(path.as_uri(), hashlib.md5(path.read_bytes()).hexdigest(), path.stat().st_size)
    monkeypatch.setattr(download, "PARTS", {"CIFAR-10": (part,)})
    return part


def test_nothing_is_fetched_without_a_yes(published: Part, gpuscope_home: Path) -> None:
    with pytest.raises(UnavailableError, match="CIFAR-10 is not downloaded yet") as caught:
        find_source(SETS, "download")
    assert "--data download --yes" in caught.value.hint
    assert not (gpuscope_home / "data").exists()


def test_what_was_fetched_is_found_and_not_fetched_again(published: Part, gpuscope_home: Path) -> None:
    said: list[str] = []
    for _ in range(2):
        download.download("CIFAR-10", said.append)
    assert [words.partition(",")[0] for words in said] == [published.url]
    assert find_source(SETS, "download").name == "CIFAR-10"
    assert [path.name for path in (gpuscope_home / "data" / "cifar-10").iterdir()] == ["cifar-10-binary.tar.gz"]


@pytest.mark.parametrize("change", [{"md5": "0" * 32}, {"size": 10}, {"url": "file:///not/there/cifar-10-binary.tar.gz"}])
def test_what_is_not_the_file_is_not_kept(
    published: Part, gpuscope_home: Path, monkeypatch: pytest.MonkeyPatch, change: dict[str, object]
) -> None:
    wrong = Part(**{"url": published.url, "md5": published.md5, "size": published.size} | change)  # type: ignore[arg-type]
    monkeypatch.setattr(download, "PARTS", {"CIFAR-10": (wrong,)})
    with pytest.raises(UnavailableError, match=r"is not the file that it should be|cannot be fetched"):
        download.download("CIFAR-10", lambda words: None)
    assert list((gpuscope_home / "data" / "cifar-10").iterdir()) == []


def test_sizes_and_sums_are_those_that_are_published() -> None:
    assert {name: sum(part.size for part in parts) for name, parts in download.PARTS.items()} == {
        "MNIST": 11_594_722,
        "CIFAR-10": 170_052_171,
    }
    assert all(part.url.startswith("https://") and len(part.md5) == 32 for parts in download.PARTS.values() for part in parts)
