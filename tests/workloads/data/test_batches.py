import pytest
import torch

from gpuscope.workloads.data.batches import Batches
from gpuscope.workloads.data.dataset import Dataset


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
