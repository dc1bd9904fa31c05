from contextlib import closing

import pytest
import torch

from gpuscope.core.runspec import RunSpec
from gpuscope.workloads.catalog import resolve
from gpuscope.workloads.data.batches import Batches, LoadedBatches
from gpuscope.workloads.data.dataset import Dataset
from gpuscope.workloads.loops.training import run_training
from tests.workloads.loops.test_loops import Prepare, value


def dataset(count: int) -> Dataset:
    numbers = torch.arange(count)
    return Dataset("numbers", numbers.float().reshape(-1, 1), numbers, numbers[:0].float(), numbers[:0])


def taken(count: int, size: int, batches: int, seed: int = 0) -> list[list[int]]:
    source = Batches(dataset(count), size, seed)
    found = []
    for _ in range(batches):
        images, labels = source.next()
        assert torch.equal(images[:, 0].long(), labels)
        found.append(labels.tolist())
    return found


@pytest.mark.parametrize(("count", "size"), [(10, 3), (10, 10), (10, 1), (3, 10), (7, 8), (1, 5)])
def test_every_batch_is_full(count: int, size: int) -> None:
    assert {len(batch) for batch in taken(count, size, 20)} == {size}


def test_an_epoch_takes_no_sample_twice_and_drops_its_rest() -> None:
    first, second = taken(10, 3, 6)[:3], taken(10, 3, 6)[3:]
    for epoch in (first, second):
        assert len({label for batch in epoch for label in batch}) == 9
    assert first != second


def test_a_batch_larger_than_the_data_takes_every_sample_about_as_often() -> None:
    (batch,) = taken(3, 10, 1)
    assert sorted(batch.count(label) for label in range(3)) == [3, 3, 4]


def test_seed_repeats_the_order() -> None:
    assert taken(100, 7, 30) == taken(100, 7, 30)
    assert taken(100, 7, 30) != taken(100, 7, 30, seed=1)


@pytest.mark.parametrize("parts", [2, 3, 4])
def test_the_parts_of_ranks_are_a_batch_so_that_each_sample_is_seen_once_an_epoch(parts: int) -> None:
    ranks = [Batches(dataset(50), 12, 1, part=(rank, parts)) for rank in range(parts)]
    whole = Batches(dataset(50), 12, 1)
    seen: list[int] = []
    for _ in range(4):
        shares = [rank.next()[1].tolist() for rank in ranks]
        assert {len(share) for share in shares} == {12 // parts}
        batch = [label for share in shares for label in share]
        assert sorted(batch) == sorted(whole.next()[1].tolist())
        seen += batch
    assert len(set(seen)) == len(seen) == 48


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
