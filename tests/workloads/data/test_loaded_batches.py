"""Batches that are made sample by sample: each epoch holds every sample once, and what is done to them is what was asked for."""

from contextlib import closing

import pytest
import torch

from gpuscope.core.runspec import RunSpec
from gpuscope.workloads.catalog import resolve
from gpuscope.workloads.data.dataset import Dataset
from gpuscope.workloads.data.loaded_batches import LoadedBatches
from gpuscope.workloads.loops.training import run_training
from tests.workloads.loops.test_loops import Prepare, value

COUNT = 12


def made(**options: str | int | float) -> LoadedBatches:
    images = torch.arange(COUNT).float().reshape(-1, 1, 1, 1).expand(-1, 3, 8, 8) + 1
    labels = torch.arange(COUNT) % 10
    spec = resolve(RunSpec("cifar-cnn-loader", batch_size=4, options={"workers": 0, "augmentation": "none", **options}))
    return LoadedBatches(Dataset("made", images, labels, images, labels), spec, torch.device("cpu"), lambda batch: batch)


@pytest.mark.parametrize("workers", [0, 1])
def test_an_epoch_holds_every_sample_once(workers: int) -> None:
    with closing(made(workers=workers)) as batches:
        taken = [batches.next() for _ in range(6)]
    for epoch in (taken[:3], taken[3:]):
        seen = torch.cat([images[:, 0, 0, 0] for images, _ in epoch])
        assert sorted(seen.tolist()) == list(range(1, COUNT + 1))
        assert all(torch.equal((images[:, 0, 0, 0].long() - 1) % 10, labels) for images, labels in epoch)


def test_augmentation_moves_what_is_there_and_a_seed_repeats_it() -> None:
    def batch() -> torch.Tensor:
        torch.manual_seed(3)
        return made(augmentation="flip-crop").next()[0]

    first = batch()
    assert first.shape == (4, 3, 8, 8)
    assert (first == 0).any()
    assert torch.equal(first, batch())


def test_mixup_mixes_labels_as_it_mixes_images() -> None:
    images, shares = made(mixup=1.0).next()
    assert shares.shape == (4, 10)
    assert torch.allclose(shares.sum(1), torch.ones(4))
    assert ((shares > 0).sum(1) <= 2).all()
    assert images.min() >= 1
    assert images.max() <= COUNT


@pytest.mark.parametrize("options", [{"mixup": 0.4}, {"augmentation": "none"}])
def test_training_learns_from_them(setting: Prepare, options: dict[str, str | float]) -> None:
    found = run_training(setting("cifar-cnn-loader", steps=20, warmup_steps=0, batch_size=32, options={"workers": 0, **options}))
    assert value(found, "loss") < 2.25
