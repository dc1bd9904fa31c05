import gzip
import os
from pathlib import Path

import pytest

from gpuscope.core.errors import UnavailableError, UsageError
from gpuscope.core.runspec import RunSpec
from gpuscope.workloads.data import cifar
from gpuscope.workloads.data.source import data_bytes, digits_file, find_source
from tests.workloads.data.test_cifar import archive, whole
from tests.workloads.data.test_idx import images, labels


def mnist(folder: Path, training: int = 4, test: int = 2) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, count in (("train", training), ("t10k", test)):
        (folder / f"{name}-images-idx3-ubyte").write_bytes(images(count))
        (folder / f"{name}-labels-idx1-ubyte.gz").write_bytes(gzip.compress(labels(bytes(range(count)))))
    return folder


def refusal(data_set: str, folder: Path) -> str:
    with pytest.raises(UsageError) as caught:
        find_source(("digits", data_set), str(folder))
    return str(caught.value).replace(str(folder), "FOLDER")


def test_digits_are_the_default() -> None:
    source = find_source(("digits", "MNIST"), None)
    assert (source.name, source.samples) == ("digits", 1797)
    assert source.files["digits"] == digits_file()


def test_mnist_is_found(tmp_path: Path) -> None:
    assert find_source(("digits", "MNIST"), str(mnist(tmp_path))).samples == 6
    inner = tmp_path / "other"
    mnist(inner / "MNIST" / "raw")
    assert find_source(("digits", "MNIST"), str(inner)).name == "MNIST"


def test_cifar_is_found(tmp_path: Path) -> None:
    archive(tmp_path / cifar.ARCHIVE, whole())
    assert find_source(("digits", "CIFAR-10"), str(tmp_path)).samples == 60_000
    (tmp_path / cifar.FOLDER).mkdir()
    for name, data in whole().items():
        (tmp_path / cifar.FOLDER / name).write_bytes(data)
    source = find_source(("digits", "CIFAR-10"), str(tmp_path))
    assert (source.samples, len(source.files)) == (12, 6)


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    assert refusal("MNIST", tmp_path).startswith("FOLDER has no train-images-idx3-ubyte (or .gz)\n")
    assert refusal("CIFAR-10", tmp_path).startswith("FOLDER has no cifar-10-binary.tar.gz\n")
    (tmp_path / "data_batch_1.bin").write_bytes(whole()["data_batch_1.bin"])
    assert refusal("CIFAR-10", tmp_path).startswith("FOLDER has no data_batch_2.bin\n")
    (tmp_path / "cifar-10-batches-py").mkdir()
    assert "pickled and cannot be used" in refusal("CIFAR-10", tmp_path)
    assert refusal("CIFAR-10", tmp_path / "gone").startswith("data folder FOLDER is not there\n")
    assert refusal("CIFAR-10", tmp_path / "data_batch_1.bin").startswith("FOLDER is not a folder\n")


def test_images_and_labels_that_do_not_fit(tmp_path: Path) -> None:
    mnist(tmp_path)
    (tmp_path / "t10k-images-idx3-ubyte").write_bytes(images(3))
    assert "t10k-images-idx3-ubyte holds 3 images, and its labels are 2" in refusal("MNIST", tmp_path)


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_folder_without_the_right_to_read(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0)
    with pytest.raises(UnavailableError, match="cannot be read"):
        find_source(("digits", "MNIST"), str(closed))


def test_size_counts_the_samples(tmp_path: Path) -> None:
    assert data_bytes((784,), ("digits", "MNIST"), RunSpec("mnist-mlp", data=str(mnist(tmp_path)))) == 2 * 6 * 784 * 4
    assert data_bytes((784,), ("digits", "MNIST"), RunSpec("mnist-mlp", data=str(tmp_path), precision="fp64")) == 2 * 6 * 784 * 8
    assert data_bytes((3, 32, 32), ("digits", "CIFAR-10"), RunSpec("cifar-cnn", data="/not/there")) == 0
