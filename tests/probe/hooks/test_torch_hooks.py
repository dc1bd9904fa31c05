"""What is wrapped in torch, on stand-ins of its modules: the real classes would stay wrapped for all tests."""

from types import SimpleNamespace
from typing import Any

import pytest

from gpuscope.probe.hooks import torch_hooks


class Iterator:
    """As torch's iterator of a loader: with persistent workers it is kept, and reset for each epoch but the first."""

    def __init__(self, loader: Any) -> None:
        self.loader = loader

    def _reset(self, loader: Any, first_iter: bool = False) -> None:
        self.loader = loader

    def __next__(self) -> str:
        return "a batch"


def test_an_epoch_begins_with_a_new_iterator_and_with_one_that_is_reset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch_hooks, "_replaced", [])
    begun: list[str] = []
    module = SimpleNamespace(_BaseDataLoaderIter=Iterator, BatchSampler=list)
    watch: Any = SimpleNamespace(begun=lambda: begun.append("an epoch"), drawing=lambda original: lambda iterator: original(iterator))
    torch_hooks._wrap_loader(module, watch)
    loader = SimpleNamespace(batch_sampler=None, batch_size=8)
    iterator = Iterator(loader)
    assert (iterator.loader, begun) == (loader, ["an epoch"])
    iterator._reset("another loader", first_iter=True)
    assert (iterator.loader, begun) == ("another loader", ["an epoch"] * 2)
    assert next(iterator) == "a batch"
