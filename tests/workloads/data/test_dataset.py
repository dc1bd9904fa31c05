from pathlib import Path

import pytest
import torch

from gpuscope.core.errors import UnavailableError
from gpuscope.workloads.data import cifar
from gpuscope.workloads.data.dataset import Dataset, load, read_digits
from gpuscope.workloads.data.source import digits_file, find_source
from tests.workloads.data.test_cifar import archive, whole
from tests.workloads.data.test_source import mnist


def digits(shape: tuple[int, ...]) -> Dataset:
    return load(find_source(("digits", "MNIST"), None), shape)


def test_digits_are_those_that_scikit_learn_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("KMP_DUPLICATE_LIB_OK", "KMP_INIT_AT_FORK"):  # scikit-learn sets them, and they would stay
        monkeypatch.setenv(name, "TRUE")
    from sklearn.datasets import load_digits

    images, labels = read_digits(digits_file())
    true = load_digits()
    assert images.shape == (1797, 1, 8, 8)
    assert torch.equal(images[:, 0] * 16, torch.from_numpy(true.images).float())
    assert torch.equal(labels, torch.from_numpy(true.target).long())


@pytest.mark.parametrize(("shape"), [(784,), (3, 32, 32)])
def test_digits_have_the_models_shape_and_scale(shape: tuple[int, ...]) -> None:
    data = digits(shape)
    assert data.images.shape == (len(data.labels), *shape)
    assert data.held_out_images.shape == (len(data.held_out_labels), *shape)
    assert abs(data.images.mean().item()) < 1e-4
    assert abs(data.images.std().item() - 1) < 1e-4


def test_every_digit_is_held_out_alike_and_none_is_in_both_parts() -> None:
    data = digits((784,))
    assert len(data.labels) + len(data.held_out_labels) == 1797
    share = data.held_out_labels.bincount() / (data.labels.bincount() + data.held_out_labels.bincount())
    assert share.min() > 0.19
    assert share.max() <= 0.2
    both = torch.cat([data.images, data.held_out_images]).unique(dim=0)
    assert len(both) == 1797


def test_three_channels_are_the_same() -> None:
    images = digits((3, 32, 32)).images
    assert torch.equal(images[:, 0], images[:, 2])


def test_mnist(tmp_path: Path) -> None:
    data = load(find_source(("digits", "MNIST"), str(mnist(tmp_path))), (784,))
    assert (data.name, data.images.shape, data.held_out_images.shape) == ("MNIST", (4, 784), (2, 784))
    assert data.labels.tolist() == [0, 1, 2, 3]
    raw = torch.tensor([index % 251 for index in range(4 * 784)]).float() / 255
    assert torch.allclose(data.images.flatten(), (raw - raw.mean()) / raw.std(), atol=1e-5)


def test_cifar(tmp_path: Path) -> None:
    archive(tmp_path / cifar.ARCHIVE, whole())
    data = load(find_source(("digits", "CIFAR-10"), str(tmp_path)), (3, 32, 32))
    assert (data.name, data.images.shape, data.held_out_images.shape) == ("CIFAR-10", (10, 3, 32, 32), (2, 3, 32, 32))
    assert data.labels.tolist() == [0, 9, 1, 9, 2, 9, 3, 9, 4, 9]
    assert data.held_out_labels.tolist() == [5, 9]


@pytest.mark.parametrize("damage", [b"", b"no gzip", None])
def test_damaged_digits(tmp_path: Path, damage: bytes | None) -> None:
    path = tmp_path / "digits.csv.gz"
    path.write_bytes(digits_file().read_bytes()[:-2000] if damage is None else damage)
    with pytest.raises(UnavailableError, match="cannot be read"):
        read_digits(path)


@pytest.mark.parametrize("shape", [(784,), (3, 32, 32)])
def test_synthetic_data_have_the_shape_and_say_what_they_are(shape: tuple[int, ...]) -> None:
    data, again = (load(find_source(("digits", "CIFAR-10"), "synthetic"), shape) for _ in range(2))
    assert data.name == "synthetic data"
    assert (data.images.shape, data.held_out_images.shape) == ((5000, *shape), (1000, *shape))
    assert data.labels.bincount().tolist() == [500] * 10
    assert abs(data.images.mean().item()) < 1e-4
    assert abs(data.images.std().item() - 1) < 1e-4
    assert torch.equal(data.images, again.images)
